"""The signs of cards, frames and bars: in Unicode, or in ASCII where the terminal or the player wants that."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ircpoker.screen.text import clean

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_ASCII = {
    **{ord(sign): suit for suit, sign in _SIGNS.items()},
    **{ord(sign): plain for sign, plain in {"½": "1/2", "·": "|", "–": "-", "—": "-", "…": "...", "−": "-"}.items()},
    **{ord(sign): plain for sign, plain in {"×": "x", "’": "'", "←": "<-", "→": "->", "↑": "^", "↓": "v"}.items()},
    **{ord(sign): plain for sign, plain in {"▶": ">", "▸": ">", "★": "*", "±": "+-", "│": "|", "✓": "ok"}.items()},
}
_CARD = r"(?<![^\s\[(:])[2-9TJQKA][cdhs](?![^\s\]),.:|])"
_CARDS = re.compile(rf"{_CARD}(?:\]? \[?{_CARD})*")
_WORDS = frozenset({"Ac", "Ad", "Ah", "As"})
"""A single one of these in a line may be a word."""
_SHOWN_CARD = re.compile("([2-9TJQKA][♣♦♥♠])")
SUIT_STYLES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
"""The style of each suit: a deck of four colours."""


class Marks(NamedTuple):
    """The signs of one form.

    Attributes:
        is_ascii: whether nothing but ASCII may be shown.
        box: the corners top left, top right, bottom left, bottom right, the horizontal and the vertical line.
        card: the same of a card.
        full: a filled part of a bar.
        empty: an empty part of a bar.
        back: a card whose face is down.
        steps: the steps of a curve, lowest first.
        ellipsis: what stands for text that is cut off.
    """

    is_ascii: bool
    box: str
    card: str
    full: str
    empty: str
    back: str
    steps: str
    ellipsis: str

    def text(self, text: str) -> str:
        """Return text from elsewhere as it may be shown."""
        shown = clean(text)
        if not self.is_ascii or shown.isascii():
            return shown
        return shown.translate(_ASCII).encode("ascii", "replace").decode("ascii")

    def line(self, text: str) -> str:
        """Return a line of the log as it may be shown; its cards with signs.

        Examples:
            >>> UNICODE.line("FLOP Ah 9c [2d] | As you like, bob"), UNICODE.line("1) Ah 2) 9c")
            ('FLOP A♥ 9♣ [2♦] | As you like, bob', '1) A♥ 2) 9♣')
        """
        return self.text(text if self.is_ascii else _CARDS.sub(self._with_signs, text))

    def _with_signs(self, found: re.Match[str]) -> str:
        if _is_word(found):
            return found[0]
        return re.sub(r"([2-9TJQKA])([cdhs])", lambda card: card[1] + _SIGNS[card[2]], found[0])

    def card_text(self, card: str) -> str:
        """Return a card's rank and suit, such as `T♥` or `Th`; the back of an unknown one."""
        if len(card) != 2 or card[1] not in _SIGNS or not card[0].isalnum():
            return self.back
        return card if self.is_ascii else card[0] + _SIGNS[card[1]]

    def curve(self, values: list[int], width: int) -> str:
        """Return the course of some values as one line of signs: each sign the last value of its share of them.

        Examples:
            >>> UNICODE.curve([0, 10, 20, 10], 10)
            '▁▅█▅'
        """
        if not values or width <= 0:
            return ""
        if len(values) > width:
            values = [values[(number + 1) * len(values) // width - 1] for number in range(width)]
        least, span = min(values), max(values) - min(values)
        top = len(self.steps) - 1
        return "".join([self.steps[round((value - least) * top / span) if span else top // 2] for value in values])


UNICODE = Marks(False, "╭╮╰╯─│", "┌┐└┘─│", "▓", "░", "▒▒", "▁▂▃▄▅▆▇█", "…")
ASCII = Marks(True, "++++-|", "++++-|", "#", ".", "##", "_.-=^", "...")


def _is_word(found: re.Match[str]) -> bool:
    """Return whether a lone ace is rather a word; behind a number it is a card."""
    return found[0] in _WORDS and not found.string[: found.start()].endswith(") ")


def card_places(text: str) -> list[int]:
    """Return where in a line of the bot each card begins.

    Examples:
        >>> card_places("FLOP Ah 9c [2d] | As you like")
        [5, 8, 12]
    """
    return [
        found.start() + card.start()
        for found in _CARDS.finditer(text)
        if not _is_word(found)
        for card in re.finditer(r"[2-9TJQKA][cdhs]", found[0])
    ]


@lru_cache(512)
def styled_cards(text: str, style: str) -> tuple[tuple[str, str], ...]:
    """Return a shown line in pieces with their styles: its cards in the colours of their suits."""
    pieces = _SHOWN_CARD.split(text)
    by_sign = {sign: SUIT_STYLES[suit] for suit, sign in _SIGNS.items()}
    return tuple([(piece, by_sign[piece[1]] if number % 2 else style) for number, piece in enumerate(pieces) if piece])
