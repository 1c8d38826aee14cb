"""How often robots call all-ins: the same cards and bets, against stacks like theirs, larger ones and smaller ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ircpoker.cards import CARDS
from ircpoker.matches.conditions import CONDITIONS
from ircpoker.robots import Robot, ask
from ircpoker.robots.features import best_hold
from ircpoker.table import CALL, CHECK, FOLD, GAMES, Action, Bet, Deal, Discard, PlayerView, RaiseTo, make_view
from ircpoker.table.button import first_positions, make_setup
from ircpoker.table.seat_numbers import TableSeat

STREETS = {"holdem": ("preflop", "flop", "turn", "river"), "draw": ("predraw", "postdraw")}
OWN, OTHERS, RAISE = 20, 180, 3
"""In big blinds: the stack of the robot, a large one, and the raise before an all-in on a later street."""


def all_in_turn(game: str, street: str, stacks: tuple[int, ...], rng: Random, caller: int | None = None) -> PlayerView:
    """Return the view of a seat that faces an all-in of the last one.

    Args:
        game: a key of `STREETS`.
        street: where the last seat goes all-in; it has raised on the first one.
        stacks: of each seat, in big blinds; `own_seat` faces the all-in.
        rng: the source of the deck.
        caller: a seat that calls everything; all others fold.
    """
    conditions, seats = CONDITIONS[game], len(stacks)
    numbers = tuple(map(TableSeat, range(seats)))
    positions = first_positions(numbers, button=numbers[-1])
    chips = {number: stack * conditions.unit for number, stack in zip(numbers, stacks, strict=True)}
    deal = Deal(make_setup(GAMES[game], conditions.stakes, positions, chips), rng.sample(CARDS, 52))
    own = own_seat(game, seats)
    while True:
        legal = deal.legal_actions()
        assert legal is not None
        is_own = legal.seat == own and not legal.discard
        if is_own and deal.aggressor == seats - 1 and deal.street.value == street:
            return make_view(deal, own)
        passes = CHECK if legal.can_check else CALL
        action: Action = FOLD
        if legal.discard:
            kept = best_hold(make_view(deal, legal.seat)).cards
            action = Discard(tuple([card for card in deal.hole_cards[legal.seat] if card not in kept]))
        elif legal.seat in {own, caller}:
            action = passes
        elif legal.seat == seats - 1:
            is_raised = deal.street is not GAMES[game].streets[0].street or deal.aggressor == legal.seat
            amount = RAISE * conditions.unit if not is_raised else 0
            action = _wager(deal, None if deal.street.value == street else amount) or passes
        deal.act(legal.seat, action)


def own_seat(game: str, seats: int) -> int:
    """Return the seat that is asked."""
    return 1 if game == "holdem" and seats > 2 else 0


def _wager(deal: Deal, amount: int | None) -> Action | None:
    """Return a bet or raise to an amount, or all-in for None; None for 0."""
    legal = deal.legal_actions()
    assert legal is not None
    if amount == 0:
        return None
    if legal.bet:
        return Bet(amount or legal.bet[-1])
    return RaiseTo(amount or legal.raise_to[-1])


def calls(robot: Robot, turns: Callable[[Random], PlayerView], decisions: int) -> float:
    """Return the share of all hands with which a robot calls."""
    found = 0
    for number in range(decisions):
        rng = Random(number)
        found += ask(robot, turns(rng), rng).action == CALL
    return found / decisions
