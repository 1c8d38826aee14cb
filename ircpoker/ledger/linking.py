"""Several identities of one account: linked by a code, and separated again.

An account has one first owner (`accounts.owner`) and may have further ones (`identities`), each of another network. The
account that a further owner had before is closed: it has no chips, and is opened again when the identities part. So
nobody gets first chips twice.

Every function works within the caller's transaction; the caller must roll it back after an error.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from ircpoker.errors import NotAllowedError
from ircpoker.ledger import tokens
from ircpoker.ledger.accounts import HOUSE, AccountKind, PlayerId
from ircpoker.ledger.entries import Entry, Reason, transfer, unique_key
from ircpoker.ledger.identities import merge_records, today_of_both
from ircpoker.ledger.posting import AccountRow, account_row, find_accounts, post_entry, to_milliseconds
from ircpoker.ledger.schema import accounts, entries, games, identities, postings, sessions
from ircpoker.ledger.tokens import Purpose
from ircpoker.words import Phrase

_BY_AGE = (identities.c.linked_at, identities.c.player)
_LINKED = (
    select(accounts.c.owner, identities.c.player)
    .join_from(identities, accounts, identities.c.account_id == accounts.c.id)
    .order_by(*_BY_AGE)
)

MOST_IDENTITIES = 3
"""The most identities of an account."""
_GRANTS = (Reason.START, Reason.DAILY, Reason.REFILL, Reason.GIVE_BACK)


class LinkResult(NamedTuple):
    """Two identities that own one account now.

    Attributes:
        players: all identities of the account, its first owner first.
        balance: the chips in the account.
        given_back: the chips that went back to the house.
        added: the chips that the newer account had earned.
    """

    players: tuple[PlayerId, ...]
    balance: int
    given_back: int
    added: int


# Reading


def identities_of(connection: Connection, player: PlayerId) -> tuple[PlayerId, ...]:
    """Return all identities of a player's account, its first owner first; only the player if there is no account."""
    row = find_accounts(connection, [player], lock=False).get(player)
    further = [] if row is None else _further(connection, row.id)
    return (player if row is None else PlayerId.parse(row.owner), *[PlayerId.parse(each.player) for each in further])


def linked_players(connection: Connection) -> list[tuple[PlayerId, ...]]:
    """Return the identities of each account that has several, its first owner first."""
    groups: dict[str, list[str]] = {}
    for owner, player in connection.execute(_LINKED):
        groups.setdefault(owner, [owner]).append(player)
    return [tuple(map(PlayerId.parse, names)) for names in groups.values()]


def _further(connection: Connection, account: int) -> list[Row[Any]]:
    query = select(identities).where(identities.c.account_id == account)
    return list(connection.execute(query.order_by(*_BY_AGE)))


# Linking


def link(connection: Connection, code: str, player: PlayerId, now: datetime) -> LinkResult | None:
    """Let a player own one account with the player who got a code.

    The older account goes on. The chips that the house has given to the newer one go back to it, as far as they are
    still there; the others follow, with results, hands and choices.

    Args:
        connection: the transaction.
        code: from `tokens.give`, for `Purpose.LINK`.
        player: who gives it; has an account.
        now: the time.

    Returns:
        What came of it; None if the code is not valid.

    Raises:
        NotAllowedError: it is the player's own, the two cannot be one, or one of them plays.
    """
    asker = tokens.use(connection, code, Purpose.LINK, now)
    if asker is None:
        return None
    if asker == player:
        raise NotAllowedError(Phrase("errors.own_link_code"))
    # The house, too, in the order in which all transactions lock them.
    rows = find_accounts(connection, [HOUSE, asker, player], lock=True)
    if asker not in rows or player not in rows:
        return None
    older, newer = sorted([rows[asker], rows[player]], key=lambda row: (row.opened_at, row.id))
    if older.id == newer.id:
        raise NotAllowedError(Phrase("errors.linked_already"))
    players = [*identities_of(connection, PlayerId.parse(older.owner))]
    players += identities_of(connection, PlayerId.parse(newer.owner))
    if len(players) > MOST_IDENTITIES:
        raise NotAllowedError(Phrase("errors.most_identities", most=MOST_IDENTITIES))
    if len({each.network for each in players}) < len(players):
        raise NotAllowedError(Phrase("errors.linked_network"))
    _check_idle(connection, older, newer)
    given_back, added = _move_chips(connection, older, newer, now)
    merge_records(connection, newer.id, older.id)
    # A code for one owner must not open what several own, now or when they have parted.
    values = today_of_both(older, newer, now) | {"code": ""}
    connection.execute(update(accounts).where(accounts.c.id == older.id).values(values))
    _close(connection, older, newer, now)
    for each in players:
        tokens.end(connection, each, [Purpose.LINK])
    return LinkResult(tuple(players), older.balance + added, given_back, added)


def _check_idle(connection: Connection, *rows: AccountRow) -> None:
    """Check that nobody sits at a table or has an unfinished game with one of these accounts.

    Raises:
        NotAllowedError: somebody does.
    """
    numbers = [row.id for row in rows]
    seat = select(sessions.c.id).where(sessions.c.player_id.in_(numbers), sessions.c.cashed_out.is_(None)).limit(1)
    game = select(games.c.id).where(games.c.player_id.in_(numbers)).limit(1)
    if connection.execute(seat).first() or connection.execute(game).first():
        raise NotAllowedError(Phrase("errors.link_seated"))


def _move_chips(connection: Connection, older: AccountRow, newer: AccountRow, now: datetime) -> tuple[int, int]:
    """Empty the newer account; return the chips that went back to the house, and those that followed."""
    owner = PlayerId.parse(newer.owner)
    back = min(newer.balance, max(0, _given(connection, newer.id)))
    added = newer.balance - back
    if back:
        entry = Entry(unique_key(Reason.GIVE_BACK), Reason.GIVE_BACK, transfer(owner, HOUSE, back))
        post_entry(connection, entry, now)
    if added:
        followed = transfer(owner, PlayerId.parse(older.owner), added)
        post_entry(connection, Entry(unique_key(Reason.LINK), Reason.LINK, followed), now)
    return back, added


def _given(connection: Connection, account: int) -> int:
    """Return the chips that the house has given to an account and not got back, with those of a guest who became it."""
    granted = _granted(connection, account)
    from_guests = select(postings.c.entry_id, postings.c.amount).join_from(postings, entries)
    from_guests = from_guests.where(
        postings.c.account_id == account, postings.c.amount > 0, entries.c.reason == Reason.MERGE
    )
    for entry_id, amount in connection.execute(from_guests).all():
        other = select(postings.c.account_id).where(postings.c.entry_id == entry_id, postings.c.account_id != account)
        granted += min(amount, max(0, _granted(connection, connection.execute(other).scalar_one())))
    return granted


def _granted(connection: Connection, account: int) -> int:
    query = select(func.sum(postings.c.amount)).join_from(postings, entries)
    query = query.where(postings.c.account_id == account, entries.c.reason.in_(_GRANTS))
    return int(connection.execute(query).scalar() or 0)


def _close(connection: Connection, older: AccountRow, newer: AccountRow, now: datetime) -> None:
    """Close the newer account, whose identities own the older one now."""
    row = connection.execute(select(accounts).where(accounts.c.id == newer.id)).one()
    closed = {"kind": AccountKind.CLOSED, "owner": f"closed:{newer.id}", "code": "", "refilled": 0}
    names = {"network": "", "nick": "", "nick_key": "", "nick_since": 0}
    connection.execute(update(accounts).where(accounts.c.id == newer.id).values(closed | names))
    connection.execute(update(identities).where(identities.c.account_id == newer.id).values(account_id=older.id))
    moved = {name: getattr(row, name) for name in names}
    linked = {"player": newer.owner, "account_id": older.id, "closed_id": newer.id}
    connection.execute(insert(identities).values(**linked, **moved, linked_at=to_milliseconds(now)))


# Parting


def unlink(connection: Connection, owner: PlayerId, player: PlayerId) -> tuple[PlayerId, ...]:
    """Let a player leave an account with several identities, with an account of their own without chips.

    Chips, results, hands and choices stay with the account. If its first owner leaves, the identity that was linked
    first takes their place.

    Args:
        connection: the transaction.
        owner: who wants it, one of the identities.
        player: who leaves, the same or another one.

    Returns:
        The identities that stay.

    Raises:
        UnknownPlayerError: the owner has no account.
        NotAllowedError: the account has no such identity or no other one, or somebody plays with it.
    """
    row = account_row(connection, owner, lock=True)
    further = _further(connection, row.id)
    if not further or player.text not in {row.owner, *[each.player for each in further]}:
        raise NotAllowedError(Phrase("errors.not_linked"))
    _check_idle(connection, row)
    leaving = next((each for each in further if each.player == player.text), None)
    heir = leaving or further[0]
    connection.execute(delete(identities).where(identities.c.player == heir.player))
    names = {name: getattr(heir, name) for name in ("network", "nick", "nick_key", "nick_since")}
    if leaving is None:
        columns = [accounts.c[name] for name in names]
        own = connection.execute(select(*columns).where(accounts.c.id == row.id)).one()
        first = {"owner": heir.player, "code": ""} | names
        connection.execute(update(accounts).where(accounts.c.id == row.id).values(first))
        names = dict(own._mapping)
    # What was given away or refilled today counts for both.
    opened = {"kind": AccountKind.PLAYER, "owner": player.text, "gift_day": row.gift_day, "gifts": row.gifts}
    opened |= {"refill_day": row.refill_day, "refills": row.refills, "refilled_at": row.refilled_at}
    connection.execute(update(accounts).where(accounts.c.id == heir.closed_id).values(opened | names))
    tokens.end(connection, player, [Purpose.LINK])
    staying = PlayerId.parse(heir.player if leaving is None else row.owner)
    return identities_of(connection, staying)
