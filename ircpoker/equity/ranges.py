"""Ranges of hole cards as text: `QQ+,AKs,T9s,22-55,A2s+,KTo+,76s-54s`, `25%`, `any`, `AhKd`, with weights `AKs:0.5`.

The terms:

* `AA`, `AKs`, `AKo`, `AK`: all pairs of aces, ace-king suited, not suited, or both;
* `QQ+`: this pair and the higher ones; `A2s+`, `KTo+`: the lower card goes up to one below the higher;
* `22-55`, `A5s-A2s`, `76s-54s`: from one to the other, with the same higher card or the same gap;
* `25%`: the best kinds that together hold at least a quarter of all hands, in the order of `ircpoker.hands.kinds`;
* `any`: every hand;
* `AhKd`: one hand, in any form that `parse_cards` reads.

For Omaha with four cards:

* `AA**`, `AKQJds`, `T9**ss`, `8765r`: all hands with these ranks, `*` for any; double-suited, single-suited, rainbow,
  mono (three or four cards of a suit);
* `JT98-8765`, `JT98ds-8765ds`: from one to the other, with the same gaps;
* `15%`: the best kinds, in the order of `ircpoker.equity.omaha_kinds`;
* `any`, and single hands; with five and six cards there are only these.

A weight above 0 and up to 1 may follow each part. If a hand is in several parts, the last weight counts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, combinations
from math import ceil, gcd, lcm
from operator import itemgetter

from ircpoker.cards import RANK_LETTERS, format_count, parse_cards
from ircpoker.equity.omaha_kinds import (
    SIZE,
    KindSet,
    OmahaHand,
    WeightedHands,
    best_kinds,
    hands_in,
    kinds_with,
    number_of,
    size_of,
)
from ircpoker.errors import (
    CardCountError,
    DuplicateCardError,
    InvalidCardError,
    InvalidRangeError,
    NotUnderstoodError,
    SetupError,
)
from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF

HandKind = str | KindSet | tuple[int, ...]
"""One of the 169 kinds of hands of hold'em, kinds of Omaha, or one hand."""
HANDS_OF_HOLDEM = 1326
HOLDEM_SIZES = range(2, 3)
OMAHA_SIZES = range(4, 7)
ANY = "any"
MOST_DECIMALS = 4
_BEST_SUMS = tuple(accumulate(COMBINATIONS_OF[kind] for kind in BEST_FIRST))
"""The number of hands up to each of the best kinds."""
_KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_PATTERN = re.compile(r"([2-9TJQKA*]{4})(ds|ss|r|mono)?", re.IGNORECASE)
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
        return Range(_format_hand(hand), {hand: 1})
    parts = text.replace(",", " ").split()
    if not parts:
        raise InvalidRangeError(text)
    last: dict[HandKind, int] = {}
    names, weights = [], []
    for number, part in enumerate(parts):
        match = _WEIGHT.fullmatch(part)
        body, weight = (match["part"], _parse_weight(match["weight"], part)) if match else (part, Fraction(1))
        name, kinds = _parse_part(body, sizes)
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


@cache
def hands_of_kind(kind: str) -> Sequence[tuple[int, ...]]:
    """Return the hands of one of the 169 kinds.

    Examples:
        >>> len(hands_of_kind("AKs")), len(hands_of_kind("77"))
        (4, 6)
    """
    high, low = (RANK_LETTERS.index(letter) for letter in kind[:2])
    if high == low:
        return [(4 * high + first, 4 * high + second) for first, second in combinations((3, 2, 1, 0), 2)]
    return [
        (4 * high + first, 4 * low + second)
        for first in (3, 2, 1, 0)
        for second in (3, 2, 1, 0)
        if (first == second) is (kind[2] == "s")
    ]


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


def _format_hand(hand: tuple[int, ...]) -> str:
    return "".join([RANK_LETTERS[code >> 2] + "cdhs"[code & 3] for code in hand])


def _parse_weight(text: str, part: str) -> Fraction:
    """Return the weight of a part.

    Raises:
        InvalidRangeError: it is 0, above 1 or too fine.
    """
    weight = Fraction(text)
    if not 0 < weight <= 1 or 10**MOST_DECIMALS % weight.denominator:
        raise InvalidRangeError(part, f"a weight above 0 and up to 1, with at most {MOST_DECIMALS} decimals")
    return weight


def _parse_part(part: str, sizes: range) -> tuple[str, Sequence[HandKind]]:
    """Return a part in a uniform spelling, and its kinds of hands, or its hand; nothing for Omaha's `any`.

    Raises:
        InvalidRangeError: it is neither a range nor cards.
        CardCountError: cards, but too few or too many.
    """
    if part.lower() == ANY:
        return ANY, BEST_FIRST if sizes == HOLDEM_SIZES else []
    name, kinds = _parse_kinds(part) if sizes == HOLDEM_SIZES else _parse_omaha(part)
    if kinds:
        return name, kinds
    try:
        cards = parse_cards(part)
    except InvalidCardError:
        expected = "" if sizes == HOLDEM_SIZES else "AhKhQdJd, AA**, AKQJds, JT98-8765, 15% or any"
        raise InvalidRangeError(part, expected) from None
    if len(cards) not in sizes:
        raise CardCountError(len(cards), f"{format_count(sizes[0], sizes[-1])} for a hand, written without spaces")
    hand = tuple(map(int, cards))
    return _format_hand(hand), [hand]


def _parse_kinds(part: str) -> tuple[str, Sequence[str]]:
    """Return a part in a uniform spelling, and its kinds of hands; no kinds if it is something else.

    Raises:
        InvalidRangeError: it looks like kinds of hands that do not exist.
    """
    if part.endswith("%"):
        return part, _best_kinds(part)
    ends = part.split("-")
    if len(ends) == 2 and all(map(_KIND.fullmatch, ends)):
        first, second = map(_parse_kind, ends)
        return f"{''.join(first)}-{''.join(second)}", _kinds_between(first, second, part)
    climbs = part.endswith("+")
    if not _KIND.fullmatch(part.removesuffix("+")):
        return part, []
    high, low, suited = _parse_kind(part.removesuffix("+"))
    name = high + low + suited + "+" * climbs
    if not climbs:
        return name, _kinds(high, low, suited)
    rank, below = RANK_LETTERS.index(high), RANK_LETTERS.index(low)
    if rank == below:
        return name, [letter * 2 for letter in RANK_LETTERS[rank:]]
    return name, [kind for letter in RANK_LETTERS[below:rank] for kind in _kinds(high, letter, suited)]


def _parse_omaha(part: str) -> tuple[str, Sequence[KindSet]]:
    """Return a part in a uniform spelling, and its kinds of four cards; nothing if it is something else.

    Raises:
        InvalidRangeError: it looks like kinds of hands that do not exist.
    """
    if part.endswith("%"):
        return part, [best_kinds(_percentage(part) / 100)]
    ends = [_PATTERN.fullmatch(end) for end in part.split("-")]
    patterns = [(end[1].upper(), (end[2] or "").lower()) for end in ends if end]
    if len(patterns) < len(ends) or len(ends) > 2:
        return part, []
    ranks = [sorted(map(RANK_LETTERS.find, letters), reverse=True) for letters, _ in patterns]
    suited = {end for _, end in patterns}
    steps = {high - low for high, low in zip(ranks[0], ranks[-1], strict=True)}
    if len(suited) > 1 or len(steps) > 1 or (len(ends) > 1 and "*" in part):
        raise InvalidRangeError(part, "from one to the other with the same gaps, like JT98-8765 or JT98ds-8765ds")
    (step,), (shape,) = steps, suited
    name = "-".join(["".join(["*" if rank < 0 else RANK_LETTERS[rank] for rank in each]) + shape for each in ranks])
    known = [rank for rank in ranks[0] if rank >= 0]
    kinds = 0
    for down in range(min(0, step), max(0, step) + 1):
        kinds |= kinds_with([rank - down for rank in known], shape)
    if not kinds:
        raise InvalidRangeError(part, "no hand has these ranks and suits")
    return name, [kinds]


def is_pattern(part: str) -> bool:
    """Return whether a part looks like kinds of Omaha, perhaps of none that exist."""
    return all(_PATTERN.fullmatch(end) for end in part.partition(":")[0].split("-"))


def _parse_kind(text: str) -> tuple[str, str, str]:
    """Return the ranks of a kind, the higher first, and `s`, `o` or nothing.

    Raises:
        InvalidRangeError: a pair cannot be suited.
    """
    high, low = sorted(text[:2].upper(), key=RANK_LETTERS.index, reverse=True)
    suited = text[2:].lower()
    if high == low and suited:
        raise InvalidRangeError(text, f"{high}{low}: a pair is neither suited nor offsuit")
    return high, low, suited


def _kinds(high: str, low: str, suited: str) -> list[str]:
    if high == low:
        return [high + low]
    return [high + low + letter for letter in suited or "so"]


def _kinds_between(first: tuple[str, str, str], second: tuple[str, str, str], part: str) -> list[str]:
    """Return the kinds from one to another.

    Raises:
        InvalidRangeError: they are neither two pairs, nor have the same higher card or the same gap.
    """
    (high_a, low_a), (high_b, low_b) = ([RANK_LETTERS.index(letter) for letter in kind[:2]] for kind in (first, second))
    steps = abs(low_a - low_b)
    same_gap = high_a - low_a == high_b - low_b
    if first[2] != second[2] or not (same_gap or (high_a == high_b and low_a != high_a and low_b != high_b)):
        raise InvalidRangeError(part, "two pairs, the same higher card or the same gap, like 22-55, A5s-A2s, 76s-54s")
    low, high = min((low_a, high_a), (low_b, high_b))
    return [
        kind
        for step in range(steps + 1)
        for kind in _kinds(RANK_LETTERS[high + step if same_gap else high], RANK_LETTERS[low + step], first[2])
    ]


def _best_kinds(part: str) -> Sequence[str]:
    """Return the best kinds that together hold at least a percentage of all hands; errors as for `_percentage`."""
    return BEST_FIRST[: bisect_left(_BEST_SUMS, ceil(_percentage(part) * HANDS_OF_HOLDEM / 100)) + 1]


def _percentage(part: str) -> Fraction:
    """Return a percentage.

    Raises:
        InvalidRangeError: it is not above 0 and up to 100.
    """
    number = part.removesuffix("%")
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", number) or not 0 < Fraction(number) <= 100:
        raise InvalidRangeError(part, "a percentage above 0 and up to 100, like 25%")
    return Fraction(number)
