"""Reading the rows of finished hands: a player's last ones, a single one, and who won most.

The part of the ledger that reads finished hands: `!history`, `!replay`, `!stats` and `!top`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, String, bindparam, func, select

from ircpoker.ledger.accounts import AccountKind, Identity, PlayerId
from ircpoker.ledger.changes import OF_ROW, HandRow
from ircpoker.ledger.figures import FOR_CHIPS, NET
from ircpoker.ledger.posting import to_datetime, to_milliseconds
from ircpoker.ledger.queries import ACCOUNT, MOST, id_of, to_shuffle
from ircpoker.ledger.schema import accounts, hand_seats, hands, identities, results, sessions, shuffles
from ircpoker.ledger.stored import EndedDeal, Ranked, StoredHand

RankedBy = Literal["chips", "won", "hands", "week"]
_WEEK = timedelta(days=7)
_SEAT = [hand_seats.c[name] for name in OF_ROW]
_OF_SHUFFLE = [
    shuffles.c[name] for name in ("kind", "place", "commitment", "secret", "proof", "revealed", "committed_at")
]
_IS_OWN = hand_seats.c.player_id == ACCOUNT
_HANDS = (
    select(hands.c.deal_id, hands.c.game, hands.c.record, hands.c.ended_at, accounts.c.owner)
    .add_columns(*_OF_SHUFFLE, *_SEAT, _IS_OWN.label("is_own"))
    .join_from(hands, hand_seats)
    .outerjoin(shuffles, shuffles.c.deal_id == hands.c.deal_id)
    .outerjoin(accounts, shuffles.c.player_id == accounts.c.id)
)
"""The seats of hands; to build such a statement takes as long as to run it."""
_HAND = _HANDS.where(hands.c.deal_id == bindparam("deal", type_=String)).order_by(hand_seats.c.seat)
_LAST = select(hand_seats.c.hand_id).where(_IS_OWN).order_by(hand_seats.c.hand_id.desc()).limit(MOST).subquery()
_LAST_HANDS = _HANDS.where(hands.c.id.in_(select(_LAST.c.hand_id))).order_by(hands.c.id.desc(), hand_seats.c.seat)


def last_hands(connection: Connection, player: PlayerId, most: int) -> tuple[StoredHand, ...]:
    """Return a player's last `most` hands at tables, the newest first."""
    return tuple(_played(connection.execute(_LAST_HANDS, {"player": str(player), "most": most})))


def newest_deals(connection: Connection, most: int) -> tuple[EndedDeal, ...]:
    """Return when and where the last `most` hands ended, in any order."""
    last = select(func.max(hands.c.id)).scalar_subquery()
    return tuple(map(_ended, connection.execute(_ended_deals().where(hands.c.id > last - most))))


def ended_deal(connection: Connection, deal_id: str) -> EndedDeal | None:
    """Return when and where a hand ended; None if there is no such hand."""
    row = connection.execute(_ended_deals().where(hands.c.deal_id == deal_id)).first()
    return None if row is None else _ended(row)


def deals_after(
    connection: Connection, after: int, most: int, player: PlayerId | None = None
) -> tuple[tuple[int, EndedDeal], ...]:
    """Return the next hands with their rows, the oldest first: for going through all of them in steps.

    Args:
        connection: the connection.
        after: the row of the last hand before them; 0 for the first ones.
        most: the most hands to return.
        player: whose hands; None for all.
    """
    query = _ended_deals().where(hands.c.id > after).order_by(hands.c.id).limit(most)
    if player is not None:
        own = select(hand_seats.c.hand_id).where(hand_seats.c.player_id == id_of(player), hand_seats.c.hand_id > after)
        query = query.where(hands.c.id.in_(own))
    return tuple([(row.id, _ended(row)) for row in connection.execute(query)])


def players_with_nick(connection: Connection, nick: str, most: int) -> tuple[PlayerId, ...]:
    """Return the players of all networks whose last known nick is this one, in any case of letters."""
    is_called = func.lower(accounts.c.nick) == nick.lower()
    query = select(accounts.c.owner).where(accounts.c.kind == AccountKind.PLAYER, is_called)
    return tuple(map(PlayerId.parse, connection.execute(query.order_by(accounts.c.id).limit(most)).scalars()))


def _ended_deals() -> Select[Any]:
    return (
        select(hands.c.id, hands.c.deal_id, hands.c.ended_at, shuffles.c.place, shuffles.c.revealed, accounts.c.owner)
        .join_from(hands, shuffles, hands.c.deal_id == shuffles.c.deal_id)
        .outerjoin(accounts, shuffles.c.player_id == accounts.c.id)
    )


def _ended(row: Row[Any]) -> EndedDeal:
    place = row.place or (f"private:{row.owner}" if row.owner else "")
    return EndedDeal(row.deal_id, place, to_datetime(row.ended_at), bool(row.revealed))


def hand(connection: Connection, deal_id: str, player: PlayerId | None = None) -> StoredHand | None:
    """Return a finished hand with a player's part in it; None if there is no such hand."""
    query = {"deal": deal_id, "player": None if player is None else str(player)}
    return next(_played(connection.execute(_HAND, query)), None)


class Among(NamedTuple):
    """The players that a list may contain: those of one network or of all (None), with guests or without."""

    network: str | None
    guests: bool


def top(connection: Connection, by: RankedBy, most: int, among: Among, now: datetime) -> tuple[Ranked, ...]:
    """Return the best players; see `Ledger.top`."""
    if by == "chips":
        return _richest(connection, most, among)
    won, played, week = func.sum(results.c.paid - results.c.staked), func.sum(results.c.played), func.sum(NET)
    number = {"won": won, "hands": played, "week": week}[by]
    rows: list[Row[Any]] = []
    for players in _players(number, among):
        if by == "week":
            query = players.join(hand_seats, hand_seats.c.player_id == accounts.c.id)
            query = query.join(hands, hands.c.id == hand_seats.c.hand_id)
            query = query.where(hands.c.ended_at >= to_milliseconds(now - _WEEK), FOR_CHIPS)
        else:
            query = players.join(results, results.c.account_id == accounts.c.id)
        query = query.group_by(accounts.c.id, players.selected_columns.nick)
        rows += connection.execute(query.order_by(number.desc(), accounts.c.id).limit(most))
    best = sorted(rows, key=lambda row: (-row.number, row.id))[:most]
    return tuple([Ranked(row.nick, int(row.number)) for row in best])


def _richest(connection: Connection, most: int, among: Among) -> tuple[Ranked, ...]:
    """Return the players with the most chips, including those at tables."""
    chips: dict[int, Row[Any]] = {}
    # Only players at tables can have more chips in all than their accounts show.
    at_tables = chips_at_tables(connection)
    first, *linked = _players(accounts.c.balance, among)
    best = first.order_by(accounts.c.balance.desc(), accounts.c.id).limit(most)
    # Hardly anybody has several identities: all of them on the network are read.
    for query in (best, *linked):
        chips |= {row.id: row for row in connection.execute(query)}
    if at_tables:
        sitting = first.where(accounts.c.id.in_(list(at_tables)))
        chips |= {row.id: row for row in connection.execute(sitting)}
    ranked = sorted(chips.values(), key=lambda row: (-row.number - at_tables.get(row.id, 0), row.id))
    return tuple([Ranked(row.nick, row.number + at_tables.get(row.id, 0)) for row in ranked[:most]])


def _players(number: ColumnElement[Any], among: Among) -> list[Select[Any]]:
    """Return the queries for the first owners of accounts, and on a network for the others."""
    kind, network = accounts.c.kind == AccountKind.PLAYER, accounts.c.network == among.network
    first = select(accounts.c.id, accounts.c.nick, number.label("number")).where(network if among.network else kind)
    linked = select(accounts.c.id, identities.c.nick, number.label("number")).join_from(
        identities, accounts, identities.c.account_id == accounts.c.id
    )
    pairs = [(first, accounts.c.owner)]
    if among.network:
        pairs.append((linked.where(identities.c.network == among.network), identities.c.player))
    return [query if among.guests else query.where(owner.startswith(f"{Identity.ACCOUNT}:")) for query, owner in pairs]


def chips_at_tables(connection: Connection, account: int | None = None) -> dict[int, int]:
    """Return the chips at tables of all who sit there, or of one account: bought in, plus won, less put in."""
    # This order lets the database use the index of running sessions.
    running = select(sessions.c.id, sessions.c.player_id, sessions.c.bought_in).where(sessions.c.cashed_out.is_(None))
    if account is not None:
        running = running.where(sessions.c.player_id == account)
    rows = [row for row in connection.execute(running.order_by(sessions.c.game_id, sessions.c.seat)) if row.player_id]
    if not rows:
        return {}
    of_session = hand_seats.c.session_id
    net = select(of_session, func.sum(NET)).where(of_session.in_([row.id for row in rows])).group_by(of_session)
    won = {session: int(chips) for session, chips in connection.execute(net)}
    chips: dict[int, int] = {}
    for row in rows:
        chips[row.player_id] = chips.get(row.player_id, 0) + row.bought_in + won.get(row.id, 0)
    return chips


def _played(rows: Iterable[Row[Any]]) -> Iterator[StoredHand]:
    for _, of_hand in groupby(rows, lambda row: row.deal_id):
        seats = list(of_hand)
        own = next((_hand_row(row) for row in seats if row.is_own), None)
        first = seats[0]
        shuffle = to_shuffle(first) if first.commitment is not None else None
        yield StoredHand(_ended(first), first.game, tuple(map(_hand_row, seats)), own, first.record, shuffle)


def _hand_row(row: Row[Any]) -> HandRow:
    return HandRow(**{name: getattr(row, name) for name in OF_ROW})
