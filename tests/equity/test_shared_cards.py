"""Ranges of written hands that share cards, with each other and with the other ranges and the board."""

from fractions import Fraction
from itertools import product

import pytest

from ircpoker.cards import parse_cards
from ircpoker.equity import equity
from ircpoker.equity.range_terms import OMAHA_SIZES
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import DuplicateCardError
from tests.equity.brute_force import brute_force

CASES = [
    (("AhKd,AhQd", "7c7d,7c7h"), "2c 7s 9d", "holdem"),
    (("AhKd AhQd", "AhJd,KdKc"), "2c 7s 9d", "holdem"),
    (("AhKd,AhQd,9d9c", "7c7d"), "2c 7s 9d", "holdem"),  # nine of diamonds is on the board
    (("AhKd:0.5,AhQd,AhJd:0.2", "7c7d,7c7h:0.25"), "2c 7s 9d 3c", "holdem"),
    (("AhKd,AhQd", "AsKs,AsKd", "QdQc,QcJc"), "2c 7s 9d 3c", "holdem"),
    (("AhKhQdJd,AhKhQdTc", "AsAcKsKc,AsAcJdTd"), "2c 7s 9d 3c", "omaha"),
]


@pytest.mark.parametrize(("texts", "board", "game"), CASES)
def test_only_match_ups_that_cannot_be_dealt_are_left_out(texts, board, game):
    shown = [int(card) for card in parse_cards(board)]
    totals = [[0, 0, 0, Fraction(0)] for _ in texts]
    for dealt in product(*map(hands_of, texts)):
        hands, weights = zip(*dealt, strict=True)
        cards = [*shown, *(card for hand in hands for card in hand)]
        if len(set(cards)) < len(cards):
            continue
        weight = 1
        for each in weights:
            weight *= each
        for total, found in zip(totals, brute_force(hands, shown, omaha=game == "omaha"), strict=True):
            total[:] = [before + weight * more for before, more in zip(total, found, strict=True)]
    boards = sum(totals[0][:3])
    found = equity(texts, board, game=game)
    whole = sum(found[0][1:4])
    assert whole > 0
    for first_hand, (*counts, share) in zip(found, totals, strict=True):
        # The weights are known but for a common factor.
        assert [Fraction(count, whole) for count in first_hand[1:4]] == [Fraction(count, boards) for count in counts]
        assert first_hand.equity == pytest.approx(float(share / boards), abs=1e-12)
        assert first_hand.stderr is None


def hands_of(text):
    """Return the hands of a text with their weights, read without the parser of ranges."""
    for part in text.replace(",", " ").split():
        cards, _, weight = part.partition(":")
        yield tuple(map(int, parse_cards(cards))), int(100 * Fraction(weight or "1"))


def test_before_the_flop_a_range_is_the_sum_of_its_hands():
    both, against = equity(["AhKd,AhQd", "77"])
    kings, queens = (equity([hand, "77"])[0] for hand in ("AhKd", "AhQd"))
    assert both[1:4] == tuple(first_hand + other for first_hand, other in zip(kings[1:4], queens[1:4], strict=True))
    assert both.equity + against.equity == pytest.approx(1)


@pytest.mark.parametrize("text", ["AhAh", "Ah Ah", "Ah,Ah", "AhKd,AhAh"])
def test_one_hand_has_no_card_twice(text):
    with pytest.raises(DuplicateCardError):
        parse_range(text)


def test_an_omaha_hand_may_be_written_with_spaces():
    assert len(parse_range("AhKh QdJd", OMAHA_SIZES).weights) == 1
    assert len(parse_range("AhKhQdJd AhKhQdJc", OMAHA_SIZES).weights) == 2
    with pytest.raises(DuplicateCardError):
        parse_range("AhKh QdAh", OMAHA_SIZES)
