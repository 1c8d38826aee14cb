"""Put small faults into the program, one at a time, and see whether the tests notice: a test of the tests.

    python -m tools.mutate table lobby --faults 50       50 faults over two packages, in two processes
    python -m tools.mutate --faults 200 --jobs 1         200 over all packages
    python -m tools.mutate --report                      the results so far: the faults that survived, as diffs

It works on copies of the tree, never on the tree itself. First it runs each package's tests once without a fault, and
notes which of them run which lines; a fault is then tried on the tests that run its line, the fastest first, until one
fails. The results are kept in `--folder`, so the same command goes on where it was stopped. The seed decides which
faults are made. tests/data/equal_faults.jsonl lists those that change nothing noticeable, each with the reason.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tools.faults import Fault, find_faults, modules_of
from tools.trials import Trials, make_copy, remove_copies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tests" / "data" / "equal_faults.jsonl"
TESTS = {
    "table": (
        "tests/table", "tests/rules", "tests/counts/test_perft.py", "tests/history", "tests/robots", "ircpoker/table",
    ),
    "lobby": (
        "tests/lobby", "tests/chat", "tests/plugins", "tests/pinned", "tests/transports/test_console_games.py",
        "ircpoker/lobby",
    ),
    "ledger": ("tests/ledger", "tests/lobby", "tests/plugins", "tests/cli/test_audit.py", "ircpoker/ledger"),
    "transports/irc": ("tests/transports/irc", "ircpoker/transports/irc"),
    "shuffle": (
        "tests/test_shuffle.py", "tests/test_proofs.py", "tests/ledger/test_shuffles.py", "tests/machines",
        "tests/cli/test_verify.py", "tests/lobby/test_restarts.py", "ircpoker/shuffle.py",
    ),
    "slots": ("tests/slots", "tests/machines", "tests/counts/test_payback.py", "tests/plugins", "ircpoker/slots"),
    "draws": ("tests/draws", "tests/cli/test_discards.py", "tests/plugins", "ircpoker/draws"),
    "systems": ("tests/systems", "tests/seeds", "tests/robots", "tests/cli/test_value.py", "ircpoker/systems"),
}  # fmt: skip
"""The packages, each with the tests that should notice its faults; servers are left to their own tests."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one fault.

    Attributes:
        key: identifies the fault, even if its module is changed elsewhere.
        verdict: `noticed`, `survived`, `time ran out` or `no test runs it`.
        by: the test that noticed it.
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
        modules = modules_of(root / "ircpoker" / package)
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
        seconds: the most seconds for one fault.
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
        self.results = read_results(self._file)

    def run(self, faults: Sequence[tuple[str, Fault, str]]) -> list[Result]:
        """Try all faults that are not known yet; return the results of all."""
        todo = [
            (package, fault, source) for package, fault, source in faults if key_of(fault, source) not in self.results
        ]
        self._done, self._count = 0, len(todo)
        if todo:
            copies = [make_copy(self._root) for _ in range(self._jobs)]
            trials = {
                name: Trials(name, self._tests[name], self._folder) for name in {package for package, _, _ in todo}
            }
            left = deque(todo)
            try:
                with ThreadPoolExecutor(self._jobs) as pool:
                    # From both ends, so that two workers do not wait for the first run of the same package.
                    takes = [left.pop if job % 2 else left.popleft for job in range(self._jobs)]
                    for ended in [
                        pool.submit(self._try_all, *pair, trials) for pair in zip(takes, copies, strict=True)
                    ]:
                        ended.result()
            finally:
                left.clear()
                remove_copies(copies)
        return [self.results[key_of(fault, source)] for _, fault, source in faults]

    def _try_all(self, take: Callable[[], tuple[str, Fault, str]], copy: Path, trials: dict[str, Trials]) -> None:
        """Try faults until none is left."""
        while True:
            try:
                package, fault, source = take()
            except IndexError:
                return
            verdict, by, seconds = trials[package].try_fault(fault, source, copy, self._seconds)
            result = Result(
                key_of(fault, source),
                package,
                fault.file,
                fault.line,
                fault.kind,
                fault.diff(source),
                verdict,
                by,
                seconds,
            )
            with self._lock:
                self._done += 1
                self.results[result.key] = result
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(result)) + "\n")
                where = f"{fault.file}:{fault.line}"
                print(f"{self._done}/{self._count} {where} {fault.kind}: {verdict} {by} ({seconds:.0f} s)", flush=True)


def report(results: Iterable[Result]) -> list[Result]:
    """Print the faults that no test noticed, and the totals; return the survivors that are not listed as equal."""
    equal = read_equal()
    counts: Counter[str] = Counter()
    survivors = []
    for result in sorted(results, key=lambda result: (result.package, result.file, result.line)):
        verdict = result.verdict
        if verdict in {"survived", "no test runs it"}:
            reason = equal.get(result.key)
            verdict = "equal" if reason else verdict
            survivors += [] if reason else [result]
            print(f"\n{verdict}{f': {reason}' if reason else ''}\n{result.diff}")
        elif verdict == "time ran out":
            print(f"\n{verdict} after {result.seconds:.0f} s: endless, or too slow to say\n{result.diff}")
        counts[verdict] += 1
    print(f"\n{counts.total()} faults: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    return survivors


def main(arguments: Sequence[str]) -> int:
    """Make faults, try them and print the survivors.

    Args:
        arguments: the command line's arguments.

    Returns:
        1 if a fault survived that is not listed as equal.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"packages, from {', '.join(TESTS)} (all)")
    parser.add_argument("--faults", type=int, default=200, metavar="N", help="how many, spread over the packages (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    parser.add_argument(
        "--seconds",
        type=int,
        default=300,
        metavar="N",
        help="the most for one fault, or three times the time without it (300)",
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "faults", help="for the results (build/faults)")
    parser.add_argument("--report", action="store_true", help="try nothing, report the results in the folder")
    options = parser.parse_args(arguments)
    for package in options.packages:
        if package not in TESTS:
            parser.error(f"{package!r} is not one of {', '.join(TESTS)}")
    if options.report:
        return report(read_results(options.folder / "results.jsonl").values()) != []
    faults = list(choose_faults(options.packages or list(TESTS), options.faults, options.seed))
    return report(Campaign(options.folder, options.jobs, options.seconds).run(faults)) != []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
