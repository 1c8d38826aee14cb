"""The clocks of a tournament: levels, breaks, and the end of registration.

Only time in which the tournament could be played counts: not while the bot or its network was away, and not a
standstill of the process. A level ends with the next hand that is dealt, and never two at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.tournaments.payouts import prizes

if TYPE_CHECKING:
    from ircpoker.floor.state import TournamentState

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


def close_registration(state: TournamentState) -> None:
    """Let nobody else in, and fix the prizes."""
    state.is_open = False
    state.prizes = prizes(state.pool, len(state.entries), state.plan.payouts)
