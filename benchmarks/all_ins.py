"""How often robots call all-ins of stacks like theirs, larger and smaller: `python -m benchmarks.all_ins`.

Arguments: names of robots, all by default; `--decisions 4000` for each share; `--seats 2` for one number only.

A line has a game, the seats, a street, and three shares of all hands: among equal stacks of 20 big blinds, with 20
against stacks of 180, and with 180 against 20. All three have the same cards, and the all-in costs the same. `hard`
(`nolimit`) plays by its blueprint. At tables of more than two, all others fold, or one calls the all-in before.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from ircpoker.cards import CARDS
from ircpoker.lab.matches.lineup import CONDITIONS
from ircpoker.robots import Robot, ask, load_robots, make_robot
from ircpoker.robots.features import best_hold
from ircpoker.table import CALL, CHECK, FOLD, GAMES, Action, Bet, Deal, Discard, PlayerView, RaiseTo, make_view
from ircpoker.table.button import first_positions, make_setup
from ircpoker.table.seat_numbers import TableSeat

NAMES = ("regular", "tight", "loose", "wild", "nolimit-easy", "nolimit-medium", "nolimit", "ring", "manual")
SEATS = {"holdem": (2, 3, 6), "draw": (2, 3, 5)}
"""Five play draw at most."""
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

    Raises:
        ValueError: nobody goes all-in, because the stacks are too short.
    """
    conditions, seats = CONDITIONS[game], len(stacks)
    numbers = tuple(map(TableSeat, range(seats)))
    positions = first_positions(numbers, button=numbers[-1])
    chips = {number: stack * conditions.unit for number, stack in zip(numbers, stacks, strict=True)}
    deal = Deal(make_setup(GAMES[game], conditions.stakes, positions, chips), rng.sample(CARDS, 52))
    own = own_seat(game, seats)
    while True:
        legal = deal.legal_actions()
        if legal is None:
            raise ValueError("the deal is over")
        is_own = legal.seat == own and not legal.discard
        if is_own and deal.aggressor == seats - 1 and deal.street.value == street:
            return make_view(deal, legal.seat)
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
    if amount == 0 or legal is None:
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


class AllInCell(NamedTuple):
    """A kind of turn for which shares are compared.

    Attributes:
        game: a key of `STREETS`.
        seats: the number of seats.
        street: the street of the all-in.
        is_called: whether somebody calls before the robot decides.
    """

    game: str
    seats: int
    street: str
    is_called: bool

    def shares(self, name: str, decisions: int) -> tuple[float, float, float]:
        """Return how often a robot calls among equal stacks, covered, and with a larger stack."""
        own = own_seat(self.game, self.seats)
        caller = (0 if own else 1) if self.is_called else None
        found = []
        for mine, others in ((OWN, OWN), (OWN, OTHERS), (OTHERS, OWN)):
            stacks = tuple(mine if seat == own else others for seat in range(self.seats))
            turns = partial(all_in_turn, self.game, self.street, stacks, caller=caller)
            found.append(calls(robot_of(name), turns, decisions))
        return found[0], found[1], found[2]


def cells_of(name: str) -> Iterator[AllInCell]:
    """Yield the kinds of turns that a robot may have."""
    games = load_robots()[name].games
    for game, counts in SEATS.items():
        for seats in counts:
            for street in STREETS[game] if seats in games.get(game, ()) else ():
                yield from (AllInCell(game, seats, street, is_called) for is_called in (False, True)[: 1 + (seats > 2)])


def robot_of(name: str) -> Robot:
    """Return a new robot; `hard` plays by its blueprint."""
    robot = make_robot(load_robots()[name])
    if name == "nolimit":
        robot.set_clock(0)  # type: ignore[attr-defined]  # only this one has a clock
    return robot


def main(arguments: list[str]) -> None:
    """Print a line for each cell."""
    parser = ArgumentParser(prog="python -m benchmarks.all_ins")
    parser.add_argument("robots", nargs="*", default=list(NAMES))
    parser.add_argument("--decisions", type=int, default=4000)
    parser.add_argument("--seats", type=int)
    options = parser.parse_args(arguments)
    sys.stdout.write("| robot | game | seats | street | equal | covered | covering |\n")
    for name in options.robots:
        for cell in [cell for cell in cells_of(name) if options.seats in {None, cell.seats}]:
            shares = " | ".join([f"{100 * share:.1f} %" for share in cell.shares(name, options.decisions)])
            street = f"{cell.street}{', called before' if cell.is_called else ''}"
            sys.stdout.write(f"| {name} | {cell.game} | {cell.seats} | {street} | {shares} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
