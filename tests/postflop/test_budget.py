"""The cost of spots before they are solved."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ircpoker.errors import SolverError
from ircpoker.postflop import memory
from ircpoker.postflop.budget import cost_of, drops, format_cost
from ircpoker.postflop.memory import available_memory, check_memory
from ircpoker.postflop.solution import Solution, betting
from ircpoker.postflop.spot import make_spot
from ircpoker.words.catalogue import load_catalogue
from tests.lab.small import needs_solver
from tests.postflop.spots import NARROW, RANGES, preset

pytestmark = needs_solver

MEASURED = """
import os
from tests.postflop.spots import opened, preset

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

opened().run(iterations=10)
before = used()
solution = preset()
solution.begin()
solution.engine.solve(1)
print(used() - before, solution.engine.size().bytes)
"""


@pytest.mark.slow(5)
def test_the_estimate_of_the_memory_is_right():
    done = subprocess.run(
        [sys.executable, "-c", MEASURED], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    used, estimated = map(int, done.stdout.split())
    assert estimated > 400 * 2**20
    assert used == pytest.approx(estimated, rel=0.02)


def test_the_cost_of_the_preset():
    cost = cost_of(preset(accuracy=0.1))
    assert cost.decisions == (10, 46, 138)
    assert cost.iterations == 180
    assert 400 * 2**20 < cost.bytes < 450 * 2**20


def test_drops_and_their_savings():
    tree = betting(100, 300, "33% 75%", "50%", "25%")
    solution = Solution(make_spot("Qs Jh 2h", NARROW, tree))
    whole = solution.engine.size().bytes
    found = drops(solution, whole - 1)
    assert found == sorted(found, key=lambda drop: -drop.bytes)
    assert {"flop bet 33%", "turn donk bet 25%", "river raise 50%"} <= {drop.name for drop in found}
    first = next(drop for drop in found if drop.name == "river bet 33%")
    smaller = replace(tree, bets=tree.bets.without(0, 2, tree.bets.get(0, 2)[0]).without(1, 2, tree.bets.get(1, 2)[0]))
    exact = Solution(make_spot("Qs Jh 2h", NARROW, smaller)).engine.size().bytes
    assert first.bytes == pytest.approx(exact, rel=0.15)
    # If none is enough, what saves most comes first.
    assert drops(solution, 1) == sorted(drops(solution, 1), key=lambda drop: drop.bytes)


def test_too_little_memory(monkeypatch):
    monkeypatch.setattr(memory, "available_memory", lambda: 2**20)
    with pytest.raises(SolverError, match="this needs 446 MiB of memory, and 1 MiB are free: drop some sizes"):
        preset().begin()
    check_memory(2**20)
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    check_memory(2**60)


def test_the_memory_of_this_machine():
    there = available_memory()
    assert there is None or 2**20 < there < 2**50
    assert "memory " in format_cost(
        Solution(make_spot("Qs Jh 2h 8d", RANGES, betting(100, 100))), load_catalogue().text
    )
