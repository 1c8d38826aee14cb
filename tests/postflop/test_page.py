"""docs/solver.md: its examples are true, and its pictures are those of the tool."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ircpoker
from ircpoker.postflop import solve
from tests.lab.small import needs_solver
from tools import make_solver_pictures

pytestmark = needs_solver

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "solver.md"


def test_the_session():
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.REPORT_NDIFF)
    assert found.attempted >= 5
    assert found.failed == 0


COMMANDS = re.compile(r"^\$ (?P<command>.*(?:\n> .*)*)\n(?P<shown>(?:[^$`].*\n)*)", re.MULTILINE)


def tasks():
    """The commands of the page that can be run as they stand, each with lines that it shows."""
    (block,) = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for found in COMMANDS.finditer(block):
        yield re.sub(r"^> ", "", found["command"], flags=re.MULTILINE), found["shown"].splitlines()


@pytest.mark.slow(12)
def test_the_tasks(tmp_path):
    (tmp_path / "ircpoker").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ircpoker "$@"\n', encoding="utf-8")
    (tmp_path / "ircpoker").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for command, shown in tasks():
        done = subprocess.run(
            ["/bin/sh", "-c", command.replace("--flops 25", "--flops 2")],
            cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, (command, done.stdout)
        lines = iter(done.stdout.splitlines())
        for expected in shown:  # in this order, each as the beginning of a line
            assert any(line.startswith(expected) for line in lines), (command, expected, done.stdout)


def test_the_short_way_in():
    assert ircpoker.solve is solve
    with pytest.raises(AttributeError, match="no attribute 'solved'"):
        _ = ircpoker.solved


def test_the_command_is_that_of_the_pictures():
    text = " ".join(PAGE.read_text(encoding="utf-8").replace("\\\n", " ").split())
    first, second = make_solver_pictures.RANGES
    assert f'ircpoker solve "{make_solver_pictures.BOARD}" "{first}" "{second}"' in text
    assert f"--pot {make_solver_pictures.POT} --stack {make_solver_pictures.STACK} --bets 66% --raise 60%" in text


@pytest.mark.slow(4)
def test_the_pictures(tmp_path):
    make_solver_pictures.main(tmp_path)
    names = [f"{name}.svg" for name in make_solver_pictures.PICTURES]
    assert sorted(re.findall(r"solver/(\w+\.svg)", PAGE.read_text(encoding="utf-8"))) == sorted(names)
    for name in names:
        assert (tmp_path / name).read_bytes() == (PAGE.parent / "solver" / name).read_bytes()
