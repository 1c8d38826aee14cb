"""A spot: two to ten hands or ranges, a board, dead cards and a game, checked to be possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ircpoker.cards import CARDS, MOST_CARDS, Card, check_distinct, format_cards, parse_cards
from ircpoker.equity.exact import BOARD_SIZE
from ircpoker.equity.omaha_kinds import SIZE
from ircpoker.equity.range_terms import HOLDEM_SIZES, OMAHA_SIZES
from ircpoker.equity.ranges import Range, parse_range
from ircpoker.errors import CardCountError, SetupError, UsageError, quote

Hand = str | Range | Collection[Card] | Collection[int]
"""A hand or range as text, a range, or the cards of one hand."""
Cards = str | Collection[Card] | Collection[int]


FEWEST_HANDS, MOST_HANDS = 2, 10
STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
"""The number of board cards on each street."""
GAMES = {"holdem": (HOLDEM_SIZES, False), "omaha": (OMAHA_SIZES, True)}
"""For each game, how many hole cards a hand may have, and whether exactly two of them count."""


@dataclass(frozen=True)
class Spot:
    """A question about odds.

    Attributes:
        ranges: the ranges, without hands that the board, the dead cards or a known hand make impossible.
        board: the codes of the board cards.
        dead: the codes of cards that nobody holds and that cannot come.
        hole_cards: the number of cards in each hand.
        is_omaha: whether exactly two of the hole cards count.
    """

    ranges: tuple[Range, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    hole_cards: int
    is_omaha: bool

    @property
    def known(self) -> list[tuple[int, ...]]:
        """The cards of the hands, if each range is one hand; else nothing."""
        if any(len(each.weights) != 1 for each in self.ranges):
            return []
        return [next(iter(each.weights)) for each in self.ranges]

    @property
    def to_come(self) -> int:
        """The number of board cards to come."""
        return BOARD_SIZE - len(self.board)

    @property
    def street(self) -> str:
        """The street's name."""
        return next(street for street, size in STREETS.items() if size == len(self.board))


def make_spot(hands: Sequence[Hand], board: Cards = (), dead: Cards = (), game: str = "holdem") -> Spot:
    """Return a spot.

    Args:
        hands: 2 to 10 hands or ranges.
        board: none, three, four or five cards.
        dead: cards that nobody holds and that cannot come.
        game: `holdem` or `omaha`.

    Returns:
        The spot. Each range can be dealt, but perhaps not all of them together.

    Raises:
        UsageError: no such game.
        SetupError: too few or too many hands, not enough cards, different numbers of hole cards, or a range without
            any possible hand.
        NotUnderstoodError: `parse_range` or `parse_cards` cannot read the text.

    Examples:
        >>> make_spot(["AsAh", "AA"]).ranges[1].weights
        {(49, 48): 1}
    """
    if game not in GAMES:
        raise UsageError(f"{quote(game)} is not a game with odds: expected {' or '.join(GAMES)}")
    if not FEWEST_HANDS <= len(hands) <= MOST_HANDS:
        hint = "; any is a random hand" if len(hands) < FEWEST_HANDS else ""
        raise SetupError("hands", f"{len(hands)} given, expected {FEWEST_HANDS} to {MOST_HANDS}{hint}")
    common, gone = read_board(board), _codes(dead)
    sizes, is_omaha = GAMES[game]
    ranges = [_range(hand, sizes) for hand in hands]
    hole_cards = _hole_cards(ranges, sizes)
    taken = len(ranges) * hole_cards + BOARD_SIZE + len(gone)
    if taken > MOST_CARDS:
        also = f" and {len(gone)} dead cards" if gone else ""
        raise SetupError(
            "hands", f"{len(ranges)} of {hole_cards} cards, a board of {BOARD_SIZE}{also} need {taken} of 52 cards"
        )
    singles = [next(iter(each.weights)) for each in ranges if len(each.weights) == 1]
    known = [*common, *gone, *[code for hand in singles for code in hand]]
    check_distinct([CARDS[code] for code in known])
    left = tuple([each if len(each.weights) == 1 else each.without(known) for each in ranges])
    return Spot(left, common, gone, hole_cards, is_omaha=is_omaha)


def read_board(board: Cards) -> tuple[int, ...]:
    """Return the codes of a board's cards.

    Raises:
        CardCountError: a number of cards that no street has.
        NotUnderstoodError: `parse_cards` cannot read the text.
    """
    codes = _codes(board)
    if len(codes) not in STREETS.values():
        raise CardCountError(len(codes), "none, 3, 4 or 5 on the board")
    return codes


def _codes(cards: Cards) -> tuple[int, ...]:
    codes = tuple(map(int, parse_cards(cards) if isinstance(cards, str) else cards))
    check_distinct([Card(code) for code in codes])
    return codes


def _range(hand: Hand, sizes: range) -> Range:
    """Return a hand or range as a range.

    Raises:
        CardCountError: a hand with too few or too many cards.
    """
    if isinstance(hand, Range):
        return hand
    text = hand if isinstance(hand, str) else format_cards([Card(int(card)) for card in hand])
    hands = parse_range(text, sizes)
    if not isinstance(hand, str) and len(hand) not in sizes:
        raise CardCountError(len(hand), "the cards of one hand")
    return hands


def _hole_cards(ranges: Iterable[Range], sizes: range) -> int:
    """Return how many hole cards each hand has.

    Raises:
        SetupError: not the same number.
    """
    if len(sizes) == 1:
        return sizes[0]
    counts = {len(hand) for each in ranges for hand in each.weights} | {SIZE for each in ranges if each.kinds}
    if len(counts) > 1:
        raise SetupError("hands", f"{' and '.join(map(str, sorted(counts)))} hole cards: expected equal numbers")
    return next(iter(counts), sizes[0])
