"""What the bot lends its plugins."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ircpoker.chat.news import Outbox, Presence
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences, preferences_from
from ircpoker.clock import Clock, SystemClock
from ircpoker.errors import LedgerError
from ircpoker.scheduler import Scheduler
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ircpoker.chat.card_choices import Chooser, Urgency
    from ircpoker.chat.proof import CommitmentSource
    from ircpoker.chat.table_games import TableGames
    from ircpoker.config import Settings
    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.words import Phrase
    from ircpoker.words.catalogue import Catalogue

_MOST_CHOSEN = 10_000
"""Players whose choices are remembered at once."""


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
        guess: returns what somebody is told who says something that is no command; None for the usual answer.
        chosen: what players have chosen, as far as it is known; `!set` forgets it.
        tables: the tables, once a plugin has games that are played there.
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

    def preferences(self, player: PlayerId) -> Preferences:
        """Return what a player has chosen; nothing while nobody has needed the ledger, or if it fails."""
        if "ledger" not in self.__dict__:
            return NO_PREFERENCES
        if player not in self.chosen:
            if len(self.chosen) >= _MOST_CHOSEN:
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
