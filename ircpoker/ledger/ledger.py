"""The ledger: the chips of all accounts, and the data that are stored together with them.

Every movement is a balanced entry with a key that makes it happen only once; each call is one transaction. Several
processes may share one database. The ledger knows no games: it stores integers, keys and opaque texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection

from ircpoker.ledger import administration, bank, figures, played, queries, tournaments
from ircpoker.ledger import audit as auditing
from ircpoker.ledger.accounts import Account, GameAccount, PlayerId
from ircpoker.ledger.administration import Ignore
from ircpoker.ledger.applying import apply_changes
from ircpoker.ledger.backup import backup
from ircpoker.ledger.changes import Change, EndGame
from ircpoker.ledger.database import Database, reads
from ircpoker.ledger.entries import Entry, LedgerReceipt, Reason, check_chips, settlement, transfer
from ircpoker.ledger.grants import Economy, Grants, Means, Refill
from ircpoker.ledger.players import Players
from ircpoker.ledger.posting import AccountRow, post_entry
from ircpoker.ledger.sessions import stake_left
from ircpoker.ledger.stored import Ranked, SavedGame, Shuffle
from ircpoker.ledger.upgrading import check_current, upgrade
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.clock import Clock


class Ledger(Players):
    """All chips of one bot, or of several bots on one database. It can be used from several threads.

    Every method may raise LedgerError when the database fails; then nothing is half done.

    Examples:
        >>> from ircpoker.runtime.clock import ManualClock
        >>> from ircpoker.ledger import HOUSE, Entry, PlayerId, transfer
        >>> ledger = Ledger("sqlite://", ManualClock())
        >>> alice = PlayerId.of("console", nick_key="alice")
        >>> ledger.open_player(alice).balance
        1000
        >>> pull = Entry("slot:1", "slot", (*transfer(alice, HOUSE, 10), *transfer(HOUSE, alice, 50)))
        >>> ledger.post(pull).balances[alice], ledger.post(pull).balances[alice], ledger.balance(alice)
        (1040, 1040, 1040)
        >>> ledger.audit()
        Audit(accounts=1, entries=2, issued=1040, held=1040, at_tables=0, unbalanced=0)
        >>> ledger.close()
    """

    def __init__(
        self,
        url: str,
        clock: Clock,
        economy: Economy | None = None,
        *,
        hurries: bool = False,
        reads_only: bool = False,
        activity: Activity | None = None,
    ) -> None:
        """Open a ledger; make its tables, or upgrade them, if necessary.

        Args:
            url: an SQLAlchemy URL: `sqlite:///FILE`, `sqlite://` (in memory, lost at the end) or
                `postgresql+psycopg://…`.
            clock: the time.
            economy: the chips that the house gives.
            hurries: whether to wait neither for locks nor for the server once the ledger is open (see
                `Database.hurry`).
            reads_only: whether to leave the database as it is; then it must exist and have this version's tables.
            activity: takes the times of the transactions; None if nobody asks for them.

        Raises:
            LedgerError: the database cannot be opened or does not fit.
        """
        super().__init__(Database(url, reads_only=reads_only), clock, economy or Economy())
        try:
            (check_current if reads_only else upgrade)(self._database)
            if hurries:
                self._database.hurry()
            self._database.activity = activity
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; a ledger in memory is gone."""
        self._database.close()

    def claim(self, *networks: str) -> None:
        """Claim networks for this process, until the ledger is closed or the process ends.

        Args:
            networks: the names of the networks.

        Raises:
            LedgerError: another process has claimed one of them; the message has its name.
        """
        for network in networks:
            self._database.claim(network)

    # Chips

    def post(self, entry: Entry, *changes: Change) -> LedgerReceipt:
        """Move chips and write changes in one transaction.

        If the entry's key was posted before, nothing is written, not even `changes`, and the first receipt is returned.

        Args:
            entry: the movement.
            changes: the changes: games saved or ended, shuffles committed or used, chips of seats, hands, results.

        Returns:
            The receipt.

        Raises:
            InsufficientChipsError: a player would go below zero at some point.
            UnknownPlayerError: a player has no account.
            EntryConflictError: the key was posted before with other content.
            StaleStateError: a game or a shuffle has changed or ended in the meantime.
            ValueError: chips move to or from games other than the ones saved.
        """
        now = self._clock.now()

        def work(connection: Connection) -> LedgerReceipt:
            def write_changes(_: Mapping[Account, AccountRow]) -> None:
                apply_changes(connection, changes, entry.postings, now)

            return post_entry(connection, entry, now, before=write_changes)

        return self._database.write(work, repeatable=True)

    def settle(self, game: SavedGame, payouts: Mapping[PlayerId, int], key: str, *changes: Change) -> LedgerReceipt:
        """End a saved game: pay its chips out; the house keeps or adds the difference.

        Args:
            game: the game, as it was read.
            payouts: the chips that each player gets.
            key: the entry's key.
            changes: other changes.

        Returns:
            The receipt.

        Raises:
            InvalidAmountError: a payout is negative or too large.
            UnknownPlayerError: a player has no account.
            EntryConflictError: the key was posted before with other content.
            StaleStateError: the game has changed or ended in the meantime.
        """
        entry = settlement(key, game.kind, GameAccount(game.kind), game.held, payouts)
        return self.post(entry, EndGame(game.game_id, game.version), *changes)

    def gift(
        self, giver: PlayerId, receiver: PlayerId, amount: int, key: str, *, any_age: bool = False
    ) -> LedgerReceipt:
        """Give chips to another player, within the limits of `Economy`.

        If the clock is put back, no new day begins for gifts.

        Args:
            giver: the player who gives.
            receiver: the player who gets them.
            amount: the number of chips.
            key: the entry's key, such as `unique_key("gift")`.
            any_age: whether an account of any age may give.

        Returns:
            The receipt.

        Raises:
            InvalidAmountError: not a possible number of chips.
            UsageError: giver and receiver are the same.
            InsufficientChipsError: the giver does not have that many chips.
            NotAllowedError: the giver has given too many today.
            NotAllowedError: the giver's account is too young.
            UnknownPlayerError: one of them has no account.
            EntryConflictError: the key was posted before with other content.
        """
        check_chips(amount)
        entry, now = Entry(key, Reason.GIFT, transfer(giver, receiver, amount)), self._clock.now()
        return self._database.write(
            lambda connection: bank.give_gift(connection, entry, self.economy, now, any_age=any_age), repeatable=True
        )

    def daily(self, player: PlayerId, *, source: str = "") -> LedgerReceipt:
        """Give a player the daily chips, once from 00:00 to 24:00 UTC.

        Args:
            player: the player.
            source: as for `open_player`.

        Returns:
            The receipt.

        Raises:
            NotAllowedError: this bot gives no daily chips.
            DailyTakenError: the player has collected today's chips already.
            NotAllowedError: the guests of the player's host have had the chips of the day.
            UnknownPlayerError: the player has no account.
        """
        now = self._clock.now()
        return self._database.write(lambda connection: Grants(connection, self.economy, now).daily(player, source))

    def refill(self, player: PlayerId, *, source: str = "") -> Refill | None:
        """Fill a player up to `Economy.refill_to`: at most once an hour, and `Economy.refills` times in a UTC day.

        Args:
            player: the player.
            source: as for `open_player`.

        Returns:
            The refill; None if the player has enough with their chips at tables and in games, or it is too early.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        now = self._clock.now()
        return self._database.write(lambda connection: Grants(connection, self.economy, now).refill(player, source))

    def means(self, player: PlayerId, *, source: str = "") -> Means:
        """Return what a player has, and what the house would give them now.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        with self._database.reading() as connection:
            return Grants(connection, self.economy, self._clock.now()).means(player, source)

    def house_stake_left(self, player: PlayerId) -> int:
        """Return how many chips the house still stakes today on robots that a player calls."""
        return self._database.read(stake_left, player, self.economy.house_stake, self._clock.now())

    # Games and shuffles

    games = reads(queries.games_of)
    game = reads(queries.game)
    shuffle = reads(queries.shuffle)
    next_shuffles = reads(queries.next_shuffles)
    last_shuffles = reads(queries.last_shuffles)
    hidden_shuffles = reads(queries.hidden_shuffles)
    seed = reads(queries.seed)
    seeds = reads(queries.seeds_of)
    preferences = reads(queries.preferences_of)
    chosen = reads(queries.chosen)

    def save(self, *changes: Change) -> None:
        """Write changes that move no chips, in one transaction.

        Args:
            changes: the changes.

        Raises:
            StaleStateError: a game or a shuffle has changed or ended in the meantime.
            UnknownPlayerError: a player has no account.
            ValueError: a game would have more or fewer chips than before.
        """
        now = self._clock.now()
        self._database.write(lambda connection: apply_changes(connection, changes, (), now))

    def settled_game(self, game_id: str, kind: str) -> SavedGame | None:
        """Return an unfinished game like `game`, after waiting for any transaction that is changing it.

        After a connection was lost during a commit, this shows whether the commit succeeded.

        Args:
            game_id: the game.
            kind: its kind.

        Returns:
            The game; None if it was never stored, or is over.
        """
        return self._database.write(lambda connection: queries.settled_game(connection, game_id, kind), repeatable=True)

    def next_shuffle(self, kind: str, owner: PlayerId | str) -> Shuffle | None:
        """Return the committed and unused shuffle for the next deal, the oldest if there are several.

        Args:
            kind: the kind of game.
            owner: the player whose next deal it is, or the place of a table.

        Returns:
            The shuffle; None if none was committed.
        """
        return next(iter(self.next_shuffles(kind, owner, most=1)), None)

    def new_deal_number(self) -> int:
        """Return the number of the next deal: 1, 2, …; never the same twice, over all bots on this ledger."""
        return self._database.write(queries.new_deal_number, repeatable=True)

    # Finished hands

    last_hands = reads(played.last_hands)
    newest_deals = reads(played.newest_deals)
    ended_deal = reads(played.ended_deal)
    deals_after = reads(played.deals_after)
    players_with_nick = reads(played.players_with_nick)
    hand = reads(played.hand)
    nets = reads(figures.nets)
    scores = reads(figures.scores)
    counted_rows = reads(figures.counted_rows)
    last_hand_id = reads(figures.last_hand_id)
    merges = reads(figures.merges)
    account_nicks = reads(figures.account_nicks)
    figures = reads(figures.game_figures)

    def top(
        self, most: int = 10, *, network: str | None = None, by: played.RankedBy = "chips", guests: bool = True
    ) -> tuple[Ranked, ...]:
        """Return the best players; among equal ones, those with the older account come first.

        Args:
            most: the most players to return.
            network: the network of the players.
            by: chips, including those at tables; chips won in all games; finished games; or chips won at tables in the
                last seven days.
            guests: whether to include guests.

        Returns:
            The players, best first.
        """
        return self._database.read(played.top, by, most, played.Among(network, guests), self._clock.now())

    # Tournaments, and what administrators have chosen

    entry_owners = reads(tournaments.entry_owners)
    tournament_results = reads(tournaments.tournament_results)
    tournament_winners = reads(tournaments.tournament_winners)
    transfers = reads(tournaments.transfers)
    given_orders = reads(administration.given_orders)
    channel_settings = reads(administration.channel_settings_of)

    def ignored_people(self) -> list[Ignore]:
        """Return everybody who is ignored now, by network and pattern."""
        return self._database.read(administration.ignored_people, self._clock.now())

    # The ledger as a whole

    audit = reads(auditing.audit)

    def probe(self, *, writes: bool = False) -> None:
        """Find out whether the database answers.

        Args:
            writes: whether to write something, which changes nothing; else to read something.

        Raises:
            LedgerError: it does not.
        """
        if writes:
            self._database.write(queries.rewrite, repeatable=True)
        else:
            self._database.read(queries.probe)

    def backup(self, path: Path) -> None:
        """Copy the ledger to a new file, as it is at this moment; see `ircpoker.ledger.backup`.

        Args:
            path: the file.

        Raises:
            LedgerError: the file exists or cannot be written, or the ledger is on PostgreSQL (the message says
                how that is copied).
        """
        backup(self._database, path)
