"""The training of `limit`, which keeps everything in one folder, so that it can be continued after a stop.

settings.json     the settings that determine the strategy: seed, buckets, boards of self-play, trust
abstraction.npz   the buckets of the robot
responder.npz     the buckets of the responder
checkpoint/       the arrays of the current stage, and progress.json
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import SolverError
from ircpoker.lab.training.buckets import Shape
from ircpoker.lab.training.export import export_strategy
from ircpoker.lab.training.folder import BucketSettings, TrainingFolder, boards_of, write_complete
from ircpoker.lab.training.learning import SelfPlay, Training, probabilities, solver_abstraction, warm_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from ircpoker.lab.training.folder import Report
    from ircpoker.lab.training.learning import Floats

PLAY_STEP, LEARN_STEP = 5_000, 100
"""Boards in a step of each stage: about a second."""
RESPONDER = Shape(flop=(800, 60), turn=(800, 60), river=27)
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
