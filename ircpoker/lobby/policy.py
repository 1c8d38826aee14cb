"""The policy of a table: who may sit down, and what happens to a player without chips."""

from __future__ import annotations

from enum import Enum


class TablePolicy(Enum):
    """The kinds of tables."""

    CASH_GAME = "cash game"
    """Anybody may take a free seat, and leave with their chips at any time."""
    AGAINST_ROBOTS = "against robots"
    """One person against robots; the table closes when either side cannot go on."""
    TOURNAMENT = "tournament"
    """The tournament assigns the seats and lets each hand begin. Nobody buys in or leaves: chips are points, everybody
    with some is dealt in, and those who are absent post and fold."""

    @property
    def takes_newcomers(self) -> bool:
        """Whether other people may sit down."""
        return self is TablePolicy.CASH_GAME

    @property
    def is_tournament(self) -> bool:
        """Whether the tournament decides who sits here, and when the next hand begins."""
        return self is TablePolicy.TOURNAMENT
