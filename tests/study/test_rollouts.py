"""What is assumed of the others decides what they may hold."""

from __future__ import annotations

import numpy as np
import pytest

from ircpoker.cards import parse_cards
from ircpoker.equity.range_counts import combination_number
from ircpoker.robots.all_hands import HANDS
from ircpoker.study.boards import strengths
from ircpoker.study.rollouts import CALLERS, DOUBTS, SeenAction, ranges_after

PASSIVE = CALLERS[-1]
FLOP = bytes([card.code for card in parse_cards("Ks 8h 3c")])


def hand(text: str) -> int:
    first, second = parse_cards(text)
    return combination_number(*sorted((first.code, second.code)))


def seen(*, is_wager: bool, board: bytes = FLOP) -> SeenAction:
    """Return what the judge does with a king alone."""
    chances = np.zeros(HANDS)
    chances[[hand("Kh Qd"), hand("7s 2h")]] = 1
    return SeenAction(1, chances, is_wager, board)


@pytest.mark.parametrize(("cards", "least", "most"), [("Kh Kd", 0.9, 1), ("Kh Qd", 0.8, 0.95), ("7s 2h", 0, 0.3)])
def test_a_hand_is_as_strong_as_it_wins_in_the_end(cards: str, least: float, most: float) -> None:
    assert least < strengths(FLOP)[hand(cards)] < most


def test_on_the_river_strength_is_the_part_that_a_hand_beats() -> None:
    board = bytes([card.code for card in parse_cards("As Ks Qs Js Ts")])
    possible = strengths(board)[[hand("2c 3d"), hand("Ah Ad")]]
    assert possible.tolist() == [0.5, 0.5]  # all split


def test_a_doubt_leaves_every_hand_its_part() -> None:
    ranges = [ranges_after([seen(is_wager=True)], doubt, 2, FLOP)[1] for doubt in DOUBTS]
    assert [each[hand("7s 2h")] for each in ranges] == [1, 1, 1]
    assert [each[hand("5c 4d")] for each in ranges] == pytest.approx([0.02, 0, 0.1])


def test_a_hand_with_a_card_of_the_board_is_not_possible() -> None:
    assert ranges_after([], PASSIVE, 2, FLOP)[:, [hand("Ks Kd"), hand("Kh Kd")]].tolist() == [[0, 1], [0, 1]]


def test_a_passive_bet_is_strong_and_a_passive_call_says_little() -> None:
    bet, call = (ranges_after([seen(is_wager=wager)], PASSIVE, 2, FLOP)[1] for wager in (True, False))
    assert (bet[hand("Kh Qd")], bet[hand("7s 2h")]) == (1, 0)
    assert (call[hand("Kh Qd")], call[hand("5c 4d")]) == (1, 0.5)


def test_a_passive_raise_before_the_flop_is_as_strong_as_the_judge_makes_it() -> None:
    raised = ranges_after([seen(is_wager=True, board=b"")], PASSIVE, 2, b"")
    assert raised[1, hand("7s 2h")] == 1
    assert (raised[0] == 1).all()
