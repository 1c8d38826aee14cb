"""The JSON of `ircpoker solve` holds the whole play: a program in another language judges it by the file alone."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from ircpoker.postflop import betting
from ircpoker.postflop.data import json_lines, play_bytes
from ircpoker.postflop.engine.engine import Rake
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.spot import make_spot
from tests.lab.small import needs_solver
from tests.postflop.spots import random_board, random_range
from tests.tiers import seeds

pytestmark = needs_solver

JUDGE = Path(__file__).with_name("judge.js")
AS_SAID, EV_AS_SAID = 0.001, 0.005
"""In percent of the pot; the EV of a single hand is a sum of many numbers of 24 bits."""


def judged(file):
    node = shutil.which("node")
    assert node, "no node: apt install nodejs"
    return json.loads(subprocess.run([node, JUDGE, file], capture_output=True, check=True, timeout=3000).stdout)


def spot(number, size):
    """A random spot; every third is raked."""
    rng = np.random.default_rng([number, size])
    kinds = {5: 20, 4: 7, 3: 2}[size]
    sizes, stack = ("50%", "75% 150%")[number % 2 if size > 3 else 0], (100, 180, 300)[number % 3]
    tree = betting(100, stack, sizes, "60%" if size > 3 else "none")
    ranges = [random_range(rng, kinds) for _ in range(2)]
    return make_spot(random_board(rng, size), ranges, tree, Rake(0.05, 8) if number % 3 == 2 else None)


def check(solution, folder):
    progress = solution.run()
    file = folder / "solved.json"
    with file.open("w", encoding="utf-8") as stream:
        stream.writelines(json_lines(solution, None))
    if solution.spot.street < 2:  # on the river the description is most of it
        assert 0.5 < play_bytes(solution) / file.stat().st_size < 2
    found = judged(file)
    assert found["gap"] == pytest.approx(progress.gap, abs=AS_SAID)
    assert found["ev"] == pytest.approx(progress.ev, abs=0.01)
    ev, other = found["off"]
    assert ev < EV_AS_SAID
    assert other < 1e-5
    return found


def opened(at):
    solution = Solution(at, accuracy=0.2)
    solution.begin()
    return solution


@pytest.mark.slow(1)
@pytest.mark.parametrize("number", list(seeds(60, 1)))
def test_rivers(number, tmp_path):
    check(opened(spot(number, 5)), tmp_path)


@pytest.mark.slow(2)
@pytest.mark.parametrize("number", list(seeds(20, 1)))
def test_turns(number, tmp_path):
    check(opened(spot(number, 4)), tmp_path)


@pytest.mark.slow(15)
@pytest.mark.parametrize("number", list(seeds(2, 1)))
def test_flops(number, tmp_path):
    check(opened(spot(number, 3)), tmp_path)


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("board", ["8s Qh 7h 4h", "8s Qh 7h 4h 2c"])
def test_a_hand_that_blocks_most_of_the_others(board, tmp_path):
    """Before the river clubs and diamonds are alike, but not for what is left against the king of clubs."""
    ranges = ("KcJh,KdJh,99", "JhJc,JhJd,JhJs,Kd5h:0.1,Kc5h:0.1")
    check(opened(make_spot(board, ranges, betting(100, 100, "50%", "none"))), tmp_path)


def test_locked_decisions_and_a_changed_file(tmp_path):
    solution = opened(make_spot("Qs Jh 2h 8d 3c", ("AA,KQ,T9s", "QQ,AJ,98s"), betting(100, 200)))
    policy = np.zeros((3, 1326), np.float32)
    policy[0] = 1  # in position always folds to a bet: best responses do so, too
    solution.lock("bet", policy)
    check(solution, tmp_path)
    file = tmp_path / "solved.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    rows = data["play"]["Qs Jh 2h 8d 3c"]["0"]
    rows[0], rows[1] = rows[1], rows[0]  # out of position checks instead of betting
    file.write_text(json.dumps(data), encoding="utf-8")
    assert judged(file)["gap"] > solution.exploitability + 1
