"""The ledger's changes and postings for chips that come to a seat, are won in a hand, or leave with a player.

Postings move the chips between the players' accounts and the account of the tables; the changes record the seats. So
the ledger can check that the hands explain every cash-out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.ledger import HOUSE, BuyIn, CashOut, HandRow, RecordHand, transfer
from ircpoker.lobby.hand_record import dump_hand, hand_figures
from ircpoker.records.statistics.deals import big_blind_of
from ircpoker.table import Fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.events import SeatResult
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seat
    from ircpoker.table import TableSeat


def buy_ins(draft: Draft, seats: Mapping[TableSeat, Seat], caller: PlayerId | None = None) -> None:
    """Bring the chips of seats to the table; those of robots are the house's, staked for the player who calls them."""
    state, context = draft.state, draft.context
    for number, seat in seats.items():
        change = BuyIn(draft.table_id, number, seat.stack, seat.account, seat.robot)
        if seat.robot and state.has_clocks:  # The console's house is the player's own.
            change = replace(change, caller=caller, house_stake=context.ledger.economy.house_stake)
        draft.write(change)
        draft.move(transfer(seat.account or HOUSE, state.account, seat.stack), "buy-in")


def cash_outs(draft: Draft, seats: Mapping[TableSeat, Seat]) -> None:
    """Return the chips of seats to their accounts."""
    for number, seat in seats.items():
        draft.write(CashOut(draft.table_id, number, seat.stack))
        draft.move(transfer(draft.state.account, seat.account or HOUSE, seat.stack), "cash-out")


def record_hand(draft: Draft, hand: HandInProgress, results: Sequence[SeatResult]) -> RecordHand:
    """Return the rows of a finished hand."""
    folded = {seat for seat, action in hand.deal.actions if isinstance(action, Fold)}
    figures = hand_figures(hand.deal)
    rows = []
    for index, (number, result) in enumerate(zip(hand.numbers, results, strict=True)):
        seat = draft.state.seats[number]
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
    return RecordHand(
        hand.deal_id,
        draft.state.kind,
        draft.table_id,
        tuple(rows),
        draft.state.game_name,
        big_blind_of(hand.deal.setup),
        dump_hand(hand.deal, hand.numbers),
    )
