"""All-in equity: the mean of the boards that may come, exactly, and results with less chance in them."""

import random
from statistics import mean

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import UsageError
from ircpoker.lab.matches import Lineup, Matches, MatchTable, Rules, play_all
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.lab.matches.playing import expected_stacks
from ircpoker.lab.matches.tally import nothing
from ircpoker.robots import load_robots, make_robot
from ircpoker.table import Deal, RaiseTo
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from tests import tiers
from tests.table.play import act_all, random_action

BETS = {
    "holdem": [Bet(198), CALL],
    "omaha": [Bet(4), RaiseTo(16), RaiseTo(52), RaiseTo(160), RaiseTo(198), CALL],
}
"""All-in on the turn, after two calls before the flop."""


def rivers_of(setup, deck, actions):
    """The same deal with each river that may come: burnt cards and the rest of the deck are unseen, too."""
    first = Deal(setup, deck)
    act_all(first, *actions)
    seen = {*first.board[:4], *[card for cards in first.hole_cards for card in cards]}
    index = deck.index(first.board[4])
    for card in CARDS:
        if card not in seen:
            other = list(deck)
            there = other.index(card)
            other[index], other[there] = card, other[index]
            deal = Deal(setup, other)
            act_all(deal, *actions)
            yield deal


def check_mean(setup, deck, actions):
    deals = list(rivers_of(setup, deck, actions))
    expected = [expected_stacks(deal) for deal in deals]
    for seat in range(len(setup.stacks)):
        assert mean(stacks[seat] for stacks in expected) == pytest.approx(mean(deal.stacks[seat] for deal in deals))
    return expected


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_heads_up_on_the_turn(game):
    rng = random.Random(tiers.seed(1))
    actions = [CALL, CHECK, CHECK, CHECK, *BETS[game]]
    for _ in range(tiers.count(10, 2)):
        expected = check_mean(make_match_setup(game, 2), rng.sample(CARDS, 52), actions)
        assert expected == [pytest.approx(expected[0])] * len(expected)  # the pot can be halved, so the result is exact


def test_side_pots_with_odd_chips_and_a_folded_hand():
    rng = random.Random(tiers.seed(2))
    setup = Setup(GAMES["holdem"], (31, 52, 77, 100), small_bet=2, blinds=(1, 2, 0, 0))
    actions = [CALL, RaiseTo(5), CALL, CALL, CALL, CHECK, CHECK, CHECK, CHECK]
    actions += [CHECK, CHECK, FOLD, Bet(95), CALL, CALL]
    for _ in range(tiers.count(10, 2)):
        check_mean(setup, rng.sample(CARDS, 52), actions)


def test_nothing_changes_without_a_run_out():
    rng = random.Random(tiers.seed(3))
    setup = make_match_setup("holdem", 3)
    changed = 0
    for _ in range(tiers.count(400, 10)):
        deal = Deal(setup, rng.sample(CARDS, 52))
        while deal.actor is not None:
            deal.act(deal.actor, random_action(deal, rng))
        stacks = expected_stacks(deal)
        assert sum(stacks) == pytest.approx(sum(deal.stacks))
        if len(deal.board) < 5 or not any(deal.shown):
            assert stacks == deal.stacks
        changed += tuple(stacks) != deal.stacks
    assert changed


def tally(all_in, names=("raiser", "random"), deals=3000):
    rules = Rules("holdem", deals, 1, all_in=all_in)
    found = {}
    play_all(Matches((Lineup(names),), (rules,)), 1, lambda work, tally: found.update({work.first: tally}))
    return sum((found[first] for first in sorted(found)), nothing(2, profiled=False))


@pytest.mark.slow
def test_the_same_mean_with_a_narrower_interval():
    plain, fair = tally(all_in=False), tally(all_in=True)
    assert abs(plain.mean(0, 2) - fair.mean(0, 2)) < plain.interval(0, 2) + fair.interval(0, 2)
    assert plain.mean(0, 2) != fair.mean(0, 2)
    assert fair.interval(0, 2) < 0.8 * plain.interval(0, 2)
    assert fair.chips[0] == pytest.approx(-fair.chips[1])


def test_draw_has_no_board():
    robots = [make_robot(load_robots()["caller"]) for _ in range(2)]
    with pytest.raises(UsageError, match="all-in equity needs a board: draw has none"):
        MatchTable(Rules("draw", 1, 1, all_in=True), robots)
