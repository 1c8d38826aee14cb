"""Adds the whole ledger up again from its postings."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Select, and_, func, select

from ircpoker.ledger.accounts import AccountKind
from ircpoker.ledger.schema import accounts, entries, games, postings
from ircpoker.ledger.sessions import wrong_hands, wrong_sessions, wrong_tables
from ircpoker.ledger.tournaments import wrong_tournaments


class Audit(Struct, frozen=True):
    """The totals of the ledger.

    Attributes:
        accounts: the number of players with an account.
        entries: the number of all entries.
        issued: the net number of chips that the house has issued, by its postings.
        held: the chips in the players' accounts.
        at_tables: the chips on tables and in unfinished games.
        unbalanced: the number of faults: entries that do not add up to zero, accounts that differ from the sum of their
            postings or are below zero, kinds of games whose chips are not those of their games, hands that do not add
            up to zero, sessions at a table whose hands do not explain the cash-out, tables that hold fewer chips than
            their sessions, tournaments whose prizes are not their buy-ins or that do not hold these while they run; and
            one more if all this is right but `issued` is not `held + at_tables`.
    """

    accounts: int
    entries: int
    issued: int
    held: int
    at_tables: int
    unbalanced: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return self.unbalanced == 0

    def json(self) -> dict[str, int]:
        """Return the object of `ircpoker audit --json`."""
        return asdict(self)


def audit(connection: Connection) -> Audit:
    """Add the ledger up.

    Args:
        connection: a reading transaction, so that the bot may go on meanwhile.

    Returns:
        The totals.
    """
    numbers = [int(connection.execute(query).scalar() or 0) for query in _queries()]
    players, posted, taken, held, at_tables, *wrong = numbers
    return Audit(players, posted, -taken, held, at_tables, sum(wrong) or int(-taken != held + at_tables))


@cache
def _queries() -> tuple[Select[Any], ...]:
    """Return the queries for the totals, in the order of `Audit`, and those that count faults."""

    def balance(kind: AccountKind) -> Select[Any]:
        return select(func.sum(accounts.c.balance)).where(accounts.c.kind == kind)

    house = accounts.c.kind == AccountKind.HOUSE
    return (
        select(func.count()).where(accounts.c.kind == AccountKind.PLAYER),
        select(func.count()).select_from(entries),
        select(func.sum(postings.c.amount)).join_from(postings, accounts).where(house),
        balance(AccountKind.PLAYER),
        balance(AccountKind.GAME),
        _unbalanced_entries(),
        _wrong_accounts(),
        _negative_accounts(),
        _wrong_games(),
        wrong_hands(),
        wrong_sessions(),
        wrong_tables(),
        wrong_tournaments(),
    )


def _unbalanced_entries() -> Select[Any]:
    unbalanced = select(postings.c.entry_id).group_by(postings.c.entry_id).having(func.sum(postings.c.amount) != 0)
    return select(func.count()).select_from(unbalanced.subquery())


def _wrong_accounts() -> Select[Any]:
    amount = func.sum(postings.c.amount).label("amount")
    sums = select(postings.c.account_id, amount).group_by(postings.c.account_id).subquery()
    differs = accounts.c.balance != func.coalesce(sums.c.amount, 0)
    return select(func.count()).select_from(accounts.outerjoin(sums, sums.c.account_id == accounts.c.id)).where(differs)


def _negative_accounts() -> Select[Any]:
    return select(func.count()).where(and_(accounts.c.kind != AccountKind.HOUSE, accounts.c.balance < 0))


def _wrong_games() -> Select[Any]:
    held = select(games.c.kind, func.sum(games.c.held).label("held")).group_by(games.c.kind).subquery()
    account = select(accounts.c.owner, accounts.c.balance).where(accounts.c.kind == AccountKind.GAME).subquery()
    both = held.join(account, account.c.owner == "game:" + held.c.kind, full=True)
    differs = func.coalesce(held.c.held, 0) != func.coalesce(account.c.balance, 0)
    return select(func.count()).select_from(both).where(differs)
