"""The four simple players."""

import random
from collections import Counter

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.robots import ask
from ircpoker.robots.baselines import Caller, Folder, Raiser, RandomRobot
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, Discard, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play
from tests.table.play import holdem

RNG = random.Random(1)


def turn(actions="", stacks=(200, 200), game="holdem"):
    deal = play(Deal(holdem(stacks, game=game), CARDS), actions)
    return make_view(deal, deal.actor)


@pytest.mark.parametrize(
    ("view", "folder", "caller", "raiser"),
    [
        (turn(), FOLD, CALL, RaiseTo(6)),
        (turn("call"), CHECK, CHECK, RaiseTo(6)),
        (turn("to 6"), FOLD, CALL, RaiseTo(18)),
        (turn("call, check"), CHECK, CHECK, Bet(4)),
        (turn("call, check, bet 4"), FOLD, CALL, RaiseTo(16)),
        (turn("call, check, bet 4, to 160"), FOLD, CALL, RaiseTo(198)),
        (turn("to 200"), FOLD, CALL, CALL),
        (turn(game="pot_limit"), FOLD, CALL, RaiseTo(6)),
        (turn(game="limit"), FOLD, CALL, RaiseTo(4)),
        (turn("to 4, to 6, to 8", game="limit"), FOLD, CALL, CALL),
        (turn("", (200,) * 4), FOLD, CALL, RaiseTo(7)),
    ],
)
def test_betting(view, folder, caller, raiser):
    assert [ask(robot, view, RNG).action for robot in (Folder(), Caller(), Raiser())] == [folder, caller, raiser]


def test_they_change_the_cards_with_the_best_mean_class():
    deal = play(draw_deal("Ah Ad Kc 7s 2h", "2c 3c 4c 5c 7c"), "check, check")
    view = make_view(deal, 0)
    for robot in (Folder(), Caller(), Raiser()):
        assert ask(robot, view, RNG).action == Discard(parse_cards("7s 2h"))


def kinds(view, times=4000):
    rng = random.Random(8)
    return Counter(type(RandomRobot().decide(view, rng)).__name__ for _ in range(times))


@pytest.mark.parametrize(
    ("view", "names"),
    [
        (turn(), {"Fold", "Call", "RaiseTo"}),
        (turn("call"), {"Check", "RaiseTo"}),
        (turn("call, check"), {"Check", "Bet"}),
        (turn("to 200"), {"Fold", "Call"}),
    ],
)
def test_random_takes_each_kind_equally_often(view, names):
    counts = kinds(view)
    assert set(counts) == names
    # Five standard deviations of so many coin tosses are 160.
    assert all(abs(count - 4000 / len(names)) < 160 for count in counts.values())


def test_random_takes_every_amount_and_every_draw():
    rng = random.Random(9)
    view = turn(stacks=(20, 20))
    amounts = {getattr(RandomRobot().decide(view, rng), "amount", None) for _ in range(2000)}
    assert amounts == {None, *range(4, 21)}
    deal = play(draw_deal("Ah Ad Kc 7s 2h", "2c 3c 4c 5c 7c"), "check, check")
    draws = {frozenset(RandomRobot().decide(make_view(deal, 0), rng).cards) for _ in range(3000)}
    assert len(draws) == 32


def test_random_without_a_turn_does_nothing():
    assert RandomRobot().decide(make_view(Deal(holdem((200, 200)), CARDS), 0), RNG) == CHECK
