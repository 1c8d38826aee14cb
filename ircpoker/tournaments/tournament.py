"""A tournament: a part of the changes of its tables, with a state, clocks and a stored version of its own.

A change of one of its tables takes it along, so that a hand and what follows from it for the tournament are committed
together. Everything that concerns several tables is a change of the tournament with these tables: `Tournament.change`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from msgspec.structs import replace

from ircpoker.errors import LedgerError, PokerError, StaleStateError
from ircpoker.lobby import changes
from ircpoker.lobby.changes import Changeable
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.draft import Draft, StepResult
from ircpoker.lobby.events import CalledOff, DealEnded
from ircpoker.lobby.listeners import Announcement
from ircpoker.lobby.state import TableState
from ircpoker.lobby.stored import retry_seconds
from ircpoker.lobby.table import Table
from ircpoker.tournaments import clocks, directing, paying
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.state import TournamentState, dump_tournament

LONGEST_WAIT = 60.0
"""Seconds until the tournament looks again after a step that failed."""

_logger = logging.getLogger(__name__)


class FloorTimer(Enum):
    """The deadlines of a tournament."""

    CHECK = 1
    """Look what is to be done at the tables."""
    START = 2
    """A scheduled tournament begins."""
    PAUSE = 3
    """A break is over."""
    REBUY = 4
    """The time for a re-buy is over."""
    CHOP = 5
    """An offer to divide the prizes lapses."""
    GRACE = 6
    """Nobody has been there for too long."""


class Tournament(Changeable[TournamentDraft, TournamentState]):
    """A tournament.

    Attributes:
        tables: its tables, by their numbers.
        calls: the planned calls, by their `FloorTimer`.
        on_begin: is called when it may begin.
        on_over: is called when it is over.
        wall: returns the seconds since 1970 UTC.
    """

    def __init__(
        self,
        context: TableContext,
        tournament_id: str,
        state: TournamentState,
        version: int = 0,
        *,
        wall: Callable[[], float],
    ) -> None:
        """Create a tournament.

        Args:
            context: the objects that all tables share.
            tournament_id: the ledger's name of it.
            state: its state.
            version: the stored version; 0 for a new one.
            wall: returns the seconds since 1970 UTC.
        """
        super().__init__(context, tournament_id, state, dump_tournament(state), version)
        self.tables: dict[int, Table] = {}
        self.calls = context.scheduler.calls(f"tournament {tournament_id}")
        self._not_before = 0.0
        self.on_begin: Callable[[Tournament], None] = lambda _: None
        self.on_over: Callable[[Tournament], object] = lambda _: None
        self.wall = wall

    def __repr__(self) -> str:
        return f"<Tournament {self.id} {self.state.plan.name!a}>"

    # Changes

    def change(self, step: Callable[[TournamentDraft], StepResult], tables: Sequence[Table] = ()) -> StepResult:
        """Change the tournament, and tables of it, in one transaction.

        Args:
            step: takes the draft, which has those of the tables.
            tables: the tables.

        Returns:
            What the step returned.

        Raises:
            StaleStateError: another process has changed it.
            LedgerError: the ledger failed; everything is as it was last stored.
            PokerError: the change is not possible.
        """

        def bound(drafts: Sequence[Any]) -> StepResult:
            *of_tables, draft = drafts
            draft.attach(of_tables)
            return step(draft)

        return changes.change(self.context.ledger, [*tables, self], bound)

    def draft(self) -> TournamentDraft:
        """Return a draft, for `changes.change`."""
        return TournamentDraft(self.id, self.context, self.state, self._table_state, self.stored.text)

    def _table_state(self, table_id: str) -> TableState:
        return next(table.state for table in self.tables.values() if table.id == table_id)

    def settle(self, draft: TournamentDraft, table_drafts: Sequence[Draft]) -> None:
        """Do what follows from the hands that have ended at tables."""
        draft.attach(table_drafts)
        directing.settle(draft)
        if not draft.is_closing:
            for announcements in (draft.announcements, *[table.announcements for table in draft.tables.values()]):
                announcements[:] = map(self._while_watched, announcements)

    def _while_watched(self, news: Announcement) -> Announcement:
        """Let what a channel is told lapse when nobody is there who plays, all but how a deal has ended."""
        if not news.place.channel or news.to or news.still or isinstance(news.event, DealEnded | CalledOff):
            return news
        return replace(news, still=self._is_watched)

    def _is_watched(self) -> bool:
        """Return whether somebody who plays is there, or may be: the bot is back and has seen nobody yet."""
        is_back = any(table.state.resume_at is not None for table in self.tables.values())
        return is_back or not self.draft().is_deserted

    def take(self, draft: TournamentDraft) -> None:
        """Take a committed draft."""
        self.state = draft.state
        for number in [number for number in self.tables if number not in draft.state.tables]:
            del self.tables[number]
        if draft.is_closing:
            self.abandon()
        else:
            self.plan_calls()

    def publish(self, draft: TournamentDraft) -> None:
        """Announce what a committed draft announces; those who watch its tables see how it stands."""
        listeners = self.context.listeners
        listeners.announce(draft.announcements)
        if draft.state != draft.before:
            for table in draft.state.tables.values():
                listeners.changed(table)

    def go_on_from(self, draft: TournamentDraft) -> None:
        """Take a draft of which it was not known whether it was stored: it was."""
        draft.state.check_at = draft.state.check_at or self.context.scheduler.now()
        self.take(draft)
        self.publish(draft)

    # Time

    def plan_calls(self) -> None:
        """Plan what follows from a new state."""
        state, due = self.state, dict[FloorTimer, float]()
        now = self.context.scheduler.now()
        if state.check_at is not None:
            due[FloorTimer.CHECK] = state.check_at
        if not state.is_playing and state.plan.starts_at:
            due[FloorTimer.START] = now + max(0.0, state.plan.starts_at - self.wall())
        if state.pause and state.since is not None:
            due[FloorTimer.PAUSE] = state.since + state.pause
        if state.rebuy_until:
            due[FloorTimer.REBUY] = min(state.rebuy_until.values())
        if state.chop is not None:
            due[FloorTimer.CHOP] = state.chop.until
        if state.deserted_since is not None:
            ends_at = state.deserted_since + self.context.settings(state.plan.game).grace
            # The end of a hand in progress, or of the time for a re-buy, looks again.
            if ends_at > now or not (state.rebuy_until or any(table.hand for table in self.tables.values())):
                due[FloorTimer.GRACE] = ends_at
        # What has failed would be due at once again.
        due = {timer: max(at, self._not_before) for timer, at in due.items()}
        self.calls.replace({} if self.is_over else due, self._take_due)

    def _take_due(self, timer: FloorTimer) -> None:
        """Take the step of a timer that is due; if it fails, it is taken later. Never raises."""
        plan = self.state.plan
        try:
            if timer is FloorTimer.START and self.wall() < plan.starts_at:
                self.record_fact(lambda _: None)  # The clock was put back: it is planned anew.
            elif timer is FloorTimer.START:
                self.on_begin(self)
            elif timer is FloorTimer.CHECK and not self.state.is_playing:
                self.record_fact(lambda state: setattr(state, "check_at", None))
                if plan.is_sit_and_go:
                    self.on_begin(self)
            elif timer is FloorTimer.CHOP:
                self.take_step(paying.lapse, list(self.tables.values()))
            else:
                self._look_again()
        except Exception:
            self.try_later()

    def _look_again(self) -> None:
        """Carry out what is to be done, with the tables that it needs."""
        try:
            self.check_known()
        except PokerError as error:
            self.context.log_trouble(self, error)
            return
        numbers = directing.needed_tables(self.draft())
        self.take_step(lambda _: None, [self.tables[number] for number in numbers if number in self.tables])

    def take_step(self, step: Callable[[TournamentDraft], object], tables: Sequence[Table] = ()) -> None:
        """Take a step that nobody waits for; if the ledger fails it is tried again. Never raises."""
        try:
            self.change(step, tables)
        except StaleStateError:
            pass  # The table or the tournament has logged it.
        except LedgerError as error:
            self.context.log_trouble(self, error)
        except Exception:
            self.try_later()

    def try_later(self) -> None:
        """Log the error that is handled now, and plan anew what is due.

        The tournament is as it was stored: the next hand, or the next attempt, goes on from there.
        """
        _logger.exception("%s: a step failed", self)
        again = self._not_before = self.context.scheduler.now() + LONGEST_WAIT
        self.record_fact(lambda state: setattr(state, "check_at", again))

    def retry(self) -> None:
        """Look again when the ledger may work."""
        self.stored.failures += 1
        again = self.context.scheduler.now() + retry_seconds(self.stored.failures)
        self.record_fact(lambda state: setattr(state, "check_at", again))

    def pause(self) -> None:
        """Stop its clocks while the network is away."""
        now = self.context.scheduler.now()
        self.record_fact(lambda state: clocks.stop_clock(state, now))
        self.calls.pause()

    def go_on(self) -> None:
        """Let its clocks run again, and look what is to be done."""
        now = self.context.scheduler.now()
        if self.calls.is_paused:
            self.calls.resume()
        self.record_fact(lambda state: clocks.start_clock(state, now))
        self.record_fact(lambda state: setattr(state, "check_at", now))

    def put_forward(self, seconds: float) -> None:
        """Leave a standstill, in which nobody could play, out of its clocks."""
        now = self.context.scheduler.now()
        self.record_fact(lambda state: clocks.put_forward(state, seconds, now))

    # The end

    def leave_to_another(self) -> None:
        """Give the tournament up, because another process has changed it."""
        _logger.warning("%s: another bot directs it, too, and it is left to that one", self)
        self.abandon()

    def abandon(self) -> None:
        """Forget the tournament: it has ended, or was given up."""
        self.is_over = True
        self.stored.unconfirmed = None
        self.calls.cancel_all()
        self.on_over(self)
