"""What comes in from a transport and what goes out to one.

A transport turns bytes into a `Message` and a `Reply` into bytes; everything between them works on these
two and never knows whether IRC or a terminal is at the other end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cards import Card
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.config import LimitSettings
    from ircpoker.words.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Person:
    """Who spoke: one human (or robot) on one network.

    Attributes:
        network: the network's name in the configuration; `console` for the console.
        nick: the nick as the network shows it.
        nick_key: the nick folded by that network's casemapping, for comparisons.
        account: the services account if the network told us one, else None.
        address: `user@host` as far as the network told it, else empty. It tells a guest who comes back from a
            stranger who took the nick meanwhile, and is not part of who somebody is.
    """

    network: str
    nick: str
    nick_key: str
    account: str | None = None
    address: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class TransportLimits:
    """What a transport bounds, each figure None where it bounds nothing.

    Attributes:
        line_bytes: bytes of text that surely fit into one line; more counts as more lines.
        public_lines: an answer of more lines in a channel goes to the person alone.
        commands: how much one person may ask.
    """

    line_bytes: int | None = None
    public_lines: int | None = None
    commands: LimitSettings | None = None


NO_LIMITS = TransportLimits()


class Message(NamedTuple):
    """One line that somebody said; most are none of the bot's business, and as a tuple they cost it little.

    Attributes:
        sender: who said it.
        text: the line, without its line end; anything else may be in it.
        channel: where it was said, None in private.
        bot_nick: the bot's own nick there and then: `bot_nick: parse …` is a command too.
        fold: makes a nick that somebody typed comparable with the `nick_key` of a person there.
        limits: what the transport bounds on which it came.
        connection: by which connection it came, where a transport tells apart who comes from one address; else empty.
        msgid: the server's name of the line, where it gives one; else empty.
    """

    sender: Person
    text: str
    channel: str | None = None
    bot_nick: str = ""
    fold: Callable[[str], str] = str.casefold
    limits: TransportLimits = NO_LIMITS
    connection: str = ""
    msgid: str = ""


class Highlighted(str):
    """The nick of the one whose turn it is: the only one that a line in a channel highlights."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """One line to say.

    Attributes:
        parts: text, phrases and cards in order, and the nick to be highlighted as `Highlighted`; so each place shows
            them its own way. Joined as they stand, without separators.
        private: to the sender only; nothing else may hold a player's own cards.
        preferences: those of the one who gets it alone.
    """

    parts: tuple[str | Card | Phrase, ...]
    private: bool = False
    preferences: Preferences = field(default=NO_PREFERENCES, compare=False)

    @property
    def is_message(self) -> bool:
        """Whether its reader wants it as a PRIVMSG on IRC, not as a NOTICE."""
        return self.preferences.private == "privmsg"

    @property
    def holds_own_cards(self) -> bool:
        """Whether it holds cards that nobody but its reader may see, or a phrase, in which some may be."""
        return self.private and any(isinstance(part, Card | Phrase) for part in self.parts)

    @property
    def text(self) -> str:
        """The plain line: cards as `Ah`, no colour; phrases that are not worded yet are English."""
        return "".join(map(str, self.parts))

    def worded(self, words: Catalogue) -> Reply:
        """Return it without phrases, in the reader's language."""
        if Phrase not in map(type, self.parts):
            return self
        return replace(self, parts=tuple(words.parts(self.parts)))
