"""Training of the blueprint of `nolimit`: self-play by external sampling, in one folder for each depth.

settings.json     the settings that determine the strategy: depth, seed, buckets
abstraction.npz   the buckets
checkpoint/       regrets, averages, and the number of boards dealt
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.lab.training.export import bucket_arrays, file_shape, to_parts
from ircpoker.lab.training.folder import BucketSettings, TrainingFolder, boards_of, write_complete
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.nolimit.betting import STREETS, make_tree
from ircpoker.robots.nolimit.file import PARTS
from ircpoker.robots.nolimit.strategy import pack_chances, tree_arrays, write_blueprint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from ircpoker.lab.training.folder import Report
    from ircpoker.lab.training.learning import Floats


STEP = 10_000
"""Boards in a step: about a second."""
GROWTH = 0.001
"""The growth of the weight from one board to the next; the first has weight 1."""


@dataclass(frozen=True)
class BlueprintSettings(BucketSettings):
    """The settings of a blueprint.

    Attributes:
        stack: each player's stack, in big blinds.
    """

    flop: tuple[int, int] = (100, 20)
    turn: tuple[int, int] = (25, 8)
    river: int = 300
    stack: int = 50


class BlueprintTraining:
    """A training that can be stopped and continued."""

    def __init__(self, folder: Path, settings: BlueprintSettings, report: Report) -> None:
        """Open a folder, or begin in a new one; arguments and errors as in `LimitTraining`."""
        self.settings = settings
        self.boards = 0
        self.tree = make_tree(settings.stack)
        self._folder = TrainingFolder(folder)
        self._folder.check_settings(settings)
        (self.abstraction,) = self._folder.load_abstractions({"abstraction": settings.shape}, report)
        self._arrays = tree_arrays(self.tree)
        sizes = list(zip(self.abstraction.classes, self.tree.edges_of, strict=True))
        self._regrets: list[Floats] = [np.zeros(size, np.float32) for size in sizes]
        self.averages: list[Floats] = [np.zeros(size, np.float32) for size in sizes]
        self._folder.resume(self._begin)

    def train(self, boards: int) -> None:
        """Deal this number of further boards, each eight times and for both seats."""
        abstraction = self.abstraction
        solver().blueprint(
            self._arrays, abstraction.classes, abstraction.tables, self._regrets, self.averages, self.settings.seed,
            self.boards, boards, GROWTH,
        )  # fmt: skip
        self.boards += boards

    def steps(self, boards: int, report: Report) -> Iterator[None]:
        """Train until this number of boards; yield after each short step.

        Args:
            boards: the total number of boards.
            report: as in the constructor.
        """
        while self.boards < boards:
            self.train(min(STEP, boards - self.boards))
            report("self-play", self.boards, boards)
            yield

    def save(self) -> None:
        """Write a checkpoint; the previous one stays until it is complete."""
        self._folder.save({"boards": self.boards}, {"regrets": self._regrets, "averages": self.averages})

    def probabilities(self) -> list[Floats]:
        """Return the average strategy of each street, [bucket][index of the edge].

        A hand that never reached a node plays there by its regrets, which are all zero if it never could.
        """
        return [self._mean(street) for street in range(STREETS)]

    def _mean(self, street: int) -> Floats:
        starts = self._starts(street)
        found = _shares(self.averages[street], starts)
        never = np.repeat(np.add.reduceat(self.averages[street], starts, axis=1) <= 0, _widths(found, starts), axis=1)
        np.copyto(found, _shares(np.maximum(self._regrets[street], 0), starts), where=never)
        return found

    def _starts(self, street: int) -> NDArray[np.int64]:
        tree = self.tree
        return np.array([start for node, start in enumerate(tree.edge_start) if tree.street[node] == street])

    def export(self, file: Path) -> None:
        """Write the strategy learnt so far as a file for the robot; it appears only when complete."""
        arrays = bucket_arrays(self.abstraction)
        for street, chances in enumerate(self.probabilities()):
            arrays[f"play{street}"] = pack_chances(street, self._to_parts(street, chances))
        shape = file_shape(self.abstraction)
        write_complete(file, lambda draft: write_blueprint(draft, self.settings.stack, shape, arrays))

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

    def _begin(self, progress: Mapping[str, object]) -> dict[str, list[Floats]]:
        self.boards = boards_of(progress)
        return {"regrets": self._regrets, "averages": self.averages}


def _widths(weights: Floats, starts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.diff(starts, append=weights.shape[1])


def _shares(weights: Floats, starts: NDArray[np.int64]) -> Floats:
    """Return the weights of each node's actions as probabilities; where all are zero, each action equally often."""
    widths = _widths(weights, starts)
    sums = np.add.reduceat(weights, starts, axis=1)
    found: Floats = weights / np.repeat(np.where(sums > 0, sums, 1), widths, axis=1)
    found += np.repeat(np.where(sums > 0, 0, 1 / widths), widths, axis=1).astype(np.float32)
    return found
