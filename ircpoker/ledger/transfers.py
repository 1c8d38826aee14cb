"""Chips that went from one person to another in a tournament: friends who lose to each other on purpose are seen here.

What somebody loses in a hand goes to those who win in it, in proportion to what they win.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from ircpoker.ledger.figures import NET, TOURNAMENT_TABLE
from ircpoker.ledger.schema import hand_seats, hands, tournament_entries, tournaments

if TYPE_CHECKING:
    from sqlalchemy import Connection

_CLOCK_MS = 3_600_000
"""Hands are looked for in the time of the tournament, and this much before and after it: a clock may have been set."""


class Transfer(NamedTuple):
    """Chips that went from one entrant to another.

    Attributes:
        loser: the nick of who lost them.
        winner: the nick of who won them.
        chips: the chips, without those that came back.
        hands: the hands in which the winner won from the loser.
    """

    loser: str
    winner: str
    chips: int
    hands: int


def table_name(tournament_id: str, number: int) -> str:
    """Return the ledger's name of a table of a tournament.

    Args:
        tournament_id: the ledger's name of the tournament, which begins with `tournament:`.
        number: the number of the table.

    Examples:
        >>> table_name("tournament:5b0e", 2)
        'table:tournament:5b0e:2'
    """
    return f"{TOURNAMENT_TABLE}{tournament_id.partition(':')[2]}:{number}"


def transfers(connection: Connection, tournament_id: str, most: int) -> tuple[Transfer, ...]:
    """Return the largest transfers between two people in a tournament that is over, the largest first."""
    time = connection.execute(
        select(tournaments.c.begun_at, tournaments.c.ended_at).where(tournaments.c.id == tournament_id)
    ).first()
    if time is None or time.ended_at is None:
        return ()
    query = (
        select(hand_seats.c.hand_id, hand_seats.c.player_id, NET.label("net"))
        .join_from(hands, hand_seats)
        .where(hands.c.ended_at.between(time.begun_at - _CLOCK_MS, time.ended_at + _CLOCK_MS))
        .where(hands.c.game_id.like(f"{table_name(tournament_id, 0)[:-1]}%"))
        .order_by(hand_seats.c.hand_id)
    )
    moved: dict[tuple[int, int], float] = {}
    times: dict[tuple[int, int], int] = {}
    for _, seats in groupby(connection.execute(query), lambda row: row.hand_id):
        rows = list(seats)
        pot = sum(row.net for row in rows if row.net > 0)
        for loser in [row for row in rows if row.net < 0 and row.player_id is not None]:
            for winner in [row for row in rows if row.net > 0 and row.player_id is not None]:
                pair = (loser.player_id, winner.player_id)
                moved[pair] = moved.get(pair, 0.0) - loser.net * winner.net / pot
                times[pair] = times.get(pair, 0) + 1
    entries = select(tournament_entries.c.player_id, tournament_entries.c.nick)
    rows_of_entries = connection.execute(entries.where(tournament_entries.c.tournament_id == tournament_id))
    nicks = {row.player_id: row.nick for row in rows_of_entries}
    pairs = [
        Transfer(nicks[loser], nicks[winner], round(chips - moved.get((winner, loser), 0.0)), times[loser, winner])
        for (loser, winner), chips in moved.items()
        if loser in nicks and winner in nicks
    ]
    net = sorted([each for each in pairs if each.chips > 0], key=lambda each: (-each.chips, each.loser, each.winner))
    return tuple(net[:most])
