"""How a table stands, in three lines: where a conversation in lines begins in the middle of a deal."""

from __future__ import annotations

from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.table_parts import LegalActions, SeatSnapshot, Span
from ircpoker.screen.typed import place_text
from ircpoker.words import SEPARATOR, Phrase, Say


def standing(table: TableSnapshot, say: Say) -> tuple[str, str, str]:
    """Return the deal with its board and pot, the seats with their chips, and the person's own cards and turn."""
    street = say(Phrase(f"screen.street_{table.street}")) if table.street else ""
    pot = say(Phrase("screen.pot", amount=table.pot))
    deal = [
        place_text(table, say),
        table.title,
        say(Phrase("screen.deal", deal=table.deal)),
        " ".join([street, *table.board]),
        pot,
    ]
    turn = table.turn.seat if table.turn is not None else 0
    seats = [_seat(seat, say, is_turn=seat.seat == turn) for seat in table.seats]
    return SEPARATOR.join(deal), SEPARATOR.join(seats), _own(table, say)


def state_of(seat: SeatSnapshot) -> str:
    """Return the last part of the key of the words for what a seat does in a deal but to act; empty for nothing."""
    if seat.status != "playing":
        return f"status_{seat.status}"
    return "folded" if not seat.in_hand else "all_in" if seat.all_in else ""


def _seat(seat: SeatSnapshot, say: Say, *, is_turn: bool) -> str:
    state = state_of(seat)
    words = say(Phrase(f"screen.{state}")) if state else ""
    bet = say(Phrase("screen.bet", amount=seat.bet)) if seat.bet else ""
    shown = " ".join(filter(None, [seat.position, seat.name, str(seat.stack), words, bet, *seat.cards]))
    return say(Phrase("table.to_act", who=shown)) if is_turn else shown


def _own(table: TableSnapshot, say: Say) -> str:
    you = table.you
    if you is None:
        return say(Phrase("screen.watching"))
    held = [say(Phrase("history.held", cards=" ".join([*you.cards, you.hand]).strip()))] if you.cards else []
    if you.turn and you.legal is not None:
        ways = ", ".join(map(say, _ways(you.legal)))
        held.append(say(Phrase("table.your_turn", options=ways)))
    return SEPARATOR.join(held) or say(Phrase("screen.no_action"))


def _ways(legal: LegalActions) -> list[Phrase]:
    if legal.discard:
        return [Phrase("options.draw")]
    ways = {
        "check": legal.check,
        "call": legal.call > 0,
        "bet": legal.bet is not None,
        "raise": legal.raise_to is not None,
        "fold": legal.fold and not legal.check,
    }
    amounts = _amounts(legal.bet or legal.raise_to)
    return [Phrase(f"options.{name}", price=legal.call, amounts=amounts) for name, may in ways.items() if may]


def _amounts(span: Span | None) -> str:
    return "" if span is None else "-".join(map(str, dict.fromkeys(span)))
