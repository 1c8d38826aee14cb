"""The hand in progress at a table: the deal, the part of it that is stored, and the part that dies with the process.

This module knows neither ledger nor clock. A "seat" is one of the deal, a `DealSeat`; a "number" is that of a seat at
the table, a `TableSeat`. `HandInProgress.number_of` and `HandInProgress.seat_of` lead from one to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ircpoker.errors import NotAllowedError, PokerError
from ircpoker.fairness.proof import Proof
from ircpoker.lobby.events import ActionSummary, Mucked, SeatFact, SeatResult, Sitter, Story, StreetDealt
from ircpoker.lobby.seats import Seats
from ircpoker.table import (
    CHECK,
    FOLD,
    Action,
    Deal,
    DealSeat,
    Discard,
    LegalActions,
    Setup,
    TableSeat,
    deal_seats,
    dump_setup,
    replay,
)
from ircpoker.table.amounts import Unit
from ircpoker.table.button import posting_names, with_dead_hands
from ircpoker.table.events import CardsDrawn, PlayerActed, PotWon, StreetBegan
from ircpoker.table.requests import QueuedAction, RequestedAction, check_queued, resolve, still_fits
from ircpoker.table.view import all_in_seats
from ircpoker.words import Phrase


class RobotReason(Struct, frozen=True):
    """The reason of a robot's action.

    Attributes:
        nick: the robot's nick.
        action: the action as `str` writes it, but without discarded cards.
        why: the reason.
        ranges: the ranges, as in `Decision`.
        chance: how often it expected to win, in whole percent; empty if it did not know.
        share: how often it acts so with such hands, in whole percent; empty if it did not know.
    """

    nick: str
    action: str
    why: str
    ranges: str = ""
    chance: str = ""
    share: str = ""


class HandRecord(Struct, frozen=True):
    """The stored part of a hand; together with its shuffle it is enough to continue the hand.

    Attributes:
        deal_id: the number of the deal, as text.
        setup: the setup.
        numbers: for each seat of the setup, its number at the table.
        seeds: the frozen seeds of the same seats.
        actions: the actions so far, with the seats of the setup.
        reasons: the robots' reasons, in the order of acting.
        added_seconds: what was added to the time for the present decision.
    """

    deal_id: str
    setup: Setup
    numbers: tuple[TableSeat, ...]
    seeds: tuple[str, ...]
    actions: tuple[tuple[DealSeat, Action], ...] = ()
    reasons: tuple[RobotReason, ...] = ()
    added_seconds: float = 0.0


class TurnClock(Struct):
    """The clock of one turn.

    Attributes:
        turn_id: the turn.
        since: when the turn was announced, or the robot was asked.
        has_unsent_lines: whether lines of this turn are on their way.
        started_at: when the time of a person began; None while lines are on their way.
        is_reminded: whether the actor was reminded, or it was announced that a robot thinks.
        is_thinking: whether a thread computes a robot's decision.
        is_fold: whether a robot has decided to fold, which needs no long pause.
        typing_at: when a robot that thinks is shown as typing.
    """

    turn_id: tuple[str, int]
    since: float
    has_unsent_lines: bool = False
    started_at: float | None = None
    is_reminded: bool = False
    is_thinking: bool = False
    is_fold: bool = False
    typing_at: float = 0.0


class HandInProgress:
    """One hand, from the shuffle to its end.

    Attributes:
        deal: the deal.
        proof: its shuffle, which nobody may see yet.
        deal_id: the number of the deal, as text.
        numbers: for each seat, its number at the table.
        reasons: the robots' reasons, in the order of acting.
        stored_setup: the setup in its stored form.
        stored_actions: the actions so far in their stored form.
        awaiting_cards: the seats whose cards are on their way, and whether anybody had cards of this hand before.
        unreachable: the seats whose cards could not be delivered.
        has_given_cards: whether anybody has cards: then bets stand, even if others cannot be reached.
        cards_since: when cards were sent that are still on their way.
        cards_known_at: when the outcome of all lines with cards was known; None while some are on their way, and when
            the hand has gone on.
        clock: the clock of the turn that was announced; None if the turn has to be announced.
        queued: the queued action of each seat.
        timed_out: the numbers of the events that happened because a player's time was over.
        reworded: the numbers of the events that their player typed otherwise: queued, or with an amount in words.
        announced: the number of events that were announced.
        announced_bets: the street and the bet to match as they were announced; a queued action is meant for these.
        added: the seconds that were added to the time for a decision, after the number of actions before it.
    """

    def __init__(
        self, deal: Deal, proof: Proof, numbers: tuple[TableSeat, ...], reasons: tuple[RobotReason, ...] = ()
    ) -> None:
        self.deal = deal
        self.proof = proof
        self.deal_id = proof.deal_id
        self.numbers = numbers
        self.reasons = list(reasons)
        self.stored_setup = dump_setup(deal.setup)
        self.announced_bets = deal.street, deal.bet_to_match
        self.stored_actions = [f"{seat} {action}" for seat, action in deal.actions]
        self.awaiting_cards: dict[DealSeat, bool] = {}
        self.unreachable: set[DealSeat] = set()
        self.has_given_cards = False
        self.cards_since: float | None = None
        self.cards_known_at: float | None = None
        self.clock: TurnClock | None = None
        self.queued: dict[DealSeat, QueuedAction] = {}
        self.timed_out: set[int] = set()
        self.reworded: set[int] = set()
        self.announced = 0
        self.added: tuple[int, float] = (0, 0.0)

    @classmethod
    def restore(cls, record: HandRecord, proof: Proof) -> HandInProgress:
        """Return a stored hand, as it continues after a start.

        Raises:
            PokerError: setup, deck and actions do not fit together.
        """
        hand = cls(replay(record.setup, proof.deck, record.actions), proof, record.numbers, record.reasons)
        hand.note_announced()
        hand.add_time(record.added_seconds)
        # Somebody may have seen their cards before the process ended.
        hand.has_given_cards = True
        return hand

    def copy(self) -> HandInProgress:
        """Return an independent copy."""
        other = copy(self)
        other.deal, other.reasons, other.queued = self.deal.copy(), self.reasons[:], self.queued.copy()
        other.awaiting_cards, other.unreachable = self.awaiting_cards.copy(), self.unreachable.copy()
        other.timed_out, other.reworded = self.timed_out.copy(), self.reworded.copy()
        other.stored_actions = self.stored_actions[:]
        other.clock = self.clock and copy(self.clock)
        return other

    def seat_of(self, number: TableSeat) -> DealSeat | None:
        """Return the seat with a number at the table; None if it is not in this hand."""
        return DealSeat(self.numbers.index(number)) if number in self.numbers else None

    def number_of(self, seat: DealSeat) -> TableSeat:
        """Return the number at the table of a seat."""
        return self.numbers[seat]

    def is_in(self, number: TableSeat) -> bool:
        """Return whether somebody at the table has cards in the deal."""
        seat = self.seat_of(number)
        return seat is not None and self.deal.in_hand[seat]

    @property
    def actor(self) -> TableSeat | None:
        """The number of the seat whose turn it is; None when the hand is over."""
        return None if self.deal.actor is None else self.number_of(self.deal.actor)

    @property
    def turn_id(self) -> tuple[str, int]:
        """The turn, for comparison: the number of the deal, and how many actions were taken so far."""
        return self.deal_id, len(self.deal.actions)

    @property
    def turn(self) -> LegalActions | None:
        """The actor's legal actions; None while cards are on their way, and when the hand is over."""
        return None if self.awaits_cards else self.deal.legal_actions()

    @property
    def awaits_cards(self) -> bool:
        """Whether cards are on their way, or the hand has yet to go on with them."""
        return bool(self.awaiting_cards) or self.cards_known_at is not None

    @property
    def is_announced(self) -> bool:
        """Whether the present turn was announced."""
        return self.clock is not None and self.clock.turn_id == self.turn_id

    def has_timed_out(self, number: TableSeat) -> bool:
        """Return whether the clock took the last action of somebody at the table in this hand."""
        seat = self.seat_of(number)
        taken = [
            index
            for index, event in enumerate(self.deal.events)
            if isinstance(event, PlayerActed | CardsDrawn) and event.seat == seat
        ]
        return bool(taken) and taken[-1] in self.timed_out

    @property
    def added_seconds(self) -> float:
        """What was added to the time for the present decision."""
        turn, seconds = self.added
        return seconds if turn == len(self.deal.actions) else 0.0

    # Acting

    def add_time(self, seconds: float) -> None:
        """Add to the time for the present decision."""
        self.added = len(self.deal.actions), self.added_seconds + seconds

    def act(self, action: Action) -> int:
        """Let the actor act; return how many cards they changed.

        Raises:
            NotAllowedError: the hand is over.
            IllegalActionError: the action is not legal now; nothing has changed.
        """
        seat = self.deal.actor
        if seat is None:
            raise NotAllowedError(Phrase("errors.deal_over"))
        self.deal.act(seat, action)
        return self._note_action(seat, action)

    def kill(self, seats: Collection[DealSeat]) -> None:
        """Let the hands of players who cannot have their cards be dead from the deal on; nobody has acted yet."""
        setup = self.deal.setup
        present = [seat not in {*setup.dead, *seats} for seat in deal_seats(len(setup.stacks))]
        self.deal = Deal(with_dead_hands(setup, present), self.proof.deck)
        self.stored_setup = dump_setup(self.deal.setup)

    def _note_action(self, seat: DealSeat, action: Action) -> int:
        """Note an action that was taken; return how many cards it changed."""
        self.stored_actions.append(f"{seat} {action}")
        self.queued.pop(seat, None)
        return len(action.cards) if isinstance(action, Discard) else 0

    def act_by_default(self, legal: LegalActions) -> None:
        """Act for a player whose time is over: check if possible, else fold; at a draw stand pat."""
        self.timed_out.add(len(self.deal.events))
        self.act(Discard() if legal.discard else CHECK if legal.can_check else FOLD)

    def request(self, number: TableSeat, requested: RequestedAction) -> int | None:
        """Let a player act as they ask for if it is their turn; else queue the action.

        Returns:
            How many cards they changed; None if the action is queued.

        Raises:
            NotAllowedError: the player has nothing to decide in this hand, or the amount of a bet is missing or not
                legal.
            IllegalActionError: it is the player's turn, and no such action is legal.
        """
        seat, legal = self.seat_of(number), self.turn
        if seat is None:
            raise NotAllowedError(Phrase("errors.not_in_deal"))
        if not self.deal.in_hand[seat]:
            raise NotAllowedError(Phrase("errors.dead_hand" if seat in self.deal.setup.dead else "errors.folded"))
        if legal is not None and legal.seat == seat:
            if requested.amount is not None and requested.amount.unit is not Unit.CHIPS:
                self.reworded.add(len(self.deal.events))
            action = resolve(requested, self.deal, legal)
            self.deal.act(seat, action)
            return self._note_action(seat, action)
        check_queued(requested, self.deal, seat)
        street, bet_to_match = self.announced_bets
        self.queued[seat] = QueuedAction(requested, street, max(0, bet_to_match - self.deal.bets[seat]))
        return None

    def take_queued_action(self, legal: LegalActions) -> Action | None:
        """Remove the actor's queued action and return it; None if it does not fit any more."""
        queued = self.queued.pop(legal.seat, None)
        if queued is None or not still_fits(queued, self.deal, legal.seat):
            return None
        try:
            action = resolve(queued.requested, self.deal, legal)
        except PokerError:
            return None
        if not legal.allows(action):
            return None
        self.reworded.add(len(self.deal.events))
        return action

    # Announcing it

    def begin_again(self) -> None:
        """Prepare for announcing the hand again, and giving everybody their cards again."""
        self.note_announced()
        self.unreachable.clear()
        self.clock = None

    def note_announced(self) -> None:
        """Note that everybody knows how the hand stands."""
        self.announced = len(self.deal.events)
        self.announced_bets = self.deal.street, self.deal.bet_to_match

    def take_story(self, seats: Seats, until: int | None = None) -> Story:
        """Return the actions and streets that are not announced yet, in order, without hidden cards, and note that.

        Args:
            seats: the seats of the table.
            until: the number of the event before which the story ends; None for all events.
        """
        deal = self.deal
        # A seat without chips put in its last chip with its last action.
        last = {event.seat: number for number, event in enumerate(deal.events) if isinstance(event, PlayerActed)}
        all_in, public_events = all_in_seats(deal), deal.events_seen_by(None)
        bets = deal.street, deal.bet_to_match
        story: list[ActionSummary | StreetDealt] = []
        begun = [event for event in deal.events[: self.announced] if isinstance(event, StreetBegan)]
        board = tuple([card for street in begun for card in street.board])
        for number, public in enumerate(public_events[self.announced : until], self.announced):
            if isinstance(public, StreetBegan) and public.board:
                new = public.board
                if story and isinstance(before := story[-1], StreetDealt):
                    story.pop()
                    board, new = before.board, before.new + new
                story.append(StreetDealt(public.street, board, new))
                board += new
            if isinstance(public, PlayerActed | CardsDrawn):
                is_all_in = last.get(public.seat) == number and public.seat in all_in
                sitter = seats.sitter(self.number_of(public.seat))
                is_late, is_reworded = number in self.timed_out, number in self.reworded
                story.append(ActionSummary(sitter, public, is_late, is_all_in, is_reworded))
        if until is None:
            self.announced, self.announced_bets = len(deal.events), bets
        else:
            self.announced = until
        return tuple(story)

    def untold_story(self, seats: Seats) -> Story:
        """Return what `take_story` would return, without noting that it was announced."""
        return self.copy().take_story(seats) if self.announced < len(self.deal.events) else ()

    def seat_facts(self, seats: Seats, *, has_button: bool) -> tuple[SeatFact, ...]:
        """Return the players with their chips before the hand, beginning left of the button.

        Args:
            seats: the seats of the table.
            has_button: whether the last player has the button; else the player who had it has left.
        """
        setup = self.deal.setup
        names = posting_names(setup, has_button=has_button)
        facts = zip(self.numbers, setup.stacks, names, strict=True)
        return tuple([SeatFact(seats.sitter(number), stack, name) for number, stack, name in facts])

    def pots(self, seats: Seats) -> tuple[tuple[tuple[Sitter, int], ...], ...]:
        """Return the winners of the main pot, and of each side pot, with their shares."""
        won: dict[int, list[tuple[Sitter, int]]] = {}
        for event in self.deal.events:
            if isinstance(event, PotWon):
                won.setdefault(event.pot, []).append((seats.sitter(self.number_of(event.seat)), event.amount))
        return tuple([tuple(won[pot]) for pot in sorted(won)])

    def results(self, seats: Seats) -> tuple[SeatResult, ...]:
        """Return the result of each seat."""
        deal = self.deal
        won = [0] * len(self.numbers)
        for event in deal.events:
            if isinstance(event, PotWon):
                won[event.seat] += event.amount
        results = [
            SeatResult(seats.sitter(number), chips, after - before)
            for number, chips, after, before in zip(self.numbers, won, deal.stacks, deal.setup.stacks, strict=True)
        ]
        shown = [seat for seat, is_shown in enumerate(deal.shown) if is_shown]
        game, hands = deal.setup.game, [deal.hole_cards[seat] for seat in shown]
        for seat, cards, short in zip(shown, hands, game.showdown_names(hands, deal.board), strict=True):
            name = game.hand_value(cards, deal.board).name
            results[seat] = replace(results[seat], cards=cards, hand=name, short=short)
        return tuple(results)

    def mucked(self, seats: Seats) -> Iterator[tuple[DealSeat, Mucked]]:
        """Yield the seats that lost at the showdown without showing a hand of the same name as a better one shown."""
        deal = self.deal
        shown = [DealSeat(seat) for seat, is_shown in enumerate(deal.shown) if is_shown]
        hidden = [DealSeat(seat) for seat, is_in in enumerate(deal.in_hand) if is_in and seat not in shown]
        if not shown or not deal.is_over:
            return
        values = {seat: deal.setup.game.hand_value(deal.hole_cards[seat], deal.board) for seat in (*shown, *hidden)}
        best = max(shown, key=lambda seat: values[seat])
        for seat in hidden:
            pair, game = (deal.hole_cards[seat], deal.hole_cards[best]), deal.setup.game
            own, other = (game.name_of(cards, deal.board) for cards in pair)
            if values[seat] < values[best] and own == other:
                hand, better = game.showdown_names(pair, deal.board)
                yield seat, Mucked(deal.hole_cards[seat], hand, seats.sitter(self.number_of(best)), better)


class FinishedHand(NamedTuple):
    """A hand whose history is to be written.

    Attributes:
        hand: the hand.
        players: the players of its seats; empty if it was called off.
        is_revealed: whether its shuffle may be shown.
    """

    hand: HandInProgress
    players: Sequence[Sitter]
    is_revealed: bool
