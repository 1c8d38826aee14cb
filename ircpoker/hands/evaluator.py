"""The value of cards, in pure Python: by one sum and one look-up for up to seven cards, by masks for more.

For five to seven cards (K. Shackleton's idea in SpecialKEval, with one table in place of his two) the keys of the cards
are added up: the sum shows the multiset of ranks and, in its upper bits, whether a suit has five cards. More cards
are four masks of ranks, one for each suit. The best flush of all four suits is taken; parsecards 1.1 took the first.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from ircpoker.cards import (
    CARD_OF_TEXT,
    MOST_CARDS,
    RANK_SUM_BITS,
    SUIT_BITS,
    SUIT_WEIGHTS,
    Card,
    check_distinct,
    format_count,
    read_cards,
)
from ircpoker.hands.tables import COLUMN_BITS, COLUMN_MASK, RANK_MASKS, MadeHands, made_key, read_tables
from ircpoker.hands.values import VALUES, WORST_STRAIGHT, HandValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

FEWEST_CARDS = 5
_SUIT_MASK = RANK_MASKS - 1
_SHIFT_D, _SHIFT_H, _SHIFT_S = SUIT_BITS, 2 * SUIT_BITS, 3 * SUIT_BITS


def flush_shifts(size: int) -> list[int]:
    """Return, for each sum of the suit weights of `size` cards, by how many bits a mask is shifted to the flush's suit.

    The shift is -1 for sums without five cards of a suit, and for impossible sums.
    """
    shifts = [-1] * (size * max(SUIT_WEIGHTS) + 1)
    for suit, weight in enumerate(SUIT_WEIGHTS):
        for others in range(size - FEWEST_CARDS + 1):
            for rest in combinations_with_replacement(SUIT_WEIGHTS, others):
                shifts[weight * (size - others) + sum(rest)] = SUIT_BITS * suit
    return shifts


def _suit_parts(shifts: list[int]) -> list[int | None]:
    """Return, for each sum of suit weights, the part of a key that is not the sum of ranks; None for a flush."""
    return [None if shift >= 0 else part << RANK_SUM_BITS for part, shift in enumerate(shifts)]


_FLUSH_OF_5, _FLUSH_OF_6, _FLUSH_OF_7 = flush_shifts(5), flush_shifts(6), flush_shifts(7)
_SUITS_OF_5, _SUITS_OF_6, _SUITS_OF_7 = _suit_parts(_FLUSH_OF_5), _suit_parts(_FLUSH_OF_6), _suit_parts(_FLUSH_OF_7)
_FLUSHES, _UNPAIRED = (table.tolist() for table in read_tables("flushes", "unpaired"))
_MADE_HANDS = MadeHands()
# Row-displacement tables, empty until enough hands of that size were evaluated. They are plain lists of the values
# themselves, because a dictionary of 49,205 sums would not fit into the processor's cache.
_ROWS_OF_5: list[int] = []
_ROWS_OF_6: list[int] = []
_ROWS_OF_7: list[int] = []
_VALUES_OF_5: list[HandValue] = []
_VALUES_OF_6: list[HandValue] = []
_VALUES_OF_7: list[HandValue] = []
_PATIENCE = {5: 64, 6: 64, 7: 64}
"""Hands of each size that are evaluated by masks before the table of that size is read: a single hand, as on the
command line, should not wait for a table of 49,205 sums."""


def evaluate(cards: Collection[Any], /) -> HandValue:
    """Return the value of the best five-card hand among `cards`.

    Args:
        cards: 5 to 52 distinct cards, or their codes or names, in any order; or all in one text that
            `parse_cards` reads.

    Returns:
        A value that orders hands as the rules do: `evaluate(a) > evaluate(b)` when `a` beats `b`, `==`
        when they split the pot.

    Raises:
        CardCountError: fewer than five cards.
        DuplicateCardError: the same card twice.
        InvalidCardError: text that is not a card, or a number that is not a card code.

    Examples:
        >>> evaluate(["Ah", "Kh", "Qh", "Jh", "Th"]).name
        'Royal Flush'

        Two flushes to the queen, the clubs better (arfer, parsecards 1.1, the ten-card case):

        >>> evaluate("5c 6h Qc Jc Qh Th 8h 2c 3c 7h").class_
        1226
    """
    if isinstance(cards, str):
        cards = _read_seven(cards)
    if len(cards) != 7:
        return _evaluate_checked(cards)
    a, b, c, d, e, f, g = cards
    # Twenty-one identity tests are cheaper than building one set; each card is one object.
    if (
        a is b or a is c or a is d or a is e or a is f or a is g
        or b is c or b is d or b is e or b is f or b is g
        or c is d or c is e or c is f or c is g
        or d is e or d is f or d is g
        or e is f or e is g or f is g
    ):  # fmt: skip
        return _evaluate_checked(cards)
    try:
        key: int = a.key + b.key + c.key + d.key + e.key + f.key + g.key
    except AttributeError:
        return _evaluate_checked(cards)
    suits = _SUITS_OF_7[key >> RANK_SUM_BITS]
    if suits is None:
        mask = a.mask | b.mask | c.mask | d.mask | e.mask | f.mask | g.mask
        return VALUES[_FLUSHES[mask >> _FLUSH_OF_7[key >> RANK_SUM_BITS] & _SUIT_MASK]]
    key -= suits
    try:
        return _VALUES_OF_7[_ROWS_OF_7[key >> COLUMN_BITS] + (key & COLUMN_MASK)]
    except IndexError:
        return _evaluate_early(cards, _ROWS_OF_7, _VALUES_OF_7)


def _read_seven(text: str) -> tuple[Card, ...]:
    """Return the same as `read_cards`, in half the time for seven cards in the output form."""
    try:
        a, b, c, d, e, f, g = text.split()
        return (
            CARD_OF_TEXT[a], CARD_OF_TEXT[b], CARD_OF_TEXT[c], CARD_OF_TEXT[d],
            CARD_OF_TEXT[e], CARD_OF_TEXT[f], CARD_OF_TEXT[g],
        )  # fmt: skip
    except (ValueError, KeyError):
        return read_cards(text)


def _evaluate_checked(cards: Collection[Card]) -> HandValue:
    """Return the same as `evaluate`, for any number of cards.

    Raises:
        CardCountError: fewer than five cards.
    """
    try:
        mask = mask_of(cards)
    except AttributeError:
        # Codes and texts are accepted in place of cards, but slower; `Card` raises an error for anything else.
        return evaluate(list(map(Card, cards)))
    if mask.bit_count() != len(cards):
        check_distinct(cards)
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        from ircpoker.errors import CardCountError

        raise CardCountError(len(cards), format_count(FEWEST_CARDS, MOST_CARDS))
    return evaluate_unchecked(cards) if len(cards) <= 7 else evaluate_mask(mask)


def evaluate_unchecked(cards: Collection[Card], /) -> HandValue:
    """Return the value of the best five-card hand, without checking that the cards are distinct.

    It is for loops that deal the cards themselves, and a third faster than `evaluate`. The code for seven cards is
    repeated here, because a function call would take as long as the look-up.

    Args:
        cards: 5 to 52 distinct cards in any order. Anything else gives a meaningless value or some error.

    Returns:
        The same as `evaluate`.
    """
    if len(cards) != 7:
        return _evaluate_other(cards)
    a, b, c, d, e, f, g = cards
    key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
    suits = _SUITS_OF_7[key >> RANK_SUM_BITS]
    if suits is None:
        mask = a.mask | b.mask | c.mask | d.mask | e.mask | f.mask | g.mask
        return VALUES[_FLUSHES[mask >> _FLUSH_OF_7[key >> RANK_SUM_BITS] & _SUIT_MASK]]
    key -= suits
    try:
        return _VALUES_OF_7[_ROWS_OF_7[key >> COLUMN_BITS] + (key & COLUMN_MASK)]
    except IndexError:
        return _evaluate_early(cards, _ROWS_OF_7, _VALUES_OF_7)


def _evaluate_other(cards: Collection[Card]) -> HandValue:
    """Return the same as `evaluate_unchecked`, for any number of cards except seven."""
    if len(cards) == 5:
        a, b, c, d, e = cards
        key = a.key + b.key + c.key + d.key + e.key
        suits = _SUITS_OF_5[key >> RANK_SUM_BITS]
        if suits is None:
            return VALUES[_FLUSHES[mask_of(cards) >> _FLUSH_OF_5[key >> RANK_SUM_BITS] & _SUIT_MASK]]
        key -= suits
        try:
            return _VALUES_OF_5[_ROWS_OF_5[key >> COLUMN_BITS] + (key & COLUMN_MASK)]
        except IndexError:
            return _evaluate_early(cards, _ROWS_OF_5, _VALUES_OF_5)
    if len(cards) == 6:
        a, b, c, d, e, f = cards
        key = a.key + b.key + c.key + d.key + e.key + f.key
        suits = _SUITS_OF_6[key >> RANK_SUM_BITS]
        if suits is None:
            return VALUES[_FLUSHES[mask_of(cards) >> _FLUSH_OF_6[key >> RANK_SUM_BITS] & _SUIT_MASK]]
        key -= suits
        try:
            return _VALUES_OF_6[_ROWS_OF_6[key >> COLUMN_BITS] + (key & COLUMN_MASK)]
        except IndexError:
            return _evaluate_early(cards, _ROWS_OF_6, _VALUES_OF_6)
    return evaluate_mask(mask_of(cards))


def _evaluate_early(cards: Collection[Card], rows: list[int], values: list[HandValue]) -> HandValue:
    """Return the value of 5 to 7 cards as long as their table has not been read; read it after some hands."""
    size = len(cards)
    _PATIENCE[size] -= 1
    if not _PATIENCE[size]:
        displaced, classes = read_tables(f"rows {size}", f"classes {size}")
        values.extend(map(VALUES.__getitem__, classes))
        rows.extend(displaced)
    return evaluate_mask(mask_of(cards))


def mask_of(cards: Collection[Card]) -> int:
    """Return the union of the cards' masks."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


def suit_masks(mask: int) -> tuple[int, int, int, int]:
    """Return the masks of ranks of clubs, diamonds, hearts and spades."""
    return mask & _SUIT_MASK, mask >> _SHIFT_D & _SUIT_MASK, mask >> _SHIFT_H & _SUIT_MASK, mask >> _SHIFT_S


def evaluate_mask(mask: int) -> HandValue:
    """Return the value of the best hand in a mask of five or more cards."""
    c, d, h, s = mask & _SUIT_MASK, mask >> _SHIFT_D & _SUIT_MASK, mask >> _SHIFT_H & _SUIT_MASK, mask >> _SHIFT_S
    ranks = c | d | h | s
    best = min(_FLUSHES[c], _FLUSHES[d], _FLUSHES[h], _FLUSHES[s], _UNPAIRED[ranks])
    # Pairs and trips follow from the ranks that are held in clubs and diamonds, and in hearts and spades.
    cd, hs = c & d, h & s
    pairs = cd | hs | (c | d) & (h | s)
    if not pairs:
        return VALUES[best]
    trips = cd & (h | s) | hs & (c | d)
    quads = cd & hs
    made = _highest(quads or trips or pairs)
    second = pairs ^ made
    if quads:
        key = made_key(4, made, _highest(ranks ^ made))
    elif trips and second:
        key = made_key(3, made, _highest(second))
    elif best <= WORST_STRAIGHT:
        return VALUES[best]
    elif trips:
        key = made_key(2, made, _highest_few(ranks ^ made, 2))
    elif second:
        made |= _highest(second)
        key = made_key(1, made, _highest(ranks ^ made))
    else:
        key = made_key(0, made, _highest_few(ranks ^ made, 3))
    return VALUES[min(best, _MADE_HANDS[key])]


def flush_class(ranks: int) -> int:
    """Return the class of the best flush in a mask of one suit's ranks; `NO_HAND_CLASS` if there is none."""
    return _FLUSHES[ranks]


def _highest(ranks: int) -> int:
    return 1 << ranks.bit_length() - 1


def _highest_few(ranks: int, count: int) -> int:
    """Return the `count` highest ranks of a mask."""
    few = 0
    for _ in range(count):
        few |= 1 << (ranks ^ few).bit_length() - 1
    return few
