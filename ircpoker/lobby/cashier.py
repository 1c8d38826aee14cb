"""The ledger's changes and postings for chips that come to a seat, are won in a hand, or leave with a player.

Postings move the chips between the players' accounts and the account of the tables; the changes record the seats. So
the ledger can check that the hands explain every cash-out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from ircpoker.ledger import HOUSE, BuyIn, CashOut, HandRow, RecordHand, transfer
from ircpoker.lobby.hand_record import count_figures, dump_hand
from ircpoker.table import Fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ircpoker.ledger import PlayerId, Posting
    from ircpoker.lobby.events import SeatResult
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seat
    from ircpoker.lobby.table import Table


def buy_ins(
    table: Table, seats: Mapping[int, Seat], caller: PlayerId | None = None
) -> tuple[tuple[BuyIn, ...], tuple[Posting, ...]]:
    """Return the changes and postings that bring the chips of seats to the table; those of robots are the house's."""
    changes = []
    for number, seat in seats.items():
        change = BuyIn(table.id, number, seat.stack, seat.account, seat.robot)
        if seat.robot and table.has_clocks:  # The console's house is the player's own.
            change = replace(change, caller=caller, house_stake=table.context.ledger.economy.house_stake)
        changes.append(change)
    moves = [transfer(seat.account or HOUSE, table.account, seat.stack) for seat in seats.values()]
    return tuple(changes), tuple(chain.from_iterable(moves))


def cash_outs(table: Table, seats: Mapping[int, Seat]) -> tuple[tuple[CashOut, ...], tuple[Posting, ...]]:
    """Return the changes and postings that return the chips of seats to their accounts."""
    changes = [CashOut(table.id, number, seat.stack) for number, seat in seats.items()]
    moves = [transfer(table.account, seat.account or HOUSE, seat.stack) for seat in seats.values()]
    return tuple(changes), tuple(chain.from_iterable(moves))


def record_hand(table: Table, hand: HandInProgress, results: Sequence[SeatResult]) -> RecordHand:
    """Return the rows of a finished hand."""
    folded = {seat for seat, action in hand.deal.actions if isinstance(action, Fold)}
    figures, setup = count_figures(hand.deal, hand.proof.deck), hand.deal.setup
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
            figures=figures[index],
        )
        rows.append(row)
    big_blind = max(setup.blinds, default=0) or setup.small_bet
    record = dump_hand(hand.deal, hand.numbers)
    return RecordHand(hand.deal_id, table.state.kind, table.id, tuple(rows), table.state.game_name, big_blind, record)
