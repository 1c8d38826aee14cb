"""The deadlines of a table: they follow from its state.

A state has the times since which it waits. So a change that is dropped leaves no clock behind, and a standstill of the
process only moves these times.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from math import inf

from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.settings import TableSettings
from ircpoker.lobby.state import TableState

CARDS_SECONDS = 300.0
"""Seconds to wait for the delivery of cards. The transport should report it earlier; if not, the table must go on."""
FOLD_SECONDS = 0.5
"""The longest pause of a robot that folds."""
THINKING_SECONDS = 1.0
"""Seconds after which people read that a robot is thinking."""
TYPING_AFTER = 1.0
"""Seconds of a robot's thought after which it is shown as typing, if their programs can show that."""
TYPING_EVERY = 3.0
"""Seconds after which a robot that thinks is shown as typing again; programs forget it after six."""
LONGEST_THOUGHT = 60.0
"""Seconds after which the table goes on without the decision of a robot that thinks."""
SEAL_SECONDS = 60.0
"""Seconds after which a hand begins, even if the line with its seal still waits to be sent."""
TURN_SECONDS = 60.0
"""Seconds after which the clock of a turn starts, even if its lines have not been sent yet."""


class Timer(Enum):
    """The deadlines of a table."""

    RESUME = auto()
    """Go on after the network or the database has come back."""
    CARDS = auto()
    """Go on, now that the outcome of every line with cards is known."""
    CARDS_LOST = auto()
    """Stop waiting for lines with cards whose outcome has not been reported."""
    ROBOT = auto()
    """Let the robot act."""
    UNSENT_TURN = auto()
    """Start the clock of a turn, even if its lines still wait to be sent."""
    REMIND = auto()
    """Remind the actor of the clock, or announce that a robot is thinking."""
    ACT = auto()
    """Act for a player whose time has run out."""
    DEAL = auto()
    """Begin the next hand."""
    GRACE = auto()
    """Give up the seats of those who have been gone for too long."""
    ALONE = auto()
    """Close a table if nobody has come."""
    REVEAL = auto()
    """Show the shuffle of a finished hand."""
    SETTLE = auto()
    """Settle the table again."""
    THOUGHT = auto()
    """Act for a robot that has been thinking for too long."""
    TYPING = auto()
    """Show again that a robot is thinking, where a line in writing can be shown."""


def deadlines(state: TableState, settings: TableSettings) -> dict[Timer, float]:
    """Return when each of a table's timers is due, in seconds of the scheduler; others do not run.

    Args:
        state: the state of the table.
        settings: the settings of its game.
    """
    due: dict[Timer, float | None] = {Timer.RESUME: state.resume_at, Timer.SETTLE: state.settle_at}
    if state.hidden:
        due[Timer.REVEAL] = state.hidden[0][1]
    if state.hand is not None:
        due |= _of_hand(state.hand, state, settings)
    else:
        due[Timer.DEAL] = deal_at(state)
        if state.alone_since is not None:
            due[Timer.ALONE] = state.alone_since + settings.wait
    if state.resume_at is None and not state.policy.is_tournament and (gone := state.seats.waited_for):
        # Who is the last to go takes the others with them: the table closes with one line.
        due[Timer.GRACE] = (max if state.is_deserted else min)(gone.values()) + settings.grace
    return {timer: when for timer, when in due.items() if when is not None and when < inf}


def deal_at(state: TableState) -> float | None:
    """Return when the next hand begins, which is not before people could read that its deck is sealed."""
    if state.next_hand_at is None or state.seal_since is None:
        return state.next_hand_at
    return max(state.next_hand_at, state.seal_since + SEAL_SECONDS)


def _of_hand(hand: HandInProgress, state: TableState, settings: TableSettings) -> dict[Timer, float | None]:
    if hand.awaits_cards:
        if not hand.awaiting_cards or hand.cards_since is None:
            return {Timer.CARDS: hand.cards_known_at}
        return {Timer.CARDS_LOST: hand.cards_since + CARDS_SECONDS}
    clock = hand.clock
    if clock is None or hand.actor is None:
        return {}
    if clock.is_thinking:
        reminder = None if clock.is_reminded else clock.since + THINKING_SECONDS
        return {
            Timer.THOUGHT: clock.since + LONGEST_THOUGHT, Timer.TYPING: clock.typing_at, Timer.REMIND: reminder
        }  # fmt: skip
    if state.seats[hand.actor].robot:
        pause = min(settings.robot_pause, FOLD_SECONDS) if clock.is_fold else settings.robot_pause
        return {Timer.ROBOT: clock.since + pause}
    if clock.started_at is None:
        return {Timer.UNSENT_TURN: clock.since + TURN_SECONDS if clock.has_unsent_lines else None}
    reminds = settings.reminder and not clock.is_reminded
    return {
        Timer.ACT: clock.started_at + seconds_to_act(hand, settings),
        Timer.REMIND: clock.started_at + hand.added_seconds + settings.reminder if reminds else None,
    }


def seconds_to_act(hand: HandInProgress, settings: TableSettings) -> float:
    """Return the seconds for the present decision, with those of time banks."""
    return settings.seconds_to_act + hand.added_seconds


def seconds_left(hand: HandInProgress, settings: TableSettings, now: float) -> float:
    """Return the seconds that a person has left to act, all of them while the lines of their turn are on their way.

    Args:
        hand: the hand, in which it is a person's turn.
        settings: the settings of its game.
        now: the scheduler's time.

    Returns:
        The seconds; less than 0 if the clock is about to act for them.
    """
    started_at = hand.clock.started_at if hand.clock is not None else None
    whole = seconds_to_act(hand, settings)
    return whole if started_at is None else started_at + whole - now


def put_forward(state: TableState, seconds: float, now: float) -> None:
    """Move the times since which a table waits for people or a thread by a standstill in which nobody could act.

    A time that began during the standstill begins now.

    Args:
        state: the state.
        seconds: the length of the standstill.
        now: the scheduler's time.
    """

    def moved(since: float | None) -> float | None:
        return None if since is None else max(since, min(since + seconds, now))

    state.alone_since = moved(state.alone_since)
    for seat in state.seats.people:
        seat.away_since = moved(seat.away_since)
    if (over := state.showable) is not None:
        state.showable = replace(over, shown_at=moved(over.shown_at) or over.shown_at)
    hand = state.hand
    if hand is not None:
        hand.cards_since = moved(hand.cards_since)
        if hand.clock is not None:
            hand.clock.since = moved(hand.clock.since) or hand.clock.since
            hand.clock.started_at = moved(hand.clock.started_at)
