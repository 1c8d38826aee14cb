"""A table as data: the fields of a snapshot, for everybody, and `you` for the person in a seat.

Everything comes from the state of the lobby, and during an all-in from what is shown of it. Times are kept as the
moments at which something is due, so that two states can be compared; `shown` turns them into the seconds left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ircpoker.chat.segments import chips, published
from ircpoker.chat.table_text import game_words, hand_phrases
from ircpoker.hands.short_names import pocket_name, short_name
from ircpoker.lobby.deadlines import seconds_to_act
from ircpoker.lobby.seats import SeatStatus, seat_label
from ircpoker.lobby.settings import stakes_text
from ircpoker.lobby.views import shown_board, shown_seats, unshown_end
from ircpoker.table import Bet, Call, Check, DealSeat, Fold, RaiseTo, make_view
from ircpoker.table.events import CardsDrawn, PlayerActed, StreetBegan
from ircpoker.tournaments.clocks import due_at, seconds_left
from ircpoker.tournaments.tournament import Tournament
from ircpoker.tournaments.view import table_facts
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ircpoker.cards import Card
    from ircpoker.lobby import Table
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seat
    from ircpoker.lobby.state import TableState, UnshownEnd
    from ircpoker.table import Action, Game, LegalActions, TableSeat
    from ircpoker.words.catalogue import Catalogue

TableFacts = dict[str, Any]
"""Fields of a snapshot by their names; a `Timed` in place of one with seconds."""

_STATUSES = {
    SeatStatus.SITTING_OUT: "sitting_out",
    SeatStatus.UNREACHABLE: "sitting_out",
    SeatStatus.PAUSING: "sitting_out",
    SeatStatus.LEAVING: "leaving",
    SeatStatus.GIVEN_UP: "leaving",
}


class Timed(NamedTuple):
    """A field with the seconds until something is due.

    Attributes:
        fields: its other fields.
        due: when it is due, in seconds of the scheduler; None if no clock runs.
        otherwise: the seconds shown if no clock runs.
    """

    fields: Mapping[str, Any]
    due: float | None
    otherwise: float | None

    def at(self, now: float) -> TableFacts:
        """Return the field at a time of the scheduler."""
        seconds = self.otherwise if self.due is None else round(max(0.0, self.due - now), 3)
        return {**self.fields, "seconds": seconds}


def shown(facts: Mapping[str, Any], now: float) -> TableFacts:
    """Return fields at a time of the scheduler, as they are sent."""
    return {name: value.at(now) if isinstance(value, Timed) else value for name, value in facts.items()}


def turn_text(hand: HandInProgress) -> str:
    """Return the turn as programs name it: `19:7`."""
    deal_id, actions = hand.turn_id
    return f"{deal_id}:{actions}"


def public_facts(table: Table, words: Catalogue, seal: Callable[[str], str]) -> TableFacts:
    """Return the fields of a table that everybody may see who may watch it.

    Args:
        table: the table.
        words: the catalogue of its readers.
        seal: returns the commitment to the shuffle of a deal.
    """
    state, hand, unshown = table.state, table.state.hand, unshown_end(table)
    facts: TableFacts = {
        "game": state.game_name,
        "betting": state.game.betting.value,
        "title": f"{game_words(state.game)} {stakes_text(state.stakes)}",
        "stakes": {
            "small_blind": state.stakes.small_blind,
            "big_blind": state.stakes.big_blind,
            "ante": state.stakes.ante,
        },
        "most_seats": state.game.most_seats,
        "is_open": state.policy.takes_newcomers and len(state.seats) < state.game.most_seats,
        "policy": state.policy.value,
        "tournament": _tournament(table),
        "deal": "",
        "street": "",
        "board": [],
        "pot": 0,
        "pots": [],
        "turn": None,
        "next": None,
        "sealed": "",
    }
    if unshown is not None:
        facts |= _unshown_facts(table, unshown, seal)
    elif hand is not None:
        facts |= _hand_facts(table, hand)
    elif state.next_deal:
        sealed = {"deal": state.next_deal, "sealed": seal(state.next_deal)}
        facts["next"] = Timed(sealed, state.next_hand_at, None)
    facts["seats"] = _seats(table, words, unshown)
    return facts


def _tournament(table: Table) -> Timed | None:
    """Return how the tournament of a table stands; None at any other table."""
    found = next((part for part in table.changed_with if isinstance(part, Tournament)), None)
    if found is None:
        return None
    due = due_at(found.state)
    stands = seconds_left(found.state, table.now) if due is None else None
    return Timed(table_facts(table, found), due, stands)


def _unshown_facts(table: Table, unshown: UnshownEnd, seal: Callable[[str], str]) -> TableFacts:
    """Return the fields of an all-in whose streets are shown one by one."""
    board = shown_board(table)
    return {
        "deal": unshown.deal_id,
        "street": _street(table.state.game, len(board)),
        "board": _cards(board),
        "pot": unshown.pot,
        "pots": list(unshown.pots),
        "sealed": seal(unshown.deal_id),
    }


def _street(game: Game, board_cards: int) -> str:
    """Return the street with so many cards on the board."""
    dealt = 0
    for plan in game.streets:
        dealt += plan.board_cards
        if dealt >= board_cards:
            return plan.street.value
    return ""


def _hand_facts(table: Table, hand: HandInProgress) -> TableFacts:
    """Return the fields of a hand in progress."""
    deal = hand.deal
    return {
        "deal": hand.deal_id,
        "street": deal.street.value,
        "board": _cards(deal.board),
        "pot": deal.pot,
        "pots": [pot.amount for pot in deal.pots],
        "turn": _turn(table, hand),
        "sealed": published(hand.proof.commitment),
    }


def _turn(table: Table, hand: HandInProgress) -> Timed | None:
    """Return whose turn it is; None while cards are on their way."""
    legal, clock, state = hand.turn, hand.clock, table.state
    if legal is None or hand.actor is None:
        return None
    fields = {"seat": seat_label(hand.actor), "id": turn_text(hand), "of": None}
    if state.seats[hand.actor].robot or not state.has_clocks:
        return Timed(fields, None, None)
    seconds = seconds_to_act(hand, table.settings)
    started_at = clock.started_at if clock is not None and hand.is_announced else None
    return Timed({**fields, "of": seconds}, None if started_at is None else started_at + seconds, seconds)


# Seats


def _seats(table: Table, words: Catalogue, unshown: UnshownEnd | None) -> list[TableFacts]:
    """Return the seats, each with the cards of it that everybody sees."""
    state = table.state
    seats, stacks = shown_seats(table)
    plays = {} if state.hand is None or unshown is not None else _seats_in(state, state.hand, words)
    shown_hands = {} if unshown is None else unshown.hands
    board = shown_board(table)
    found = []
    for number in sorted(seats):
        seat, name = seats[number], words.text(seats.sitter(number).name)
        hand_facts = plays.get(number, _NO_HAND)
        if number in shown_hands:
            cards = shown_hands[number]
            named = {"cards": _cards(cards), "hand": hand_name(state.game, cards, board), "card_count": len(cards)}
            hand_facts = {**_NO_HAND, "in_hand": True, "all_in": not stacks[number], **named}
        is_dealing = state.hand is not None or unshown is not None
        about = {"seat": seat_label(number), "name": name, "kind": "robot" if seat.robot else "person"}
        status = _status(seat, waits=is_dealing and hand_facts is _NO_HAND)
        about |= {"stack": stacks[number], "status": status, "is_button": state.has_button(number)}
        found.append({**about, **hand_facts})
    return found


_NO_HAND: TableFacts = {
    "bet": 0,
    "in_hand": False,
    "position": "",
    "card_count": 0,
    "cards": [],
    "hand": "",
    "last": "",
    "all_in": False,
    "drawn": None,
}


def _status(seat: Seat, *, waits: bool) -> str:
    if seat.is_away:
        return "away"
    return _STATUSES.get(seat.status, "waiting" if waits or not seat.stack else "playing")


def _seats_in(state: TableState, hand: HandInProgress, words: Catalogue) -> dict[TableSeat, TableFacts]:
    """Return what the seats of a hand in progress have in it."""
    view, lasts = make_view(hand.deal, None), _last_actions(hand)
    found = {}
    for index, fact in enumerate(state.seat_facts(hand)):
        cards = view.shown[index] or ()
        last = lasts.get(DealSeat(index))
        found[hand.numbers[index]] = {
            "bet": view.bets[index],
            "in_hand": view.in_hand[index],
            "position": fact.position,
            "card_count": len(hand.deal.hole_cards[index]) if view.in_hand[index] else 0,
            "cards": _cards(cards),
            "hand": hand_name(state.game, cards, view.board) if cards else "",
            "last": words.text(last) if last is not None else "",
            "all_in": view.in_hand[index] and not view.stacks[index],
            "drawn": view.drawn[index],
        }
    return found


def _last_actions(hand: HandInProgress) -> dict[DealSeat, Phrase]:
    """Return the last action of each seat on this street."""
    found: dict[DealSeat, Phrase] = {}
    for event in hand.deal.events_seen_by(None):
        if isinstance(event, StreetBegan):
            found.clear()
        elif isinstance(event, PlayerActed):
            found[event.seat] = _done(event.action, event.paid)
        elif isinstance(event, CardsDrawn):
            found[event.seat] = Phrase("did.draw", n=event.count) if event.count else Phrase("did.pat")
    return found


def _done(action: Action, paid: int) -> Phrase:
    match action:
        case Fold():
            return Phrase("did.fold")
        case Check():
            return Phrase("did.check")
        case Call():
            return Phrase("did.call", amount=paid)
        case Bet(amount):
            return Phrase("did.bet", amount=amount)
        case RaiseTo(amount):
            return Phrase("did.raise", amount=amount)
        case _:
            raise TypeError(f"{action!r} is no bet")


def hand_name(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> str:
    """Return the short name of the hand that cards make with a board; empty if they make none yet."""
    if len(cards) + len(board) < 5:
        return pocket_name(cards)
    return short_name(game.hand_value(tuple(cards), tuple(board)))


def seat_words(before: TableFacts, after: TableFacts, words: Catalogue) -> str:
    """Return in words how seats have changed without an announcement: who has come, and who sits out or is away."""
    known = {seat["seat"]: seat for seat in before["seats"]}
    found = [_seat_change(known.get(seat["seat"]), seat) for seat in after["seats"]]
    return "; ".join([words.text(phrase) for phrase in found if phrase is not None])


def _seat_change(before: TableFacts | None, after: TableFacts) -> Phrase | None:
    who, status = after["name"], after["status"]
    if before is None or before["name"] != who:
        return Phrase("did.sits", who=who, chips=chips(after["stack"]))
    if before["status"] == status or {before["status"], status} <= _DEALT:
        return None
    changes = {"away": "away", "sitting_out": "sits_out", "leaving": "leaving"}
    return Phrase(f"did.{changes.get(status) or ('back' if before['status'] == 'away' else 'plays')}", who=who)


_DEALT = frozenset({"playing", "waiting"})


# One's own seat


def own_facts(table: Table, number: TableSeat, words: Catalogue) -> Timed:
    """Return `you` for the person in a seat: their cards, and on their turn what they may do."""
    state, hand, unshown = table.state, table.state.hand, unshown_end(table)
    fields: TableFacts = {"seat": seat_label(number), "cards": [], "hand": "", "turn": "", "to_win": 0, "legal": None}
    if unshown is not None:
        cards = unshown.hands.get(number, ())
        named = hand_name(state.game, cards, shown_board(table)) if cards else ""
        return Timed({**fields, "cards": _cards(cards), "hand": named}, None, None)
    seat = hand.seat_of(number) if hand is not None else None
    if hand is None or seat is None or not hand.is_in(number):
        return Timed(fields, None, None)
    view = make_view(hand.deal, seat)
    fields |= {"cards": _cards(view.hole_cards), "hand": words.text(hand_phrases(view))}
    turn, legal = _turn(table, hand), hand.turn
    if legal is None or turn is None or hand.actor != number:
        return Timed(fields, None, None)
    fields |= {"turn": turn_text(hand), "to_win": view.to_win, "legal": legal_facts(legal)}
    return Timed(fields, turn.due, turn.otherwise)


def legal_facts(legal: LegalActions) -> TableFacts:
    """Return legal actions with their amounts; `discard` is the most cards that may be changed."""
    return {
        "fold": legal.can_fold,
        "check": legal.can_check,
        "call": legal.call,
        "bet": _span(legal.bet),
        "raise_to": _span(legal.raise_to),
        "discard": legal.discard[-1] if legal.discard else 0,
    }


def _span(amounts: range) -> list[int] | None:
    return [amounts[0], amounts[-1]] if amounts else None


def _cards(cards: Sequence[Card]) -> list[str]:
    return list(map(str, cards))
