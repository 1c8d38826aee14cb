"""Files of solutions, finished or not.

    8 bytes     magic
    4 bytes     format
    4 bytes     the length of the description
    32 bytes    SHA-256 of all that follows
    …           the description, JSON; then the means and the regrets, 16-bit numbers, little-endian

A file is only data: nothing in it is run. It gets its name when it is complete.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from contextlib import suppress
from typing import TYPE_CHECKING

from ircpoker.errors import PokerError, SolverError, printable
from ircpoker.postflop.solution import Solution, SolvingProgress
from ircpoker.postflop.spot import from_data
from ircpoker.runtime.json_text import to_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import BinaryIO

    from ircpoker.postflop.engine.engine import Learnt

MAGIC = b"ircpksol"
FORMAT = 1
_HEADER = struct.Struct("<8sII32s")
_MOST_DESCRIPTION = 1 << 20
_CHUNK = 1 << 24
_MOST_DONE = 1 << 24


def save(solution: Solution, path: Path) -> None:
    """Write a solution; a file with this name stays as it is until the new one is complete.

    Raises:
        SolverError: it cannot be written.
    """
    description = to_json(_describe(solution)).encode()
    parts = [memoryview(description), *map(_memory, _learnt(solution))]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            file.write(_HEADER.pack(MAGIC, FORMAT, len(description), digest.digest()))
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise SolverError(f"{printable(str(path))} cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            new.unlink()


def load(path: Path, threads: int = 1) -> Solution:
    """Read a solution.

    Args:
        path: the file.
        threads: the number of threads with which it goes on.

    Raises:
        SolverError: it cannot be read, is none, or is damaged.
    """
    name = printable(str(path))
    try:
        with path.open("rb") as file:
            return _read(file, name, threads)
    except OSError as error:
        raise SolverError(f"{name} cannot be read: {error.strerror or error}") from error


def _read(file: BinaryIO, name: str, threads: int) -> Solution:
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size or not header.startswith(MAGIC):
        raise SolverError(f"{name} is not a solution")
    _, version, length, digest = _HEADER.unpack(header)
    if version != FORMAT:
        raise SolverError(f"{name} has format {version}, expected {FORMAT}: solve the spot again")
    if length > _MOST_DESCRIPTION:
        raise SolverError(f"{name} is damaged: its description is too long")
    description = file.read(length)
    try:
        data = json.loads(description)
        spot = from_data(data["spot"])
        solution = Solution(spot, accuracy=float(data["accuracy"]), symmetric=bool(data["symmetric"]), threads=threads)
        done, locks = int(data["iterations"]), [(str(line), bytes.fromhex(board)) for line, board in data["locks"]]
        progress = None if data["progress"] is None else _progress(data["progress"])
    except (PokerError, ValueError, KeyError, TypeError, RecursionError, ArithmeticError) as error:
        raise SolverError(f"{name} is damaged: its description is wrong ({error})") from error
    if not 0 <= done <= _MOST_DONE:
        raise SolverError(f"{name} is damaged: it counts {done} iterations")
    solution.begin()
    checksum = hashlib.sha256(description)
    for array in _learnt(solution):
        _fill(file, _memory(array), checksum, name)
    if file.read(1) or checksum.digest() != digest:
        raise SolverError(f"{name} is damaged: its checksum is wrong")
    solution.engine.done, solution.progress = done, progress
    for line, board in locks:
        place = solution.decision(line)
        solution.engine.fix(place.node, board, solution.strategy(place), lock=True)
        solution.locks.append((place.text, place.node, board))
    return solution


def _fill(file: BinaryIO, memory: memoryview, checksum: hashlib._Hash, name: str) -> None:
    for start in range(0, len(memory), _CHUNK):
        part = memory[start : start + _CHUNK]
        if file.readinto(part) != len(part):  # type: ignore[attr-defined]  # files opened so have it
            raise SolverError(f"{name} is cut short")
        checksum.update(part)


def _memory(array: Learnt) -> memoryview:
    """Return the bytes of an array; the solver runs only where numbers are little-endian, as the evaluator's tables."""
    return memoryview(array).cast("B")  # type: ignore[arg-type]  # arrays are buffers; their types say so later


def _learnt(solution: Solution) -> tuple[Learnt, Learnt]:
    return solution.engine.means, solution.engine.regrets


def _describe(solution: Solution) -> Mapping[str, object]:
    progress = solution.progress
    return {
        "spot": solution.spot.as_data(),
        "accuracy": solution.accuracy,
        "symmetric": solution.symmetric,
        "iterations": solution.engine.done,
        "progress": None if progress is None else [progress.iterations, progress.gap, *progress.ev],
        "locks": [[line, board.hex()] for line, _, board in solution.locks],
    }


def _progress(data: list[float]) -> SolvingProgress:
    iterations, gap, first, second = data
    return SolvingProgress(int(iterations), float(gap), (float(first), float(second)))
