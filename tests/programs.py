"""The programs that tests start and a machine may lack: what needs them is left out, and the last lines say so.

A test that cannot start one of them, takes its path from `find`, or has the mark `needs`, is left out without it.
Continuous integration (`CI=true` and `--all`) demands them: there a missing one is a failure.

`python tests/programs.py [--small]` prints the packages of Debian that are missing here, before pytest is installed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path, PurePosixPath

try:
    import pytest

    from ircpoker.errors import SolverError
except ModuleNotFoundError:
    if __name__ != "__main__":
        raise

SMALL = {
    "atheme-services": "atheme-services",
    "inspircd": "inspircd",
    "irssi": "irssi",
    "ngircd": "ngircd",
    "openssl": "openssl",
    "pkill": "procps",
    "ps": "procps",
    "ssh": "openssh-client",
    "ssh-keygen": "openssh-client",
    "tmux": "tmux",
    "weechat-headless": "weechat-headless",
}
"""The packages of programs that `scripts/test` itself installs where it may."""
PACKAGES = SMALL | {
    "bash": "bash",
    "cc": "gcc libc6-dev",
    "chromium": "chromium fonts-dejavu-core",
    "chromium-headless-shell": "chromium-headless-shell",
    "eggdrop": "eggdrop",
    "firefox": "firefox-esr",
    "fish": "fish",
    "gcc": "gcc libc6-dev",
    "git": "git",
    "groff": "groff-base",
    "initdb": "postgresql",
    "jq": "jq",
    "nginx": "nginx-light",
    "node": "nodejs",
    "postgres": "postgresql",
    "promtool": "prometheus",
    "setpriv": "util-linux",
    "systemd-analyze": "systemd",
    "zsh": "zsh",
}
"""The packages of Debian that have them, in one or several words."""

_WANTED = "for want of "
"""How the reason of a test that was left out begins."""


def find(program: str) -> str:
    """Return the path of a program; the test is left out without it."""
    if (path := which(program)) is None:
        pytest.skip(_WANTED + program)
    return path


def which(program: str) -> str | None:
    """Return the path of a program; those of root and of PostgreSQL count if the PATH has the folder beside theirs."""
    return shutil.which(program, path=os.pathsep.join(map(str, _folders())))


def want_of(program: str, otherwise: str) -> str:
    """Return the reason to leave out what this program makes, such as the kernel in C; the other one if it is here."""
    return otherwise if which(program) else _WANTED + program


def missing_packages(programs: dict[str, str]) -> list[str]:
    """Return the packages of those programs that are not here."""
    return sorted({word for program, package in programs.items() if not which(program) for word in package.split()})


def _folders() -> Iterator[Path]:
    for folder in map(Path, os.get_exec_path()):
        yield folder
        if folder.name == "bin":
            yield folder.with_name("sbin")
            versions = folder.parent.glob("lib/postgresql/*/bin")
            yield from sorted(versions, key=lambda path: float(path.parts[-2]), reverse=True)


if __name__ == "__main__":
    print(*missing_packages(SMALL if "--small" in sys.argv else PACKAGES))  # noqa: T201 # for scripts
    sys.exit()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(program, ...): is left out without these programs")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            find(program)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    error = call.excinfo.value if call.excinfo else None
    program = _wanted(report) or _missed(error)
    if program and not which(program):
        is_demanded = os.environ.get("CI") == "true" and item.config.option.tier != "quick"
        report.outcome = "failed" if is_demanded else "skipped"
        # The summary has a line for each folder, not for each test.
        left_out = (str(item.path.parent), None, _WANTED + program)
        report.longrepr = f"{_WANTED}{program}, which is demanded here" if is_demanded else left_out
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, object, object]:
    """Write the last lines, behind what pytest itself says at the end."""
    result = yield
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    reports = [report for report in (terminal.stats.get("skipped", ()) if terminal else ()) if _wanted(report)]
    if reports:
        programs = sorted(set(map(_wanted, reports)))
        folders = sorted({str(PurePosixPath(report.nodeid.partition("::")[0]).parent) for report in reports})
        packages = sorted({word for program in programs for word in PACKAGES[program].split()})
        terminal.write_line(
            f"{len(reports)} tests were left out for want of {', '.join(programs)}: {' '.join(folders)}"
        )
        terminal.write_line(f"To run them, too: apt-get install {' '.join(packages)}")
    return result


def _missed(error: BaseException | None) -> str:
    """Return the program whose lack raised an error, also in an example in the code; none if something else did."""
    failure, *_ = getattr(error, "failures", [error])
    error = failure.exc_info[1] if hasattr(failure, "exc_info") else error
    if isinstance(error, FileNotFoundError) and error.filename in PACKAGES:
        return str(error.filename)
    return "cc" if isinstance(error, SolverError) and "was not built" in str(error) else ""


def _wanted(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return the program for want of which a test was left out; none if it was not."""
    if not report.skipped or not isinstance(report.longrepr, tuple):
        return ""
    _, is_wanted, program = report.longrepr[2].partition(_WANTED)
    return program if is_wanted else ""
