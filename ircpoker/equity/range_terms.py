"""The terms of a range as text: kinds of hands, and single hands.

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
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations
from math import ceil

from ircpoker.cards import CARDS, RANK_LETTERS, format_count, parse_cards
from ircpoker.equity.omaha_kinds import KindSet, best_kinds, kinds_with
from ircpoker.errors import CardCountError, InvalidCardError, InvalidRangeError
from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF

HandKind = str | KindSet | tuple[int, ...]
"""One of the 169 kinds of hands of hold'em, kinds of Omaha, or one hand."""
HANDS_OF_HOLDEM = 1326
HOLDEM_SIZES = range(2, 3)
OMAHA_SIZES = range(4, 7)
ANY = "any"
_BEST_SUMS = tuple(accumulate(COMBINATIONS_OF[kind] for kind in BEST_FIRST))
"""The number of hands up to each of the best kinds."""
_KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_PATTERN = re.compile(r"([2-9TJQKA*]{4})(ds|ss|r|mono)?", re.IGNORECASE)


def parse_part(part: str, sizes: range) -> tuple[str, Sequence[HandKind]]:
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
    return format_hand(hand), [hand]


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


def format_hand(hand: tuple[int, ...]) -> str:
    """Return the cards of a hand without blanks: `AhKd`."""
    return "".join([str(CARDS[code]) for code in hand])


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
