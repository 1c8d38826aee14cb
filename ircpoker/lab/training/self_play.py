"""Training by self-play alone, by external sampling, in one folder for each depth of stacks.

settings.json     the settings that determine the strategy: depth, seed, buckets
abstraction.npz   the buckets
checkpoint/       regrets, averages, and the number of boards dealt
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ircpoker.lab.training.export import bucket_arrays, file_shape
from ircpoker.lab.training.folder import BucketSettings, TrainingFolder, boards_of, write_complete

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from ircpoker.lab.training.folder import Report
    from ircpoker.lab.training.learning import Floats
    from ircpoker.robots.trained import TrainedStrategy

STEP = 10_000
"""Boards in a step: some seconds."""
GROWTH = 0.001
"""The growth of the weight from one board to the next; the first has weight 1."""


@dataclass(frozen=True)
class SelfPlaySettings(BucketSettings):
    """The settings of a training for one depth.

    Attributes:
        stack: each player's stack, in big blinds.
    """

    stack: int = 50


class SelfPlayTraining:
    """A training that can be stopped and continued.

    Attributes:
        strategy: what is trained.
        boards: the number of boards dealt.
        abstraction: the buckets.
        regrets: arrays of the sizes that `_sizes` returns.
        averages: likewise.
    """

    strategy: ClassVar[type[TrainedStrategy]]

    def __init__(self, folder: Path, settings: SelfPlaySettings, report: Report) -> None:
        """Open a folder, or begin in a new one; arguments and errors as in `LimitTraining`."""
        self.settings = settings
        self.boards = 0
        self._folder = TrainingFolder(folder)
        self._folder.check_settings(settings)
        (self.abstraction,) = self._folder.load_abstractions({"abstraction": settings.shape}, report)
        self.regrets, self.averages = ([np.zeros(size, np.float32) for size in self._sizes()] for _ in range(2))
        self._folder.resume(self._begin)

    def train(self, boards: int) -> None:
        """Deal this number of further boards."""
        self._train(boards)
        self.boards += boards

    def steps(self, boards: int, report: Report, _threads: int = 1) -> Iterator[None]:
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
        self._folder.save({"boards": self.boards}, self._arrays())

    def export(self, file: Path) -> None:
        """Write the strategy learnt so far as a file for the robot; it appears only when complete."""
        arrays, shape = {**bucket_arrays(self.abstraction), **self._play()}, file_shape(self.abstraction)
        write_complete(file, lambda draft: self.strategy.write(draft, shape, arrays, self.settings.stack))

    def _arrays(self) -> dict[str, list[Floats]]:
        return {"regrets": self.regrets, "averages": self.averages}

    def _begin(self, progress: Mapping[str, object]) -> dict[str, list[Floats]]:
        self.boards = boards_of(progress)
        return self._arrays()

    def _sizes(self) -> list[tuple[int, ...]]:
        """Return the size of each array of regrets."""
        raise NotImplementedError

    def _train(self, boards: int) -> None:
        raise NotImplementedError

    def _play(self) -> dict[str, NDArray[np.integer]]:
        """Return the arrays of the file but for those of the buckets."""
        raise NotImplementedError
