"""The play of a hand: dealing, delivering cards, and the decisions of people, robots and the clock.

All functions are steps, or parts of steps: they change a draft.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

from ircpoker.errors import NotAllowedError
from ircpoker.fairness.proofs import use
from ircpoker.lobby import next_hand, time_banks
from ircpoker.lobby.deadlines import LONGEST_THOUGHT, TYPING_AFTER, seconds_left
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import HandBegan, OwnCards, Progress, Reminder, Sitter, YourTurn
from ircpoker.lobby.hand import HandInProgress, TurnClock
from ircpoker.lobby.hand_end import call_off, finish, note_unreachable
from ircpoker.lobby.seats import Seat, SeatStatus
from ircpoker.lobby.settings import stakes_text
from ircpoker.lobby.shuffles import freeze_next
from ircpoker.lobby.state import TableState
from ircpoker.robots import make_legal
from ircpoker.runtime.delivery import Delivery, OnDelivery
from ircpoker.table import (
    FOLD,
    Action,
    Deal,
    DealSeat,
    LegalActions,
    PlayerView,
    TableSeat,
    deal_seats,
    first_positions,
    make_setup,
    make_view,
    next_positions,
)
from ircpoker.table.button import with_dead_hands
from ircpoker.table.requests import RequestedAction
from ircpoker.words import Phrase

TIME_OUTS = 2
"""After this many time-outs in a row a player is not dealt in any more."""


# The beginning


def begin_hand(draft: Draft) -> None:
    """Freeze the seeds, shuffle, and give everybody their cards, if enough players are still there."""
    state = draft.state
    state.next_hand_at = state.seal_since = state.unshown = None
    state.announced_begin = inf
    if draft.context.is_finishing:
        return
    ready = next_hand.dealt_in(state, draft.context.robots)
    if next_hand.is_ending(draft) or not next_hand.can_deal(state, ready):
        return
    next_hand.note_idle(draft, ready)
    if draft.next_stakes is not None and state.stakes != draft.next_stakes:
        state.stakes = draft.next_stakes
        draft.announce(Phrase("table.new_stakes", stakes=stakes_text(state.stakes)))
    before, game = state.positions, state.game
    stacks = {number: seat.stack for number, seat in state.seats.items()}
    positions = first_positions(ready, min(ready)) if before is None else next_positions(before, ready)
    numbers = positions.players
    setup = make_setup(game, state.stakes, positions, stacks)
    # Only in a tournament somebody is dealt in who is not there.
    setup = with_dead_hands(setup, [state.seats[number].is_present for number in numbers])
    proof = freeze_next(draft, [state.seats[number].player for number in numbers])
    draft.robots.meet(state.seats, numbers)
    time_banks.give(draft, positions)
    state.positions, state.hand = positions, HandInProgress(Deal(setup, proof.deck), proof, numbers)
    state.has_announced_wait, state.alone_since = False, None
    draft.write(use(proof))
    _deliver_all(draft, state.hand)


def deliver_again(draft: Draft) -> None:
    """Give everybody their cards again, after the bot or its network was away; nobody acts before."""
    if draft.state.hand is not None:
        draft.state.hand.begin_again()
        _deliver_all(draft, draft.state.hand)


# Cards to their owners


def _deliver_all(draft: Draft, hand: HandInProgress) -> None:
    """Give the people in the hand their cards; if there are only robots, go on at once."""
    state, deal = draft.state, hand.deal
    in_hand, street, board = deal.in_hand, deal.street, deal.board
    if deal.actor is None:  # The forced bets have put everybody all-in: the streets are told after the cards.
        street, board = deal.setup.game.streets[0].street, ()
    seats = zip(deal_seats(len(hand.numbers)), hand.numbers, strict=True)
    people = [seat for seat, number in seats if state.seats[number].player and in_hand[seat]]
    views = {seat: make_view(deal, seat)._replace(street=street, board=board) for seat in people}
    facts = state.seat_facts(hand)
    if not state.place.is_private:
        draft.announce(HandBegan(hand.deal_id, deal.setup, street, board, facts))
    for seat, view in views.items():
        _deliver(draft, hand, seat, OwnCards(hand.deal_id, view, facts))
    if not hand.awaiting_cards:
        hand.cards_known_at = draft.now


def _deliver(draft: Draft, hand: HandInProgress, seat: DealSeat, cards: OwnCards) -> None:
    """Give a person their cards; the hand goes on when they are delivered."""
    hand.awaiting_cards[seat] = hand.has_given_cards
    hand.cards_since, hand.cards_known_at = draft.now, None
    draft.announce(cards, _at(draft.state, hand, seat), partial(draft.reports.cards_delivered, hand.deal_id, seat))


def note_cards(state: TableState, deal_id: str, seat: DealSeat, delivery: Delivery, now: float) -> None:
    """Note the `Delivery` of a player's cards, at a time of the scheduler."""
    hand = state.hand
    if hand is None or hand.deal_id != deal_id or seat not in hand.awaiting_cards:
        return
    given_before = hand.awaiting_cards.pop(seat)
    if delivery is Delivery.SENT:
        hand.has_given_cards = True
    elif given_before:
        # They knew their cards, or the bot was away: their clock runs, and their seat is kept for a while.
        state.seats[hand.number_of(seat)].go_away(now)
    else:
        hand.unreachable.add(seat)
    if not hand.awaiting_cards:
        hand.cards_known_at = now


def go_on_with_cards(draft: Draft) -> None:
    """Go on when the `Delivery` of all cards is known; call the hand off if nobody got any."""
    hand = draft.state.hand
    if hand is None or hand.awaiting_cards:
        return
    hand.cards_known_at = hand.cards_since = None
    if hand.unreachable and not (hand.has_given_cards or draft.state.policy.is_tournament):
        names = ", ".join([_at(draft.state, hand, seat).nick for seat in sorted(hand.unreachable)])
        call_off(draft, Phrase("call_off.no_cards", names=names))
        return
    # Bets stand. Otherwise somebody with bad cards could have the hand called off by a friend who leaves.
    if draft.state.policy.is_tournament and hand.unreachable and not hand.deal.actions:
        hand.kill(hand.unreachable)
    note_unreachable(draft.state, hand)
    hand.clock = None


def stop_waiting_for_cards(draft: Draft) -> None:
    """Stop waiting for the delivery of cards."""
    hand = draft.state.hand
    if hand is not None:
        for seat in sorted(hand.awaiting_cards):
            note_cards(draft.state, hand.deal_id, seat, Delivery.UNKNOWN, draft.now)


# Decisions


def act(draft: Draft, number: TableSeat, requested: RequestedAction) -> bool:
    """Let a person act, now or as soon as it is their turn.

    Args:
        draft: the draft of the table.
        number: their seat.
        requested: the action that they ask for.

    Returns:
        True if it was their turn, False if it waits.

    Raises:
        NotAllowedError: no hand is in progress, they have nothing to decide in it, or the amount of a bet is missing or
            not legal.
        IllegalActionError: it was their turn and the action is not legal.
    """
    hand, seat = draft.state.hand, draft.state.seats[number]
    if hand is None:
        raise NotAllowedError(Phrase("errors.no_chips_here" if draft.state.is_broke(number) else "errors.no_deal"))
    actor = hand.deal.actor
    changed = hand.request(number, requested)
    _deliver_changed(draft, hand, actor, changed)
    seat.time_outs = 0
    if seat.sits_out:
        seat.status = SeatStatus.PLAYING
    return changed is not None


def _act(draft: Draft, hand: HandInProgress, action: Action) -> None:
    """Let the actor act."""
    actor = hand.deal.actor
    _deliver_changed(draft, hand, actor, hand.act(action))


def _deliver_changed(draft: Draft, hand: HandInProgress, actor: DealSeat | None, changed: int | None) -> None:
    """Give a person who changed cards the new ones, before the hand goes on."""
    if changed and actor is not None and _at(draft.state, hand, actor).player:
        cards = OwnCards(hand.deal_id, make_view(hand.deal, actor), draft.state.seat_facts(hand), changed)
        _deliver(draft, hand, actor, cards)


def advance(draft: Draft) -> None:
    """Play until a person has to decide, and announce the progress."""
    hand = draft.state.hand
    if hand is None:
        return
    time_banks.end_turn(draft, hand)
    if hand.awaits_cards or hand.is_announced:
        return
    hand.clock = None
    while (legal := hand.turn) is not None and _act_without_waiting(draft, hand, legal):
        pass
    if legal is not None:
        _begin_turn(draft, hand, legal)
    elif hand.deal.is_over:
        finish(draft, hand)


def _act_without_waiting(draft: Draft, hand: HandInProgress, legal: LegalActions) -> bool:
    """Let the actor act if it is not necessary to wait; return whether they acted."""
    seat, robots, seats = _at(draft.state, hand, legal.seat), draft.robots, draft.state.seats
    is_tournament = draft.state.policy.is_tournament
    if seat.robot:
        # A robot seems to think only for people.
        pauses = draft.settings.robot_pause and seats.has_audience
        if robots.think(draft.state, hand, legal, draft.reports.decision_known) or pauses:
            return False
        _act(draft, hand, robots.decide(seats, hand, legal))
    elif seat.leaves or seat.status is SeatStatus.UNREACHABLE or (seat.sits_out and is_tournament):
        _act(draft, hand, FOLD if legal.can_fold else make_legal(None, legal))
    elif seat.sits_out or (is_tournament and not seats.has_audience):
        hand.act_by_default(legal)
    elif (queued := hand.queued.get(legal.seat)) is None:
        return False
    elif (action := hand.take_queued_action(legal)) is None:
        draft.announce(Phrase("table.queued_dropped", action=str(queued.requested)), seat)
        return False
    else:
        _act(draft, hand, action)
    return True


def _begin_turn(draft: Draft, hand: HandInProgress, legal: LegalActions) -> None:
    """Begin the clock of a turn; announce that of a person."""
    now = draft.now
    hand.clock = TurnClock(hand.turn_id, now, typing_at=now + TYPING_AFTER)
    if _at(draft.state, hand, legal.seat).robot:
        hand.clock.is_thinking = draft.robots.is_thinking(hand)
        hand.clock.is_fold = not hand.clock.is_thinking and draft.robots.folds(draft.state.seats, hand, legal)
        return
    if draft.state.is_deserted:
        hand.clock.started_at = now
        return
    hand.clock.has_unsent_lines = draft.state.has_clocks
    _announce_turn(draft, hand, legal, is_first=True)


def note_turn_lines(state: TableState, turn_id: tuple[str, int], now: float) -> None:
    """Start the clock of a turn when its lines are sent, so that nobody times out before reading them."""
    hand = state.hand
    if hand is None or hand.clock is None or hand.turn_id != turn_id or hand.clock.turn_id != turn_id:
        return
    hand.clock.has_unsent_lines = False
    hand.clock.started_at = now


def start_clock(draft: Draft) -> None:
    """Start the clock of a turn, though its lines have not been sent."""
    if draft.state.hand is not None and draft.state.hand.clock is not None:
        draft.state.hand.clock.started_at = draft.now


def _announce_turn(draft: Draft, hand: HandInProgress, legal: LegalActions, *, is_first: bool) -> None:
    """Announce the turn to everybody and to the player; the first time their lines start the clock."""
    state, deal = draft.state, hand.deal
    on_delivery = None
    if is_first and state.has_clocks:
        on_delivery = _after(2 if state.place.channel else 1, partial(draft.reports.turn_lines_sent, hand.turn_id))
    seat, story, view = _at(state, hand, legal.seat), hand.take_story(state.seats), make_view(deal, legal.seat)
    # In private this is the line that tells what happened.
    still = partial(_is_turn, turn_id=hand.turn_id) if state.place.channel else None
    if not state.place.is_private:
        pot = view.pot if view.board else 0
        seconds = seconds_left(hand, draft.settings, draft.now) if state.has_clocks else None
        seconds = seconds if is_first or seconds is None else max(0, round(seconds))
        turn = state.seats.sitter(hand.number_of(legal.seat))
        progress = Progress(pot, story, turn, legal, seconds)
        draft.announce(progress, on_delivery=on_delivery if state.place.channel else None, still=still)
    story = story if state.place.is_private else ()  # Elsewhere `Progress` has it.
    draft.announce(YourTurn(view, story, legal, _opponent(state, hand, view)), seat, on_delivery, still=still)


def _is_turn(state: TableState, turn_id: tuple[str, int]) -> bool:
    return state.hand is not None and state.hand.turn_id == turn_id


def _opponent(state: TableState, hand: HandInProgress, view: PlayerView) -> tuple[Sitter, int] | None:
    """Return the only player besides the actor who has not folded, with the chips behind."""
    others = [seat for seat, is_in in enumerate(view.in_hand) if is_in and seat != view.actor]
    return (state.seats.sitter(hand.numbers[others[0]]), view.stacks[others[0]]) if len(others) == 1 else None


def _after(lines: int, done: Callable[[], None]) -> OnDelivery:
    """Return a function that takes the deliveries of some lines, and calls another one after the last of them."""
    unsent = lines

    def on_delivery(_: Delivery) -> None:
        nonlocal unsent
        unsent -= 1
        if not unsent:
            done()

    return on_delivery


def repeat_turn(draft: Draft, number: TableSeat) -> None:
    """Repeat the line of the turn to the player in a seat who was away, if it is their turn."""
    hand = draft.state.hand
    if hand is not None and hand.actor == number and (legal := hand.turn) and hand.is_announced:
        _announce_turn(draft, hand, legal, is_first=False)


def let_robot_act(draft: Draft) -> None:
    """Let the robot act after its pause."""
    hand = draft.state.hand
    if hand is None or draft.robots.is_thinking(hand):
        return
    if (legal := hand.turn) and _at(draft.state, hand, legal.seat).robot:
        _act(draft, hand, draft.robots.decide(draft.state.seats, hand, legal))


def note_decision(state: TableState, turn_id: tuple[str, int], *, is_fold: bool) -> None:
    """Note that the decision of a robot that thinks is known, unless the hand has gone on without it."""
    if state.hand is not None and state.hand.clock is not None and state.hand.clock.turn_id == turn_id:
        state.hand.clock.is_thinking, state.hand.clock.is_fold = False, is_fold


def is_thinking(state: TableState, turn_id: tuple[str, int]) -> bool:
    """Return whether a robot still thinks about a turn."""
    hand = state.hand
    return hand is not None and hand.turn_id == turn_id and hand.clock is not None and hand.clock.is_thinking


def act_for_thinker(draft: Draft) -> None:
    """Act for a robot that still thinks."""
    if (hand := draft.state.hand) is not None and hand.clock is not None:
        draft.robots.give_up(hand, f"no decision in {LONGEST_THOUGHT:.0f} seconds")
        hand.clock.is_thinking = False
        let_robot_act(draft)


def remind(draft: Draft) -> None:
    """Remind the actor of the clock, or announce that a robot is still thinking."""
    hand = draft.state.hand
    if hand is None or hand.clock is None or hand.actor is None:
        return
    hand.clock.is_reminded = True
    if hand.clock.is_thinking:
        who = draft.state.seats.sitter(hand.actor).name
        draft.announce(Phrase("table.robot_thinks", who=who), still=partial(is_thinking, turn_id=hand.turn_id))
    elif (legal := hand.turn) and hand.clock.started_at is not None:
        seconds, seat = seconds_left(hand, draft.settings, draft.now), _at(draft.state, hand, legal.seat)
        all_in = hand.deal.bets[legal.seat] + hand.deal.stacks[legal.seat]
        bank = draft.settings.time_bank if seat.time_banks else 0.0
        still = partial(_is_turn, turn_id=hand.turn_id)
        draft.announce(Reminder(seconds, legal, all_in, bank), seat, still=still)


def time_out(draft: Draft) -> None:
    """Act for a person whose time is over."""
    hand = draft.state.hand
    if hand is None or (legal := hand.turn) is None:
        return
    seat = _at(draft.state, hand, legal.seat)
    seat.time_outs += 1
    hand.act_by_default(legal)
    if seat.time_outs >= TIME_OUTS and seat.status is SeatStatus.PLAYING:
        seat.status = SeatStatus.SITTING_OUT
        # A table at which all people sit out is closed after the hand.
        goes_on = draft.state.policy.is_tournament or any(
            other.status is SeatStatus.PLAYING for other in draft.state.seats.people
        )
        draft.announce(Phrase("table.sat_out" if goes_on else "table.duel_ends"), seat)


def _at(state: TableState, hand: HandInProgress, seat: DealSeat) -> Seat:
    return state.seats[hand.number_of(seat)]
