"""The robots with temperaments: they win from simple players, differ as they should, and read bets."""

import random

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.lab.matches import match
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.robots import ask, load_robots, make_robot
from ircpoker.robots.regular.robot import advantage
from ircpoker.table import Deal, make_view
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, RaiseTo
from ircpoker.table.games import GAMES
from tests import tiers
from tests.robots.turns import BIG_BLIND, BUTTON, draw_deal, holdem_turn, play, stand_pat

ROBOTS = load_robots()
TEMPERS = ("tight", "regular", "loose", "wild")


def win(names, game, decks, seed=1):
    """Return the first robot's win, and the lower end of its interval."""
    result = match(*names, game=game, deals=decks, seed=seed)
    assert result.chips_conserved
    return result.mbb_per_deal - result.ci95


@pytest.mark.few(1)
@pytest.mark.parametrize(("other", "seats", "decks"), [("caller", 2, 40), ("random", 2, 100), ("caller", 6, 12)])
def test_it_wins_from_simple_players(other, seats, decks):
    assert win(("regular", *[other] * (seats - 1)), "holdem", decks) > 0


@pytest.mark.parametrize("other", ["caller", "random"])
def test_it_wins_from_simple_players_at_draw(other):
    assert win(("regular", other), "draw", 100) > 0


@pytest.mark.slow(1)
@pytest.mark.few(1, 9)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", ["caller", "random", "folder"])
def test_it_wins_from_simple_players_at_all_games(game, other):
    robots = [make_robot(ROBOTS[name]) for name in ("regular", other)]
    # The interval excludes 0 only after many more decks than the usual tiers play.
    assert match(*robots, game=game, deals=tiers.count(1000), seed=tiers.seed(3)).mbb_per_deal > 0


def decide(view, name="regular", seed=1):
    return ask(make_robot(ROBOTS[name]), view, random.Random(seed))


def actions(view, name="regular", times=40):
    return {decide(view, name, seed).action for seed in range(times)}


def test_before_the_flop():
    assert all(isinstance(action, RaiseTo) for action in actions(holdem_turn(BUTTON, "Ah As")))
    assert CALL not in actions(holdem_turn(BIG_BLIND, "7h 2s", "to 8"))
    assert FOLD not in actions(holdem_turn(BIG_BLIND, "Ah As", "to 200", other_stack=200))
    assert actions(holdem_turn(BIG_BLIND, "7h 2s", "to 200", other_stack=200), times=5) == {FOLD}


def test_on_the_river():
    board = "Qh 9d 4s 4c 2c"
    before = "call, check, check, check, check, check"
    nuts = holdem_turn(BIG_BLIND, "4h 4d", before, board)
    assert {type(action) for action in actions(nuts)} == {Bet, type(CHECK)}
    assert CALL in actions(holdem_turn(BIG_BLIND, "Qc 3s", f"{before}, check, bet 2", board)) | {CALL}
    all_in = holdem_turn(BUTTON, "7h 6s", f"{before}, bet 190", board)
    assert actions(all_in, times=10) == {FOLD}


def test_a_raise_shows_better_hands_than_a_check():
    board, before = "Qh 9d 4s", "call, check"
    chances = []
    for bets in ("check", "bet 4"):
        why = decide(holdem_turn(BUTTON, "9h 8h", f"{before}, {bets}", board), seed=4).why
        chances.append(int(why.partition("%")[0].split()[-1]))
    assert chances[0] > chances[1]


def test_temperaments_open_more_and_more_hands():
    setup = make_match_setup("holdem", 6)
    played = dict.fromkeys(TEMPERS, 0)
    for seed in range(150):
        deal = Deal(setup, random.Random(seed).sample(CARDS, 52))
        view = make_view(deal, deal.actor)
        for name in TEMPERS:
            played[name] += decide(view, name, seed).action != FOLD
    assert list(played.values()) == sorted(played.values())
    assert played["tight"] < played["regular"] < played["loose"]


def test_it_draws_to_a_pair_and_bets_four_of_a_kind():
    deal = play(draw_deal("Ah Ad Kc 7s 2h", "Qc Qd Qh Qs 2c"), "check, check")
    decision = decide(make_view(deal, 0))
    assert (decision.action.cards, decision.why) == (parse_cards("7s 2h"), "the best mean is after changing 2 cards")
    deal = play(stand_pat(deal), "check")
    assert any(isinstance(action, Bet) for action in actions(make_view(deal, 1)))


def test_reasons_have_a_number():
    assert decide(holdem_turn(BUTTON, "Ah As")).why == "a hand of the best 1%, so raise"
    assert "% to win, so " in decide(holdem_turn(BIG_BLIND, "Ah As", "to 6")).why


def test_advantage():
    assert [advantage(0.25, 3), advantage(1, 3), advantage(0.5, 1)] == [0, 1, 0]


def test_only_on_its_turn():
    with pytest.raises(ValueError, match="not this seat's turn"):
        make_robot(ROBOTS["regular"]).decide(make_view(Deal(make_match_setup("holdem", 2), CARDS), 0), random.Random(1))
