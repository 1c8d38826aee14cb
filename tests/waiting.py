"""Waiting for events in another thread or process."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds that only a fault takes, on the busiest machine."""
_PAUSE = 0.02


def wait_until(happened: Callable[[], bool], failure: str | Callable[[], str] = "it never happened") -> None:
    """Return as soon as a condition holds; `failure` names it in the error if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, failure if isinstance(failure, str) else failure()
        time.sleep(_PAUSE)
