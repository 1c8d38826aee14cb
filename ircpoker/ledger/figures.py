"""The figures of hands, read back: sums for a player or a robot, chips from deal to deal, and all seats in order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Float, Row, and_, case, cast, exists, func, select

from ircpoker.ledger.accounts import PlayerId
from ircpoker.ledger.posting import to_milliseconds
from ircpoker.ledger.queries import id_of
from ircpoker.ledger.schema import accounts, counters, hand_seats, hands

MOST_COUNTED = 10_000
"""The most hands of a player or a robot whose figures are added up."""
_AT_ONCE = 500
"""The accounts that a query names."""
NET = hand_seats.c.won - hand_seats.c.put_in
"""The chips that a seat won or lost in a hand."""
TOURNAMENT_TABLE = "table:tournament:"
"""The names of the tables of tournaments begin with this."""
FOR_CHIPS = hands.c.game_id.not_like(f"{TOURNAMENT_TABLE}%")
"""Whether a hand was played for chips of the ledger: those of tournaments are points."""
MERGES = "merges"
"""The counter of the accounts that became a part of others: from then on the hands of both are the same player's."""


class FlagPattern(NamedTuple):
    """The sums of the hands with the same flags.

    Attributes:
        flags: the flags, as in `HandFigures`.
        hands: the number of hands.
        bets: the sum of `HandFigures.bets`, and so on.
        raises: likewise.
        calls: likewise.
    """

    flags: int
    hands: int
    bets: int
    raises: int
    calls: int


class GameFigures(Struct, frozen=True):
    """The sums of a player's or a robot's figures in one game.

    Attributes:
        game: a key of `ircpoker.table.GAMES`; empty for old hands.
        hands: the number of hands.
        won: the hands in which more was won than put in.
        put_in: the chips that went into pots.
        net: chips won or lost.
        biggest: the most that was won in a hand.
        counted: the hands with figures; old hands have none.
        big_blinds: the big blinds won or lost in these.
        squares: the sum of the squares of the big blinds of each of these.
        patterns: the sums of the hands with the same flags.
        position: the position of all these hands; empty for any.
    """

    game: str
    hands: int
    won: int
    put_in: int
    net: int
    biggest: int
    counted: int
    big_blinds: float
    squares: float
    patterns: tuple[FlagPattern, ...]
    position: str = ""


class CountedRow(NamedTuple):
    """A seat of a hand, with its figures.

    Attributes:
        hand_id: the number of the hand in the order in which hands were stored.
        deal_id: the number of the deal.
        seat: the number of the seat at the table.
        player: the number of the player's account; None for a robot.
        robot: the robot's name; empty for a player.
        game: the rules, a key of `ircpoker.table.GAMES`; empty for old hands.
        big_blind: the big blind, or where there is none the smallest bet; 0 for old hands.
        ended_at: when the hand ended, in milliseconds since 1970 UTC.
        net: the chips won or lost.
        flags: as in `HandFigures`; None for a hand without figures. The other figures follow.
    """

    hand_id: int
    deal_id: str
    seat: int
    player: int | None
    robot: str
    game: str
    big_blind: int
    ended_at: int
    net: int
    flags: int | None
    bets: int
    raises: int
    calls: int
    position: str
    stack: int
    cards: str


def game_figures(
    connection: Connection,
    who: PlayerId | str,
    *,
    beside: PlayerId | None = None,
    until: datetime | None = None,
    by_position: bool = False,
) -> tuple[GameFigures, ...]:
    """Return the figures of a player, or of a robot by its name, in the last `MOST_COUNTED` hands but tournaments.

    Args:
        connection: the transaction.
        who: the player or the robot.
        beside: only the hands that this player played, too; None for all.
        until: only the hands that had ended by then; None for all.
        by_position: whether those of each position in a game are apart.

    Returns:
        The figures of each game, the one with most hands first.
    """
    wanted = (FOR_CHIPS, _rows_of(who, beside), *_ended_by(until))
    rows = select(hand_seats).join(hands).where(*wanted).order_by(hand_seats.c.hand_id.desc())
    last = rows.limit(MOST_COUNTED).subquery()
    net, is_counted = last.c.won - last.c.put_in, and_(last.c.flags.is_not(None), hands.c.big_blind > 0)
    big_blinds = cast(net, Float) / func.nullif(hands.c.big_blind, 0)
    keys: list[ColumnElement[Any]] = [hands.c.game, *[last.c.position] * by_position]
    query = (
        select(
            *keys,
            last.c.flags,
            func.count().label("hands"),
            func.sum(case((net > 0, 1), else_=0)).label("won"),
            func.sum(last.c.put_in).label("put_in"),
            func.sum(net).label("net"),
            func.max(last.c.won).label("biggest"),
            func.sum(case((is_counted, big_blinds), else_=0.0)).label("big_blinds"),
            func.sum(case((is_counted, big_blinds * big_blinds), else_=0.0)).label("squares"),
            *[func.sum(last.c[name]).label(name) for name in ("bets", "raises", "calls")],
        )
        .select_from(last.join(hands, hands.c.id == last.c.hand_id))
        .group_by(*keys, last.c.flags)
        .order_by(*keys)
    )
    found: Iterable[Row[Any]] = connection.execute(query)
    grouped = groupby(found, lambda row: row[: len(keys)])
    return tuple(sorted([_figures_of(*key, rows=list(rows)) for key, rows in grouped], key=lambda each: -each.hands))


def _ended_by(until: datetime | None) -> list[ColumnElement[bool]]:
    return [] if until is None else [hands.c.ended_at <= to_milliseconds(until)]


def _figures_of(game: str, position: str = "", *, rows: list[Row[Any]]) -> GameFigures:
    def total(name: str) -> int:
        return sum(int(getattr(row, name)) for row in rows)

    patterns = [
        FlagPattern(row.flags, row.hands, int(row.bets), int(row.raises), int(row.calls))
        for row in rows
        if row.flags is not None
    ]
    return GameFigures(
        game,
        **{name: total(name) for name in ("hands", "won", "put_in", "net")},
        biggest=max(row.biggest for row in rows),
        counted=sum(pattern.hands for pattern in patterns),
        big_blinds=float(sum(row.big_blinds for row in rows)),
        squares=float(sum(row.squares for row in rows)),
        patterns=tuple(patterns),
        position=position,
    )


def nets(
    connection: Connection,
    who: PlayerId | str,
    most: int,
    *,
    beside: PlayerId | None = None,
    until: datetime | None = None,
) -> list[int]:
    """Return the net chips of a player or a robot in each of the last `most` hands but tournaments, the oldest first.

    Args:
        connection: the transaction.
        who: the player or the robot.
        most: the number of hands.
        beside: as for `game_figures`.
        until: likewise.

    Returns:
        The chips won or lost in each.
    """
    query = select(NET).join_from(hand_seats, hands).where(FOR_CHIPS, _rows_of(who, beside), *_ended_by(until))
    query = query.order_by(hand_seats.c.hand_id.desc()).limit(most)
    return list(connection.execute(query).scalars())[::-1]


def scores(connection: Connection, player: PlayerId) -> dict[str, tuple[int, int]]:
    """Return, by the names of robots, what a player has won in the last hands with each, and how many they were."""
    own, other = select(hand_seats.c.hand_id, NET.label("net")).join(hands), hand_seats.alias()
    own = own.where(FOR_CHIPS, _rows_of(player, None)).order_by(hand_seats.c.hand_id.desc()).limit(MOST_COUNTED)
    last = own.subquery()
    pairs = select(last.c.hand_id, last.c.net, other.c.robot).join(other, other.c.hand_id == last.c.hand_id)
    each = pairs.where(other.c.robot != "").distinct().subquery()
    query = select(each.c.robot, func.sum(each.c.net), func.count()).group_by(each.c.robot)
    return {robot: (int(net), count) for robot, net, count in connection.execute(query)}


def counted_rows(connection: Connection, after: int, until: int) -> list[CountedRow]:
    """Return the seats of all hands but tournaments with a number above `after` and up to `until`, in order."""
    of_hand, of_seat = hands.c, hand_seats.c
    query = (
        select(
            *[of_hand.id, of_hand.deal_id, of_seat.seat, of_seat.player_id, of_seat.robot],
            *[of_hand.game, of_hand.big_blind, of_hand.ended_at, NET],
            *[of_seat[name] for name in ("flags", "bets", "raises", "calls", "position", "stack", "cards")],
        )
        .join_from(hands, hand_seats)
        .where(of_hand.id > after, of_hand.id <= until, FOR_CHIPS)
        .order_by(of_hand.id, of_seat.seat)
    )
    return list(map(CountedRow._make, connection.execute(query)))


def last_hand_id(connection: Connection) -> int:
    """Return the number of the hand that was stored last; 0 for none."""
    return connection.execute(select(func.max(hands.c.id))).scalar() or 0


def merges(connection: Connection) -> int:
    """Return how many accounts have become a part of others, so that their hands have another player."""
    return connection.execute(select(counters.c.value).where(counters.c.name == MERGES)).scalar() or 0


def account_nicks(connection: Connection, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return the nick and the network of accounts, by their numbers."""
    wanted = sorted(set(numbers))
    query = select(accounts.c.id, accounts.c.nick, accounts.c.owner, accounts.c.network)
    nicks = {}
    for start in range(0, len(wanted), _AT_ONCE):
        for row in connection.execute(query.where(accounts.c.id.in_(wanted[start : start + _AT_ONCE]))):
            nicks[row.id] = (row.nick or PlayerId.parse(row.owner).name, row.network)
    return nicks


def _rows_of(who: PlayerId | str, beside: PlayerId | None) -> ColumnElement[bool]:
    rows = hand_seats.c.robot == who if isinstance(who, str) else hand_seats.c.player_id == id_of(who)
    if beside is None:
        return rows
    other = hand_seats.alias()
    return and_(rows, exists().where(other.c.player_id == id_of(beside), other.c.hand_id == hand_seats.c.hand_id))
