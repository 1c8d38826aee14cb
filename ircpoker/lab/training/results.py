"""Folders of results, each with a number and a file of its own.

A folder belongs to one computation. Several processes, even on several machines, may fill it at once: each takes a
number without a file and marks it, and a file gets its name only when it is complete.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ircpoker.errors import SolverError
from ircpoker.lab.training.folder import make_folder, read_or_write
from ircpoker.runtime.json_text import to_json
from ircpoker.runtime.workers import Workers, share_out

Work: TypeAlias = "Callable[[int], NDArray[np.float64]]"
"""Computes the result of a number."""


@contextmanager
def results_folder(path: Path | None) -> Iterator[Path]:
    """Yield the folder for results: the given one, or a temporary one."""
    if path is not None:
        yield path
    else:
        with TemporaryDirectory() as folder:
            yield Path(folder)


class Results:
    """A folder of results."""

    def __init__(self, folder: Path, title: Mapping[str, object], shape: tuple[int, ...]) -> None:
        """Open a folder, or begin a new one.

        Args:
            folder: the folder.
            title: describes the computation, as data for JSON.
            shape: the shape of each result.

        Raises:
            SolverError: the folder holds other results, is damaged, or cannot be made.
        """
        self._folder = folder
        self._shape = shape
        make_folder(folder)
        stored = read_or_write(folder / "robot.json", title)
        if stored != title:
            raise SolverError(f"{folder} holds other results: {to_json(stored)}")

    def begin(self, numbers: Iterable[int], on_done: Callable[[], object]) -> list[int]:
        """Return the numbers without a result, each once; call `on_done` for each of the others."""
        wanted = list(dict.fromkeys(numbers))
        todo = [number for number in wanted if not self.has(number)]
        for _ in range(len(wanted) - len(todo)):
            on_done()
        return todo

    def missing(self, numbers: Iterable[int]) -> Iterator[int]:
        """Yield the numbers without a result, in order; each is checked when its turn comes.

        A number that another process has taken comes at the end, if it has no result by then: that process may have
        been stopped.
        """
        taken = []
        for number in dict.fromkeys(numbers):
            if self._file(number).exists():
                continue
            try:
                self._mark(number).touch(exist_ok=False)
            except FileExistsError:
                taken.append(number)
                continue
            yield number
        for number in taken:
            if not self._file(number).exists():
                yield number

    def collect(
        self,
        begin: Callable[[int], Future[tuple[int, NDArray[np.float64]]]],
        todo: Iterable[int],
        lanes: int,
        on_done: Callable[[], object],
    ) -> None:
        """Give each lane one number after the other, and leave those not yet begun to others that fill the folder.

        Args:
            begin: begins a number elsewhere.
            todo: the numbers without a result.
            lanes: how many are computed at a time.
            on_done: is called for each finished number.
        """
        for number, values in share_out(begin, self.missing(todo), lanes):
            self.write(number, values)
            on_done()

    def has(self, number: int) -> bool:
        """Return whether there is a result."""
        return self._file(number).exists()

    def write(self, number: int, values: NDArray[np.float64]) -> None:
        """Store a result; its file appears only when complete."""
        draft = self._folder / f"{number:04}.{os.getpid()}.new"
        with draft.open("wb") as stream:
            np.save(stream, values)
        draft.replace(self._file(number))
        self._mark(number).unlink(missing_ok=True)

    def read(self, number: int) -> NDArray[np.float64]:
        """Return a result.

        Raises:
            SolverError: the file is damaged.
        """
        try:
            values: NDArray[np.float64] = np.load(self._file(number))
        except (OSError, ValueError, EOFError) as error:
            raise SolverError(f"{self._file(number)} is damaged: {error}") from error
        if values.shape != self._shape or values.dtype != np.float64:
            raise SolverError(f"{self._file(number)} is damaged: it has shape {values.shape}")
        return values

    def _mark(self, number: int) -> Path:
        return self._folder / f"{number:04}.taken"

    def _file(self, number: int) -> Path:
        return self._folder / f"{number:04}.npy"


_worker: list[Work] = []
"""The work of a process of the pool, set once when it starts."""


def _start_worker(make_work: Callable[[], Work]) -> None:
    _worker.append(make_work())


def _work(number: int) -> tuple[int, NDArray[np.float64]]:
    return number, _worker[0](number)


def fill(
    results: Results, make_work: Callable[[], Work], numbers: Iterable[int], jobs: int, on_done: Callable[[], object]
) -> None:
    """Compute the missing results.

    Args:
        results: the folder for the results.
        make_work: returns the work; it is sent to other processes.
        numbers: the wanted numbers, in the order of their computation.
        jobs: the number of processes.
        on_done: is called for each number with a result.
    """
    todo = results.begin(numbers, on_done)
    if not todo:
        return
    if jobs == 1:
        work = make_work()
        for number in results.missing(todo):
            results.write(number, work(number))
            on_done()
        return
    with Workers(jobs, partial(_start_worker, make_work)) as pool:
        results.collect(lambda number: pool.submit(_work, number), todo, jobs, on_done)
