"""Training of `ring`: self-play of six seats, and matches between its strategies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.lab.training.buckets import Abstraction
from ircpoker.lab.training.export import to_parts
from ircpoker.lab.training.folder import Report
from ircpoker.lab.training.learning import Floats
from ircpoker.lab.training.training import GROWTH, SelfPlaySettings, SelfPlayTraining
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.ring.features import choices_of, count_choices, street_of
from ircpoker.robots.ring.file import PARTS
from ircpoker.robots.ring.strategy import RingStrategy, pack_spot

SEATS = 6
LOOSE = 0.25
"""How often the others act at random in one deal of each board, as people do."""
FAMILY_VISITS = 30
"""As many visits as the mean play of a spot's family counts."""
LEAST = 0.03
"""Smaller chances are dropped."""
MISTAKE = 10
"""An action is left out of the average if it has cost its player more hundredths of a big blind for each time that the
others met the hand there: what the average has of it is of early boards. In rare spots aces folded now and then."""


@dataclass(frozen=True)
class RingSettings(SelfPlaySettings):
    """The settings of a training of `ring`."""

    flop: tuple[int, int] = (50, 20)
    turn: tuple[int, int] = (50, 10)
    river: int = 400


class RingTree(NamedTuple):
    """The whole betting of one depth.

    Attributes:
        arrays: the tree in the form that the solver takes.
        keys: the features of each spot.
    """

    arrays: tuple[bytes | NDArray[np.generic], ...]
    keys: NDArray[np.int64]


@lru_cache(maxsize=2)
def ring_tree(big_blinds: int) -> RingTree:
    """Return the betting for stacks of this many big blinds."""
    arrays, keys = solver().ring_betting(big_blinds)
    kinds = (np.uint8, np.uint16, np.int32, np.int32, np.int32, np.uint8, np.uint8, np.uint8, np.uint16)
    columns = tuple(np.frombuffer(array, kind) for array, kind in zip(arrays, kinds, strict=True))
    return RingTree(columns, np.frombuffer(keys, np.uint32).astype(np.int64))


class SpotRows(NamedTuple):
    """The rows of one spot.

    Attributes:
        key: the spot's features.
        rows: where they stand in an array of all chances.
        shape: the number of buckets and of actions.
    """

    key: int
    rows: slice
    shape: tuple[int, int]


def spot_rows(keys: NDArray[np.int64], classes: tuple[int, ...]) -> Iterator[SpotRows]:
    """Yield the rows of each spot, in their order."""
    start = 0
    for key in keys.tolist():
        shape = classes[street_of(key)], count_choices(choices_of(key))
        size = shape[0] * shape[1]
        yield SpotRows(key, slice(start, start + size), shape)
        start += size


class RingTraining(SelfPlayTraining):
    """A training of `ring`; each board is dealt six times, and each of these for all seats."""

    strategy = RingStrategy

    def __init__(self, folder: Path, settings: RingSettings, report: Report) -> None:
        """Open a folder, or begin in a new one; arguments and errors as in `LimitTraining`."""
        self.tree = ring_tree(settings.stack)
        super().__init__(folder, settings, report)

    def _sizes(self) -> list[tuple[int, ...]]:
        self.spots = list(spot_rows(self.tree.keys, self.abstraction.classes))
        return [(self.spots[-1].rows.stop,)]

    def _train(self, boards: int) -> None:
        abstraction = self.abstraction
        solver().ring_train(
            LIMIT_HOLDEM, SEATS, self.tree.arrays, abstraction.classes, abstraction.tables, *self.regrets,
            *self.averages, self.settings.seed, self.boards, boards, GROWTH, LOOSE,
        )  # fmt: skip

    def parts(self) -> NDArray[np.uint8]:
        """Return the average strategy in fifteenths, [spot][bucket][action].

        To the visits of a hand in a spot come `FAMILY_VISITS` by the mean play of all spots of its family: a spot that
        was seldom reached is played like those that resemble it.
        """
        visit = FAMILY_VISITS * (1 + GROWTH * self.boards / 2)
        families = self._families()
        parts = np.zeros(len(self.averages[0]), np.uint8)
        for spot in self.spots:
            weights = self._learnt(spot) + visit * families[family_of(spot.key)]
            parts[spot.rows] = to_parts(_shares(weights), PARTS, LEAST).ravel()
        return parts

    def _learnt(self, spot: SpotRows) -> Floats:
        """Return the averages of a spot without the mistakes, [bucket][action]."""
        averages, regrets = (part[spot.rows].reshape(spot.shape) for part in (*self.averages, *self.regrets))
        visits = averages.sum(axis=1, keepdims=True)
        is_mistake = (regrets < -MISTAKE * visits) & (regrets < regrets.max(axis=1, keepdims=True))
        return np.where(is_mistake, np.float32(0), averages)

    def _families(self) -> dict[int, NDArray[np.float64]]:
        """Return the mean play of each family of spots, [bucket][action]; where nothing is known, no play."""
        sums: dict[int, NDArray[np.float64]] = {}
        for spot in self.spots:
            family = family_of(spot.key)
            sums[family] = sums.get(family, np.zeros(spot.shape)) + self._learnt(spot)
        return {
            family: weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-30) for family, weights in sums.items()
        }

    def _play(self) -> dict[str, NDArray[np.integer]]:
        parts = self.parts()
        spots = [pack_spot(parts[rows].reshape(shape)) for _, rows, shape in self.spots]
        return {"keys": self.tree.keys, "play": np.concatenate(spots)}


def family_of(key: int) -> int:
    """Return the part of a spot's features that its family has in common."""
    if street_of(key) == 0:
        return key & _BEFORE
    return key & (_OF_MORE if key >> 2 & 3 else _OF_TWO)


def _bits(*spans: tuple[int, int]) -> int:
    return sum(((1 << count) - 1) << shift for shift, count in spans)


_BEFORE = _bits((0, 2), (5, 3), (13, 2), (20, 1), (23, 4))
"""Before the flop: street, raises, own role, half the stack, actions."""
_OF_TWO = _bits((0, 2), (2, 2), (4, 2), (8, 3), (13, 1), (14, 2), (23, 4))
"""Two players: street, players, place, stack to pot, whether it began with a check, raises, actions."""
_OF_MORE = _bits((0, 2), (2, 2), (8, 3), (13, 2), (21, 2), (23, 4))
"""More players: street, players, stack to pot, raises, price, actions."""


def _shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights as chances of each hand's actions, [bucket][action]; where all are zero, each equally often."""
    sums = weights.sum(axis=1, keepdims=True)
    chances: NDArray[np.float64] = np.where(sums > 0, weights, 1.0) / np.where(sums > 0, sums, weights.shape[1])
    return chances


def play_match(
    abstraction: Abstraction,
    depth: int,
    strategies: list[NDArray[np.uint8]],
    lineup: list[int],
    decks: range,
    seed: int,
) -> NDArray[np.float64]:
    """Play strategies against each other, each deck in all rotations of the chairs.

    Args:
        abstraction: the buckets of all strategies.
        depth: the stacks, in big blinds.
        strategies: as `RingTraining.parts` returns them.
        lineup: for each chair the number of a strategy, or `RULES`.
        decks: the numbers of the decks.
        seed: the seed of cards and decisions.

    Returns:
        The thousandths of a big blind that each chair wins with each deck, [deck][chair].
    """
    winnings = solver().ring_match(
        ring_tree(depth).arrays, abstraction.classes, abstraction.tables, strategies, bytes(lineup), seed,
        decks.start, len(decks),
    )  # fmt: skip
    return np.frombuffer(winnings, np.float32).reshape(len(decks), len(lineup)).astype(np.float64) * 10


RULES = {"folder": 8, "caller": 9, "raiser": 10, "random": 11}
"""The players with one rule, by their numbers in native/solver/ring/ring_match.h."""
