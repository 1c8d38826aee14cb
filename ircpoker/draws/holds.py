"""All 32 ways to keep cards of a five-card hand, each with the exact mean over its draws.

If K are the cards kept of a hand H, the sum over all draws is the sum over all hands that share exactly K with H. By
inclusion and exclusion it is a sum of `DeckSums` over the sets between K and H.

The outcomes of a five-card hand at a machine, and how often a draw makes a better hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import cache
from hashlib import sha256
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS, Card, check_distinct, format_cards, format_count, read_cards
from ircpoker.draws.sums import ALL_RANKS, CLASSES, HAND_SIZE, RANK_KEYS, DeckSums, ValueFunction
from ircpoker.errors import CardCountError
from ircpoker.hands import CLASS_COUNT, evaluate
from ircpoker.hands.categories import FIRST_CLASS, Category
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.many import evaluate_many
from ircpoker.hands.values import NO_HAND_CLASS, HandValue
from ircpoker.words import Phrase, Say

MOST_DEAD = MOST_CARDS - 2 * HAND_SIZE
"""With this many dead cards five unseen cards are left to draw."""
MASKS = range(1 << HAND_SIZE)
HOLDS = tuple([tuple([index for index in range(HAND_SIZE) if mask >> index & 1]) for mask in MASKS])
"""For each mask of held cards their indices in the hand, 0 to 4."""
TIE_ORDER = tuple(sorted(MASKS, key=lambda mask: (-len(HOLDS[mask]), HOLDS[mask])))
"""The order of masks with equal means: first those with more cards, then those with the first cards of the hand."""
STEPS = tuple([(mask, mask | 1 << index) for index in range(HAND_SIZE) for mask in MASKS if not mask >> index & 1])
"""The steps of the inclusion and exclusion: pairs of masks, without and with one more card."""
_CARD_KEYS = tuple([RANK_KEYS[card.rank - 2] for card in CARDS])


class HoldOption(NamedTuple):
    """One way to hold cards of a hand, and the value of its draws.

    Attributes:
        cards: the kept cards, in the order of the hand.
        mask: bit j is set if the j-th card of the hand (from 0) is kept.
        draws: the number of possible draws.
        total: the exact sum of the values after all draws.
    """

    cards: tuple[Card, ...]
    mask: int
    draws: int
    total: int

    @property
    def mean(self) -> float:
        """The mean value over all draws."""
        return self.total / self.draws

    @property
    def indices(self) -> tuple[int, ...]:
        """The indices of the held cards in the hand, 0 to 4."""
        return HOLDS[self.mask]


def discards(
    cards: Collection[Card] | str, values: ValueFunction = CLASSES, dead: Collection[Card] | str = ()
) -> tuple[HoldOption, ...]:
    """Return all 32 ways to keep cards of a five-card hand, best first, exactly.

    Args:
        cards: five distinct cards, or text that `parse_cards` reads.
        values: the value function; by default the class, of which lower is better.
        dead: cards that cannot be drawn because they have been seen, at most `MOST_DEAD`; without the native kernel
            they take about 10 ms more.

    Returns:
        The holds, best mean value first; among equal means those with more cards first, then those with the first
        cards of the hand.

    Raises:
        CardCountError: not five cards, or too many dead ones.
        DuplicateCardError: the same card twice, in the hand or among the dead.
        InvalidCardError: text that is not a card.

    Examples:
        >>> best, *others = discards("Ah Ad Kc 7s 2h")
        >>> format_cards(best.cards), best.total, best.draws, round(best.mean, 4)
        ('Ah Ad Kc', 3285848, 1081, 3039.6374)
        >>> len(others)
        31
    """
    hand = _checked(cards, HAND_SIZE, HAND_SIZE)
    gone = _checked(dead, 0, MOST_DEAD)
    if gone:
        check_distinct((*hand, *gone))
    draws = [comb(MOST_CARDS - HAND_SIZE - len(gone), HAND_SIZE - len(indices)) for indices in HOLDS]
    totals = _totals(hand, values, gone)
    common = lcm(*draws)
    sign = 1 if values.lower_is_better else -1
    means = [sign * total * (common // count) for total, count in zip(totals, draws, strict=True)]
    # Sorting is stable, so equal means keep the order of `TIE_ORDER`.
    order = sorted(TIE_ORDER, key=means.__getitem__)
    return tuple(
        [HoldOption(tuple([hand[index] for index in HOLDS[mask]]), mask, draws[mask], totals[mask]) for mask in order]
    )


def _totals(hand: Sequence[Card], values: ValueFunction, dead: Collection[Card]) -> list[int]:
    """Return the same as `draw_totals`, from the kernel if it was built."""
    if KERNEL is None or not values.fit_kernel:
        return draw_totals(hand, DeckSums(values.by_class, _live_ranks(dead)) if dead else values.full_deck)
    sums = KERNEL.deck_sums(values.by_class, _live_ranks(dead)) if dead else values.kernel_sums
    totals: list[int] = KERNEL.draw_totals(hand, sums)
    return totals


def draw_totals(hand: Sequence[Card], sums: DeckSums) -> list[int]:
    """Return, for each mask of kept cards, the sum of the values after all draws.

    Args:
        hand: five distinct cards of the deck.
        sums: the sums of the deck, which is the hand and the cards that can be drawn.

    Returns:
        32 sums, indexed by mask: bit j keeps the j-th card.
    """
    keys, masks = [0], [0]
    for card in hand:
        key, bit = _CARD_KEYS[card.code], card.mask
        keys += [other + key for other in keys]
        masks += [other | bit for other in masks]
    by_ranks, flush = sums.by_ranks, sums.flushes.get
    totals = [by_ranks[key] + flush(mask, 0) for key, mask in zip(keys, masks, strict=True)]
    for without, with_card in STEPS:
        totals[without] -= totals[with_card]
    return totals


def _checked(cards: Collection[Card] | str, fewest: int, most: int) -> tuple[Card, ...]:
    held = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    check_distinct(held)
    if not fewest <= len(held) <= most:
        raise CardCountError(len(held), format_count(fewest, most))
    return held


def _live_ranks(dead: Collection[Card]) -> list[int]:
    """Return, for each suit, the mask of the ranks in a deck without the dead cards."""
    live = [ALL_RANKS] * 4
    for card in dead:
        live[card.suit] ^= 1 << card.rank - 2
    return live


def hold_data(hold: HoldOption, values: ValueFunction) -> dict[str, object]:
    """Return a hold for the JSON of `ircpoker discards`: `keep`, `draws`, and the mean of `values`.

    Examples:
        >>> data = hold_data(discards("9h 8h 7h 6h 2c")[0], CLASSES)
        >>> data["keep"], data["draws"], data["mean_class"]
        (['9h', '8h', '7h', '6h'], 47, 4708.255319148936)
    """
    data: dict[str, object] = {
        "keep": list(map(str, hold.cards)),
        "draws": hold.draws,
        f"mean_{values.name}": hold.mean,
    }
    if values is CLASSES:
        data["mean_strength"] = mean_strength(hold)
    return data


def discards_data(hand: Sequence[Card], holds: Sequence[HoldOption], values: ValueFunction) -> dict[str, object]:
    """Return the JSON of `ircpoker discards` as a dictionary."""
    return {"hand": list(map(str, hand)), "keeps": [hold_data(hold, values) for hold in holds]}


def mean_strength(hold: HoldOption) -> float:
    """Return `1 - mean class / 7462` of a hold that was valued by `CLASSES`."""
    return 1 - hold.mean / CLASS_COUNT


def format_hold(hold: HoldOption, values: ValueFunction, say: Say = str) -> str:
    """Return a hold as one line for people.

    Examples:
        >>> format_hold(discards("Kh Jd 9c 5s 2h")[0], CLASSES)
        'Kh | mean class 5293.4396 | strength 0.290614'
    """
    kept = format_cards(hold.cards) or say(Phrase("holds.nothing"))
    mean, strength = Phrase("holds.mean", name=values.name, mean=f"{hold.mean:.6f}"), ""
    if values is CLASSES:
        mean = Phrase("holds.mean_class", mean=f"{hold.mean:.4f}")
        strength = " | " + say(Phrase("holds.strength", strength=f"{mean_strength(hold):.6f}"))
    return f"{kept} | {say(mean)}{strength}"


_LOW_PAIRS = FIRST_CLASS[Category.ONE_PAIR] + 4 * 220
"""The class of the best pair of tens: each rank of pair has C(12, 3) = 220 sets of kickers."""


class Outcome(StrEnum):
    """The lines of a pay table, best first: the categories, with pairs divided at the jacks."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    JACKS_OR_BETTER = "jacks_or_better"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        """The outcome in the style of the names of hands: `Four Of A Kind`."""
        return self.value.replace("_", " ").title()


def outcome_of(value: HandValue) -> Outcome:
    """Return a hand's line of the pay table.

    Args:
        value: the hand's value.

    Returns:
        Its category; `JACKS_OR_BETTER` for a pair of jacks, queens, kings or aces; `NOTHING` for a lower
        pair and for a high card.

    Examples:
        >>> from ircpoker.hands import evaluate
        >>> outcome_of(evaluate("Jh Jd 2c 3s 4d")).value, outcome_of(evaluate("Th Td Ac Ks Qd")).value
        ('jacks_or_better', 'nothing')
    """
    if value.class_ >= _LOW_PAIRS:
        return Outcome.NOTHING
    if value.category is Category.ONE_PAIR:
        return Outcome.JACKS_OR_BETTER
    return Outcome(value.category.value)


@cache
def outcomes_by_class() -> tuple[Outcome, ...]:
    """Return the outcome of each class, indexed 0 to 7462; the unused 0 is `NOTHING`."""
    first = {outcome: FIRST_CLASS[Category(outcome.value)] for outcome in list(Outcome)[:8]}
    first |= {Outcome.JACKS_OR_BETTER: FIRST_CLASS[Category.ONE_PAIR], Outcome.NOTHING: _LOW_PAIRS}
    bounds = [*first.values(), NO_HAND_CLASS]
    by_class = [Outcome.NOTHING]
    for outcome, start, stop in zip(first, bounds, bounds[1:], strict=False):
        by_class += [outcome] * (stop - start)
    return tuple(by_class)


def by_class(amounts: Mapping[Outcome, int]) -> tuple[int, ...]:
    """Return the amount for each class, indexed like `outcomes_by_class`; 0 for outcomes that are not given."""
    return tuple([amounts.get(outcome, 0) for outcome in outcomes_by_class()])


MOST_DRAWS = 20_000
"""With more possible draws, `SAMPLE` of them are counted."""
SAMPLE = 5_000
"""The standard error is 0.7 %."""


def chance_of_better(hand: Collection[Card], kept: Collection[Card]) -> float:
    """Return how often a draw makes a better kind of hand; a better kicker does not count.

    Args:
        hand: five distinct cards.
        kept: those of them that are kept.

    Returns:
        From 0 to 1; 0 if all cards are kept. Exact unless fewer than two cards are kept.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> round(chance_of_better(parse_cards("Ah Kh 9h 4h 2c"), parse_cards("Ah Kh 9h 4h")), 3)
        0.447
    """
    size = len(hand)
    missing = size - len(kept)
    live = [card.code for card in CARDS if card not in hand]
    if comb(len(live), missing) <= MOST_DRAWS:
        draws = list(combinations(live, missing))
    else:
        draws = [_some_draw(live, missing, number) for number in range(SAMPLE)]
    start = bytes([card.code for card in kept])
    best_now = FIRST_CLASS[evaluate(hand).category]
    after = evaluate_many(b"".join([start + bytes(draw) for draw in draws]), size)
    return sum(value < best_now for value in after) / len(draws)


def _some_draw(live: Collection[int], missing: int, number: int) -> tuple[int, ...]:
    """Return one of the draws; by its number, so that the same question gets the same answer."""
    left, digest = list(live), int.from_bytes(sha256(number.to_bytes(4, "big")).digest()[:16], "big")
    drawn = []
    for _ in range(missing):
        digest, place = divmod(digest, len(left))
        drawn.append(left.pop(place))
    return tuple(drawn)
