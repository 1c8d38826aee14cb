"""Worker processes end with the command that started them, however it ends; and it leaves nothing else."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from ircpoker.errors import StrategyError, SurroundingsError
from ircpoker.runtime.workers import WorkProcess
from tests.children import child
from tests.lab.small import needs_solver
from tests.waiting import PATIENCE, wait_until


@pytest.mark.slow(1)
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


EXPLOIT = ("exploit", "random", "--flops", "100")
LEAGUE = ("league", "./program.py", "caller", "raiser", "--game", "limit", "--deals", "1000000")


@pytest.mark.slow(1)
@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
@pytest.mark.parametrize(
    ("arguments", "number", "to_all"),
    [
        pytest.param(EXPLOIT, signal.SIGTERM, True, marks=needs_solver),
        pytest.param(EXPLOIT, signal.SIGINT, True, marks=(needs_solver, pytest.mark.slow)),
        pytest.param(EXPLOIT, signal.SIGHUP, False, marks=(needs_solver, pytest.mark.slow)),
        pytest.param(LEAGUE, signal.SIGINT, True, marks=pytest.mark.slow),
    ],
)
def test_a_stopped_command_leaves_nothing(arguments, number, to_all, tmp_path):
    """A terminal sends Ctrl-C to all its processes, `kill` sends a signal to one."""
    program = make_stubborn_program(tmp_path)
    (temporary := tmp_path / "temporary").mkdir()
    with subprocess.Popen(
        child(sys.executable, "-m", "ircpoker", *arguments, "--jobs", "2"),
        cwd=tmp_path, env=os.environ | {"TMPDIR": str(temporary)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as command:  # fmt: skip
        try:
            of_command = Path(f"/proc/{command.pid}/task/{command.pid}/children")
            wait_until(lambda: len(workers(of_command)) == 2)
            if program.name in " ".join(arguments):
                wait_until(lambda: len(running(program)) == 2)
            started = [command.pid, *map(int, of_command.read_text().split())]
            (os.killpg if to_all else os.kill)(command.pid, number)
            output = command.communicate(timeout=PATIENCE)
        finally:
            command.kill()
    assert output == (b"", b"")
    assert command.returncode == 128 + number
    assert list(temporary.iterdir()) == []
    # The process that tracks shared resources ends when it sees that the others have ended.
    wait_until(lambda: not any(Path("/proc", str(process)).exists() for process in started))
    wait_until(lambda: not running(program))


def make_stubborn_program(folder):
    """Write a robot that does not end when its input ends."""
    source = (Path(__file__).parents[2] / "docs" / "examples" / "tight.py").read_text()
    program = folder / "program.py"
    program.write_text(f"#!{sys.executable}\n{source}\nimport signal\nsignal.pause()\n")
    program.chmod(0o700)
    return program


def running(program):
    """Return the processes that run a file in the folder of a test."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_here = (folder / "cwd").readlink() == program.parent
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if is_here and command.endswith(f"/{program.name}\0".encode()):
            found.append(folder.name)
    return found


def workers(children):
    """Return the workers among the children; one more process tracks their shared resources."""
    return [
        number
        for number in children.read_text().split()
        if b"spawn_main" in Path("/proc", number, "cmdline").read_bytes()
    ]


@pytest.mark.slow(1)
def test_a_process_works_fails_and_comes_back():
    process = WorkProcess()
    first = process.do(os.getpid)
    assert first != os.getpid()
    with pytest.raises(StrategyError, match="is refused: damaged") as caught:
        process.do(partial(fail, StrategyError("wrong.bin", "damaged")))
    assert caught.value.file == "wrong.bin"
    assert process.do(os.getpid) == first
    os.kill(first, signal.SIGKILL)
    assert process.do(os.getpid) != first
    with pytest.raises(SurroundingsError, match="the process that works things out was ended"):
        process.do(partial(os._exit, 1))
    assert process.do(partial(max, 2, 3)) == 3


def fail(error):
    raise error


ENDS_AT_ONCE = """
from contextlib import suppress
from functools import partial
from sys import argv
from threading import Thread
from ircpoker.errors import SurroundingsError
from ircpoker.runtime.workers import WorkProcess

if __name__ == "__main__":
    process = WorkProcess()

    def work():
        with suppress(SurroundingsError):
            process.do(partial(max, 2, 3))

    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(float(argv[1]))
"""


@pytest.mark.slow(1)
def test_a_program_that_ends_while_its_process_begins_is_silent(tmp_path):
    """The process would complain that nobody says what to do; the end comes at any time of its start."""
    program = tmp_path / "ends.py"
    program.write_text(ENDS_AT_ONCE)
    for thousandths in range(0, 24, 3):
        command = [sys.executable, str(program), str(thousandths / 1000)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), thousandths
