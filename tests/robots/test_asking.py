"""Whatever a robot answers becomes a legal action; its exceptions are reported as its failure."""

import math
import random
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import RobotError
from ircpoker.robots import ALL_GAMES, Decision, ask, make_legal
from ircpoker.robots.asking import LONGEST_REASON
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, Bet, Discard, LegalActions, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play
from tests.table.play import deck_of, holdem, random_action, random_setup

FACING_A_BET = LegalActions(0, can_fold=True, call=20, raise_to=range(40, 201))
NO_RAISE = LegalActions(0, can_fold=True, call=20)
FREE = LegalActions(0, can_fold=True, can_check=True, bet=range(10, 101))
FREE_BLIND = LegalActions(0, can_fold=True, can_check=True, raise_to=range(4, 101))
NO_BET = LegalActions(0, can_fold=True, can_check=True)


@pytest.mark.parametrize(
    ("action", "legal", "meant"),
    [
        (FOLD, FACING_A_BET, FOLD),
        (FOLD, FREE, CHECK),
        (CHECK, FREE, CHECK),
        (CHECK, FACING_A_BET, FOLD),
        (CALL, FACING_A_BET, CALL),
        (CALL, FREE, CHECK),
        (Bet(50), FREE, Bet(50)),
        (Bet(5), FREE, Bet(10)),
        (Bet(500), FREE, Bet(100)),
        (Bet(50), NO_BET, CHECK),
        (Bet(50), FACING_A_BET, RaiseTo(50)),
        (Bet(50), FREE_BLIND, RaiseTo(50)),
        (RaiseTo(50), FREE, Bet(50)),
        (RaiseTo(50), FACING_A_BET, RaiseTo(50)),
        (RaiseTo(-3), FACING_A_BET, RaiseTo(40)),
        (RaiseTo(10**30), FACING_A_BET, RaiseTo(200)),
        (RaiseTo(50), NO_RAISE, CALL),
        (RaiseTo(99.9), FACING_A_BET, RaiseTo(99)),
        (SHOW, FACING_A_BET, FOLD),
        (Discard(()), FREE, CHECK),
        (None, FREE, CHECK),
        ("call", FACING_A_BET, FOLD),
    ],
)
def test_betting(action, legal, meant):
    assert make_legal(action, legal) == meant


@pytest.mark.parametrize(
    ("action", "kept"),
    [
        (Discard(parse_cards("2c 3d")), "4h 5s Kc"),
        (Discard(parse_cards("2c") * 3), "3d 4h 5s Kc"),
        (Discard(parse_cards("Ah As 2c")), "3d 4h 5s Kc"),
        (Discard(tuple(CARDS)), ""),
        (CALL, "2c 3d 4h 5s Kc"),
        (None, "2c 3d 4h 5s Kc"),
    ],
)
def test_draw(action, kept):
    hand = parse_cards("2c 3d 4h 5s Kc")
    meant = make_legal(action, LegalActions(0, discard=range(6)), hand)
    assert meant == Discard(tuple(card for card in hand if card not in parse_cards(kept)))
    assert len(make_legal(action, LegalActions(0, discard=range(4)), hand).cards) <= 3


def test_showdown():
    legal = LegalActions(0, can_show=True, can_muck=True)
    assert [make_legal(action, legal) for action in (SHOW, MUCK, FOLD, None)] == [SHOW, MUCK, SHOW, SHOW]


ANYTHING = st.one_of(
    st.sampled_from([FOLD, CHECK, CALL, SHOW, MUCK, None, "raise", 7]),
    st.builds(Bet, st.integers() | st.floats(-1e300, 1e300)),
    st.builds(RaiseTo, st.integers() | st.floats(-1e300, 1e300)),
    st.builds(Discard, st.lists(st.sampled_from(CARDS) | st.integers() | st.text()).map(tuple)),
)


class Scripted:
    """Gives the answer that a test sets."""

    name = "scripted"
    games = ALL_GAMES

    def __init__(self, answer):
        self.answer = answer

    def decide(self, view, rng, /):
        return self.answer(view, rng)


@given(st.randoms(use_true_random=False), st.lists(ANYTHING, min_size=1))
def test_any_answer_in_any_deal_is_legal_and_no_chip_is_lost(rng, answers):
    setup = random_setup(rng)
    deal = Deal(setup, rng.sample(CARDS, 52))
    in_turn = cycle(answers)
    robot = Scripted(lambda *_: next(in_turn))
    while deal.actor is not None:
        deal.act(deal.actor, ask(robot, make_view(deal, deal.actor), rng).action)
    assert sum(deal.stacks) == sum(setup.stacks)


def test_an_amount_must_be_a_number():
    view = make_view(Deal(holdem((200, 200)), CARDS), 1)
    for amount in (math.nan, math.inf, None, "much", [1]):
        with pytest.raises(RobotError, match="the robot scripted failed with"):
            ask(Scripted(lambda *_, amount=amount: RaiseTo(amount)), view, random.Random(1))
    deal = play(draw_deal("2c 3c 4c 5c 7c", "2d 3d 4d 5d 7d"), "check, check")
    with pytest.raises(RobotError, match="TypeError"):
        ask(Scripted(lambda *_: Discard(7)), make_view(deal, 0), random.Random(1))


def test_an_exception_of_a_robot_is_its_failure():
    view = make_view(Deal(holdem((200, 200)), CARDS), 1)

    def fail(*_):
        raise KeyError("no\nsuch\x07key")

    with pytest.raises(RobotError, match=r"^the robot scripted failed with KeyError: 'no\\nsuch\\x07key'$") as caught:
        ask(Scripted(fail), view, random.Random(1))
    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.robot == "scripted"


def test_a_reason_is_one_printable_line():
    view = make_view(Deal(holdem((200, 200)), CARDS), 1)
    why = ask(Scripted(lambda *_: Decision(CALL, "a\r\nQUIT\x02 " + "x" * 1000)), view, random.Random(1)).why
    assert why.startswith("a QUIT? xxx")
    assert len(why) == LONGEST_REASON
    assert ask(Scripted(lambda *_: CALL), view, random.Random(1)) == Decision(CALL, "")


def test_a_robot_is_asked_only_on_its_turn():
    with pytest.raises(ValueError, match="turn"):
        ask(Scripted(lambda *_: CALL), make_view(Deal(holdem((200, 200)), CARDS), 0), random.Random(1))


def showdown(*hands: str, board: str) -> list[Action]:
    """Return each seat's action at the showdown after everybody has checked."""
    deal = Deal(holdem((200,) * len(hands), asks_showdown=True), deck_of(*hands, board=board))
    robot = Scripted(lambda *_: CALL)
    shown = []
    while deal.actor is not None:
        seat, legal = deal.actor, deal.legal_actions()
        action = ask(robot, make_view(deal, seat), random.Random(1)).action
        shown += [action] * bool(legal and legal.can_show)
        deal.act(seat, action)
    return shown


def test_at_the_showdown_winning_hands_are_shown_and_beaten_ones_mucked():
    board = "Kc 7s 2d Jh 4c"
    assert showdown("Ac Kd", "Qc Qd", "As Kh", board=board) == [SHOW, MUCK, SHOW]
    assert showdown("3c 5d", "Qc Qd", "Ac Ad", board=board) == [SHOW, SHOW, SHOW]


def test_the_showdown_follows_the_engines_advice():
    rng = random.Random(11)
    robot = Scripted(lambda *_: CALL)
    asked = {SHOW: 0, MUCK: 0}
    for _ in range(400):
        deal = Deal(random_setup(rng, ("holdem", "draw")), rng.sample(CARDS, 52))
        while deal.actor is not None:
            action = ask(robot, make_view(deal, deal.actor), rng).action
            if deal.legal_actions().can_show:
                assert action == deal.advised(deal.actor)
                asked[action] += 1
            elif rng.random() < 0.1:
                action = random_action(deal, rng)
            deal.act(deal.actor, action)
    assert min(asked.values()) > 50
