"""The hands of a showdown in the words of PokerStars."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ircpoker.cards import Rank
from ircpoker.hands import Category

if TYPE_CHECKING:
    from ircpoker.hands import HandValue

_PLURALS = {rank: f"{rank.name.capitalize()}s" for rank in Rank} | {Rank.SIX: "Sixes"}


@cache
def stars_words(value: HandValue) -> str:
    """Return a hand in words.

    Examples:
        >>> from ircpoker.hands import evaluate
        >>> stars_words(evaluate("Ah Kd Qc Jc 9s")), stars_words(evaluate("6h 6d 5c 5s 2h"))
        ('high card Ace', 'two pair, Sixes and Fives')
        >>> stars_words(evaluate("Ah 2d 3c 4s 5h"))
        'a straight, Ace to Five'
    """
    ranks = value.ranks
    first, plural = ranks[0].name.capitalize(), _PLURALS[ranks[0]]
    match value.category:
        case Category.HIGH_CARD:
            return f"high card {first}"
        case Category.ONE_PAIR:
            return f"a pair of {plural}"
        case Category.TWO_PAIR:
            return f"two pair, {plural} and {_PLURALS[ranks[2]]}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {plural}"
        case Category.FLUSH:
            return f"a flush, {first} high"
        case Category.FULL_HOUSE:
            return f"a full house, {plural} full of {_PLURALS[ranks[3]]}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {plural}"
        case Category.ROYAL_FLUSH:
            return "a Royal Flush"
        case category:
            kind = "straight flush" if category is Category.STRAIGHT_FLUSH else "straight"
            return f"a {kind}, {ranks[-1].name.capitalize()} to {first}"
