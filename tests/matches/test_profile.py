"""VPIP, PFR, AF, WTSD and W$SD of deals that are played by hand."""

import operator
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircpoker.cards import CARDS
from ircpoker.matches.profile import DealWatch, Profile
from ircpoker.table import Deal, RaiseTo
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet
from tests.table.play import deck_of, holdem, random_action, random_setup

THREE = deck_of("As Ac", "Ks Kc", "Qs Qc", board="3h 4c 8d 9s Jd")


def profiles(deal, *actions):
    watch = DealWatch()
    for action in actions:
        watch.turn(deal)
        deal.act(deal.actor, action)
    assert deal.is_over
    return watch.profiles(deal)


def test_a_deal_to_the_showdown():
    """The button raises, the small blind calls, the big blind folds; the small blind check-calls the flop."""
    small, big, button = profiles(
        Deal(holdem((50, 50, 50)), THREE),
        RaiseTo(20), CALL, FOLD, CHECK, Bet(10), CALL, CHECK, CHECK, CHECK, CHECK,
    )  # fmt: skip
    assert small == Profile(1, entered=1, could_raise=1, calls=1, flops=1, showdowns=1, showdowns_won=1)
    assert big == Profile(1, could_raise=1)
    assert button == Profile(1, entered=1, raised=1, could_raise=1, wagers=1, flops=1, showdowns=1)


def test_a_walk_counts_for_no_vpip():
    small, big, button = profiles(Deal(holdem((50, 50, 50)), THREE), FOLD, FOLD)
    assert big == Profile(1, walks=1)
    assert small == button == Profile(1, could_raise=1)
    assert (big.vpip, small.vpip, big.pfr) == (None, 0, None)


def test_a_free_flop_is_not_entered_and_a_bet_that_nobody_calls_is_no_showdown():
    small, big, button = profiles(Deal(holdem((50, 50, 50)), THREE), FOLD, CALL, CHECK, Bet(10), FOLD)
    assert small == Profile(1, entered=1, could_raise=1, wagers=1, flops=1)
    assert big == Profile(1, could_raise=1, flops=1)
    assert button == Profile(1, could_raise=1)


def test_an_all_in_leaves_no_raise():
    small, big, _ = profiles(Deal(holdem((50, 50, 50)), THREE), FOLD, RaiseTo(50), CALL)
    assert (small.could_raise, big.could_raise) == (1, 0)
    assert big == Profile(1, entered=1, flops=1, showdowns=1)


def test_shares():
    profile = Profile(10, 2, 4, 3, 6, 5, 2, 4, 2, 1) + Profile()
    assert (profile.vpip, profile.pfr, profile.aggression) == (0.5, 0.5, 2.5)
    assert (profile.wtsd, profile.won_at_showdown) == (0.5, 0.5)
    assert Profile().aggression is None


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_shares_lie_between_0_and_1(seed):
    rng = random.Random(seed)
    deal = Deal(random_setup(rng, ("holdem", "limit", "draw")), rng.sample(CARDS, 52))
    watch = DealWatch()
    while deal.actor is not None:
        watch.turn(deal)
        deal.act(deal.actor, random_action(deal, rng))
    found = watch.profiles(deal)
    assert sum(profile.walks for profile in found) <= 1
    assert sum(profile.showdowns for profile in found) != 1
    for profile in found:
        assert profile.raised <= min(profile.could_raise, profile.entered)
        assert profile.showdowns_won <= profile.showdowns <= profile.flops <= profile.deals == 1


def test_profiles_are_merged_not_chained():
    assert len(Profile(1) + Profile(2)) == len(Profile._fields)
    with pytest.raises(TypeError):
        operator.add(Profile(1), (1,))
