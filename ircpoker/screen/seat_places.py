"""Where seats stand: the player's own below, the others around the table in the order in which they act."""

from __future__ import annotations

from typing import NamedTuple

from ircpoker.screen.canvas import Rect

_SHARES = (
    (0, 0, 0),
    (0, 1, 0),
    (0, 2, 0),
    (1, 1, 1),
    (1, 2, 1),
    (1, 3, 1),
    (2, 2, 2),
    (2, 3, 2),
    (2, 4, 2),
    (3, 3, 3),
)
"""For each number of other seats: how many stand to the left, above, and to the right."""
_TALL = 24
"""From this many lines on there is room for larger boxes and cards."""


class Places(NamedTuple):
    """The places around a table.

    Attributes:
        below: the place of the player's own seat, or of the first one.
        others: the places of the other seats, clockwise from the left of the first.
        middle: the place of the board and the pot.
        is_tall: whether boxes and cards are large.
    """

    below: Rect
    others: tuple[Rect, ...]
    middle: Rect
    is_tall: bool


def place_seats(area: Rect, others: int, *, has_own: bool) -> Places:
    """Return where the seats of a table stand.

    Args:
        area: the whole area, at least 60 columns and 15 lines.
        others: the number of seats beside the one below; at most 9.
        has_own: whether the seat below shows its player's cards, so that it must be larger.

    Returns:
        Places that do not overlap.
    """
    is_tall = area.height >= _TALL
    wide = 22 if area.width >= 110 else 18
    high = 4 if is_tall else 3
    below_high = (6 if has_own else 4) if is_tall else 3
    below_wide = min(area.width - 2, 46 if has_own else wide)
    below = Rect(area.x + (area.width - below_wide) // 2, area.y + area.height - below_high, below_wide, below_high)
    left, above, right = _SHARES[min(others, len(_SHARES) - 1)]
    top = [
        Rect(area.x + (2 * number + 1) * area.width // (2 * above) - wide // 2, area.y, wide, high)
        for number in range(above)
    ]
    first, last = area.y + (high if above else 0), area.y + area.height - below_high
    left_side = _column(area.x + 1, first, last, left, Rect(0, 0, wide, high))
    right_side = _column(area.x + area.width - wide - 1, first, last, right, Rect(0, 0, wide, high))
    aside = wide + 2 if left or right else 1
    middle = Rect(area.x + aside, first, area.width - 2 * aside, last - first)
    return Places(below, (*reversed(left_side), *top, *right_side), middle, is_tall)


def _column(x: int, first: int, last: int, count: int, box: Rect) -> list[Rect]:
    """Return places one below the other, spread over the lines from `first` to before `last`."""
    spare = last - first - count * box.height
    return [
        Rect(x, first + number * box.height + (number + 1) * spare // (count + 1), box.width, box.height)
        for number in range(count)
    ]
