"""Chips that come to a seat, go round in a hand, or leave with a player: what the ledger is told of them.

Each function goes with the chips themselves: the postings move them between accounts and the table's account, and the
change beside them says whose seat they are in. So the ledger can check that the hands explain every cash-out.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ircpoker.ledger import HOUSE, BuyIn, CashOut, HandRow, RecordHand, transfer
from ircpoker.table import Fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ircpoker.ledger import Posting
    from ircpoker.lobby.events import SeatResult
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seat
    from ircpoker.lobby.stored_table import StoredTable


def buy_ins(table: StoredTable, seats: Mapping[int, Seat]) -> tuple[tuple[BuyIn, ...], tuple[Posting, ...]]:
    """Return what brings the chips of seats to the table; a robot's are the house's."""
    changes = [BuyIn(table.id, number, seat.stack, seat.account, seat.robot) for number, seat in seats.items()]
    moves = [transfer(seat.account or HOUSE, table.account, seat.stack) for seat in seats.values()]
    return tuple(changes), tuple(chain.from_iterable(moves))


def cash_outs(table: StoredTable, seats: Mapping[int, Seat]) -> tuple[tuple[CashOut, ...], tuple[Posting, ...]]:
    """Return what takes the chips of seats home."""
    changes = [CashOut(table.id, number, seat.stack) for number, seat in seats.items()]
    moves = [transfer(table.account, seat.account or HOUSE, seat.stack) for seat in seats.values()]
    return tuple(changes), tuple(chain.from_iterable(moves))


def record_hand(table: StoredTable, hand: HandInProgress, results: Sequence[SeatResult]) -> RecordHand:
    """Return the rows of a hand that is over."""
    folded = {seat for seat, action in hand.deal.actions if isinstance(action, Fold)}
    rows = []
    for index, (number, result) in enumerate(zip(hand.numbers, results, strict=True)):
        seat = table.seats[number]
        row = HandRow(
            number,
            put_in=result.won - result.net,
            won=result.won,
            player=seat.account,
            robot=seat.robot,
            nick=result.who.nick,
            shown=result.hand,
            has_folded=index in folded,
        )
        rows.append(row)
    return RecordHand(hand.deal_id, table.state.kind, table.id, tuple(rows), table.state.game_name)
