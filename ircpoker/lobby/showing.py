"""After a hand: for a moment its players may show their cards, keep them hidden, or see the board that would have come.

The state of the table keeps the last hand for that, and only here is it read. It is not stored, so a restart ends the
time; it is in no view and no history. All functions are steps, or parts of steps, and none of them touches the hand in
progress.

An all-in before the river: the hand is settled, and people see the rest of the board street by street.

Only the lines take time. Chips and results are stored with the last action, so that neither a restart nor a failing
ledger can change them; the next hand waits until all lines are sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ircpoker.cards import Card
from ircpoker.errors import NotAllowedError
from ircpoker.ledger import PlayerId
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import AllIn, BoardToCome, CardsShown, RunOut, SeatResult, Sitter, StreetDealt
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import Seats
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.lobby.state import DealtCards, ShowableHand, TableState, UnshownEnd
from ircpoker.people import Person
from ircpoker.table import Game, Street, deal_seats
from ircpoker.table.events import BetReturned, HandShown, PotWon, StreetBegan
from ircpoker.words import Phrase

SHOW_SECONDS = 5.0
"""Seconds from the end of a hand, as people see it, in which its players may show their cards."""


# Keeping the hand


def keep_showable(draft: Draft, hand: HandInProgress, *, is_called_off: bool) -> None:
    """Keep what may be shown of a hand that is over, after its end was announced.

    Args:
        draft: the draft of the table; the players still sit there.
        hand: the hand.
        is_called_off: whether it was called off.
    """
    state, deal, settings = draft.state, hand.deal, draft.settings
    dealt = []
    for seat, number in zip(deal_seats(len(hand.numbers)), hand.numbers, strict=True):
        player, cards = state.seats[number].player, deal.hole_cards[seat]
        if player is not None:
            dealt.append(DealtCards(number, player, cards, frozenset(cards if deal.shown[seat] else ())))
    has_rabbit = isinstance(settings, BlindsSettings) and settings.rabbit and not is_called_off
    game, deck = deal.setup.game, hand.proof.deck
    state.showable = ShowableHand(
        hand.deal_id,
        game,
        deal.board,
        max(draft.now, state.lines_until),
        tuple(dealt),
        board_to_come(game, len(hand.numbers), deck, deal.street) if has_rabbit else (),
        is_called_off,
    )


def board_to_come(game: Game, seats: int, deck: Sequence[Card], last: Street) -> tuple[StreetDealt, ...]:
    """Return the streets that would have followed the last one.

    Args:
        game: the rules of a game without a draw, so that the place of each card in the deck is known.
        seats: the number of seats in the hand.
        deck: the cards in the order of dealing.
        last: the last street that was played.
    """
    dealt, streets, is_played = 0, list[StreetDealt](), True
    board: tuple[Card, ...] = ()
    for plan in game.streets:
        dealt += seats * plan.hole_cards + plan.burns
        new = tuple(deck[dealt : dealt + plan.board_cards])
        dealt += plan.board_cards
        if not is_played:
            streets.append(StreetDealt(plan.street, board, new))
        is_played = is_played and plan.street is not last
        board += new
    return tuple(streets)


def put_off(draft: Draft, seconds: float) -> None:
    """Move the times of lines that go out later than planned, because the ledger was silent about this draft."""
    before, state = draft.before.showable, draft.state
    state.lines_until += seconds
    over = state.showable
    if over is not None and (before is None or before.deal_id != over.deal_id):
        state.showable = replace(over, shown_at=over.shown_at + seconds)


# The time for it


def _own_hand(draft: Draft, player: PlayerId, command: str) -> tuple[ShowableHand, DealtCards]:
    """Return the hand that is over, and the player's cards in it.

    Raises:
        NotAllowedError: it is too early or too late, or they were not dealt in.
    """
    state = draft.state
    over, hand, number = state.showable, state.hand, state.seats.number_of(player)
    if over is not None and draft.now < over.shown_at:
        raise NotAllowedError(Phrase(f"errors.{command}_early", deal=over.deal_id))
    if over is None or draft.now >= over.shown_at + SHOW_SECONDS:
        if hand is not None and number in hand.numbers:
            raise NotAllowedError(Phrase(f"errors.{command}_early", deal=hand.deal_id))
        if over is None and not state.last_deal:
            raise NotAllowedError(Phrase("errors.no_deal_finished"))
        raise NotAllowedError(Phrase("errors.show_late", command=command, seconds=f"{SHOW_SECONDS:g}"))
    own = over.dealt_to(player)
    if own is None:
        raise NotAllowedError(Phrase("errors.not_dealt_in", deal=over.deal_id))
    return over, own


def may_choose(state: TableState, player: PlayerId, now: float) -> DealtCards | None:
    """Return the player's cards of the hand that is over, as long as it is the time to show them; else None."""
    over = state.showable
    is_time = over is not None and over.shown_at <= now < over.shown_at + SHOW_SECONDS
    return over.dealt_to(player) if over is not None and is_time else None


# The steps


def show(draft: Draft, person: Person, choose: Callable[[tuple[Card, ...]], Sequence[Card]]) -> Phrase | None:
    """Show somebody's cards of the hand that is over to everybody.

    Args:
        draft: the draft of the table.
        person: who shows them; they may have left their seat.
        choose: returns those of their cards that they want to show.

    Returns:
        Nothing if cards were announced; else that everybody has seen them.

    Raises:
        NotAllowedError: it is too early or too late, they were not dealt in, or have chosen to keep the cards hidden.
    """
    over, own = _own_hand(draft, person.id, "show")
    chosen = choose(own.cards)
    if own.shown.issuperset(chosen):
        return _seen_already(over, [card for card in own.cards if card in chosen])
    if own.is_hidden:
        raise NotAllowedError(Phrase("errors.cards_hidden", deal=over.deal_id))
    shown = own.shown.union(chosen)
    draft.state.showable = over.with_cards(replace(own, shown=shown))
    is_whole = shown.issuperset(own.cards)
    cards = tuple([card for card in own.cards if is_whole or (card in chosen and card not in own.shown)])
    hand = over.game.name_of(own.cards, over.board) if is_whole else ""
    draft.announce(CardsShown(over.deal_id, Sitter(own.number, person.nick, person.nick), cards, hand))
    return None


def muck(draft: Draft, person: Person) -> Phrase:
    """Keep somebody's cards of the hand that is over hidden.

    Returns:
        The answer, for them only.

    Raises:
        NotAllowedError: it is too early or too late, or they were not dealt in.
    """
    over, own = _own_hand(draft, person.id, "muck")
    if own.shown.issuperset(own.cards):
        return _seen_already(over, own.cards)
    draft.state.showable = over.with_cards(replace(own, is_hidden=True))
    hidden = [card for card in own.cards if card not in own.shown]
    return Phrase("table.stay_hidden", deal=over.deal_id, cards=_spaced(hidden))


def rabbit(draft: Draft, person: Person) -> None:
    """Show everybody the board that would have come in the hand that is over.

    Raises:
        NotAllowedError: the table does not allow it, it is too early or too late, the person was not dealt in, or no
            more cards would have come.
    """
    settings = draft.settings
    if not isinstance(settings, BlindsSettings):
        raise NotAllowedError(Phrase("errors.rabbit_no_board"))
    if not settings.rabbit:
        raise NotAllowedError(Phrase("errors.rabbit_off"))
    over, _ = _own_hand(draft, person.id, "rabbit")
    if over.is_called_off:
        raise NotAllowedError(Phrase("errors.rabbit_called_off", deal=over.deal_id))
    if not over.to_come:
        raise NotAllowedError(Phrase("errors.rabbit_river", deal=over.deal_id))
    if over.has_shown_board:
        raise NotAllowedError(Phrase("errors.rabbit_twice", deal=over.deal_id))
    draft.state.showable = replace(over, has_shown_board=True)
    draft.announce(BoardToCome(over.deal_id, over.to_come))


def _seen_already(over: ShowableHand, cards: Sequence[Card]) -> Phrase:
    return Phrase("table.seen_already", deal=over.deal_id, cards=_spaced(cards))


def _spaced(cards: Sequence[Card]) -> list[Card | str]:
    return [part for card in cards for part in (" ", card)][1:]


STREET_SECONDS = 1.0
"""The seconds between two streets, and before the end."""


def run_out(hand: HandInProgress, seats: Seats) -> list[AllIn | RunOut]:
    """Return the events before the end of a hand without further betting; the end itself has the last street.

    Args:
        hand: a hand that is over; its story continues after these events.
        seats: the seats of the table.

    Returns:
        The all-in, and the shown hands on each board but the last; nothing if the last bet was on the river.
    """
    deal = hand.deal
    shown = [number for number, event in enumerate(deal.events) if isinstance(event, HandShown)]
    later = [
        (number, event)
        for number, event in enumerate(deal.events)
        if shown and number > shown[0] and isinstance(event, StreetBegan) and event.board
    ]
    if not later:
        return []
    before = deal.events[: later[0][0]]
    game, sitters = deal.setup.game, [seats.sitter(number) for number in hand.numbers]
    hands = tuple([(sitters[event.seat], event.cards) for event in before if isinstance(event, HandShown)])
    returned = [(sitters[event.seat], event.amount) for event in before if isinstance(event, BetReturned)]
    board = tuple([card for event in before if isinstance(event, StreetBegan) for card in event.board])
    pot = sum(event.amount for event in deal.events if isinstance(event, PotWon))
    events: list[AllIn | RunOut] = [
        AllIn(hand.deal_id, hand.take_story(seats, later[0][0]), pot, returned[0] if returned else None),
        RunOut(game, hands, board),
    ]
    for _, event in later[:-1]:
        events.append(RunOut(game, hands, board + event.board, StreetDealt(event.street, board, event.board)))
        board += event.board
    hand.announced = later[-1][0]
    return events


def make_unshown_end(
    hand: HandInProgress, events: Sequence[AllIn | RunOut], results: Sequence[SeatResult], seats: Seats
) -> UnshownEnd:
    """Return the table as people see it during a run-out.

    Args:
        hand: the hand, which is over.
        events: the events of `run_out`.
        results: the results of the hand.
        seats: the seats, still with their chips from before the hand.
    """
    shown, deal = seats.copy(), hand.deal
    for number, result, stack in zip(hand.numbers, results, deal.stacks, strict=True):
        shown[number].stack = stack - result.won
    boards = tuple([event.board for event in events if isinstance(event, RunOut)])
    hands = {who.seat: cards for event in events if isinstance(event, RunOut) for who, cards in event.hands}
    pots, before = tuple([pot.amount for pot in deal.pots]), zip(hand.numbers, deal.setup.stacks, strict=True)
    return UnshownEnd(hand.deal_id, pots, boards, hands, shown, dict(before))
