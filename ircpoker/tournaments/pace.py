"""How long a deal takes when several tables share the lines of one network.

The numbers are those of people who play as the robot `regular` does (tests/tournaments/test_pace.py and
test_by_lines.py); a table with more players has fewer decisions of each.
"""

from __future__ import annotations

from dataclasses import dataclass

_LINES_A_DEAL = 3.2
"""Public lines of a deal besides decisions: it begins, it ends, the next deck; a long result takes two."""
_LINES_A_DECISION = 2
"""A person's turn is a line in the channel, and one to them."""
_DECISIONS_A_TABLE = 4.5
"""Decisions of a deal besides one for each player."""
_LINES_BY_LINES = 4.8
"""Lines of a deal to each person at a table without a channel, besides those of their decisions."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a tournament.

    Attributes:
        count: how many there are.
        people: the people at all of them; decisions of robots have no lines of their own.
        players: people and robots.
        by_lines: how many of the tables have no channel, so that each player gets private lines.
    """

    count: int
    people: int
    players: int
    by_lines: int = 0


def seconds_a_hand(tables: Tables, interval: float) -> float:
    """Return how long a deal takes at each table, if only the lines take time.

    Args:
        tables: the tables of a network.
        interval: the seconds between two lines.

    Examples:
        >>> [round(seconds_a_hand(Tables(1, seats, seats), 1.0), 1) for seats in (3, 6, 9)]
        [21.2, 30.2, 39.2]
    """
    decisions = tables.people * (1 + _DECISIONS_A_TABLE * tables.count / max(1, tables.players))
    in_private = tables.by_lines / tables.count
    public = tables.count * _LINES_A_DEAL + tables.people + _LINES_A_DECISION * decisions
    private = tables.people * _LINES_BY_LINES + decisions
    return (public * (1 - in_private) + private * in_private) * interval
