"""The objects of the bot that plugins may use, and what games offer to commands of others.

A game offers a `CardChoice`, which the commands of `card_choices` take, and reports `Upcoming` deals with a committed
deck, which `!proof` and `!seed` show.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cached_property
from random import Random
from typing import NamedTuple, Protocol

from ircpoker.admin.bot_status import BotStatus
from ircpoker.cards import Card
from ircpoker.chat.commands import Answer, Command
from ircpoker.chat.limits import Guesses
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Asides, Outbox
from ircpoker.chat.preferences import PreferencesCache
from ircpoker.chat.presence import Presence
from ircpoker.chat.rights import IgnoreList
from ircpoker.chat.statistics import Standings
from ircpoker.config import LimitSettings, Settings
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import LedgerError, PokerError, SurroundingsError, UsageError
from ircpoker.fairness.shuffle import LONGEST_SEED, parse_seed
from ircpoker.ledger import Economy, Ledger, PlayerId, Shuffle
from ircpoker.lobby.identities import Identities
from ircpoker.people import Person
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.clock import Clock, SystemClock
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.runtime.scheduler import Scheduler
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue, forget_catalogues, load_catalogue
from ircpoker.words.languages import LanguageError

Chooser = Callable[[Message], "CardChoice | None"]
CommitmentSource = Callable[[Message], Iterable["Upcoming"]]


_SHOWN_KEYS = 5
_MOST_REMEMBERED = 10_000
"""The most players whose last lines are kept in memory."""

_logger = logging.getLogger(__name__)


class Urgency(IntEnum):
    """The urgency of a choice."""

    OTHERS_WAIT = 1
    NOW = 2
    LATER = 3


class CardChoice(NamedTuple):
    """A choice of cards to keep.

    Attributes:
        cards: the hand.
        keep: a function that keeps the cards with these indices, from 0, and returns the answer; it also takes the
            choice in the player's terms.
        hint: a function that returns the best cards to keep; it returns None if it is too early for a hint.
    """

    cards: tuple[Card, ...]
    keep: Callable[[tuple[int, ...], str], Answer]
    hint: Callable[[], Answer]


class Upcoming(NamedTuple):
    """A deal with a committed deck.

    Attributes:
        subject: the deal in words: `proof.next_spin`, `proof.running_deal`.
        shuffle: the committed shuffle.
    """

    subject: Phrase
    shuffle: Shuffle


class LineReader(Protocol):
    """Understands lines that are not commands."""

    def meant(self, text: str, command: Command | None) -> str | None:
        """Return the command line that a line means; None if it means what it says, empty if it is to be answered."""

    def answer(self, message: Message, text: str) -> list[Reply]:
        """Answer a line that is not a command."""

    def note_word(self, message: Message, word: str) -> bool:
        """Note an unknown word of a player; return whether they had not said it here before."""

    def overhear(self, message: Message) -> list[Reply]:
        """Answer a line in a channel that is not for the bot."""


class TableBook(Protocol):
    """What `Services` and the advice for people without chips need to know of the tables."""

    @property
    def games(self) -> Sequence[str]:
        """The games that can be played there."""

    def chips_of_player(self, player: PlayerId) -> int:
        """Return the chips in front of a player at all tables."""

    def own_number(self, message: Message) -> int:
        """Return the number that is shown of the table where the author of a message sits in its channel; else 0."""


class Reloaded(NamedTuple):
    """The result of reading the configuration again.

    Attributes:
        changed: the keys that were taken over, as `[section] key`.
        needs_restart: the keys that need a restart.
    """

    changed: tuple[str, ...]
    needs_restart: tuple[str, ...]


class RunningBot(Protocol):
    """What administrators may do with the bot."""

    def status(self) -> BotStatus:
        """Return the figures of this moment."""

    def join(self, network: str, channel: str, key: str, who: str) -> None:
        """Join a channel, and be there after each restart."""

    def part(self, network: str, channel: str, who: str) -> None:
        """Leave a channel for good."""

    def restart(self) -> None:
        """End the process after the answer, and start it anew."""

    def stop(self) -> None:
        """End the process after the answer."""

    def reload(self) -> Reloaded:
        """Read the configuration again.

        Raises:
            ConfigError: it has problems; nothing has changed.
        """

    def use_limits(self, limits: LimitSettings) -> None:
        """Use other limits for commands, until the configuration is read again."""


@dataclass
class Services:
    """The objects that a plugin may use besides the message that it answers.

    Attributes:
        settings: the configuration.
        rng: the random generator; decks for chips come from the shuffle instead.
        clock: the clock.
        outbox: takes lines.
        presence: reports arrivals, departures and new nicks.
        entropy: returns random bytes for the secrets of shuffles; from the operating system, except in a repeatable
            bot or console.
        choosers: the games in which cards are chosen, the most urgent choice first.
        commitments: the games with committed decks, for `!proof` and `!seed`.
        tables: what is known of the tables, once a plugin has games that are played there; `Router.tables` has more.
        knows: returns whether there is a command of that name.
        running: the bot on its networks, for administrators; None on a console of its own.
        beside_irc: the networks of this bot without channels: the console, and sockets.
        ignored: the people whose lines are not heard.
        opened: the ledger once it has been opened, or one that is open already; None before.
        asides: collects the private lines that come before an answer.
        preferences: the players' choices.
        activity: counts what the bot does.
        heard: are called with each line in a channel where something may be said in public.
        logged_out: are called when somebody has ended what `!web` began.
        mixes_lines: whether the last line of a player who has given no seed goes into the shuffles; not in a repeatable
            bot or console.
    """

    settings: Settings
    rng: Random
    clock: Clock = field(default_factory=SystemClock)
    outbox: Outbox = field(default_factory=Outbox)
    presence: Presence = field(default_factory=Presence)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    choosers: list[tuple[Urgency, Chooser]] = field(default_factory=list)
    commitments: list[CommitmentSource] = field(default_factory=list)
    tables: TableBook | None = None
    knows: Callable[[str], bool] = lambda _name: False
    running: RunningBot | None = None
    beside_irc: list[str] = field(default_factory=lambda: [CONSOLE_NETWORK])
    ignored: IgnoreList = field(default_factory=IgnoreList)
    opened: Ledger | None = None
    asides: Asides = field(init=False)
    preferences: PreferencesCache = field(init=False)
    activity: Activity = field(default_factory=Activity, init=False)
    heard: list[Callable[[Message], None]] = field(default_factory=list, init=False)
    logged_out: list[Callable[[], None]] = field(default_factory=list, init=False)
    mixes_lines: bool = field(init=False)
    _last_lines: dict[PlayerId, str] = field(default_factory=dict, init=False)
    _spoken: Catalogue | None = field(default=None, init=False)
    _unreadable: set[str] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        """Make what depends on the other objects; leave players' lines out of the shuffles of a repeatable bot."""
        self.asides = Asides(self.outbox)
        self.preferences = PreferencesCache(lambda: self.opened)
        self.mixes_lines = self.entropy is secrets.token_bytes

    @property
    def words(self) -> Catalogue:
        """The catalogue of the language in which lines are worded now."""
        return self._spoken or self._usual_words

    @contextmanager
    def speaking(self, language: str) -> Iterator[None]:
        """Word in a language whatever the body words; with an empty one, or one that cannot be read, as configured."""
        before, self._spoken = self._spoken, self._catalogue(language)
        try:
            yield
        finally:
            self._spoken = before

    def _catalogue(self, language: str) -> Catalogue | None:
        if not language or language in {self.settings.bot.language, *self._unreadable}:
            return None
        try:
            return load_catalogue(language, self.settings.bot.prefix)
        except (LanguageError, OSError) as error:
            self._unreadable.add(language)
            _logger.warning("a channel's language cannot be used: %s", error)
            return None

    @cached_property
    def _usual_words(self) -> Catalogue:
        """The catalogue of the configured language; the log says once which of its texts are English."""
        words = load_catalogue(self.settings.bot.language, self.settings.bot.prefix)
        if words.borrowed:
            count, some = len(words.borrowed), ", ".join(sorted(words.borrowed)[:_SHOWN_KEYS])
            _logger.warning("[bot] language = %s lacks %d texts, which are English: %s …", words.language, count, some)
        return words

    def forget_words(self) -> None:
        """Read the texts anew: the language or its file may have changed."""
        forget_catalogues()
        self.__dict__.pop("_usual_words", None)
        self._unreadable.clear()

    @cached_property
    def scheduler(self) -> Scheduler:
        """The scheduler, with the bot's clock."""
        return Scheduler(self.clock)

    @cached_property
    def standings(self) -> Standings:
        """The best players of each network."""
        return Standings(self.ledger, self.clock, lambda: self.settings)

    @cached_property
    def guesses(self) -> Guesses:
        """The wrong codes of the last minutes."""
        return Guesses(self.clock.monotonic)

    @cached_property
    def troubles(self) -> OnceAMinute:
        """What only the owner can fix, and is logged once a minute."""
        return OnceAMinute(self.clock.monotonic)

    def log_trouble(self, asked: str, error: PokerError) -> None:
        """Log an error that only the owner can fix, for which an answer has no more than that it fails now."""
        if isinstance(error, SurroundingsError) and self.troubles.is_due(f"{asked}: {error}"):
            # A failing database has given its reason, and may fail for hours.
            where = None if type(error) is LedgerError else error
            _logger.error("%s cannot be answered: %s", asked, error, exc_info=where)

    @property
    def ledger(self) -> Ledger:
        """The ledger, on the configured database.

        It is opened when it is first needed: checking a configuration touches no database, and commands about cards do
        not wait for one.

        Raises:
            LedgerError: the database cannot be opened.
        """
        if self.opened is None:
            database, economy = self.settings.bot.database, self.economy()
            self.opened = Ledger(database, self.clock, economy, hurries=True, activity=self.activity)
        return self.opened

    def economy(self) -> Economy:
        """Return the chips that the house gives by the settings of now."""
        from ircpoker.lobby import least_buy_in

        given = self.settings.economy
        games = self.tables.games if self.tables is not None else ()
        least = least_buy_in(self.settings, games)
        return Economy(**{field.name: getattr(given, field.name) for field in fields(given)}, refill_to=least)

    @cached_property
    def identities(self) -> Identities:
        """The owners of accounts and seats."""
        identities = Identities(self.ledger, self.troubles)
        identities.followers.append(self.preferences.forget)
        return identities

    def load_ignored(self) -> None:
        """Read from the ledger who is ignored."""
        self.ignored = IgnoreList(self.ledger.ignored_people())

    def say_aside(self, person: Person, phrase: Phrase) -> None:
        """Say a private line to a person: before the answer, and in the same window, if their line is answered now."""
        self.asides.say(person, phrase, self.words)

    def note_line(self, player: PlayerId, message: Message) -> None:
        """Remember a line said in a game, by the server's id for it or by its words: `client_text` returns it.

        Args:
            player: the author of the line.
            message: a command of a game. Other lines may be confidential, and a proof shows the text.
        """
        if len(self._last_lines) >= _MOST_REMEMBERED:
            self._last_lines.clear()
        self._last_lines[player] = (message.msgid or message.text)[:LONGEST_SEED]

    def client_text(self, player: PlayerId) -> str:
        """Return the text that is mixed in for a player who has given no seed: their last line in a game."""
        try:
            return parse_seed(self._last_lines.get(player, "")) if self.mixes_lines else ""
        except UsageError:
            return ""  # The line has no printable character.

    def close(self) -> None:
        """Close the ledger if it was opened; a ledger in memory is lost."""
        if self.opened is not None:
            self.opened.close()
