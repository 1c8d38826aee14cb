"""Commands in their own processes, without the second that each would need for its imports.

A process that has imported the command line forks for each command: the child gets its own folder, environment and
streams, and ends with the command's exit status, as `python -m ircpoker` does.
"""

from __future__ import annotations

import atexit
import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Self

from tests.children import child
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
_LONGEST = 1 << 20
"""Bytes of a request."""


class ForkServer:
    """The process that forks; as a context manager it runs until the end of the body."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * _LONGEST)
        # Longer than the alarm of a command: an answer that came after this would be taken for that of the next one.
        self._socket.settimeout(2 * PATIENCE)
        with theirs:
            self._process = subprocess.Popen(
                child(sys.executable, "-m", "tests.cli.forkserver", str(theirs.fileno())),
                cwd=ROOT,
                env=os.environ | {"PYTHONWARNINGS": "error", "PYTHONUTF8": "1"},
                pass_fds=[theirs.fileno()],
            )

    def run(
        self, arguments: Sequence[str], stdin: bytes, folder: Path, environment: Mapping[str, str]
    ) -> tuple[int, bytes, bytes]:
        """Run a command and return its exit status and what it wrote to standard output and standard error."""
        with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            into.write(stdin)
            into.seek(0)
            request = {"arguments": arguments, "folder": str(folder), "environment": environment}
            socket.send_fds(
                self._socket, [json.dumps(request).encode()], [stream.fileno() for stream in (into, out, err)]
            )
            status = json.loads(self._socket.recv(_LONGEST))
            out.seek(0)
            err.seek(0)
            return status, out.read(), err.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.wait(PATIENCE)


def serve(requests: socket.socket) -> None:
    """Fork for each request until the other end is closed."""
    from ircpoker.cli.main import COMMANDS, module_of

    for module in (*map(module_of, COMMANDS), "ircpoker.app", "ircpoker.ledger", "plugins.bank"):
        import_module(module)
    while True:
        data, streams, _, _ = socket.recv_fds(requests, _LONGEST, 3)
        if not data:
            return
        pid = os.fork()
        if pid == 0:
            requests.close()
            _run(json.loads(data), streams)
        for stream in streams:
            os.close(stream)
        _, ended = os.waitpid(pid, 0)
        requests.send(json.dumps(os.waitstatus_to_exitcode(ended)).encode())


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
        sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb"), encoding="utf-8", errors="surrogateescape")
        sys.stderr = io.TextIOWrapper(
            os.fdopen(2, "wb"), encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
        sys.argv = ["ircpoker", *request["arguments"]]
        from ircpoker.cli.main import main

        status = main()
        atexit._run_exitfuncs()
        logging.shutdown()
        sys.stdout.flush()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
