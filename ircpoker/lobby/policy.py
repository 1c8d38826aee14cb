"""The policy of a table: who may sit down, and what happens to a player without chips.

A tournament would be a third policy: its organiser assigns the seats, nobody buys in or sits down, chips are points
that never leave the table, and a player without chips is out of the tournament.
"""

from __future__ import annotations

from enum import Enum


class TablePolicy(Enum):
    """The kinds of tables."""

    CASH_GAME = "cash game"
    """Anybody may take a free seat, and leave with their chips at any time."""
    AGAINST_ROBOTS = "against robots"
    """One person against robots; the table closes when either side cannot go on."""

    @property
    def takes_newcomers(self) -> bool:
        """Whether other people may sit down."""
        return self is TablePolicy.CASH_GAME
