"""Pieces of lines that several games use: chips in words, cards in a row, segments, commitments, legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.shuffle import FEWEST_DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ircpoker.cards import Card
    from ircpoker.table import LegalActions

Parts = list["str | Card"]
"""What a reply is made of."""


def chips(number: int) -> str:
    """Return a number of chips in words.

    Examples:
        >>> chips(1), chips(1000)
        ('1 chip', '1000 chips')
    """
    return f"{number} chip" if number == 1 else f"{number} chips"


def spaced(cards: Iterable[Card]) -> Parts:
    """Return cards with a space between each two."""
    parts = [part for card in cards for part in (" ", card)]
    return parts[1:]


def numbered(cards: Iterable[Card]) -> Parts:
    """Return cards with their places in front: `1) Kh 2) Tc …`."""
    parts: Parts = []
    for place, card in enumerate(cards, 1):
        parts += [f"{' ' if parts else ''}{place}) ", card]
    return parts


def joined(segments: Iterable[Parts], separator: str = " | ") -> Parts:
    """Return the segments that are not empty, with a separator between each two."""
    parts: Parts = []
    for segment in segments:
        if segment:
            parts += [separator, *segment] if parts else segment
    return parts


def packed(texts: Iterable[str], separator: str, line_bytes: int | None) -> Iterator[str]:
    """Yield the texts in as few lines of so many bytes as they need; None for lines of any length.

    Examples:
        >>> list(packed(["one", "two", "three"], " | ", 9))
        ['one | two', 'three']
    """
    line = ""
    for text in texts:
        longer = f"{line}{separator}{text}" if line else text
        if line and line_bytes is not None and len(longer.encode()) > line_bytes:
            yield line
            longer = text
        line = longer
    if line:
        yield line


def committed_line(what: str, deal_id: str, commitment: str) -> str:
    """Return what a deal is committed to, as a line of its own."""
    return f"{what}: deal {deal_id}, committed to SHA-256 {commitment}"


def published(commitment: str) -> str:
    """Return the first 40 of a commitment's 64 digits, enough to hold the bot to it; `!proof` and `!seed` show all."""
    return commitment[:FEWEST_DIGITS]


def word_options(legal: LegalActions, prefix: str, all_in: int) -> str:
    """Return what the actor may say, with the amounts.

    Args:
        legal: what the rules allow.
        prefix: what commands begin with.
        all_in: to how much the actor's last chip goes; 0 if that need not be said.

    Returns:
        Such as `!call (20), !raise 40-980, !allin, !fold`.

    Examples:
        >>> from ircpoker.table import LegalActions
        >>> word_options(LegalActions(seat=0, can_fold=True, call=20, raise_to=range(40, 981)), "!", 980)
        '!call (20), !raise 40-980, !allin, !fold'
        >>> word_options(LegalActions(seat=0, can_fold=True, can_check=True, bet=range(10, 11)), "!", 500)
        '!check, !bet 10'
    """
    if legal.discard:
        return f"{prefix}keep or {prefix}discard with card numbers, {prefix}pat keeps all, {prefix}hint"
    options = [f"{prefix}check"] if legal.can_check else []
    if legal.call:
        options.append(f"{prefix}call ({legal.call})")
    for word, amounts in (("bet", legal.bet), ("raise", legal.raise_to)):
        if amounts:
            span = f"{amounts[0]}-{amounts[-1]}" if len(amounts) > 1 else f"{amounts[0]}"
            options.append(f"{prefix}{word} {span}")
            if amounts[-1] == all_in:
                options.append(f"{prefix}allin")
    if legal.can_fold and not legal.can_check:
        options.append(f"{prefix}fold")
    return ", ".join(options)
