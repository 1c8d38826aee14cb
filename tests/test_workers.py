"""Worker processes end with the command that started them, even if it is killed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.children import child
from tests.solver.small import needs_solver
from tests.waiting import wait_until


@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["match", "random", "caller", "--deals", "1000000"], marks=pytest.mark.slow),
        pytest.param(["exploit", "random", "--flops", "100"], marks=needs_solver),
    ],
    ids=["match", "exploit"],
)
def test_workers_end_with_a_killed_command(arguments, tmp_path):
    command = child(sys.executable, "-m", "ircpoker", *arguments, "--jobs", "2", "--resume", str(tmp_path / "results"))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as parent:
        of_parent = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        wait_until(lambda: len(workers(of_parent)) == 2)
        started = workers(of_parent)
        parent.kill()
    wait_until(lambda: not any(Path("/proc", number).exists() for number in started))


def workers(children):
    """Return the workers among the children; one more process tracks their shared resources."""
    return [
        number
        for number in children.read_text().split()
        if b"spawn_main" in Path("/proc", number, "cmdline").read_bytes()
    ]
