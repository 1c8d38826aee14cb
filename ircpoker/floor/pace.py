"""How long a deal takes when several tables share the lines of one network.

The numbers are those of people who play as the robot `regular` does (tests/floor/test_pace.py); a table with more
players has fewer decisions of each.
"""

from __future__ import annotations

_LINES_A_DEAL = 3.2
"""Public lines of a deal besides decisions: it begins, it ends, the next deck; a long result takes two."""
_LINES_A_DECISION = 2
"""A person's turn is a line in the channel, and one to them."""
_DECISIONS_A_TABLE = 4.5
"""Decisions of a deal besides one for each player."""


def seconds_a_hand(tables: int, people: int, players: int, interval: float) -> float:
    """Return how long a deal takes at each of some tables, if only the lines take time.

    Args:
        tables: the number of tables on the network.
        people: the people at all of them; decisions of robots have no lines of their own.
        players: people and robots.
        interval: the seconds between two lines.

    Examples:
        >>> [round(seconds_a_hand(1, seats, seats, 1.0), 1) for seats in (3, 6, 9)]
        [21.2, 30.2, 39.2]
    """
    decisions = people * (1 + _DECISIONS_A_TABLE * tables / max(1, players))
    return (tables * _LINES_A_DEAL + people + _LINES_A_DECISION * decisions) * interval
