"""What a seat can win by paying a price: against counting chip by chip, and against what real deals pay out."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.table import CALL, CHECK, FOLD, GAMES, Action, Deal, RaiseTo, Setup, make_view
from ircpoker.table.pots import prize
from tests import tiers
from tests.table.play import act_all, deck_of, holdem, random_action

BEST = ("As Ac", "2s 3h", "2d 3c", "7s 8h", "7d 8c", "9s 5h")
BOARD = "Ah Ad Kc Kd Js"


@given(st.lists(st.integers(0, 60), min_size=2, max_size=10), st.integers(0, 20), st.integers(0, 60))
def test_each_chip_that_the_price_reaches_is_in_the_prize(totals: list[int], dead: int, price: int) -> None:
    after = [totals[0] + price, *totals[1:]]
    layers = sum(sum(total >= layer for total in after) for layer in range(1, after[0] + 1))
    assert prize(totals, dead, 0, price) == dead + layers - price


@pytest.mark.parametrize(
    ("setup", "actions", "price", "to_win"),
    [
        # The big blind has 100 and faces 900: 10 of its own and 100 of the other's, not the 910 in the middle.
        (holdem((100, 900), (5, 10)), [RaiseTo(900)], 90, 110),
        (holdem((900, 900), (5, 10)), [RaiseTo(30)], 20, 40),
        # All-ins of 900 and of 50 before a stack of 200: a main pot and a side pot.
        (holdem((200, 100, 900, 50), (5, 10)), [RaiseTo(900), CALL], 195, 265),
        # Somebody who folded has left 200, of which a stack of 100 reaches half.
        (holdem((900, 100, 900, 900), (5, 10)), [RaiseTo(200), CALL, RaiseTo(900)], 90, 310),
        # Antes that are bets count as far as the own one reaches; dead ones belong to the main pot.
        (holdem((100, 900), (5, 10), antes=(3, 3)), [RaiseTo(897)], 87, 113),
        (holdem((100, 900), (5, 10), antes=(6, 0), antes_are_dead=True), [RaiseTo(900)], 84, 110),
        # A newcomer's post, which is live.
        (Setup(GAMES["holdem"], (900, 900, 60, 900), 10, blinds=(5, 10, -10, 0)), [], 0, 25),
        (Setup(GAMES["holdem"], (900, 900, 60, 900), 10, blinds=(5, 10, -10, 0)), [CHECK, RaiseTo(900)], 895, 925),
        # A short big blind: who enters pays all of it.
        (holdem((900, 4, 900), (5, 10)), [], 10, 9),
    ],
)
def test_prizes_of_a_turn(setup: Setup, actions: list[Action], price: int, to_win: int) -> None:
    deal = act_all(Deal(setup, deck_of(*BEST[: len(setup.stacks)], board=BOARD)), *actions)
    view = make_view(deal, deal.actor)
    assert view.legal is not None
    assert (view.legal.call, view.to_win, view.prize(price)) == (price, to_win, to_win)
    assert view.needed == (price / (price + to_win) if price else 0)


def test_nothing_to_win_for_those_who_do_not_act() -> None:
    deal = Deal(holdem((100, 900), (5, 10)), deck_of(*BEST[:2]))
    assert (make_view(deal, 0).to_win, make_view(deal, 0).needed) == (0, 0.0)
    with pytest.raises(ValueError, match="the public can win nothing"):
        make_view(deal, None).prize(10)


@pytest.mark.parametrize("game", ["holdem", "pot_limit", "limit"])
def test_whoever_calls_with_the_best_hand_wins_the_prize(game: str) -> None:
    """The first seat has quads: if nobody puts in more after its call, it wins the prize and nothing else."""
    checked = 0
    for seed in tiers.seeds(2000, 100):
        rng = Random(seed)
        seats = rng.randint(2, len(BEST))
        stacks = tuple(rng.choice((rng.randint(1, 30), rng.randint(20, 400))) for _ in range(seats))
        antes = rng.choice(((), (2,) * seats, (0, 2 * seats, *(0,) * (seats - 2))))
        setup = holdem(stacks, (5, 10), game, antes=antes, antes_are_dead=0 in antes)
        deal = Deal(setup, deck_of(*BEST[:seats], board=BOARD))
        while deal.actor is not None:
            view, action = make_view(deal, deal.actor), random_action(deal, rng)
            if deal.actor == 0 and view.needed:
                checked += _pays_the_prize(deal)
            if deal.actor == 0 and action == FOLD:
                action = CALL if view.needed else CHECK
            deal.act(deal.actor, action)
    assert checked > 20


def _pays_the_prize(deal: Deal) -> bool:
    """Check what a call of the first seat wins in the end; return whether nobody puts in more after it."""
    view, end = make_view(deal, deal.actor), deal.copy()
    end.act(deal.actor or 0, CALL)
    is_last = True
    while end.actor is not None:
        can_check = bool((legal := end.legal_actions()) and legal.can_check)
        is_last &= can_check
        end.act(end.actor, CHECK if can_check else CALL)
    won = end.stacks[0] - view.stacks[0]
    assert won == view.to_win if is_last else won >= view.to_win
    return is_last
