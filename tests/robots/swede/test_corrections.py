"""The eight corrections: the original's decision, from its own formulas, and the robot's decision."""

from dataclasses import replace

import pytest

from ircpoker.robots.swede import Record, SwedeRobot
from ircpoker.robots.swede.opponents import Act
from ircpoker.robots.swede.rules import SwedeSituation, Threat, choose, scale_of
from ircpoker.table.actions import Bet, Discard, RaiseTo
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play, stand_pat

WEIGHTS = (0, 0.2, 0.5, 0.6, 0.8, 1)


def test_1_accuracy_is_a_fraction():
    def original_play_mode(record):
        return (
            min(record.deals, 4) // 4 * sum(n * w for n, w in zip(record[1:], WEIGHTS, strict=True)) / sum(record[1:])
        )

    bold = Record(3, raises=1, all_in=4)
    assert original_play_mode(bold) == 0
    assert bold.play_mode == pytest.approx(0.72)
    # So in the third deal the robot may already call somebody who raises all the time.
    now = SwedeSituation(0.6, 60, 40, 3, 1, 80, None)
    answers = [
        choose(replace(now, threat=Threat(Act.RAISE, play_mode=mode))).act
        for mode in (original_play_mode(bold), bold.play_mode)
    ]
    assert answers == [Act.FOLD, Act.ALL_IN]


def test_2_a_strong_hand_with_little_invested_calls():
    now = SwedeSituation(0.90, 150, 20, 2, 1, 40, 80, Threat(Act.RAISE, 1.2))
    stake = int(now.start * now.best * 1.2)
    assert stake == 432 > now.remaining  # the original bets that, is refused, and folds
    assert choose(now).act is Act.CALL


def test_3_after_a_final_raise_the_stake_is_compared_with_the_call():
    now = SwedeSituation(0.55, 150, 30, 3, 1, 100, 190, Threat(Act.RAISE, 1.0, play_mode=0.5))
    stake = int(now.start * now.scale * now.best)
    assert now.to_call <= stake < now.to_raise  # the original asks for stake >= toRaise here
    assert (choose(now).rule, choose(now).act) == ("B", Act.CALL)


def test_4_an_opening_below_the_minimum_is_a_check():
    now = SwedeSituation(0.35, 200, 10, 3, 3, to_raise=10)
    stake = int(now.start * now.best**3 * now.scale)
    assert 0 < stake < now.to_raise  # the original sends it all the same, and is refused
    assert choose(now).act is Act.CHECK


def test_5_the_aggressor_set_the_highest_bet_last():
    # Seat 0 opens, seat 1 goes all-in over it: the original still looks at seat 0, which opened.
    deal = draw_deal("2c 2d 5h 7s 9c", "3c 3d 6h 8s Tc", "Ac Ad Kh Qs Jc", stacks=(500, 120, 500))
    play(deal, "bet 20, to 110")
    view = make_view(deal, 2)
    stale = next(event.seat for event in view.events if isinstance(getattr(event, "action", None), Bet))
    assert (stale, view.aggressor) == (0, 1)
    assert SwedeRobot().read(view).threat.act is Act.ALL_IN


def test_5_an_all_in_can_open():
    # The original has no opponent at all here, and crashes.
    deal = draw_deal("2c 2d 5h 7s 9c", "Ac Ad Kh Qs Jc", stacks=(60, 500))
    play(deal, "bet 50")
    assert SwedeRobot().read(make_view(deal, 1)).threat.act is Act.ALL_IN


def test_6_the_table_decides_whether_the_draw_is_over():
    # The robot stood pat with nothing. The original tells "after the draw" by its having thrown cards.
    deal = draw_deal("2c 2d 5h 7s 9c", "Kh Jd 9h 5s 3h")
    stand_pat(play(deal, "check, check"))
    play(deal, "bet 20")
    view = make_view(deal, 1)
    thrown = [action.cards for seat, action in deal.actions if seat == 1 and isinstance(action, Discard)]
    assert thrown == [()]
    now = SwedeRobot().read(view)
    assert now.has_drawn
    # And the search does not run again: what counts is the hand, not what it could have drawn to.
    assert now.best == pytest.approx(1 - 6842 / 7462)


def test_7_without_counts_an_opponent_is_neutral():
    def original_scale(left, players):
        return 1 - (left - 1) * 0.4 / players

    assert original_scale(0, 2) == pytest.approx(1.2)
    assert scale_of(0, 2) == 1

    def original_ratio(bold, timid):
        return bold / (bold + timid)

    with pytest.raises(ZeroDivisionError):
        original_ratio(0, 0)
    assert (Record(1).open_check, Record(1).raise_call, Record(1).play_mode) == (1, 1, 0)


def test_8_a_good_flush_or_better_is_never_folded():
    quads = 1 - 100 / 7462
    threat = Threat(Act.ALL_IN, play_mode=0.2)

    def original_b(best, mode):
        return Act.CALL if mode > 0.7 and best > 0.55 else Act.FOLD

    assert original_b(quads, threat.play_mode) is Act.FOLD
    for to_call, to_raise in ((40, None), (40, 80), (240, None)):
        now = SwedeSituation(quads, 150, 60, 3, 1, to_call, to_raise, threat)
        assert choose(now).act in {Act.CALL, Act.ALL_IN}


def test_the_robot_never_raises_by_more_than_its_stake():
    # 4, seen at the table: the amount that is sent is the stake itself.
    deal = draw_deal("8c 8d 5h 7s 9c", "Ac Ad Kh Qs 2c", stacks=(500, 500))
    play(deal, "bet 20")
    view = make_view(deal, 1)
    decision = SwedeRobot().decide(view, None)
    stake = int(decision.why.split("stake ")[1].split(",")[0])
    assert decision.action == RaiseTo(stake)
