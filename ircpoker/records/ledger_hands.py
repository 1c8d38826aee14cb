"""Played hands of the ledger, and the figures that it stores with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import decode

from ircpoker.cards import CARDS
from ircpoker.errors import PokerError
from ircpoker.fairness.proof import Proof
from ircpoker.fairness.proofs import read_proof
from ircpoker.ledger import EndedDeal, HandFigures, HandRow, Ledger, PlayerId, StoredHand
from ircpoker.lobby.places import Place
from ircpoker.records.facts import HandFacts
from ircpoker.records.played import HandReader, HandSource, PlayedHand, PlayedSeat
from ircpoker.records.statistics.deals import count_deal, positions_of
from ircpoker.table import Deal, DealSeat, deal_seats, load_setup, parse_action, replay
from ircpoker.table.events import HandShown

_ALL_CARDS = frozenset(CARDS)


class _StoredDeal(Struct):
    """Setup, seats and actions as the ledger has them."""

    setup: dict[str, object]
    seats: tuple[int, ...]
    actions: tuple[str, ...]
    dead_button: bool = False


class LedgerHand(NamedTuple):
    """A played hand of the ledger.

    Attributes:
        hand: the hand.
        rows: what the ledger has of each seat, in the order of the deal.
        own: the seat of the player who asks; None for one who did not play it.
        ended: when and where it ended.
        proof: its shuffle, which nobody may see before `ended.is_revealed`.
    """

    hand: PlayedHand
    rows: tuple[HandRow, ...]
    own: DealSeat | None
    ended: EndedDeal
    proof: Proof

    @property
    def reader(self) -> HandReader:
        """The player who asks, if they may see the hand."""
        return HandReader(self.own)


def read_hand(ledger: Ledger, deal_id: str, player: PlayerId | None = None) -> LedgerHand | None:
    """Return a hand of the ledger; None if there is none, or for an old one or one with missing data.

    Args:
        ledger: the ledger.
        deal_id: the number of the deal.
        player: who asks.
    """
    stored = ledger.hand(deal_id, player)
    return None if stored is None else played_hand(stored)


def played_hand(stored: StoredHand) -> LedgerHand | None:
    """Return a stored hand, played again; None for an old one, or one with missing data."""
    if not stored.record or stored.shuffle is None:
        return None
    try:
        record = decode(stored.record, type=_StoredDeal)
        by_seat = {row.seat: row for row in stored.rows}
        rows = tuple([by_seat[number] for number in record.seats])
        parts = [text.partition(" ") for text in record.actions]
        actions = [(DealSeat(int(seat)), parse_action(action)) for seat, _, action in parts]
        proof = read_proof(stored.shuffle)
        deal = replay(load_setup(record.setup), proof.deck, actions)
    except (ValueError, KeyError, TypeError, AttributeError, PokerError):
        return None
    people = {row.nick.casefold() for row in rows if not row.robot}
    seats = [
        PlayedSeat(
            row.seat + 1,
            table_name(row.nick, is_namesake=bool(row.robot) and row.nick.casefold() in people),
            "robot" if row.robot else "person",
        )
        for row in rows
    ]
    hand = table_hand(deal, stored.deal_id, Place.parse(stored.ended.place), seats, stored.ended.ended_at)
    hand = replace(hand, has_dead_button=record.dead_button)
    own = DealSeat(rows.index(stored.own)) if stored.own else None
    return LedgerHand(hand, rows, own, stored.ended, proof)


def table_hand(deal: Deal, deal_id: str, place: Place, seats: Sequence[PlayedSeat], ended_at: datetime) -> PlayedHand:
    """Return a hand that was played at one of the bot's tables: all of its cards are known.

    Args:
        deal: the finished deal.
        deal_id: its number.
        place: where it was played.
        seats: who sat where, in the order of the deal.
        ended_at: when it ended.
    """
    number = int(deal_id) if deal_id.isdecimal() else 0
    numbers = tuple([seat.number for seat in seats])
    table, most_seats = place.title or "private", deal.setup.game.most_seats
    return PlayedHand(
        deal,
        tuple([seat.name for seat in seats]),
        HandFacts(number, place.network, table, ended_at, numbers, most_seats),
        _ALL_CARDS,
        tuple([seat.kind for seat in seats]),
        source=HandSource(section=number),
    )


def table_name(nick: str, *, is_namesake: bool) -> str:
    """Return a player's name in a history; a robot with the nick of a person at the table is marked."""
    return f"robot:{nick}" if is_namesake else nick


def hand_figures(deal: Deal) -> tuple[HandFigures, ...]:
    """Return the figures of each seat of a deal that is over, in the order of the seats."""
    setup = deal.setup
    shown = {event.seat: event.cards for event in deal.events if isinstance(event, HandShown)}
    counts = zip(count_deal(deal), positions_of(setup), setup.stacks, strict=True)
    return tuple(
        [
            HandFigures(*count, position, stack, "".join(map(str, shown.get(seat, ()))))
            for seat, (count, position, stack) in zip(deal_seats(len(setup.stacks)), counts, strict=True)
        ]
    )
