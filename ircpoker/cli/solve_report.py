"""`ircpoker solve report`: a spot on many flops, as CSV."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import is_number, jobs_of
from ircpoker.cli.main import DONE, write
from ircpoker.cli.progress import progress_bar
from ircpoker.cli.ranges import spelled_out
from ircpoker.cli.solve_options import gap_of, rake_of, setup_of
from ircpoker.errors import SolverError, UsageError, quote
from ircpoker.runtime.foreign import describe

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from ircpoker.postflop.flops import ReportRow, ReportSetup, WeightedFlop

    Submit = Callable[[tuple[int, WeightedFlop]], Future[tuple[int, ReportRow]]]


def report(arguments: Namespace) -> int:
    """Solve the flops, print a row for each and return the exit status.

    Raises:
        UsageError: an argument is missing or impossible.
        SolverError: there is not enough memory, or a worker failed.
    """
    from ircpoker.postflop.flops import ReportSetup, format_header, format_row, largest_bytes, mean_row
    from ircpoker.postflop.memory import check_memory

    _, *ranges = arguments.spot
    if len(ranges) != 2 or arguments.flops is None:
        raise UsageError("report: expected two ranges and --flops")
    first, second = spelled_out(ranges)
    setup = ReportSetup((first, second), setup_of(arguments), rake_of(arguments), gap_of(arguments))
    flops = _flops(arguments.flops)
    if arguments.dry_run:
        write("".join(f"{flop.board},{flop.weight:g}\n" for flop in flops))
        return DONE
    jobs = jobs_of(arguments.jobs, len(flops))
    if arguments.dask is None:
        check_memory(jobs * largest_bytes(setup, flops))
    rows: list[ReportRow] = []
    with _workers(arguments, setup, jobs) as (submit, lanes), progress_bar("flops", len(flops)) as advance:
        for row in _in_order(submit, flops, lanes):
            if not rows:
                write(format_header(row))
            write(format_row(row))
            rows.append(row)
            advance()
    write(format_row(mean_row(rows)))
    return DONE


def _flops(text: str) -> list[WeightedFlop]:
    from ircpoker.postflop.flops import ALL_FLOPS, choose_flops, read_flops

    if text == "all":
        return choose_flops(ALL_FLOPS)
    if is_number(text, len(text)):
        if len(text) > 4 or not 1 <= int(text) <= ALL_FLOPS:
            raise UsageError(f"--flops {quote(text)}: expected a number from 1 to {ALL_FLOPS}, all, or a file")
        return choose_flops(int(text))
    return read_flops(Path(text))


@contextmanager
def _workers(arguments: Namespace, setup: ReportSetup, jobs: int) -> Iterator[tuple[Submit, int]]:
    """Yield a function that hands out a flop, and how many are worked on at once."""
    if arguments.dask is None:
        from ircpoker.runtime.workers import Workers

        with Workers(jobs, _nothing, None) as workers:
            yield (lambda flop: workers.submit(_solve, setup, flop)), jobs
        return
    from ircpoker.lab.training.cluster import cluster_pool

    with cluster_pool(arguments.dask) as (pool, lanes):
        yield (lambda flop: pool.submit(_solve, setup, flop)), lanes


def _nothing(_: None) -> None:
    return None


def _solve(setup: ReportSetup, numbered: tuple[int, WeightedFlop]) -> tuple[int, ReportRow]:
    from ircpoker.postflop.flops import solve_flop

    number, flop = numbered
    return number, solve_flop(setup, flop)


def _in_order(submit: Submit, flops: list[WeightedFlop], lanes: int) -> Iterator[ReportRow]:
    """Yield the rows in the order of the flops, each as soon as those before it are there.

    Raises:
        SolverError: a worker failed.
    """
    from ircpoker.runtime.workers import share_out

    done: dict[int, ReportRow] = {}
    shown = 0
    try:
        for number, row in share_out(submit, enumerate(flops), lanes + 1):
            done[number] = row
            while shown in done:
                yield done.pop(shown)
                shown += 1
    except SolverError:
        raise
    except Exception as error:  # any error of another process or machine is raised here again
        raise SolverError(f"a worker failed: {describe(error)}") from error
