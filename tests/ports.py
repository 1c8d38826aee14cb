"""Ports of 127.0.0.1 for servers that need a given port: no other test on this machine gets the same one."""

from __future__ import annotations

import fcntl
import socket
from itertools import count
from typing import BinaryIO

from tests.scratch import PARENT

# Below the range of automatic ports.
_FIRST, _LAST = 20_000, 32_000
_numbers = count(_FIRST)
_taken: list[BinaryIO] = []


def free_port() -> int:
    """Return a free port; it stays reserved until this process ends."""
    if not _taken:
        PARENT.mkdir(exist_ok=True)
        _taken.append((PARENT / "ports").open("ab"))
    while not _take(port := next(_numbers)):
        assert port < _LAST, "no port is free"
    return port


def _take(port: int) -> bool:
    try:
        # A lock on one byte is for one process, whichever run it belongs to.
        fcntl.lockf(_taken[0], fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
