"""The seats of a snapshot, with the cards that everybody sees: in a deal, and after it, until the next one begins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from ircpoker.chat.segments import chips
from ircpoker.feed import table_parts as parts
from ircpoker.feed.messages import Paid, TableSnapshot
from ircpoker.lobby import Table
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import Seat, SeatStatus, seat_label
from ircpoker.lobby.state import TableState, UnshownEnd
from ircpoker.lobby.views import shown_seats
from ircpoker.records.deal_words import did_phrase
from ircpoker.table import DealSeat, TableSeat, make_view
from ircpoker.table.events import CardsDrawn, PlayerActed, StreetBegan
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue

_STATUSES: Mapping[SeatStatus, parts.SeatState] = {
    SeatStatus.SITTING_OUT: "sitting_out",
    SeatStatus.UNREACHABLE: "sitting_out",
    SeatStatus.PAUSING: "sitting_out",
    SeatStatus.LEAVING: "leaving",
    SeatStatus.GIVEN_UP: "leaving",
}


class DealEnd(NamedTuple):
    """The end of a table's last deal, which is seen until the next one begins.

    Attributes:
        paid: the end; None before the first one.
        names: the names of the seats then: somebody else may have sat down since.
        gone: the seats that the deal itself has emptied.
    """

    paid: Paid | None = None
    names: Mapping[int, str] = MappingProxyType({})
    gone: tuple[parts.SeatSnapshot, ...] = ()

    @classmethod
    def of(cls, paid: Paid, before: TableSnapshot, table: Table, stacks: Mapping[int, int]) -> DealEnd:
        """Return the end of a deal.

        Args:
            paid: the end.
            before: the table as it was seen before.
            table: the table.
            stacks: the stacks with which the deal has begun, by the numbers of the seats.
        """
        nets, present = {each.seat: each.net for each in paid.results}, set(map(seat_label, table.state.seats))
        gone = [
            replace(seat, status="leaving", stack=stacks.get(seat.seat, 0) + nets[seat.seat], **_NO_HAND)
            for seat in before.seats
            if seat.seat in nets and seat.seat not in present
        ]
        return cls(paid, {seat.seat: seat.name for seat in before.seats}, tuple(gone))

    def seen_at(self, table: Table) -> Paid | None:
        """Return the end if it is seen at a table: no other deal has begun or was called off since."""
        over = table.state.showable
        if self.paid is None or table.state.hand is not None or (over is not None and over.deal_id != self.paid.deal):
            return None
        return self.paid


def seats_now(table: Table, words: Catalogue, unshown: UnshownEnd | None) -> tuple[parts.SeatSnapshot, ...]:
    """Return the seats, each with the cards of it that everybody sees."""
    state = table.state
    seats, stacks = shown_seats(table, unshown)
    plays = {} if state.hand is None or unshown is not None else _seats_in(state, state.hand, words)
    dealt = plays if unshown is None else unshown.before
    is_dealing = state.hand is not None or unshown is not None
    found = []
    for number in sorted(seats):
        seat, hand = seats[number], plays.get(number, _NO_HAND)
        if unshown is not None and number in unshown.hands:
            cards = unshown.hands[number]
            named = {
                "cards": parts.card_texts(cards),
                "hand": state.game.name_of(cards, unshown.boards[-1]),
                "card_count": len(cards),
            }
            hand = {**_NO_HAND, "in_hand": True, "all_in": not stacks[number], **named}
        found.append(
            parts.SeatSnapshot(
                seat_label(number),
                words.text(seats.sitter(number).name),
                "robot" if seat.robot else "person",
                stacks[number],
                _status(seat, waits=number not in dealt if is_dealing else not seat.stack),
                state.has_button(number),
                **hand,
            )
        )
    return tuple(found)


def seats_after(table: Table, words: Catalogue, paid: Paid, ended: DealEnd) -> tuple[parts.SeatSnapshot, ...]:
    """Return the seats after a deal, with the hands that everybody has seen, and what it has brought to each."""
    results = {result.seat: result for result in paid.results}
    over = table.state.showable
    shown = {seat_label(own.number): own for own in over.dealt if own.shown} if over is not None else {}
    seats = []
    now = seats_now(table, words, None)
    taken = {each for seat in now for each in (seat.seat, seat.name)}
    gone = [seat for seat in ended.gone if not {seat.seat, seat.name} & taken]
    for seat in sorted([*now, *gone], key=lambda seat: seat.seat):
        result = results.get(seat.seat)
        if result is None or ended.names.get(seat.seat) != seat.name:
            seats.append(seat)
            continue
        cards, hand = result.cards, result.hand
        if not cards and (own := shown.get(seat.seat)) is not None and over is not None:
            cards = parts.card_texts([card for card in own.cards if card in own.shown])
            hand = over.game.name_of(own.cards, over.board) if len(cards) == len(own.cards) else ""
        is_in = bool(cards or result.won)
        held = table.state.game.hole_cards if is_in else 0
        seats.append(replace(seat, in_hand=is_in, card_count=held, cards=cards, hand=hand, last=f"{result.net:+,}"))
    return tuple(seats)


_NO_HAND: Mapping[str, Any] = MappingProxyType(
    {
        "bet": 0,
        "in_hand": False,
        "position": "",
        "card_count": 0,
        "cards": (),
        "hand": "",
        "last": "",
        "all_in": False,
        "drawn": None,
    }
)


def _status(seat: Seat, *, waits: bool) -> parts.SeatState:
    if seat.is_away:
        return "away"
    return _STATUSES.get(seat.status, "waiting" if waits else "playing")


def _seats_in(state: TableState, hand: HandInProgress, words: Catalogue) -> dict[TableSeat, Mapping[str, Any]]:
    """Return what the seats of a hand in progress have in it."""
    view, lasts = make_view(hand.deal, None), _last_actions(hand)
    found: dict[TableSeat, Mapping[str, Any]] = {}
    for index, fact in enumerate(state.seat_facts(hand)):
        cards = view.shown[index] or ()
        last = lasts.get(DealSeat(index))
        found[hand.numbers[index]] = {
            "bet": view.bets[index],
            "in_hand": view.in_hand[index],
            "position": fact.position,
            "card_count": len(hand.deal.hole_cards[index]) if view.in_hand[index] else 0,
            "cards": parts.card_texts(cards),
            "hand": state.game.name_of(cards, view.board) if cards else "",
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
        elif isinstance(event, PlayerActed | CardsDrawn):
            found[event.seat] = did_phrase(event)
    return found


def seat_words(before: TableSnapshot, after: TableSnapshot, words: Catalogue) -> str:
    """Return in words how seats have changed without an announcement: who has come, and who sits out or is away."""
    known = {seat.seat: seat for seat in before.seats}
    found = [_seat_change(known.get(seat.seat), seat) for seat in after.seats]
    return "; ".join([words.text(phrase) for phrase in found if phrase is not None])


def _seat_change(before: parts.SeatSnapshot | None, after: parts.SeatSnapshot) -> Phrase | None:
    who, status = after.name, after.status
    if before is None or before.name != who:
        return Phrase("did.sits", who=who, seat=after.seat, chips=chips(after.stack))
    if before.status == status or {before.status, status} <= _DEALT:
        return None
    changes = {"away": "away", "sitting_out": "sits_out", "leaving": "leaving"}
    return Phrase(f"did.{changes.get(status) or ('back' if before.status == 'away' else 'plays')}", who=who)


_DEALT = frozenset({"playing", "waiting"})
