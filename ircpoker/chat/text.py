"""The look of a line: suits as letters or signs, colours for IRC or a terminal, and the way back to plain text.

The words themselves come from plugins and the catalogue.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from ircpoker.cards import CARDS, Card, Suit
from ircpoker.chat.message import Highlighted
from ircpoker.chat.preferences import NO_PREFERENCES
from ircpoker.words import Bold

if TYPE_CHECKING:
    from ircpoker.chat.message import Reply
    from ircpoker.chat.preferences import Preferences
    from ircpoker.words import Phrase

# Bold, colour, hex colour, reset, monospace, reverse, italic, strike-through and underline of IRC, and a terminal's
# colour codes. After a colour code one or two digits belong to it, then perhaps a background.
_FORMATTING = re.compile(
    r"\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?"
    r"|\x04(?:[0-9A-Fa-f]{6}(?:,[0-9A-Fa-f]{6})?)?"
    r"|[\x02\x0f\x11\x16\x1d\x1e\x1f]"
    r"|\x1b\[[0-9;]*m"
)

# The mIRC colours that keep a contrast of 3.5:1 on black, white and the usual themes; spades stay as the
# text is. Always two digits: a card's own rank could be taken for the second one.
_COLOURS: dict[str, tuple[dict[Suit, str], str]] = {
    "none": ({}, ""),
    "irc": ({Suit.HEARTS: "\x0304", Suit.DIAMONDS: "\x0310", Suit.CLUBS: "\x0303"}, "\x0f"),
    "ansi": ({Suit.HEARTS: "\x1b[31m", Suit.DIAMONDS: "\x1b[36m", Suit.CLUBS: "\x1b[32m"}, "\x1b[0m"),
}
"""The codes that begin and end the colour of a suit."""
_JOINERS = dict.fromkeys(map(ord, "\u2060\u200b\u200d"))
_BOLD = {"none": ("", ""), "irc": ("\x02", "\x02"), "ansi": ("\x1b[1m", "\x1b[22m")}


@dataclass(frozen=True, slots=True)
class Style:
    """The form in which a transport shows cards.

    Attributes:
        cards: suits as letters (`Ah`) or as signs (`A♥`).
        colour: none, IRC's codes or a terminal's; without colour nothing is bold, either.
    """

    cards: Literal["ascii", "unicode"] = "ascii"
    colour: Literal["none", "irc", "ansi"] = "none"


PLAIN = Style()


def style_for(preferences: Preferences, usual: Style, colour: Literal["none", "irc", "ansi"]) -> Style:
    """Return the style of a person's lines: `usual` with their choices; `colour` is the transport's kind of it."""
    if preferences is NO_PREFERENCES:
        return usual
    colours = {"on": colour, "off": "none"}.get(preferences.colour, usual.colour)
    cards = preferences.cards or usual.cards
    return Style("ascii" if cards == "ascii" else "unicode", "none" if colours == "none" else colour)


def render(reply: Reply, style: Style = PLAIN) -> str:
    r"""Return the line to send.

    Args:
        reply: the reply.
        style: the style.

    Returns:
        The line; without its formatting codes (`strip_formatting`) it is the same in every colour.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> from ircpoker.chat.message import Reply
        >>> render(Reply(("you hold ", *parse_cards("Ah"))), Style("unicode"))
        'you hold A♥'
    """
    cards = _card_texts(style)
    return "".join(
        [
            part if type(part) is str else cards[part.code] if isinstance(part, Card) else _marked(part, style)
            for part in reply.parts
        ]
    )


def strip_formatting(text: str) -> str:
    r"""Return `text` without the formatting codes of IRC clients and terminals.

    Args:
        text: any text.

    Returns:
        The text without the codes; control characters that format nothing are left.

    Examples:
        >>> strip_formatting("\x02Ah\x02 \x0304,01Td\x0f")
        'Ah Td'
    """
    return _FORMATTING.sub("", text)


def without_joiners(text: str) -> str:
    r"""Return `text` without zero-width characters, which come with nicks that are copied from a line.

    Args:
        text: any text.

    Returns:
        The visible characters.

    Examples:
        >>> without_joiners("bank b\u2060ob")
        'bank bob'
    """
    return text.translate(_JOINERS)


def printable(text: str) -> str:
    r"""Return `text` with spaces for tabs and line ends, and `?` for all else that is not printable.

    Args:
        text: any text.

    Returns:
        The same number of characters, all printable.

    Examples:
        >>> printable("two\nlines\x00")
        'two lines?'
    """
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else " " if char.isspace() else "?" for char in text])


def one_line(text: str, longest: int) -> str:
    r"""Return `text` as one printable line.

    Args:
        text: any text.
        longest: the most characters of the line.

    Returns:
        The line with one space for each run of them, cut with an ellipsis.

    Examples:
        >>> one_line("two\r\n  lines", 40)
        'two lines'
        >>> one_line("too long", 5)
        'too …'
    """
    text = printable(" ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _marked(part: str | Phrase, style: Style) -> str:
    """Return bold words, or an unworded phrase, as text."""
    begin, end = _BOLD[style.colour] if isinstance(part, Bold | Highlighted) else ("", "")
    return f"{begin}{part}{end}"


@cache
def _card_texts(style: Style) -> tuple[str, ...]:
    """Return every card in a style, by code: there are six styles and 52 cards."""
    colours, reset = _COLOURS[style.colour]
    texts = []
    for card in CARDS:
        text = card.unicode if style.cards == "unicode" else str(card)
        texts.append(f"{colours[card.suit]}{text}{reset}" if card.suit in colours else text)
    return tuple(texts)
