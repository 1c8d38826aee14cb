"""Pieces of lines that several games use: chips in words, cards in a row, commitments, segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.shuffle import FEWEST_DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.cards import Card

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


def committed_line(what: str, deal_id: str, commitment: str) -> str:
    """Return what a deal is committed to, as a line of its own."""
    return f"{what}: deal {deal_id}, committed to SHA-256 {commitment}"


def published(commitment: str) -> str:
    """Return the first 40 of a commitment's 64 digits, enough to hold the bot to it; `!proof` and `!seed` show all."""
    return commitment[:FEWEST_DIGITS]
