"""A finished deal step by step, from the data that the feed has of it (docs/feed-data.md); nothing is computed."""

from __future__ import annotations

from typing import Any, NamedTuple

FinishedDeal = dict[str, Any]
"""A finished deal as the feed describes it."""


class ShownSeat(NamedTuple):
    """A seat at one step of a finished deal.

    Attributes:
        seat: its number.
        name: its name.
        position: its position.
        stack: the chips in front of it.
        bet: its bet on this street.
        cards: the cards of it that may be seen.
        hand: the name of its hand, once it is shown.
        is_folded: whether it has folded.
    """

    seat: int
    name: str
    position: str
    stack: int
    bet: int
    cards: tuple[str, ...] = ()
    hand: str = ""
    is_folded: bool = False


class DealMoment(NamedTuple):
    """A finished deal after one of its steps.

    Attributes:
        street: the street.
        board: the cards on the board.
        pot: all chips in the middle.
        seats: the seats, by number.
        words: what the step was.
    """

    street: str
    board: tuple[str, ...]
    pot: int
    seats: tuple[ShownSeat, ...]
    words: str


def moments_of(deal: FinishedDeal) -> list[DealMoment]:
    """Return the moments of a deal that have words, in order; at least one."""
    seats = {
        seat["seat"]: ShownSeat(seat["seat"], str(seat["name"]), str(seat["position"]), seat["stack"] or 0, 0)
        for seat in deal["seats"]
    }
    found: list[DealMoment] = []
    for street in deal["streets"]:
        name, board = str(street["street"]), tuple(street["board"])
        seats = {number: seat._replace(bet=0) for number, seat in seats.items()}
        if street.get("words"):
            found.append(DealMoment(name, board, street["pot"], tuple(seats.values()), str(street["words"])))
        for step in street["steps"]:
            seats[step["seat"]] = _after(seats[step["seat"]], step)
            if step.get("words"):
                found.append(DealMoment(name, board, step["pot"], tuple(seats.values()), str(step["words"])))
    return found or [DealMoment("", (), 0, tuple(seats.values()), "")]


def _after(seat: ShownSeat, step: dict[str, Any]) -> ShownSeat:
    """Return a seat after a step of its own."""
    seat = seat._replace(stack=step["stack"], bet=step["bet"], is_folded=seat.is_folded or step["step"] == "fold")
    if step["step"] == "draw" and step.get("cards"):
        kept = [card for card in seat.cards if card not in (step.get("discarded") or ())]
        return seat._replace(cards=(*kept, *step["cards"]))
    if step.get("cards"):
        seat = seat._replace(cards=tuple(step["cards"]))
    return seat._replace(hand=str(step["hand"])) if step.get("hand") else seat
