"""What a table is for: who may sit down, and what being out of chips means.

A tournament would be a third policy: its organiser gives the seats, nobody buys in or sits down, chips are points that
never leave the table, and a player without chips is out of the tournament.
"""

from __future__ import annotations

from enum import Enum


class TablePolicy(Enum):
    """The kinds of tables."""

    CASH_GAME = "cash game"
    """Anybody may sit down while there is a free seat; chips go home with their player at any time."""
    AGAINST_ROBOTS = "against robots"
    """One person against robots; the table closes when either side cannot go on."""

    @property
    def takes_newcomers(self) -> bool:
        """Whether other people may sit down."""
        return self is TablePolicy.CASH_GAME
