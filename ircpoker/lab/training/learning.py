"""Training of a strategy: arrays of regrets and averages, and the two stages that fill them.

Stage 1, self-play by external sampling, makes a first strategy. In stage 2 the robot goes on learning against a
responder that learns with it in far finer buckets before the river and takes the exact best response on it. The first
regrets are scaled to weigh as much as `trust` boards of stage 2 would have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from ircpoker.lab.training.buckets import Abstraction
from ircpoker.postflop.engine.engine import aligned_zeros
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.all_hands import Buckets

Floats = NDArray[np.float32]

LANES = 16
NODES = 10
ACTIONS = 3
DEALS = 8
"""Deals on each board of self-play, each for both seats; as in native/solver/mccfr/limit_mccfr.h."""
PLAY_GROWTH = 0.001
"""The growth of the weight from one board of self-play to the next; the first has weight 1."""
GROWTH = 0.01
"""The same for stage 2, which also counts the boards that the first regrets are worth."""
_PAIRS_OF_HANDS = {0: 1081 * 990, 1: 3 * 2, 2: 5 * 4}
"""By game: the pairs of hands that a whole board leaves."""


@dataclass(frozen=True)
class SolverAbstraction:
    """The hands that a player distinguishes: by an abstraction, or in a small game every hand on every board.

    Attributes:
        game: the number of the game.
        classes: the number of classes on each street.
        tables: the tables of an abstraction of hold'em.
    """

    game: int
    classes: tuple[int, ...]
    tables: tuple[Buckets, Buckets, Buckets] | None = None


def solver_abstraction(abstraction: Abstraction) -> SolverAbstraction:
    """Return an abstraction of hold'em as the solver takes it."""
    return SolverAbstraction(LIMIT_HOLDEM, abstraction.classes, abstraction.tables)


def rows_shape(game: int, street: int, classes: int) -> tuple[int, int, int, int, int]:
    """Return the shape of a street's rows: [block][class][node][action][lane]."""
    lanes = solver().tree(game)[street][4]
    return -(-lanes // LANES), classes, NODES, ACTIONS, LANES


def empty_rows(abstraction: SolverAbstraction, streets: int | None = None) -> list[Floats]:
    """Return rows of zeros for each street, or the first few."""
    classes = abstraction.classes[:streets]
    return [_zeros(rows_shape(abstraction.game, street, count)) for street, count in enumerate(classes)]


def _zeros(shape: tuple[int, ...]) -> Floats:
    return aligned_zeros(prod(shape), np.float32).reshape(shape)


@dataclass
class SelfPlay:
    """Stage 1.

    Attributes:
        abstraction: the hands that both players distinguish.
        seed: the same seed gives the same strategy.
        regrets: for each street [lane][class][node][action].
        averages: likewise.
        boards: the number of boards dealt.
    """

    abstraction: SolverAbstraction
    seed: int
    regrets: list[Floats] = field(default_factory=list)
    averages: list[Floats] = field(default_factory=list)
    boards: int = 0

    def __post_init__(self) -> None:
        tree = solver().tree(self.abstraction.game)
        for arrays in (self.regrets, self.averages):
            if not arrays:
                for (_, nodes, _, _, lanes, _), classes in zip(tree, self.abstraction.classes, strict=True):
                    arrays.append(np.zeros((lanes, classes, nodes, ACTIONS), np.float32))

    @property
    def weight(self) -> float:
        """The weight of all boards."""
        return self.boards + PLAY_GROWTH * self.boards * (self.boards - 1) / 2

    def play(self, boards: int) -> None:
        """Deal this number of further boards."""
        hands = self.abstraction
        solver().self_play(
            hands.game, hands.classes, hands.tables, self.regrets, self.averages, self.seed, self.boards, boards,
            PLAY_GROWTH,
        )  # fmt: skip
        self.boards += boards


def to_rows(arrays: Sequence[Floats], abstraction: SolverAbstraction, scale: float = 1.0) -> list[Floats]:
    """Return the arrays of self-play as rows."""
    rows = empty_rows(abstraction)
    for source, target in zip(arrays, rows, strict=True):
        lanes, _, nodes, _ = source.shape
        for lane in range(lanes):
            target[lane // LANES, :, :nodes, :, lane % LANES] = source[lane] * np.float32(scale)
    return rows


@dataclass
class Training:
    """Stage 2.

    Attributes:
        robot: the hands that the robot distinguishes.
        responder: those that the responder distinguishes before the last street.
        seed: the same seed gives the same strategy.
        trust: the number of boards that the first regrets are worth.
        regrets: the robot's rows.
        averages: the weighted sum of its strategies so far.
        others: the responder's regrets.
        boards: the number of boards dealt.
    """

    robot: SolverAbstraction
    responder: SolverAbstraction
    seed: int
    trust: int
    regrets: list[Floats] = field(default_factory=list)
    averages: list[Floats] = field(default_factory=list)
    others: list[Floats] = field(default_factory=list)
    boards: int = 0

    def __post_init__(self) -> None:
        self.regrets = self.regrets or empty_rows(self.robot)
        self.averages = self.averages or empty_rows(self.robot)
        self.others = self.others or empty_rows(self.responder, len(self.responder.classes) - 1)

    def learn(self, boards: int, *, threads: int = 1, plain: bool = False) -> None:
        """Deal this number of further boards.

        Args:
            boards: the number of boards.
            threads: 1 to 64; changes only the time.
            plain: whether to do without the processor's best instructions; changes only the time.
        """
        solver().learn(
            self.robot.game,
            (self.robot.classes, self.robot.tables, self.regrets, self.averages),
            (self.responder.classes, self.responder.tables, self.others),
            self.seed, self.boards, boards, self.trust, GROWTH / _PAIRS_OF_HANDS[self.robot.game],
            threads, plain,
        )  # fmt: skip
        self.boards += boards


def warm_start(play: SelfPlay, responder: SolverAbstraction, seed: int, trust: int) -> Training:
    """Return stage 2 as it begins after self-play."""
    deals = play.weight * DEALS
    scale = GROWTH * trust * trust / 2 / deals if deals else 0.0
    return Training(play.abstraction, responder, seed, trust, regrets=to_rows(play.regrets, play.abstraction, scale))


def probabilities(rows: Sequence[Floats], regrets: Sequence[Floats] | None = None) -> list[Floats]:
    """Return an average as probabilities.

    Args:
        rows: for each street [block][class][node][action][lane].
        regrets: a hand without an average plays by these; without them all actions are equally likely, even illegal
            ones, which nobody asks for.

    Returns:
        New rows.
    """
    chances = []
    for street, average in enumerate(rows):
        result = _zeros(average.shape)
        np.copyto(result, average)
        total = result.sum(axis=3, keepdims=True)
        if regrets is not None:
            fallback = np.maximum(regrets[street], 0)
            np.copyto(result, fallback, where=total <= 0)
            total = result.sum(axis=3, keepdims=True)
        np.divide(result, total, out=result, where=total > 0)
        np.copyto(result, np.float32(1 / ACTIONS), where=total <= 0)
        chances.append(result)
    return chances
