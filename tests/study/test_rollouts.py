"""What is assumed of the others decides what they may hold."""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np
import pytest

from ircpoker.cards import parse_cards
from ircpoker.equity.range_counts import combination_number
from ircpoker.hands import evaluate
from ircpoker.robots.all_hands import HANDS
from ircpoker.robots.ring.robot import RingRobot
from ircpoker.study.boards import chances_to_win, continue_board
from ircpoker.study.rollouts import CALLERS, DOUBTS, SeenAction, ranges_after

PASSIVE = CALLERS[-1]
FLOP = bytes([card.code for card in parse_cards("Ks 8h 3c")])


def hand(text: str) -> int:
    first, second = parse_cards(text)
    return combination_number(*sorted((first.code, second.code)))


def seen(*, is_wager: bool, board: bytes = FLOP) -> SeenAction:
    """Return what the judge does with a pair of kings and with a bluff alone."""
    chances = np.zeros(HANDS)
    chances[[hand("Kh Qd"), hand("7s 2h")]] = 1
    return SeenAction(1, chances, is_wager, board)


@pytest.mark.parametrize(("cards", "least", "most"), [("Kh Kd", 0.9, 1), ("Kh Qd", 0.8, 0.95), ("7s 2h", 0, 0.3)])
def test_a_hand_wins_as_often_as_it_is_strong(cards: str, least: float, most: float) -> None:
    assert least < chances_to_win(FLOP)[hand(cards)] < most


RIVER = bytes([card.code for card in parse_cards("Ks 8h 3c Jd 2s")])
VALUES = {pair: evaluate([*pair, *RIVER]) for pair in combinations(range(52), 2) if not set(pair) & set(RIVER)}


def test_on_the_river_a_hand_wins_against_all_that_it_beats() -> None:
    for pair in islice(VALUES, 0, None, 97):
        others = [value for other, value in VALUES.items() if not set(other) & set(pair)]
        won = sum((value < VALUES[pair]) + (value == VALUES[pair]) / 2 for value in others)
        assert chances_to_win(RIVER)[combination_number(*pair)] == pytest.approx(won / len(others))


def test_at_the_showdown_the_better_hand_wins_however_many_it_beats() -> None:
    """Nines beat a pair of eights with an ace, which beats more hands: fewer of those that beat it can be dealt."""
    strength = continue_board(RIVER, next(iter(RingRobot().strategies.values()))).strength[0]
    by_strength = sorted(VALUES, key=lambda pair: strength[combination_number(*pair)])
    assert sorted(VALUES.values()) == [VALUES[pair] for pair in by_strength]
    assert len({strength[combination_number(*pair)] for pair in VALUES}) == len(set(VALUES.values()))
    assert np.count_nonzero(strength) == len(VALUES)


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


def test_on_a_board_that_plays_a_passive_bet_says_nothing_more() -> None:
    royal = bytes([card.code for card in parse_cards("As Ks Qs Js Ts")])
    assert set(chances_to_win(royal)) == {0, 0.5}
    bet = ranges_after([seen(is_wager=True, board=royal)], PASSIVE, 2, royal)[1]
    assert bet[hand("Kh Qd")] == 1


def test_a_passive_raise_before_the_flop_is_as_strong_as_the_judge_makes_it() -> None:
    raised = ranges_after([seen(is_wager=True, board=b"")], PASSIVE, 2, b"")
    assert raised[1, hand("7s 2h")] == 1
    assert (raised[0] == 1).all()
