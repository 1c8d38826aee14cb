"""How long others wait for one player, beyond the time that a turn has: a minute in an hour, whatever they ask for.

Time banks, the time of somebody who returns on their turn, a re-buy and an offer to divide the prizes draw on it. What
was not needed is given back. The seat keeps it, so it goes along from table to table; it is not stored.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

MOST_SECONDS = 60.0
"""The most seconds within an hour."""
_LEAST_SECONDS = 10.0
"""Nobody is given fewer, unless they want fewer."""
_HOUR = 3600.0


class Wait(NamedTuple):
    """A time in which others wait for a player.

    Attributes:
        until: when it ends, in seconds of the scheduler.
        seconds: its length.
    """

    until: float
    seconds: float


class _WaitedFor(Protocol):
    """A seat."""

    waits: tuple[Wait, ...]


def available(seat: _WaitedFor, now: float, wanted: float) -> float:
    """Return for how many of the seconds that somebody wants others may wait; 0 if too few are left."""
    left = MOST_SECONDS - sum(wait.seconds for wait in seat.waits if wait.until > now - _HOUR)
    return min(wanted, left) if left >= min(wanted, _LEAST_SECONDS) else 0.0


def draw(seat: _WaitedFor, now: float, wanted: float, *, after: float = 0.0) -> float:
    """Let others wait for somebody; return for how many seconds.

    Args:
        seat: their seat.
        now: the scheduler's time.
        wanted: the seconds that they want.
        after: the seconds until the time begins.
    """
    seconds = available(seat, now, wanted)
    if seconds:
        recent = [wait for wait in seat.waits if wait.until > now - _HOUR]
        seat.waits = (*recent, Wait(now + after + seconds, seconds))
    return seconds


def spare(seat: _WaitedFor, now: float, seconds: float) -> None:
    """Give back the seconds that somebody did not need of the last times."""
    waits = [*seat.waits]
    while waits and seconds > 0:
        last = waits.pop()
        if last.seconds > seconds:
            waits.append(Wait(min(now, last.until), last.seconds - seconds))
        seconds -= last.seconds
    seat.waits = tuple(waits)
