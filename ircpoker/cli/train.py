"""`ircpoker train`: strategies for the robot `limit`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from ircpoker.cli.console import read_seed
from ircpoker.cli.main import BAD_INPUT, DONE, INTERRUPTED, complain, write
from ircpoker.errors import SolverError, quote

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from ircpoker.solver.course import Course

    Report = Callable[[str, int, int], object]

MOST_BOARDS = 1_000_000_000
MOST_THREADS = 64
SECONDS_BETWEEN_CHECKPOINTS = 600
PLAY_STEP, LEARN_STEP = 5_000, 100
"""Boards between two looks at the clock."""
FILE = "strategy.bin"
DESCRIPTION = """\
Trains a strategy for heads-up limit hold'em and writes it as strategy.bin into a folder. Everything else is kept
there, too: stopped by Ctrl-C the training goes on later where it was. Three steps: hand strengths and buckets;
self-play; then training against a responder that plays exactly on the river. The same seed, buckets and boards give
the same file, with any number of threads.

It takes about 4 GB of memory. `ircpoker exploit FILE` measures the result.
"""
EXAMPLE = """\
  $ ircpoker train limit training --boards 20000
  training/strategy.bin: 20000 boards, 19.0 MB
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker train limit DIR [--boards N] [--play N] [--seed N] [--buckets F,F,T,T,R] [--threads N]"
    parser.add_argument("robot", choices=("limit",), metavar="limit", help="the robot")
    parser.add_argument("folder", type=Path, metavar="DIR", help="where everything is kept")
    parser.add_argument(
        "--boards", type=_read_boards, default=20_000, metavar="N", help="against the responder (default: 20000)"
    )
    parser.add_argument(
        "--play", type=_read_boards, default=1_000_000, metavar="N", help="of self-play (default: 1000000)"
    )
    parser.add_argument("--seed", type=read_seed, default=1, metavar="N", help="of all that is dealt (default: 1)")
    parser.add_argument(
        "--buckets",
        type=_read_buckets,
        default=(200, 20, 150, 20, 2500),
        metavar="F,F,T,T,R",
        help="groups by strength and parts of each by spread on the flop, on the turn; buckets on the river "
        "(default: 200,20,150,20,2500)",
    )
    parser.add_argument(
        "--threads", type=_read_threads, default=None, metavar="N", help="against the responder (default: one a core)"
    )


def run(arguments: Namespace) -> int:
    """Train as far as is wanted and return the exit status."""
    from ircpoker.solver.course import Course, TrainingSettings

    flop, flop_parts, turn, turn_parts, river = arguments.buckets
    settings = TrainingSettings(arguments.seed, (flop, flop_parts), (turn, turn_parts), river, arguments.play)
    try:
        with ExitStack() as stack:
            report = _progress(stack)
            course = Course(arguments.folder, settings, report)
            threads = arguments.threads or min(MOST_THREADS, os.cpu_count() or 1)
            if not _train(course, arguments.boards, threads, report):
                return INTERRUPTED
            file = arguments.folder / FILE
            course.ship(file)
    except SolverError as error:
        complain(error)
        return BAD_INPUT
    write(f"{file}: {course.boards} boards, {file.stat().st_size / 1e6:.1f} MB\n")
    return DONE


def _read_boards(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 11 and 1 <= int(text) <= MOST_BOARDS:
        return int(text)
    raise ArgumentTypeError(f"{quote(text)}: expected a number of boards from 1 to {MOST_BOARDS}")


def _read_threads(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 3 and 1 <= int(text) <= MOST_THREADS:
        return int(text)
    raise ArgumentTypeError(f"{quote(text)}: expected a number of threads from 1 to {MOST_THREADS}")


def _read_buckets(text: str) -> tuple[int, ...]:
    words = text.split(",")
    if len(words) == 5 and all(word.isascii() and word.isdecimal() and 0 < len(word) < 6 for word in words):
        flop, flop_parts, turn, turn_parts, river = map(int, words)
        most = max(flop * flop_parts, turn * turn_parts, river)
        if min(flop, flop_parts, turn, turn_parts) >= 2 and river >= 27 and most <= 65_535:
            return flop, flop_parts, turn, turn_parts, river
    raise ArgumentTypeError(
        f"{quote(text)}: expected five numbers such as 200,20,150,20,2500: from 2, the last from 27, "
        "at most 65535 buckets a street"
    )


def _train(course: Course, boards: int, threads: int, report: Report) -> bool:
    """Go on until so many boards are done, with a checkpoint now and then; False if it was stopped."""
    saved = monotonic()

    def save_now_and_then() -> None:
        nonlocal saved
        if monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
            course.save()
            saved = monotonic()

    try:
        while course.play(PLAY_STEP):
            save_now_and_then()
        while course.boards < boards:
            course.learn(min(LEARN_STEP, boards - course.boards), threads)
            report("against the responder", course.boards, boards)
            save_now_and_then()
    except KeyboardInterrupt:
        course.save()
        return False
    course.save()
    return True


def _progress(stack: ExitStack) -> Report:
    """Return what shows how far it is: progress bars, if somebody is looking."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda _name, _done, _total: None
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    progress = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    tasks: dict[str, int] = {}

    def report(name: str, done: int, total: int) -> None:
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=total)
        progress.update(tasks[name], completed=done)  # type: ignore[arg-type]  # a task's number is an int

    return report
