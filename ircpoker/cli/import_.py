"""`ircpoker import`: text of PokerStars as PHH, played again by the rules."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cli.arguments import add_jobs, jobs_of
from ircpoker.cli.main import BAD_INPUT, DONE
from ircpoker.cli.options import existing
from ircpoker.cli.output import add_output_argument, open_output
from ircpoker.cli.progress import progress_bar
from ircpoker.cli.refusals import Refusals
from ircpoker.errors import HistoryError, UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from ircpoker.records.sections import HandText, RefusedHand

DESCRIPTION = """\
Reads hand histories of PokerStars, plays each deal again by the rules of the bot's own tables, and writes the deals as
PHH. A deal must agree with its text to the chip: posts, calls, raises, uncalled bets, pots, what is collected (but for
rake), and the summary. A deal that does not, or a line that is not understood, is reported on standard error with its
line; the others are written, and the exit status is 1. Each deal is read back before it is written. Open Hand History
and PHH are read, too. A folder is read with all folders below it.
"""
EXAMPLE = """\
  $ ircpoker import HH20261123.txt -o deals.phhs
  ircpoker: HH20261123.txt, line 1312, deal 2041: the total is not the sum of the bets
  ircpoker: imported 96 deals of 1 file, refused 1
"""
MOST_JOBS = 256
_BATCH = 100
"""Deals that a process reads at once."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", type=existing, metavar="FILE", help="hand histories, or folders of them")
    add_output_argument(parser)
    add_jobs(parser, MOST_JOBS)


def run(arguments: Namespace) -> int:
    """Read the deals, write them, say how many, and return the exit status."""
    from ircpoker.records.sections import count_deals

    refusals, imported = Refusals(), 0
    files = refusals.files(arguments.files)
    total = sum(map(count_deals, files))
    with open_output(arguments.output) as write, progress_bar("Importing", total) as advance:
        for answer in _imported(files, jobs_of(arguments.jobs) if total > 2 * _BATCH else 1):
            advance()
            if isinstance(answer, Refused):
                refusals.add(HistoryError(answer.problem, answer.file, answer.deal, answer.field, answer.line))
            else:
                imported += 1
                write(f"[{imported}]\n{answer}\n")
    refusals.summarize("imported", imported, len(files))
    return BAD_INPUT if refusals.count else DONE


class Refused(NamedTuple):
    """The parts of an error, which passes between processes."""

    problem: str
    file: str
    deal: int
    field: str
    line: int


def _imported(files: Sequence[Path], jobs: int) -> Iterator[str | Refused]:
    """Yield the deals of files as PHH, in their order.

    Raises:
        UsageError: a process was ended by others.
    """
    batches = _batches(files)
    if jobs == 1:
        for batch in batches:
            yield from _import(batch)
        return
    from collections import deque

    from ircpoker.runtime.workers import Workers

    try:
        with Workers(jobs, _start_worker, None) as pool:
            running = deque(pool.submit(_import, batch) for batch in islice(batches, 2 * jobs))
            while running:
                yield from running.popleft().result()
                running.extend(pool.submit(_import, batch) for batch in islice(batches, 1))
    except BrokenProcessPool as error:
        raise UsageError("a process of the import ended unexpectedly") from error


def _start_worker(_argument: None) -> Callable[[], None] | None:
    return None


def _batches(files: Iterable[Path]) -> Iterator[list[HandText | RefusedHand]]:
    from ircpoker.records.sections import cut_file

    texts = (text for file in files for text in cut_file(file))
    while batch := list(islice(texts, _BATCH)):
        yield batch


def _import(batch: Iterable[HandText | RefusedHand]) -> list[str | Refused]:
    """Return deals as PHH, with all cards that their texts name."""
    from ircpoker.records.reading import normal_text, read_text
    from ircpoker.records.sections import RefusedHand

    answers: list[str | Refused] = []
    for text in batch:
        hand = text if isinstance(text, RefusedHand) else read_text(text)
        try:
            if isinstance(hand, RefusedHand):
                raise hand.error
            answers.append(normal_text(hand))
        except HistoryError as error:
            answers.append(Refused(error.problem, error.file, error.deal, error.field, error.line))
    return answers
