"""The lines that come from a transport and go to one.

A transport turns bytes into a `Message` and a `Reply` into bytes. Everything between them works with these two, and
does not know whether IRC or a terminal is at the other end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, NamedTuple

from ircpoker.cards import Card
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences
from ircpoker.config import LimitSettings
from ircpoker.errors import PokerError
from ircpoker.lobby import Place, Speaker
from ircpoker.people import Person
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class TransportLimits:
    """The limits of a transport; None for no limit.

    Attributes:
        line_bytes: the bytes of text that fit into one line; longer text counts as several lines.
        public_lines: the most lines of an answer in a channel; a longer answer goes to the person in private.
        commands: the limits of commands for each person.
    """

    line_bytes: int | None = None
    public_lines: int | None = None
    commands: LimitSettings | None = None


NO_LIMITS = TransportLimits()


class Way(Enum):
    """How a line came."""

    GUEST = "guest"
    """By a network, from somebody without a services account."""
    ACCOUNT = "account"
    """By a network, from somebody with a services account."""
    PAGE_SESSION = "page session"
    """By the page, from whoever opened somebody's link of `!web`."""
    PAGE_GUEST = "page guest"
    """By the page, from somebody whom it names."""
    INVITATION = "invitation"
    """From whoever opened an invitation to one table."""
    SSH_KEY = "SSH key"
    """By SSH, from the owner of a key."""
    PROGRAM = "program"
    """By the socket for programs."""
    TERMINAL = "terminal"
    """At a terminal of the bot's own machine."""


class Message(NamedTuple):
    """One line that somebody said. It is a tuple, which is made quickly, because most lines are not for the bot.

    Attributes:
        sender: the person who said it.
        text: the line, without its line end; it may have any other characters.
        channel: the channel; None in private.
        bot_nick: the bot's nick at that time: `bot_nick: parse …` is a command, too.
        fold: folds a typed nick, for comparing it with the `nick_key` of a person.
        limits: the limits of the transport.
        msgid: the server's id of the line; empty if it gives none.
        speaker: its author at the tables, which the router adds; None while no table has been asked for.
        account: the services account with which the server has marked this line; empty if it has not.
        is_operator: whether it was typed at a terminal of the bot's own machine.
        network: the network of the channel, if it is not the author's own: they came by a socket; else empty.
        untold: how many results of their stakes the author has not got yet.
        table_place: the place of a table without a channel that a front-end has named; None for none.
        delay: the seconds after which its author sees what happens at tables where they have no seat.
        way: how it came, where that decides what its author may do; None for a network or a terminal.
    """

    sender: Person
    text: str
    channel: str | None = None
    bot_nick: str = ""
    fold: Callable[[str], str] = str.casefold
    limits: TransportLimits = NO_LIMITS
    msgid: str = ""
    speaker: Speaker | None = None
    account: str = ""
    is_operator: bool = False
    network: str = ""
    untold: int = 0
    way: Way | None = None
    table_place: Place | None = None
    delay: float = 0.0

    @property
    def place_network(self) -> str:
        """The network where it was said."""
        return self.network or self.sender.network


class MachineShown(NamedTuple):
    """What a machine shows, beside the words of a line.

    Attributes:
        machine: `slot` or `videopoker`.
        stage: `deal` while cards may be held, else `end`.
        cards: the five cards in the order of the machine's window.
        stake: the chips staked.
        chips: the player's chips now.
        held: the numbers of the cards that were held, from 1.
        hand: the name of the hand; empty before the end.
        payout: the chips paid.
    """

    machine: str
    stage: Literal["deal", "end"]
    cards: tuple[Card, ...]
    stake: int
    chips: int
    held: tuple[int, ...] = ()
    hand: str = ""
    payout: int = 0

    def to_data(self) -> dict[str, object]:
        """Return it as an object of JSON."""
        return {**self._asdict(), "cards": list(map(str, self.cards)), "held": list(self.held)}


class Highlighted(str):
    """The nick of the player whose turn it is: the only nick that a line in a channel highlights."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """One line to say.

    Attributes:
        parts: text, phrases and cards in order, and the nick to be highlighted as `Highlighted`; each transport shows
            them in its own form. They are joined without separators.
        private: whether only the sender may read it; only private replies may have a player's own cards.
        preferences: the reader's preferences, for a private reply.
        moment: `deal` if a deal begins with this line, `turn` if it is the reader's turn, `queued` if it confirms an
            action said before that; terminals show the first two, IRC the last.
        error: the error that the line words, if a command was refused.
        table: the number of the table in the channel that says the line, where numbers are shown; else 0.
        machine: what a machine shows with this line, for those who draw it; None for other lines.
        brief: what is said in its place to everybody in the channel while more is to be said than the network takes;
            empty for the same.
        news_of: where everybody in the channel is to read it, who has not seen the command, as somebody sits down: the
            ledger's name of the table of which it is news, or empty where there is no table; None for other lines.
    """

    parts: tuple[str | Card | Phrase, ...]
    private: bool = False
    preferences: Preferences = field(default=NO_PREFERENCES, compare=False)
    moment: Literal["", "deal", "turn", "queued"] = field(default="", compare=False)
    error: PokerError | None = field(default=None, compare=False)
    table: int = field(default=0, compare=False)
    machine: MachineShown | None = field(default=None, compare=False)
    brief: tuple[str | Card | Phrase, ...] = field(default=(), compare=False)
    news_of: str | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """The plain line: cards as `Ah`, without colours; phrases that are not worded yet in English."""
        return "".join(map(str, self.parts))

    def after(self, front: str) -> Reply:
        """Return the reply with a text in front of it."""
        # Not `replace`, which takes three times as long.
        same = (self.private, self.preferences, self.moment, self.error, self.table, self.machine)
        return Reply((front, *self.parts), *same, (front, *self.brief) if self.brief else (), self.news_of)

    def worded(self, words: Catalogue) -> Reply:
        """Return the reply with its phrases worded."""
        if Phrase not in map(type, self.parts):
            return self
        return replace(self, parts=tuple(words.parts(self.parts)), brief=tuple(words.parts(self.brief)))
