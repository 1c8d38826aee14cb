"""The folder of a training, from which a stopped training is continued.

settings.json   the settings that determine the strategy
*.npz           the buckets of hands
checkpoint/     the arrays of the training, and progress.json
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.errors import SolverError, printable
from ircpoker.lab.training.buckets import CANONICAL_TURNS, Abstraction, count_strengths, make_abstraction
from ircpoker.lab.training.learning import Floats
from ircpoker.robots.all_hands import Edges
from ircpoker.robots.strategy_file import FileShape
from ircpoker.runtime.json_text import to_json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

StreetArrays = Mapping[str, Sequence[Floats]]
Report = Callable[[str, int, int], object]


@dataclass(frozen=True)
class BucketSettings:
    """The settings that every training has; together they determine the strategy.

    Attributes:
        seed: the same seed gives the same strategy.
        flop: groups by mean strength, and parts of each by spread.
        turn: likewise.
        river: the number of buckets.
    """

    seed: int = 1
    flop: tuple[int, int] = (200, 20)
    turn: tuple[int, int] = (150, 20)
    river: int = 2500

    @property
    def shape(self) -> FileShape:
        """The robot's buckets."""
        return FileShape(*self.flop, *self.turn, self.river)


@dataclass(frozen=True)
class TrainingFolder:
    """The settings, buckets and checkpoint of one training.

    Attributes:
        path: the folder.
    """

    path: Path

    def check_settings(self, settings: DataclassInstance) -> None:
        """Write the settings, or compare them with those that the folder was begun with.

        Raises:
            SolverError: the settings differ, the file is damaged, or there is no folder and none can be made.
        """
        make_folder(self.path)
        wanted = json.loads(to_json(asdict(settings)))
        stored = read_or_write(self.path / "settings.json", wanted)
        if stored != wanted:
            raise SolverError(f"{self.path} holds a training with other settings: {to_json(stored)}")

    def load_abstractions(self, shapes: Mapping[str, FileShape], report: Report) -> list[Abstraction]:
        """Return the buckets of each shape, whose name is that of its file; compute missing ones.

        Raises:
            SolverError: a file is damaged.
        """
        files = {self.path / f"{name}.npz": shape for name, shape in shapes.items()}
        if not all(file.exists() for file in files):
            sums = count_strengths(lambda done: report("hand strengths", done, CANONICAL_TURNS))
            for file, shape in files.items():
                _write_abstraction(file, make_abstraction(sums, shape))
        return [_load_abstraction(file, shape) for file, shape in files.items()]

    def save(self, progress: Mapping[str, object], arrays: StreetArrays) -> None:
        """Write a checkpoint; the previous one stays until it is complete.

        Args:
            progress: the progress, in a form for JSON.
            arrays: the arrays by name, one for each street.
        """
        fresh, kept, old = (self.path / name for name in ("checkpoint.new", "checkpoint", "checkpoint.old"))
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        for name, rows in arrays.items():
            for street, array in enumerate(rows):
                np.save(fresh / f"{name}{street}.npy", array)
        (fresh / "progress.json").write_text(to_json(progress), encoding="utf-8")
        shutil.rmtree(old, ignore_errors=True)
        if kept.exists():
            kept.rename(old)
        fresh.rename(kept)
        shutil.rmtree(old, ignore_errors=True)

    def resume(self, begin: Callable[[Mapping[str, object]], StreetArrays]) -> bool:
        """Continue from the checkpoint.

        Args:
            begin: takes `progress` and returns the arrays to fill.

        Returns:
            Whether there was one.

        Raises:
            SolverError: it is damaged.
        """
        folder, old = self.path / "checkpoint", self.path / "checkpoint.old"
        if not folder.exists() and old.exists():
            old.rename(folder)
        if not folder.exists():
            return False
        try:
            progress = json.loads((folder / "progress.json").read_text(encoding="utf-8"))
            for name, rows in begin(progress).items():
                for street, array in enumerate(rows):
                    array[:] = np.load(folder / f"{name}{street}.npy")
        except (OSError, ValueError, KeyError) as error:
            raise SolverError(f"{folder} is damaged: {error}") from error
        return True


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless it is there.

    Raises:
        SolverError: it is a file, or cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        file = next(place for place in (path, *path.parents) if place.exists() or place.is_symlink())
        raise SolverError(f"{printable(str(file))} is a file: expected a folder") from error
    except OSError as error:
        raise SolverError(f"{printable(str(path))} cannot be made: {error.strerror}") from error


def read_or_write(file: Path, content: object) -> object:
    """Return the JSON in a file; a missing file is written with `content` first.

    Raises:
        SolverError: the file is damaged.
    """
    if not file.exists():
        file.write_text(f"{to_json(content)}\n", encoding="utf-8")
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise SolverError(f"{file} is damaged: {error}") from error


def boards_of(progress: Mapping[str, object]) -> int:
    """Return the number of boards in a checkpoint's progress.

    Raises:
        ValueError: it is not a number.
    """
    boards = progress["boards"]
    if not isinstance(boards, int):
        raise ValueError("boards is not a number")  # noqa: TRY004 - reported as a damaged folder
    return boards


def write_complete(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file that appears only when it is complete."""
    draft = file.with_suffix(".new")
    write(draft)
    draft.replace(file)


def _write_abstraction(file: Path, made: Abstraction) -> None:
    edges = made.turn_edges
    with file.open("wb") as stream:
        np.savez(
            stream, flops=made.flops, turns=made.turns, rivers=made.rivers, means=edges.means, spreads=edges.spreads
        )


def _load_abstraction(file: Path, shape: FileShape) -> Abstraction:
    try:
        with np.load(file) as arrays:
            edges = Edges(arrays["means"], arrays["spreads"])
            return Abstraction(shape, arrays["flops"], arrays["turns"], arrays["rivers"], edges)
    except (OSError, ValueError, KeyError) as error:
        raise SolverError(f"{file} is damaged: {error}") from error
