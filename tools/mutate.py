"""Put small faults into the program, one at a time, and see whether the tests notice: a test of the tests.

    python -m tools.mutate table lobby --faults 50       50 faults, 25 in each package, two at a time
    nice python -m tools.mutate --faults 200 --jobs 1    200 over all packages, one at a time
    python -m tools.mutate table lobby --faults 50 --again    once more those that had survived, with new tests
    python -m tools.mutate --report                      the results so far: the faults that survived, as diffs

It works on copies of the tree, never on the tree itself. First the tests of the packages run once without a fault, to
see which of them run which lines; if some of them are not run, it ends with status 2. A fault is then tried on the
quick tests that run its line, the fastest first, until one fails. Each result is kept in `--folder`: after Ctrl-C the
same command goes on. The seed decides which faults are made. tests/data/equal_faults.jsonl lists those that change
nothing noticeable, each with the reason. The status is 1 if a fault survived that is not in that list.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tools.faults import Fault, find_faults
from tools.line_map import NotRunError, make_maps
from tools.packages import LEFT_OUT, TESTS, modules_of
from tools.pytest_runs import PytestRuns, make_copy
from tools.trials import Trials

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tests" / "data" / "equal_faults.jsonl"
_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SURVIVED = {"survived", "no test runs it"}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one fault.

    Attributes:
        key: identifies the fault, even if its module is changed elsewhere.
        verdict: `noticed`, `survived`, `time ran out`, `no test runs it` or `equal`.
        by: the test that noticed it, or how many did not.
        seconds: the time that it took.
    """

    key: str
    package: str
    file: str
    line: int
    kind: str
    diff: str
    verdict: str
    by: str
    seconds: float


def choose_faults(
    packages: Sequence[str], count: int, seed: int, root: Path = ROOT
) -> Iterator[tuple[str, Fault, str]]:
    """Yield `count` faults with the package and the source of each, the same number from every package."""
    wanted = [count // len(packages) + (index < count % len(packages)) for index in range(len(packages))]
    for package, share in zip(packages, wanted, strict=True):
        modules = modules_of(package, root)
        faults = [fault for module in modules for fault in find_faults(module, root)]
        Random(f"{seed} {package}").shuffle(faults)
        chosen = 0
        for fault in faults:
            source = (root / fault.file).read_text(encoding="utf-8")
            if chosen < share and fault.is_another_program(source):
                chosen += 1
                yield package, fault, source


def key_of(fault: Fault, source: str) -> str:
    """Return what a fault changes, as the key of its result and of the list of equal ones."""
    return f"{fault.file}\n{fault.changed(source)}"


def read_results(file: Path) -> dict[str, Result]:
    """Return the known result of each fault, by its key."""
    if not file.exists():
        return {}
    results = [Result(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    return {result.key: result for result in results}


def read_equal() -> dict[str, str]:
    """Return the faults that change nothing, by their keys, with the reason of each."""
    if not EQUAL.exists():
        return {}
    rows: list[dict[str, Any]] = [json.loads(line) for line in EQUAL.read_text(encoding="utf-8").splitlines()]
    return {"\n".join([row["file"], *row["changed"]]): row["reason"] for row in rows}


class Campaign:
    """Tries faults, several at a time, and stores each result at once.

    Args:
        folder: the folder for the results.
        jobs: the number of faults tried at a time.
        seconds: the seconds of tests for one fault.
        root: the root of the project.
        tests: the tests of each package.
    """

    def __init__(
        self, folder: Path, jobs: int, seconds: int, root: Path = ROOT, tests: Mapping[str, Sequence[str]] = TESTS
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "results.jsonl"
        self._folder, self._jobs, self._seconds = folder, jobs, seconds
        self._root, self._tests = root, tests
        self._lock = threading.Lock()
        self._done = self._count = 0
        self._begun = 0.0
        self.results = read_results(self._file)

    def forget_survivors(self) -> None:
        """Try those again that no test had noticed in time."""
        self.results = {key: result for key, result in self.results.items() if result.verdict == "noticed"}

    def run(self, faults: Sequence[tuple[str, Fault, str]]) -> list[Result]:
        """Try all faults that are not known yet; return the results of all.

        Raises:
            NotRunError: tests of a package cannot be run, or were not.
        """
        equal = read_equal()
        for package, fault, source in faults:
            if (key := key_of(fault, source)) in equal:
                self.results[key] = _result(package, fault, source, ("equal", "", 0))
        todo = [entry for entry in faults if key_of(*entry[1:]) not in self.results]
        print(f"{len(faults)} faults, {len(faults) - len(todo)} of them known", flush=True)
        if todo:
            runs = PytestRuns()
            with tempfile.TemporaryDirectory(prefix="ircpoker-faults-", ignore_cleanup_errors=True) as folder:
                copies = [make_copy(self._root, Path(folder) / str(number)) for number in range(self._jobs)]
                tests = {package: self._tests[package] for package, _, _ in todo}
                maps = make_maps(copies[0], tests, self._jobs, runs, self._folder)
                trials = {name: Trials(maps[name], paths[0], self._seconds, runs) for name, paths in tests.items()}
                self._try_in_threads(todo, copies, trials, runs)
        return [self.results[key_of(fault, source)] for _, fault, source in faults]

    def _try_in_threads(
        self,
        todo: Sequence[tuple[str, Fault, str]],
        copies: Sequence[Path],
        trials: Mapping[str, Trials],
        runs: PytestRuns,
    ) -> None:
        left = deque(todo)
        self._done, self._count, self._begun = 0, len(todo), time.monotonic()
        with ThreadPoolExecutor(len(copies)) as pool:
            try:
                for ended in [pool.submit(self._try_all, left, copy, trials) for copy in copies]:
                    ended.result()
            finally:  # also after Ctrl-C, and when one of them has failed
                left.clear()
                runs.stop()

    def _try_all(self, left: deque[tuple[str, Fault, str]], copy: Path, trials: Mapping[str, Trials]) -> None:
        """Try faults until none is left."""
        while True:
            try:
                package, fault, source = left.popleft()
            except IndexError:
                return
            self._keep(_result(package, fault, source, trials[package].try_fault(fault, source, copy)))

    def _keep(self, result: Result) -> None:
        """Store a result and print it, with the time that the others may take."""
        with self._lock:
            self._done += 1
            self.results[result.key] = result
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
            minutes = (time.monotonic() - self._begun) / self._done * (self._count - self._done) / 60
            where = f"{result.file}:{result.line} {result.kind}"
            verdict = f"{result.verdict} {result.by}".strip()
            print(
                f"{self._done}/{self._count}, {minutes:.0f} min left: {where}: {verdict} ({result.seconds:.0f} s)",
                flush=True,
            )


def _result(package: str, fault: Fault, source: str, ended: tuple[str, str, float]) -> Result:
    key, diff = key_of(fault, source), fault.diff(source)
    return Result(key, package, fault.file, fault.line, fault.kind, diff, *ended)


def report(results: Iterable[Result]) -> list[Result]:
    """Print the faults that no test noticed, and the totals; return the survivors that are not listed as equal."""
    equal = read_equal()
    counts: Counter[str] = Counter()
    survivors = []
    for result in sorted(results, key=lambda result: (result.package, result.file, result.line)):
        verdict = result.verdict
        if verdict in SURVIVED | {"equal"}:
            reason = equal.get(result.key)
            verdict = "equal" if reason else verdict
            survivors += [] if reason else [result]
            print(f"\n{verdict}{f': {reason}' if reason else ''}\n{result.diff}")
        elif verdict == "time ran out":
            print(f"\n{verdict} after {result.seconds:.0f} s: endless, or too slow to say\n{result.diff}")
        counts[verdict] += 1
    print(f"\n{counts.total()} faults: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    return survivors


def main(arguments: Sequence[str], root: Path = ROOT, tests: Mapping[str, Sequence[str]] = TESTS) -> int:
    """Make faults, try them and print the survivors.

    Args:
        arguments: the command line's arguments.
        root: the root of the project.
        tests: the tests of each package.

    Returns:
        1 if a fault survived that is not listed as equal; 2 if tests are not run; 130 if it was stopped.
    """
    options = _parse(arguments, tests)
    if options.report:
        return report(read_results(options.folder / "results.jsonl").values()) != []
    faults = list(choose_faults(options.packages or list(tests), options.faults, options.seed, root))
    for number in _STOPS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` leaves one
            signal.signal(number, _stop)
    try:
        campaign = Campaign(options.folder, options.jobs, options.seconds, root, tests)
        if options.again:
            campaign.forget_survivors()
        return report(campaign.run(faults)) != []
    except NotRunError as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; the results so far are in {options.folder}, and the same command goes on", file=sys.stderr)
        return 130


def _stop(_number: int, _frame: FrameType | None) -> None:
    """End by the first signal; a second one must not interrupt the removal of the copies."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _parse(arguments: Sequence[str], tests: Iterable[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutate",
        description=__doc__,
        epilog="Left out: " + "; ".join(f"{package}: {reason}" for package, reason in LEFT_OUT.items()) + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"packages, from {', '.join(tests)} (all)")
    parser.add_argument("--faults", type=int, default=200, metavar="N", help="how many, spread over the packages (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    parser.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="seconds of tests for one fault, fast ones first (60)"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "faults", help="for the results (build/faults)")
    parser.add_argument("--again", action="store_true", help="try those again that no test had noticed")
    parser.add_argument("--report", action="store_true", help="try nothing, report the results in the folder")
    options = parser.parse_args(arguments)
    for package in options.packages:
        if package in LEFT_OUT:
            parser.error(f"{package} is left out: {LEFT_OUT[package]}")
        if package not in tests:
            parser.error(f"{package!r} is not one of {', '.join(tests)}")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
