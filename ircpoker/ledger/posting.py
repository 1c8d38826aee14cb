"""Posts one entry within a transaction; no other code changes balances.

Locks are always taken in the same order: the entry's key, then the accounts by number, then the rows that `applying`
changes. A transaction that finds its key being written by another one waits before it holds any lock, so that no two
transactions wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, Insert, Table, and_, any_, bindparam, func, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from ircpoker.errors import EntryConflictError, InsufficientChipsError, LedgerError, UnknownPlayerError
from ircpoker.ledger.accounts import Account, AccountKind, GameAccount, PlayerId
from ircpoker.ledger.entries import MOST_CHIPS, Entry, LedgerReceipt
from ircpoker.ledger.schema import accounts, entries, identities, postings
from ircpoker.words import Phrase

Before = Callable[[Mapping[Account, "AccountRow"]], None]

MOST_ISSUED = 10**18
"""The most chips that the house may have issued, or taken in, net."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ADD_POSTINGS = postings.insert()
_UPDATE_ACCOUNT = (
    update(accounts).where(accounts.c.id == bindparam("account_id")).values(balance=bindparam("new_balance"))
)


class AccountRow(NamedTuple):
    """A locked account."""

    id: int
    owner: str
    balance: int
    gift_day: int
    gifts: int
    opened_at: int
    has_merged: bool
    refill_day: int
    refills: int
    refilled_at: int
    refilled: int


_OWNERS: BindParameter[str] = bindparam("owners", expanding=True)
_OWNED = accounts.alias("owned")
_IS_LINKED = identities.c.player.in_(_OWNERS)
_IDS = union_all(
    select(_OWNED.c.id).where(_OWNED.c.owner.in_(_OWNERS)), select(identities.c.account_id).where(_IS_LINKED)
)
_ACCOUNTS = (
    select(*(accounts.c[name] for name in AccountRow._fields), identities.c.player)
    .outerjoin_from(accounts, identities, and_(identities.c.account_id == accounts.c.id, _IS_LINKED))
    .order_by(accounts.c.id)
)
_FIND_ACCOUNTS = _ACCOUNTS.where(accounts.c.id.in_(_IDS))
# PostgreSQL's. An array and not IN: a row that was changed while this waited for its lock is tested anew, and a plan
# that joins it with the subquery's distinct rows may lose it there. FOR NO KEY UPDATE: inserting a row that refers to
# the account does not have to wait.
_LOCK_ACCOUNTS = _ACCOUNTS.where(accounts.c.id == any_(func.array(_IDS.scalar_subquery()))).with_for_update(
    key_share=True, of=accounts
)


def to_milliseconds(moment: datetime) -> int:
    """Return a time in the form of the tables."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def to_datetime(milliseconds: int) -> datetime:
    """Return a time of the tables."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an INSERT of a database's dialect, which has `on_conflict_…`."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


def add(connection: Connection, table: Table, **values: object) -> object:
    """Insert a row; return its key, or None if a row with this one is there already."""
    return connection.execute(_adding(connection.dialect.name, table), values).scalar()


def put(
    connection: Connection, table: Table, key: Mapping[str, object], values: Mapping[str, object], **once: object
) -> None:
    """Insert a row, or store `values` in the one that has its key; `once` is for a new row alone."""
    putting = _putting(connection.dialect.name, table, tuple(key), tuple(values))
    connection.execute(putting, {**key, **values, **once})


# To build such a statement takes as long as to run it.
@cache
def _adding(dialect: str, table: Table) -> ReturningInsert[Any]:
    return insert(dialect, table).on_conflict_do_nothing().returning(*list(table.primary_key)[:1])


@cache
def _putting(dialect: str, table: Table, key: tuple[str, ...], names: tuple[str, ...]) -> Insert:
    adding = insert(dialect, table)
    return adding.on_conflict_do_update(index_elements=key, set_={name: adding.excluded[name] for name in names})


def find_accounts(connection: Connection, owners: Collection[Account], *, lock: bool) -> dict[Account, AccountRow]:
    """Read accounts by their owners, in the order of their numbers.

    Args:
        connection: the transaction.
        owners: the owners.
        lock: whether to lock the accounts until the transaction ends.

    Returns:
        The accounts that exist; several owners may have the same one.
    """
    by_text = {str(owner): owner for owner in owners}
    locks = lock and connection.dialect.name == "postgresql"
    rows = connection.execute(_LOCK_ACCOUNTS if locks else _FIND_ACCOUNTS, {"owners": list(by_text)})
    existing: dict[Account, AccountRow] = {}
    for row in rows:
        account = AccountRow._make(row[:-1])
        # The name may be neither, if the account has got another owner while this waited for its lock.
        for name in (account.owner, row[-1]):
            if name in by_text:
                existing[by_text[name]] = account
    return existing


def account_row(connection: Connection, player: PlayerId, *, lock: bool) -> AccountRow:
    """Return a player's account; see `find_accounts`.

    Raises:
        UnknownPlayerError: the player has none.
    """
    row = find_accounts(connection, [player], lock=lock).get(player)
    if row is None:
        raise UnknownPlayerError(player.name)
    return row


def account_id(connection: Connection, player: PlayerId | None) -> int | None:
    """Return the number of a player's account; None for nobody.

    Raises:
        UnknownPlayerError: the player has none.
    """
    return None if player is None else account_ids(connection, [player])[player]


def account_ids(connection: Connection, players: Collection[PlayerId]) -> dict[PlayerId, int]:
    """Return the numbers of players' accounts.

    Raises:
        UnknownPlayerError: a player has none.
    """
    rows = find_accounts(connection, players, lock=False)
    for player in players:
        if player not in rows:
            raise UnknownPlayerError(player.name)
    return {player: rows[player].id for player in players}


def post_entry(connection: Connection, entry: Entry, now: datetime, *, before: Before | None = None) -> LedgerReceipt:
    """Post an entry within the caller's transaction.

    Args:
        connection: the transaction; the caller must roll it back if this function raises an error.
        entry: the entry.
        now: the time.
        before: is called with the locked accounts before chips move, unless the entry was posted before. It may raise
            an error against the entry, or write what belongs to it.

    Returns:
        The receipt, from now or from the first time.

    Raises:
        InsufficientChipsError: a player would go below zero at some point.
        UnknownPlayerError: a player has no account.
        EntryConflictError: the key was used for another entry.
        LedgerError: an account would hold more than it can.
    """
    moment = to_milliseconds(now)
    entry_id = add(connection, entries, key=entry.key, reason=entry.reason, posted_at=moment)
    if entry_id is None:
        return _earlier_receipt(connection, entry)
    rows = _lock_for(connection, entry)
    if before is not None:
        before(rows)
    lines = _walk(entry, rows)
    if lines:
        connection.execute(_ADD_POSTINGS, [{"entry_id": entry_id, **line} for line in lines])
        last = {line["account_id"]: line["balance"] for line in lines}
        connection.execute(
            _UPDATE_ACCOUNT, [{"account_id": number, "new_balance": balance} for number, balance in last.items()]
        )
    balances = {posting.account: line["balance"] for posting, line in zip(entry.postings, lines, strict=True)}
    return LedgerReceipt(entry.key, to_datetime(moment), balances)


def _lock_for(connection: Connection, entry: Entry) -> dict[Account, AccountRow]:
    """Lock all accounts of an entry; the house and games get an account when they first need one.

    Raises:
        UnknownPlayerError: a player has no account.
    """
    owners = {posting.account for posting in entry.postings}
    rows = find_accounts(connection, owners, lock=True)
    missing = sorted(owners - rows.keys(), key=str)
    if not missing:
        return rows
    for owner in missing:
        if isinstance(owner, PlayerId):
            raise UnknownPlayerError(owner.name)
        add(connection, accounts, kind=owner.kind, owner=str(owner))
    return find_accounts(connection, owners, lock=True)


def _walk(entry: Entry, rows: Mapping[Account, AccountRow]) -> list[dict[str, int]]:
    """Return the lines of an entry with the balance after each.

    Raises:
        InsufficientChipsError: a player would go below zero at some point.
        LedgerError: an account would hold more than it can.
        ValueError: a game would pay out chips that it gets only later.
    """
    balances = {row.id: row.balance for row in rows.values()}
    lines = []
    for number, posting in enumerate(entry.postings):
        owner, number_of_row = posting.account, rows[posting.account].id
        before = balances[number_of_row]
        after = balances[number_of_row] = before + posting.amount
        if owner.kind is AccountKind.HOUSE:
            if abs(after) > MOST_ISSUED:
                raise LedgerError(f"the house cannot give out or take in more than {MOST_ISSUED} chips")
        elif after > MOST_CHIPS:
            raise LedgerError(Phrase("errors.account_full", most=MOST_CHIPS))
        elif after < 0:
            if isinstance(owner, GameAccount):
                raise ValueError(f"{entry.key} takes more from {owner} than is there")
            raise InsufficientChipsError(-posting.amount, before)
        line = {"line": number, "account_id": number_of_row, "amount": posting.amount}
        lines.append(line | {"balance": after})
    return lines


def _earlier_receipt(connection: Connection, entry: Entry) -> LedgerReceipt:
    """Return the receipt of an entry that was posted before.

    Raises:
        EntryConflictError: the key was used for another entry.
    """
    head = connection.execute(select(entries).where(entries.c.key == entry.key)).one()
    columns = (postings.c.account_id, postings.c.amount, postings.c.balance)
    query = select(*columns).where(postings.c.entry_id == head.id).order_by(postings.c.line)
    lines = connection.execute(query).all()
    rows = find_accounts(connection, {posting.account for posting in entry.postings}, lock=False)
    posted = [(line.account_id, line.amount) for line in lines]
    asked = [
        (rows[posting.account].id if posting.account in rows else None, posting.amount) for posting in entry.postings
    ]
    if (head.reason, posted) != (entry.reason, asked):
        raise EntryConflictError(entry.key)
    balances = {posting.account: line.balance for posting, line in zip(entry.postings, lines, strict=True)}
    return LedgerReceipt(entry.key, to_datetime(head.posted_at), balances, repeated=True)
