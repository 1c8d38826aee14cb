"""The look of a line: suits as letters or signs, colours for IRC or a terminal.

The words themselves come from plugins and the catalogue.
"""

from __future__ import annotations

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

# The mIRC colours that keep a contrast of 3.5:1 on black, white and the usual themes; spades stay as the
# text is. Always two digits: a card's own rank could be taken for the second one.
_COLOURS: dict[str, tuple[dict[Suit, str], str]] = {
    "none": ({}, ""),
    "irc": ({Suit.HEARTS: "\x0304", Suit.DIAMONDS: "\x0310", Suit.CLUBS: "\x0303"}, "\x0f"),
    "ansi": ({Suit.HEARTS: "\x1b[31m", Suit.DIAMONDS: "\x1b[36m", Suit.CLUBS: "\x1b[32m"}, "\x1b[0m"),
}
"""The codes that begin and end the colour of a suit."""
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
        The line; without its formatting codes (`ircpoker.words.plain_text.strip_formatting`) it is the same in every
        colour.

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
