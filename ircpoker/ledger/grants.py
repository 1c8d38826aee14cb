"""The chips that the house gives: first chips, daily chips, and refills of players who have hardly any left.

Guests of one host are given a limited number of chips in a UTC day, all of these together. If the clock is put back, no
day and no hour begins anew. Every function works within the caller's transaction, which the caller must roll back after
an error.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import fields
from sqlalchemy import BindParameter, Connection, Integer, bindparam, case, func, select, update

from ircpoker.errors import DailyTakenError, EntryConflictError, NotAllowedError, UnknownPlayerError
from ircpoker.ledger.accounts import HOUSE, PlayerId
from ircpoker.ledger.entries import MOST_CHIPS, Entry, LedgerReceipt, Reason, check_chips, transfer
from ircpoker.ledger.played import chips_at_tables
from ircpoker.ledger.posting import (
    AccountRow,
    account_row,
    add,
    find_accounts,
    post_entry,
    to_datetime,
    to_milliseconds,
)
from ircpoker.ledger.schema import accounts, entries, games, given, identities, sessions
from ircpoker.words import Phrase, wait_phrase
from ircpoker.words.plain_text import host_of

REFILL_EVERY = timedelta(hours=1)
"""The time between two refills of a player."""
# Each new player runs some of these: to build such a statement takes as long as to run it.
_HERE = (given.c.network == bindparam("of_network"), given.c.host == bindparam("of_host"))
_GIVEN = select(given.c.day, given.c.chips).where(*_HERE)
_LOCK_GIVEN = _GIVEN.with_for_update()
_TODAY: BindParameter[int] = bindparam("today", type_=Integer)
_IS_SAME_DAY = given.c.day >= _TODAY
_COUNT_GIVEN = (
    update(given)
    .where(*_HERE)
    .values(
        day=case((_IS_SAME_DAY, given.c.day), else_=_TODAY),
        chips=case((_IS_SAME_DAY, given.c.chips), else_=0) + bindparam("more", type_=Integer),
    )
)
_IS_TABLE = select(sessions.c.id).where(sessions.c.game_id == games.c.id).exists()
_IN_GAMES = select(func.sum(games.c.held)).where(games.c.player_id == bindparam("account"), ~_IS_TABLE)


class Economy(Struct, frozen=True):
    """The chips that the house gives, and that players may give to each other.

    Attributes:
        starting_chips: the chips of a new player.
        daily_chips: the chips that a player may collect once a UTC day; 0 for none.
        gifts_per_day: the most chips that a player may give to others in a UTC day; 0 for none.
        gift_age: the days after which an account may give chips away.
        guest_chips: the most chips that a guest takes along to a services account, once for each account.
        house_stake: the most chips that the house stakes in a UTC day on robots that one player calls.
        refills: the most refills of a player in a UTC day, one an hour; 0 for none.
        refill_to: the chips up to which a player who has fewer is filled up.
        given_per_host: the most chips that the house gives to the guests of one host in a UTC day; 0 for no limit.
    """

    starting_chips: int = 1000
    daily_chips: int = 100
    gifts_per_day: int = 1000
    gift_age: int = 7
    guest_chips: int = 10_000
    house_stake: int = 2000
    refills: int = 5
    refill_to: int = 100
    given_per_host: int = 10_000

    def __post_init__(self) -> None:
        """Check that all are possible numbers.

        Raises:
            InvalidAmountError: one is not.
        """
        for number in fields(self):
            check_chips(getattr(self, number.name), least=0)


class Refill(Struct, frozen=True):
    """A refill that was given.

    Attributes:
        chips: the chips that the player got.
        number: which one of the day it is, counted from 1.
    """

    chips: int
    number: int


class Means(Struct, frozen=True):
    """What a player has, and what the house would give them now.

    Attributes:
        balance: the chips in their account.
        elsewhere: their chips at tables and in unfinished games.
        refill: the chips that a refill would bring now; 0 if none is due.
        daily: the chips that they could collect for today; 0 for none.
        wait: the seconds until the house may give them more than that.
    """

    balance: int
    elsewhere: int
    refill: int
    daily: int
    wait: float


class Grants:
    """The grants of the house within one transaction."""

    def __init__(self, connection: Connection, economy: Economy, now: datetime) -> None:
        """Give chips as an economy allows.

        Args:
            connection: the transaction.
            economy: the numbers of chips, and their limits.
            now: the time.
        """
        self._connection = connection
        self._economy = economy
        self._now = now
        self._today = now.astimezone(UTC).toordinal()

    def start(self, player: PlayerId, source: str) -> bool:
        """Give a new player the first chips; return whether the guests of their host may have no more of them."""
        share = self._share(player, source)
        chips = min(self._economy.starting_chips, self._room(share))
        if chips:
            key = f"start:{account_row(self._connection, player, lock=False).id}"
            self._give(Entry(key, Reason.START, transfer(HOUSE, player, chips)), share, chips)
        return chips < self._economy.starting_chips

    def daily(self, player: PlayerId, source: str) -> LedgerReceipt:
        """Give a player the chips of the day; results and errors as `Ledger.daily`."""
        wanted = self._economy.daily_chips
        if not wanted:
            raise NotAllowedError(Phrase("errors.no_daily"))
        row = account_row(self._connection, player, lock=False)
        if self._has_daily(row):
            raise DailyTakenError(self._seconds_left(self._today))
        share = self._share(player, source)
        chips = min(wanted, self._room(share))
        if not chips:
            wait = wait_phrase(self._seconds_left(self._today))
            raise NotAllowedError(Phrase("errors.host_share", most=self._economy.given_per_host, wait=wait))
        entry = Entry(self._daily_key(row.id), Reason.DAILY, transfer(HOUSE, player, chips))
        try:
            receipt = self._give(entry, share, chips)
        except EntryConflictError:  # Another bot has just given another number of daily chips.
            receipt = None
        if receipt is None or receipt.repeated:
            raise DailyTakenError(self._seconds_left(self._today))
        return receipt

    def refill(self, player: PlayerId, source: str) -> Refill | None:
        """Fill a player up to `Economy.refill_to`; return None if no refill is due."""
        share = self._share(player, source)
        room = self._room(share)
        # In the order in which all transactions lock them.
        row = find_accounts(self._connection, [HOUSE, player], lock=True).get(player)
        if row is None:
            raise UnknownPlayerError(player.name)
        total = row.balance + self._elsewhere(row)
        chips = min(self._missing(row, total), room)
        if not chips:
            return None
        day = max(row.refill_day, self._today)
        number = self._refills(row) + 1
        entry = Entry(f"refill:{row.id}:{day}:{number}", Reason.REFILL, transfer(HOUSE, player, chips))
        self._give(entry, share, chips)
        # Of earlier refills at most the chips that were left can still be there.
        values = {"refill_day": day, "refills": number, "refilled": min(row.refilled, total) + chips}
        values["refilled_at"] = to_milliseconds(self._now)
        self._connection.execute(update(accounts).where(accounts.c.id == row.id).values(values))
        return Refill(chips, number)

    def means(self, player: PlayerId, source: str) -> Means:
        """Return what a player has and may get; nothing is written or locked.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        row, economy = account_row(self._connection, player, lock=False), self._economy
        elsewhere, room = self._elsewhere(row), self._room(self._share(player, source), lock=False)
        missing = self._missing(row, row.balance + elsewhere)
        daily = 0 if self._has_daily(row) else min(economy.daily_chips, room)
        wait = self._seconds_left(self._today)
        if row.balance + elsewhere < economy.refill_to and room and self._refills(row) < economy.refills:
            hour = to_datetime(row.refilled_at) + REFILL_EVERY - self._now
            wait = min(wait, max(0.0, hour.total_seconds()))
        return Means(row.balance, elsewhere, min(missing, room), daily, wait)

    # What is due

    def _missing(self, row: AccountRow, total: int) -> int:
        """Return the chips that a player lacks, if they may have a refill now."""
        is_early = self._now < to_datetime(row.refilled_at) + REFILL_EVERY
        if is_early or self._refills(row) >= self._economy.refills:
            return 0
        return max(0, self._economy.refill_to - total)

    def _refills(self, row: AccountRow) -> int:
        """Return the refills of the day; those of a later day count, too, if the clock was put back."""
        return row.refills if row.refill_day >= self._today else 0

    def _elsewhere(self, row: AccountRow) -> int:
        """Return a player's chips at tables and in unfinished games; the games of a table also hold others' chips."""
        at_tables = chips_at_tables(self._connection, row.id).get(row.id, 0)
        return at_tables + int(self._connection.execute(_IN_GAMES, {"account": row.id}).scalar() or 0)

    def _daily_key(self, account: int) -> str:
        return f"daily:{account}:{self._now.astimezone(UTC).date().isoformat()}"

    def _has_daily(self, row: AccountRow) -> bool:
        """Return whether a player has had the chips of the day, or of a later one if the clock was put back."""
        # What a further identity took on the day of its link, before it, counts for all.
        closed = select(identities.c.closed_id).where(identities.c.account_id == row.id)
        return any(map(self._has_daily_of, (row.id, *self._connection.execute(closed).scalars())))

    def _has_daily_of(self, account: int) -> bool:
        # `startswith` uses no index, and most keys of other entries come after today's: the last day ends the search.
        own = entries.c.key.startswith(f"daily:{account}:", autoescape=True)
        is_since_today = entries.c.key.between(self._daily_key(account), f"daily:{account}:{date.max}")
        taken = select(entries.c.id).where(own, is_since_today).limit(1)
        return self._connection.execute(taken).first() is not None

    def _seconds_left(self, day: int) -> float:
        midnight = datetime.fromordinal(day + 1).replace(tzinfo=UTC)
        return (midnight - self._now).total_seconds()

    # The share of a host

    def _give(self, entry: Entry, share: tuple[str, str], chips: int) -> LedgerReceipt:
        """Post an entry, and count its chips for the guest's host, whose row is locked."""
        receipt = post_entry(self._connection, entry, self._now)
        network, host = share
        if host and chips and not receipt.repeated:
            new = {"today": self._today, "more": chips}
            self._connection.execute(_COUNT_GIVEN, {"of_network": network, "of_host": host, **new})
        return receipt

    def _room(self, share: tuple[str, str], *, lock: bool = True) -> int:
        """Return how many more chips the guests of a host may be given today.

        Args:
            share: the network and the host.
            lock: whether to lock the host's number until the transaction ends.
        """
        network, host = share
        if not host:
            return MOST_CHIPS
        if lock:
            add(self._connection, given, network=network, host=host, day=self._today, chips=0)
        here = {"of_network": network, "of_host": host}
        row = self._connection.execute(_LOCK_GIVEN if lock else _GIVEN, here).first()
        had = row.chips if row is not None and row.day >= self._today else 0
        return max(0, self._economy.given_per_host - had)

    def _share(self, player: PlayerId, source: str) -> tuple[str, str]:
        """Return the network and the host for which a player's chips are counted.

        Args:
            player: the player; for accounts of services the host is empty, as there is no limit for them.
            source: stands for the host where guests have no address.
        """
        is_limited = player.is_guest and self._economy.given_per_host
        return player.network, host_of(player.address) or source if is_limited else ""
