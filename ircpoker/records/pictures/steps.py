"""A finished deal step by step: what happens, in words, and the table after it as a picture."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ircpoker.feed.data import DealMoment, FinishedDeal, chips_of, tables_of
from ircpoker.feed.messages import Acted, CardsShown, Paid, TableSnapshot
from ircpoker.records.pictures.picture import SeatPicture, TablePicture, format_chips
from ircpoker.records.pictures.snapshots import seat_order, table_picture
from ircpoker.words import Phrase

END = "end"
"""The street of what comes after the last betting."""


class Step(Struct, frozen=True):
    """A step of a deal.

    Attributes:
        street: the street, or `END`.
        who: the player who does it; empty if nobody does.
        words: what happens, after the name.
        picture: the table after it.
    """

    street: str
    who: str
    words: str
    picture: TablePicture


def deal_steps(deal: FinishedDeal, say: Callable[[Phrase], str] = str) -> list[Step]:
    """Return the steps of a deal, the first with blinds and cards, the last with the final stacks.

    Args:
        deal: the deal, with events in the words of its reader.
        say: words a phrase; in English if it is left out.
    """
    tables = tables_of(deal)
    before = [deal.table, *tables]
    return [
        _step(deal, moment, (old, new), say) for moment, old, new in zip(deal.moments, before, tables, strict=False)
    ]


def street_steps(deal: FinishedDeal, say: Callable[[Phrase], str] = str) -> list[Step]:
    """Return the last step of each street, and of the end."""
    return list({step.street: step for step in deal_steps(deal, say)}.values())


def deal_title(deal: FinishedDeal, say: Callable[[Phrase], str] = str) -> str:
    """Return the heading of a deal: number, game, stakes and place."""
    number = [f"#{deal.deal}"] if deal.deal else []
    place = say(Phrase("web.place_table", place=deal.place, number=deal.number)) if deal.number else deal.place
    return " · ".join([" ".join([*number, deal.title]), place])


def _step(
    deal: FinishedDeal, moment: DealMoment, tables: tuple[TableSnapshot, TableSnapshot], say: Callable[[Phrase], str]
) -> Step:
    event, (before, table) = moment.event, tables
    names = {seat.seat: seat.name for seat in table.seats}
    who, words = names.get(getattr(event, "seat", 0), ""), event.words
    if who and words.startswith(f"{who} "):
        words = words[len(who) + 1 :]
    else:
        who = ""
    if isinstance(event, Acted) and event.action in {"call", "fold"} and event.seat not in deal.unknown_stacks:
        price, prize = offered_call(before, event)
        values = {"words": words, "price": _chips(deal, price), "prize": _chips(deal, prize)}
        if price:
            words = say(Phrase(f"pictures.odds_{event.action}", share=f"{100 * price / (prize + price):.0f}", **values))
    if moment.chances:
        chances = ", ".join([f"{names[seat]} {chance}" for seat, chance in moment.chances.items()])
        words = say(Phrase("pictures.chances", words=words, chances=chances))
    street = END if isinstance(event, Paid | CardsShown) else table.street
    drawn = _picture(deal, moment, table, say)
    title = say(Phrase(f"pictures.street_{street}")) if street else ""
    return Step(street, who, words, replace(drawn, title=title))


def offered_call(before: TableSnapshot, act: Acted) -> tuple[int, int]:
    """Return what a call cost and could win, without what others have bet beyond it.

    Args:
        before: the table before it.
        act: the call, or the fold in place of it.
    """
    seat = next(seat for seat in before.seats if seat.seat == act.seat)
    blind = before.stakes.big_blind if before.street == "preflop" else 0  # is called in full, also a short one
    others = [each for each in before.seats if each.seat != act.seat]
    reach = max(each.bet + each.stack for each in others if each.in_hand)  # nobody could match more
    price = min(max(blind, *[each.bet for each in others]), reach, seat.bet + seat.stack) - seat.bet
    return price, before.pot - sum(max(0, each.bet - seat.bet - price) for each in before.seats)


def _picture(
    deal: FinishedDeal, moment: DealMoment, table: TableSnapshot, say: Callable[[Phrase], str]
) -> TablePicture:
    order = seat_order(table, deal.button)
    seats = {seat.seat: seat for seat in table.seats}
    won = {result.seat: result for result in moment.event.results} if isinstance(moment.event, Paid) else {}
    drawn = []
    whole = table_picture(table, deal.button, say=say)
    for number, picture in zip(order, whole.seats, strict=True):
        seat, bet = seats[number], _chips(deal, seats[number].bet)
        if number in won and won[number].won:
            bet = f"+{_chips(deal, won[number].won)}"
        changed: SeatPicture = replace(
            picture,
            stack="?" if number in deal.unknown_stacks else _chips(deal, seat.stack),
            bet=bet if seat.bet or (number in won and won[number].won) else "",
            chance=moment.chances.get(number, ""),
            is_turn=number == getattr(moment.event, "seat", 0),
        )
        if number in won and won[number].hand:
            changed = replace(changed, note=won[number].hand)
        drawn.append(changed)
    pot = ""
    if table.pot:
        pot = say(Phrase("pictures.pot", chips=_chips(deal, table.pot)))
    elif won and deal.rake:
        pot = say(Phrase("deal_text.rake", amount=_chips(deal, deal.rake)))
    return replace(whole, seats=tuple(drawn), pot=pot)


def _chips(deal: FinishedDeal, units: int) -> str:
    return format_chips(chips_of(deal, units))
