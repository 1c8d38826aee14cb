"""Writes the changes that belong to an entry, within its transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby

from msgspec.structs import asdict
from sqlalchemy import Connection, Insert, bindparam, case, delete, select, update

from ircpoker.errors import StaleStateError
from ircpoker.ledger.accounts import GameAccount, check_game_kind
from ircpoker.ledger.administration import Ignore, NoteOrder, SetChannelSetting, StopIgnoring, apply_admin_change
from ircpoker.ledger.changes import (
    BuyIn,
    CallOffShuffle,
    CashOut,
    Change,
    CommitShuffle,
    EndGame,
    EndTournament,
    NewTournament,
    RecordHand,
    RecordResult,
    RevealShuffle,
    SaveEntry,
    SaveGame,
    SetPreference,
    SetSeed,
    UseShuffle,
    WithdrawEntry,
)
from ircpoker.ledger.entries import Posting, check_chips
from ircpoker.ledger.posting import account_id, add, insert, put, to_milliseconds
from ircpoker.ledger.queries import new_deal_number
from ircpoker.ledger.schema import games, preferences, results, seeds, shuffles
from ircpoker.ledger.sessions import buy_in, cash_out, record_hand
from ircpoker.ledger.stored import GameResult
from ircpoker.ledger.tournaments import apply_tournament_change
from ircpoker.words import Phrase

# Each change of a table runs some of these: to build a statement takes as long as to run it.
_IS_GAME = games.c.id == bindparam("game")
_LOCK_GAME = select(games.c.held, games.c.kind, games.c.version).where(_IS_GAME).with_for_update()
_STORE_GAME = update(games).where(_IS_GAME)
_STORE_SHUFFLE = update(shuffles).where(shuffles.c.deal_id == bindparam("deal"))
_USE_SHUFFLE = _STORE_SHUFFLE.where(shuffles.c.proof.is_(None))
_CHANGE_USED = _STORE_SHUFFLE.where(shuffles.c.proof.is_not(None))


def apply_changes(
    connection: Connection, changes: Sequence[Change], movements: Iterable[Posting], now: datetime
) -> None:
    """Write changes within the caller's transaction.

    Args:
        connection: the transaction; the caller must roll it back if this function raises an error.
        changes: the changes.
        movements: the postings of the same transaction; the chips of games must change by the same amounts.
        now: the time.

    Raises:
        StaleStateError: a game or a shuffle has changed or ended in the meantime, or a hand was recorded before.
        UnknownPlayerError: a player has no account.
        NotAllowedError: the house would stake too much against the caller of a robot.
        ValueError: chips move to or from games that are not saved, the chips of seats are not those that move, or a
            hand does not add up to zero.
    """
    astray: Counter[str] = Counter()
    for posting in movements:
        if isinstance(posting.account, GameAccount):
            astray[posting.account.game] += posting.amount
    moved = astray.total()
    for change in _together(changes):
        match change:
            case list():
                buy_in(connection, change, now)
            case SaveGame():
                kind, more = _save_game(connection, change, to_milliseconds(now))
                astray[kind] -= more
            case EndGame():
                held, kind = _lock_game(connection, change)
                connection.execute(delete(games).where(games.c.id == change.game_id))
                astray[kind] += held
            case _:
                _apply(connection, change, now)
    if any(astray.values()):
        raise ValueError(f"chips that belong to no saved game: {dict(astray)}")
    of_seats = [change for change in changes if isinstance(change, BuyIn | CashOut)]
    come = sum(change.chips if isinstance(change, BuyIn) else -change.chips for change in of_seats)
    if of_seats and come != moved:
        raise ValueError(f"{come} chips come to the seats, but {moved} to their table")


def _together(changes: Sequence[Change]) -> Iterator[Change | list[BuyIn]]:
    """Yield changes in their order, and buy-ins at one table that follow each other as a list."""
    for _, group in groupby(changes, lambda change: change.game_id if isinstance(change, BuyIn) else None):
        first, *others = group
        if isinstance(first, BuyIn):
            yield [first, *[change for change in others if isinstance(change, BuyIn)]]
        else:
            yield from (first, *others)


def _apply(connection: Connection, change: Change, now: datetime) -> None:
    """Write a change that moves no chips of games."""
    match change:
        case CommitShuffle():
            _commit_shuffle(connection, change, to_milliseconds(now))
        case UseShuffle():
            _use_shuffle(connection, change)
        case RevealShuffle():
            _change_used(connection, change.deal_id, revealed=True)
        case CallOffShuffle():
            _change_used(connection, change.deal_id, proof=change.proof)
        case SetSeed():
            owner = {"player_id": account_id(connection, change.player)}
            put(connection, seeds, owner, {"seed": change.seed, "set_at": to_milliseconds(now)})
        case SetPreference():
            key = {"player_id": account_id(connection, change.player), "name": change.name}
            put(connection, preferences, key, {"value": change.value})
        case CashOut():
            cash_out(connection, change)
        case RecordHand():
            record_hand(connection, change, now)
        case RecordResult():
            _record_result(connection, change)
        case NoteOrder() | Ignore() | StopIgnoring() | SetChannelSetting():
            apply_admin_change(connection, change, now)
        case NewTournament() | SaveEntry() | WithdrawEntry() | EndTournament():
            apply_tournament_change(connection, change, now)


def _save_game(connection: Connection, change: SaveGame, moment: int) -> tuple[str, int]:
    """Write a game; return its kind and by how many chips it has grown.

    Raises:
        StaleStateError: the game has another version or is over, or a new game exists already.
    """
    check_chips(change.held, least=0)
    check_game_kind(change.kind)
    values = {"held": change.held, "state": change.state, "saved_at": moment, "version": change.version + 1}
    if change.version:
        held_before, kind = _lock_game(connection, change)
        connection.execute(_STORE_GAME, {"game": change.game_id, **values})
        return kind, change.held - held_before
    values |= {"id": change.game_id, "kind": change.kind, "player_id": account_id(connection, change.player)}
    if add(connection, games, **values) is None:
        raise StaleStateError(Phrase("stale.game"))
    return change.kind, change.held


def _commit_shuffle(connection: Connection, change: CommitShuffle, moment: int) -> None:
    """Store the shuffle of a future deal.

    Raises:
        StaleStateError: the deal has a shuffle already.
    """
    check_game_kind(change.kind)
    values = {
        "deal_id": change.deal_id or str(new_deal_number(connection)),
        "kind": change.kind,
        "player_id": account_id(connection, change.player),
        "place": change.place,
        "commitment": change.commitment,
        "secret": change.secret,
        "committed_at": moment,
    }
    if add(connection, shuffles, **values) is None:
        raise StaleStateError(Phrase("stale.shuffle", deal=change.deal_id))


def _use_shuffle(connection: Connection, change: UseShuffle) -> None:
    """Mark a shuffle as used.

    Raises:
        StaleStateError: the shuffle was used before, or does not exist.
    """
    values = {"deal": change.deal_id, "proof": change.proof, "revealed": change.reveal}
    if not connection.execute(_USE_SHUFFLE, values).rowcount:
        raise StaleStateError(Phrase("stale.shuffle", deal=change.deal_id))


def _change_used(connection: Connection, deal_id: str, **values: object) -> None:
    """Change a used shuffle: allow its secret to be shown, or record the end of its deal.

    Raises:
        StaleStateError: the shuffle has not been used, or does not exist.
    """
    if not connection.execute(_CHANGE_USED, {"deal": deal_id, **values}).rowcount:
        raise StaleStateError(Phrase("stale.shuffle", deal=deal_id))


def _record_result(connection: Connection, change: RecordResult) -> None:
    check_chips(change.staked, least=0)
    check_chips(change.paid, least=0)
    check_game_kind(change.game)
    result = GameResult(change.game, 1, int(change.paid > change.staked), change.staked, change.paid, best=change.paid)
    add_result(connection, account_id(connection, change.player), result)


def add_result(connection: Connection, account: int | None, result: GameResult) -> None:
    """Add a result to an account's results in the same kind of game.

    Args:
        connection: the transaction.
        account: the number of the account.
        result: the figures to add.
    """
    connection.execute(_adding_result(connection.dialect.name), {"account_id": account, **asdict(result)})


@cache
def _adding_result(dialect: str) -> Insert:
    adding, stored = insert(dialect, results), results.c
    new = adding.excluded
    sums = {name: stored[name] + new[name] for name in ("played", "won", "staked", "paid")}
    best = case((stored.best > new.best, stored.best), else_=new.best)
    key = [stored.account_id, stored.game]
    return adding.on_conflict_do_update(index_elements=key, set_={**sums, "best": best})


def _lock_game(connection: Connection, change: SaveGame | EndGame) -> tuple[int, str]:
    """Return the chips of a saved game, and its kind.

    Raises:
        StaleStateError: the game has another version, or is over.
    """
    game = connection.execute(_LOCK_GAME, {"game": change.game_id}).first()
    if game is None or game.version != change.version:
        raise StaleStateError(Phrase("stale.game"))
    return game.held, game.kind
