"""A table: its state, arrivals and departures, and the time of the next hand.

The parts of a table do the rest: `TableChange` stores what has changed and announces it, `TableSeating` seats people
and lets them go, `TablePlay` plays the hands. Methods that change something are called under `recovery.guard`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.ledger import GameAccount
from ircpoker.lobby.events import Departure
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.recovery import retry_seconds, run
from ircpoker.lobby.seats import LineTest, SeatStatus
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.lobby.shuffles import TableShuffles
from ircpoker.lobby.table_change import TableChange
from ircpoker.lobby.table_play import TablePlay
from ircpoker.lobby.table_robots import TableRobots, table_weight
from ircpoker.lobby.table_seating import TableSeating
from ircpoker.lobby.timers import OF_PEOPLE, Timer
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.words import Phrase
from ircpoker.words.pieces import sizes_phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.hand import HandRecord
    from ircpoker.lobby.places import Place, Player
    from ircpoker.lobby.seats import Seats
    from ircpoker.lobby.state import TableState


class Table:
    """A table.

    Attributes:
        context: the objects that all tables share.
        id: the ledger's name of the table.
        state: the stored state, and the hand in progress; `TableChange` replaces it.
        settings: the settings of its game.
        has_clocks: whether people have a time limit: not on the console, where nobody else waits.
        calls: the planned calls, by their `Timer`.
        robots: the robots at the table.
        shuffles: the committed, dealt and revealed decks of its hands.
        change: the change in progress.
        seating: seats people and robots, and lets them go.
        play: plays the hands.
        is_over: whether it is closed, or left to another bot.
    """

    def __init__(self, context: TableContext, table_id: str, state: TableState, version: int = 0) -> None:
        """Create a table.

        Args:
            context: the objects that all tables share.
            table_id: the ledger's name of the table.
            state: the state of the table.
            version: the stored version; 0 for a new table.
        """
        self.context = context
        self.id = table_id
        self.state = state
        settings = context.settings(state.game_name)
        self.has_clocks = state.place.network != CONSOLE_NETWORK
        self.settings = settings if self.has_clocks else replace(settings, deal_pause=0.0, robot_pause=0.0)
        self.calls = context.scheduler.calls(f"table {table_id}")
        self.robots = TableRobots(context, table_id)
        self.shuffles = TableShuffles(self)
        self.change = TableChange(self, version)
        self.seating = TableSeating(self)
        self.play = TablePlay(self)
        self.is_over = False

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
        due = self.calls.when(Timer.ACT)
        return None if due is None else max(0.0, due - self.now)

    @property
    def allows_odds(self) -> bool:
        """Whether a player may ask for the chance of their own hand."""
        settings = self.settings
        return len(self.state.seats.people) == 1 or (isinstance(settings, BlindsSettings) and settings.odds)

    @property
    def has_drama(self) -> bool:
        """Whether an all-in is announced street by street; at a private table its player may not want it."""
        settings, player = self.settings, self.state.place.player
        return (
            isinstance(settings, BlindsSettings) and settings.drama and not (player and self.context.is_terse(player))
        )

    @property
    def weight(self) -> int:
        """How many tables it counts as, among the most that may be open."""
        known = self.context.robots
        return table_weight([known[seat.robot] for seat in self.state.seats.values() if seat.robot in known])

    @property
    def account(self) -> GameAccount:
        """The account of the chips on all tables of this kind."""
        return GameAccount(self.state.kind)

    def chips(self, number: int) -> int:
        """Return the chips in front of a seat, without those in the pot."""
        hand = self.state.hand
        if hand is None or number not in hand.numbers:
            return self.state.seats[number].stack
        return hand.deal.stacks[hand.numbers.index(number)]

    # Time

    @property
    def now(self) -> float:
        """The scheduler's time."""
        return self.context.scheduler.now

    def after(self, seconds: float, timer: Timer, callback: Callable[[], None]) -> None:
        """Plan a call after this many seconds."""
        self.calls.call_after(seconds, timer, lambda: run(self, callback))

    def at(self, when: float, timer: Timer, callback: Callable[[], None]) -> None:
        """Plan a call at a time of the scheduler."""
        self.calls.call_at(when, timer, lambda: run(self, callback))

    def has_cards(self, number: int) -> bool:
        """Return whether a seat plays in the hand in progress."""
        return self.state.hand is not None and number in self.state.hand.numbers

    # The next hand

    def dealt_in(self) -> list[int]:
        """Return the seats of the next hand: the people, and as many robots as can play at a table of that size."""
        seats, game = self.state.seats, self.state.game_name
        ready = seats.dealt_in
        people = [number for number in ready if seats[number].player]
        for size in range(len(ready), FEWEST_SEATS - 1, -1):
            robots = [n for n in ready if n not in people and size in self.robots.sizes(seats[n], game)]
            if len(people) <= size <= len(people) + len(robots):
                return sorted(people + robots[: size - len(people)])
        return people

    @property
    def _is_testing(self) -> bool:
        return any(seat.is_untested for seat in self.state.seats.people)

    def can_deal(self, numbers: list[int]) -> bool:
        """Return whether these seats are enough for a hand and one of them is a person's."""
        return len(numbers) >= FEWEST_SEATS and self._has_person(numbers)

    def _has_person(self, numbers: list[int]) -> bool:
        return any(self.state.seats[number].player for number in numbers)

    def note_idle(self, numbers: list[int]) -> None:
        """Announce, once, each robot that is not dealt in because it does not play at a table of this size."""
        if self._is_testing or not self._has_person(numbers):
            return  # The table may have another size in a moment; who is away may come back.
        idle = frozenset(self.state.seats.dealt_in) - frozenset(numbers)
        for number in sorted(idle - self.state.idle):
            sizes = self.robots.sizes(self.state.seats[number], self.state.game_name)
            who, game = self.state.seats.sitter(number).name, self.state.game_name
            self.change.tell(Phrase("table.robot_idle", who=who, game=game, sizes=sizes_phrase(sizes)))
        self.state.idle = idle

    def plan_next(self) -> None:
        """Plan the next hand; if there are too few players, announce that once; close if all people sit out."""
        if self.is_over:
            return
        self._note_refused()
        if self.state.hand is not None:
            return
        if all(seat.sits_out for seat in self.state.seats.people):
            self.calls.cancel(Timer.DEAL)
            self.seating.close()
            return
        self.seating.drop_broke()
        numbers = self.dealt_in()
        self.note_idle(numbers)
        self.change.flush()
        if self.can_deal(numbers):
            self.calls.cancel(Timer.ALONE)
            if self.calls.when(Timer.DEAL) is None:
                self.after(self.settings.deal_pause + self.change.seconds_to_say, Timer.DEAL, self.play.begin_hand)
            return
        self.calls.cancel(Timer.DEAL)
        if self._is_testing:
            return
        if self.state.idle and self._has_person(numbers) and not self.state.policy.takes_newcomers:
            self.seating.close()
            return
        self._wait_for_players()

    def _wait_for_players(self) -> None:
        present, longest = self.state.seats.present, self.settings.wait
        if present and longest and self.has_clocks and self.calls.when(Timer.ALONE) is None:
            self.after(longest, Timer.ALONE, self._nobody_came)
        is_new = self.state.last_deal and not (self.state.has_announced_wait or self.seating.waits_for_chips)
        if present and is_new:
            self.state.has_announced_wait = True
            self.change.tell(Phrase("table.waiting"))
            self.change.flush()

    def _nobody_came(self) -> None:
        """Close a table that nobody has joined for a long time; if its people are away, another clock runs."""
        if self.state.hand is None and self.state.seats.present and not self.can_deal(self.dealt_in()):
            self.seating.close(Departure.BROKE if self.seating.waits_for_chips else Departure.ALONE)

    # People who come and go

    def begin_test(self, number: int) -> Callable[[bool], None]:
        """Deal a player in only when it is known whether private lines reach them.

        Returns:
            A function that takes whether they do; it never raises.
        """
        test = self.state.seats[number].test = LineTest()

        def end(is_reached: bool) -> None:
            test.is_reached = is_reached
            # Not at once: the line to somebody who leaves the network is refused before they are noted as away.
            self.after(0, Timer.TESTED, self.plan_next)

        return end

    def _note_refused(self) -> None:
        """Announce the present players whom private lines do not reach; they sit out."""
        refused = [seat for seat in self.state.seats.people if seat.test is not None and seat.test.is_reached is False]
        for seat in refused:
            seat.test = None
            if seat.is_away:
                continue
            if seat.status is SeatStatus.PLAYING:
                seat.status = SeatStatus.UNREACHABLE
            self.change.tell(Phrase("table.out_of_reach", who=seat.nick))
        if refused:
            self.change.store()

    def rename(self, number: int, player: Player, account: PlayerId | None = None) -> None:
        """Rename the person in a seat: a new nick or address, or another player in the ledger.

        Args:
            number: their seat.
            player: the person now.
            account: the account that is renamed as well; chips from another one still belong to it.
        """
        old = self.state.seats[number].player
        for seat in self.change.forms_of_seat(number):
            if seat.player == old:
                if account is not None and seat.account == account:
                    seat.account = player.id
                seat.player, seat.nick, seat.address = player.id, player.nick, player.address or seat.address

    def move(self, place: Place) -> None:
        """Move a private table to another place."""
        self.state.place = place

    def is_news(self, number: int, player: Player, place: Place) -> bool:
        """Return whether a line of the player in a seat changes anything for the table."""
        seat, here = self.state.seats[number], self.state.place
        if here.player is None and here != place:
            return False
        has_moved = bool(player.address) and player.address != seat.address
        return has_moved or seat.nick != player.nick or seat.is_away or self.calls.when(Timer.RESUME) is not None

    def _come_back(self, number: int) -> bool:
        """Note that a person is there; return whether they had been away."""
        seat = self.state.seats[number]
        status, had_gone = seat.status, seat.come_back()
        if seat.status is not status:
            self.change.store()
        if had_gone and self.calls.when(Timer.RESUME) is None:
            chips = Phrase("chips", n=self.chips(number))
            hand = self.state.hand
            plays = hand is not None and hand.is_in(number)
            returned = "returned_idle" if seat.sits_out else "returned_deal" if plays else "returned"
            self.change.tell(Phrase(f"table.{returned}", chips=chips), seat)
            self.change.flush()
        return had_gone

    def mark_present(self, number: int, player: Player) -> None:
        """Note that the player in a seat is there."""
        if player.address:
            self.rename(number, player)
        if self.calls.when(Timer.RESUME) is not None:
            # The state is announced when the table resumes; a private table need not wait for others.
            self._come_back(number)
            if self.state.place.is_private:
                self.resume_in(0)
        elif self._come_back(number):
            self.plan_next()
            self.play.remind(number)

    def mark_away(self, number: int) -> None:
        """Note that a person is away; their seat is kept for a while."""
        seat = self.state.seats[number]
        if seat.away_since is None:
            seat.away_since = self.now
            self.plan_grace()

    def plan_grace(self) -> None:
        """Set the clock for the person who has been away longest."""
        since = self.state.seats.waited_for().values()
        if since:
            self.at(min(since) + self.settings.grace, Timer.GRACE, self._grace_over)

    def _grace_over(self) -> None:
        """Remove people who have been away for too long; those with cards leave after the hand."""
        gone = [
            number for number, since in self.state.seats.waited_for().items() if since + self.settings.grace <= self.now
        ]
        in_hand = list(filter(self.has_cards, gone))
        for number in in_hand:
            self.state.seats[number].status = SeatStatus.GIVEN_UP
        if gone:
            self.seating.let_go({number: Departure.GONE for number in gone if number not in in_hand})
        if not self.is_over:
            self.plan_grace()
            self.plan_next()

    def put_forward(self, seconds: float) -> None:
        """Put the clocks of people forward by the seconds of a standstill."""
        self.calls.put_forward(seconds, *OF_PEOPLE)
        for seat in self.state.seats.people:
            if seat.away_since is not None:
                seat.away_since = min(seat.away_since + seconds, self.now)
        if self.calls.when(Timer.GRACE) is not None:
            self.plan_grace()

    # The bot leaves and comes back

    def pause(self) -> None:
        """Pause all planned calls while the network is away."""
        self.calls.pause()

    def say_goodbye(self) -> None:
        """Tell everybody that the bot is about to leave; everything is stored, and the clocks are stopped."""
        self.calls.pause()
        self.change.tell(Phrase("table.going_down"))
        self.change.tell_all()

    def go_on(self, seconds: float) -> None:
        """Resume in this many seconds on a network that is back; until then only people's presence is noted."""
        if not self.state.place.is_private:
            for number in self.state.seats.people_numbers:
                # Some may have left while the bot was away.
                self.mark_away(number)
        # Their clocks restart when the table resumes.
        self.calls.cancel(*[timer for timer in Timer if timer not in {Timer.REVEAL, Timer.TELL}])
        self.calls.resume()
        self.resume_in(seconds)

    def resume_in(self, seconds: float) -> None:
        """Plan to resume in this many seconds."""
        self.after(seconds, Timer.RESUME, self._resume)

    def _resume(self) -> None:
        """Resume after the network or the ledger was away, or after a start; everybody gets their cards again."""
        if self.change.failures:
            # Nothing is announced before the ledger works again.
            self.change.store()
        self.plan_grace()
        self.shuffles.plan()
        hand, last_deal = self.state.hand, self.state.last_deal
        if hand is not None:
            resumed = Phrase("table.resumed_deal", deal=hand.deal_id)
        else:
            resumed = Phrase("table.resumed_after", deal=last_deal) if last_deal else Phrase("table.resumed")
        self.change.tell(resumed)
        self.play.again()
        self.change.flush()
        self.plan_next()

    def retry(self) -> None:
        """Resume when the ledger may work again; each failure in a row makes the wait longer."""
        if self.calls.when(Timer.RESUME) is None:
            self.change.failures += 1
            self.resume_in(retry_seconds(self.change.failures))

    def resume_now(self) -> None:
        """Resume at once if that is planned: a player has been seen."""
        if self.calls.when(Timer.RESUME) is not None:
            self.resume_in(0)

    def abandon(self) -> None:
        """Leave the table to another bot: the stored table stays as it is, and nothing is planned any more."""
        self.is_over = True
        self.calls.cancel_all()
        self.robots.forget()
        self.context.on_people_changed(self)

    def restore_hand(self, record: HandRecord) -> None:
        """Continue a stored hand.

        Raises:
            PokerError: its shuffle is missing, or setup, deck and actions do not fit together.
        """
        self.state.hand = HandInProgress.restore(record, self.shuffles.find(record.deal_id, record.seeds))
