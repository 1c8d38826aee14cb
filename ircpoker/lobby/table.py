"""A table: each change is a draft that is committed to the ledger, swapped in, and only then announced.

    draft → step → settle → commit → swap → deadlines → announcements → histories

What a command or a clock does is a draft: `Table.change`. A draft that fails is dropped, and the table is as it was.
`Table.note` notes a fact that needs no answer: who is away, or which line was sent. Besides, the shuffles of finished
hands are revealed, and the bot says goodbye.

If the ledger does not report whether it stored a draft, nothing else is committed before the ledger has been read.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from ircpoker.errors import LedgerError, PokerError, StaleStateError
from ircpoker.ledger import PlayerId, RevealShuffle
from ircpoker.lobby import changes, play, presence
from ircpoker.lobby.cashier import close
from ircpoker.lobby.changes import Changeable
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.deadlines import TYPING_EVERY, Timer, deadlines, put_forward
from ircpoker.lobby.draft import Draft, StepResult
from ircpoker.lobby.events import OwnCards, TimeAdded, YourTurn
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.hand_end import call_off
from ircpoker.lobby.next_hand import leave_time, note_seal
from ircpoker.lobby.places import Place
from ircpoker.lobby.robots import THINKING_WEIGHT, TableRobots
from ircpoker.lobby.seats import ReachCheck, Seats
from ircpoker.lobby.settings import TableSettings
from ircpoker.lobby.showing import put_off
from ircpoker.lobby.shuffles import hide_longer, note_revealed
from ircpoker.lobby.state import TableState
from ircpoker.lobby.steps import STEPS, settle
from ircpoker.lobby.stored import RETRY_SECONDS, TWO_BOTS, retry_seconds
from ircpoker.lobby.stored_form import dump_state
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from ircpoker.table import DealSeat, Stakes, TableSeat
from ircpoker.words import Phrase

_logger = logging.getLogger(__name__)


class Table(Changeable[Draft, TableState]):
    """A table.

    Attributes:
        settings: the settings of its game, for its stakes and pace.
        next_stakes: the stakes from the next hand on; None for those of the state.
        calls: the planned calls, by their `Timer`.
        robots: the robots at the table.
        changed_with: the tournament whose table it is, which is a part of each change; empty for other tables.
        on_people_changed: is called when its people or its place have changed, and when it is over.
    """

    def __init__(self, context: TableContext, table_id: str, state: TableState, version: int = 0) -> None:
        """Create a table.

        Args:
            context: the objects that all tables share.
            table_id: the ledger's name of the table.
            state: the state of the table.
            version: the stored version; 0 for a new table.
        """
        super().__init__(context, table_id, state, dump_state(state), version)
        self.settings = self._settings_for(state.stakes)
        self.next_stakes: Stakes | None = None
        self.calls = context.scheduler.calls(f"table {table_id}")
        self.robots = TableRobots(context, table_id)
        self.changed_with: tuple[Changeable[Any, Any], ...] = ()
        self.on_people_changed: Callable[[Table], None] = lambda _: None

    def __repr__(self) -> str:
        return f"<Table {self.id} at {self.state.place}>"

    # Facts about the table

    @property
    def place(self) -> Place:
        """The place of the table."""
        return self.state.place

    @property
    def seats(self) -> Seats:
        """The taken seats."""
        return self.state.seats

    @property
    def hand(self) -> HandInProgress | None:
        """The hand in progress."""
        return self.state.hand

    @property
    def seconds_to_act(self) -> float | None:
        """The time that the actor has left; None if no clock runs."""
        due = self.calls.due.get(Timer.ACT)
        return None if due is None else max(0.0, due - self.now)

    @property
    def weight(self) -> int:
        """How many tables it counts as, among the most that may be open: more while a robot of it thinks."""
        return THINKING_WEIGHT if self.is_thinking else 1

    @property
    def is_thinking(self) -> bool:
        """Whether a robot of it thinks in a thread."""
        return self.hand is not None and self.robots.is_thinking(self.hand)

    @property
    def now(self) -> float:
        """The scheduler's time."""
        return self.context.scheduler.now()

    def use_settings(self, usual: Stakes) -> None:
        """Play by a configuration that has changed; outside tournaments stakes count from the next hand on.

        Args:
            usual: the usual stakes of before; a table with these gets the usual stakes of now.
        """
        stakes = self.next_stakes or self.state.stakes
        if not self.state.policy.is_tournament:
            stakes = self.context.stakes(self.state.game_name) if stakes == usual else stakes
            self.next_stakes = stakes
        self.settings = self._settings_for(stakes)

    def _settings_for(self, stakes: Stakes) -> TableSettings:
        settings = self.context.settings(self.state.game_name).for_table(stakes, self.state.pace)
        return settings if self.state.has_clocks else dataclasses.replace(settings, deal_pause=0.0, robot_pause=0.0)

    # Changes

    def change(self, step: Callable[[Draft], StepResult]) -> StepResult:
        """Make a change: commit what a step, and the play that follows from it, do to a draft.

        Args:
            step: changes the draft, or raises an error; then nothing has changed.

        Returns:
            What the step returned.

        Raises:
            StaleStateError: another process has changed the table, which is left to it.
            LedgerError: the ledger failed; the table is as it was last stored, and tries again later.
            PokerError: the change is not possible.
        """
        try:
            return self._change(step)
        except PokerError:
            raise
        except Exception:
            self.stop()
            raise

    def _change(self, step: Callable[[Draft], StepResult]) -> StepResult:
        return changes.change(self.context.ledger, [self, *self.changed_with], lambda drafts: step(drafts[0]))

    def draft(self) -> Draft:
        """Return a draft of the table, for `changes.change`."""
        return Draft(self)

    def settle(self, draft: Draft, _beside: Sequence[object]) -> None:
        """Play on until a person has to decide, and plan the next hand."""
        settle(draft)

    def fail(self, draft: Draft, error: BaseException, *, is_alone: bool) -> None:
        """Drop a draft after an error, with what robots have learnt in it; try again later if the ledger failed."""
        draft.seal()
        if draft.state.has_played_since(draft.before):
            self.robots.forget()
        super().fail(draft, error, is_alone=is_alone)

    def take(self, draft: Draft) -> None:
        """Take a committed draft: its state and its deadlines."""
        draft.seal()
        people_changed = draft.is_closing or self.stored.version == 1 or draft.state.is_of_others_than(self.state)
        self.state = draft.state
        if draft.is_closing:
            self.is_over = True
            self.robots.forget()
        if people_changed:
            self.on_people_changed(self)
        self.plan_calls()

    def publish(self, draft: Draft) -> None:
        """Announce what a committed draft announces, and write the histories of its hands."""
        self.context.listeners.announce(draft.announcements)
        self.context.activity.deals[self.state.game_name] += len(draft.finished)
        for hand in draft.finished:
            self.context.archive.keep(self.state.place, hand)
        if draft.revealed:
            self.context.archive.keep_proofs(self.state.place, draft.revealed)

    # Time

    def plan_calls(self) -> None:
        """Plan what follows from a new state; while the ledger is away, overdue calls wait for it."""
        due = {} if self.is_over else deadlines(self.state, self.settings)
        if self.state.resume_at is not None:
            due = {timer: when for timer, when in due.items() if when > self.now or timer is Timer.RESUME}
        if due != self.calls.due:
            self.calls.replace(due, self.tick)
        self.context.listeners.changed(self.id)

    def tick(self, timer: Timer) -> None:
        """Take the step of a timer that is due. Never raises."""
        if timer is Timer.REVEAL:
            self._reveal()
        elif timer is Timer.TYPING:
            self._show_typing()
        elif self.stored.unconfirmed is not None:
            # The step may be obsolete.
            self.resolve_doubt()
            if self.stored.unconfirmed is not None:
                self.retry()
            elif not self.is_over:
                self._resume_in(0)
        else:
            self._take_step(STEPS[timer])

    def _take_step(self, step: Callable[[Draft], object]) -> None:
        """Take a step that nobody waits for."""
        try:
            self.change(step)
        except StaleStateError:
            pass  # It has been logged.
        except LedgerError as error:
            self.context.log_trouble(self, error)
        except PokerError:
            # A planned step should never be refused.
            _logger.exception("%s: it is stopped", self)
            self.stop()
        except Exception:
            _logger.exception("%s: it is stopped", self)

    def _reveal(self) -> None:
        """Reveal the shuffles that are due; a failure there is no reason to interrupt a hand."""
        now = self.now
        due = [deal_id for deal_id, at in self.state.hidden if at <= now]
        try:
            self.context.ledger.save(*map(RevealShuffle, due))
        except LedgerError as error:
            self.context.log_trouble(f"{self}: nothing is revealed yet", error)
            self.record_fact(lambda state: hide_longer(state, now + RETRY_SECONDS))
            return
        self.record_fact(lambda state: note_revealed(state, due))
        self.context.archive.keep_proofs(self.state.place, due)

    def _show_typing(self) -> None:
        """Show that a robot is thinking."""
        place, people = self.state.place, self.state.seats.people
        self.context.show_typing(place.network, place.channel or people[0].nick)
        again = self.now + TYPING_EVERY

        def plan_again(state: TableState) -> None:
            if state.hand is not None and state.hand.clock is not None:
                state.hand.clock.typing_at = again

        self.record_fact(plan_again)

    def put_forward(self, seconds: float) -> None:
        """Put the clocks of people forward by the seconds of a standstill."""
        self.record_fact(lambda state: put_forward(state, seconds, self.now))

    # What becomes known

    def cards_delivered(self, deal_id: str, seat: DealSeat, delivery: Delivery) -> None:
        """Note the `Delivery` of a player's cards; cards on a lost network are given again when it is back."""
        if not self.calls.is_paused:
            self.record_fact(lambda state: play.note_cards(state, deal_id, seat, delivery, self.now))

    def turn_lines_sent(self, turn_id: tuple[str, int]) -> None:
        """Note that the lines of a turn were sent."""
        if not self.calls.is_paused:
            self.record_fact(lambda state: play.note_turn_lines(state, turn_id, self.now))

    def seal_delivered(self, deal_id: str, pause: float, delivery: Delivery) -> None:
        """Note that the line with the seal of the next hand was sent, or never will be."""
        is_read = delivery is not Delivery.OMITTED
        self.record_fact(lambda state: note_seal(state, deal_id, pause, self.now, is_read=is_read))

    def leave_time(self, who: PlayerId) -> None:
        """Let the next hand wait after a player's new seed; see `next_hand.leave_time`."""
        self.record_fact(lambda state: leave_time(state, self.settings, who, self.now))

    def decision_known(self, turn_id: tuple[str, int]) -> None:
        """Note that the decision of a robot that thinks is known."""
        if not self.is_over:
            is_fold = self.robots.has_folded(turn_id)
            self.record_fact(lambda state: play.note_decision(state, turn_id, is_fold=is_fold))

    def is_still(self, fact: Callable[[TableState], bool]) -> bool:
        """Return whether a fact about the state still holds."""
        return fact(self.state)

    def begin_reach_check(self, number: TableSeat) -> Callable[[bool], None]:
        """Deal a player in only when it is known whether private lines reach them.

        Returns:
            A function that takes whether they do; it never raises.
        """
        check = ReachCheck()
        self.record_fact(lambda state: presence.note_reach_check(state, number, check))

        def end(is_reached: bool) -> None:
            self.record_fact(lambda state: presence.note_reach(state, check, ReachCheck(is_reached), self.now))

        return end

    def mark_away(self, number: TableSeat) -> None:
        """Note that a person is away; their seat is kept for a while."""
        self.record_fact(lambda state: presence.note_away(state, number, self.now))

    def mark_present(self, number: TableSeat, person: Person) -> None:
        """Note that the person in a seat is there, whatever the ledger does; they play on when it works."""
        seat = self.state.seats.get(number)
        if seat is None:
            return  # They have left in a change that was in doubt.
        had_gone = seat.is_away
        self.record_fact(lambda state: presence.note_back(state, number, person, self.now))
        if self.stored.unconfirmed is None:
            self._take_step(lambda draft: presence.come_back(draft, number, had_gone=had_gone))

    # The network and the ledger

    def pause(self) -> None:
        """Pause all planned calls while the network is away."""
        self.calls.pause()

    def say_muted(self, channel: str) -> None:
        """Tell each player in private that the bot is not heard in their channel."""
        draft = self.draft()
        for seat in self.seats.people:
            draft.announce(Phrase("table.muted", channel=channel), seat)
        self.context.listeners.announce(draft.announcements)

    def go_on(self, seconds: float) -> None:
        """Resume in this many seconds on a network that is back; until then only people's presence is noted."""
        self.calls.resume()
        self.record_fact(lambda state: presence.prepare_to_resume(state, self.now, seconds, self.context.has_arrived))

    def resume_now(self) -> None:
        """Resume at once if that is planned: a player has been seen."""
        if self.state.resume_at is not None:
            self._resume_in(0)

    def _resume_in(self, seconds: float) -> None:
        self.record_fact(lambda state: setattr(state, "resume_at", self.now + seconds))

    def retry(self) -> None:
        """Resume when the ledger may work again; each failure in a row makes the wait longer."""
        if Timer.RESUME not in self.calls.due:
            self.stored.failures += 1
            self._resume_in(retry_seconds(self.stored.failures))

    def say_goodbye(self) -> None:
        """Tell everybody that the bot is about to leave; everything is stored, and the clocks are stopped."""
        self.pause()
        draft = self.draft()
        draft.announce(Phrase("table.going_down"))
        self.context.listeners.announce(draft.announcements)

    def go_on_from(self, draft: Draft) -> None:
        """Take a draft of which it was not known whether it was stored: it was.

        Its announcements are made now, except cards, private turns and the time left, which come again when the table
        resumes.
        """
        self.robots.forget()
        late = self.now - draft.now
        put_off(draft, late)
        draft.announcements = [
            replace(each, on_delivery=None, due=each.due and each.due + late)
            for each in draft.announcements
            if not isinstance(each.event, OwnCards | YourTurn | TimeAdded)
        ]
        # The change may have ended a hand; the cards of a running hand are given again.
        draft.state.resume_at, draft.state.seal_since = self.now, None
        self.take(draft)
        self.publish(draft)

    # The end

    def stop(self) -> None:
        """Return the bets of a hand with a broken invariant; between hands close the table. Never raises."""
        if self.is_unopened:
            return
        try:
            has_hand = self.state.hand is not None
            if self.state.policy.is_tournament and not has_hand:
                self.abandon()  # Its chips are the tournament's: it is as it is stored.
                return
            self._change((lambda draft: call_off(draft, Phrase("call_off.fault"))) if has_hand else close)
        except LedgerError as error:
            self.context.log_trouble(self, error)
        except Exception:
            _logger.exception("%s: it is left as it is stored", self)
            self.abandon()

    def leave_to_another(self) -> None:
        """Give the table up, because another process has changed it."""
        _logger.warning(TWO_BOTS, self)
        self.abandon()

    def abandon(self) -> None:
        """Give the table up: what is stored stays as it is, and nothing is planned any more."""
        self.is_over = True
        self.stored.unconfirmed = None
        self.plan_calls()
        self.robots.forget()
        self.on_people_changed(self)
