"""A table's next hand: the level, and the deck that is committed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.lobby.events import NextDeal
from ircpoker.lobby.next_hand import plan_next_hand
from ircpoker.lobby.shuffles import commit_next
from ircpoker.lobby.tournament_events import LevelBegan, TournamentStands
from ircpoker.tournaments.clocks import is_level_over
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.lobby import Announcement
    from ircpoker.tournaments.draft import TournamentDraft

REPORT_SECONDS = 60.0
"""At least so long between two lines about how a tournament stands."""


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
    if not table.state.next_deal:
        commit = commit_next(table)
        seconds = round(planned - max(table.now, table.state.lines_until), 3)
        table.announce(NextDeal(commit.deal_id, commit.commitment, seconds if table.state.has_clocks else None))
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

    A line about a level at a table of that channel tells the same.
    """
    state = draft.state
    if draft.is_closing or len(state.tables) < 2 or not any(state.hands.values()):
        return
    stands = (len(state.playing), state.level)
    if any(isinstance(each.event, LevelBegan) and each.place.is_beside(state.place) for each in _of_tables(draft)):
        state.reported, state.reported_at = stands, draft.now
    elif stands != state.reported and draft.now >= state.reported_at + REPORT_SECONDS:
        state.reported, state.reported_at = stands, draft.now
        level, left = state.current, max(1, stands[0])
        paid = 0 if state.is_open else state.places_paid
        average, leader = state.issued // left, _leader(draft)
        draft.announce(
            TournamentStands(state.plan.name, left, len(state.entries), paid, level.big, average, *leader), beside=()
        )


def _of_tables(draft: TournamentDraft) -> Iterator[Announcement]:
    return (news for table in draft.tables.values() for news in table.announcements)
