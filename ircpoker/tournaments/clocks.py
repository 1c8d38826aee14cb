"""The clocks of a tournament: levels, breaks, and the end of registration.

Only time in which the tournament could be played counts: not while the bot or its network was away, and not a
standstill of the process. A level ends with the next hand that is dealt, and never two at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.tournaments.rules.payouts import prizes

if TYPE_CHECKING:
    from ircpoker.tournaments.state import TournamentState

REBUY_SECONDS = 30.0
"""Seconds in which somebody without chips may buy in again; their table waits."""


def run_clock(state: TournamentState, now: float) -> None:
    """Bring the clock of the level, or of the break, to a time of the scheduler."""
    if state.since is None:
        return
    passed, state.since = max(0.0, now - state.since), now
    if state.pause:
        state.pause = max(0.0, state.pause - passed)
    else:
        state.elapsed += passed


def stop_clock(state: TournamentState, now: float) -> None:
    """Let the clocks stand."""
    run_clock(state, now)
    state.since = None


def start_clock(state: TournamentState, now: float) -> None:
    """Let the clocks run."""
    state.since = now if state.is_playing else None
    state.rebuy_until.clear()


def put_forward(state: TournamentState, seconds: float, now: float) -> None:
    """Leave out the seconds of a standstill."""
    if state.since is not None:
        state.since = min(now, state.since + seconds)
    state.rebuy_until = {entry: min(until + seconds, now + REBUY_SECONDS) for entry, until in state.rebuy_until.items()}
    if state.chop is not None:
        state.chop = replace(state.chop, until=state.chop.until + seconds)


def is_level_over(state: TournamentState) -> bool:
    """Return whether the level is over: the next one begins with the next hand (TDA 23)."""
    level = state.current
    if level.hands:
        return max(state.hands.values(), default=0) >= level.hands
    return state.elapsed >= 60.0 * level.minutes


def hands_left(state: TournamentState) -> int | None:
    """Return the hands at a table that the level lasts; None if it lasts a time."""
    level = state.current
    return max(0, level.hands - max(state.hands.values(), default=0)) if level.hands else None


def seconds_left(state: TournamentState, now: float) -> float | None:
    """Return the seconds that the level lasts, at least 0; None if it lasts a number of hands."""
    if state.current.hands:
        return None
    passed = now - state.since if state.since is not None and not state.pause else 0.0
    return max(0.0, 60.0 * state.current.minutes - state.elapsed - passed)


def pause_left(state: TournamentState, now: float) -> float:
    """Return the seconds of the break that are left; 0 while there is none."""
    return max(0.0, state.pause - (now - state.since if state.since is not None else 0.0))


def due_at(state: TournamentState) -> float | None:
    """Return when the break or the level ends, in seconds of the scheduler; None if no clock decides that now."""
    if state.since is None or (state.current.hands and not state.pause):
        return None
    # Rounded, so that it stays the same while the clock is only brought to a later time.
    return round(state.since + (state.pause or 60.0 * state.current.minutes - state.elapsed), 3)


def close_registration(state: TournamentState) -> None:
    """Let nobody else in, and fix the prizes."""
    state.is_open = False
    state.prizes = prizes(state.pool, len(state.entries), state.plan.payouts)
