"""The objects that all tables share: ledger, scheduler, robots, settings, and the way out for events."""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from ircpoker.config import Settings
from ircpoker.errors import NotAllowedError, PokerError
from ircpoker.ledger import HandFigures, Ledger, PlayerId
from ircpoker.lobby.hand import FinishedHand
from ircpoker.lobby.listeners import Announcement, Listeners
from ircpoker.lobby.places import Place
from ircpoker.lobby.settings import TABLE_SECTIONS, USUAL_RULES, ChannelRules, TableSettings, closed_phrase
from ircpoker.people import Person
from ircpoker.robots import RobotClass
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.runtime.scheduler import Scheduler
from ircpoker.runtime.shares import SHARES, Holder, Share, refusal
from ircpoker.runtime.threads import Threads
from ircpoker.table import GAMES, Deal, Stakes
from ircpoker.words import Phrase

_logger = logging.getLogger(__name__)


class HandKeeper(Protocol):
    """Keeps finished hands beyond their tables: `ircpoker.records.archive` has it."""

    def figures(self, deal: Deal) -> tuple[HandFigures, ...]:
        """Return what the ledger stores of each seat of a finished deal."""

    def keep(self, place: Place, finished: FinishedHand) -> None:
        """Write the history of a hand that has just ended. Never raises."""

    def keep_proofs(self, place: Place, deal_ids: Iterable[str]) -> None:
        """Write the proofs of hands that may be shown."""

    def keep_left_out(self, network: str) -> Iterator[None]:
        """Write the histories on a network that are missing, one at each step. Never raises."""


@dataclass(kw_only=True, eq=False)
class TableContext:
    """The objects that a lobby shares with its tables.

    Attributes:
        ledger: the ledger.
        scheduler: the scheduler, and its time.
        rng: the random generator for robots.
        config: the configuration.
        robots: the robots that can be seated, by name.
        archive: keeps finished hands.
        open_account: makes sure that a player has an account.
        bring: returns the chips that a player can bring, at least a number of chips, or raises an error.
        chat: takes the announcements of each change, and returns the lines of each; it never raises, and may call
            `on_delivery` at once.
        delay: returns the seconds that a new line waits on a network before it is sent.
        show_typing: shows on a network, to a channel or a nick, that a line will come.
        channels: the networks of this bot, each with the bot's channels.
        entropy: returns random bytes for the secrets of shuffles.
        client_text: returns the text that is mixed in for a player who has given no seed.
        activity: counts deals, and the decisions of robots.
        is_terse: returns whether a player wants fewer lines.
        channel_rules: the choices of channels by network and by channel; reading them never raises.
        hour: returns the hour of the day, UTC.
        has_arrived: returns whether a player is there beside all channels, by a socket.
        listeners: those who listen to the tables.
        threads: in which robots think.
        held_tables: returns for whom each open table of a kind counts, and for how many; set by the lobby.
        thinking: returns for whom each table counts whose robot thinks; set by the lobby.
        shown_number: returns the number of the table at a place if its lines show it, else 0; set by the lobby.
        is_finishing: whether no further hand is dealt, because the bot is about to stop.
    """

    ledger: Ledger
    scheduler: Scheduler
    rng: Random
    config: Settings
    robots: Mapping[str, RobotClass]
    archive: HandKeeper
    open_account: Callable[[Person], object]
    bring: Callable[[Person, int], int]
    chat: Callable[[Sequence[Announcement]], Sequence[Sequence[str]]]
    delay: Callable[[str], float]
    channels: Mapping[str, Collection[str]]
    show_typing: Callable[[str, str], None] = lambda _network, _target: None
    entropy: Callable[[int], bytes] = secrets.token_bytes
    client_text: Callable[[PlayerId], str] = lambda _: ""
    is_terse: Callable[[PlayerId], bool] = lambda _: False
    channel_rules: Mapping[str, Mapping[str, ChannelRules]] = field(default_factory=lambda: defaultdict(dict))
    hour: Callable[[], int] = lambda: 0
    activity: Activity = field(default_factory=Activity)
    has_arrived: Callable[[PlayerId], bool] = lambda _: False
    listeners: Listeners = field(init=False)
    threads: Threads = field(init=False)
    held_tables: Callable[[str], Sequence[tuple[Holder, int]]] = field(default=lambda _: (), init=False)
    thinking: Callable[[], Sequence[Holder]] = field(default=tuple, init=False)
    shown_number: Callable[[Place], int] = field(default=lambda _: 0, init=False)
    is_finishing: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        """Read the sections of the games."""
        self.listeners = Listeners(self.scheduler, self.chat)
        self.threads = Threads(self.scheduler.hand_over)
        self._troubles = OnceAMinute(self.scheduler.now)
        self.use_config(self.config)

    def use_config(self, config: Settings) -> None:
        """Use a configuration from now on."""
        self.config = config
        self._settings = {name: config.section(section) for name, section in TABLE_SECTIONS.items()}

    def settings(self, game: str) -> TableSettings:
        """Return the settings of a game, a key of `GAMES`."""
        return self._settings[GAMES[game].name]

    def stakes(self, game: str, sizes: tuple[int, ...] = ()) -> Stakes:
        """Return the stakes of a game, a key of `GAMES`; see `TableSettings.stakes`."""
        return self.settings(game).stakes(GAMES[game], sizes)

    def check_room(self, game: str, holder: Holder, more: int = 1) -> None:
        """Check that there may be more tables of a game.

        Args:
            game: the game, a key of `GAMES`.
            holder: for whom they would count.
            more: how many.

        Raises:
            NotAllowedError: there are too many: in all, on a network, or of a host.
        """
        held = self.held_tables(GAMES[game].name)
        check_share(SHARES["tables"], self.settings(game).most_tables, held, holder, more)

    def may_think(self, holder: Holder) -> bool:
        """Return whether a robot at a table may think in a thread, however many others do."""
        share, waiting = SHARES["thoughts"], self.threads.waiting
        if waiting < share.least:
            return True
        held = [(each, 1) for each in self.thinking()]
        return refusal(share, share.total + len(held) - waiting, held, holder) is None

    def holder(self, place: Place, person: Person | None) -> Holder:
        """Return for whom a table, or a tournament, that somebody wants at a place would count."""
        if place.channel or person is None:
            return Holder("", place.network, is_kept_for=True)
        return Holder(person.mark, place.network, self.ledger.is_regular(person.id))

    def line_seconds(self, network: str) -> float:
        """Return the time between two lines on a busy network; 0 on the console."""
        return next((each.send_interval for each in self.config.networks if each.name == network), 0.0)

    def rules_at(self, place: Place) -> ChannelRules:
        """Return the choices of a place's channel; the usual ones in private."""
        return USUAL_RULES if place.player else self.channel_rules[place.network].get(place.channel, USUAL_RULES)

    def is_closed(self, place: Place) -> bool:
        """Return whether the channel of a place has chosen that nothing is played there now."""
        return self.rules_at(place).is_closed(self.hour())

    def check_open(self, place: Place) -> None:
        """Raise NotAllowedError if the channel of a place has chosen that nothing is played there now."""
        if self.is_closed(place):
            raise NotAllowedError(closed_phrase(self.rules_at(place), place.channel))

    def stakes_at(self, place: Place, game: str, sizes: tuple[int, ...] = ()) -> Stakes:
        """Return the stakes of a new table: those that a player has chosen, or else those of the channel.

        Raises:
            NotAllowedError: the owner allows players only the usual ones.
            UsageError: the player's are outside the owner's limits, or of another kind.
        """
        own = () if sizes else self.rules_at(place).sizes(GAMES[game])
        if own:
            # The owner's limits may be lower now than when the channel chose.
            with suppress(PokerError):
                return self.stakes(game, own)
        return self.stakes(game, sizes)

    def tables_per_channel(self, place: Place) -> int:
        """Return the most tables that may be open at once in the channel of a place."""
        most = next((each.tables_per_channel for each in self.config.networks if each.name == place.network), 1)
        return min(most, self.rules_at(place).tables or most)

    def log_trouble(self, subject: object, error: PokerError) -> None:
        """Log a failure that may occur at every table for hours, but only once a minute."""
        if self._troubles.is_due(str(error)):
            _logger.error("%s: %s", subject, error)


def check_share(share: Share, total: int, held: Sequence[tuple[Holder, int]], holder: Holder, more: int = 1) -> None:
    """Check that there may be more tables; see `refusal`.

    Raises:
        NotAllowedError: there are too many: in all, on a network, or of a host.
    """
    full = refusal(share, total, held, holder, more)
    if full is not None:
        own = sum(each.host == holder.host for each, _ in held)
        number = {"all": total, "host": own, "network": len(held)}[full]
        raise NotAllowedError(Phrase(f"errors.most_tables_{full}", n=number, network=holder.network))
