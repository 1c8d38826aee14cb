"""A finished hand in the form of the ledger: the figures of each seat, and the text to play it again from."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import PokerError
from ircpoker.ledger import HandFigures
from ircpoker.proofs import read_proof
from ircpoker.table import (
    Bet,
    Call,
    Deal,
    DealSeat,
    Fold,
    RaiseTo,
    deal_seats,
    dump_setup,
    load_setup,
    parse_action,
    replay,
)
from ircpoker.table.events import StreetBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.cards import Card
    from ircpoker.ledger import HandRow, Ledger, PlayedHand
    from ircpoker.table import Action, LegalActions, TableSeat

_ONE_RAISE = 2
"""The number of bets on the first street after one raise: the blinds are the first bet; without blinds the first bet
counts as a raise."""


def count_figures(deal: Deal, deck: Sequence[Card]) -> tuple[HandFigures, ...]:
    """Return the figures of each seat.

    Args:
        deal: a deal that is over.
        deck: its deck: the deal is played again, because the legal actions are not stored.

    Returns:
        The figures in the order of the seats.
    """
    again = Deal(deal.setup, deck)
    first_street, bets = again.street, 1
    counts = [Counter[str]() for _ in deal.setup.stacks]
    seen = set(range(len(counts)))
    for seat, action in deal.actions:
        if again.street is first_street:
            bets += _count_first(counts[seat], action, bets, again.legal_actions())
            if isinstance(action, Fold):
                seen.discard(seat)
        else:
            counts[seat]["bets"] += isinstance(action, Bet | RaiseTo)
            counts[seat]["calls"] += isinstance(action, Call)
        again.act(seat, action)
    has_flop = any(isinstance(event, StreetBegan) and event.street is not first_street for event in deal.events)
    left = [seat for seat, is_in in enumerate(deal.in_hand) if is_in]
    for seat, count in zip(deal_seats(len(counts)), counts, strict=True):
        count["saw_flop"] = int(has_flop and seat in seen)
        count["showdown"] = int(seat in left and len(left) > 1)
        count["walk"] = int(left == [seat] and all(actor != seat for actor, _ in deal.actions))
    return tuple([HandFigures(**count) for count in counts])


def _count_first(count: Counter[str], action: Action, bets: int, legal: LegalActions | None) -> int:
    """Count an action on the first street; return the number of bets that it adds."""
    raises = isinstance(action, Bet | RaiseTo)
    if raises or isinstance(action, Call):
        count["vpip"] = 1
    if raises:
        count["pfr"] = 1
    if bets == _ONE_RAISE and legal is not None and legal.raise_to:
        count["three_bet_chance"] = 1
        if raises:
            count["three_bet"] = 1
    return int(raises)


@dataclass(frozen=True, slots=True)
class ReplayedHand:
    """A finished hand, played again.

    Attributes:
        deal: the deal with all cards, even those that nobody may see.
        rows: the rows of its seats, in their order.
        own: the seat of the player who asks; None for one who did not play it.
    """

    deal: Deal
    rows: tuple[HandRow, ...]
    own: DealSeat | None


def dump_hand(deal: Deal, numbers: Sequence[TableSeat]) -> str:
    """Return setup, the table's seats and the actions of a deal as text; its cards are those of its shuffle."""
    actions = [f"{seat} {action}" for seat, action in deal.actions]
    return json.dumps({"setup": dump_setup(deal.setup), "seats": numbers, "actions": actions}, separators=(",", ":"))


def replay_hand(ledger: Ledger, hand: PlayedHand) -> ReplayedHand | None:
    """Return a finished hand, played again.

    Args:
        ledger: the ledger, which has its shuffle.
        hand: the finished hand.

    Returns:
        The hand; None for an old one, or one with missing data.
    """
    shuffle = ledger.shuffle(hand.deal_id)
    if not hand.record or shuffle is None:
        return None
    try:
        data = json.loads(hand.record)
        rows = {row.seat: row for row in hand.rows}
        in_order = tuple([rows[number] for number in data["seats"]])
        parts = [text.partition(" ") for text in data["actions"]]
        actions = [(DealSeat(int(seat)), parse_action(action)) for seat, _, action in parts]
        deal = replay(load_setup(data["setup"]), read_proof(shuffle).deck, actions)
    except (ValueError, KeyError, TypeError, AttributeError, PokerError):
        return None
    return ReplayedHand(deal, in_order, DealSeat(in_order.index(hand.own)) if hand.own else None)
