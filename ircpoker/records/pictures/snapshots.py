"""A table of the feed as a picture: a live one, or a moment of a finished deal."""

from __future__ import annotations

from collections.abc import Callable

from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.table_parts import SeatSnapshot, You
from ircpoker.records.pictures.picture import HIDDEN, SeatPicture, TablePicture, format_chips
from ircpoker.table import GAMES
from ircpoker.words import Phrase

_LEAST_HOLE_CARDS = 2
_STATUS_NOTES = frozenset({"waiting", "sitting_out", "away", "leaving"})
"""What is noted of a seat in place of its last action."""


def hole_cards(snapshot: TableSnapshot) -> int:
    """Return the number of cards that a seat has in the game of a table."""
    game = GAMES.get(snapshot.game)
    return max(_LEAST_HOLE_CARDS, game.hole_cards if game else 0)


def seat_order(snapshot: TableSnapshot, otherwise: int = 0) -> tuple[int, ...]:
    """Return the numbers of the seats clockwise, one's own first, as a drawing begins at the bottom.

    Args:
        snapshot: the table.
        otherwise: the seat that is the first for somebody without a seat; 0 for the lowest number.
    """
    numbers = sorted([seat.seat for seat in snapshot.seats])
    own = snapshot.you.seat if snapshot.you is not None else otherwise
    start = numbers.index(own) if own in numbers else 0
    return tuple(numbers[start:] + numbers[:start])


def table_picture(snapshot: TableSnapshot, otherwise: int = 0, *, say: Callable[[Phrase], str] = str) -> TablePicture:
    """Return a table as its drawing shows it.

    Args:
        snapshot: the table.
        otherwise: as for `seat_order`.
        say: words a phrase; in English if it is left out.
    """
    seats = {seat.seat: seat for seat in snapshot.seats}
    turn = snapshot.turn.seat if snapshot.turn is not None else None
    return TablePicture(
        say(Phrase(f"pictures.street_{snapshot.street}")) if snapshot.deal and snapshot.street else "",
        tuple([_seat(seats[number], snapshot.you, turn, say) for number in seat_order(snapshot, otherwise)]),
        snapshot.board,
        say(Phrase("pictures.pot", chips=format_chips(snapshot.pot))) if snapshot.pot else "",
    )


def _seat(seat: SeatSnapshot, you: You | None, turn: int | None, say: Callable[[Phrase], str]) -> SeatPicture:
    own = you if you is not None and you.seat == seat.seat else None
    cards = own.cards if own is not None else ()  # also those that one has mucked at the end
    if seat.in_hand and not cards:
        cards = seat.cards or (HIDDEN,) * seat.card_count
    return SeatPicture(
        seat.name,
        format_chips(seat.stack),
        format_chips(seat.bet) if seat.bet else "",
        cards,
        _note(seat, own, say),
        has_button=seat.is_button,
        is_out=not seat.in_hand,
        is_turn=seat.seat == turn,
    )


def _note(seat: SeatSnapshot, own: You | None, say: Callable[[Phrase], str]) -> str:
    if seat.status in _STATUS_NOTES:
        return say(Phrase(f"pictures.{seat.status}"))
    if seat.all_in:
        return say(Phrase("pictures.all_in"))
    hand = (own.hand if own is not None else "") or seat.hand
    return hand if hand and seat.in_hand else seat.last or seat.position
