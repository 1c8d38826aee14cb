"""The two functions of the Poker Site Manual: `evaluate`, eleven digits, and `draw`, the draws of a board.

`evaluate` shows only the top card of a flush, as printed in the manual, so that two flushes can have the same number.
It is compared with the manual's strategy variables, but does not decide showdowns.

`draw` takes a board, because only a flop, turn or river has three to five cards. Mistakes in the manual's table are
corrected: quads on five cards are 5 (printed 4, like the full house), the three gapped straight flushes are 4, 5, 6
(printed 4, 4, 4), and each of the four answers has its own `high`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import NamedTuple

from ircpoker.cards import SUITS, Card, Rank
from ircpoker.errors import UsageError
from ircpoker.hands import Category, HandValue, best_hand
from ircpoker.hands import evaluate as evaluate_hand
from ircpoker.systems.answer import SystemValue, take_cards

EVALUATE_COUNTS = (2, 5, 6, 7)
DRAW_COUNTS = (3, 4, 5)

# The class digit, and how many different ranks are shown: for straights and flushes only the top card.
_DIGITS = MappingProxyType(
    {
        Category.HIGH_CARD: (1, 5),
        Category.ONE_PAIR: (2, 5),
        Category.TWO_PAIR: (3, 5),
        Category.THREE_OF_A_KIND: (4, 5),
        Category.STRAIGHT: (5, 1),
        Category.FLUSH: (6, 1),
        Category.FULL_HOUSE: (7, 5),
        Category.FOUR_OF_A_KIND: (8, 5),
        Category.STRAIGHT_FLUSH: (9, 1),
        Category.ROYAL_FLUSH: (9, 1),
    }
)

# For the gaps of a group of ranks, from low to high, its value on a board of three, four and five cards.
_GROUPS = MappingProxyType(
    {
        (0,): (1, 1, 0),
        (1, 2): (1, 1, 0),
        (2, 1): (1, 1, 0),
        (0, 2): (2, 2, 1),
        (2, 0): (2, 2, 1),
        (1, 1): (2, 2, 1),
        (0, 1): (3, 3, 2),
        (1, 0): (3, 3, 2),
        (0, 0): (4, 4, 3),
        (1, 0, 0): (0, 5, 4),
        (0, 1, 0): (0, 6, 5),
        (0, 0, 1): (0, 7, 6),
        (0, 0, 0): (0, 8, 7),
        (0, 0, 0, 0): (0, 0, 8),
    }
)
# For the counts of the two commonest ranks, the value of `paired` on a board of three, four and five cards.
_PAIRED = MappingProxyType(
    {
        (2, 1): (1, 1, 1),
        (2, 2): (0, 2, 2),
        (3, 0): (2, 0, 0),
        (3, 1): (0, 3, 3),
        (3, 2): (0, 0, 4),
        (4, 0): (0, 4, 0),
        (4, 1): (0, 0, 5),
    }
)


def evaluate(cards: Collection[Card] | str) -> int:
    """Return the eleven-digit number of a hand.

    Args:
        cards: 2, 5, 6 or 7 distinct cards in any order, or text that `parse_cards` reads.

    Returns:
        A class digit, 1 (no pair) to 9 (straight flush), and five fields of two digits, rank + 10 or 00: the made part,
        then the other cards from high to low, each rank once. Straights and flushes have only the top card, which is 15
        for an ace-low straight. Two cards are a pair or nothing.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: another number of cards.

    Examples:
        >>> evaluate("Ah Kd 5c 3s 2h"), evaluate("6c 6d")
        (12423151312, 21600000000)
        >>> evaluate("Ah Kh Qh Jh 9h") == evaluate("Ah Qh Jh 9h 8h")
        True
    """
    hand = take_cards(cards, EVALUATE_COUNTS)
    if len(hand) > 2:
        return number_of(evaluate_hand(hand))
    ranks = sorted({card.rank for card in hand}, reverse=True)
    return _number(3 - len(ranks), ranks)


@cache
def number_of(value: HandValue) -> int:
    """Return the number of a hand of five cards or more by its value."""
    digit, shown = _DIGITS[value.category]
    return _number(digit, tuple(dict.fromkeys(value.ranks))[:shown])


def decide(first: tuple[Card, ...], second: tuple[Card, ...]) -> tuple[int, str]:
    """Return 1, 0 or -1 for the first of two hands by the manual's numbers alone, and the numbers that decide.

    Hands of one number tie, though the rules may tell them apart: two flushes with one top card. The reason says so.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> decide(parse_cards("Ah Kh Qh Jh 9h"), parse_cards("Ah Qh Jh 9h 8h"))
        (0, 'both 62400000000; by all five cards Ah Kh Qh Jh 9h wins')
    """
    a, b = evaluate(first), evaluate(second)
    if a != b:
        return (1 if a > b else -1), f"{max(a, b)} over {min(a, b)}"
    if min(len(first), len(second)) == EVALUATE_COUNTS[0] or evaluate_hand(first) == evaluate_hand(second):
        return 0, ""
    better = best_hand(max(first, second, key=evaluate_hand))
    return 0, f"both {a}; by all five cards {better} wins"


def _number(digit: int, ranks: Iterable[Rank]) -> int:
    """Return the class digit and the ranks' fields as one number of eleven digits."""
    return int(f"{digit}{''.join(str(rank + 10) for rank in ranks):0<10}")


class DrawHigh(NamedTuple):
    """The rank of the highest card that each value of a `Draw` came from, 0 where the value is 0."""

    straight: int
    flush: int
    paired: int
    sf: int


class Draw(NamedTuple):
    """The draws of a board; see `draw`."""

    straight: int
    flush: int
    paired: int
    sf: int
    high: DrawHigh

    def __str__(self) -> str:
        high = " ".join(map(str, self.high))
        return f"straight {self.straight} flush {self.flush} paired {self.paired} sf {self.sf} high {high}"


def draw(board: Collection[Card] | str) -> Draw:
    """Return the draws of a board.

    Args:
        board: 3 to 5 distinct cards in any order, or text that `parse_cards` reads.

    Returns:
        `straight` is the best value in the manual's table of any group of ranks, with the ace high or low. `flush` is
        the number of cards of the commonest suit, less one. `paired` is 1 for a pair, 2 for two pair, 3 for trips, 4
        for a full house, 5 for quads (on three cards 2 for trips, on four cards 4 for quads). `sf` is like `straight`,
        within one suit. `high` has the highest rank of the group, suit, pair, trips or quads for each of them, and the
        highest if several are equal; an ace in a low group counts as 1.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: another number of cards.

    Examples:
        >>> str(draw("9h 8d 6c"))
        'straight 3 flush 0 paired 0 sf 0 high 9 0 0 0'
        >>> draw("Ah 2h 3d").high
        DrawHigh(straight=3, flush=14, paired=0, sf=2)
    """
    cards = take_cards(board, DRAW_COUNTS)
    column = DRAW_COUNTS.index(len(cards))
    ranks = [int(card.rank) for card in cards]
    suits = [[int(card.rank) for card in cards if card.suit == suit] for suit in SUITS]
    straight, straight_high = _best_group(ranks, column)
    suited, flush_high = max((len(suit), max(suit, default=0)) for suit in suits)
    paired, paired_high = _paired(ranks, column)
    sf, sf_high = max(_best_group(suit, column) for suit in suits)
    high = DrawHigh(straight_high, flush_high if suited > 1 else 0, paired_high, sf_high)
    return Draw(straight, suited - 1, paired, sf, high)


def _best_group(ranks: list[int], column: int) -> tuple[int, int]:
    """Return the highest value of any group of `ranks` and the highest rank that gave it, or (0, 0)."""
    distinct = sorted({1, *ranks} if Rank.ACE in ranks else {*ranks})
    scores = [(0, 0)]
    for size in range(2, len(distinct) + 1):
        for group in combinations(distinct, size):
            values = _GROUPS.get(tuple(high - low - 1 for low, high in pairwise(group)))
            if values is not None and values[column]:
                scores.append((values[column], group[-1]))
    return max(scores)


def _paired(ranks: list[int], column: int) -> tuple[int, int]:
    """Return the value of equal ranks, and the rank of the quads, the trips or the higher pair, or (0, 0)."""
    (times, rank), (second, _), *_ = [*sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True), (0, 0)]
    values = _PAIRED.get((times, second))
    return (0, 0) if values is None else (values[column], rank)


def answer(cards: str, board: str = "") -> SystemValue:
    """Return the answer of `ircpoker value manual`; arguments and errors as `System.value`."""
    number = evaluate(f"{cards} {board}")
    return SystemValue(str(number), {"system": "manual", "value": number})


def answer_draw(cards: str, board: str = "") -> SystemValue:
    """Return the answer of `ircpoker value draw`.

    Args:
        cards: the board.
        board: must be empty.

    Returns:
        The four values and their `high`.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice.
        CardCountError: another number of cards than 3 to 5.
        UsageError: a second group of cards.

    Examples:
        >>> answer_draw("9h 8d 6c").text
        'straight 3 flush 0 paired 0 sf 0 high 9 0 0 0'
    """
    if board.strip():
        raise UsageError("draw takes no board: its 3 to 5 cards are the board", "value draw cards")
    drawn = draw(cards)
    return SystemValue(str(drawn), {"system": "draw", **drawn._asdict(), "high": drawn.high._asdict()})
