"""Trying one fault: a copy of the tree, the tests that run its line, and a time limit."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coverage import CoverageData

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tools.faults import Fault

_DURATION = re.compile(r"^([\d.]+)s (?:setup|call|teardown) +(\S.*)$")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)
_EVERYTHING = ""
"""The context of lines that run when a module is imported."""
_PATIENCE = 3
"""The tests may take this many times as long as without a fault."""
_OPTIONS = ("-q", "-m", "not servers", "-p", "no:cacheprovider", "--no-header", "--tb=no", "--color=no")


def make_copy(root: Path) -> Path:
    """Return a new copy of the project: the files that git tracks or would track, and the compiled kernel."""
    folder = Path(tempfile.mkdtemp(prefix="ircpoker-faults-"))
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607  # git is on the path
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    compiled = [path.relative_to(root).as_posix() for path in (root / "ircpoker").rglob("*.so")]
    for name in filter(None, [*listed, *compiled]):
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    if (root / "plugins").is_dir():
        # An installed ircpoker would find the plugins of the tree that it was installed from.
        (folder / "ircpoker" / "plugins").symlink_to(folder / "plugins")
    return folder


def remove_copies(copies: Iterable[Path]) -> None:
    """Remove copies."""
    for copy in copies:
        shutil.rmtree(copy, ignore_errors=True)


def run_pytest(copy: Path, arguments: Sequence[str], seconds: float) -> tuple[int | None, str]:
    """Run tests in a copy.

    Args:
        copy: a copy of the project.
        arguments: the arguments for pytest.
        seconds: the time limit.

    Returns:
        The exit status, None if the time ran out, and the output.
    """
    # The copy comes before the environment's path, which names the tree itself.
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=copy, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return None, output
        return process.returncode, output


class Trials:
    """The tests of one package, with the lines that they run and the time that each takes.

    Args:
        package: the package's path below `ircpoker`.
        paths: the paths of its tests.
        folder: the folder in which the map of lines and tests is kept until one of the files changes.
    """

    def __init__(self, package: str, paths: Sequence[str], folder: Path) -> None:
        self._package, self._paths, self._folder = package, list(paths), folder
        self._lock = threading.Lock()
        self._map: TestMap | None = None

    def _known(self, copy: Path) -> TestMap:
        """Return the map; it is made the first time, in a copy without a fault."""
        with self._lock:
            if self._map is None:
                name = f"{self._package.replace('/', '.')}.{_digest(copy, self._package, self._paths)}.json"
                kept = self._folder / name
                if not kept.exists():
                    print(f"{self._package}: which tests run which lines ...", flush=True)
                    kept.write_text(json.dumps(_map_lines(copy, self._package, self._paths)), encoding="utf-8")
                self._map = TestMap(**json.loads(kept.read_text(encoding="utf-8")))
            return self._map

    def _tests_of(self, fault: Fault, known: TestMap) -> list[str]:
        """Return the tests that run the lines of a fault, the fastest first; all paths for lines that run at import."""
        lines = known.lines.get(fault.file, {})
        tests = {test for line in range(fault.line, fault.last + 1) for test in lines.get(str(line), ())}
        if _EVERYTHING in tests:
            return self._paths
        return sorted(tests.difference(known.failing), key=lambda test: (known.durations.get(test, 0), test))

    def try_fault(self, fault: Fault, source: str, copy: Path, seconds: float) -> tuple[str, str, float]:
        """Run tests with a fault.

        Args:
            fault: the fault.
            source: the source of its module.
            copy: a copy of the project; the fault is removed afterwards.
            seconds: the time limit; it is longer where the tests took longer without a fault.

        Returns:
            The verdict, the test that failed, and the seconds that it took.
        """
        known = self._known(copy)
        tests = self._tests_of(fault, known)
        if not tests:
            return "no test runs it", "", 0
        module = copy / fault.file
        start = time.monotonic()
        module.write_text(fault.apply(source), encoding="utf-8")
        try:
            listed = copy / ".tests-of-the-fault"
            listed.write_text("\n".join(tests), encoding="utf-8")
            left_out = [f"--deselect={test}" for test in known.failing]
            chosen = known.durations.values() if tests is self._paths else map(known.durations.get, tests)
            patience = max(seconds, _PATIENCE * sum(filter(None, chosen)))
            status, output = run_pytest(copy, [*_OPTIONS, "-x", *left_out, f"@{listed}"], patience)
        finally:
            module.write_text(source, encoding="utf-8")
        verdict = {0: "survived", None: "time ran out"}.get(status, "noticed")
        failed = _FAILED.search(output)
        return verdict, failed[1] if failed else "", round(time.monotonic() - start, 1)


class TestMap(NamedTuple):
    """The result of running a package's tests once without a fault.

    Attributes:
        lines: module → line → tests that run it.
        durations: seconds of each test.
        failing: tests that fail without a fault; they are left out.
    """

    lines: dict[str, dict[str, list[str]]]
    durations: dict[str, float]
    failing: list[str]


def _map_lines(copy: Path, package: str, paths: Sequence[str]) -> dict[str, object]:
    """Run the tests once and return the data of a `TestMap`.

    Raises:
        RuntimeError: they cannot be run.
    """
    name = package.replace("/", ".")
    data, settings = copy / f".coverage-{name}", copy / f".coveragerc-{name}"
    settings.write_text(f"[run]\ndata_file = {data}\n", encoding="utf-8")
    watched = [f"--cov={copy / 'ircpoker'}", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    arguments = [*_OPTIONS, "-vv", "--durations=0", *watched, *paths]
    status, output = run_pytest(copy, arguments, 3600)
    if status not in {0, 1}:
        raise RuntimeError(f"the tests of {package} cannot be run:\n{output[-3000:]}")
    failing = _FAILED.findall(output)
    for test in failing:
        print(f"left out, since it fails without a fault: {test}", flush=True)
    durations: dict[str, float] = {}
    for line in output.splitlines():
        if found := _DURATION.match(line):
            durations[found[2]] = durations.get(found[2], 0) + float(found[1])
    covered = CoverageData(str(data))
    covered.read()
    lines: dict[str, dict[int, list[str]]] = {}
    for file in covered.measured_files():
        module = Path(file).relative_to(copy).as_posix()
        if module.startswith((f"ircpoker/{package}/", f"ircpoker/{package}.py")):
            contexts = covered.contexts_by_lineno(file)
            lines[module] = {
                line: sorted({test.rpartition("|")[0] for test in tests}) for line, tests in contexts.items()
            }
    return {"lines": lines, "durations": durations, "failing": failing}


def _digest(copy: Path, package: str, paths: Sequence[str]) -> str:
    """Return a name for the state of a package and its tests."""
    state = hashlib.sha256()
    for path in (f"ircpoker/{package}", f"ircpoker/{package}.py", *paths):
        found = [copy / path, *(copy / path).rglob("*.py")]
        for file in sorted(file for file in found if file.is_file()):
            state.update(file.read_bytes())
    return state.hexdigest()[:12]
