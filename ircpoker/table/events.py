"""The events of a deal as frozen records; the same setup, deck and actions always give the same events.

`HoleCardsDealt` and `CardsDrawn` hold cards that only their owner may see; `seen_by` hides them.
"""

from __future__ import annotations

from msgspec import Struct

from ircpoker.cards import Card
from ircpoker.table.actions import Action
from ircpoker.table.games import Street
from ircpoker.table.seat_numbers import DealSeat


class AntePosted(Struct, frozen=True):
    """A seat put in its ante, or all its chips if it had fewer."""

    seat: DealSeat
    amount: int


class BlindPosted(Struct, frozen=True):
    """A seat put in its blind, or all its chips if it had fewer."""

    seat: DealSeat
    amount: int


class HoleCardsDealt(Struct, frozen=True):
    """A seat got its cards; the others see None as `cards`."""

    seat: DealSeat
    count: int
    cards: tuple[Card, ...] | None


class StreetBegan(Struct, frozen=True):
    """A street began; `board` are the board cards dealt now."""

    street: Street
    board: tuple[Card, ...]


class PlayerActed(Struct, frozen=True):
    """A seat folded, checked, called, bet or raised, and put in `paid` chips."""

    seat: DealSeat
    action: Action
    paid: int


class CardsDrawn(Struct, frozen=True):
    """A seat changed `count` cards; the others see None as `discarded` and `drawn`."""

    seat: DealSeat
    count: int
    discarded: tuple[Card, ...] | None
    drawn: tuple[Card, ...] | None


class BetReturned(Struct, frozen=True):
    """The uncalled part of a seat's bet went back to it."""

    seat: DealSeat
    amount: int


class HandShown(Struct, frozen=True):
    """A seat tabled its hand; after an all-in this can be before the board is complete."""

    seat: DealSeat
    cards: tuple[Card, ...]


class HandMucked(Struct, frozen=True):
    """A seat gave its hand up at the showdown, unseen."""

    seat: DealSeat


class PotWon(Struct, frozen=True):
    """A seat won `amount` of a pot; pot 0 is the main pot, 1, 2, … are the side pots."""

    seat: DealSeat
    pot: int
    amount: int


Event = (
    AntePosted
    | BlindPosted
    | HoleCardsDealt
    | StreetBegan
    | PlayerActed
    | CardsDrawn
    | BetReturned
    | HandShown
    | HandMucked
    | PotWon
)
"""What can happen in a deal."""


def seen_by(event: Event, seat: DealSeat | None) -> Event:
    """Return an event as a seat sees it, or, for None, as the public does.

    Args:
        event: any event.
        seat: the seat, or None.

    Returns:
        The event itself, or a copy without the cards of another seat.
    """
    if isinstance(event, HoleCardsDealt) and event.seat != seat:
        return HoleCardsDealt(event.seat, event.count, None)
    if isinstance(event, CardsDrawn) and event.seat != seat:
        return CardsDrawn(event.seat, event.count, None, None)
    return event
