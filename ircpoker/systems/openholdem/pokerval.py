"""`pokerval`, a hand as 32 bits, and `pcbits`, the positions of the hole cards in it.

Bits 31 to 24 hold the class, one bit each; bits 23 to 20 are 0; five nibbles from bit 19 down hold the ranks of
the five cards in order of significance. The number is unsigned, or every straight flush would be the lowest.

Two faults of OpenHoldem are corrected, because its manual promises 0 to 2 hole cards in use: the second kicker of
trips sets bit 0, not bit 1, and a deuce in the hole sets no bit of an empty nibble.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType

from ircpoker.cards import Card, Rank, check_distinct
from ircpoker.hands import Category, evaluate_unchecked
from ircpoker.hands.categories import WHEEL
from ircpoker.systems.answer import take_cards

HOLE_COUNTS = range(3)
BOARD_COUNTS = range(6)
CARD_COUNTS = range(8)
SLOTS = 5
"""The number of cards in a pokerval; slot 0 is the top nibble, whose bit in `pcbits` is 4."""

CLASS_BITS: Mapping[Category, int] = MappingProxyType(
    {
        Category.HIGH_CARD: 0,
        Category.ONE_PAIR: 1 << 24,
        Category.TWO_PAIR: 1 << 25,
        Category.THREE_OF_A_KIND: 1 << 26,
        Category.STRAIGHT: 1 << 27,
        Category.FLUSH: 1 << 28,
        Category.FULL_HOUSE: 1 << 29,
        Category.FOUR_OF_A_KIND: 1 << 30,
        Category.STRAIGHT_FLUSH: 1 << 31,
        Category.ROYAL_FLUSH: 1 << 31,
    }
)
CLASS_MASK = 0xFF000000

CONSTANTS: Mapping[str, int] = MappingProxyType(
    {
        "hicard": 1,
        "onepair": 1 << 24,
        "twopair": 1 << 25,
        "threeofakind": 1 << 26,
        "straight": 1 << 27,
        "flush": 1 << 28,
        "fullhouse": 1 << 29,
        "fourofakind": 1 << 30,
        "straightflush": 1 << 31,
        "royalflush": 0x800EDCBA,
        "fiveofakind": 0xFF000000,
    }
)
"""OpenHoldem's formulas compare a pokerval with these; no hand has `hicard` set, and none reaches `fiveofakind`."""

# Cards of the commonest rank, ranks that are there at least twice → category of fewer than five cards.
_FEW = MappingProxyType(
    {
        (2, 1): Category.ONE_PAIR,
        (2, 2): Category.TWO_PAIR,
        (3, 1): Category.THREE_OF_A_KIND,
        (4, 1): Category.FOUR_OF_A_KIND,
    }
)


def take_hole_and_board(
    hole: Collection[Card] | str, board: Collection[Card] | str
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return hole cards and board after checking them.

    Args:
        hole: 0 to 2 cards, or text that `parse_cards` reads.
        board: 0 to 5 cards, or such text.

    Returns:
        Both, in the order given.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: too many hole cards, or too many board cards.
    """
    held = take_cards(hole, HOLE_COUNTS, "hole cards")
    common = take_cards(board, BOARD_COUNTS, "board cards")
    check_distinct(held + common)
    return held, common


def best_ranks(cards: Collection[Card]) -> tuple[Category, tuple[Rank, ...]]:
    """Return the category of 0 to 7 distinct cards, and up to five ranks in order of significance.

    Fewer than five cards make no straight and no flush. The ace of an ace-low straight stands last, as ACE.
    """
    if len(cards) >= SLOTS:
        value = evaluate_unchecked(cards)
        return value.category, value.ranks
    times = Counter(card.rank for card in cards)
    ranks = sorted(times.elements(), key=lambda rank: (times[rank], rank), reverse=True)
    repeated = sum(count > 1 for count in times.values())
    return _FEW.get((max(times.values(), default=0), repeated), Category.HIGH_CARD), tuple(ranks)


def pokerval(cards: Collection[Card] | str) -> int:
    """Return the pokerval of 0 to 7 cards; of two hands the higher wins.

    Args:
        cards: distinct cards in any order, or text that `parse_cards` reads.

    Returns:
        An unsigned 32-bit number; the nibbles of missing cards are 0, so no cards give 0.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: more than seven cards.

    Examples:
        >>> f"{pokerval('7h 6c 9d 8s 5h 2c Kd'):#010x}"
        '0x08098765'
        >>> f"{pokerval('Ah 2h 3h 4h 5h'):#010x}"
        '0x80054321'
    """
    category, ranks = best_ranks(take_cards(cards, CARD_COUNTS))
    nibbles = (5, 4, 3, 2, 1) if ranks == WHEEL else ranks
    return CLASS_BITS[category] | sum(nibble << 16 - 4 * slot for slot, nibble in enumerate(nibbles))


def pcbits(hole: Collection[Card] | str, board: Collection[Card] | str = "") -> int:
    """Return which of the five cards of a pokerval are hole cards.

    Args:
        hole: 0 to 2 cards, or text that `parse_cards` reads.
        board: 0 to 5 cards, or such text.

    Returns:
        Five bits, 16 for the top nibble down to 1 for the lowest. Each hole card sets the bit of the first free
        nibble of its rank, even if the board holds the rank too; in a flush or straight flush only a card of
        its suit does.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: too many hole cards, or too many board cards.

    Examples:
        >>> f"{pcbits('7h 6c', '9d 8s 5h 2c Kd'):05b}"
        '00110'
    """
    held, common = take_hole_and_board(hole, board)
    category, ranks = best_ranks(held + common)
    free = dict(enumerate(ranks))
    bits = 0
    for card in _playable(category, held, held + common):
        slot = next((slot for slot, rank in free.items() if rank == card.rank), None)
        if slot is not None:
            del free[slot]
            bits |= 1 << SLOTS - 1 - slot
    return bits


def _playable(category: Category, held: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the hole cards that can be among the five: in a flush those of its suit."""
    if category not in {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}:
        return held
    suit, _ = Counter(card.suit for card in cards).most_common(1)[0]
    return tuple(card for card in held if card.suit == suit)


def npcbits(hole: Collection[Card] | str, board: Collection[Card] | str = "") -> int:
    """Return how many hole cards are among the five of the pokerval: 0, 1 or 2.

    Args:
        hole: as for `pcbits`.
        board: as for `pcbits`.

    Returns:
        The number of bits set in `pcbits`.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: too many hole cards, or too many board cards.
    """
    return pcbits(hole, board).bit_count()
