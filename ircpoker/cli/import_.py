"""`ircpoker import`: hand histories of other rooms and programs as PHH, played again by the rules.

Reads hand histories of PokerStars, GGPoker, Winamax and PokerNow (CSV log), Open Hand History and PHH, plays each deal
again by the rules of the bot's own tables, and writes the deals as PHH. A deal must agree with its text to the chip:
posts, calls, raises, uncalled bets, pots, what is collected (but for rake), and the summary. A deal that does not, or
a line that is not understood, is reported on standard error with its line; the others are written, and the exit status
is 1. Each deal is read back before it is written. A folder is read with all folders below it.

A deal is known by its room and its number there, and is taken in once. If the file of -o exists, the deals that it
lacks are added: the same command goes on after an interruption, and takes in what is new.

  $ ircpoker import HH20261123.txt -o deals.phhs
  ircpoker: HH20261123.txt, line 1312, deal 2041: the total is not the sum of the bets
  ircpoker: imported 96 deals of 1 file, refused 1
  $ ircpoker import --jobs 4 histories -o deals.phhs
  ircpoker: imported 12071 deals of 118 files, refused 0
  ircpoker: left out 96 that were there before
"""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from ircpoker.cli.arguments import add_jobs, jobs_of
from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.cli.options import existing
from ircpoker.cli.progress import is_watched, progress_bar
from ircpoker.cli.refusals import Refusals
from ircpoker.config.ini import quote_path
from ircpoker.errors import HistoryError, UsageError
from ircpoker.records.reading import ImportedDeals, key_of, normal_text, read_text
from ircpoker.records.sections import HandText, RefusedHand, count_deals, cut_file
from ircpoker.runtime.private import open_private

MOST_JOBS = 256
_BATCH = 100
"""Deals that a process reads at once."""
_COLLECTED_AFTER = 100_000
_FEWEST_BYTES = 1 << 19
"""Of files that more than one process reads."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", type=existing, metavar="FILE", help="hand histories, or folders of them")
    help_text = "the file to make, or to add new deals to (default: standard output)"
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help=help_text)
    add_jobs(parser, MOST_JOBS)


def run(arguments: Namespace) -> int:
    """Read the deals, write those that are new, say how many, and return the exit status."""
    refusals, deals, doubles = Refusals(), ImportedDeals(), 0
    files = [file for file in refusals.files(arguments.files) if not _is_same(file, arguments.output)]
    total = sum(map(count_deals, files)) if is_watched() else 0
    jobs = jobs_of(arguments.jobs) if sum(map(_size_of, files)) > _FEWEST_BYTES else 1
    with _open_output(arguments.output, deals) as write_deal, progress_bar("Importing", total) as advance:
        before = deals.count
        for answer in _imported(files, jobs, deals.keys):
            advance()
            if isinstance(answer, HistoryError):
                refusals.add(answer)
            elif text := deals.add(*answer):
                write_deal(text)
            else:
                doubles += 1
    refusals.summarize("imported", deals.count - before, len(files))
    if doubles:
        complain(f"left out {doubles} that were there before")
    return BAD_INPUT if refusals.count else DONE


def _size_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # whoever reads it says why it cannot be read


def _is_same(file: Path, output: Path | None) -> bool:
    return output is not None and output.exists() and file.exists() and file.samefile(output)


@contextmanager
def _open_output(path: Path | None, deals: ImportedDeals) -> Iterator[Callable[[str], object]]:
    """Yield a function that adds text to a file, or writes it to standard output.

    Args:
        path: the file; a new one can only be read by its owner, because it may hold hidden cards.
        deals: learns what the file has.

    Raises:
        UsageError: it is not a file of an import.
        OSError: it cannot be written.
    """
    if path is None:
        yield write
        return
    size = 0
    if path.exists():
        try:
            size = deals.read(path)
        except ValueError as error:
            raise UsageError(f"{quote_path(path)} exists, and is {error}: expected the name of a new file") from error
    with open_private(path, "a", encoding="utf-8") as file:
        if file.tell() != size:  # a device cannot be cut
            file.truncate(size)
        yield file.write


ImportedText = tuple[str, str] | HistoryError
"""Key and PHH of a deal, or why it is refused."""


def _imported(files: Sequence[Path], jobs: int, known: Container[str]) -> Iterator[ImportedText]:
    """Yield the deals of files as PHH with their keys, in their order.

    Args:
        files: the files.
        jobs: the number of processes.
        known: the keys of deals that are not read again; it grows while they are read.

    Raises:
        UsageError: a process was ended by others.
    """
    from concurrent.futures.process import BrokenProcessPool

    from ircpoker.runtime.workers import in_order

    try:
        for answers in in_order(_import, _batches(files, known), jobs):
            yield from answers
    except BrokenProcessPool as error:
        raise UsageError("a process of the import ended unexpectedly") from error


def _batches(files: Iterable[Path], known: Container[str]) -> Iterator[list[tuple[str, HandText | RefusedHand | None]]]:
    """Yield what files have, with its key; None for a deal that is known."""
    texts = (text for file in files for text in cut_file(file))
    keyed = (("" if isinstance(text, RefusedHand) else key_of(text), text) for text in texts)
    entries = ((key, None if key in known else text) for key, text in keyed)
    while batch := list(islice(entries, _BATCH)):
        yield batch


def _import(batch: Iterable[tuple[str, HandText | RefusedHand | None]]) -> list[ImportedText]:
    """Return deals as PHH, with all cards that their texts name; empty for one that is known."""
    gc.set_threshold(_COLLECTED_AFTER)  # a deal leaves no cycles behind
    answers: list[ImportedText] = []
    for key, text in batch:
        if text is None:
            answers.append((key, ""))
            continue
        hand = text if isinstance(text, RefusedHand) else read_text(text)
        try:
            if isinstance(hand, RefusedHand):
                raise hand.error
            answers.append((key, normal_text(hand)))
        except HistoryError as error:
            answers.append(error)
    return answers
