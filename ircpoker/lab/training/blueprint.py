"""Training of the blueprint of `nolimit`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.lab.training.export import to_parts
from ircpoker.lab.training.self_play import GROWTH, SelfPlaySettings, SelfPlayTraining
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.nolimit.betting import STREETS, make_tree
from ircpoker.robots.nolimit.file import PARTS
from ircpoker.robots.nolimit.strategy import Blueprint, pack_chances, tree_arrays

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from ircpoker.lab.training.folder import Report
    from ircpoker.lab.training.learning import Floats


@dataclass(frozen=True)
class BlueprintSettings(SelfPlaySettings):
    """The settings of a blueprint."""

    flop: tuple[int, int] = (100, 20)
    turn: tuple[int, int] = (25, 8)
    river: int = 300


class BlueprintTraining(SelfPlayTraining):
    """A training of `nolimit`; each board is dealt eight times, and for both seats."""

    strategy = Blueprint

    def __init__(self, folder: Path, settings: BlueprintSettings, report: Report) -> None:
        """Open a folder, or begin in a new one; arguments and errors as in `LimitTraining`."""
        self.tree = make_tree(settings.stack)
        super().__init__(folder, settings, report)

    def _sizes(self) -> list[tuple[int, ...]]:
        return list(zip(self.abstraction.classes, self.tree.edges_of, strict=True))

    def _train(self, boards: int) -> None:
        abstraction = self.abstraction
        solver().blueprint(
            tree_arrays(self.tree), abstraction.classes, abstraction.tables, self.regrets, self.averages,
            self.settings.seed, self.boards, boards, GROWTH,
        )  # fmt: skip

    def probabilities(self) -> list[Floats]:
        """Return the average strategy of each street, [bucket][index of the edge].

        A hand that never reached a node plays there by its regrets, which are all zero if it never could.
        """
        return [self._mean(street) for street in range(STREETS)]

    def _mean(self, street: int) -> Floats:
        starts = self._starts(street)
        chances = _shares(self.averages[street], starts)
        never = np.repeat(np.add.reduceat(self.averages[street], starts, axis=1) <= 0, _widths(chances, starts), axis=1)
        np.copyto(chances, _shares(np.maximum(self.regrets[street], 0), starts), where=never)
        return chances

    def _starts(self, street: int) -> NDArray[np.int64]:
        tree = self.tree
        return np.array([start for node, start in enumerate(tree.edge_start) if tree.street[node] == street])

    def _play(self) -> dict[str, NDArray[np.integer]]:
        chances = enumerate(self.probabilities())
        return {f"play{street}": pack_chances(street, self._to_parts(street, each)) for street, each in chances}

    def _to_parts(self, street: int, chances: Floats) -> NDArray[np.uint8]:
        """Return the parts of all actions but the first of each node."""
        starts = self._starts(street)
        widths = _widths(chances, starts)
        parts = np.zeros(chances.shape, np.uint8)
        for width in set(widths.tolist()):
            columns = starts[widths == width, None] + np.arange(width)
            of_width = chances[:, columns].reshape(-1, width).astype(np.float64)
            parts[:, columns] = to_parts(of_width, PARTS[street]).reshape(len(chances), -1, width)
        return np.delete(parts, starts, axis=1)


def _widths(weights: Floats, starts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.diff(starts, append=weights.shape[1])


def _shares(weights: Floats, starts: NDArray[np.int64]) -> Floats:
    """Return the weights of each node's actions as probabilities; where all are zero, each action equally often."""
    widths = _widths(weights, starts)
    sums = np.add.reduceat(weights, starts, axis=1)
    chances: Floats = weights / np.repeat(np.where(sums > 0, sums, 1), widths, axis=1)
    chances += np.repeat(np.where(sums > 0, 0, 1 / widths), widths, axis=1).astype(np.float32)
    return chances
