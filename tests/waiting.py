"""Waiting for events in another thread or process."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 240.0
"""Seconds that only a fault takes, on the busiest machine, and for a process that lets all others go first."""
_PAUSE = 0.02


def wait_until(happened: Callable[[], bool], failure: str | Callable[[], str] = "it never happened") -> None:
    """Return as soon as a condition holds; `failure` names it in the error if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, failure if isinstance(failure, str) else failure()
        time.sleep(_PAUSE)


def wait_for_socket(path: Path, failure: str | Callable[[], str] = "no socket") -> None:
    """Return as soon as somebody listens at a socket, which is there a little before."""

    def answers() -> bool:
        with socket.socket(socket.AF_UNIX) as link:
            return not link.connect_ex(bytes(path))

    wait_until(answers, failure)
