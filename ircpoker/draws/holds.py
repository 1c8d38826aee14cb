"""All 32 ways to keep cards of a five-card hand, each with the exact mean over its draws.

If K are the cards kept of a hand H, the sum over all draws is the sum over all hands that share exactly K with H. By
inclusion and exclusion it is a sum of `DeckSums` over the sets between K and H.
"""

from __future__ import annotations

from math import comb, lcm
from typing import NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS, check_distinct, format_cards, format_count, read_cards
from ircpoker.draws.sums import ALL_RANKS, CLASSES, HAND_SIZE, RANK_KEYS, DeckSums, ValueFunction
from ircpoker.errors import CardCountError
from ircpoker.hands import CLASS_COUNT
from ircpoker.hands.kernel import KERNEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ircpoker.cards import Card

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


def format_hold(hold: HoldOption, values: ValueFunction) -> str:
    """Return a hold as one line for people.

    Examples:
        >>> format_hold(discards("Kh Jd 9c 5s 2h")[0], CLASSES)
        'Kh | mean class 5293.4396 | strength 0.290614'
    """
    kept = format_cards(hold.cards) or "nothing"
    if values is CLASSES:
        return f"{kept} | mean class {hold.mean:.4f} | strength {mean_strength(hold):.6f}"
    return f"{kept} | mean {values.name} {hold.mean:.6f}"
