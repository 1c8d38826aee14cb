"""What the bot lends its plugins."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ircpoker.chat.news import Outbox, Presence
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences, preferences_from
from ircpoker.clock import Clock, SystemClock
from ircpoker.errors import LedgerError, UsageError
from ircpoker.scheduler import Scheduler
from ircpoker.shuffle import LONGEST_SEED, parse_seed
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ircpoker.chat.card_choices import Chooser, Urgency
    from ircpoker.chat.message import Message
    from ircpoker.chat.proof import CommitmentSource
    from ircpoker.chat.table_games import TableGames
    from ircpoker.config import Settings
    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.words import Phrase
    from ircpoker.words.catalogue import Catalogue

_MOST_REMEMBERED = 10_000
"""Players whose choices, or last lines, are remembered at once."""


@dataclass
class Services:
    """What a plugin may use besides the message it answers.

    Attributes:
        settings: the configuration in force.
        rng: chance for what costs nobody anything; decks that are played for come from the shuffle.
        clock: the time.
        outbox: takes what is said without having been asked for.
        presence: tells who comes, goes and changes the nick.
        entropy: gives the random bytes of the shuffles' secrets; the operating system's but in a bot or a
            console that is to be repeatable.
        choosers: the games that have cards chosen, the most urgent choice first.
        commitments: the games that `!proof` and `!seed` ask what they have committed to.
        guess: returns what somebody is told who says something that is not a command; None for the usual answer.
        chosen: what players have chosen, as far as it is known; `!set` forgets it.
        tables: the tables, once a plugin has games that are played there.
        mixes_lines: whether the last line of a player who has given no seed goes into the shuffles; not where the
            chance is to be repeatable.
    """

    settings: Settings
    rng: Random
    clock: Clock = field(default_factory=SystemClock)
    outbox: Outbox = field(default_factory=Outbox)
    presence: Presence = field(default_factory=Presence)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    choosers: list[tuple[Urgency, Chooser]] = field(default_factory=list)
    commitments: list[CommitmentSource] = field(default_factory=list)
    guess: Callable[[str], Phrase | None] = lambda _name: None
    chosen: dict[PlayerId, Preferences] = field(default_factory=dict)
    tables: TableGames | None = None
    mixes_lines: bool = field(init=False)
    _last_lines: dict[PlayerId, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """See whether cards are to be the same each time, whatever is said."""
        self.mixes_lines = self.entropy is secrets.token_bytes

    @cached_property
    def words(self) -> Catalogue:
        """What players read, in the language of the settings; tests put another one in its place."""
        return load_catalogue(self.settings.bot.language, self.settings.bot.prefix)

    @cached_property
    def scheduler(self) -> Scheduler:
        """Calls functions at their time, by the clock."""
        return Scheduler(self.clock)

    @cached_property
    def ledger(self) -> Ledger:
        """The chips, on the database of the settings.

        Opened, and its package imported, when it is first asked for: who checks a configuration touches no
        database, and who plays for nothing does not wait.

        Raises:
            LedgerError: the database cannot be opened.
        """
        from ircpoker.ledger import Economy, Ledger  # noqa: PLC0415 - SQLAlchemy: a third of a second

        given = self.settings.economy
        economy = Economy(given.starting_chips, given.daily_chips, given.gifts_per_day)
        return Ledger(self.settings.bot.database, self.clock, economy, hurries=True)

    def note_line(self, player: PlayerId, message: Message) -> None:
        """Remember a line said in a game, by the server's id for it or by its words: `client_text` returns it.

        Args:
            player: who said it.
            message: a command of a game. Other lines may hold what is nobody's business, and a proof shows the text.
        """
        if len(self._last_lines) >= _MOST_REMEMBERED:
            self._last_lines.clear()
        with suppress(UsageError):  # nothing of it can be printed
            self._last_lines[player] = parse_seed((message.msgid or message.text)[:LONGEST_SEED])

    def client_text(self, player: PlayerId) -> str:
        """Return what goes into a shuffle for a player who has given no seed: their last line in a game."""
        return self._last_lines.get(player, "") if self.mixes_lines else ""

    def preferences(self, player: PlayerId) -> Preferences:
        """Return what a player has chosen; nothing while nobody has needed the ledger, or if it fails."""
        if "ledger" not in self.__dict__:
            return NO_PREFERENCES
        if player not in self.chosen:
            if len(self.chosen) >= _MOST_REMEMBERED:
                self.chosen.clear()
            try:
                self.chosen[player] = preferences_from(self.ledger.preferences(player))
            except LedgerError:
                return NO_PREFERENCES
        return self.chosen[player]

    def close(self) -> None:
        """Close what was opened; a ledger in memory is gone."""
        if "ledger" in self.__dict__:
            self.ledger.close()
