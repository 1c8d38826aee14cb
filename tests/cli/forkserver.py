"""Commands in their own processes, without the second that each would need for its imports.

A process that has imported the command line forks for each command: the child gets its own folder, environment and
streams, and ends with the command's exit status, as `python -m ircpoker` does. What the child leaves running is found:
it becomes a child of the process that forks.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Self

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
_LONGEST = 1 << 20
"""Bytes of a request."""
SHOW_IMPORTS = "SHOW_IMPORTS"
"""The variable with which a command ends its standard error with the packages that it has imported."""
_SET_CHILD_SUBREAPER = 36
_SET_PDEATHSIG = 1
"""Of prctl(2), on Linux."""
_SECONDS_TO_END = 2.0
"""For the processes of a command, after its own end."""
_IMPORTED_LATE = (
    "ircpoker.app",
    "ircpoker.cli.own_ledger",
    "ircpoker.cli.solve_prompt",
    "ircpoker.lab.matches",
    "ircpoker.lab.responses.exploit",
    "ircpoker.lab.responses.local_response",
    "ircpoker.lab.responses.response_targets",
    "ircpoker.ledger",
    "ircpoker.postflop.views",
)
"""What commands import only when they need it."""
_START = (
    "import site, sys; sys.path[:0] = [{root!r}]; list(map(site.addsitedir, {sites})); "
    "from tests.cli.forkserver import start; start({fd}, {is_warm}, {modules})"
)


class ForkServer:
    """The process that forks; as a context manager it runs until the end of the body."""

    def __init__(self, packages: Path | None = None, *, is_warm: bool = True, modules: Sequence[str] = ()) -> None:
        """Start the process.

        Args:
            packages: a folder with all packages that commands find, without the solver and the kernel in C, as where
                there is no compiler; None for what is installed here.
            is_warm: whether it imports all commands, so that each starts at once.
            modules: what it imports then, too.
        """
        from tests.children import child  # it needs pytest, which the process itself may not have

        bare, sites = ([], []) if packages is None else (["-S"], [str(packages)])
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * _LONGEST)
        # Longer than the alarm of a command: an answer that came after this would be taken for that of the next one.
        self._socket.settimeout(2 * PATIENCE)
        with theirs:
            program = _START.format(
                root=str(ROOT), sites=sites, fd=theirs.fileno(), is_warm=is_warm, modules=list(modules)
            )
            self._process = subprocess.Popen(
                child(sys.executable, *bare, "-c", program),
                cwd=ROOT,
                env=os.environ | {"PYTHONWARNINGS": "error", "PYTHONUTF8": "1", "IRCPOKER_PURE": "1" if bare else ""},
                pass_fds=[theirs.fileno()],
            )

    def run(
        self, arguments: Sequence[str], stdin: bytes, folder: Path, environment: Mapping[str, str]
    ) -> tuple[int, bytes, bytes]:
        """Run a command and return its exit status and what it wrote to standard output and standard error.

        Raises:
            AssertionError: processes were left.
        """
        with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            into.write(stdin)
            into.seek(0)
            request = {"arguments": arguments, "folder": str(folder), "environment": environment}
            status, left = self._ask(request, *[stream.fileno() for stream in (into, out, err)])
            assert not left, f"{arguments} left processes: {left}"
            out.seek(0)
            err.seek(0)
            return status, out.read(), err.read()

    def begin(self, program: str, terminal: int, folder: Path, environment: Mapping[str, str]) -> Forked:
        """Run a program in Python on a terminal, in a session of its own.

        Nothing else may be asked while it runs, except for more programs.
        """
        request = {"program": program, "folder": str(folder), "environment": dict(environment)}
        return Forked(self, self._ask(request, *[terminal] * 3))

    def _ask(self, request: Mapping[str, object], *streams: int) -> Any:
        socket.send_fds(self._socket, [json.dumps(request).encode()], streams)
        return json.loads(self._socket.recv(_LONGEST))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.wait(PATIENCE)


@cache
def commands() -> ForkServer:
    """Return the process that runs the commands of this one; it ends with it."""
    return ForkServer()


class Forked:
    """A program that was forked, as far as it is like `subprocess.Popen`."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self.pid = pid
        self._server = server
        self._status: int | None = None

    def kill(self) -> None:
        if self._status is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, _seconds: float = PATIENCE) -> int:
        """Return the exit status, negative for a signal: its own alarm ends it after as many seconds."""
        if self._status is None:
            self._status = self._server._ask({"ended": self.pid})
        return self._status


def start(fd: int, is_warm: bool, modules: Sequence[str]) -> None:
    """Be the process that forks."""
    from ircpoker.cli.main import COMMANDS, module_of

    if is_warm:
        for module in (*map(module_of, COMMANDS), *_IMPORTED_LATE, *_plugins(), *modules):
            import_module(module)
        # What is here now stays: a command would copy its memory only to look at it.
        gc.freeze()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with socket.socket(fileno=fd) as requests:
        serve(requests)


def _plugins() -> list[str]:
    folder = import_module("ircpoker.plugins").__path__
    return [f"ircpoker.plugins.{module.name}" for module in iter_modules(folder)]


def serve(requests: socket.socket) -> None:
    """Fork for each request until the other end is closed."""
    while True:
        data, streams, _, _ = socket.recv_fds(requests, _LONGEST, 3)
        if not data:
            return
        request = json.loads(data)
        if "ended" in request:
            _, ended = os.waitpid(request["ended"], 0)
            requests.send(json.dumps(os.waitstatus_to_exitcode(ended)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            requests.close()
            _run(request, streams)
        for stream in streams:
            os.close(stream)
        if "program" in request:
            requests.send(json.dumps(pid).encode())
            continue
        _, ended = os.waitpid(pid, 0)
        requests.send(json.dumps((os.waitstatus_to_exitcode(ended), _left_behind())).encode())


def _left_behind() -> list[str]:
    """Wait for the processes that a command has left, end those that stay, and return what they are."""

    def too_late(_number: int, _frame: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS_TO_END)
    left = []
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass
    except TimeoutError:
        left = [(pid, command) for pid, parent, command in _processes() if parent == os.getpid()]
        for pid, _ in left:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return [command for _, command in left]


def _processes() -> list[tuple[int, int, str]]:
    """Return all processes: number, number of the parent, command."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            found.append((int(folder.name), int(parent), (folder / "cmdline").read_text().replace("\0", " ")))
    return found


def _command(arguments: Sequence[str]) -> int:
    from ircpoker.cli.main import main

    sys.argv = ["ircpoker", *arguments]
    return main()


def _program(text: str) -> int:
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, signal.SIGKILL)
    try:
        exec(text, {"__name__": "__main__"})
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def _run(request: Any, streams: Sequence[int]) -> None:
    """Run the command; never returns."""
    status = 1
    try:
        signal.alarm(int(PATIENCE))
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        # As Python makes them in its UTF-8 mode.
        sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb"), encoding="utf-8", errors="surrogateescape")
        sys.stdout = io.TextIOWrapper(
            os.fdopen(1, "wb"), encoding="utf-8", errors="surrogateescape", line_buffering=os.isatty(1)
        )
        sys.stderr = io.TextIOWrapper(
            os.fdopen(2, "wb"), encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
        status = _program(request["program"]) if "program" in request else _command(request["arguments"])
        atexit._run_exitfuncs()
        if "logging" in sys.modules:
            sys.modules["logging"].shutdown()
        sys.stdout.flush()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        if SHOW_IMPORTS in request["environment"]:
            sys.stderr.write(" ".join({name.partition(".")[0] for name in sys.modules}))
        sys.stderr.flush()
        os._exit(status)
