"""A training with all that it needs in one folder, from which it goes on after it was stopped.

settings.json     what decides on the strategy: seed, buckets, boards of self-play, trust
abstraction.npz   the buckets of the robot
sight.npz         those of the responder
checkpoint/       the arrays of the stage that is under way, and progress.json
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.errors import SolverError
from ircpoker.solver.buckets import Abstraction, Edges, Shape, count_strengths, make_abstraction
from ircpoker.solver.learning import SelfPlay, Training, probabilities, sight_of, warm_start
from ircpoker.solver.shipping import ship

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ircpoker.solver.learning import Floats

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

    def __init__(self, folder: Path, settings: TrainingSettings, report: Callable[[str, int, int], object]) -> None:
        """Open a folder, or begin in a new one.

        Args:
            folder: where everything is kept.
            settings: must be those that it was begun with.
            report: is called with what is being done, how much of it is done, and how much there is.

        Raises:
            SolverError: the folder belongs to a training with other settings, or is damaged.
        """
        self._folder = folder
        self._settings = settings
        self._report = report
        self._check_settings()
        self.abstraction, responder = self._load_sights()
        self._sight, self._other = sight_of(self.abstraction), sight_of(responder)
        self._play: SelfPlay | None = None
        self._training: Training | None = None
        self._resume()

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
        assert self._training is not None  # noqa: S101 - `play` returned False
        self._training.learn(boards, threads=threads)

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
        fresh, kept = self._folder / "checkpoint.new", self._folder / "checkpoint"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        stage, arrays, boards = self._state()
        for name, rows in arrays.items():
            for street, array in enumerate(rows):
                np.save(fresh / f"{name}{street}.npy", array)
        (fresh / "progress.json").write_text(json.dumps({"stage": stage, "boards": boards}), encoding="utf-8")
        old = self._folder / "checkpoint.old"
        shutil.rmtree(old, ignore_errors=True)
        if kept.exists():
            kept.rename(old)
        fresh.rename(kept)
        shutil.rmtree(old, ignore_errors=True)

    def _state(self) -> tuple[str, dict[str, list[Floats]], int]:
        if self._play is not None:
            return "play", {"regrets": self._play.regrets, "averages": self._play.averages}, self._play.boards
        training = self._training
        assert training is not None  # noqa: S101 - one of the two is under way
        arrays = {"regrets": training.regrets, "averages": training.averages, "others": training.others}
        return "learn", arrays, training.boards

    def _resume(self) -> None:
        folder = self._folder / "checkpoint"
        if not folder.exists() and (self._folder / "checkpoint.old").exists():
            (self._folder / "checkpoint.old").rename(folder)
        if not folder.exists():
            self._play = SelfPlay(self._sight, self._settings.seed)
            return
        try:
            progress = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
            if progress["stage"] == "play":
                self._play = SelfPlay(self._sight, self._settings.seed, boards=progress["boards"])
            else:
                settings = self._settings
                self._training = Training(self._sight, self._other, settings.seed + 1, settings.trust)
                self._training.boards = progress["boards"]
            for name, rows in self._state()[1].items():
                for street, array in enumerate(rows):
                    array[:] = np.load(folder / f"{name}{street}.npy")
        except (OSError, ValueError, KeyError) as error:
            raise SolverError(f"{folder} is damaged: {error}") from error

    def _check_settings(self) -> None:
        """Write the settings, or compare them with those that the folder was begun with."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / "settings.json"
        wanted = json.loads(json.dumps(asdict(self._settings)))
        if not file.exists():
            file.write_text(json.dumps(wanted), encoding="utf-8")
            return
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise SolverError(f"{file} is damaged: {error}") from error
        if found != wanted:
            raise SolverError(f"{self._folder} holds a training with other settings: {json.dumps(found)}")

    def _load_sights(self) -> tuple[Abstraction, Abstraction]:
        files = self._folder / "abstraction.npz", self._folder / "sight.npz"
        shapes = self._settings.shape, RESPONDER
        if not all(file.exists() for file in files):
            sums = count_strengths(lambda done: self._report("hand strengths", done, 16_432))
            for file, shape in zip(files, shapes, strict=True):
                made = make_abstraction(sums, shape)
                edges = made.turn_edges
                with file.open("wb") as stream:
                    np.savez(
                        stream, flops=made.flops, turns=made.turns, rivers=made.rivers, means=edges.means,
                        spreads=edges.spreads,
                    )  # fmt: skip
        return _load_sight(files[0], shapes[0]), _load_sight(files[1], shapes[1])


def _load_sight(file: Path, shape: Shape) -> Abstraction:
    try:
        with np.load(file) as found:
            edges = Edges(found["means"], found["spreads"])
            return Abstraction(shape, found["flops"], found["turns"], found["rivers"], edges)
    except (OSError, ValueError, KeyError) as error:
        raise SolverError(f"{file} is damaged: {error}") from error
