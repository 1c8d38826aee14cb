"""Files of solutions, finished or not.

    8 bytes     magic
    4 bytes     format
    4 bytes     the length of the description
    32 bytes    SHA-256 of all that follows
    …           the description, JSON; then the means and the regrets, 16-bit numbers, little-endian

A file is only data: nothing in it is run. It gets its name when it is complete.

Files with the frequencies of a decision, which is locked to them.

Each line names hands and their actions, `AA,KK: bet 94 70% check 30%`; a single action may stand without a number. A
later line replaces what an earlier one says about the same hands; so a file mostly begins with `any: …`. Empty lines
and those that begin with # do not count.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import PokerError, SolverError, UsageError, printable, quote
from ircpoker.postflop.engine.engine import Floats32, Learnt
from ircpoker.postflop.lines import find_action, take_lines
from ircpoker.postflop.solution import Solution, SolvingProgress
from ircpoker.postflop.spot import HANDS, from_data
from ircpoker.postflop.tree import TreeNode
from ircpoker.runtime.json_text import to_json

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


_PART = re.compile(
    r"(?P<action>[a-z-]+(?: [0-9]+(?![0-9.]*%))?)(?: (?P<share>[0-9]{1,3}(?:\.[0-9]{1,6})?)%)?", re.IGNORECASE
)
_ROUNDING = 0.5
"""In percent: how far a hand's frequencies may be from 100% together."""


def read_lock(path: Path, node: TreeNode, weights: Floats32) -> Floats32:
    """Return the frequencies that a file gives, [action][hand].

    Args:
        path: the file.
        node: the decision.
        weights: the weights of the hands that get there; hands with 0 need no line.

    Raises:
        SolverError: the file cannot be read.
        UsageError: a line is wrong, or a hand has none.
    """
    policy = np.zeros((len(node.actions), HANDS), np.float32)
    take_lines(path, lambda line: _add_line(line, node, policy))
    missing = np.flatnonzero((weights > 0) & (policy.sum(axis=0) == 0))
    if len(missing):
        low, high = COMBINATIONS[int(missing[0])]
        raise UsageError(
            f"{printable(str(path))}: no line for {CARDS[high]}{CARDS[low]}: begin with a line for any hand"
        )
    return policy


def _add_line(line: str, node: TreeNode, policy: Floats32) -> None:
    hands, colon, rest = line.rpartition(":")
    if not colon:
        raise UsageError(
            f"{quote(line.strip())}: expected hands, a colon and actions, such as AA,KK: check 30% bet 94 70%"
        )
    shares = np.zeros(len(node.actions), np.float32)
    text = " ".join(rest.replace(",", " ").split())
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if not match:
            raise UsageError(f"{quote(text[at:])}: expected an action and its frequency, such as check 30%")
        share = 100.0 if match["share"] is None else float(match["share"])
        shares[find_action(match["action"], node)] += share
        at = match.end() + 1
    if abs(float(shares.sum()) - 100) > _ROUNDING:
        raise UsageError(f"{quote(text)}: the frequencies add up to {float(shares.sum()):g}%, expected 100%")
    for first, second in parse_range(hands).weights:
        policy[:, combination_number(first, second)] = shares / shares.sum()
