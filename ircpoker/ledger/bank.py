"""The ledger's own rules: first chips, daily chips, gifts, and which accounts belong to one player.

Every function works within the caller's transaction, which the caller must roll back after an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, func, or_, select, update

from ircpoker.errors import (
    DailyTakenError,
    EntryConflictError,
    GiftRefusedError,
    InsufficientChipsError,
    NotAllowedError,
    UnknownPlayerError,
    UsageError,
    printable,
)
from ircpoker.ledger.accounts import HOUSE, LONGEST_NAME, Account, AccountKind, Identity, PlayerId
from ircpoker.ledger.applying import add_result
from ircpoker.ledger.changes import AccountInfo, GameResult
from ircpoker.ledger.chips import check_chips
from ircpoker.ledger.entries import Entry, LedgerReceipt, Posting, Reason, transfer, unique_key
from ircpoker.ledger.posting import AccountRow, find_accounts, insert, post_entry, to_milliseconds
from ircpoker.ledger.schema import accounts, games, preferences, results, seeds, shuffles
from ircpoker.ledger.sessions import merge_sessions
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Economy:
    """The chips that the house gives, and that players may give to each other.

    Attributes:
        starting_chips: the chips of a new player.
        daily_chips: the chips that a player may collect once a UTC day; 0 for none.
        gifts_per_day: the most chips that a player may give to others in a UTC day; 0 for none.
    """

    starting_chips: int = 1000
    daily_chips: int = 100
    gifts_per_day: int = 1000

    def __post_init__(self) -> None:
        """Check that all are possible numbers of chips.

        Raises:
            InvalidAmountError: one is not.
        """
        for chips in (self.starting_chips, self.daily_chips, self.gifts_per_day):
            check_chips(chips, least=0)


@dataclass(frozen=True, slots=True)
class Naming:
    """A player's current nick.

    Attributes:
        nick: the nick as it is shown.
        nick_key: the nick as it is looked up, folded by the network.
    """

    nick: str
    nick_key: str

    def storable(self) -> Naming:
        """Return the nick in the form in which it can be stored."""
        return Naming(_storable(self.nick), _storable(self.nick_key))


def find_account_info(connection: Connection, player: PlayerId) -> AccountInfo | None:
    """Return the data of a player's account, None if there is no account."""
    query = select(accounts.c.nick, accounts.c.balance, accounts.c.given).where(accounts.c.owner == str(player))
    row = connection.execute(query).first()
    return None if row is None else AccountInfo(player, row.nick, row.balance, row.given)


def open_player(
    connection: Connection, player: PlayerId, naming: Naming, starting_chips: int, now: datetime
) -> AccountInfo:
    """Make a new player's account with its first chips, or store the new nick of an old one.

    Args:
        connection: the transaction.
        player: the player.
        naming: their nick, in storable form.
        starting_chips: the chips of a new account.
        now: the time.

    Returns:
        The player's account.
    """
    same = (accounts.c.network == player.network, accounts.c.nick_key == naming.nick_key)
    last = connection.execute(select(func.max(accounts.c.nick_since)).where(*same)).scalar() or 0
    # Later than anybody else with this nick, even within a millisecond.
    since = max(to_milliseconds(now), last + 1)
    names = {"nick": naming.nick, "nick_key": naming.nick_key, "nick_since": since}
    values = {"kind": AccountKind.PLAYER, "owner": str(player), "network": player.network, **names}
    adding = insert(connection, accounts).values(values).on_conflict_do_nothing().returning(accounts.c.id)
    account_id = connection.execute(adding).scalar()
    if account_id is None:
        connection.execute(update(accounts).where(accounts.c.owner == str(player)).values(names))
    elif starting_chips:
        post_entry(connection, _grant(f"start:{account_id}", Reason.START, player, starting_chips), now)
    query = select(accounts.c.balance, accounts.c.given).where(accounts.c.owner == str(player))
    row = connection.execute(query).one()
    return AccountInfo(player, naming.nick, row.balance, row.given)


def give_daily(connection: Connection, player: PlayerId, daily_chips: int, now: datetime) -> LedgerReceipt:
    """Give a player the chips of the day.

    Args:
        connection: the transaction.
        player: the player.
        daily_chips: how many.
        now: the time.

    Returns:
        The receipt.

    Raises:
        NotAllowedError: there are none on this bot.
        DailyTakenError: today's were given already.
        UnknownPlayerError: the player has no account.
    """
    if not daily_chips:
        raise NotAllowedError(Phrase("errors.no_daily"))
    rows = find_accounts(connection, [player], lock=False)
    if player not in rows:
        raise UnknownPlayerError(player.name)
    today = now.astimezone(UTC).date()
    entry = _grant(f"daily:{rows[player].id}:{today.isoformat()}", Reason.DAILY, player, daily_chips)
    try:
        receipt = post_entry(connection, entry, now)
    except EntryConflictError:  # given by another bot with another number of daily chips
        receipt = None
    if receipt is None or receipt.repeated:
        tomorrow = datetime.combine(today + timedelta(days=1), time(), UTC)
        raise DailyTakenError((tomorrow - now).total_seconds())
    return receipt


def give_gift(connection: Connection, entry: Entry, gifts_per_day: int, now: datetime) -> LedgerReceipt:
    """Post a gift from one player to another.

    Args:
        connection: the transaction.
        entry: the gift, as `gift_entry` makes it.
        gifts_per_day: the most that the giver may give today.
        now: the time.

    Returns:
        The receipt.

    Raises:
        InsufficientChipsError: the giver does not have that many chips.
        GiftRefusedError: the giver has not won that many, or has given too many today.
        UnknownPlayerError: one of them has no account.
        EntryConflictError: the key was used for another entry.
    """
    giver = entry.postings[0].account
    amount = -entry.postings[0].amount
    today = now.astimezone(UTC).toordinal()

    def check(rows: Mapping[Account, AccountRow]) -> None:
        row = rows[giver]
        if amount > row.balance:
            raise InsufficientChipsError(amount, row.balance)
        won = max(0, row.balance - row.given)
        rest = max(0, gifts_per_day - (row.gifts if _counts(row, today) else 0))
        if amount > won:
            raise GiftRefusedError(amount, min(won, rest), Phrase("errors.only_won"))
        if amount > rest:
            raise GiftRefusedError(amount, rest, Phrase("errors.gifts_per_day", most=gifts_per_day))

    receipt = post_entry(connection, entry, now, before=check)
    if not receipt.repeated:
        is_same_day = accounts.c.gift_day >= today
        gifts = case((is_same_day, accounts.c.gifts), else_=0) + amount
        day = case((is_same_day, accounts.c.gift_day), else_=today)
        connection.execute(update(accounts).where(accounts.c.owner == str(giver)).values(gifts=gifts, gift_day=day))
    return receipt


def _counts(row: AccountRow, today: int) -> bool:
    """Return whether an account's gifts count for today; those of a later day do, too, if the clock was put back."""
    return row.gift_day >= today


def gift_entry(giver: PlayerId, receiver: PlayerId, amount: int, key: str) -> Entry:
    """Return the entry of a gift: chips that the giver won become chips that the receiver was given.

    Raises:
        InvalidAmountError: not a possible number of chips.
        UsageError: giver and receiver are the same.
    """
    check_chips(amount)
    if giver == receiver:
        raise UsageError(Phrase("errors.gift_to_oneself"))
    return Entry(key, Reason.GIFT, (Posting(giver, -amount), Posting(receiver, amount, given=amount)))


def rebind(
    connection: Connection, guest: PlayerId, player: PlayerId, now: datetime, renamed: set[int] | None = None
) -> bool:
    """Let a guest be `player` from now on: the guest logged in, or took another nick.

    If `player` is new, the account is simply called so. A guest with an account is somebody else, who had that nick
    before: nothing is done. With a services account the two are one person who was given first
    chips twice, so the guest's share of what was given goes back to the house, as far as it is still there,
    and what the guest won comes along. What is not there (lost, or still on a table) comes along as given
    chips, so that it cannot be given away when it returns from the table. Unfinished games, shuffles,
    results, hands and the seed change hands; of two seeds the later stays.

    Args:
        connection: the transaction.
        guest: who they were.
        player: who they are.
        now: the time.
        renamed: the numbers of accounts that were renamed in an earlier try, whose commit may have succeeded.

    Returns:
        Whether the guest's account is the player's now.
    """
    renamed = renamed if renamed is not None else set()
    # The house is locked as well, because a merge pays chips back to it and locks must be taken in one order.
    rows = find_accounts(connection, [guest, player, HOUSE], lock=True)
    if guest not in rows or (player in rows and player.identity is Identity.GUEST):
        return player in rows and rows[player].id in renamed
    old = rows[guest]
    if player not in rows:
        renamed.add(old.id)
        connection.execute(update(accounts).where(accounts.c.id == old.id).values(owner=str(player)))
        return True
    new = rows[player]
    postings = _merging(guest, player, old)
    if postings:
        post_entry(connection, Entry(unique_key(Reason.MERGE), Reason.MERGE, postings), now)
    if old.gifts:
        day = max(old.gift_day, new.gift_day)
        today = min(day, now.astimezone(UTC).toordinal())
        both = sum(row.gifts for row in (old, new) if _counts(row, today))
        connection.execute(update(accounts).where(accounts.c.id == new.id).values(gift_day=day, gifts=both))
        connection.execute(update(accounts).where(accounts.c.id == old.id).values(gifts=0))
    for table in (games, shuffles):
        connection.execute(update(table).where(table.c.player_id == old.id).values(player_id=new.id))
    merge_sessions(connection, old.id, new.id)
    _merge_results(connection, old.id, new.id)
    _merge_seeds(connection, old.id, new.id)
    _merge_preferences(connection, old.id, new.id)
    return True


def check_rebind(guest: PlayerId, player: PlayerId) -> None:
    """Raise ValueError unless `guest` is a guest and `player` is another name on the same network."""
    if guest.identity is not Identity.GUEST or guest.network != player.network or guest == player:
        raise ValueError(f"{guest} cannot become {player}")


def _merging(guest: PlayerId, player: PlayerId, row: AccountRow) -> tuple[Posting, ...]:
    back = min(row.balance, row.given)
    won = row.balance - back
    missing = row.given - back
    returned = (Posting(guest, -back, given=-back), Posting(HOUSE, back)) if back else ()
    carried = (Posting(guest, 0, given=-missing), Posting(player, 0, given=missing)) if missing else ()
    return (*returned, *transfer(guest, player, won), *carried)


def _merge_results(connection: Connection, old_id: int, new_id: int) -> None:
    names = ("game", "played", "won", "staked", "paid", "best")
    query = select(*(results.c[name] for name in names)).where(results.c.account_id == old_id)
    for row in connection.execute(query).mappings().all():
        add_result(connection, new_id, GameResult(**row))
    connection.execute(delete(results).where(results.c.account_id == old_id))


def _merge_seeds(connection: Connection, old_id: int, new_id: int) -> None:
    own = (seeds.c.player_id == old_id, seeds.c.player_id == new_id)
    latest = select(seeds.c.player_id).where(or_(*own)).order_by(seeds.c.set_at.desc(), own[0].desc()).limit(1)
    if connection.execute(latest).scalar() == old_id:
        connection.execute(delete(seeds).where(own[1]))
        connection.execute(update(seeds).where(own[0]).values(player_id=new_id))
    else:
        connection.execute(delete(seeds).where(own[0]))


def _merge_preferences(connection: Connection, old_id: int, new_id: int) -> None:
    """Give the account the guest's choices, except where it has its own."""
    own = select(preferences.c.name).where(preferences.c.player_id == new_id)
    old = preferences.c.player_id == old_id
    connection.execute(update(preferences).where(old, preferences.c.name.not_in(own)).values(player_id=new_id))
    connection.execute(delete(preferences).where(old))


def _grant(key: str, reason: str, player: PlayerId, chips: int) -> Entry:
    return Entry(key, reason, (Posting(HOUSE, -chips), Posting(player, chips, given=chips)))


def _storable(text: str) -> str:
    return printable(text[:LONGEST_NAME])
