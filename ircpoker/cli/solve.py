"""`ircpoker solve`: spots of heads-up no-limit hold'em after the flop, solved.

Solves a spot of heads-up no-limit hold'em after the flop: how often each hand should take each action, and what it
wins. BOARD has three, four or five cards; OOP and IP are the ranges of the player out of position and of the one in
position, in the grammar of `ircpoker odds`, weights included: QQ+,AKs:0.5,T9s. --pot is in the middle, and each
player has --stack left.

Sizes, for --bets, --raise and --donk, more than one if wanted:

  52%                         of the pot; for a raise of the pot after the call
  2.5x                        a raise to 2.5 times the bet
  120                         a bet of 120 chips, a raise to 120
  geometric                   the part of the pot that ends all-in on the river
  all-in, none                everything; no bet at all
  "flop 33% 75%, turn 60%"    for each street its own; oop or ip before it: for that player alone

--donk are the bets of the player out of position after calling on the street before; without it those of --bets.
--allin makes a bet of that part of what is left all-in.

It stops when both players' best responses win less than --accuracy, in percent of the pot, on average. --dry-run only
says what it costs: decisions, memory, time. Ctrl-C stops it; with --save what is there is stored, and the same command
goes on later. On a terminal a prompt follows: check, bet 94, 7c, hands AhKd, back, help. --line goes to a decision.
--lock LINE=FILE fixes the frequencies of a decision; the file has lines such as `any: check 60% bet 94 40%`, later ones
replace earlier ones. --json writes strategy, EV and equity of each hand on the first street, and the whole play, from
which the exploitability can be computed again; with --line only what is on the street from there on.

--hand FILE#N takes board, pot, stack, sizes and line from deal N of a file that `ircpoker import` reads: the first
street that two players saw, up to the last decision.

`ircpoker solve report OOP IP --flops N` solves the spot on N flops that stand for all 22,100, or on those of a file,
and prints CSV, a row each and the weighted mean; with --dask on the workers of a cluster.

  $ ircpoker solve "Qs Jh 2h 8d 3c" "AA,KQ,T9s" "QQ,AJ,98s" --pot 100 --stack 200 --accuracy 0.1
  Qs Jh 2h 8d 3c | pot 100 | out of position to act
  out of position    22.0 hands  EV    91.74  equity 90.99 %
  …
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import is_number, jobs_of
from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import DONE, STOPPED, complain, write
from ircpoker.cli.progress import progress_bar, solving_bar
from ircpoker.cli.ranges import spelled_out
from ircpoker.cli.solve_options import MOST_THREADS, OF_NEW_SPOTS, add_arguments, gap_of, rake_of, read_locks, setup_of
from ircpoker.errors import SolverError, UsageError, printable, quote
from ircpoker.runtime.foreign import describe
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from types import FrameType

    from ircpoker.postflop.flops import ReportRow, ReportSetup, WeightedFlop
    from ircpoker.postflop.solution import Solution, SolvingProgress

    Submit = Callable[[tuple[int, WeightedFlop]], Future[tuple[int, ReportRow]]]

__all__ = ["add_arguments", "run"]

REPORT = "report"
MOST_PLAY_BYTES = 4 << 30
"""Of JSON: a whole play that would have more is refused."""
_STORED = 1e-3
"""How near a stored frequency is to what was given, and more."""


def run(arguments: Namespace) -> int:
    """Solve or show a spot and return the exit status."""
    if arguments.spot[:1] == [REPORT]:
        return _report(arguments)
    if arguments.hand is not None and arguments.load is None:
        from ircpoker.cli.solve_hand import take_spot

        take_spot(arguments)
    if arguments.line is not None:
        arguments.line = ", ".join(arguments.line)
    solution = _open(arguments)
    if arguments.dry_run:
        from ircpoker.postflop.budget import format_cost

        write(f"{format_cost(solution, words_here().text)}\n")
        return DONE
    _check_files(solution, arguments)
    status = DONE
    if arguments.load is None:
        solution = _go_on(solution, arguments) or solution
        solution.place(arguments.line or "")  # A mistake there is better known now than after hours.
        status = _run(solution, arguments)
    return _show(solution, arguments) or status


def _open(arguments: Namespace) -> Solution:
    """Return the solution that is asked for, not yet begun unless it is loaded.

    Raises:
        UsageError: arguments are missing, or there are too many.
    """
    threads = jobs_of(arguments.threads, MOST_THREADS)
    if arguments.load is not None:
        if arguments.spot:
            raise UsageError("--load: expected no board and ranges")
        given = [option for option, (name, usual) in OF_NEW_SPOTS.items() if getattr(arguments, name) != usual]
        if given:
            raise UsageError(f"--load: expected no {', '.join(given)}: the solution is shown as it is stored")
        from ircpoker.postflop.storage import load

        return load(arguments.load, threads)
    if len(arguments.spot) != 3:
        raise UsageError(f"{len(arguments.spot)} arguments: expected a board and two ranges (ircpoker solve --help)")
    from ircpoker.postflop.solution import Solution
    from ircpoker.postflop.spot import make_spot

    board, *ranges = arguments.spot
    spot = make_spot(board, spelled_out(ranges), setup_of(arguments), rake_of(arguments))
    locks = read_locks(arguments.lock)
    symmetric = not locks  # a lock need not be the same for all suits
    return Solution(spot, accuracy=gap_of(arguments), symmetric=symmetric, threads=threads)


def _check_files(solution: Solution, arguments: Namespace) -> None:
    """Check that the files that are asked for can be written, before hours go into what they are to hold.

    Raises:
        UsageError: the whole play is too much for JSON.
        SolverError: one cannot.
    """
    from ircpoker.postflop.data import play_bytes
    from ircpoker.postflop.memory import MIB

    save, data = arguments.save, arguments.json
    if data is not None and arguments.line is None and (size := play_bytes(solution)) > MOST_PLAY_BYTES:
        raise UsageError(
            f"--json: the whole play has about {size / MIB:,.0f} MiB; expected --line, for a part of it: "
            '--line "" is the first street'
        )
    wanted = [] if save is None else [(save, save.parent)]
    if data is not None and str(data) != "-":
        wanted.append((data, data if os.access(data, os.F_OK) else data.parent))
    for path, place in wanted:
        if not os.access(place, os.W_OK):
            why = os.strerror(errno.EACCES if os.access(place, os.F_OK) else errno.ENOENT)
            raise SolverError(f"{printable(str(path))} cannot be written: {why}")


def _go_on(solution: Solution, arguments: Namespace) -> Solution | None:
    """Return the stored solution of the same spot if there is one; else begin the new one.

    Raises:
        SolverError: the file holds another spot.
        UsageError: a decision is locked twice.
    """
    from ircpoker.postflop.storage import load, read_lock

    if arguments.save is not None and arguments.save.exists():
        stored = load(arguments.save, solution.engine.threads)
        if stored.spot != solution.spot or not _has_lines(stored, arguments.lock):
            raise SolverError(f"{printable(str(arguments.save))} holds another spot: name another file, or delete it")
        if not all(_is_locked(stored, line, file) for line, file in read_locks(arguments.lock)):
            raise SolverError(
                f"{printable(str(arguments.save))} holds other frequencies than --lock: name another file, or delete it"
            )
        if arguments.accuracy is not None:
            stored.accuracy = solution.accuracy
        return stored
    solution.begin()
    for line, file in read_locks(arguments.lock):
        place = solution.decision(line)
        if place.text in [text for text, *_ in solution.locks]:
            raise UsageError(f"--lock {quote(line)}: this decision is locked by two files")
        weights = solution.spot.weights[solution.player(place)]
        solution.lock(line, read_lock(file, solution.nodes[place.node], weights))
    return None


def _has_lines(stored: Solution, locks: list[str]) -> bool:
    """Return whether the locked decisions of a stored solution are those of the arguments."""
    wanted = sorted(stored.decision(line).text for line, _ in read_locks(locks))
    return wanted == sorted(line for line, *_ in stored.locks)


def _is_locked(stored: Solution, line: str, file: Path) -> bool:
    """Return whether a stored decision has the frequencies of a file, as near as a solution stores them."""
    from ircpoker.postflop.storage import read_lock

    place = stored.decision(line)
    policy = read_lock(file, stored.nodes[place.node], stored.spot.weights[stored.player(place)])
    kept = stored.strategy(place)
    return bool((abs(kept - policy)[:, kept.sum(axis=0) > 0] < _STORED).all())


class _StopRequest:
    """Remembers Ctrl-C or SIGTERM, so that an iteration is finished and what is there is kept."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> bool:
        return self.number > 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        numbers = [signal.SIGINT, signal.SIGTERM]
        before = {each: signal.signal(each, self._remember) for each in numbers}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _remember(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        signal.signal(number, signal.SIG_DFL)  # a second one ends the process at once


def _run(solution: Solution, arguments: Namespace) -> int:
    """Solve; return 0, or the status of a process that was stopped."""
    from ircpoker.postflop.solution import MOST_ITERATIONS

    most = MOST_ITERATIONS if arguments.iterations is None else arguments.iterations
    stop = _StopRequest()
    done = solution.progress
    if done is None or done.iterations != solution.engine.done or done.gap > solution.accuracy:
        with stop.listening(), solving_bar(solution) as on_progress:
            done = solution.run(iterations=most, on_progress=on_progress, stop=stop)
    if arguments.save is not None:
        from ircpoker.postflop.storage import save

        save(solution, arguments.save)
    _tell(done, solution.accuracy, stopped=stop())
    return STOPPED + stop.number if stop() else DONE


def _tell(done: SolvingProgress, wanted: float, *, stopped: bool) -> None:
    """Say on standard error how far a solution is, from a gap that is wanted in percent of the pot."""
    from ircpoker.postflop.views import format_number

    first, second = map(format_number, done.ev)
    how = "stopped" if stopped else "solved" if done.gap <= wanted else "not_solved"
    over = Phrase("solve.over", gap=f"{wanted:g}") if done.gap > wanted else ""
    facts = {"how": Phrase(f"solve.{how}"), "gap": f"{done.gap:.3f}", "over": over, "first": first, "second": second}
    complain(words_here().text(Phrase("solve.done", n=done.iterations, **facts)))


def _show(solution: Solution, arguments: Namespace) -> int:
    """Write or show what was found; return the exit status."""
    from ircpoker.cli.solve_prompt import SolutionPrompt, browse

    if arguments.json is not None:
        _write_json(solution, arguments)
        return DONE
    watched = sys.stdout is not None and sys.stdout.isatty()
    coloured = watched and "NO_COLOR" not in os.environ
    prompt = SolutionPrompt(solution, arguments.line or "", coloured=coloured)
    if arguments.browse or (watched and sys.stdin is not None and sys.stdin.isatty()):
        browse(prompt)
    else:
        write(f"{prompt.show()}\n")
    return DONE


def _write_json(solution: Solution, arguments: Namespace) -> None:
    from ircpoker.postflop.data import json_lines

    lines = json_lines(solution, arguments.line)
    if str(arguments.json) == "-":
        for line in lines:
            write(line)
        return
    try:
        with arguments.json.open("w", encoding="utf-8") as file:
            file.writelines(lines)
    except OSError as error:
        raise SolverError(f"{printable(str(arguments.json))} cannot be written: {error.strerror}") from error


# Many flops


def _report(arguments: Namespace) -> int:
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

        with Workers(jobs) as workers:
            yield (lambda flop: workers.submit(_solve_flop, setup, flop)), jobs
        return
    from ircpoker.lab.training.cluster import cluster_pool

    with cluster_pool(arguments.dask) as (pool, lanes):
        yield (lambda flop: pool.submit(_solve_flop, setup, flop)), lanes


def _solve_flop(setup: ReportSetup, numbered: tuple[int, WeightedFlop]) -> tuple[int, ReportRow]:
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
