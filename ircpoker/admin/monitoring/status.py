"""Reads the figures of a running bot: for the metrics, its health, and the administrators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ircpoker import __version__
from ircpoker.admin.bot_status import BotStatus, Latency, NetworkStatus
from ircpoker.chat.router import Router
from ircpoker.errors import LedgerError
from ircpoker.runtime.activity import Activity

if TYPE_CHECKING:
    from ircpoker.transports.irc import IrcClient

PROBE_SECONDS = 5.0
"""Seconds for which it is remembered whether the ledger answers: anybody on this machine may ask for it."""


class StatusReader:
    """Reads the figures of one bot. Call it on the loop of the bot.

    Attributes:
        activity: the bot's counters.
        router: answers its commands.
        clients: its networks.
    """

    def __init__(self, router: Router, clients: Iterable[IrcClient]) -> None:
        """Begin; the uptime counts from here.

        Args:
            router: the router of the bot.
            clients: its clients, one for each network.
        """
        self.activity = router.services.activity
        self.clients = tuple(clients)
        self.router = router
        self._now: Callable[[], float] = router.services.clock.monotonic
        self._since = self._now()
        self._probed_at = -PROBE_SECONDS
        self._probed = ""

    def read(self) -> BotStatus:
        """Return the figures of this moment; only the ledger is asked, and nothing changes."""
        activity, tables = self.activity, list(_tables(self.router))
        return BotStatus(
            version=__version__,
            uptime=self._now() - self._since,
            networks=tuple([_network(client, activity) for client in self.clients]),
            tables=dict(Counter(game for game, _ in tables)),
            people_seated=sum(people for _, people in tables),
            deals=dict(activity.deals),
            commands=activity.commands.total(),
            refused=activity.refused.total(),
            incidents=activity.incidents,
            ledger=Latency.of(activity.commits),
            ledger_problem=self.ledger_problem(),
            robots={name: Latency.of(times) for name, times in sorted(activity.decisions.items())},
            robot_timeouts=activity.robot_timeouts.total(),
            loop_delay=Latency.of(activity.loop_delays),
        )

    def games(self) -> tuple[str, ...]:
        """Return the games that can be played at tables, keys of `ircpoker.table.GAMES`."""
        return tuple(self.router.tables.games) if self.router.tables is not None else ()

    def ledger_problem(self) -> str:
        """Return why the ledger does not answer or write, empty if it does; it is asked every 5 seconds at most.

        A ledger that has just been found away refuses at once, so the loop waits only the first time, and then a
        quarter of a second. A change that failed since the last answer is news at the next one.
        """
        ledger, now = self.router.services.opened, self._now()
        if ledger is None:
            return "not open"
        if now - self._probed_at >= PROBE_SECONDS:
            self._probed_at, self._probed = now, ""
            try:
                # After a failure only another attempt shows that the disk has room again.
                ledger.probe(writes=self.activity.is_commit_failing)
            except LedgerError as error:
                self._probed = str(error)
        return self._probed


def _network(client: IrcClient, activity: Activity) -> NetworkStatus:
    name = client.name
    return NetworkStatus(
        name=name,
        is_connected=client.is_connected,
        nick=client.nick,
        channels=tuple(sorted(client.channels)),
        lines_waiting=client.lines_waiting,
        longest_wait=client.longest_wait,
        lines_sent=activity.lines_sent[name],
        reconnects=activity.reconnects[name],
        wanted_channels=client.wanted_channels,
        missing=client.missing,
    )


def _tables(router: Router) -> Iterator[tuple[str, int]]:
    """Yield the game of each open table, and how many people sit there."""
    games = router.tables
    if games is not None and games.is_open:
        for table in games.lobby.tables:
            yield table.state.game_name, len(table.seats.people)
