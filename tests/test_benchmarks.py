"""Each benchmark that a page names starts."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import start
from tests.children import child
from tests.test_wheel import checkout
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
NAMED = sorted(
    {name for page in PAGES for name in re.findall(r"\bbenchmarks\.(\w+)", page.read_text(encoding="utf-8"))}
)


@pytest.mark.no_cover
@pytest.mark.filterwarnings("ignore")  # those of the packages that are compared
@pytest.mark.parametrize("name", NAMED)
def test_a_benchmark_of_the_pages_starts(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    monkeypatch.delitem(sys.modules, f"benchmarks.{name}", raising=False)
    try:
        runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        assert ended.code == 0
    assert f"python -m benchmarks.{name}" in capsys.readouterr().out


def test_the_pages_name_benchmarks() -> None:
    assert {"evaluator", "start", "ring"} < set(NAMED)


@pytest.mark.slow(5)
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("feed 4", r"beside 200 connections +\d\d commands +p50 +\d"),
        ("lobby 60 300", r"^60 tables, 300 commands, \d+ lines, ledger clean: True$"),
    ],
)
def test_a_bot_with_many_tables_is_measured(words: str, shown: str) -> None:
    """All that it counts on may be open: they are bounded by what the bot allows."""
    command = child(sys.executable, "-m", *f"benchmarks.{words}".split())
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(shown, done.stdout, re.MULTILINE), done.stdout


@pytest.mark.slow(25)
@pytest.mark.no_cover
def test_a_wheel_is_built_and_its_start_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(start, "ROOT", checkout(tmp_path / "tree", whole=False))
    monkeypatch.setattr(start, "ROUNDS", 1)
    monkeypatch.setenv("IRCPOKER_KERNEL_FLAGS", "-O0")
    start.main()
    assert re.search(r"ircpoker parse +\d+\.\d +\+\d+\.\d", capsys.readouterr().out)
