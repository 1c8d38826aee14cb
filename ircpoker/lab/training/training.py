"""The training of `limit`, which keeps everything in one folder, so that it can be continued after a stop.

settings.json     the settings that determine the strategy: seed, buckets, boards of self-play, trust
abstraction.npz   the buckets of the robot
responder.npz     the buckets of the responder
checkpoint/       the arrays of the current stage, and progress.json

Training of the blueprint of `nolimit`.

Training by self-play alone, by external sampling, in one folder for each depth of stacks.

settings.json     the settings that determine the strategy: depth, seed, buckets
abstraction.npz   the buckets
checkpoint/       regrets, averages, and the number of boards dealt
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ircpoker.errors import SolverError
from ircpoker.lab.training.export import bucket_arrays, export_strategy, to_parts
from ircpoker.lab.training.folder import BucketSettings, Report, TrainingFolder, boards_of, write_complete
from ircpoker.lab.training.learning import Floats, SelfPlay, Training, probabilities, solver_abstraction, warm_start
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.nolimit.betting import STREETS, make_tree
from ircpoker.robots.nolimit.file import PARTS
from ircpoker.robots.nolimit.strategy import Blueprint, pack_chances, tree_arrays
from ircpoker.robots.strategy_file import FileShape
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
        arrays, shape = {**bucket_arrays(self.abstraction), **self._play()}, self.abstraction.shape
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


PLAY_STEP, LEARN_STEP = 5_000, 100
"""Boards in a step of each stage: about a second."""
RESPONDER = FileShape(800, 60, 800, 60, 27)
"""The responder distinguishes far more hands than the robot; on the river it needs no buckets at all."""


@dataclass(frozen=True)
class TrainingSettings(BucketSettings):
    """The settings of a training for limit.

    Attributes:
        play: boards of self-play.
        trust: the number of boards against the responder that the regrets of self-play are worth.
        layout: the order of the arrays in a checkpoint; one in another order is refused.
    """

    play: int = 1_000_000
    trust: int = 30_000
    layout: int = 2


class LimitTraining:
    """A training that can be stopped and continued."""

    def __init__(self, folder: Path, settings: TrainingSettings, report: Report) -> None:
        """Open a folder, or begin in a new one.

        Args:
            folder: the folder of the training.
            settings: the settings with which it was begun.
            report: is called with the name of the current work, the amount done and the total.

        Raises:
            SolverError: the folder belongs to a training with other settings, or is damaged.
        """
        self._folder = TrainingFolder(folder)
        self._settings = settings
        self._report = report
        self._folder.check_settings(settings)
        self.abstraction, responder = self._folder.load_abstractions(
            {"abstraction": settings.shape, "responder": RESPONDER}, report
        )
        self._robot, self._responder = solver_abstraction(self.abstraction), solver_abstraction(responder)
        self._play: SelfPlay | None = None
        self._training: Training | None = None
        if not self._folder.resume(self._begin):
            self._play = SelfPlay(self._robot, settings.seed)

    @property
    def boards(self) -> int:
        """The number of boards of stage 2 that are done."""
        return self._training.boards if self._training else 0

    def play(self, boards: int) -> bool:
        """Go on with self-play.

        Args:
            boards: the most boards to play now.

        Returns:
            Whether self-play is not finished yet.
        """
        play = self._play
        if play is not None:
            play.play(min(boards, self._settings.play - play.boards))
            self._report("self-play", play.boards, self._settings.play)
            if play.boards < self._settings.play:
                return True
            self._training = warm_start(play, self._responder, self._settings.seed + 1, self._settings.trust)
            self._play = None
        return False

    def learn(self, boards: int, threads: int = 1) -> None:
        """Go on against the responder for this number of boards; the number of threads changes only the time."""
        assert self._training is not None  # noqa: S101 - self-play is over, so the training has been made
        self._training.learn(boards, threads=threads)

    def steps(self, boards: int, report: Report, threads: int = 1) -> Iterator[None]:
        """Train until this number of boards against the responder; yield after each short step.

        Args:
            boards: the total number of boards of stage 2.
            report: as in the constructor.
            threads: the number of threads for stage 2.
        """
        while self.play(PLAY_STEP):
            yield
        while self.boards < boards:
            self.learn(min(LEARN_STEP, boards - self.boards), threads)
            report("against the responder", self.boards, boards)
            yield

    def export(self, file: Path) -> None:
        """Write the strategy learnt so far as a strategy file; it appears only when complete."""
        strategy = self.strategy()
        write_complete(file, lambda draft: export_strategy(draft, self.abstraction, strategy))

    def strategy(self) -> list[Floats]:
        """Return the probabilities learnt so far."""
        if self._training is None:
            raise SolverError("the training has no strategy before self-play is over")
        regrets = self._training.regrets
        return probabilities(self._training.averages, regrets)

    def save(self) -> None:
        """Write a checkpoint; the previous one stays until it is complete."""
        stage, arrays, boards = self._state()
        self._folder.save({"stage": stage, "boards": boards}, arrays)

    def _state(self) -> tuple[str, dict[str, list[Floats]], int]:
        if self._play is not None:
            return "play", {"regrets": self._play.regrets, "averages": self._play.averages}, self._play.boards
        training = self._training
        assert training is not None  # noqa: S101 - one of the two stages is current
        arrays = {"regrets": training.regrets, "averages": training.averages, "others": training.others}
        return "learn", arrays, training.boards

    def _begin(self, progress: Mapping[str, object]) -> dict[str, list[Floats]]:
        """Begin the stage of a checkpoint; return the arrays that the checkpoint fills."""
        boards, settings = boards_of(progress), self._settings
        if progress["stage"] == "play":
            self._play = SelfPlay(self._robot, settings.seed, boards=boards)
        else:
            self._training = Training(self._robot, self._responder, settings.seed + 1, settings.trust, boards=boards)
        return self._state()[1]


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
