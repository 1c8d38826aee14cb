"""The accounts of players, and gifts from one to another.

Every function works within the caller's transaction, which the caller must roll back after an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, and_, bindparam, case, func, or_, select, update

from ircpoker.errors import HostLimitError, InsufficientChipsError, NotAllowedError, UsageError, printable
from ircpoker.ledger.accounts import LONGEST_NAME, Account, AccountKind, PlayerId
from ircpoker.ledger.entries import Entry, LedgerReceipt
from ircpoker.ledger.grants import Economy, Grants
from ircpoker.ledger.posting import AccountRow, add, find_accounts, post_entry, to_datetime, to_milliseconds
from ircpoker.ledger.schema import accounts, identities
from ircpoker.ledger.stored import AccountInfo
from ircpoker.words import Phrase
from ircpoker.words.plain_text import host_of

GUEST_HOUR = timedelta(hours=1)
# Each command begins with some of these: to build such a statement takes as long as to run it.
_OWN_INFO = select(accounts.c.nick, accounts.c.balance).where(accounts.c.owner == bindparam("player"))
_LINKED_INFO = (
    select(identities.c.nick, accounts.c.balance)
    .where(identities.c.player == bindparam("player"))
    .join(accounts, identities.c.account_id == accounts.c.id)
)


def _of_nick(table: Table) -> tuple[ColumnElement[bool], ...]:
    return table.c.network == bindparam("network"), table.c.nick_key == bindparam("nick_key")


_NAMESAKE = select(accounts.c.id).where(*_of_nick(accounts)).limit(1)
_NAMED_LAST = [select(func.max(table.c.nick_since)).where(*_of_nick(table)) for table in (accounts, identities)]
_STORE_NICK = [
    update(table).where(who == bindparam("who"))
    for table, who in ((accounts, accounts.c.owner), (identities, identities.c.player))
]


class Origin(Struct, frozen=True):
    """Where a new player comes from.

    Attributes:
        source: what the chips given to a guest are counted for where guests have no address, such as a connection.
        guests_per_hour: the most new guests of one host in an hour; None for any number.
    """

    source: str = ""
    guests_per_hour: int | None = None


class Naming(Struct, frozen=True):
    """A player's current nick.

    Attributes:
        nick: the nick as it is shown.
        nick_key: the nick as it is looked up, folded by the network.
    """

    nick: str
    nick_key: str

    def storable(self) -> Naming:
        """Return the nick in the form in which it can be stored."""
        return Naming(printable(self.nick[:LONGEST_NAME]), printable(self.nick_key[:LONGEST_NAME]))


def find_account_info(connection: Connection, player: PlayerId) -> AccountInfo | None:
    """Return the data of a player's account, None if there is no account."""
    found = (connection.execute(query, {"player": str(player)}).first() for query in (_OWN_INFO, _LINKED_INFO))
    row = next(filter(None, found), None)
    return None if row is None else AccountInfo(player, row.nick, row.balance)


def open_player(
    connection: Connection, player: PlayerId, naming: Naming, economy: Economy, now: datetime, origin: Origin
) -> AccountInfo:
    """Make a new player's account with its first chips, or store the new nick of an old one.

    A guest stored without an address belongs to the first address from which somebody speaks under that nick.

    Args:
        connection: the transaction.
        player: the player.
        naming: their nick, in storable form.
        economy: the chips of a new account.
        now: the time.
        origin: where they come from.

    Returns:
        The player's account.

    Raises:
        HostLimitError: too many guests have begun from that host within an hour.
    """
    was = find_account_info(connection, player)
    if was is None and player.address:
        renaming = update(accounts).where(accounts.c.owner == str(player.without_address)).values(owner=str(player))
        was = find_account_info(connection, player) if connection.execute(renaming).rowcount else None
    has_namesake = was is None and _add_account(connection, player, naming, now, origin.guests_per_hour)
    is_short = was is None and Grants(connection, economy, now).start(player, origin.source)
    name_player(connection, player, naming, now)
    row = find_accounts(connection, [player], lock=False)[player]
    return AccountInfo(player, naming.nick, row.balance, has_namesake, is_short)


def _add_account(
    connection: Connection, player: PlayerId, naming: Naming, now: datetime, guests_per_hour: int | None
) -> bool:
    """Add an account; return whether somebody else has, or had, that nick.

    Raises:
        HostLimitError: too many guests have begun from that host within an hour.
    """
    if player.address and guests_per_hour is not None:
        # The hosts are taken from the names: an hour has few new accounts, so no column is needed.
        lately, host = accounts.c.opened_at > to_milliseconds(now - GUEST_HOUR), host_of(player.address)
        own = select(accounts.c.opened_at, accounts.c.owner).where(lately)
        linked = select(accounts.c.opened_at, identities.c.player).where(lately)
        linked = linked.join(accounts, identities.c.closed_id == accounts.c.id)
        guests = [
            *connection.execute(own.where(_may_be_from(accounts.c.owner, player.network, host))),
            *connection.execute(linked.where(_may_be_from(identities.c.player, player.network, host))),
        ]
        begun = sorted([opened_at for opened_at, guest in guests if host_of(guest) == host], reverse=True)
        if len(begun) >= guests_per_hour:
            over = to_datetime(begun[guests_per_hour - 1]) + GUEST_HOUR
            raise HostLimitError(guests_per_hour, (over - now).total_seconds())
    same = {"network": player.network, "nick_key": naming.nick_key}
    has_namesake = connection.execute(_NAMESAKE, same).first() is not None
    add_player(connection, player, now)
    return has_namesake


def _may_be_from(guest: ColumnElement[str], network: str, host: str) -> ColumnElement[bool]:
    """Return whether a guest may be from a host: so an hour with very many guests is not read whole."""
    # A host of IPv6 has many addresses.
    there = or_(guest.endswith(f"@{host}", autoescape=True), guest.like("%@%:%"))
    return and_(guest.startswith(f"guest:{network}/", autoescape=True), there)


def add_player(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Add a player's account, without chips."""
    values = {"kind": AccountKind.PLAYER, "owner": str(player), "network": player.network}
    add(connection, accounts, **values, opened_at=to_milliseconds(now))


def name_player(connection: Connection, player: PlayerId, naming: Naming, now: datetime) -> None:
    """Store a player's nick, by which `find_player` finds them from now on."""
    # The time is later than that of anybody else with this nick, even within a millisecond.
    since = to_milliseconds(now)
    for query in _NAMED_LAST:
        last = connection.execute(query, {"network": player.network, "nick_key": naming.nick_key}).scalar() or 0
        since = max(since, last + 1)
    names = {"nick": naming.nick, "nick_key": naming.nick_key, "nick_since": since}
    for storing in _STORE_NICK:
        if connection.execute(storing, {"who": str(player), **names}).rowcount:
            break


def give_gift(connection: Connection, entry: Entry, economy: Economy, now: datetime, *, any_age: bool) -> LedgerReceipt:
    """Post a gift from one player to another.

    Args:
        connection: the transaction.
        entry: the gift.
        economy: has the limits of gifts.
        now: the time.
        any_age: whether an account of any age may give.

    Returns:
        The receipt.

    Raises:
        InsufficientChipsError: the giver does not have that many chips.
        NotAllowedError: the giver has given too many today.
        NotAllowedError: the giver's account is too young.
        UnknownPlayerError: one of them has no account.
        EntryConflictError: the key was used for another entry.
    """
    giver = entry.postings[0].account
    amount = -entry.postings[0].amount
    today = now.astimezone(UTC).toordinal()

    def check(rows: Mapping[Account, AccountRow]) -> None:
        row = rows[giver]
        if row.id == rows[entry.postings[1].account].id:
            raise UsageError(Phrase("errors.gift_to_oneself"))
        age = now - to_datetime(row.opened_at)
        if age < timedelta(days=economy.gift_age) and not any_age:
            raise NotAllowedError(Phrase("errors.gift_age", days=economy.gift_age, age=max(0, age.days)))
        if amount > row.balance:
            raise InsufficientChipsError(amount, row.balance)
        rest = max(0, economy.gifts_per_day - (row.gifts if counts(row, today) else 0))
        own = max(0, row.balance - row.refilled)
        if amount > min(rest, own):
            most, is_refilled = economy.gifts_per_day, own < rest
            reason = Phrase("errors.gift_refilled") if is_refilled else Phrase("errors.gifts_per_day", most=most)
            raise NotAllowedError(Phrase("errors.gift", amount=amount, reason=reason, allowed=min(rest, own)))

    receipt = post_entry(connection, entry, now, before=check)
    if not receipt.repeated:
        is_same_day = accounts.c.gift_day >= today
        gifts = case((is_same_day, accounts.c.gifts), else_=0) + amount
        day = case((is_same_day, accounts.c.gift_day), else_=today)
        row = find_accounts(connection, [giver], lock=False)[giver]
        connection.execute(update(accounts).where(accounts.c.id == row.id).values(gifts=gifts, gift_day=day))
    return receipt


def counts(row: AccountRow, today: int) -> bool:
    """Return whether an account's gifts count for today; those of a later day do, too, if the clock was put back."""
    return row.gift_day >= today
