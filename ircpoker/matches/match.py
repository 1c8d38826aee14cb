"""Duplicate deals: each deck is played once with the robots in each other's seats, so that luck cancels out.

Decks come from `random.Random`, so that a match can be repeated: simulation only, no chips of anybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from ircpoker.cards import CARDS
from ircpoker.matches.conditions import CONDITIONS, make_match_setup
from ircpoker.robots.asking import ask, failing
from ircpoker.robots.robot import LearningRobot
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.cards import Card
    from ircpoker.robots.robot import Robot
    from ircpoker.table.setup import Setup

Z_95 = 1.959963984540054
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match from the first robot's side.

    Attributes:
        robots: the names of those that played.
        deals: how many decks there were; each was played once for each robot.
        mbb_per_deal: what the first robot won, in thousandths of a big blind (`Conditions.unit`) a deal played.
        ci95: half the width of the 95 % confidence interval, from the spread between decks; None of one deck.
        chips_conserved: whether no deal made or lost a chip.
    """

    robots: tuple[str, ...]
    deals: int
    mbb_per_deal: float
    ci95: float | None
    chips_conserved: bool


def play_match(
    robots: Sequence[Robot], game: str, deals: int, seed: int, on_deal: Callable[[], object] = lambda: None
) -> MatchResult:
    """Play a match.

    Every deal begins with the stacks of `CONDITIONS`. A robot that learns does so from deal to deal, as at one
    table.

    Args:
        robots: the players; a different object for each seat, even where two are of the same kind.
        game: a key of `CONDITIONS`.
        deals: how many decks, at least 1; each is played as often as there are robots, with each robot in each
            seat once.
        seed: the same one gives the same match; its decks do not depend on robots or game.
        on_deal: is called after each deck.

    Returns:
        The result from the side of the first robot.

    Raises:
        RobotError: a robot failed.
        SetupError: the game is not for so many.
    """
    deck_rng = Random(f"decks {seed}")  # noqa: S311 - a simulation that can be repeated
    table = _Table(make_match_setup(game, len(robots)), robots, Random(f"robots {seed}"))  # noqa: S311 - likewise
    deck = list(CARDS)
    total = squares = 0
    conserved = True
    for _ in range(deals):
        deck_rng.shuffle(deck)
        won = 0
        for rotation in range(len(robots)):
            chips = table.play_deal(deck, rotation)
            won += chips[0]
            conserved = conserved and not sum(chips)
        total += won
        squares += won * won
        on_deal()
    scale = 1000 / CONDITIONS[game].unit / len(robots)
    ci95 = None
    if deals > 1:
        # In whole numbers to the end: nothing is lost in the sums of a long match.
        ci95 = Z_95 * scale * sqrt((deals * squares - total * total) / (deals * deals * (deals - 1)))
    names = tuple([robot.name for robot in robots])
    return MatchResult(names, deals, scale * total / deals, ci95, conserved)


class _Table:
    """The robots of a match, and the deals they play."""

    def __init__(self, setup: Setup, robots: Sequence[Robot], rng: Random) -> None:
        self._setup = setup
        self._robots = robots
        self._rng = rng
        # Found once: the check of a protocol costs as much as a decision.
        self._learners = [(number, robot) for number, robot in enumerate(robots) if isinstance(robot, LearningRobot)]

    def play_deal(self, deck: Sequence[Card], rotation: int) -> list[int]:
        """Play one deal with robot number `rotation` in the first seat; return what each robot won or lost."""
        robots = self._robots
        order = [*range(rotation, len(robots)), *range(rotation)]
        players = [f"{number} {robots[number].name}" for number in order]
        for _, learner in self._learners:
            with failing(learner.name):
                learner.meet(players)
        deal = Deal(self._setup, deck)
        while deal.actor is not None:
            seat = deal.actor
            deal.act(seat, ask(robots[order[seat]], make_view(deal, seat), self._rng).action)
        for number, learner in self._learners:
            with failing(learner.name):
                learner.learn(make_view(deal, order.index(number)))
        won = [0] * len(robots)
        for number, before, after in zip(order, self._setup.stacks, deal.stacks, strict=True):
            won[number] = after - before
        return won
