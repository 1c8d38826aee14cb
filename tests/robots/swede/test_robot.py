"""The Swedish robot at the table: the facts that it reads from a view, its reasons, its memory."""

import json
import random

import pytest

from benchmarks.chance import CHANCES
from ircpoker.cards import parse_cards
from ircpoker.draws import discards, mean_strength
from ircpoker.hands import evaluate
from ircpoker.robots import LearningRobot, ask, plays
from ircpoker.robots.swede import SwedeRobot
from ircpoker.robots.swede.opponents import Act
from ircpoker.table.actions import CALL, FOLD, Bet, Discard, RaiseTo
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play, stand_pat

ACES = "Ac Ad Kc Qs 2s"
NOTHING = "2d 4h 5h 7s 9c"
PAIR = "3c 3d 6h 8s Tc"


def read(deal, robot=None):
    return (robot or SwedeRobot()).read(make_view(deal, deal.actor))


def test_it_plays_draw_with_two_to_five():
    assert isinstance(SwedeRobot(), LearningRobot)
    assert [seats for seats in range(1, 8) if plays(SwedeRobot, "draw", seats)] == [2, 3, 4, 5]
    assert plays(SwedeRobot, "limit_draw", 5)
    assert not plays(SwedeRobot, "holdem", 2)


def test_chips():
    deal = draw_deal(ACES, NOTHING, PAIR, stacks=(300, 400, 500))
    now = read(deal)
    assert (now.remaining, now.current, now.players, now.ante) == (290, 10, 3, 10)
    assert (now.to_call, now.to_raise, now.threat) == (0, 10, None)
    play(deal, "bet 30")
    assert (read(deal).to_call, read(deal).to_raise) == (30, 60)
    play(deal, "to 100, call")
    now = read(deal)
    assert (now.remaining, now.current, now.to_call, now.to_raise) == (260, 40, 70, 140)


def test_a_bet_beyond_the_stack_counts_in_full():
    deal = draw_deal(ACES, NOTHING, stacks=(500, 60))
    play(deal, "bet 200")
    now = read(deal)
    assert (now.to_call, now.remaining, now.to_raise) == (200, 50, None)


@pytest.mark.parametrize(
    ("stack", "to_raise", "rule"),
    [(69, 60, "B"), (70, 60, "C"), (71, 60, "C")],
)
def test_a_raise_needs_the_full_minimum(stack, to_raise, rule):
    # The engine would let the robot raise all-in for less; the rules count that as no raise.
    deal = draw_deal(ACES, NOTHING, stacks=(500, stack))
    play(deal, "bet 30")
    assert read(deal).to_raise == to_raise
    assert SwedeRobot().decide(make_view(deal, 1), None).why.startswith(rule)


def test_a_minimum_opening_beyond_the_stack():
    two_pair = "Kc Kd Qc Qh 4s"
    deal = draw_deal(two_pair, NOTHING, stacks=(18, 500))
    assert (read(deal).remaining, read(deal).to_raise) == (8, 10)
    decision = SwedeRobot().decide(make_view(deal, 0), None)
    assert (decision.action, decision.why) == (Bet(8), "open: strength 0.678, 8 chips left, so all-in")


def test_players_left():
    deal = draw_deal(ACES, NOTHING, PAIR, "Jc Jd 5c 6c 7d")
    lefts = []
    for actions in ("", "check", "check", "bet 10", "call", "to 40"):
        play(deal, actions)
        lefts.append(read(deal).left)
    # 4, 3, 2 and 1 to open or check; after seat 2 bets, 3 0 1; seat 3 calls; seat 0 raises, and 1 2 3 are to answer.
    assert lefts == [4, 3, 2, 3, 2, 3]
    play(deal, "fold, fold")
    assert read(deal).left == 1


def test_players_without_chips_have_nothing_to_answer():
    deal = draw_deal(ACES, NOTHING, PAIR, stacks=(500, 10, 500))
    assert read(deal).left == 2


def test_a_better_draw_counts_as_the_hand():
    deal = draw_deal(ACES, NOTHING)
    assert read(deal).best == mean_strength(discards(ACES)[0]) > evaluate(ACES).strength
    # A straight is better than what it could draw to.
    straight = "9h 8d 7c 6s 5h"
    assert read(draw_deal(straight, ACES)).best == evaluate(straight).strength
    stand_pat(play(deal, "check, check"))
    assert read(deal).best == evaluate(ACES).strength


def test_opponents_draws_are_seen():
    deal = draw_deal(NOTHING, ACES)
    play(deal, "check, check")
    deal.act(0, Discard(parse_cards("2d 4h 5h")))
    deal.act(1, Discard())
    play(deal, "bet 10")
    assert read(deal).threat.drew == 3


def test_counts_of_this_deal_and_earlier_ones():
    robot = SwedeRobot()
    robot.meet(["robot", "alice"])
    deal = draw_deal(NOTHING, ACES)
    play(deal, "check, bet 10")
    # Alice's first deal, and her open is counted already.
    assert read(deal, robot).threat.factor == pytest.approx(1 / 1 * 0.25 + 0.5)
    play(deal, "fold")
    robot.learn(make_view(deal, 0))
    # The seats have changed; in between somebody else plays, whose deals are none of Alice's.
    robot.meet(["bob", "robot"])
    other = draw_deal(NOTHING, ACES)
    play(other, "bet 10, fold")
    robot.learn(make_view(other, 1))
    robot.meet(["alice", "robot"])
    deal = draw_deal(NOTHING, ACES)
    play(deal, "check, bet 10, to 20")
    threat = read(deal, robot).threat
    assert (threat.act, threat.factor) == (Act.RAISE, pytest.approx(1 * 0.5 + 0.5))
    assert threat.play_mode == pytest.approx(0.5 * (0.2 + 0.6 + 0.8) / 3)
    assert robot.memory() == {"alice": [1, 0, 0, 0, 1, 0, 0], "bob": [1, 0, 0, 0, 1, 0, 0]}


def test_memory_outlives_the_robot():
    robot, again = SwedeRobot(), SwedeRobot()
    robot.meet(["robot", "alice"])
    deal = draw_deal(NOTHING, ACES)
    play(deal, "check, bet 10, fold")
    robot.learn(make_view(deal, 0))
    again.recall(json.loads(json.dumps(robot.memory())))
    again.meet(["robot", "alice"])
    robot.meet(["robot", "alice"])
    deal = draw_deal(PAIR, ACES)
    play(deal, "check, bet 20")
    assert read(deal, again) == read(deal, robot)


def test_reasons_of_its_decisions():
    robot = SwedeRobot()
    deal = draw_deal("Kc Kd Qc Qd 4s", "Ah Kh Qh Jh 9h", stacks=(500, 500))
    decision = robot.decide(make_view(deal, 0), None)
    assert (decision.action, decision.why) == (Bet(99), "open: strength 0.678, stake 99, so open")
    deal.act(0, decision.action)
    # One open and no check, in the first deal: 0.25 + 0.5; 400 · 0.9567² · 0.75.
    decision = robot.decide(make_view(deal, 1), None)
    assert (decision.action, decision.why) == (RaiseTo(274), "C: strength 0.957, stake 274, so raise")
    deal.act(1, decision.action)
    decision = robot.decide(make_view(deal, 0), None)
    assert (decision.action, decision.why) == (CALL, "C: strength 0.678, stake 203, so call")


def test_reasons_of_its_draws_name_no_card():
    deal = draw_deal(ACES, "9h 8d 7c 6s 5h")
    play(deal, "check, check")
    decision = SwedeRobot().decide(make_view(deal, 0), None)
    assert decision.action == Discard(parse_cards("Qs 2s"))
    assert decision.why == "draw: strength 0.553, 0.593 on average after it, so change 2 cards"
    deal.act(0, decision.action)
    decision = SwedeRobot().decide(make_view(deal, 1), None)
    assert (decision.action, decision.why) == (Discard(), "draw: strength 0.785, no change is better, so stand pat")


def test_all_in_has_its_own_text():
    robot = SwedeRobot()
    deal = draw_deal("Kh 5d 6h 8s 9s", ACES, stacks=(300, 60))
    play(deal, "bet 100")
    decision = robot.decide(make_view(deal, 1), None)
    assert (decision.action, decision.why) == (FOLD, "A: strength 0.593, play mode 0.150, so fold")
    deal = draw_deal(ACES, "Ah Qh Jh Th Kh", stacks=(300, 60))
    play(deal, "bet 100")
    decision = robot.decide(make_view(deal, 1), None)
    assert (decision.action, decision.why) == (CALL, "A: strength 1.000, play mode 0.150, so all-in")


def test_fixed_limit_takes_the_fixed_amount():
    deal = draw_deal("Kc Kd Qc Qd 4s", NOTHING, stacks=(500, 500), game="limit_draw")
    decision = SwedeRobot().decide(make_view(deal, 0), None)
    assert (decision.action, decision.why) == (Bet(10), "open: strength 0.678, stake 99, so open")


def test_other_values_of_hands_for_the_draw():
    deal = draw_deal("9h 8h 7h 6h 2c", ACES)
    play(deal, "check, check")
    decision = SwedeRobot(CHANCES).decide(make_view(deal, 0), None)
    assert decision.why == "draw: strength 0.007, better after it, so change 1 card"


def test_it_acts_only_on_its_turn():
    with pytest.raises(ValueError, match="turn"):
        SwedeRobot().decide(make_view(draw_deal(ACES, NOTHING), 1), None)
    assert ask(SwedeRobot(), make_view(draw_deal(ACES, NOTHING), 0), random.Random(1)).why
