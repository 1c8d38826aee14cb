"""Rows for sessions at tables and for their hands: who put in and won how many chips.

A session lasts from sitting down in a seat to leaving it. The buy-ins, plus the chips won, minus the chips put in, are
cashed out at its end; the audit checks that. Seats that were taken before there were sessions have none.

Every function works within the caller's transaction, which has locked the row of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, Select, Subquery, and_, bindparam, case, func, or_, select, update

from ircpoker.errors import NotAllowedError, StaleStateError
from ircpoker.ledger.accounts import PlayerId, check_game_kind
from ircpoker.ledger.changes import OF_ROW, BuyIn, CashOut, HandFigures, RecordHand
from ircpoker.ledger.entries import check_chips
from ircpoker.ledger.figures import MERGES
from ircpoker.ledger.posting import account_id, account_ids, add, to_milliseconds
from ircpoker.ledger.queries import count
from ircpoker.ledger.schema import games, hand_seats, hands, robot_calls, sessions, tournament_entries
from ircpoker.words import Phrase

_BEGIN = sessions.insert().returning(sessions.c.id, sessions.c.seat)
_ADD_SEATS = hand_seats.insert()
_IS_RUNNING = (sessions.c.game_id == bindparam("game"), sessions.c.cashed_out.is_(None))
_RUNNING = select(sessions.c.seat, sessions.c.id).where(*_IS_RUNNING)
_CASH_OUT = update(sessions).where(*_IS_RUNNING, sessions.c.seat == bindparam("of_seat"))


def _lost(paid: ColumnElement[int], home: ColumnElement[int | None]) -> ColumnElement[int]:
    return func.sum(case((func.coalesce(home, 0) < paid, paid - func.coalesce(home, 0)), else_=0))


_STAKED = (
    select(_lost(sessions.c.bought_in, sessions.c.cashed_out))
    .join_from(robot_calls, sessions)
    # Later days count too: the clock may have been put back.
    .where(robot_calls.c.player_id == bindparam("caller"), robot_calls.c.day >= bindparam("day")),
    select(_lost(tournament_entries.c.paid, tournament_entries.c.prize)).where(
        tournament_entries.c.caller_id == bindparam("caller"), tournament_entries.c.day >= bindparam("day")
    ),
)


def buy_in(connection: Connection, changes: Sequence[BuyIn], now: datetime) -> None:
    """Begin sessions at a table, or add chips to the running ones of the seats.

    Args:
        connection: the transaction.
        changes: buy-ins of different seats at one table.
        now: the time.

    Raises:
        UnknownPlayerError: a player has no account.
        InvalidAmountError: not a possible number of chips.
        NotAllowedError: the house would stake too much today for the robots of the player who called them.
    """
    for change in changes:
        check_chips(change.chips)
    running = _running(connection, changes[0].game_id)
    for change in changes:
        if change.seat in running:
            more = {"bought_in": sessions.c.bought_in + change.chips}
            connection.execute(update(sessions).where(sessions.c.id == running[change.seat]).values(more))
    if new := [change for change in changes if change.seat not in running]:
        _begin(connection, new, now)


def _begin(connection: Connection, changes: Sequence[BuyIn], now: datetime) -> None:
    """Begin sessions with a statement for each table of the database, however many seats there are."""
    people = {who for change in changes for who in (change.player, change.caller) if who is not None}
    accounts = account_ids(connection, people) if people else {}
    rows = [
        {
            "game_id": change.game_id,
            "seat": change.seat,
            "player_id": accounts[change.player] if change.player else None,
            "robot": change.robot,
            "bought_in": change.chips,
        }
        for change in changes
    ]
    _check_stakes(connection, changes, now)
    begun = {row.seat: row.id for row in connection.execute(_BEGIN, rows)}
    day = now.astimezone(UTC).toordinal()
    called = [
        {"session_id": begun[change.seat], "player_id": accounts[change.caller], "day": day}
        for change in changes
        if change.caller is not None
    ]
    if called:
        connection.execute(robot_calls.insert(), called)


def _check_stakes(connection: Connection, changes: Sequence[BuyIn], now: datetime) -> None:
    """Refuse robots whose chips, together, are more than the house stakes today for those who called them.

    Raises:
        NotAllowedError: they are more.
    """
    left: dict[PlayerId, int] = {}
    for change in changes:
        if (caller := change.caller) is None:
            continue
        if caller not in left:
            left[caller] = stake_left(connection, caller, change.house_stake, now)
        if change.chips > left[caller]:
            raise NotAllowedError(Phrase("errors.house_stake", most=change.house_stake, left=left[caller]))
        left[caller] -= change.chips


def stake_left(connection: Connection, caller: PlayerId, most: int, now: datetime) -> int:
    """Return how many of `most` chips the house may still stake today on the robots of a caller.

    Raises:
        UnknownPlayerError: the caller has no account.
    """
    asked = {"caller": account_id(connection, caller), "day": now.astimezone(UTC).toordinal()}
    # What was staked and has not been won back.
    return max(0, most - sum(int(connection.execute(query, asked).scalar() or 0) for query in _STAKED))


def cash_out(connection: Connection, change: CashOut) -> None:
    """End the session of a seat, if it has one.

    Raises:
        InvalidAmountError: not a possible number of chips.
    """
    check_chips(change.chips, least=0)
    here = {"game": change.game_id, "of_seat": change.seat}
    connection.execute(_CASH_OUT, {**here, "cashed_out": change.chips})


def record_hand(connection: Connection, change: RecordHand, now: datetime) -> None:
    """Write the rows of a finished hand.

    Raises:
        StaleStateError: the hand was recorded before.
        UnknownPlayerError: a player has no account.
        InvalidAmountError: not a possible number of chips.
        ValueError: the chips put in differ from the chips won.
    """
    check_game_kind(change.kind)
    for row in change.rows:
        check_chips(row.put_in, least=0)
        check_chips(row.won, least=0)
    if sum(row.won - row.put_in for row in change.rows) != 0:
        raise ValueError(f"the rows of hand {change.deal_id} do not add up to zero")
    hand = {name: getattr(change, name) for name in ("deal_id", "kind", "game_id", "game", "big_blind", "record")}
    hand_id = add(connection, hands, **hand, ended_at=to_milliseconds(now))
    if hand_id is None:
        raise StaleStateError(Phrase("stale.hand", deal=change.deal_id))
    running = _running(connection, change.game_id)
    accounts = account_ids(connection, [row.player for row in change.rows if row.player])
    connection.execute(
        _ADD_SEATS,
        [
            {
                "hand_id": hand_id,
                "session_id": running.get(row.seat),
                "player_id": accounts[row.player] if row.player else None,
                **{name: getattr(row, name) for name in OF_ROW},
                **_figures(row.figures),
            }
            for row in change.rows
        ],
    )


def _figures(figures: HandFigures | None) -> dict[str, object]:
    return asdict(figures or HandFigures(0)) | ({} if figures else {"flags": None})


def merge_sessions(connection: Connection, old_id: int, new_id: int) -> None:
    """Move the sessions and hands of one account, and the robots that it has called, to another."""
    for table in (sessions, hand_seats, robot_calls):
        connection.execute(update(table).where(table.c.player_id == old_id).values(player_id=new_id))
    count(connection, MERGES)


def wrong_hands() -> Select[Any]:
    """Count the hands in which the chips won differ from the chips put in."""
    sums = func.sum(hand_seats.c.won - hand_seats.c.put_in)
    wrong = select(hand_seats.c.hand_id).group_by(hand_seats.c.hand_id).having(sums != 0)
    return select(func.count()).select_from(wrong.subquery())


def wrong_sessions() -> Select[Any]:
    """Count the sessions with a wrong cash-out, and the running ones that cannot have their chips."""
    left = _left()
    ended = and_(left.c.cashed_out.is_not(None), left.c.cashed_out != left.c.chips)
    going_on = and_(left.c.cashed_out.is_(None), or_(left.c.chips < 0, games.c.id.is_(None)))
    with_games = left.outerjoin(games, games.c.id == left.c.game_id)
    return select(func.count()).select_from(with_games).where(or_(ended, going_on))


def wrong_tables() -> Select[Any]:
    """Count the tables that hold fewer chips than their sessions."""
    left = _left()
    at_table = select(left.c.game_id, func.sum(left.c.chips).label("chips")).where(left.c.cashed_out.is_(None))
    sums = at_table.group_by(left.c.game_id).subquery()
    # A table may hold more, because seats from before there were sessions hold chips, too.
    return (
        select(func.count())
        .select_from(sums.join(games, games.c.id == sums.c.game_id))
        .where(sums.c.chips > games.c.held)
    )


def _left() -> Subquery:
    """Return all sessions, each with its chips: bought in, plus won, less put in."""
    net = (
        select(hand_seats.c.session_id, func.sum(hand_seats.c.won - hand_seats.c.put_in).label("net"))
        .group_by(hand_seats.c.session_id)
        .subquery()
    )
    chips = (sessions.c.bought_in + func.coalesce(net.c.net, 0)).label("chips")
    query = select(sessions.c.game_id, sessions.c.cashed_out, chips)
    return query.select_from(sessions.outerjoin(net, net.c.session_id == sessions.c.id)).subquery()


def _running(connection: Connection, game_id: str) -> dict[int, int]:
    """Return the sessions at a table, by seat."""
    return {row.seat: row.id for row in connection.execute(_RUNNING, {"game": game_id})}
