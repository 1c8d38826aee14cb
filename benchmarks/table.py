"""Whole deals of random play per second on one core: this engine and pokerkit, in one run.

    python -m benchmarks.table

Six-handed no-limit hold'em, blinds 1 and 2, 200 chips each; at each turn fold, check or call, and bet or
raise to any legal amount are equally likely. Both shuffle, deal and play to the last pot. The deals differ,
since each engine offers its own legal actions, but their mean length hardly does; it is printed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from pokerkit import Automation, NoLimitTexasHoldem

from benchmarks.measure import best_seconds, describe_machine, parse_words, print_rates
from ircpoker.cards import CARDS
from ircpoker.table import CALL, CHECK, FOLD, GAMES, Action, Bet, Deal, RaiseTo, Setup, make_view

SEATS = 6
STACK = 200
DEALS = {"ircpoker": 1_000, "ircpoker, with a view each turn": 500, "pokerkit": 40}
ROUNDS = 7
NO_LIMIT = GAMES["holdem"]


def random_action(deal: Deal, rng: random.Random) -> Action:
    """Return a random legal action of the betting."""
    legal = deal.legal_actions()
    if legal is None:
        raise AssertionError("asked when the deal was over")
    choices: list[Action] = [FOLD, CHECK if legal.can_check else CALL]
    amounts = legal.bet or legal.raise_to
    if amounts:
        amount = rng.choice(amounts)
        choices.append(Bet(amount) if legal.bet else RaiseTo(amount))
    return rng.choice(choices)


def play_here(deals: int, *, views: bool = False) -> int:
    """Play on our engine; return the number of actions."""
    rng = random.Random(1)
    deck = list(CARDS)
    actions = 0
    for _ in range(deals):
        rng.shuffle(deck)
        deal = Deal(Setup(NO_LIMIT, (STACK,) * SEATS, 2, blinds=(1, 2, 0, 0, 0, 0)), deck)
        while deal.actor is not None:
            if views:
                make_view(deal, deal.actor)
            deal.act(deal.actor, random_action(deal, rng))
            actions += 1
    return actions


def play_in_pokerkit(deals: int) -> int:
    """Play on pokerkit, everything but the decisions automated; return the number of actions."""
    rng = random.Random(1)
    actions = 0
    for _ in range(deals):
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, STACK, SEATS)
        while state.status:
            choices: list[Callable[[], object]] = [state.check_or_call]
            if state.can_fold():
                choices.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount or 0
                most = state.max_completion_betting_or_raising_to_amount or 0
                choices.append(partial(state.complete_bet_or_raise_to, rng.randint(least, most)))
            rng.choice(choices)()
            actions += 1
    return actions


def main() -> None:
    """Print deals per second and the ratio."""
    print(describe_machine("pokerkit"))
    contestants: dict[str, Callable[[], int]] = {
        "ircpoker": partial(play_here, DEALS["ircpoker"]),
        "ircpoker, with a view each turn": partial(play_here, DEALS["ircpoker, with a view each turn"], views=True),
        "pokerkit": partial(play_in_pokerkit, DEALS["pokerkit"]),
    }
    for name, play in contestants.items():
        print(f"{name}: {play() / DEALS[name]:.1f} actions a deal")
    print_rates("six-handed no-limit deals of random play", best_seconds(contestants, ROUNDS), DEALS, "pokerkit")


if __name__ == "__main__":
    parse_words(__doc__)
    main()
