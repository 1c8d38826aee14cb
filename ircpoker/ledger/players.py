"""The players of a ledger: their accounts, and the owners of these."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection

from ircpoker.errors import UnknownPlayerError
from ircpoker.ledger import bank, identities, linking, queries, tokens
from ircpoker.ledger.accounts import Account, PlayerId
from ircpoker.ledger.applying import apply_changes
from ircpoker.ledger.bank import Naming
from ircpoker.ledger.changes import Change
from ircpoker.ledger.database import Database, reads
from ircpoker.ledger.grants import Economy
from ircpoker.ledger.linking import LinkResult
from ircpoker.ledger.posting import find_accounts, to_milliseconds
from ircpoker.ledger.stored import AccountInfo
from ircpoker.ledger.tokens import Purpose
from ircpoker.runtime.clock import Clock

_PAGE = "web"
"""The door where codes of `!web` are valid."""
_REGULAR = timedelta(days=1)
"""The age of an account for whose owner a part of what people share is kept."""


class Players:
    """The methods of `Ledger` for players and their accounts.

    Attributes:
        economy: the chips that the house gives, and the limits of gifts.
    """

    def __init__(self, database: Database, clock: Clock, economy: Economy) -> None:
        """Use a database, whose tables must exist before the first query.

        Args:
            database: the database.
            clock: the time.
            economy: the chips that the house gives.
        """
        self.economy = economy
        self._clock = clock
        self._database = database

    def open_player(
        self,
        player: PlayerId,
        *,
        nick: str = "",
        nick_key: str = "",
        source: str = "",
        guests_per_hour: int | None = None,
    ) -> AccountInfo:
        """Make sure that a player has an account; a new one gets the starting chips, once.

        It costs one query if nothing is new, so that every command can begin with it.

        Args:
            player: the player.
            nick: their nick now, for lists; the player's own name if empty.
            nick_key: the same as folded by the network, for `find_player`; likewise.
            source: what the chips given to a guest are counted for where guests have no address, such as a connection.
            guests_per_hour: the most new guests of one host in an hour; None for any number.

        Returns:
            The player's account.

        Raises:
            HostLimitError: too many guests have begun from that host within an hour.
        """
        naming = Naming(nick or player.name, nick_key or player.name).storable()
        with self._database.reading() as connection:
            account = bank.find_account_info(connection, player)
            called = queries.find_player(connection, player.network, naming.nick_key)
        if account is not None and account.nick == naming.nick and called == player:
            return account
        origin = bank.Origin(source, guests_per_hour)
        now = self._clock.now()
        return self._database.write(
            lambda connection: bank.open_player(connection, player, naming, self.economy, now, origin), repeatable=True
        )

    def account_info(self, player: PlayerId) -> AccountInfo:
        """Return a player's chips.

        Args:
            player: the player.

        Returns:
            The account.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        account = self._database.read(bank.find_account_info, player)
        if account is None:
            raise UnknownPlayerError(player.name)
        return account

    def is_regular(self, player: PlayerId) -> bool:
        """Return whether a player has chips, in an account that is a day old: nobody gets many of those in a hurry."""
        row = self._database.read(find_accounts, [player], lock=False).get(player)
        return row is not None and row.balance > 0 and row.opened_at <= to_milliseconds(self._clock.now() - _REGULAR)

    def balance(self, account: Account) -> int:
        """Return an account's balance: 0 if there is no account; for the house, minus the chips given out."""
        row = self._database.read(find_accounts, [account], lock=False).get(account)
        return row.balance if row else 0

    find_player = reads(queries.find_player)
    players_called = reads(queries.players_called)
    stats = reads(queries.stats)
    claimable = reads(identities.claimable)
    identities_of = reads(linking.identities_of)
    linked_players = reads(linking.linked_players)

    def name_player(self, player: PlayerId, *, nick: str, nick_key: str) -> None:
        """Store a player's new nick; nothing happens if they have no account.

        Args:
            player: the player.
            nick: their nick now.
            nick_key: the same as folded by the network.
        """
        naming, now = Naming(nick, nick_key).storable(), self._clock.now()
        account = self._database.read(bank.find_account_info, player)
        if account is not None and account.nick != naming.nick:
            self._database.write(lambda connection: bank.name_player(connection, player, naming, now), repeatable=True)

    def rebind(
        self, guest: PlayerId, player: PlayerId, *changes: Change, in_front: int = 0, nick: str = "", nick_key: str = ""
    ) -> bool:
        """Make a guest another player from now on: the guest has logged in, or has another nick or address.

        A new player takes everything over. A services account gets a guest's chips, up to `Economy.guest_chips`, once,
        with the unfinished games, shuffles, results and seed. Another guest's account is left alone. Players' names in
        the states of games come with `changes`.

        Args:
            guest: the guest before; without an account nothing is done.
            player: the player now, on the same network.
            changes: further changes, such as the states of games; they are written only if the account moves.
            in_front: chips of the guest at tables, which come along in `changes`.
            nick: their nick now; empty if it has not changed.
            nick_key: the same as folded by the network.

        Returns:
            Whether the guest's account now belongs to the player; else nothing has changed.

        Raises:
            StaleStateError: a game has gone on in the meantime or is over.
            ValueError: `guest` is not a guest, or `player` is not another name on the same network.
        """
        identities.check_rebind(guest, player)
        most = self.economy.guest_chips - in_front
        # Most people who change their nick have never played: they cost no writing transaction.
        is_known = self._database.read(bank.find_account_info, guest) is not None
        if not is_known or (not player.is_guest and most < 0):
            return False
        now, renamed = self._clock.now(), set[int]()
        naming = Naming(nick, nick_key).storable() if nick else None

        def work(connection: Connection) -> bool:
            is_done = identities.rebind(connection, guest, player, now, most=most, naming=naming, renamed=renamed)
            if is_done:
                apply_changes(connection, changes, (), now)
            return is_done

        return self._database.write(work, repeatable=not changes)

    def new_code(self, player: PlayerId) -> str:
        """Return a code with which a guest's account can be claimed from another address, once.

        Args:
            player: the guest.

        Returns:
            The code; older codes become invalid.

        Raises:
            UnknownPlayerError: the guest has no account.
        """
        return self._database.write(lambda connection: identities.new_code(connection, player))

    def claim_account(self, code: str, player: PlayerId, *changes: Change, nick: str, nick_key: str) -> None:
        """Give a guest the account of a code; the two accounts are exchanged.

        Args:
            code: from `new_code`.
            player: the guest who gives the code; has an account.
            changes: further changes, such as the states of games.
            nick: their nick.
            nick_key: the same as folded by the network.

        Raises:
            NotAllowedError: the code is not valid, or the player's own.
            StaleStateError: a game has gone on in the meantime or is over.
        """
        now, naming = self._clock.now(), Naming(nick, nick_key).storable()

        def work(connection: Connection) -> None:
            identities.claim(connection, code, player, naming, now)
            apply_changes(connection, changes, (), now)

        self._database.write(work)

    def new_token(self, player: PlayerId, purpose: Purpose, table: str = "") -> str:
        """Return a new code of a player for a purpose; an older one becomes invalid. One of `!web` is for the page.

        Args:
            player: the player.
            purpose: what it is for.
            table: the table of an invitation.
        """
        now, door = self._clock.now(), _PAGE if purpose is Purpose.WEB else table
        return self._database.write(lambda connection: tokens.give(connection, player, purpose, now, door))

    def invited_to(self, code: str) -> str:
        """Return the table that an invitation is for; empty if it is not valid."""
        return self._database.read(tokens.invited_to, code, self._clock.now())

    def end_tokens(self, player: PlayerId, *purposes: Purpose) -> int:
        """End all codes and sessions of a player for some purposes, and return how many there were."""
        return self._database.write(lambda connection: tokens.end(connection, player, purposes), repeatable=True)

    def link(self, code: str, player: PlayerId) -> LinkResult | None:
        """Let a player, who has an account, own one account with the player who got a code; see `linking.link`.

        Raises:
            NotAllowedError: the code is the player's own, the two cannot be one, or one of them plays.
        """
        now = self._clock.now()
        return self._database.write(lambda connection: linking.link(connection, code, player, now))

    def unlink(self, owner: PlayerId, player: PlayerId | None = None) -> tuple[PlayerId, ...]:
        """Let an owner of an account with several identities, or another of them, leave it; see `linking.unlink`.

        Raises:
            UnknownPlayerError: the owner has no account.
            NotAllowedError: the account has no such identity or no other one, or somebody plays with it.
        """
        return self._database.write(lambda connection: linking.unlink(connection, owner, player or owner))

    def code_owner(self, code: str, door: str) -> PlayerId | None:
        """Return who got a code by `!web`, without using it up; None if the code is not valid at a door."""
        return self._database.read(tokens.owner_of, code, Purpose.WEB, self._clock.now(), door)

    def redeem(self, code: str, door: str) -> tuple[PlayerId, str] | None:
        """Return whose code it is, with a session for them at a door; None if it is not valid there. It is used up."""
        now = self._clock.now()

        def work(connection: Connection) -> tuple[PlayerId, str] | None:
            player = tokens.use(connection, code, Purpose.WEB, now, door)
            return None if player is None else (player, tokens.give(connection, player, Purpose.SESSION, now, door))

        return self._database.write(work)

    def session(self, token: str, door: str) -> PlayerId | None:
        """Return for whom a session speaks at a door; None if it is not valid there."""
        return self._database.read(tokens.owner_of, token, Purpose.SESSION, self._clock.now(), door)

    def end_sessions(self, player: PlayerId) -> int:
        """End all sessions of a player, also those that a code would begin, and return how many there were."""
        return self.end_tokens(player, Purpose.WEB, Purpose.SESSION)
