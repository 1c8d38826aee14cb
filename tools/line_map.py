"""Which tests run which lines of a package: its tests run once, traced, without a fault.

Programs that a test starts are traced for that test, too.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from coverage import CoverageData

from tools.packages import modules_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from tools.pytest_runs import PytestRuns

FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)
"""A test that failed, in the summary of pytest."""
_DURATION = re.compile(r"^([\d.]+)s (?:setup|call|teardown) +(\S.*)$")
_PERCENT = re.compile(r"\[ *(\d+)%\]")
_CONTEXT = re.compile(r"\|(?:setup|run|teardown)$| \((?:setup|call|teardown)\)$")
"""What follows the test in a context: its phase, as pytest-cov writes it, or as a program of the test reads it."""
_HOURS = 4 * 3600
_SETTINGS = """[run]
data_file = {data}
patch = subprocess
disable_warnings = module-not-imported, no-data-collected
context = ${{PYTEST_CURRENT_TEST-}}
include =
    {modules}
"""
_DATA = ".coverage-faults"
OPTIONS = (
    "-q", "-m", "not servers", "-p", "no:cacheprovider", "--no-header", "--tb=no", "--color=no",
    # With coverage it leaves all tests out but those that count for its floor.
    "-p", "no:tests.traced",
)  # fmt: skip
"""The options of each run of the tests."""


class NotRunError(Exception):
    """The tests of a package cannot be run, or some of them were not: the message says which."""


@dataclass
class LineMap:
    """The tests of a package.

    Attributes:
        lines: module → line → tests that run it; the empty test stands for the import of the module.
        durations: test → seconds that it took, for each that passed.
    """

    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    durations: dict[str, float] = field(default_factory=dict)

    def tests_of(self, file: str, lines: Iterable[int], first: str) -> list[str]:
        """Return the tests that may notice a fault, in the order in which to try them.

        Args:
            file: the module.
            lines: the lines of the fault.
            first: the path of the tests to begin with.

        Returns:
            The tests that run one of the lines. If a line runs when the module is imported, then those that run another
            line of the module, and then all others. Each time those below `first` come first, and fast ones before
            slow ones.
        """
        known = self.lines.get(file, {})
        at_line = {test for line in lines for test in known.get(line, ())}
        near = {test for tests in known.values() for test in tests}
        chosen = self.durations.keys() if "" in at_line else self.durations.keys() & at_line

        def order(test: str) -> tuple[bool, bool, bool, float, str]:
            return test not in at_line, test not in near, not _is_below(test, first), self.durations[test], test

        return sorted(chosen, key=order)


def make_maps(
    copy: Path, tests: Mapping[str, Sequence[str]], jobs: int, runs: PytestRuns, folder: Path
) -> dict[str, LineMap]:
    """Run the tests of packages once and return their maps.

    Args:
        copy: a copy of the project without a fault.
        tests: package → the paths of its tests.
        jobs: the number of tests that run at a time.
        runs: what runs them.
        folder: the folder in which the maps are kept until one of the package's files or of its tests changes.

    Returns:
        The map of each package.

    Raises:
        NotRunError: a test was not run, or no test of a path passes.
    """
    files = {package: folder / f"{package}.{_digest(copy, package, paths)}.json" for package, paths in tests.items()}
    missing = {package: list(paths) for package, paths in tests.items() if not files[package].exists()}
    if missing:
        paths = sorted({path for paths in missing.values() for path in paths})
        print(f"Which tests run which lines of {', '.join(missing)}: they run once without a fault ...", flush=True)
        durations = _run_traced(copy, missing, paths, jobs, runs)
        for package, its_paths in missing.items():
            made = LineMap(_lines(copy, package), _below(durations, its_paths, package))
            files[package].write_text(json.dumps(asdict(made)), encoding="utf-8")
    return {package: _read(file) for package, file in files.items()}


def _read(file: Path) -> LineMap:
    data = json.loads(file.read_text(encoding="utf-8"))
    lines = {name: {int(line): tests for line, tests in known.items()} for name, known in data["lines"].items()}
    return LineMap(lines, data["durations"])


def _run_traced(
    copy: Path, packages: Iterable[str], paths: Sequence[str], jobs: int, runs: PytestRuns
) -> dict[str, float]:
    """Run the tests below some paths, noting which lines of the packages they run; return the seconds of each test."""
    status, output = runs.run(copy, [*OPTIONS, "--collect-only", *paths], _HOURS)
    wanted = {line for line in output.splitlines() if "::" in line and not line.startswith("ERROR")}
    if status == 0:
        settings = copy / ".coveragerc-faults"
        modules = "\n    ".join(str(path) for package in packages for path in modules_of(package, copy))
        settings.write_text(_SETTINGS.format(data=copy / _DATA, modules=modules), encoding="utf-8")
        traced = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
        spread = ["-n", str(jobs), "--dist=worksteal"] if jobs > 1 else []
        options = [*OPTIONS, "-v", "-v", "--durations=0", "--durations-min=0", *spread, *traced]
        status, output = runs.run(copy, [*options, *paths], _HOURS, _Progress().hear)
    if status not in {0, 1}:
        raise NotRunError(f"the tests in {', '.join(paths)} cannot be run:\n{output[-3000:]}")
    durations: dict[str, float] = {}
    for line in output.splitlines():
        if found := _DURATION.match(line):
            durations[found[2]] = durations.get(found[2], 0) + float(found[1])
    if not_run := sorted(wanted - durations.keys()):
        raise NotRunError(f"{len(not_run)} of {len(wanted)} tests were not run, such as {not_run[0]}")
    for test in FAILED.findall(output):
        print(f"left out, since it fails without a fault: {test}", flush=True)
        durations.pop(test, None)
    return durations


def _below(durations: Mapping[str, float], paths: Sequence[str], package: str) -> dict[str, float]:
    """Return the tests of a package.

    Raises:
        NotRunError: no test of a path passes.
    """
    for path in paths:
        if not any(_is_below(test, path) for test in durations):
            raise NotRunError(f"the tests of {package} were not run: no test of {path} passes")
    return {test: seconds for test, seconds in durations.items() if any(_is_below(test, path) for path in paths)}


def _is_below(test: str, path: str) -> bool:
    return test.startswith((f"{path}/", f"{path}::"))


def _lines(copy: Path, package: str) -> dict[str, dict[int, list[str]]]:
    """Return module → line → tests, as they were traced."""
    covered = CoverageData(str(copy / _DATA))
    covered.read()
    lines = {}
    for path in modules_of(package, copy):
        contexts = covered.contexts_by_lineno(str(path))
        lines[path.relative_to(copy).as_posix()] = {
            line: sorted({_CONTEXT.sub("", context) for context in found}) for line, found in contexts.items()
        }
    return lines


def _digest(copy: Path, package: str, paths: Iterable[str]) -> str:
    """Return a name for the state of a package and its tests."""
    state = hashlib.sha256()
    for module in modules_of(package, copy):
        state.update(module.read_bytes())
    for path in paths:
        found = [copy / path, *(copy / path).rglob("*.py")]
        for file in sorted(file for file in found if file.is_file()):
            state.update(file.read_bytes())
    return state.hexdigest()[:12]


class _Progress:
    """Prints how far a run is, from the percentages in its output."""

    def __init__(self) -> None:
        self._printed = 0

    def hear(self, line: str) -> None:
        """Print a line for every tenth of the tests."""
        if (found := _PERCENT.search(line)) and int(found[1]) >= self._printed + 10:
            self._printed = int(found[1]) // 10 * 10
            print(f"  {self._printed} %", flush=True)
