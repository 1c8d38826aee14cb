"""Tests without their programs: left out by name, except where they are demanded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import missing_packages, which

ROOT = Path(__file__).parents[1]
TESTS = """
import subprocess
import pytest
from tests.children import child
from tests.programs import find, want_of

@pytest.fixture(scope="module")
def server():
    return find("ngircd")

def test_a_server(server): pass
def test_the_same_server(server): pass
@pytest.mark.needs("tmux")
def test_a_mark(): raise AssertionError("it has no tmux")
def test_its_start(): subprocess.run(["node", "--version"])
def test_its_start_by_another_program(): child("ssh", "there")
@pytest.mark.skipif(True, reason=want_of("cc", "IRCPOKER_PURE is set"))
def test_what_it_made(): pass
@pytest.mark.skipif(True, reason="this is not about programs")
def test_another_reason(): pass
def test_nothing(): pass
"""
LEFT_OUT = """\
6 tests were left out for want of {programs}: .
To run them, too: apt-get install gcc libc6-dev ngircd nodejs openssh-client tmux
"""


def run(folder: Path, *options: str, **variables: str) -> tuple[int, str]:
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    (folder / "bin").mkdir(exist_ok=True)
    if not (folder / "bin" / "setpriv").exists():
        (folder / "bin" / "setpriv").symlink_to(which("setpriv") or sys.executable)
    plugins = ["-p", "tests.tiers", "-p", "tests.programs", "-p", "no:cacheprovider", "-n", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-q", "-c", os.devnull, f"--rootdir={folder}", *options, folder],
        cwd=ROOT, env={"PATH": str(folder / "bin")} | variables, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.slow(1)
def test_they_are_left_out_and_the_last_lines_say_so(tmp_path: Path) -> None:
    # Who runs only the quick tests with `CI=true` has not prepared the machine for all.
    status, out = run(tmp_path, "-rs", CI="true")
    assert (status, "1 passed, 7 skipped" in out) == (0, True), out
    assert out.endswith(LEFT_OUT.format(programs="cc, ngircd, node, ssh, tmux"))
    assert out.count("SKIPPED") == 6, out  # a line for each program and folder, not for each test


@pytest.mark.slow(1)
def test_where_they_are_demanded_they_fail(tmp_path: Path) -> None:
    status, out = run(tmp_path, "--all", CI="true")
    assert (status, "2 failed, 1 passed, 1 skipped, 4 errors" in out) == (1, True), out
    assert out.count("\nfor want of ngircd, which is demanded here\n") == 2


def test_programs_of_root_and_of_postgres_stand_beside_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "usr/bin/tmux",
        "usr/sbin/ngircd",
        "usr/lib/postgresql/9.6/bin/initdb",
        "usr/lib/postgresql/15/bin/initdb",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "usr" / "bin"))
    assert which("ngircd") == str(tmp_path / "usr" / "sbin" / "ngircd")
    assert which("initdb") == str(tmp_path / "usr" / "lib" / "postgresql" / "15" / "bin" / "initdb")
    assert missing_packages({"tmux": "tmux", "ngircd": "ngircd", "cc": "gcc libc6-dev"}) == ["gcc", "libc6-dev"]
