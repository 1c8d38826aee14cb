"""The play of a hand at a table: dealing, delivering cards, decisions of people, robots and the clock, and the end.

Methods that change something are called under `recovery.guard`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ircpoker.delivery import Delivery
from ircpoker.errors import NotAllowedError
from ircpoker.ledger import RecordResult, RevealShuffle
from ircpoker.lobby.cashier import record_hand
from ircpoker.lobby.events import (
    CalledOff,
    DealEnded,
    Departure,
    HandBegan,
    OutOfChips,
    OwnCards,
    Progress,
    Reminder,
    RunOut,
    YourTurn,
)
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.run_outs import STREET_SECONDS, run_out
from ircpoker.lobby.seats import SeatStatus
from ircpoker.lobby.timers import OF_TURN, Timer
from ircpoker.proofs import mark_called_off, use
from ircpoker.robots import make_legal
from ircpoker.table import FOLD, Deal, first_positions, make_setup, make_view, next_positions
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ircpoker.delivery import OnDelivery
    from ircpoker.ledger import Change
    from ircpoker.lobby.requests import RequestedAction
    from ircpoker.lobby.seats import Seat
    from ircpoker.lobby.table import Table
    from ircpoker.table import Action, LegalActions

TIME_OUTS = 2
"""After this many time-outs in a row a player is not dealt in any more."""
CARDS_SECONDS = 120.0
"""Seconds to wait for the delivery of cards. The transport should report it earlier; if not, the table must go on."""
THINKING_SECONDS = 4.0
"""Seconds after which people read that a robot is thinking."""
TYPING_AFTER = 1.0
"""Seconds of a robot's thought after which it is shown as typing, if their programs can show that."""
TYPING_EVERY = 3.0
"""Seconds after which that is shown again; programs forget it after six."""
LONGEST_THOUGHT = 60.0
"""Seconds after which the table goes on without the decision of a robot that thinks."""
TURN_SECONDS = 60.0
"""Seconds after which the clock of a turn starts, even if its lines have not been sent yet."""


class TablePlay:
    """Plays the hands of a table. Only it begins and ends the table's `hand`, unless the table closes in the middle."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._calls = table.calls
        self._change = table.change

    def again(self) -> None:
        """Give everybody their cards again, after the bot or its network was away; nobody acts before."""
        hand = self._table.state.hand
        if hand is not None:
            self._calls.cancel(*OF_TURN)
            hand.begin_again()
            self._deliver_all(hand)

    def remind(self, number: int) -> None:
        """Repeat the line of the turn to the player in a seat who was away, if it is their turn."""
        hand = self._table.state.hand
        if hand is not None and hand.actor == number and (legal := hand.turn):
            self._announce_turn(hand, legal)
            self._change.flush()

    # The next hand

    def begin_hand(self) -> None:
        """Freeze the seeds, shuffle, store the hand, and give everybody their cards."""
        table, state, ready = self._table, self._table.state, self._table.dealt_in()
        if not table.can_deal(ready):
            table.plan_next()
            return
        table.note_idle(ready)
        before = state.positions
        positions = first_positions(ready, min(ready)) if before is None else next_positions(before, ready)
        stacks = {number: seat.stack for number, seat in state.seats.items()}
        setup = make_setup(state.game, state.stakes, positions, stacks)
        numbers = positions.players
        proof = table.shuffles.freeze_next([state.seats[number].player for number in numbers])
        table.robots.meet(state.seats, numbers)
        hand = HandInProgress(Deal(setup, proof.deck), proof, numbers)
        state.positions, state.hand = positions, hand
        state.has_announced_wait = False
        self._deliver_all(hand)
        self._change.store(use(proof))

    # Cards to their owners

    def _deliver_all(self, hand: HandInProgress) -> None:
        """Give the people in the hand their cards; if there are only robots, go on at once."""
        if not self._table.state.place.is_private:
            deal, facts = hand.deal, self._table.state.seat_facts(hand)
            self._change.tell(HandBegan(hand.deal_id, deal.setup, deal.street, deal.board, facts))
        for seat, number in enumerate(hand.numbers):
            if self._table.state.seats[number].player and hand.deal.in_hand[seat]:
                self._deliver(hand, seat)
        if not hand.awaiting_cards:
            self._table.after(0, Timer.CARDS, self._cards_arrived)

    def _deliver(self, hand: HandInProgress, seat: int, drawn: int | None = None) -> None:
        """Give a person their cards; the hand goes on when they are delivered."""
        hand.awaiting_cards[seat] = hand.has_given_cards
        self._table.after(CARDS_SECONDS, Timer.CARDS_LOST, self._cards_lost)
        cards = OwnCards(hand.deal_id, make_view(hand.deal, seat), self._table.state.seat_facts(hand), drawn)
        self._change.tell(cards, self._at(hand, seat), partial(self._delivered, hand.deal_id, seat))

    def _delivered(self, deal_id: str, seat: int, delivery: Delivery) -> None:
        """Note the `Delivery` of a player's cards."""
        hand = self._table.state.hand
        if hand is None or hand.deal_id != deal_id or seat not in hand.awaiting_cards or self._calls.is_paused:
            return  # Cards on a lost network are given again when it is back.
        given_before = hand.awaiting_cards.pop(seat)
        if delivery is Delivery.SENT:
            hand.has_given_cards = True
        elif given_before:
            # They knew their cards, or the bot was away: their clock runs, and their seat is kept for a while.
            self._table.mark_away(hand.numbers[seat])
        else:
            hand.unreachable.add(seat)
        if not hand.awaiting_cards:
            self._table.after(0, Timer.CARDS, self._cards_arrived)

    def _cards_arrived(self) -> None:
        """Go on when the `Delivery` of all cards is known; call the hand off if nobody got any."""
        hand = self._table.state.hand
        if hand is None or hand.awaiting_cards:
            return
        self._calls.cancel(Timer.CARDS_LOST)
        if hand.unreachable and not hand.has_given_cards:
            names = ", ".join([self._at(hand, seat).nick for seat in sorted(hand.unreachable)])
            self.call_off(Phrase("call_off.no_cards", names=names))
            return
        # Bets stand. Otherwise somebody with bad cards could have the hand called off by a friend who leaves.
        self._note_unreachable(hand)
        self.advance(hand)

    def _note_unreachable(self, hand: HandInProgress) -> None:
        """Let players without their cards fold on their turn, and sit out until they speak."""
        for seat in hand.unreachable:
            if not self._at(hand, seat).leaves:
                self._at(hand, seat).status = SeatStatus.UNREACHABLE
        hand.unreachable.clear()

    def _cards_lost(self) -> None:
        """Stop waiting for the delivery of cards."""
        hand = self._table.state.hand
        if hand is not None:
            for seat in sorted(hand.awaiting_cards):
                self._delivered(hand.deal_id, seat, Delivery.UNKNOWN)

    # Decisions

    def act(self, number: int, requested: RequestedAction) -> bool:
        """Let a person act, now or as soon as it is their turn.

        Args:
            number: their seat.
            requested: the action that they ask for.

        Returns:
            True if it was their turn, False if it waits.

        Raises:
            NotAllowedError: no hand is in progress, or they have nothing to decide in it.
            IllegalActionError: it was their turn and the action is not legal.
            UsageError: a bet without an amount.
        """
        hand, seat = self._table.state.hand, self._table.state.seats[number]
        if hand is None:
            is_broke = self._table.seating.is_broke(number)
            raise NotAllowedError(Phrase("errors.no_chips_here" if is_broke else "errors.no_deal"))
        action = hand.requested(number, requested)
        if action is not None:
            self._act(hand, action)
        seat.time_outs = 0
        if seat.sits_out:
            seat.status = SeatStatus.PLAYING
        if action is not None:
            self.advance(hand)
        return action is not None

    def _act(self, hand: HandInProgress, action: Action) -> None:
        """Let the actor act; a person who changed cards gets them before the hand goes on."""
        seat = hand.deal.actor
        changed = hand.act(action)
        if changed and seat is not None and self._at(hand, seat).player:
            self._deliver(hand, seat, changed)

    def advance(self, hand: HandInProgress) -> None:
        """Play until a person has to decide, store the hand, and announce its progress."""
        self._calls.cancel(*OF_TURN)
        while (legal := hand.turn) is not None and self._goes_on(hand, legal):
            pass
        if legal is not None:
            self._plan_turn(hand, legal)
        elif hand.deal.is_over:
            self._finish(hand)
            return
        self._change.store()

    def _goes_on(self, hand: HandInProgress, legal: LegalActions) -> bool:
        """Let the actor act if it is not necessary to wait; return whether they acted."""
        seat, robots, seats = self._at(hand, legal.seat), self._table.robots, self._table.state.seats
        if seat.robot:
            if robots.think(seats, hand, legal, self._thought_through) or self._table.settings.robot_pause:
                return False
            self._act(hand, robots.decide(seats, hand, legal))
        elif seat.leaves or seat.status is SeatStatus.UNREACHABLE:
            self._act(hand, FOLD if legal.can_fold else make_legal(None, legal))
        elif seat.sits_out:
            hand.act_by_default(legal)
        elif (queued := hand.queued.get(legal.seat)) is None:
            return False
        elif (action := hand.queued_action(legal)) is None:
            self._change.tell(Phrase("table.queued_dropped", action=str(queued.requested)), seat)
            return False
        else:
            self._act(hand, action)
        return True

    def _plan_turn(self, hand: HandInProgress, legal: LegalActions) -> None:
        """Set the clocks for the actor and announce the turn."""
        if self._at(hand, legal.seat).robot:
            self._table.after(self._table.settings.robot_pause, Timer.ROBOT, self._robot_acts)
            if self._table.robots.is_thinking(hand):
                self._table.after(TYPING_AFTER, Timer.TYPING, self._show_typing)
                self._table.after(THINKING_SECONDS, Timer.REMIND, self._remind)
                self._table.after(LONGEST_THOUGHT, Timer.THOUGHT, self._thinks_too_long)
            return
        turn, hand.unsent_lines = hand.moment, 0
        self._announce_turn(hand, legal, (lambda _: self._turn_line_sent(turn)) if self._table.has_clocks else None)

    def _turn_line_sent(self, turn: tuple[str, int]) -> None:
        """Start the clock of a turn when both its lines are sent, so that nobody times out before reading them."""
        hand = self._table.state.hand
        if hand is None or turn != hand.moment or self._calls.is_paused:
            return
        hand.unsent_lines -= 1
        if hand.unsent_lines <= 0:
            self._start_clock()

    def _start_clock(self) -> None:
        self._calls.cancel(Timer.UNSENT_TURN)
        self._table.after(self._table.settings.seconds_to_act, Timer.ACT, self._time_out)
        if self._table.settings.reminder:
            self._table.after(self._table.settings.reminder, Timer.REMIND, self._remind)

    def _announce_turn(self, hand: HandInProgress, legal: LegalActions, on_delivery: OnDelivery | None = None) -> None:
        """Announce the turn to everybody and to the player."""
        seat = self._at(hand, legal.seat)
        is_public = not self._table.state.place.is_private
        if on_delivery is not None:
            hand.unsent_lines = 1 + is_public
            self._table.after(TURN_SECONDS, Timer.UNSENT_TURN, self._start_clock)
        story, deal = hand.take_story(self._table.state.seats), hand.deal
        if is_public:
            pot = deal.pot if deal.board else 0
            self._change.tell(
                Progress(pot, story, seat.nick, legal, self._table.settings.seconds_to_act), on_delivery=on_delivery
            )
        self._change.tell(YourTurn(make_view(deal, legal.seat), story, legal), seat, on_delivery)

    def _robot_acts(self) -> None:
        """Let the robot act after its pause."""
        hand = self._table.state.hand
        if hand is None or self._table.robots.is_thinking(hand):
            return
        if (legal := hand.turn) and self._at(hand, legal.seat).robot:
            self._act(hand, self._table.robots.decide(self._table.state.seats, hand, legal))
            self.advance(hand)

    def _thought_through(self, turn: tuple[str, int]) -> None:
        """Let a robot act after a long decision, unless the hand has gone on without it."""
        hand = self._table.state.hand
        is_current = hand is not None and turn == hand.moment and not self._table.is_over
        if is_current and self._calls.when(Timer.ROBOT) is None:
            self._table.after(0, Timer.ROBOT, self._robot_acts)

    def _thinks_too_long(self) -> None:
        """Act for a robot that still thinks."""
        if (hand := self._table.state.hand) is not None:
            self._table.robots.give_up(hand, f"no decision in {LONGEST_THOUGHT:.0f} seconds")
            self._robot_acts()

    def _show_typing(self) -> None:
        """Show that a robot is thinking."""
        hand, place, seats = self._table.state.hand, self._table.state.place, self._table.state.seats
        if hand is not None and self._table.robots.is_thinking(hand):
            self._table.context.show_typing(place.network, place.channel or "".join(seat.nick for seat in seats.people))
            self._table.after(TYPING_EVERY, Timer.TYPING, self._show_typing)

    def _remind(self) -> None:
        """Remind the actor of the clock, or announce that a robot is still thinking."""
        hand = self._table.state.hand
        if hand is not None and self._table.robots.is_thinking(hand) and hand.actor is not None:
            self._change.tell(Phrase("table.robot_thinks", who=self._table.state.seats.sitter(hand.actor).name))
            self._change.flush()
        elif hand is not None and (legal := hand.turn) and not self._at(hand, legal.seat).robot:
            seconds = (self._calls.when(Timer.ACT) or self._table.now) - self._table.now
            all_in = hand.deal.bets[legal.seat] + hand.deal.stacks[legal.seat]
            self._change.tell(Reminder(seconds, legal, all_in), self._at(hand, legal.seat))
            self._change.flush()

    def _time_out(self) -> None:
        """Act for a person whose time is over."""
        hand = self._table.state.hand
        if hand is None or (legal := hand.turn) is None:
            return
        seat = self._at(hand, legal.seat)
        seat.time_outs += 1
        hand.act_by_default(legal)
        if seat.time_outs >= TIME_OUTS and seat.status is SeatStatus.PLAYING:
            seat.status = SeatStatus.SITTING_OUT
            is_alone = self._table.state.place.is_private
            self._change.tell(Phrase("table.duel_ends" if is_alone else "table.sat_out"), seat)
        self.advance(hand)

    # The end of a hand

    def call_off(self, reason: Phrase) -> None:
        """Cancel the hand, return all bets, and announce the reason."""
        hand = self._table.state.hand
        if hand is None:
            return
        # Otherwise the next hand would fail in the same way.
        self._note_unreachable(hand)
        changes = mark_called_off(self._table.context.ledger, hand.deal_id, reason)
        self._end_hand(hand, CalledOff(hand.deal_id, reason), [*changes])

    def _announce_run_out(self, hand: HandInProgress) -> bool:
        """Announce an all-in street by street up to the last one; return whether the hand had one."""
        streets = run_out(hand, self._table.state.seats) if self._table.has_drama else []
        for event in streets:
            self._change.tell(event, pause=STREET_SECONDS if isinstance(event, RunOut) and event.street else 0.0)
        return bool(streets)

    def _finish(self, hand: HandInProgress) -> None:
        """Settle a finished hand: write stacks, rows and results in one transaction with the changes that follow."""
        table, seats = self._table, self._table.state.seats
        results = hand.results(seats)
        ran_out = self._announce_run_out(hand)
        event = DealEnded(
            hand.deal_id,
            hand.deal.street,
            hand.deal.board,
            hand.take_story(seats),
            results,
            hand.pots(seats),
            ran_out,
        )
        changes: list[Change] = [record_hand(table, hand, results)]
        for index, number in enumerate(hand.numbers):
            seat, result = seats[number], results[index]
            seat.stack = hand.deal.stacks[index]
            if seat.account:
                changes.append(RecordResult(seat.account, table.state.kind, result.won - result.net, result.won))
        table.robots.learn(seats, hand)
        table.state.last_deal, table.state.last_reasons = hand.deal_id, tuple(hand.reasons)
        self._end_hand(hand, event, changes)

    def _end_hand(self, hand: HandInProgress, event: DealEnded | CalledOff, changes: list[Change]) -> None:
        """Store the end of a hand with its consequences, announce it, write its history, and plan the next hand.

        Args:
            hand: the hand.
            event: the event to announce.
            changes: other changes.
        """
        table, seats = self._table, self._table.state.seats
        for seat in seats.values():
            seat.end_hand()
        leavers = {number: seats[number].departure for number in hand.numbers if seats[number].is_done}
        if not table.state.policy.takes_newcomers and all(n in leavers for n in seats if seats[n].robot):
            leavers |= {number: Departure.CLOSED for number in seats.people_numbers if number not in leavers}
        kept = self._kept_seats(leavers)
        staying = [number for number in seats.people_numbers if number not in leavers]
        is_last = not (kept or staying)
        if not is_last:
            commit = table.shuffles.commit_next()
            changes.append(commit)
            pause = table.context.settings(table.state.game_name).deal_pause if staying else None
            event = replace(event, next_deal=commit.deal_id, commitment=commit.commitment, pause=pause)
        self._change.tell(event, pause=STREET_SECONDS if isinstance(event, DealEnded) and event.ran_out else 0.0)
        self._tell_broke(leavers, kept)
        # The shuffle shows no other person's cards, or the table closes and cannot reveal it later.
        is_revealed = is_last or sum(not seats[number].robot for number in hand.numbers) <= 1
        if is_revealed:
            changes.append(RevealShuffle(hand.deal_id))
        self._calls.cancel(*OF_TURN, Timer.CARDS, Timer.CARDS_LOST)
        table.robots.forget_thinking()
        players = [result.who for result in event.results] if isinstance(event, DealEnded) else []
        self._change.once_stored(lambda: table.shuffles.archive_hand(hand, players, is_revealed=is_revealed))
        table.state.hand = None
        table.seating.let_go({number: why for number, why in leavers.items() if number not in kept}, *changes)
        if not is_revealed:
            table.shuffles.add(hand.deal_id)
        table.plan_next()

    def _kept_seats(self, leavers: Mapping[int, Departure]) -> list[int]:
        """Return the seats of people without chips with whom the table would close: it waits for new chips."""
        seats, policy = self._table.state.seats, self._table.state.policy
        stays = [number for number in seats if number not in leavers]
        if any(seats[number].player for number in stays) or not (stays or policy.takes_newcomers):
            return []
        return [number for number in seats.people_numbers if leavers[number] is Departure.BROKE]

    def _tell_broke(self, leavers: Mapping[int, Departure], kept: Collection[int]) -> None:
        """Tell the people who have lost all chips how to go on."""
        table, seats, settings = self._table, self._table.state.seats, self._table.settings
        is_open = bool(kept) or table.state.policy.takes_newcomers
        for number in kept if not table.state.place.is_private else ():
            self._change.tell(Phrase("table.kept", who=seats[number].nick))
        for number, why in leavers.items():
            person = seats[number].person
            if person is not None and why is Departure.BROKE:
                broke = OutOfChips(person, settings.least_buy_in, settings.buy_in, is_open)
                self._change.tell(broke, seats[number])

    def _at(self, hand: HandInProgress, seat: int) -> Seat:
        return self._table.state.seats[hand.numbers[seat]]
