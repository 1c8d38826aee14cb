"""Trying one fault: the tests that run its line, fast ones first, until one fails."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tools.line_map import FAILED, OPTIONS, NotRunError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tools.faults import Fault
    from tools.line_map import LineMap
    from tools.pytest_runs import PytestRuns

_PATIENCE = 3
"""The tests may take this many times as long as without a fault ..."""
_START = 60
"""... and so many seconds more, to start on a busy machine."""
_NO_TESTS = 5
"""The exit status of pytest if it has run nothing."""


class Trials:
    """Tries faults on the tests of one package.

    Args:
        known: which tests run which lines.
        first: the path of the tests that mirror the package; they are run first.
        seconds: the seconds of tests for one fault; one test at least.
        runs: what runs them.
    """

    def __init__(self, known: LineMap, first: str, seconds: float, runs: PytestRuns) -> None:
        self._known, self._first, self._seconds, self._runs = known, first, seconds, runs

    def try_fault(self, fault: Fault, source: str, copy: Path) -> tuple[str, str, float]:
        """Run tests with a fault.

        Args:
            fault: the fault.
            source: the source of its module.
            copy: a copy of the project; the fault is removed afterwards.

        Returns:
            The verdict, the test that failed or how many passed, and the seconds that it took.

        Raises:
            NotRunError: pytest has run no test.
        """
        tests = self._known.tests_of(fault.file, range(fault.line, fault.last + 1), self._first)
        if not tests:
            return "no test runs it", "", 0
        chosen = self._fastest(tests)
        module = copy / fault.file
        start = time.monotonic()
        module.write_text(fault.apply(source), encoding="utf-8")
        try:
            listed = copy / ".tests-of-the-fault"
            listed.write_text("\n".join(chosen), encoding="utf-8")
            patience = _START + _PATIENCE * sum(map(self._known.durations.__getitem__, chosen))
            status, output = self._runs.run(copy, [*OPTIONS, "-x", f"@{listed}"], patience)
        finally:
            module.write_text(source, encoding="utf-8")
        if status == _NO_TESTS:
            raise NotRunError(f"no test was run on {fault.file}:{fault.line}:\n{output[-3000:]}")
        took = round(time.monotonic() - start, 1)
        if status == 0:
            return "survived", f"{len(chosen)} of {len(tests)} tests", took
        failed = FAILED.search(output)
        return "time ran out" if status is None else "noticed", failed[1] if failed else "", took

    def _fastest(self, tests: Sequence[str]) -> list[str]:
        """Return as many tests as the time is enough for."""
        left = self._seconds
        chosen: list[str] = []
        for test in tests:
            left -= self._known.durations[test]
            if chosen and left < 0:
                break
            chosen.append(test)
        return chosen
