"""Turns replies into lines of IRC: made safe, with colours where they are accepted, cut to fit.

A client highlights a line that contains the reader's own nick as a word. So a sign is put into each nick of somebody
in the channel whose turn it is not, wherever it occurs: in a table's line, a list, or text that a player has typed.
Words are found by WeeChat's rules, which are the widest among the usual clients.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from functools import cache

from msgspec import Struct

from ircpoker.cards import CARDS, Card, Suit
from ircpoker.chat.message import Highlighted, Reply
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences
from ircpoker.config import BotSettings
from ircpoker.transports.irc.people import Channel, UserTracker
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.wire import LONGEST_OUTGOING, clean_text, cut_text
from ircpoker.words import Bold, Phrase
from ircpoker.words.plain_text import strip_formatting

_UNKNOWN_ADDRESS_BYTES = 11 + 1 + 63
"""User name, @ and host at their longest (USERLEN 10 and a tilde, HOSTLEN 63), until the bot knows its own."""
_LEAST_ROOM = 64
"""The least bytes for text: a target whose name leaves less room is not a real one."""
_RESENT = 8
"""The most coloured lines that can be repeated without colours."""
_RESENT_WITHIN = 10.0

WORD_JOINER = "\u2060"
"""It has no width, and terminals do not draw it; other zero-width signs join letters wrongly under tmux."""
HYPHEN = "-"
_LONGEST = 64
_WORDS = re.compile(r"\S+")
_IN_WORDS = frozenset("-_|")
"""The characters that clients count as part of a word besides letters and digits (WeeChat's `word_chars_highlight`)."""
_COLOUR_REFUSALS = frozenset({"404", "408"})
"""The refusals that may be only of the colours."""

# The mIRC colours that keep a contrast of 3.5:1 on black, white and the usual themes; spades stay as the
# text is. Always two digits: a card's own rank could be taken for the second one.
_COLOURS = {Suit.HEARTS: "\x0304", Suit.DIAMONDS: "\x0310", Suit.CLUBS: "\x0303"}
_RESET, _BOLD = "\x0f", "\x02"


class Style(Struct, frozen=True):
    """The form in which a transport shows cards.

    Attributes:
        has_signs: whether suits are signs (`A♥`); else they are letters (`Ah`).
        has_colour: whether suits have IRC's colours; without colour nothing is bold, either.
    """

    has_signs: bool = False
    has_colour: bool = False


PLAIN = Style()


def style_for(preferences: Preferences, usual: Style) -> Style:
    """Return the style of a person's lines: `usual` with their choices."""
    if preferences is NO_PREFERENCES:
        return usual
    has_signs = preferences.cards != "ascii" if preferences.cards else usual.has_signs
    return Style(has_signs, preferences.colour == "on" if preferences.colour else usual.has_colour)


def render(reply: Reply, style: Style = PLAIN) -> str:
    r"""Return the line to send.

    Args:
        reply: the reply.
        style: the style.

    Returns:
        The line; without its formatting codes (`ircpoker.words.plain_text.strip_formatting`) it is the same in every
        colour.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> from ircpoker.chat.message import Reply
        >>> render(Reply(("you hold ", *parse_cards("Ah"))), Style(has_signs=True))
        'you hold A♥'
    """
    cards = _card_texts(style)
    return "".join(
        [
            part if type(part) is str else cards[part.code] if isinstance(part, Card) else _marked(part, style)
            for part in reply.parts
        ]
    )


def _marked(part: str | Phrase, style: Style) -> str:
    """Return bold words, or an unworded phrase, as text."""
    bold = _BOLD if style.has_colour and isinstance(part, Bold | Highlighted) else ""
    return f"{bold}{part}{bold}"


@cache
def _card_texts(style: Style) -> tuple[str, ...]:
    """Return every card in a style, by code."""
    texts = [card.unicode if style.has_signs else str(card) for card in CARDS]
    colours = [_COLOURS.get(card.suit, "") if style.has_colour else "" for card in CARDS]
    return tuple([f"{colour}{text}{_RESET}" if colour else text for colour, text in zip(colours, texts, strict=True)])


class Rendering:
    """Turns replies into text, and text into pieces that no server cuts.

    Attributes:
        plain: folded names of the channels and people that get no colours.
    """

    def __init__(self, bot: BotSettings, people: UserTracker) -> None:
        """Begin with colours everywhere.

        Args:
            bot: how the bot shows cards.
            people: has the bot's own address, which the server puts before each line.
        """
        self.plain: set[str] = set()
        self._style = Style(bot.cards == "unicode", bot.colour)
        self._people = people
        self._coloured: deque[tuple[float, QueuedLine]] = deque(maxlen=_RESENT)

    def text(self, reply: Reply, channel: Channel | None = None) -> str:
        """Return a reply's text for one person, or for a channel, where only the person to act is highlighted."""
        if channel is not None:
            sign = WORD_JOINER if self._style.has_signs else HYPHEN
            reply = replace(reply, parts=without_highlights(reply.parts, channel.members, self._people.fold, sign))
        return clean_text(render(reply, style_for(reply.preferences, self._style)))

    def is_possible(self, line: QueuedLine) -> bool:
        """Return whether a line has text and one target: a comma would make several, a space would end it."""
        name = line.reader.target
        is_one = name != "" and name[0] != ":" and name.isprintable() and not set(name) & {" ", ","}
        return is_one and self._room(line) >= _LEAST_ROOM and line.text.strip(" ") != ""

    def cut(self, line: QueuedLine, now: float) -> str:
        """Take from an outgoing line the text that fits into one of IRC, and return it; `rest` keeps the remainder."""
        text = line.rest or line.text
        # Only the codes of colours and of bold are left in it that cannot be printed.
        if not text.isprintable():
            if line.place in self.plain:
                text = strip_formatting(text)
            else:
                self._coloured.append((now, line))
        piece, line.rest = cut_text(text, max(_LEAST_ROOM, self._room(line)))
        return piece

    def refuse_colours(self, numeric: str, key: str, now: float) -> list[QueuedLine]:
        """Return the lines to repeat without colours after a folded target refused one; the last one first.

        These are the coloured lines of the last seconds; if there are none, colours were not the reason.
        """
        if numeric not in _COLOUR_REFUSALS:
            return []
        lines = [line for at, line in self._coloured if line.place == key and now - at < _RESENT_WITHIN]
        self._coloured = deque((record for record in self._coloured if record[1].place != key), maxlen=_RESENT)
        if lines:
            self.plain.add(key)
        return list(dict.fromkeys(reversed(lines)))

    def _room(self, line: QueuedLine) -> int:
        """Return the bytes left for text in a line as the reader receives it, as PRIVMSG or NOTICE."""
        me = self._people.me
        address = len(f"{me.user}@{me.host}".encode()) if me.host else _UNKNOWN_ADDRESS_BYTES
        return LONGEST_OUTGOING - len(f":{me.nick}! PRIVMSG {line.reader.target} :".encode()) - address


def without_highlights(
    parts: tuple[str | Card | Phrase, ...], members: Container[str], fold: Callable[[str], str], sign: str
) -> tuple[str | Card | Phrase, ...]:
    """Return a channel line's parts with a sign in each nick except the one to be highlighted.

    Args:
        parts: the line's parts, already worded.
        members: the folded nicks of those in the channel.
        fold: folds a nick.
        sign: `WORD_JOINER`, or `HYPHEN` where only ASCII is wanted.

    Returns:
        The new parts, of the same types.
    """
    new_parts: list[str | Card | Phrase] = []
    for part in parts:
        if isinstance(part, str) and not isinstance(part, Highlighted):
            split = split_nicks(part, members, fold, sign)
            new_parts.append(Bold(split) if isinstance(part, Bold) else split)
        else:
            new_parts.append(part)
    return tuple(new_parts)


def split_nicks(text: str, members: Container[str], fold: Callable[[str], str], sign: str) -> str:
    """Return a text with a sign in each word that is a nick.

    Examples:
        >>> split_nicks("ann calls 20, [Bob]: annie", {"ann", "bob"}, str.lower, "-")
        'a-nn calls 20, [B-ob]: annie'
    """
    folded = fold(text)
    # Some letters are folded to several.
    keys = list(folded) if len(folded) == len(text) else [fold(char) for char in text]
    return _WORDS.sub(lambda match: _split(match[0], keys[match.start() : match.end()], members, sign), text)


def _split(word: str, keys: list[str], members: Container[str], sign: str) -> str:
    """Return a word with a sign in each nick; `keys` are its folded letters."""
    begin = 0
    # Each nick gets one sign. More are only needed for new nicks that the signs make, and nicks may be chosen so
    # that this never ends.
    for _ in range(2 * len(word)):
        span = next(_nicks(word, keys, members, begin), None)
        if span is None:
            break
        start, end = span
        index, added = _sign_in(keys[start:end], members, sign)
        at = start + index
        word, keys = word[:at] + added + word[at:], [*keys[:at], *added, *keys[at:]]
        # A part of the nick may belong to a nick that begins before it.
        begin = max(0, start - _LONGEST)
    return word


def _sign_in(nick: list[str], members: Container[str], sign: str) -> tuple[int, str]:
    """Return where a sign is put into a nick, and the sign."""
    if len(nick) == 1:
        # It cannot be split, but hyphens make it part of a word.
        hyphens = HYPHEN
        while nick[0] + hyphens in members:
            hyphens += HYPHEN
        return 1, hyphens
    # Neither half may be somebody's nick; where one always is, it is split in turn.
    halves = ((index, {"".join(nick[:index]), "".join(nick[index:])}) for index in range(1, len(nick)))
    return next((index for index, both in halves if not any(half in members for half in both)), 1), sign


def _nicks(word: str, keys: list[str], members: Container[str], begin: int) -> Iterator[tuple[int, int]]:
    """Yield where a nick stands in a word from `begin` on, between signs that separate words."""
    inside = [char.isalnum() or char in _IN_WORDS for char in word]
    for start in range(begin, len(word)):
        if start and inside[start - 1]:
            continue
        for end in range(start + 1, min(start + _LONGEST, len(word)) + 1):
            if (end == len(word) or not inside[end]) and "".join(keys[start:end]) in members:
                yield start, end
