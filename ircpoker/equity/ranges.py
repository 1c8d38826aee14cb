"""Ranges of hole cards as text: `QQ+,AKs,T9s,22-55,A2s+,KTo+,76s-54s`, `25%`, `any`, `AhKd`, with weights `AKs:0.5`.

`ircpoker.equity.range_terms` lists the terms. A weight above 0 and up to 1 may follow each part. If a hand is in
several parts, the last weight counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import itemgetter

from ircpoker.cards import parse_cards
from ircpoker.equity.omaha_kinds import SIZE, KindSet, OmahaHand, WeightedHands, hands_in, number_of, size_of
from ircpoker.equity.range_terms import HANDS_OF_HOLDEM, HOLDEM_SIZES, HandKind, format_hand, hands_of_kind, parse_part
from ircpoker.errors import DuplicateCardError, InvalidCardError, InvalidRangeError, NotUnderstoodError, SetupError

MOST_DECIMALS = 4
MOST_LISTED = 600
"""Hands of a range of Omaha, which lists no more of them."""
_WEIGHT = re.compile(r"(?P<part>.+):(?P<weight>[0-9]{0,3}\.?[0-9]{1,9})")


@dataclass(frozen=True)
class Range:
    """The hands that somebody may hold.

    Attributes:
        text: the range in a uniform spelling.
        weights: each hand, as card codes in the order given or descending, with its weight: whole numbers from 1 to
            10,000 without a common factor. Empty for Omaha's hands where they are too many to list.
        is_any: whether it is every hand that can be dealt, all with the same weight.
        unit: the weight as written, above 0 and up to 1, that 1 in `weights` stands for.
        kinds: the hands that are too many to list, unless it is every hand.
    """

    text: str
    weights: Mapping[tuple[int, ...], int]
    is_any: bool = False
    unit: Fraction = Fraction(1)
    kinds: WeightedHands | None = None

    @property
    def size(self) -> int:
        """The number of hands; 0 for every hand of Omaha."""
        return self.kinds.size if self.kinds else len(self.weights)

    def __repr__(self) -> str:
        """Return the text and the number of hands, which are too many to list.

        Examples:
            >>> parse_range("QQ+,AKs")
            <Range QQ+,AKs: 22 hands>
        """
        return f"<Range {self.text}: {self.size or 'all'} hands>"

    def without(self, cards: Collection[int]) -> Range:
        """Return the range without the hands that hold any of these cards.

        Args:
            cards: card codes.

        Returns:
            The range that is left.

        Raises:
            SetupError: no hand is left.
        """
        if not cards:
            return self
        gone = set(cards)
        weights = {hand: weight for hand, weight in self.weights.items() if gone.isdisjoint(hand)}
        if self.weights and not weights:
            raise SetupError(
                self.text, "no hand of this range is left: each holds a card that is known to be elsewhere"
            )
        return replace(self, weights=weights)


@lru_cache(16)  # a question may name a range ten times
def parse_range(text: str, sizes: range = HOLDEM_SIZES) -> Range:
    """Read a range.

    Args:
        text: parts separated by commas or spaces; or the cards of one hand, which may be separated by spaces.
        sizes: the numbers of hole cards that a hand may have.

    Returns:
        The range.

    Raises:
        InvalidRangeError: a part is neither a range nor cards, or its weight is not a weight.
        CardCountError: a hand with too few or too many cards.
        DuplicateCardError: a hand with a card twice.

    Examples:
        >>> len(parse_range("QQ+,AKs").weights)
        22
        >>> parse_range("ah kd").text
        'AhKd'
        >>> parse_range("AKs:0.5, QQ").text, sorted(set(parse_range("AKs:0.5, QQ").weights.values()))
        ('AKs:0.5,QQ', [1, 2])
    """
    hand = _one_hand(text, sizes)
    if hand:
        return Range(format_hand(hand), {hand: 1})
    parts = text.replace(",", " ").split()
    if not parts:
        raise InvalidRangeError(text)
    last: dict[HandKind, int] = {}
    names, weights = [], []
    for number, part in enumerate(parts):
        match = _WEIGHT.fullmatch(part)
        body, weight = (match["part"], _parse_weight(match["weight"], part)) if match else (part, Fraction(1))
        name, kinds = parse_part(body, sizes)
        if not kinds and len(parts) > 1:
            raise InvalidRangeError(text, "any stands alone")
        names.append(f"{name}:{float(weight):g}" if match else name)
        weights.append(weight)
        last.update(dict.fromkeys(kinds, number))
    hands = _last_parts({kind: number for kind, number in last.items() if not isinstance(kind, KindSet)})
    of_omaha = _split_kinds({kind: number for kind, number in last.items() if isinstance(kind, KindSet)}, hands)
    used = {number: weights[number] for number in (*hands.values(), *of_omaha.values())}
    scale = lcm(*[weight.denominator for weight in used.values()])
    whole = {number: int(weight * scale) for number, weight in used.items()}
    common = gcd(*whole.values()) or 1
    whole = {number: weight // common for number, weight in whole.items()}
    is_any = not last or (len(hands) == HANDS_OF_HOLDEM and set(whole.values()) == {1})
    weighted = {hand: whole[number] for hand, number in hands.items()}
    unit, name = Fraction(common, scale), ",".join(names)
    if not of_omaha:
        return Range(name, weighted, is_any, unit)
    return Range(name, {}, is_any, unit, WeightedHands({kind: whole[n] for kind, n in of_omaha.items()}, weighted))


def _split_kinds(last: Mapping[KindSet, int], hands: dict[OmahaHand, int]) -> dict[KindSet, int]:
    """Put the hands of kinds of which single hands are named, or of all if they are few, to those; return the others.

    Args:
        last: kinds, with the number of the last part that names just these.
        hands: the same for single hands; is changed.
    """
    if not last:
        return {}
    named = 0
    for hand in hands if len(next(iter(hands), ())) == SIZE else ():
        named |= 1 << number_of(hand)
    kinds, seen = {}, 0
    for some, number in sorted(last.items(), key=itemgetter(1), reverse=True):
        own, seen = some & ~seen, seen | some
        listed = own if size_of(own) <= MOST_LISTED else own & named
        for hand in hands_in(listed):
            hands[hand] = max(number, hands.get(hand, number))
        if own & ~listed:
            kinds[own & ~listed] = number
    return kinds


def _last_parts(last: Mapping[str | OmahaHand, int]) -> dict[tuple[int, ...], int]:
    """Return the hands of some kinds, each with the number of the last part that it is in.

    A text may name the same hands many times: each kind is spelled out once, so reading takes no longer than for `any`.

    Args:
        last: kinds and hands, each with the number of the last part that names it.
    """
    hands: dict[tuple[int, ...], int] = {}
    for kind, number in last.items():
        # A hand may be written with its cards in either order.
        for hand in hands_of_kind(kind) if isinstance(kind, str) else (tuple(sorted(kind, reverse=True)),):
            if hands.setdefault(hand, number) < number:
                hands[hand] = number
    return hands


def _one_hand(text: str, sizes: range) -> tuple[int, ...] | None:
    """Return the cards of one hand, None if the text is something else.

    Raises:
        DuplicateCardError: the text is not several hands, which may share cards, and has a card twice.
    """
    try:
        cards = parse_cards(text)
    except InvalidCardError:
        return None
    except DuplicateCardError:
        if any(_has_hand(part, sizes) for part in text.replace(",", " ").split()):
            return None
        raise
    return tuple(map(int, cards)) if len(cards) in sizes else None


def _has_hand(text: str, sizes: range) -> bool:
    """Return whether a text without spaces has the cards of a whole hand."""
    try:
        return len(parse_cards(text)) in sizes
    except NotUnderstoodError:
        return False


def _parse_weight(text: str, part: str) -> Fraction:
    """Return the weight of a part.

    Raises:
        InvalidRangeError: it is 0, above 1 or too fine.
    """
    weight = Fraction(text)
    if not 0 < weight <= 1 or 10**MOST_DECIMALS % weight.denominator:
        raise InvalidRangeError(part, f"a weight above 0 and up to 1, with at most {MOST_DECIMALS} decimals")
    return weight
