"""Cards → value, in pure Python: by one sum and one look-up up to seven cards, by masks above.

Five to seven cards (K. Shackleton's idea in SpecialKEval, with one dictionary for his two tables): the keys
of the cards add up to a number that tells both the multiset of ranks and, in its upper part, whether one
suit has five cards. More cards: four masks of ranks, one a suit; the best flush of all four suits is taken,
so the first-flush fault of parsecards 1.1 cannot exist.
"""

from __future__ import annotations

from itertools import product
from operator import mul

from ircpoker.cards import (
    CARD_OF_TEXT,
    MOST_CARDS,
    RANK_SUM_BITS,
    SUIT_BITS,
    SUIT_WEIGHTS,
    check_distinct,
    format_count,
    read_cards,
)
from ircpoker.errors import CardCountError
from ircpoker.hands.tables import RANK_MASKS, MadeTable, MaskTable, fill_sums, read_flushes, read_unpaired
from ircpoker.hands.values import FIRST_CLASS, VALUES, Category, HandValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ircpoker.cards import Card

FEWEST_CARDS = 5
_SUIT_MASK = RANK_MASKS - 1
_SHIFT_D, _SHIFT_H, _SHIFT_S = SUIT_BITS, 2 * SUIT_BITS, 3 * SUIT_BITS
_WORST_STRAIGHT = VALUES[FIRST_CLASS[Category.THREE_OF_A_KIND] - 1]


def _suit_sums(size: int) -> tuple[list[int | None], list[int]]:
    """Return two tables by sum of suit weights, for hands of `size` cards.

    The first says what to take off a key to leave the rank sum, None for a flush; the second how far the
    flush's suit lies from the right of a mask.
    """
    parts: list[int | None] = [None] * (size * max(SUIT_WEIGHTS) + 1)
    shifts = [0] * len(parts)
    for suits in product(range(size + 1), repeat=4):
        if sum(suits) == size:
            suit_sum = sum(map(mul, suits, SUIT_WEIGHTS))
            if max(suits) >= FEWEST_CARDS:
                shifts[suit_sum] = SUIT_BITS * suits.index(max(suits))
            else:
                parts[suit_sum] = suit_sum << RANK_SUM_BITS
    return parts, shifts


_SUITS_OF_5, _FLUSH_OF_5 = _suit_sums(5)
_SUITS_OF_6, _FLUSH_OF_6 = _suit_sums(6)
_SUITS_OF_7, _FLUSH_OF_7 = _suit_sums(7)
# Plain dictionaries, since CPython looks these up faster than any subclass; filled at the first miss.
_SUMS_OF_5: dict[int, HandValue] = {}
_SUMS_OF_6: dict[int, HandValue] = {}
_SUMS_OF_7: dict[int, HandValue] = {}
_FLUSHES, _UNPAIRED = MaskTable(read_flushes), MaskTable(read_unpaired)
_QUADS, _FULL_HOUSES = MadeTable(Category.FOUR_OF_A_KIND, 4), MadeTable(Category.FULL_HOUSE, 3)
_TRIPS, _TWO_PAIRS = MadeTable(Category.THREE_OF_A_KIND, 3), MadeTable(Category.TWO_PAIR, 4)
_PAIRS = MadeTable(Category.ONE_PAIR, 2)


def evaluate(cards: Collection[Card] | str) -> HandValue:
    """Return the value of the best five-card hand among `cards`.

    Args:
        cards: 5 to 52 distinct cards in any order, or text that `parse_cards` reads.

    Returns:
        A value that orders hands as the rules do: `evaluate(a) > evaluate(b)` when `a` beats `b`, `==`
        when they split the pot.

    Raises:
        CardCountError: fewer than five cards.
        DuplicateCardError: the same card twice.
        InvalidCardError: text that is no card.

    Examples:
        Two flushes to the queen, the clubs better (arfer, parsecards 1.1, the ten-card case):

        >>> evaluate("5c 6h Qc Jc Qh Th 8h 2c 3c 7h").class_
        1226
    """
    if type(cards) is str:
        try:
            a, b, c, d, e, f, g = cards.split()
            cards = (
                CARD_OF_TEXT[a], CARD_OF_TEXT[b], CARD_OF_TEXT[c], CARD_OF_TEXT[d],
                CARD_OF_TEXT[e], CARD_OF_TEXT[f], CARD_OF_TEXT[g],
            )  # fmt: skip
        except (ValueError, KeyError):
            return _evaluate_checked(read_cards(cards))
    try:
        a, b, c, d, e, f, g = cards
        # Twenty-one identity tests are cheaper than building one set; each card is one object.
        if (
            a is b or a is c or a is d or a is e or a is f or a is g
            or b is c or b is d or b is e or b is f or b is g
            or c is d or c is e or c is f or c is g
            or d is e or d is f or d is g
            or e is f or e is g or f is g
        ):  # fmt: skip
            check_distinct(cards)
        key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
    except (ValueError, AttributeError):
        return _evaluate_checked(cards)
    suits = _SUITS_OF_7[key >> RANK_SUM_BITS]
    if suits is None:
        mask = a.mask | b.mask | c.mask | d.mask | e.mask | f.mask | g.mask
        return _FLUSHES[mask >> _FLUSH_OF_7[key >> RANK_SUM_BITS] & _SUIT_MASK]
    try:
        return _SUMS_OF_7[key - suits]
    except KeyError:
        return fill_sums(_SUMS_OF_7, 7)[key - suits]


def _evaluate_checked(cards: Collection[Card]) -> HandValue:
    """Return what `evaluate` does, for any number of cards."""
    mask = mask_of(cards)
    if mask.bit_count() != len(cards):
        check_distinct(cards)
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        raise CardCountError(len(cards), format_count(FEWEST_CARDS, MOST_CARDS))
    return evaluate_unchecked(cards) if len(cards) <= 7 else evaluate_mask(mask)


def evaluate_unchecked(cards: Collection[Card]) -> HandValue:
    """Return the value of the best five-card hand, trusting that the cards are distinct.

    For loops that deal the cards themselves; a third faster than `evaluate`.

    Args:
        cards: 5 to 52 distinct cards in any order. Anything else gives a meaningless value or some error.

    Returns:
        The same as `evaluate`.
    """
    try:
        a, b, c, d, e, f, g = cards
    except ValueError:
        return _evaluate_other(cards)
    key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
    suits = _SUITS_OF_7[key >> RANK_SUM_BITS]
    if suits is None:
        mask = a.mask | b.mask | c.mask | d.mask | e.mask | f.mask | g.mask
        return _FLUSHES[mask >> _FLUSH_OF_7[key >> RANK_SUM_BITS] & _SUIT_MASK]
    try:
        return _SUMS_OF_7[key - suits]
    except KeyError:
        return fill_sums(_SUMS_OF_7, 7)[key - suits]


def _evaluate_other(cards: Collection[Card]) -> HandValue:
    """Return what `evaluate_unchecked` does, for any number of cards but seven."""
    if len(cards) == 5:
        a, b, c, d, e = cards
        key = a.key + b.key + c.key + d.key + e.key
        suits = _SUITS_OF_5[key >> RANK_SUM_BITS]
        if suits is None:
            return _FLUSHES[mask_of(cards) >> _FLUSH_OF_5[key >> RANK_SUM_BITS] & _SUIT_MASK]
        try:
            return _SUMS_OF_5[key - suits]
        except KeyError:
            return fill_sums(_SUMS_OF_5, 5)[key - suits]
    if len(cards) == 6:
        a, b, c, d, e, f = cards
        key = a.key + b.key + c.key + d.key + e.key + f.key
        suits = _SUITS_OF_6[key >> RANK_SUM_BITS]
        if suits is None:
            return _FLUSHES[mask_of(cards) >> _FLUSH_OF_6[key >> RANK_SUM_BITS] & _SUIT_MASK]
        try:
            return _SUMS_OF_6[key - suits]
        except KeyError:
            return fill_sums(_SUMS_OF_6, 6)[key - suits]
    return evaluate_mask(mask_of(cards))


def mask_of(cards: Collection[Card]) -> int:
    """Return the union of the cards' bits, one suit every `SUIT_BITS` bits."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


def suit_masks(mask: int) -> tuple[int, int, int, int]:
    """Return the masks of ranks of clubs, diamonds, hearts and spades."""
    return mask & _SUIT_MASK, mask >> _SHIFT_D & _SUIT_MASK, mask >> _SHIFT_H & _SUIT_MASK, mask >> _SHIFT_S


def flush_value(ranks: int) -> HandValue:
    """Return the best flush or straight flush in a mask of one suit's ranks, or the value below all hands."""
    return _FLUSHES[ranks]


def evaluate_mask(mask: int) -> HandValue:
    """Return the value of the best hand in a mask of at least five cards, however many."""
    c, d, h, s = mask & _SUIT_MASK, mask >> _SHIFT_D & _SUIT_MASK, mask >> _SHIFT_H & _SUIT_MASK, mask >> _SHIFT_S
    ranks = c | d | h | s
    flush = max(_FLUSHES[c], _FLUSHES[d], _FLUSHES[h], _FLUSHES[s])
    # Ranks held in both clubs and diamonds, and in both hearts and spades: pairs and trips follow.
    cd, hs = c & d, h & s
    trips = cd & (h | s) | hs & (c | d)
    pairs = cd | hs | (c | d) & (h | s)
    if trips:
        quads = cd & hs
        if quads:
            made = _highest(quads)
            return max(flush, _QUADS[made << 13 | _highest(ranks ^ made)])
        made = _highest(trips)
        if pairs != made:
            return max(flush, _FULL_HOUSES[made << 13 | _highest(pairs ^ made)])
    best = max(flush, _UNPAIRED[ranks])
    if not pairs or best >= _WORST_STRAIGHT:
        return best
    made = _highest(pairs)
    if trips:
        return _TRIPS[made << 13 | _highest_few(ranks ^ made, 2)]
    if pairs != made:
        made |= _highest(pairs ^ made)
        return _TWO_PAIRS[made << 13 | _highest(ranks ^ made)]
    return _PAIRS[made << 13 | _highest_few(ranks ^ made, 3)]


def _highest(ranks: int) -> int:
    return 1 << ranks.bit_length() - 1


def _highest_few(ranks: int, count: int) -> int:
    """Return the `count` highest ranks of a mask."""
    few = 0
    for _ in range(count):
        few |= 1 << (ranks ^ few).bit_length() - 1
    return few
