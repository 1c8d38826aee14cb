"""Where the tables of a tournament are played, and how long a deal takes when several share the lines of a network.

The numbers are those of people who play as the robot `regular` does (tests/tournaments/test_pace.py and
test_by_lines.py); a table with more players has fewer decisions of each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ircpoker.config.settings import MOST_CHANNEL_TABLES
from ircpoker.lobby.places import MOST_BY_LINES, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def free_places(
    place: Place, count: int, listed: Sequence[str], taken: Collection[Place], *, by_lines: bool = False
) -> list[Place]:
    """Return free places for so many tables, or fewer: one in each channel, then tables without a channel.

    Args:
        place: where the tournament was created; its only table is there.
        count: how many tables there are.
        listed: the channels for the tables of a tournament with several, in small letters.
        taken: the places of all tables.
        by_lines: whether tables may play by private lines.
    """
    if place.is_private:
        return [place] if place not in taken else []
    channels = [replace(place, channel=channel) for channel in listed] if count > 1 else []
    places = []
    for channel in channels or [place]:
        numbered = map(channel.numbered, range(1, MOST_CHANNEL_TABLES + 1))
        places += [each for each in numbered if each not in taken][:1]
    if by_lines:
        others = [Place.of_lines(place.network, number) for number in range(1, MOST_BY_LINES + 1)]
        places += [each for each in others if each not in taken]
    return places[:count]


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
