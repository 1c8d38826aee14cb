"""How long a deal takes when several tables share the lines of one network."""

from __future__ import annotations

from ircpoker.config.settings import MOST_CHANNEL_TABLES

PUBLIC_LINES = 3.0
"""A deal begins, ends, and names the next deck."""
LINES_A_DECISION = 2.0
"""A person's turn is a line in the channel and one to them."""
DECISIONS = 1.45
"""Decisions of a person in a deal, as measured by tests/floor/test_pace.py."""
CARD_LINES = 1.0


def lines_a_hand(people: int) -> float:
    """Return the lines of a deal with so many people at a table."""
    return PUBLIC_LINES + people * (CARD_LINES + LINES_A_DECISION * DECISIONS)


def seconds_a_hand(tables: int, people: int, interval: float) -> float:
    """Return how long a deal takes at each of some tables, if only the lines take time.

    Args:
        tables: the number of tables on the network.
        people: the people at each.
        interval: the seconds between two lines.
    """
    return tables * lines_a_hand(people) * interval


def most_tables(people: int, interval: float, most_seconds: float) -> int:
    """Return how many tables there may be so that a deal takes no longer than so many seconds; at least one."""
    if not interval:
        return MOST_CHANNEL_TABLES**2
    return max(1, int(most_seconds / seconds_a_hand(1, people, interval)))
