"""A finished hand in the form of the ledger: the figures of each seat, and the text to play it again from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.errors import PokerError
from ircpoker.fairness.proofs import read_proof
from ircpoker.ledger import HandFigures
from ircpoker.records.statistics.deals import count_deal, positions_of
from ircpoker.table import DealSeat, deal_seats, dump_setup, load_setup, parse_action, replay
from ircpoker.table.events import HandShown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.ledger import HandRow, Ledger, PlayedHand
    from ircpoker.table import Deal, TableSeat


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
