"""A table's next hand: the level, and the deck that is committed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.floor.clocks import close_registration, is_level_over
from ircpoker.lobby.events import NextDeal
from ircpoker.lobby.next_hand import plan_next_hand
from ircpoker.lobby.shuffles import commit_next
from ircpoker.lobby.tournament_events import LevelBegan
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.floor.draft import TournamentDraft


def clear(draft: TournamentDraft, number: int) -> None:
    """Let the next hand of a table begin, with the level of now; or begin the break after a level."""
    state, table = draft.state, draft.tables[number]
    if is_level_over(state):
        pause = state.current.pause
        state.level, state.elapsed, state.hands = state.level + 1, 0.0, {}
        if state.is_open and state.level >= state.plan.late_levels:
            close_registration(state)
        if pause:
            state.pause = 60.0 * pause
            draft.announce(Phrase("tournament.break", minutes=pause))
            return
    stakes = state.stakes()
    if table.state.stakes != stakes or table.state.positions is None:
        table.state.stakes = stakes
        table.announce(level_event(draft))
    table.state.is_held = False
    if not table.state.next_deal:
        commit = commit_next(table)
        pause_before = table.settings.deal_pause if table.state.has_clocks else None
        table.announce(NextDeal(commit.deal_id, commit.commitment, pause_before))
    plan_next_hand(table)


def level_event(draft: TournamentDraft) -> LevelBegan:
    """Return the level with how the tournament stands."""
    state, stacks = draft.state, draft.stacks()
    left = max(1, len(state.playing))
    has_begun = state.level > 0 or any(state.hands.values())
    leader = max(stacks, key=lambda entry: (stacks[entry], -entry), default=0) if has_begun else 0
    return LevelBegan(
        state.level + 1,
        state.current.blinds,
        left,
        len(state.entries),
        state.issued // left,
        state.entries[leader].nick if leader else "",
        stacks.get(leader, 0),
    )
