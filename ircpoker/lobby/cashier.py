"""The ledger's changes and postings for chips that come to a seat, are won in a hand, or leave with a player.

Postings move the chips between the players' accounts and the account of the tables; the changes record the seats. So
the ledger can check that the hands explain every cash-out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from ircpoker.fairness.proofs import mark_called_off
from ircpoker.ledger import HOUSE, BuyIn, CashOut, HandRow, PlayerId, RecordHand, RevealShuffle, transfer
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import CalledOff, Closed, Departure, Left, SeatResult
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import Seat, SeatStatus
from ircpoker.lobby.shuffles import hidden_deals
from ircpoker.table import Fold, TableSeat
from ircpoker.words import Phrase


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


# People and robots leave a table with their chips; a table without people is closed


def leave(draft: Draft, number: TableSeat) -> None:
    """Let a person leave, at once or after the hand in which they have cards.

    In a tournament their chips stay: they post and fold until the player comes back.
    """
    hand = draft.state.hand
    if draft.state.policy.is_tournament:
        draft.state.seats[number].status = SeatStatus.SITTING_OUT
    elif hand is None or number not in hand.numbers:
        let_go(draft, {number: Departure.ASKED})
        return
    else:
        draft.state.seats[number].status = SeatStatus.LEAVING
    if hand is not None and hand.actor is not None and (hand.actor == number or draft.state.seats[hand.actor].robot):
        hand.clock = None  # It is decided anew: they fold, and a robot no longer pauses if nobody is there.


def let_go(draft: Draft, leavers: dict[TableSeat, Departure]) -> None:
    """Let people and robots leave with their chips; close the table if no people are left.

    Args:
        draft: the draft of the table.
        leavers: the seats, which are not in a hand, with the reasons.
    """
    seats = draft.state.seats
    departures, gone = [], {}
    for number, why in leavers.items():
        who, seat = seats.sitter(number), seats.pop(number)
        draft.robots.forget(number)
        elsewhere = seat.account.name if seat.account and seat.account != seat.player else ""
        departures.append(Left(who, seat.stack, why, elsewhere))
        gone[number] = seat
    draft.is_closing = not seats.people
    for event in [Closed(tuple(departures))] if draft.is_closing else departures:
        draft.announce(event)
    cash_outs(draft, gone | seats if draft.is_closing else gone)
    if draft.is_closing:
        deal_ids = hidden_deals(draft.state)
        draft.write(*map(RevealShuffle, deal_ids))
        draft.revealed += deal_ids


def drop_broke(draft: Draft) -> None:
    """Give up the seats that are kept for people without chips, if somebody else can play."""
    people = draft.state.seats.people_numbers
    broke = list(filter(draft.state.is_broke, people))
    if 0 < len(broke) < len(people):
        let_go(draft, dict.fromkeys(broke, Departure.BROKE))


def close(draft: Draft, why: Departure = Departure.CLOSED) -> None:
    """Close a table between hands and pay everybody out."""
    let_go(draft, dict.fromkeys(draft.state.seats.people_numbers, why))


def give_back(draft: Draft, deal_id: str, hidden: Iterable[str], problem: Phrase) -> None:
    """Close a table that cannot go on, and return the bets of its hand; each person gets a private line.

    Args:
        draft: the draft of the table.
        deal_id: the number of its hand; empty if it had none.
        hidden: the hands whose shuffles are not revealed.
        problem: the reason.
    """
    state, seats = draft.state, draft.state.seats
    state.hand, state.hidden = None, tuple([(each, draft.now) for each in hidden])
    for seat in seats.values():
        seat.end_hand()
    draft.write(*mark_called_off(draft.context.ledger, deal_id, problem))
    for number in seats.people_numbers:
        seat = seats[number]
        draft.announce(CalledOff(deal_id, problem), seat)
        draft.announce(Closed((Left(seats.sitter(number), seat.stack, Departure.CLOSED),)), seat)
    close(draft)
