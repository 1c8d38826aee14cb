"""The engine against pokerkit, decision by decision, where the rules of the two agree.

Known differences, each with the rule that decides it (docs/rules.md):

* TDA 47-A: in pokerkit the first short all-in over a limp, or after a check, counts as a full raise and so
  lets those who have acted raise again. Here they may only call or fold.
* TDA 47-A: in pokerkit short all-ins that have added up to a full raise are forgotten for everybody; a player who
  has not acted since and faces one more may not raise. Here he may.
* TDA 48: limit here has four bets a street, the big blind the first; pokerkit has four raises on top of it.
* TDA 47-B: limit here counts an all-in of half a bet or more as a bet and has a smaller one completed.
* TDA 20-A, 21: odd chips go one each, and each side pot is split separately; pokerkit gives all odd chips to
  one, and joins side pots once losing hands are killed.
* Robert's Rules, no-limit 2: a short big blind does not make it cheaper; pokerkit lets others call less.
  The setups here have no short blinds.
* TDA 17-B: pokerkit asks the last hand to show or muck as well, and loses the pot if it mucks.
"""

import random
from collections import Counter

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem, PotLimitOmahaHoldem, State
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from ircpoker.cards import CARDS, format_cards
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, Bet, LegalActions, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import PotWon
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from tests import tiers
from tests.table.invariants import Watch
from tests.table.play import random_action

AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation
    not in {
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.CARD_BURNING,
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
    }
)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """pokerkit has the parts of pot-limit hold'em, but not the game."""


KINDS = {
    "holdem": NoLimitTexasHoldem,
    "pot_limit": PotLimitTexasHoldem,
    "limit": FixedLimitTexasHoldem,
    "omaha": PotLimitOmahaHoldem,
}


def make_pair(rng: random.Random, game: str) -> tuple[Deal, Watch, State]:
    seats = rng.randint(2, 9 if game == "omaha" else 6)
    most = rng.choice((8, 20, 100))
    return pair_of(rng, game, tuple(rng.randint(3, most) for _ in range(seats)))


def pair_of(rng: random.Random, game: str, stacks: tuple[int, ...]) -> tuple[Deal, Watch, State]:
    """Return the same deal in both, with blinds of 1 and 2."""
    seats = len(stacks)
    blinds = (2, 1) if seats == 2 else (1, 2) + (0,) * (seats - 2)
    deck = rng.sample(CARDS, 52)
    deal = Deal(Setup(GAMES[game], stacks, 2, 4, blinds=blinds, asks_showdown=True), deck)
    bets = (2, 4) if game == "limit" else (2,)
    state: State = KINDS[game](AUTOMATIONS, True, 0, (1, 2), *bets, mode=Mode.TOURNAMENT)(stacks, seats)
    for hand in deal.hole_cards:
        state.deal_hole(format_cards(hand).replace(" ", ""))
    return deal, Watch(deal, deck), state


def compare(deal: Deal, watch: Watch, state: State, legal: LegalActions, seen: Counter[str]) -> bool:
    """Compare what the actor may do; return False if a known difference ends the comparison."""
    assert state.actor_index == deal.actor
    assert state.checking_or_calling_amount == legal.call
    ours = legal.bet or legal.raise_to
    theirs = range(0)
    if state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        assert least is not None
        assert most is not None
        theirs = range(least, most + 1)
    if ours == theirs:
        seen["same"] += 1
        return True
    if deal.setup.game is GAMES["limit"]:
        seen["limit: cap or half bet"] += 1
        return False
    # No-limit and pot-limit: the differences are about reopening.
    assert legal.seat in watch.naive.acted
    if not ours:
        seen["47-A"] += 1
        return True
    assert not theirs
    assert sum(state.consecutive_short_all_in_amounts) < watch.naive.largest
    assert watch.naive.bet_to_match - watch.naive.acted[legal.seat] >= watch.naive.largest
    seen["47-A: forgotten all-ins"] += 1
    return False


def pass_on(deal: Deal, state: State, action: Action) -> None:
    """Let both do the same, and the board follow."""
    before = len(deal.board)
    assert deal.actor is not None
    deal.act(deal.actor, action)
    if action == FOLD:
        state.fold()
    elif isinstance(action, Bet | RaiseTo):
        state.complete_bet_or_raise_to(action.amount)
    else:
        state.check_or_call()
    finish_showing(state)
    for start, end in ((0, 3), (3, 4), (4, 5)):
        if before <= start and len(deal.board) >= end:
            state.burn_card("??")
            state.deal_board(format_cards(deal.board[start:end]).replace(" ", ""))
            finish_showing(state)


def finish_showing(state: State) -> None:
    """Table all hands once somebody is all-in, as our engine does by itself."""
    while state.all_in_status and state.showdown_index is not None:
        state.show_or_muck_hole_cards(True)


def play_pair(rng: random.Random, game: str, seen: Counter[str]) -> None:
    deal, watch, state = make_pair(rng, game)
    while deal.actor is not None:
        watch.before(deal)
        legal = deal.legal_actions()
        assert legal is not None
        if legal.can_show:
            assert state.showdown_index == deal.actor
            shows = rng.random() < 0.5
            seat = deal.actor
            deal.act(seat, SHOW if shows else MUCK)
            state.show_or_muck_hole_cards(shows, seat)
            continue
        if not compare(deal, watch, state, legal, seen):
            return
        action = random_action(deal, rng)
        if action == FOLD and legal.can_check:
            action = CHECK  # pokerkit warns of free folds
        pass_on(deal, state, action)
    watch.after(deal)
    if state.status:  # one hand is left that pokerkit still asks
        state.show_or_muck_hole_cards(True)
    assert not state.status
    difference = [abs(ours - theirs) for ours, theirs in zip(deal.stacks, state.stacks, strict=True)]
    seen["equal stacks" if not any(difference) else "odd chips"] += 1
    if any(difference):
        pots = {event.pot for event in deal.events if isinstance(event, PotWon)}
        assert sum(isinstance(event, PotWon) for event in deal.events) > len(pots)  # one of them was split
        assert max(difference) <= len(pots) + len(deal.stacks)


def play_pairs(game: str, deals: int, seed: int) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(deals):
        play_pair(rng, game, seen)
    return seen


@pytest.mark.parametrize(
    ("stacks", "actions"),
    [
        ((100, 100, 100, 3), (CALL, RaiseTo(3), FOLD, CALL)),
        ((100, 100, 3), (CALL, CALL, CHECK, CHECK, CHECK, Bet(1), CALL)),
    ],
    ids=["over a limp", "after a check"],
)
def test_tda_47a_a_short_all_in_reopens_the_betting_in_pokerkit_alone(
    stacks: tuple[int, ...], actions: tuple[Action, ...]
) -> None:
    """The row of docs/rules.md: who limped or checked may call or fold; pokerkit 0.7.7 lets him raise."""
    deal, _, state = pair_of(random.Random(1), "holdem", stacks)
    for action in actions:
        pass_on(deal, state, action)
    legal = deal.legal_actions()
    assert legal is not None
    assert state.actor_index == deal.actor
    assert legal == LegalActions(legal.seat, can_fold=True, call=state.checking_or_calling_amount or 0)
    assert state.can_complete_bet_or_raise_to()


def test_tda_47a_short_all_ins_that_added_up_are_forgotten_in_pokerkit_alone() -> None:
    """The row of docs/rules.md: all-ins to 9, 13 and 15 over a raise of 5 to 7; who called 7 may raise."""
    deal, _, state = pair_of(random.Random(1), "holdem", (18, 13, 15, 18, 15, 17, 9))
    shorts = (RaiseTo(9), CALL, RaiseTo(13), RaiseTo(15))
    for action in (RaiseTo(7), CALL, CALL, CALL, *shorts):
        pass_on(deal, state, action)
    legal = deal.legal_actions()
    assert legal is not None
    assert state.actor_index == legal.seat == 3
    assert (legal.call, legal.raise_to) == (8, range(18, 19))
    assert not state.can_complete_bet_or_raise_to()


@pytest.mark.few(1)
@pytest.mark.parametrize("game", KINDS)
def test_some_deals_equal_pokerkit(game: str) -> None:
    seen = play_pairs(game, 40, seed=1)
    assert seen["equal stacks"] > 25


@pytest.mark.slow(1)
@pytest.mark.parametrize("game", ["holdem", "pot_limit", "limit"])
@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.deep)])
def test_twenty_thousand_deals_equal_pokerkit(game: str, seed: int) -> None:
    """22,200 deals, over 20,000 of them to equal stacks; a deal of limit ends at a known difference."""
    deals = tiers.count(3_700)
    seen = play_pairs(game, deals, tiers.seed(seed))
    assert seen["odd chips"] < 0.015 * seen["equal stacks"]
    assert seen["equal stacks"] > (0.75 if game == "limit" else 0.96) * deals


@pytest.mark.slow(20)
@pytest.mark.parametrize("seed", list(tiers.seeds(8, first=21)))
def test_twenty_thousand_deals_of_omaha_equal_pokerkit(seed: int) -> None:
    deals = tiers.count(2_500)
    seen = play_pairs("omaha", deals, seed)
    assert seen["odd chips"] < 0.015 * seen["equal stacks"]
    assert seen["equal stacks"] > 0.96 * deals
