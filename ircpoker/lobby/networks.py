"""The networks of the bot: the tables of each are read from the ledger once, pause while it is away, and resume."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import inf

from ircpoker.errors import LedgerError
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.identities import Identities
from ircpoker.lobby.opening import restore, saved_tables
from ircpoker.lobby.places import Place
from ircpoker.lobby.stored import retry_seconds
from ircpoker.words import Phrase

PRIVATE_AT_ONCE = 8
"""This many private tables resume at once; each further table waits for the lines of the tables before it."""
PRIVATE_LINES = 4
"""The lines of a private table that resumes."""
JOIN_SECONDS = 10.0
"""Seconds for which a table waits for the first person after the bot has come back to a network."""
LINE_RETRY_SECONDS = 1.0
"""Seconds after a failure until a line may have the tables read again: anybody may say many lines."""


class Networks:
    """Which networks are away, and which of them have tables that are still to be read.

    Attributes:
        on_restored: is called with a network whose tables have been read.
        on_place: is called with a network, or a channel, that is away, or there again.
    """

    def __init__(self, context: TableContext, identities: Identities) -> None:
        self.on_restored: Callable[[str], None] = lambda _: None
        self.on_place: Callable[[str | Place, bool], None] = lambda _place, _is_there: None
        self._context = context
        self._identities = identities
        self._tables = identities.tables
        self._tables.unread |= context.channels.keys()
        self._calls = context.scheduler.calls("networks")
        self._failures: Counter[str] = Counter()
        self._failed_at: dict[str, float] = {}
        self._away: set[str] = set()

    def note_line(self, network: str) -> None:
        """Note that somebody has said something, so that their network is there.

        Raises:
            LedgerError: the tables cannot be read from the ledger.
        """
        if network in self._tables.unread:
            if self._context.scheduler.now() < self._failed_at.get(network, -inf) + LINE_RETRY_SECONDS:
                raise LedgerError(Phrase("errors.ledger_silent"))
            self._restore(network)
        if network in self._away:
            self.regain(network)

    def lose(self, network: str) -> None:
        """Note that the bot has lost a network; its tables are paused."""
        self._away.add(network)
        for table in self._tables.on(network):
            table.pause()
        self.on_place(network, False)

    def regain(self, network: str) -> None:
        """Note that the bot is on a network; its tables resume, those of channels when somebody is seen there."""
        self._away.discard(network)
        if network in self._tables.unread:
            try:
                self._restore(network)
            except LedgerError as error:
                self._context.log_trouble(f"{network}: the tables cannot be read", error)
            return
        self._go_on(network)

    def _restore_again(self, network: str) -> None:
        if network not in self._away:
            self.regain(network)

    def _go_on(self, network: str) -> None:
        private = -PRIVATE_AT_ONCE
        for table in self._tables.on(network):
            if table.calls.is_paused:
                wait = JOIN_SECONDS
                if table.place.is_private:
                    private += 1
                    wait = max(0, private) * PRIVATE_LINES * self._context.line_seconds(network)
                table.go_on(wait)
        self.on_place(network, True)

    def _restore(self, network: str) -> None:
        """Restore the tables of a network, once.

        Args:
            network: a network of this bot; other bots may have tables of other networks in the same ledger.

        Raises:
            LedgerError: the ledger failed; the tables are read again a little later.
        """
        try:
            channels = self._context.channels[network]
            self._identities.read_links()
            stored = list(saved_tables(self._context.ledger))
            tables = [restore(self._context, saved, network, channels) for saved in stored]
        except LedgerError:
            self._failed_at[network] = self._context.scheduler.now()
            # Lines of people try it, too, and must not make the others wait longer.
            if network not in self._calls.due:
                self._failures[network] += 1
                seconds = retry_seconds(self._failures[network])
                self._calls.call_after(seconds, network, lambda: self._restore_again(network))
            raise
        del self._failures[network]
        self._calls.cancel(network)
        self._tables.unread.discard(network)
        for table in tables:
            if table is not None:
                table.on_people_changed = self._tables.note
                self._tables.note(table)
                self._identities.learn_addresses(table, self._context.config.networks)
        self.on_restored(network)
        self._go_on(network)
        self._write_next(self._context.archive.keep_left_out(network))

    def _write_next(self, left_out: Iterator[None]) -> None:
        """Write one of the histories that are missing, and plan the next one: nobody waits for all of them."""
        for _ in left_out:
            self._calls.call_after(0.0, id(left_out), lambda: self._write_next(left_out))
            return
