"""Random play of every game, short stacks, free folds and mucks included: no exception, no chip lost or made.

The rule of who may raise is checked against a second statement of it, which knows only the events.
"""

import random

import pytest

from ircpoker.cards import CARDS
from ircpoker.table.actions import Bet, LegalActions, RaiseTo
from ircpoker.table.deal import Deal, replay
from ircpoker.table.events import PlayerActed, PotWon, StreetBegan
from ircpoker.table.games import Betting
from ircpoker.table.setup import Setup
from tests import tiers
from tests.table.play import play_out, random_setup


def check_chips(deal: Deal) -> None:
    """No chip is lost, made or owed."""
    assert sum(deal.stacks) + deal.pot == sum(deal.setup.stacks)
    assert min(deal.stacks) >= 0
    assert sum(pot.amount for pot in deal.pots) == deal.pot


def wagers_of_street(deal: Deal) -> tuple[int, list[tuple[int, int | None]]]:
    """Return what is to be matched when the street begins, and each action of it: seat, and amount of a wager."""
    first = max((*deal.setup.blinds, 0)) if deal.street is deal.setup.game.streets[0].street else 0
    actions: list[tuple[int, int | None]] = []
    for event in deal.events:
        if isinstance(event, StreetBegan):
            actions = []
        elif isinstance(event, PlayerActed):
            action = event.action
            actions.append((event.seat, action.amount if isinstance(action, Bet | RaiseTo) else None))
    return first, actions


def may_raise(deal: Deal, seat: int) -> bool:
    """State TDA 47 from the events alone: what the seat faces since it last acted, against the fullest wager."""
    setup = deal.setup
    first, actions = wagers_of_street(deal)
    limit = setup.game.betting is Betting.LIMIT
    plan = next(plan for plan in setup.game.streets if plan.street is deal.street)
    unit = setup.big_bet if limit and plan.doubles else setup.small_bet
    level = first
    largest = unit
    acted_at = None
    for who, amount in actions:
        if amount is not None:
            if not limit:
                largest = max(largest, amount - level)
            level = amount
        if who == seat:
            acted_at = level
    if acted_at is None:
        return True
    return (level - acted_at) * 2 >= unit if limit else level - acted_at >= largest


def bets_made(deal: Deal) -> int:
    """Count the bets of a limit street: wagers that bring the level half a bet above the last counted one."""
    setup = deal.setup
    first, actions = wagers_of_street(deal)
    plan = next(plan for plan in setup.game.streets if plan.street is deal.street)
    unit = setup.big_bet if plan.doubles else setup.small_bet
    counted, full = (1, first) if first else (0, 0)
    for _, amount in actions:
        if amount is not None and 2 * (amount - full) >= unit:
            counted, full = counted + 1, amount
    return counted


def check_raise(deal: Deal) -> None:
    """The engine offers a raise exactly when the rules, stated a second time, allow one."""
    legal = deal.legal_actions()
    assert isinstance(legal, LegalActions)
    if not legal.can_fold:
        return  # a draw or a showdown
    seat = legal.seat
    all_in = deal.bets[seat] + deal.stacks[seat]
    others = [
        deal.bets[other] + deal.stacks[other]
        for other in range(len(deal.stacks))
        if other != seat and deal.in_hand[other]
    ]
    expected = all_in > deal.level and max(others) > deal.level and may_raise(deal, seat)
    if deal.setup.game.betting is Betting.LIMIT:
        expected = expected and bets_made(deal) < deal.setup.most_bets
    assert bool(legal.bet or legal.raise_to) == expected
    assert not (legal.bet and legal.raise_to)
    assert bool(legal.bet) <= (deal.level == 0)
    amounts = legal.bet or legal.raise_to
    assert all(deal.level < amount <= all_in for amount in (amounts[0], amounts[-1])) if amounts else True


def play_random_deal(rng: random.Random) -> Deal:
    setup: Setup = random_setup(rng)
    deck = rng.sample(CARDS, 52)

    def before(deal: Deal) -> None:
        check_chips(deal)
        check_raise(deal)

    deal = play_out(Deal(setup, deck), rng, before)
    assert deal.pot == 0
    assert sum(deal.stacks) == sum(setup.stacks)
    assert {event.seat for event in deal.events if isinstance(event, PotWon)} <= {
        seat for seat, still in enumerate(deal.in_hand) if still
    }
    assert replay(setup, deck, deal.actions).events == deal.events
    return deal


def test_two_thousand_random_deals() -> None:
    rng = random.Random(2024)
    for _ in range(2_000):
        play_random_deal(rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_thousand_random_deals(seed: int) -> None:
    rng = random.Random(tiers.seed(1_000 + seed))
    for _ in range(tiers.count(10_000)):
        play_random_deal(rng)
