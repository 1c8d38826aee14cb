"""The test of the tests: its faults and its report. The deep tier puts 25 faults into each package."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers
from tests.waiting import wait_until
from tools.faults import Fault, find_faults
from tools.line_map import NotRunError
from tools.mutate import EQUAL, ROOT, Campaign, choose_faults, main, read_equal, report
from tools.packages import LEFT_OUT, TESTS, folder_of
from tools.pytest_runs import make_copy

SMALL = '''
"""A module."""
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    LIMIT = 3
__all__ = ["largest"]

def largest(numbers: list[int], least: int = 0) -> int:
    """Return the largest of some numbers, which are 1 or more."""
    found = least
    for number in numbers:
        if number > found:
            found = number
    return found

def count_down(number: int) -> int:
    while number > 0:
        number -= 1
    return number

def never_called(number: int) -> int:
    return number + 1
'''
ITS_TESTS = """
from ircpoker.small import count_down, largest

def test_largest():
    assert largest([1, 3, 2]) == 3

def test_count_down():
    assert count_down(3) == 0
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one module and two tests, as git knows it."""
    root = tmp_path / "project"
    for name, text in {
        "ircpoker/small.py": SMALL,
        "ircpoker/__init__.py": "",
        "tests/test_small.py": ITS_TESTS,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    return root


def changes(tmp_path: Path, source: str) -> set[str]:
    """Return the changed forms of a source of one line."""
    file = tmp_path / "line.py"
    file.write_text(source, encoding="utf-8")
    return {fault.apply(source) for fault in find_faults(file, tmp_path) if fault.is_another_program(source)}


@pytest.mark.parametrize(
    ("source", "faulty"),
    [
        ("x = a < b", {"x = (a <= b)"}),
        ("x = a is b", {"x = (a is not b)"}),
        ("x = 3", {"x = 4", "x = 2"}),
        ("x = True", {"x = False"}),
        ("x = a + b", {"x = (a - b)"}),
        ("x += a", {"pass", "x -= a"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = not a", {"x = (a)"}),
        ("if a: b()", {"if (not a): b()", "if a: pass"}),
        ("if not a: b()", {"if (a): b()", "if not a: pass"}),
        ("x.y = a", {"pass"}),
        ("f(a, b, c)", {"pass", "(f(b, a, c))", "(f(a, c, b))"}),
        ("x = min(a)", {"x = max(a)"}),
        ("def f(): return a", {"def f(): return None"}),
        ("def f(): raise a", {"def f(): pass"}),
        ("x = [a for a in b if a]", {"x = [a for a in b if (not a)]"}),
        ("x = a if b else c", {"x = (a if not b else c)"}),
        ("x = 'é' if a == 'ü' else b", {"x = ('é' if not a == 'ü' else b)", "x = 'é' if (a != 'ü') else b"}),
    ],
)
def test_faults_of_a_line(tmp_path: Path, source: str, faulty: set[str]) -> None:
    assert changes(tmp_path, source) == faulty


@pytest.mark.parametrize(
    "source",
    [
        '"""Text."""',
        "x: int | None",
        "__all__ = ['a', 'b']",
        "_log.info('%d', 3)",
        "x = f'{3} a'",
        "assert a < b",
        "@d(1)\ndef f(): ...",
    ],
)
def test_a_file_that_is_not_a_program_has_no_faults(tmp_path: Path, source: str) -> None:
    assert changes(tmp_path, source) == set()


def test_a_fault_is_shown_as_a_diff(tmp_path: Path) -> None:
    file = tmp_path / "line.py"
    source = "def f(a):\n    return a < 3\n"
    file.write_text(source, encoding="utf-8")
    fault = next(fault for fault in find_faults(file, tmp_path) if fault.kind == "comparison")
    assert fault.diff(source).splitlines()[2:] == [
        "@@ -1,2 +1,2 @@", " def f(a):", "-    return a < 3", "+    return (a <= 3)",
    ]  # fmt: skip
    assert fault.changed(source) == "- return a < 3\n+ return (a <= 3)"


@pytest.mark.slow
def test_a_campaign_reports_noticed_faults_and_can_be_continued(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = [entry for entry in choose_faults(["small"], 100, 1, project) if not is_endless(entry[1])]
    campaign = Campaign(tmp_path / "results", 2, 300, project, {"small": ("tests",)})
    half = campaign.run(faults[: len(faults) // 2])
    assert half
    capsys.readouterr()

    results = Campaign(tmp_path / "results", 2, 300, project, {"small": ("tests",)}).run(faults)
    printed = capsys.readouterr().out
    assert printed.startswith(f"{len(faults)} faults, {len(half)} of them known")
    assert printed.count(" min left: ") == len(faults) - len(half)
    found = {added(result.diff): result.verdict for result in results}
    assert found["if (number >= found):"] == "survived"
    assert found["if (not number > found):"] == "noticed"
    assert found["return (number - 1)"] == "no test runs it"
    assert (project / "ircpoker" / "small.py").read_text(encoding="utf-8") == SMALL
    assert {result.diff for result in report(results)} == {
        result.diff for result in results if result.verdict in {"survived", "no test runs it"}
    }


@pytest.mark.slow(2)
def test_a_copy_shares_nothing_with_the_tree(tmp_path: Path) -> None:
    copy = make_copy(ROOT, tmp_path / "copy")
    program = "import ircpoker.plugins.help as a, ircpoker.table as b; print(a.__file__, b.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    assert [Path(file).is_relative_to(copy) for file in done.stdout.split()] == [True, True]


def is_endless(fault: Fault) -> bool:
    """Return whether it stops `count_down` from counting down."""
    return fault.changed(SMALL) in {f"- number -= 1\n+ {instead}" for instead in ("pass", "number += 1", "number -= 0")}


@pytest.mark.deep
def test_an_endless_fault_is_stopped(project: Path, tmp_path: Path) -> None:
    endless = [entry for entry in choose_faults(["small"], 100, 1, project) if is_endless(entry[1])]
    results = Campaign(tmp_path / "results", 2, 5, project, {"small": ("tests",)}).run(endless)
    assert [result.verdict for result in results] == ["time ran out"] * 3


def added(diff: str) -> str:
    return next(line[1:].strip() for line in diff.splitlines()[2:] if line.startswith("+"))


@pytest.mark.slow
def test_tests_that_are_not_run_end_it_with_a_message(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    # As tests/traced.py did, which left out the tests of whole packages as soon as anything was traced.
    hook = "def pytest_collection_modifyitems(config, items):\n    if config.option.cov_source: items.pop()\n"
    (project / "conftest.py").write_text(hook, encoding="utf-8")
    assert run_main(project, tmp_path) == 2
    shown = capfd.readouterr().err
    assert shown == "mutate: 1 of 2 tests were not run, such as tests/test_small.py::test_count_down\n"


@pytest.mark.deep
def test_a_fault_in_chat_is_found(tmp_path: Path) -> None:
    module = ROOT / "ircpoker" / "chat" / "lines.py"
    source = module.read_text(encoding="utf-8")
    changed = "- return text[length + 1 :].lstrip()\n+ return None"
    [fault] = [fault for fault in find_faults(module, ROOT) if fault.changed(source) == changed]
    [result] = Campaign(tmp_path, 1, 60, ROOT, {"chat": ("tests/chat/test_router.py",)}).run([("chat", fault, source)])
    assert (result.verdict, result.by.partition("::")[0]) == ("noticed", "tests/chat/test_router.py")


@pytest.mark.slow
def test_programs_that_tests_start_are_traced_and_failing_tests_left_out(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    started = """
import subprocess, sys
from ircpoker.small import never_called
def test_wrong(): assert never_called(1) == 3
def test_it():
    program = "from ircpoker.small import never_called; assert never_called(1) == 2"
    subprocess.run([sys.executable, "-c", program], check=True)
"""
    (project / "tests" / "test_small.py").write_text(started, encoding="utf-8")
    faults = [entry for entry in choose_faults(["small"], 100, 1, project) if "number - 1)" in entry[1].text]
    [result] = Campaign(tmp_path / "results", 1, 60, project, {"small": ("tests",)}).run(faults)
    assert (result.verdict, result.by) == ("noticed", "tests/test_small.py::test_it")
    assert "left out, since it fails without a fault: tests/test_small.py::test_wrong\n" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("at", ["the run without a fault", "a fault"])
def test_ctrl_c_leaves_nothing_behind(project: Path, tmp_path: Path, at: str) -> None:
    begun, temporary = tmp_path / "begun", tmp_path / "temporary"
    temporary.mkdir()
    waits = "True" if at == "the run without a fault" else "count_down(3) != 0"
    test = f"""
import os, time
from ircpoker.small import count_down
def test_it():
    if {waits}:
        with open({str(begun)!r}, "a") as file: file.write(f"{{os.getpid()}}\\n")
        time.sleep(3600)
"""
    (project / "tests" / "test_small.py").write_text(test, encoding="utf-8")
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, str(project), str(tmp_path / "results")],
        env=environment, text=True, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        wait_until(begun.exists)
        process.send_signal(signal.SIGINT)
        _, shown = process.communicate()
    assert process.returncode == 130
    assert shown == f"stopped; the results so far are in {tmp_path / 'results'}, and the same command goes on\n"
    assert list(temporary.glob("ircpoker-faults-*")) == []
    wait_until(lambda: not any(map(runs, begun.read_text(encoding="utf-8").split())))


MAIN = """
import signal, sys
from pathlib import Path
from tools.mutate import main
# A shell without job control starts programs behind it with Ctrl-C ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
folder = ["--folder", sys.argv[2]]
sys.exit(main(["small", "--faults", "100", "--jobs", "2", *folder], Path(sys.argv[1]), {"small": ("tests",)}))
"""


def runs(pid: str) -> bool:
    """Return whether a process runs; a dead one may still be listed until somebody asks how it ended."""
    status = subprocess.run(["ps", "-o", "stat=", "-p", pid], check=False, capture_output=True, text=True).stdout
    return bool(status) and not status.startswith("Z")


def run_main(project: Path, tmp_path: Path) -> int:
    """Run the command on a project, and return its status."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", MAIN, str(project), str(tmp_path / "results")], env=environment, check=False
    ).returncode


@pytest.mark.slow
def test_unusable_tests_end_the_campaign(project: Path, tmp_path: Path) -> None:
    (project / "tests" / "test_small.py").write_text("import nothing_of_this_name", encoding="utf-8")
    with pytest.raises(NotRunError, match="the tests in tests cannot be run"):
        Campaign(tmp_path / "results", 1, 5, project, {"small": ("tests",)}).run(
            list(choose_faults(["small"], 1, 1, project))
        )


@pytest.mark.slow(1)
def test_the_seed_decides_which_faults_are_made() -> None:
    first, again, other = (
        [fault.diff(source) for _, fault, source in choose_faults(["fairness", "config"], 6, seed)]
        for seed in (1, 1, 2)
    )
    assert len(first) == 6
    assert first == again != other


def test_an_unknown_package_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tabel"])
    assert "'tabel' is not one of admin, chat, config" in capsys.readouterr().err


def test_every_package_with_tests_is_known_or_left_out() -> None:
    folders = {file.parent.name for file in (ROOT / "ircpoker").glob("*/__init__.py")}
    tested = {folder for folder in folders if (ROOT / "tests" / folder).is_dir()}
    assert tested - TESTS.keys() == LEFT_OUT.keys()
    for package, paths in TESTS.items():
        folder = folder_of(package, ROOT)
        assert folder.is_dir() or folder.with_suffix(".py").is_file()
        assert [path for path in paths if not (ROOT / path).exists()] == []


def test_faults_listed_as_equal_are_still_in_the_source() -> None:
    for row in map(json.loads, EQUAL.read_text(encoding="utf-8").splitlines()):
        lines = [line.strip() for line in (ROOT / row["file"]).read_text(encoding="utf-8").splitlines()]
        assert [line for line in row["changed"] if line[0] == "-" and line[2:] not in lines] == [], row["file"]
        assert row["reason"]
    assert read_equal()


@pytest.mark.deep
@pytest.mark.parametrize("package", TESTS)
def test_nine_of_ten_faults_are_noticed(package: str, tmp_path: Path) -> None:
    results = Campaign(tmp_path, 1, 60).run(list(choose_faults([package], 25, tiers.seed(1))))
    survivors = report(results)
    assert len(survivors) <= 2, "\n\n".join(result.diff for result in survivors)
