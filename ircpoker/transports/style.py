"""The look of a line on IRC: suits as letters or signs, colours.

The words themselves come from plugins and the catalogue.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from ircpoker.cards import CARDS, Card, Suit
from ircpoker.chat.message import Highlighted, Reply
from ircpoker.chat.preferences import NO_PREFERENCES, Preferences
from ircpoker.words import Bold, Phrase

# The mIRC colours that keep a contrast of 3.5:1 on black, white and the usual themes; spades stay as the
# text is. Always two digits: a card's own rank could be taken for the second one.
_COLOURS: dict[str, tuple[dict[Suit, str], str]] = {
    "none": ({}, ""),
    "irc": ({Suit.HEARTS: "\x0304", Suit.DIAMONDS: "\x0310", Suit.CLUBS: "\x0303"}, "\x0f"),
}
"""The codes that begin and end the colour of a suit."""
_BOLD = {"none": ("", ""), "irc": ("\x02", "\x02")}


class Style(Struct, frozen=True):
    """The form in which a transport shows cards.

    Attributes:
        cards: suits as letters (`Ah`) or as signs (`A♥`).
        colour: none, or IRC's codes; without colour nothing is bold, either.
    """

    cards: Literal["ascii", "unicode"] = "ascii"
    colour: Literal["none", "irc"] = "none"


PLAIN = Style()


def style_for(preferences: Preferences, usual: Style) -> Style:
    """Return the style of a person's lines: `usual` with their choices."""
    if preferences is NO_PREFERENCES:
        return usual
    colours: dict[str, Literal["none", "irc"]] = {"on": "irc", "off": "none"}
    cards = preferences.cards or usual.cards
    colour = colours.get(preferences.colour, usual.colour)
    return Style("ascii" if cards == "ascii" else "unicode", colour)


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
