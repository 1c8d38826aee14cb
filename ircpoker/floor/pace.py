"""How long a deal takes when several tables share the lines of one network."""

from __future__ import annotations

PUBLIC_LINES = 3.0
"""A deal begins, ends, and names the next deck."""
LINES_A_DECISION = 2.0
"""A person's turn is a line in the channel and one to them."""
DECISIONS = 1.45
"""Decisions of a person in a deal, as measured by tests/floor/test_pace.py."""
CARD_LINES = 1.0


def seconds_a_hand(tables: int, people: int, interval: float) -> float:
    """Return how long a deal takes at each of some tables, if only the lines take time.

    Args:
        tables: the number of tables on the network.
        people: the people at all of them; robots cause no lines of their own.
        interval: the seconds between two lines.
    """
    return (tables * PUBLIC_LINES + people * (CARD_LINES + LINES_A_DECISION * DECISIONS)) * interval
