"""The clocks of a tournament: levels, breaks, the end of registration; and a table's next hand, with its level.

Only time in which the tournament could be played counts: not while the bot or its network was away, and not a
standstill of the process. A level ends with the next hand that is dealt, and never two at once.
"""

from __future__ import annotations

from math import inf

from msgspec.structs import replace

from ircpoker.lobby.next_hand import FOLDED_SECONDS, announce_seal, plan_next_hand
from ircpoker.lobby.shuffles import commit_next
from ircpoker.lobby.tournament_events import LevelBegan, PlayerOut, TournamentStands
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.rules.payouts import prizes
from ircpoker.tournaments.state import TournamentState
from ircpoker.words import Phrase

REBUY_SECONDS = 30.0
"""Seconds in which somebody without chips may buy in again; their table waits."""
REPORT_SECONDS = 60.0
"""At least so long between two lines about how a tournament stands."""


def run_clock(state: TournamentState, now: float) -> None:
    """Bring the clock of the level, or of the break, to a time of the scheduler."""
    if state.since is None:
        return
    passed, state.since = max(0.0, now - state.since), now
    if state.pause:
        state.pause = max(0.0, state.pause - passed)
    elif not _stands(state):
        state.elapsed += passed


def _stands(state: TournamentState) -> bool:
    """Return whether nobody may play, so that the clock of the level stands: a vote, re-buys at all tables, nobody."""
    waits = {state.entries[entry].table for entry in state.rebuy_until}
    is_vote = state.chop is not None and state.chop.since is not None
    return is_vote or (bool(waits) and waits >= state.tables.keys()) or state.deserted_since is not None


def stop_clock(state: TournamentState, now: float) -> None:
    """Let the clocks stand."""
    run_clock(state, now)
    state.since = None


def start_clock(state: TournamentState, now: float) -> None:
    """Let the clocks run."""
    state.since = now if state.is_playing else None
    state.rebuy_until.clear()
    state.deserted_since = None


def put_forward(state: TournamentState, seconds: float, now: float) -> None:
    """Leave out the seconds of a standstill."""
    if state.since is not None:
        state.since = min(now, state.since + seconds)
    state.rebuy_until = {entry: min(until + seconds, now + REBUY_SECONDS) for entry, until in state.rebuy_until.items()}
    if state.chop is not None:
        since = None if state.chop.since is None else state.chop.since + seconds
        state.chop = replace(state.chop, until=state.chop.until + seconds, since=since)
    if state.deserted_since is not None:
        state.deserted_since = min(now, state.deserted_since + seconds)


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
    passed = now - state.since if state.since is not None and not state.pause and not _stands(state) else 0.0
    return max(0.0, 60.0 * state.current.minutes - state.elapsed - passed)


def pause_left(state: TournamentState, now: float) -> float:
    """Return the seconds of the break that are left; 0 while there is none."""
    return max(0.0, state.pause - (now - state.since if state.since is not None else 0.0))


def due_at(state: TournamentState) -> float | None:
    """Return when the break or the level ends, in seconds of the scheduler; None if no clock decides that now."""
    if state.since is None or (not state.pause and (state.current.hands or _stands(state))):
        return None
    # Rounded, so that it stays the same while the clock is only brought to a later time.
    return round(state.since + (state.pause or 60.0 * state.current.minutes - state.elapsed), 3)


def close_registration(state: TournamentState) -> None:
    """Let nobody else in, and fix the prizes."""
    state.is_open = False
    state.prizes = prizes(state.prize_pool, len(state.entries), state.plan.payouts)


def clear(draft: TournamentDraft, number: int, planned: float) -> None:
    """Let the next hand of a table begin, with the level of now; or begin the break after a level.

    Args:
        draft: the draft.
        number: the table.
        planned: when the hand begins, in seconds of the scheduler.
    """
    state, table = draft.state, draft.tables[number]
    if is_level_over(state):
        pause = state.current.pause
        state.level, state.elapsed, state.hands = state.level + 1, 0.0, {}
        if pause:
            state.pause = 60.0 * pause
            draft.announce(Phrase("tournament.break", minutes=pause))
            return
    stakes = state.stakes()
    if table.state.stakes != stakes or table.state.positions is None:
        table.state.stakes = stakes
        table.announce(level_event(draft))
    table.state.is_held, table.state.next_hand_at = False, planned
    is_put_off = planned > table.state.announced_begin + FOLDED_SECONDS
    if not table.state.next_deal or table.state.seal_since == inf or is_put_off:
        sealed = draft.context.ledger.shuffle(table.state.next_deal) if table.state.next_deal else None
        commit = sealed or commit_next(table)
        seconds = round(planned - max(table.now, table.state.lines_until), 3)
        table.state.announced_begin = planned if seconds > FOLDED_SECONDS else inf
        announce_seal(table, commit, seconds if table.state.has_clocks else None, is_fixed=len(state.tables) > 1)
    plan_next_hand(table)


def level_event(draft: TournamentDraft) -> LevelBegan:
    """Return the level with how the tournament stands."""
    state, left = draft.state, max(1, len(draft.state.playing))
    has_begun = state.level > 0 or any(state.hands.values())
    leader, chips = _leader(draft) if has_begun else ("", 0)
    entries, average = len(state.entries), state.issued // left
    return LevelBegan(state.level + 1, state.current.blinds, left, entries, average, leader, chips)


def _leader(draft: TournamentDraft) -> tuple[str, int]:
    stacks = draft.stacks()
    first = max(stacks, key=lambda entry: (stacks[entry], -entry), default=0)
    return (draft.state.entries[first].nick, stacks[first]) if first else ("", 0)


def report(draft: TournamentDraft) -> None:
    """Tell the channel of a tournament with several tables how it stands, if that has changed, at most once a minute.

    A line about a level, or about who is out, at a table of that channel tells the same.
    """
    state = draft.state
    if draft.is_closing or len(state.tables) < 2 or not any(state.hands.values()) or draft.is_deserted:
        return
    stands = (len(state.playing), state.level)
    heard = [news for table in draft.tables.values() for news in table.announcements]
    if any(isinstance(news.event, LevelBegan | PlayerOut) and news.place.is_beside(state.place) for news in heard):
        state.reported, state.reported_at = stands, draft.now
    elif stands != state.reported and draft.now >= state.reported_at + REPORT_SECONDS:
        state.reported, state.reported_at = stands, draft.now
        level, left = state.current, max(1, stands[0])
        paid = 0 if state.is_open else state.places_paid
        average, leader = state.issued // left, _leader(draft)
        draft.announce(
            TournamentStands(state.plan.name, left, len(state.entries), paid, level.big, average, *leader), beside=()
        )
