"""The ledger's changes and postings for chips that come to a seat, are won in a hand, or leave with a player.

Postings move the chips between the players' accounts and the account of the tables; the changes record the seats. So
the ledger can check that the hands explain every cash-out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ircpoker.ledger import HOUSE, BuyIn, CashOut, HandRow, PlayerId, RecordHand, transfer
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import SeatResult
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import Seat
from ircpoker.table import Fold, TableSeat


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
    folded = {*hand.deal.setup.dead, *[seat for seat, action in hand.deal.actions if isinstance(action, Fold)]}
    figures = draft.context.archive.figures(hand.deal)
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
        hand.deal.setup.big_blind,
        record_text(hand, has_button=draft.state.has_button(hand.numbers[-1])),
    )


def record_text(hand: HandInProgress, *, has_button: bool) -> str:
    """Return a hand as the ledger stores it: with the cards of its shuffle this is all of it.

    Args:
        hand: the hand.
        has_button: whether its last seat has the button; else the player who had it has left.
    """
    data: dict[str, object] = {"setup": hand.stored_setup, "seats": hand.numbers, "actions": hand.stored_actions}
    if not has_button:
        data["dead_button"] = True
    return json.dumps(data, separators=(",", ":"))
