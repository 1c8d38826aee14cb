"""`hard` at tables of three to six: where two are left on the turn or the river, their betting is solved."""

import random

import pytest

from ircpoker.robots import make_robot
from ircpoker.robots.all_hands import HANDS
from ircpoker.robots.nolimit import NolimitRobot
from ircpoker.robots.nolimit.resolving import Resolver
from ircpoker.robots.ring import RingRobot
from ircpoker.robots.ring.features import read_betting
from ircpoker.robots.ring.solving import solved_decision
from ircpoker.robots.ring.turn import is_solved
from ircpoker.table.actions import FOLD
from tests import tiers
from tests.lab.small import needs_solver
from tests.robots.ring.odd_tables import OddTable
from tests.robots.ring.views import turn_of

pytestmark = needs_solver

HEADS_UP_POT = "fold, fold, to 6, fold, to 20, fold, call"
"""Of six seats the first and the fifth are left, with 42 in the pot."""
LITTLE = 0.1
"""Effort of a solver whose answer is not what is asked."""
BOARD = "As 7d 2c Kh 9s"


@pytest.fixture(scope="module")
def hard():
    return make_robot(NolimitRobot)


@pytest.fixture(scope="module")
def ring():
    return make_robot(RingRobot)


def number(low, high):
    return high * (high - 1) // 2 + low


@pytest.mark.parametrize(
    ("words", "stacks", "solved"),
    [
        (f"{HEADS_UP_POT}, check, check", (100,) * 6, True),
        (f"{HEADS_UP_POT}, check, check, check, check", (100,) * 6, True),
        (f"{HEADS_UP_POT}, check, check, bet 30", (100,) * 6, True),
        (f"{HEADS_UP_POT}, check, check", (64, 100, 64, 64, 64, 64), True),
        (HEADS_UP_POT, (100,) * 6, False),
        # The stacks are short.
        (f"{HEADS_UP_POT}, check, check", (63, 100, 100, 100, 100, 100), False),
        # Three are left, or were at the start of the street, or one of two is all-in, or the pot is small.
        ("call, call, fold, fold, fold, check, check, check, check", (100,) * 6, False),
        ("to 8, call, call, fold, fold, fold, check, check, check, bet 10, fold", (100,) * 6, False),
        ("call, fold, fold, fold, fold, check, check, check", (100,) * 6, False),
        ("fold, to 6, fold, call, check, check", (100, 100, 100, 100), True),
    ],
)
def test_which_decisions_are_solved(hard, words, stacks, solved):
    view = turn_of("Ah Qd", words, stacks, board=BOARD)
    assert is_solved(read_betting(view)) is solved
    assert hard.thinks(view) is solved


@pytest.mark.parametrize(
    ("words", "stacks", "solved"),
    [
        (f"{HEADS_UP_POT}, check, check, check, check", (100,) * 6, True),
        pytest.param(f"{HEADS_UP_POT}, check, check, bet 30", (100,) * 6, True, marks=pytest.mark.slow(1)),
        pytest.param(f"{HEADS_UP_POT}, check, check", (64, 100, 64, 64, 64, 64), True, marks=pytest.mark.slow(1)),
        (HEADS_UP_POT, (100,) * 6, False),
        (f"{HEADS_UP_POT}, check, check", (63, 100, 100, 100, 100, 100), False),
        pytest.param("fold, to 6, fold, call, check, check", (100,) * 4, True, marks=pytest.mark.slow(1)),
    ],
)
def test_a_solved_decision_says_so(hard, words, stacks, solved):
    view = turn_of("Ah Qd", words, stacks, board=BOARD)
    hard.set_clock(0.1)
    try:
        decision = hard.decide(view, random.Random(1))
    finally:
        hard.set_clock(4)
    assert view.legal.allows(decision.action)
    assert ("solved in" in decision.why) is solved


def test_the_ranges_follow_from_the_strategy(ring):
    view = turn_of("Ah Qd", f"{HEADS_UP_POT}, check, check", board=BOARD)
    found = solved_decision(Resolver(effort=LITTLE), ring.strategy_for, view)
    assert found.ranges.shape == (2, HANDS)
    # Kings and queens raise and call before the flop, and seven-deuce folds; nobody holds a card of the board.
    for seat in (0, 1):
        assert found.ranges[seat, number(41, 42)] > 10 * found.ranges[seat, number(2, 21)]
        assert not found.ranges[seat, [number(0, 51), number(20, 51)]].any() or seat == found.me


@pytest.mark.slow(3)
def test_the_river_goes_on_from_the_ranges_of_the_turn(ring):
    words = f"{HEADS_UP_POT}, check, check, check, bet 27, call"
    view = turn_of("Ah Qd", words, board=BOARD)
    resolver = Resolver(effort=0.4)
    found = solved_decision(resolver, ring.strategy_for, view)
    assert found.street == 3
    again = solved_decision(Resolver(effort=0.4), ring.strategy_for, view)
    assert found.chances == again.chances
    assert (found.ranges == again.ranges).all()
    # Who bets and calls the turn has more good hands than before.
    before = solved_decision(
        resolver, ring.strategy_for, turn_of("Ah Qd", f"{HEADS_UP_POT}, check, check", board=BOARD)
    )
    aces = number(48, 49)
    assert found.ranges[0, aces] / found.ranges[0].sum() >= before.ranges[0, aces] / before.ranges[0].sum()


def test_the_chips_of_those_who_have_folded_are_won(ring):
    """With the nuts against an all-in, a call wins what all others have put in."""
    words = "fold, fold, to 6, fold, to 20, fold, call, check, check, check, check, bet 80"
    view = turn_of("Js Ts", words, board="8s 7s 2c Kh 9s")
    found = solved_decision(Resolver(effort=LITTLE), ring.strategy_for, view)
    fold, call = found.worth[:2]
    own = 100 - view.stacks[view.seat]
    assert fold == pytest.approx(-own, abs=0.1)
    assert call == pytest.approx(view.pot - own, abs=0.1)


@pytest.mark.slow(1)
def test_odd_tables(hard):
    """No action is illegal; streets that are not solved are played as `ring`."""
    rng = random.Random(tiers.seed(5))
    hard.set_clock(0.02)
    try:
        table = OddTable(hard, rng)
        for _ in range(tiers.count(2_000, 120)):
            table.play_deal()
    finally:
        hard.set_clock(4)
    assert table.decisions > 30
    assert any("solved in" in why for why in table.reasons)
    assert FOLD in table.actions
