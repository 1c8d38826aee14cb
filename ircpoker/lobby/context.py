"""The objects that all tables share: ledger, scheduler, robots, settings, and the way out for events."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError
from ircpoker.lobby.listeners import Listeners
from ircpoker.lobby.settings import TABLE_SECTIONS, TableSettings
from ircpoker.quiet import OnceAMinute
from ircpoker.table import GAMES
from ircpoker.threads import Threads
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from random import Random

    from ircpoker.config import Settings
    from ircpoker.errors import PokerError
    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.lobby.archive import Archive
    from ircpoker.lobby.events import Announcement
    from ircpoker.people import Person
    from ircpoker.robots import RobotClass
    from ircpoker.scheduler import Scheduler
    from ircpoker.table import Stakes

_logger = logging.getLogger(__name__)


@dataclass(kw_only=True, eq=False)
class TableContext:
    """The objects that a lobby shares with its tables.

    Attributes:
        ledger: the ledger.
        scheduler: the scheduler, and its time.
        rng: the random generator for robots.
        config: the configuration.
        robots: the robots that can be seated, by name.
        archive: writes the histories of finished hands.
        open_account: makes sure that a player has an account.
        bring: returns the chips that a player can bring, at least a number of chips, or raises an error.
        chat: takes the announcements of each change; it never raises, and may call `on_delivery` at once.
        delay: returns the seconds that a new line waits on a network before it is sent.
        show_typing: shows on a network, to a channel or a nick, that a line will come.
        channels: the networks of this bot, each with the bot's channels.
        entropy: returns random bytes for the secrets of shuffles.
        client_text: returns the text that is mixed in for a player who has given no seed.
        is_terse: returns whether a player wants fewer lines.
        listeners: those who listen to the tables.
        threads: in which robots think.
        weights: returns what each open table of a kind weighs, see `table_weight`; set by the lobby.
    """

    ledger: Ledger
    scheduler: Scheduler
    rng: Random
    config: Settings
    robots: Mapping[str, RobotClass]
    archive: Archive
    open_account: Callable[[Person], object]
    bring: Callable[[Person, int], int]
    chat: Callable[[Sequence[Announcement]], None]
    delay: Callable[[str], float]
    channels: Mapping[str, Collection[str]]
    show_typing: Callable[[str, str], None] = lambda _network, _target: None
    entropy: Callable[[int], bytes] = secrets.token_bytes
    client_text: Callable[[PlayerId], str] = lambda _: ""
    is_terse: Callable[[PlayerId], bool] = lambda _: False
    listeners: Listeners = field(init=False)
    threads: Threads = field(init=False)
    weights: Callable[[str], Collection[int]] = field(default=lambda _: (), init=False)

    def __post_init__(self) -> None:
        """Read the sections of the games."""
        self.listeners = Listeners(self.scheduler, self.chat)
        self.threads = Threads(self.scheduler.hand_over)
        self._troubles = OnceAMinute(self.scheduler.now)
        self._settings = {name: self.config.section(section) for name, section in TABLE_SECTIONS.items()}

    def settings(self, game: str) -> TableSettings:
        """Return the settings of a game, a key of `GAMES`."""
        return self._settings[GAMES[game].name]

    def stakes(self, game: str, sizes: tuple[int, ...] = ()) -> Stakes:
        """Return the stakes of a game, a key of `GAMES`; see `TableSettings.stakes`."""
        return self.settings(game).stakes(GAMES[game], sizes)

    def check_room(self, game: str, more: int) -> None:
        """Check that there may be more tables of a game.

        Args:
            game: the game, a key of `GAMES`.
            more: the tables that it would be, by `table_weight`.

        Raises:
            NotAllowedError: there are too many.
        """
        there = self.weights(GAMES[game].name)
        if sum(there) + more > self.settings(game).most_tables:
            raise NotAllowedError(Phrase("errors.most_tables", n=len(there)))

    def line_seconds(self, network: str) -> float:
        """Return the time between two lines on a busy network; 0 on the console."""
        return next((each.send_interval for each in self.config.networks if each.name == network), 0.0)

    def tables_per_channel(self, network: str) -> int:
        """Return the most tables that may be open in a channel of a network at once."""
        return next((each.tables_per_channel for each in self.config.networks if each.name == network), 1)

    def log_trouble(self, subject: object, error: PokerError) -> None:
        """Log a failure that may occur at every table for hours, but only once a minute."""
        if self._troubles.is_due(str(error)):
            _logger.error("%s: %s", subject, error)
