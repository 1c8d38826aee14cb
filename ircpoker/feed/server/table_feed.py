"""The feed of one table: its numbered events, and who watches it.

After each change of the table its announcements become events, and the difference between the state before and after
rides on the last of them as `set`. A change without an announcement gives an event with nothing but `set`. The events
of an all-in come when their streets are shown.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ircpoker.chat.segments import published
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.errors import LedgerError, UsageError
from ircpoker.feed.messages import (
    MOST_LOGGED,
    Answer,
    Clock,
    Closed,
    Event,
    Paid,
    SeatChanged,
    TableSnapshot,
    YouChanged,
)
from ircpoker.feed.requests import Done
from ircpoker.feed.server.events import by_street, events_of, story_events, story_of
from ircpoker.feed.server.seats import DealEnd, seat_words
from ircpoker.feed.server.snapshot import Remembered, TableFacts, own_facts, public_facts
from ircpoker.feed.server.subscriptions import UNKNOWN_TABLE, FeedEvent, Own, Subscription, TableVersion, Watcher
from ircpoker.lobby import Table
from ircpoker.lobby.events import CalledOff, HandBegan, NextDeal, OwnCards, Story, TableEvent
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.showing import SHOW_SECONDS, STREET_SECONDS
from ircpoker.lobby.views import begin_events, count_event, shown_seats, unshown_end
from ircpoker.runtime.scheduler import attempt

if TYPE_CHECKING:
    from ircpoker.feed.server.table_feeds import TableFeeds

MOST_KEPT = 256
"""The events of a table that are kept for those who come back."""
_MOST_SEALS = 4

_logger = logging.getLogger(__name__)


class TableFeed:
    """The feed of a table, from the first watcher to the end of the table.

    Attributes:
        table: the table.
    """

    def __init__(self, table: Table, tables: TableAdapter, viewers: TableFeeds) -> None:
        """Begin with the table as it is.

        Args:
            table: the table.
            tables: all tables.
            viewers: knows who may see what.
        """
        self.table = table
        self._tables = tables
        self._viewers = viewers
        scheduler = tables.services.scheduler
        self._calls = scheduler.calls(f"the feed of {table.id}")
        self._listener = tables.lobby.listeners.add(table.id, self._plan)
        self._watchers: dict[Watcher, Subscription] = {}
        self._pending: deque[tuple[float, FeedEvent]] = deque()
        self._kept: deque[FeedEvent] = deque(maxlen=MOST_KEPT)
        self._log: deque[str] = deque(maxlen=MOST_LOGGED)
        self._seals: dict[str, str] = {}
        self._ended = DealEnd()
        self._unseen = self._untold = 0
        self._is_over = False
        hand = table.hand
        self._narrated = len(self._untold_story())
        begun = zip(hand.numbers, hand.deal.setup.stacks, strict=True) if hand is not None else ()
        self._stacks = {seat_label(number): stack for number, stack in begun}
        begin_events(table)
        self._now = TableVersion(table.now, table.state.events, self._read(), ())
        self._later: deque[TableVersion] = deque()
        self._shown: TableVersion | None = None
        self._delay_now()
        self._plan_street()

    # Watching

    def watch(self, watcher: Watcher, since: int | None, request: int | str | None) -> list[Answer]:
        """Begin to watch, and return the answer: a snapshot, or after the events that were missed that this was all.

        Args:
            watcher: who watches.
            since: the number of the last event that they know; None for none.
            request: the number of the request, for an answer that has to wait.

        Raises:
            UsageError: the table is closed, or its feed has failed.
        """
        self.flush()
        if self._is_over:
            watcher.ended(self.table.id)
            raise UsageError(UNKNOWN_TABLE)
        view = self._watchers[watcher] = Subscription()
        view.is_delayed = self._viewers.is_delayed(watcher, self.table)
        moment = self._seen_by(view)
        if moment is None:
            view.is_awaited, view.request = True, request
            return []
        known = moment.seq if since is None else since
        oldest = self._kept[0].event.seq if self._kept else self._now.seq + 1
        if since is None or not oldest - 1 <= known <= moment.seq:
            return [self._snapshot(watcher, view, moment)]
        for event in self._kept:
            if known < event.event.seq <= moment.seq:
                watcher.put_event(event.message(self._time(view)))
        self._send(watcher, view, ())
        return [Done(self.table.id, moment.seq)]

    def unwatch(self, watcher: Watcher) -> None:
        """End watching."""
        if self._watchers.pop(watcher, None) is not None:
            watcher.ended(self.table.id)

    def snapshots(self, watcher: Watcher) -> list[Answer]:
        """Return the snapshot for somebody who has missed events; none if it has to wait."""
        view = self._watchers.get(watcher)
        if view is None:
            return []
        moment = self._seen_by(view)
        if moment is None:
            view.is_awaited = True
            return []
        return [self._snapshot(watcher, view, moment)]

    def person_changed(self, watcher: Watcher) -> None:
        """Show the table anew to a watcher who speaks for somebody else now, unless they may not watch it."""
        if watcher not in self._watchers:
            return
        if self._viewers.may_watch(watcher, self.table):
            self._watchers[watcher].is_delayed = self._viewers.is_delayed(watcher, self.table)
            watcher.miss(self.table.id)
        else:
            self._dismiss(watcher)

    def _seen_by(self, view: Subscription) -> TableVersion | None:
        return self._shown if view.is_delayed else self._now

    def _time(self, view: Subscription) -> float:
        return self.table.now - (self._viewers.delay if view.is_delayed else 0.0)

    def _own(self, watcher: Watcher) -> Own:
        """Return what a watcher has of the table."""
        unshown = unshown_end(self.table, self._untold)
        number = self._viewers.seat_of(watcher, shown_seats(self.table, unshown)[0])
        offers = self._viewers.offers_to(watcher, self.table)
        if number is None:
            return Own(None, offers)
        with self._speaking():
            return Own(own_facts(self.table, number, self._tables.services.words, self._ended, unshown), offers)

    def _snapshot(self, watcher: Watcher, view: Subscription, moment: TableVersion) -> TableSnapshot:
        now, request = self._time(view), view.request
        view.own, view.is_awaited, view.request = self._own(watcher), False, None
        return moment.facts.at(now, seq=moment.seq, you=view.own.at(now), offers=view.own.offers, id=request)

    # What happens

    def _plan(self) -> None:
        """Have the events made soon: nobody who plays waits for that."""
        if "flush" not in self._calls.due:
            self._calls.call_at(0.0, "flush", self._go_on)

    def _go_on(self) -> None:
        """Make events of what has happened; end when nobody has watched for so long that no missed event is kept."""
        self.flush()
        if self._unseen > MOST_KEPT and not self._is_over:
            self._end()

    def flush(self) -> None:
        """Make events of what has happened, and hand them to the watchers; after a failure, the state anew.

        If that fails as well, the table is closed to its watchers: who watches it again gets another feed.
        """
        if self._is_over:
            return
        self._calls.cancel("flush")
        if self._take_step(self._flush, "fails: its watchers get the state anew"):
            return
        if not self._take_step(self._begin_again, "fails again: it ends"):
            for watcher in tuple(self._watchers):
                self._dismiss(watcher)
            self._end()

    def _take_step(self, step: Callable[[], None], failure: str) -> bool:
        """Take a step in the language of the table; return whether it did not fail."""
        with self._speaking():
            return attempt(step, _logger, "the feed of %s %s", self.table, failure)

    def _speaking(self) -> AbstractContextManager[None]:
        place = self.table.place
        return self._tables.services.speaking(self._tables.language_at(place.network, place.channel))

    def _flush(self) -> None:
        batch, now = self._listener.take(), self.table.now
        if batch.has_missed:
            self._begin_again()
            return
        words = self._tables.services.words
        for heard in batch.heard:
            self._note(heard.announcement.event)
            found, tells = events_of(heard, words, self._narrated), story_of(heard.announcement)
            self._narrated -= min(self._narrated, len(tells))
            self._pending += [(heard.announcement.due or 0.0, event) for event in found]
        self._tell_story()
        ready = []
        while self._pending and self._pending[0][0] <= now:
            ready.append(self._pending.popleft()[1])
        if self._pending:
            self._calls.call_at(self._pending[0][0], "due", self._go_on)
        else:
            self._plan_street()
        if self.table.is_over and not self._pending and not any(isinstance(each.event, Closed) for each in ready):
            ready.append(FeedEvent(Closed()))
        for self._untold, part in by_street(ready):
            self._hand_on(part, now)
        if self.table.is_over and not self._pending:
            self._end()

    def _note(self, event: TableEvent) -> None:
        """Note what an announcement changes for the ones after it."""
        if isinstance(event, NextDeal):
            self._note_seal(event.deal_id, event.commitment)
        elif isinstance(event, HandBegan | CalledOff) or (isinstance(event, OwnCards) and event.drawn is None):
            # The story begins anew, also of a hand that goes on after an absence of the bot.
            self._narrated = 0
            if not isinstance(event, CalledOff):
                self._stacks = {seat_label(each.who.seat): each.stack for each in event.seats}

    def _plan_street(self) -> None:
        """Plan the next street of an all-in that began before anybody watched."""
        left = self.table.state.lines_until - self.table.now
        if left > 0:
            self._calls.call_after(left % STREET_SECONDS or STREET_SECONDS, "street", self._go_on)

    def _untold_story(self) -> Story:
        hand = self.table.hand
        return hand.untold_story(self.table.seats) if hand is not None else ()

    def _tell_story(self) -> None:
        """Tell at once what robots have done: chat tells it when a person has to decide."""
        hand = self.table.hand
        # The end of a deal, and an all-in street by street, have their own announcements.
        is_later = hand is None or hand.deal.is_over or any(due > self.table.now for due, _ in self._pending)
        if hand is not None and not is_later:
            story = self._untold_story()
            narrated = story_events(story[self._narrated :], self._tables.services.words)
            self._pending += [(0.0, event) for event in narrated]
            self._narrated = len(story)

    def _hand_on(self, ready: Sequence[FeedEvent], now: float) -> None:
        """Number the events, and hand them to the watchers."""
        for each in ready:
            if isinstance(each.event, Paid):
                self._ended = DealEnd.of(each.event, self._now.facts.table, self.table, self._stacks)
        facts = self._read()
        changed = facts.changed_since(self._now.facts)
        events = self._numbered(ready, facts, changed)
        words = [each.event.words for each in events if each.event.words and each.to is None]
        self._log += words
        public = [event for event in events if event.to is None]
        if public:
            facts = facts._replace(table=replace(facts.table, log=tuple(self._log)))
            self._now = TableVersion(now, self._now.seq + len(public), facts, public)
            self._kept += public
            self._delay_now()
        self._plan_choice(now)
        self._unseen = 0 if self._watchers else self._unseen + len(public)
        seats = shown_seats(self.table, unshown_end(self.table, self._untold))[0]
        for watcher, view in tuple(self._watchers.items()):
            is_seated = self._viewers.seat_of(watcher, seats) is not None
            is_delayed = not is_seated and self._viewers.is_delayed(watcher, self.table)
            # Who watched a table to its end sees the end as they saw the rest, although nobody sits there any more.
            is_delayed = view.is_delayed if self.table.is_over else is_delayed
            if not (is_seated or self.table.is_over or self._viewers.may_watch(watcher, self.table)):
                if view.own.you is not None:  # They have just given up their seat, and see that.
                    self._send(watcher, view, events)
                self._dismiss(watcher)
            elif view.is_delayed is not is_delayed:
                view.is_delayed = is_delayed
                watcher.miss(self.table.id)
            elif not view.is_delayed:
                self._send(watcher, view, events)

    def _plan_choice(self, now: float) -> None:
        """Plan when the time begins and ends in which cards of the last deal may be shown."""
        over = self.table.state.showable
        times = (over.shown_at, over.shown_at + SHOW_SECONDS) if over is not None else ()
        due = next((at for at in times if at > now), None)
        if due is not None:
            self._calls.call_at(due, "choice", self._go_on)

    def _numbered(self, ready: Sequence[FeedEvent], facts: TableFacts, changed: Sequence[str]) -> list[FeedEvent]:
        """Return events with their numbers; the last public one has the changes, if need be one with nothing else."""
        last = max((at for at, each in enumerate(ready) if each.to is None), default=-1)
        if last < 0 and changed:
            silent: Event = Clock()
            if "seats" in changed:
                words = self._tables.services.words
                silent = SeatChanged(words=seat_words(self._now.facts.table, facts.table, words))
            ready, last = [*ready, FeedEvent(silent)], len(ready)
        found = []
        for at, (event, to, *_) in enumerate(ready):
            number = count_event(self.table) if to is None else self.table.state.events
            numbered = replace(event, table=self.table.id, seq=number, more=at < last)
            found.append(FeedEvent(numbered, to, facts, changed) if at == last else FeedEvent(numbered, to))
        return found

    def _read(self) -> TableFacts:
        """Return the table now; a seat that is as before is the same object."""
        words, number = self._tables.services.words, self._tables.number_of(self.table.place)
        remembered = Remembered(number, self._ended, tuple(self._log), self._seal, self._untold)
        facts = public_facts(self.table, words, remembered)
        if not hasattr(self, "_now"):
            return facts
        before, due = self._now.facts, facts.due
        known = {seat.seat: seat for seat in before.table.seats}
        seats = [known[seat.seat] if known.get(seat.seat) == seat else seat for seat in facts.table.seats]
        table = replace(facts.table, seats=tuple(seats))
        if unshown_end(self.table, self._untold) is not None or self.table.is_over:
            # Who is out is not told before the all-in is shown to its end; at the end nobody is left.
            table = replace(table, tournament=before.table.tournament)
            due = {
                name: at for name, at in {**due, "tournament": before.due.get("tournament")}.items() if at is not None
            }
        return TableFacts(table, due)

    def _send(self, watcher: Watcher, view: Subscription, events: Sequence[FeedEvent]) -> None:
        """Hand to a watcher the events that they may see, with what they have of their own."""
        now, own = self._time(view), self._own(watcher)
        mine = [each for each in events if each.to is None or self._viewers.is_player(watcher, each.to)]
        has_changed, view.own = own != view.own, own
        if has_changed and not mine:
            mine = [FeedEvent(YouChanged(table=self.table.id, seq=self._now.seq))]
        for event in islice(mine, len(mine) - 1 if mine else 0):
            message = event.message(now)
            watcher.put_event(message if message.more else replace(message, more=True))
        if mine:
            watcher.put_event(mine[-1].message(now, own if has_changed else None))

    # The delay of spectators

    def _delay_now(self) -> None:
        """Keep the table as it is now for those without a seat, if they see it later."""
        if self._viewers.delay:
            self._later.append(self._now)
            self._plan_release()

    def _plan_release(self) -> None:
        if self._later and "release" not in self._calls.due:
            self._calls.call_at(self._later[0].at + self._viewers.delay, "release", self._release)

    def _release(self) -> None:
        """Show those without a seat what happened a while ago."""
        until = self.table.now - self._viewers.delay
        delayed = [(watcher, view) for watcher, view in self._watchers.items() if view.is_delayed]
        while self._later and self._later[0].at <= until:
            moment = self._shown = self._later.popleft()
            for watcher, view in delayed:
                if view.is_awaited:
                    watcher.put(self._snapshot(watcher, view, moment))
                elif moment.events is None:
                    watcher.miss(self.table.id)
                else:
                    for event in moment.events:
                        watcher.put_event(event.message(self._time(view)))
        if self._is_over and not self._later:
            self._let_go(tuple(self._watchers))
        self._plan_release()

    # Seals

    def _seal(self, deal_id: str) -> str:
        """Return the published digits of the commitment to a deal's shuffle; empty if the ledger cannot be read."""
        hand = self.table.hand
        if hand is not None and hand.deal_id == deal_id:
            self._note_seal(deal_id, hand.proof.commitment)
        elif deal_id not in self._seals:
            try:
                shuffle = self._tables.services.ledger.shuffle(deal_id)
            except LedgerError:
                return ""
            self._note_seal(deal_id, shuffle.commitment if shuffle is not None else "")
        return self._seals[deal_id]

    def _note_seal(self, deal_id: str, commitment: str) -> None:
        self._seals[deal_id] = published(commitment)
        if len(self._seals) > _MOST_SEALS:
            del self._seals[next(iter(self._seals))]

    # The end

    def _begin_again(self) -> None:
        """Give all watchers the state anew."""
        self._untold = 0
        self._pending.clear()
        self._kept.clear()
        self._narrated = len(self._untold_story())
        self._now = TableVersion(self.table.now, count_event(self.table), self._read(), None)
        self._delay_now()
        for watcher, view in self._watchers.items():
            if not view.is_delayed:
                watcher.miss(self.table.id)

    def _dismiss(self, watcher: Watcher) -> None:
        """Tell somebody who may not watch the table any more that it is closed to them."""
        watcher.put_event(Closed(table=self.table.id, seq=self._now.seq))
        self.unwatch(watcher)

    def _end(self) -> None:
        """Stop listening: the table is closed, nobody has watched it for long, or the feed fails.

        Those to whom it is shown later see it to its end.
        """
        self._is_over = True
        self._calls.cancel_all()
        self._tables.lobby.listeners.remove(self._listener)
        self._viewers.ended(self.table.id)
        self._let_go([watcher for watcher, view in self._watchers.items() if not (view.is_delayed and self._later)])
        if self._watchers:
            self._plan_release()

    def _let_go(self, watchers: Iterable[Watcher]) -> None:
        for watcher in watchers:
            self.unwatch(watcher)
