"""The two numbers of a seat, as types: its number in one deal, and its number at a table.

Both are whole numbers from 0, so at run time nothing tells them apart; a type checker does. People count from 1, which
is for the words only.
"""

from __future__ import annotations

from functools import cache
from typing import NewType

DealSeat = NewType("DealSeat", int)
"""The number of a seat in one deal: 0 is the first seat left of the button, and only seats that are dealt in count."""
TableSeat = NewType("TableSeat", int)
"""The number of a seat at a table: it stays the same from deal to deal, and free seats count, too."""


@cache
def deal_seats(count: int) -> tuple[DealSeat, ...]:
    """Return the seats of a deal with so many seats, in order; kept, as each deal asks for them.

    Examples:
        >>> deal_seats(3)
        (0, 1, 2)
    """
    return tuple(map(DealSeat, range(count)))
