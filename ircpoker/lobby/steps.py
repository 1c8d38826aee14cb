"""The steps of a table's timers, and what follows from each change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ircpoker.lobby import next_hand, play, presence
from ircpoker.lobby.deadlines import Timer
from ircpoker.lobby.draft import Draft


def settle(draft: Draft) -> None:
    """Play on until a person has to decide, and plan the next hand. A settled table stays as it is."""
    state = draft.state
    is_resumed = state.resume_at is None
    if is_resumed or (state.hand is not None and state.hand.clock is not None):
        play.advance(draft)
    if draft.is_closing:
        return
    next_hand.note_out_of_reach(draft)
    if state.hand is None and is_resumed:
        next_hand.plan_next_hand(draft)


def _settle_again(draft: Draft) -> None:
    """Leave everything to `settle`, which ends each change."""
    draft.state.settle_at = None


def _deal(draft: Draft) -> None:
    """Begin the next hand. That of a tournament's table is begun by the tournament, which is settled after it."""
    if not draft.state.policy.is_tournament:
        play.begin_hand(draft)


STEPS: Mapping[Timer, Callable[[Draft], object]] = MappingProxyType(
    {
        Timer.RESUME: presence.resume,
        Timer.CARDS: play.go_on_with_cards,
        Timer.CARDS_LOST: play.stop_waiting_for_cards,
        Timer.ROBOT: play.let_robot_act,
        Timer.UNSENT_TURN: play.start_clock,
        Timer.REMIND: play.remind,
        Timer.ACT: play.time_out,
        Timer.DEAL: _deal,
        Timer.GRACE: presence.give_up_seats,
        Timer.ALONE: next_hand.close_if_alone,
        Timer.SETTLE: _settle_again,
        Timer.THOUGHT: play.act_for_thinker,
    }
)
"""The step of each timer; `Table.tick` handles `REVEAL` and `TYPING` itself."""
