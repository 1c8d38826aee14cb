"""`scripts/run` in a fresh checkout: it sets itself up step by step, once, and goes on after Ctrl-C.

Its environment finds the packages of the tests' own, so that nothing is downloaded; the rest is real.
"""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.children import child
from tests.test_wheel import checkout
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
KERNEL, SOLVER = "hands/_kernel.abi3.so", "postflop/engine/_solver.abi3.so"
KERNEL_LINE, WAITING = "Compiling the native kernel ...", "Another run is at it: waiting ..."
LATER = "Compiling the solver in the background, about a minute: until then the robot hard plays like medium."

pytestmark = [pytest.mark.slow(28), pytest.mark.no_cover]


@pytest.fixture
def fresh(tmp_path):
    folder = checkout(tmp_path / "a fresh checkout")
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    venv.create(folder / ".venv", symlinks=True)
    site = next((folder / ".venv").glob("lib*/python*/site-packages"))
    (site / "tests.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n", encoding="utf-8")
    return folder


def start(folder, *arguments, stdin=subprocess.DEVNULL):
    # Optimizing takes a minute, and decides nothing here.
    return subprocess.Popen(
        child(str(folder / "scripts" / "run"), *arguments), cwd=folder, text=True, start_new_session=True,
        stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHON": sys.executable, "IRCPOKER_KERNEL_FLAGS": "-O0"},
    )  # fmt: skip


def end(process):
    out, err = process.communicate(timeout=PATIENCE)
    # Without those that only show that a step still runs.
    return process.returncode, out, [line for line in err.splitlines() if not line.startswith("  ...")]


def test_the_first_runs_of_a_checkout(fresh):
    stopped = start(fresh, "console")
    for line in stopped.stderr:
        if line.rstrip() == KERNEL_LINE:
            os.killpg(stopped.pid, signal.SIGINT)
            break
    status, out, lines = end(stopped)
    assert (status, out, lines[-1]) == (130, "", "Stopped. The next run goes on from here.")
    assert not (fresh / ".venv" / "ircpoker-play").exists()

    both = [end(process) for process in (start(fresh, "console"), start(fresh, "console"))]
    assert [(status, out) for status, out, _ in both] == [(0, ""), (0, "")]
    lines = sorted(line for _, _, lines in both for line in lines)
    assert lines == sorted(["Installing Python packages ...", KERNEL_LINE, WAITING, LATER, LATER])
    assert (fresh / "ircpoker" / KERNEL).exists()

    # It waits for what is built in the background.
    status, out, _ = end(start(fresh, "match", "folder", "caller", "--deals", "2"))
    assert (status, "folder" in out) == (0, True)
    assert (fresh / "ircpoker" / SOLVER).exists()
    assert end(start(fresh, "console")) == (0, "", [])

    # What is pasted goes to the command, and not to what sets it up.
    pasted = fresh / "pasted.txt"
    pasted.write_text("nothing of a proof\n", encoding="utf-8")
    with pasted.open() as lines:
        status, out, complaints = end(start(fresh, "verify", "-", stdin=lines))
    assert (status, out) == (1, "")
    assert "the line with the commitment is missing" in complaints[0]
