"""What another table costs: all tables of a network share the bot's lines, so that a deal takes longer at each of them.

The numbers are those of people who play as the robot `regular` does, while more is to be told than the network takes
(tests/story/test_admission.py, tests/tournaments/test_pace.py and test_by_lines.py); a table with more players has
fewer decisions of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from ircpoker.errors import NotAllowedError
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.places import Place
from ircpoker.lobby.table import Table
from ircpoker.runtime.shares import Holder
from ircpoker.words import Phrase

_SLOW = 60.0
"""Seconds of a deal from which on whoever opens a table is told of them."""
_UNHURRIED = 45.0
"""Seconds of a deal whose lines do not wait: people think, robots pause, and streets have their beats."""
_LINES_A_DEAL = 4.6
"""Lines of a deal besides decisions and cards: its beginning and end, the next seal, streets, what confirms cards."""
_BESIDE_OTHERS = 0.47
"""The share of the lines for everybody that is left where the tables of a channel share lines."""
_DECISIONS_A_TABLE = 4.5
"""Decisions of a deal besides one for each player."""
_LINES_ALONE = 4.8
"""Lines of a deal to each person who reads all of it in private, besides those of their decisions."""
_PEOPLE = 4
"""People who are expected at a new table in a channel."""


class Crowd(NamedTuple):
    """Those who play at some tables.

    Attributes:
        tables: how many tables there are.
        people: the people at all of them; decisions of robots have no lines of their own.
        players: people and robots.
        in_private: at how many of the tables each player reads private lines only.
        are_together: whether the tables share their channel with others.
    """

    tables: int
    people: int
    players: int
    in_private: int = 0
    are_together: bool = False


def expected(place: Place, robots: int) -> Crowd:
    """Return who is expected at a new table."""
    people = 1 if place.is_private else _PEOPLE
    return Crowd(1, people, people + robots, int(not place.channel), bool(place.channel) and place.number > 1)


def first_table(place: Place, seats: int) -> Crowd:
    """Return who is expected at the first table of a tournament: in private robots take the other seats."""
    return Crowd(1, 1 if place.is_private else seats, seats, int(place.is_private))


def lines_a_deal(crowd: Crowd) -> float:
    """Return how many lines a deal at each of some tables takes.

    Examples:
        >>> [round(lines_a_deal(Crowd(1, seats, seats)), 1) for seats in (3, 6, 9)]
        [15.1, 21.1, 27.1]
    """
    decisions = crowd.people * (1 + _DECISIONS_A_TABLE * crowd.tables / max(1, crowd.players))
    share = crowd.in_private / crowd.tables
    public = (crowd.tables * _LINES_A_DEAL + decisions) * (_BESIDE_OTHERS if crowd.are_together else 1)
    return crowd.people + public * (1 - share) + (crowd.people * (_LINES_ALONE - 1) + decisions) * share


def seconds_a_deal(tables: Iterable[Table], more: Crowd, interval: float) -> float:
    """Return how long a deal takes if others play beside those who play now.

    Args:
        tables: the tables of a network.
        more: the others.
        interval: the seconds between two lines.
    """
    there = list(tables)
    channels = Counter([table.place.numbered(1) for table in there])
    crowds = [
        Crowd(1, people, len(table.seats), int(not table.place.channel), channels[table.place.numbered(1)] > 1)
        for table in there
        if (people := len(table.seats.people)) and len(table.seats) > 1  # nothing is told where one waits alone
    ]
    return hypot(_UNHURRIED, interval * sum(map(lines_a_deal, [*crowds, more])))


def seconds_here(context: TableContext, place: Place, tables: Iterable[Table], more: Crowd) -> float:
    """Return how long a deal takes on the network of a place if others play, too; 0 where lines do not wait."""
    interval = context.line_seconds(place.network)
    return seconds_a_deal(tables, more, interval) if interval else 0.0


def check_pace(context: TableContext, place: Place, tables: Iterable[Table], more: Crowd, holder: Holder) -> None:
    """Check that deals do not take too long if others play, too.

    However slow others have made the network, a host without a table there gets one beside channels.

    Raises:
        NotAllowedError: they would.
    """
    there = list(tables)
    if not place.channel and all(table.state.holder.host != holder.host for table in there):
        return
    seconds = seconds_here(context, place, there, more)
    if seconds > context.config.limits.most_seconds_a_hand:
        raise NotAllowedError(Phrase("errors.slow_deals", seconds=round(seconds)))


def cost_phrase(context: TableContext, place: Place, others: Iterable[Table], more: Crowd) -> list[Phrase]:
    """Return what whoever opens a table is told of the time that a deal takes; nothing if it is the usual time."""
    seconds = seconds_here(context, place, others, more)
    return [Phrase("table.slow_deals", seconds=round(seconds))] if seconds > _SLOW else []
