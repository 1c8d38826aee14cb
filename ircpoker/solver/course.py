"""A training with all that it needs in one folder, from which it goes on after it was stopped.

settings.json     what decides on the strategy: seed, buckets, boards of self-play, trust
abstraction.npz   the buckets of the robot
sight.npz         those of the responder
checkpoint/       the arrays of the stage that is under way, and progress.json
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import SolverError
from ircpoker.solver.buckets import Shape
from ircpoker.solver.folder import TrainingFolder
from ircpoker.solver.learning import SelfPlay, Training, probabilities, sight_of, warm_start
from ircpoker.solver.shipping import ship

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from ircpoker.solver.folder import Report
    from ircpoker.solver.learning import Floats

PLAY_STEP, LEARN_STEP = 5_000, 100
"""Boards in a step of each stage: about a second."""
RESPONDER = Shape(flop=(800, 60), turn=(800, 60), river=27)
"""The responder tells far more hands apart than the robot; on the river it needs no buckets at all."""


@dataclass(frozen=True)
class TrainingSettings:
    """What decides on the strategy.

    Attributes:
        seed: the same one gives the same strategy.
        flop: groups by mean strength, and parts of each by spread.
        turn: likewise.
        river: buckets in all.
        play: boards of self-play.
        trust: how many boards against the responder the regrets of self-play are worth.
    """

    seed: int = 1
    flop: tuple[int, int] = (200, 20)
    turn: tuple[int, int] = (150, 20)
    river: int = 2500
    play: int = 1_000_000
    trust: int = 30_000

    @property
    def shape(self) -> Shape:
        """The robot's buckets."""
        return Shape(self.flop, self.turn, self.river)


class Course:
    """A training that can be stopped and gone on with."""

    def __init__(self, folder: Path, settings: TrainingSettings, report: Report) -> None:
        """Open a folder, or begin in a new one.

        Args:
            folder: where everything is kept.
            settings: must be those that it was begun with.
            report: is called with what is being done, how much of it is done, and how much there is.

        Raises:
            SolverError: the folder belongs to a training with other settings, or is damaged.
        """
        self._folder = TrainingFolder(folder)
        self._settings = settings
        self._report = report
        self._folder.check_settings(settings)
        self.abstraction, responder = self._folder.load_abstractions(
            {"abstraction": settings.shape, "sight": RESPONDER}, report
        )
        self._sight, self._other = sight_of(self.abstraction), sight_of(responder)
        self._play: SelfPlay | None = None
        self._training: Training | None = None
        if not self._folder.resume(self._begin):
            self._play = SelfPlay(self._sight, settings.seed)

    @property
    def boards(self) -> int:
        """How many boards of stage 2 are done."""
        return self._training.boards if self._training else 0

    def play(self, boards: int) -> bool:
        """Go on with self-play.

        Args:
            boards: at most so many.

        Returns:
            Whether there is more of it.
        """
        play = self._play
        if play is not None:
            play.play(min(boards, self._settings.play - play.boards))
            self._report("self-play", play.boards, self._settings.play)
            if play.boards < self._settings.play:
                return True
            self._training = warm_start(play, self._other, self._settings.seed + 1, self._settings.trust)
            self._play = None
        return False

    def learn(self, boards: int, threads: int = 1) -> None:
        """Go on against the responder, for so many boards; the number of threads changes nothing but the time."""
        assert self._training is not None  # noqa: S101 - self-play is over, so the training has been made
        self._training.learn(boards, threads=threads)

    def steps(self, boards: int, report: Report, threads: int = 1) -> Iterator[None]:
        """Train until so many boards against the responder are done, and yield after each short step.

        Args:
            boards: of stage 2 in all.
            report: as in the constructor.
            threads: of stage 2.
        """
        while self.play(PLAY_STEP):
            yield
        while self.boards < boards:
            self.learn(min(LEARN_STEP, boards - self.boards), threads)
            report("against the responder", self.boards, boards)
            yield

    def ship(self, file: Path) -> None:
        """Write what was learnt so far as a strategy file; it appears whole."""
        draft = file.with_suffix(".new")
        ship(draft, self.abstraction, self.strategy())
        draft.replace(file)

    def strategy(self) -> list[Floats]:
        """Return the probabilities that were learnt so far."""
        if self._training is None:
            raise SolverError("the training has no strategy before self-play is over")
        regrets = self._training.regrets
        return probabilities(self._training.averages, regrets)

    def save(self) -> None:
        """Write a checkpoint; the one before it is there until it is complete."""
        stage, arrays, boards = self._state()
        self._folder.save({"stage": stage, "boards": boards}, arrays)

    def _state(self) -> tuple[str, dict[str, list[Floats]], int]:
        if self._play is not None:
            return "play", {"regrets": self._play.regrets, "averages": self._play.averages}, self._play.boards
        training = self._training
        assert training is not None  # noqa: S101 - one of the two is under way
        arrays = {"regrets": training.regrets, "averages": training.averages, "others": training.others}
        return "learn", arrays, training.boards

    def _begin(self, progress: Mapping[str, object]) -> dict[str, list[Floats]]:
        """Begin the stage of a checkpoint; return the arrays that it fills."""
        boards = progress["boards"]
        if not isinstance(boards, int):
            raise ValueError("boards is not a number")  # noqa: TRY004 - the folder says that it is damaged
        settings = self._settings
        if progress["stage"] == "play":
            self._play = SelfPlay(self._sight, settings.seed, boards=boards)
        else:
            self._training = Training(self._sight, self._other, settings.seed + 1, settings.trust, boards=boards)
        return self._state()[1]
