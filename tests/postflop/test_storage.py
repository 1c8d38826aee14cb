"""Files of solutions: written whole or not at all, and read only if they are right."""

import random
import resource
import signal

import numpy as np
import pytest

from ircpoker.errors import SolverError
from ircpoker.postflop import load, save
from tests.lab.small import needs_solver
from tests.postflop.spots import opened
from tests.tiers import count, seed

pytestmark = needs_solver


@pytest.fixture(scope="module")
def solved():
    solution = opened("Qs Jh 2h 8d", accuracy=0.5)
    policy = np.zeros((2, 1326), np.float32)
    policy[1] = 1
    solution.lock("check check 7c check", policy)
    solution.run(iterations=20)
    return solution


def test_a_solution_comes_back(solved, tmp_path):
    save(solved, tmp_path / "a")
    again = load(tmp_path / "a")
    assert (again.spot, again.progress, again.accuracy) == (solved.spot, solved.progress, 0.5)
    assert again.locks == solved.locks
    for mine, other in ((again.engine.means, solved.engine.means), (again.engine.regrets, solved.engine.regrets)):
        assert np.array_equal(mine, other)
    # It goes on as the first one does, with the lock.
    for solution in (solved, again):
        solution.run(iterations=40)
    assert np.array_equal(again.engine.means, solved.engine.means)
    assert again.strategy("check check 7c check")[1].max() == 1
    assert again.strategy("check check 7c check")[0].max() == 0


def test_damaged_files(solved, tmp_path):
    save(solved, tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    rng = random.Random(seed(5))
    broken = tmp_path / "broken"
    for _ in range(count(400, 12)):
        damaged = bytearray(whole)
        at = rng.randrange(len(damaged)) if rng.random() < 0.5 else rng.randrange(300)
        damaged[at] ^= 1 << rng.randrange(8)
        broken.write_bytes(damaged)
        with pytest.raises(SolverError, match=r"broken (is damaged|is cut short|is not a solution|has format)"):
            load(broken)
    for length in (0, 1, 47, 48, 200, len(whole) // 2, len(whole) - 1):
        broken.write_bytes(whole[:length])
        with pytest.raises(SolverError, match=r"broken is (damaged|cut short|not a solution)"):
            load(broken)
    broken.write_bytes(whole + b"x")
    with pytest.raises(SolverError, match="broken is damaged: its checksum is wrong"):
        load(broken)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(SolverError, match="none cannot be read: No such file"):
        load(tmp_path / "none")
    with pytest.raises(SolverError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_a_full_disk(solved, tmp_path):
    save(solved, tmp_path / "a")
    before = (tmp_path / "a").read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        # The system refuses to write more, as it does on a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, limits[1]))
        with pytest.raises(SolverError, match="a cannot be written: File too large"):
            save(solved, tmp_path / "a")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert (tmp_path / "a").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_folder_that_is_not_there(solved, tmp_path):
    with pytest.raises(SolverError, match="cannot be written: No such file"):
        save(solved, tmp_path / "none" / "a")
