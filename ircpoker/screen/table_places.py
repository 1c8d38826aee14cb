"""Where everything of one table stands: its plates, its bets before them, its pot."""

from __future__ import annotations

from typing import NamedTuple

from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.canvas import Rect
from ircpoker.screen.pieces import pile_wide
from ircpoker.screen.seat_places import Places, SizeClass, place_bet, place_seats

_MOST_SEATS = 10


def chips(amount: float) -> str:
    """Return a number of chips as it is shown."""
    return f"{amount:,}"


def shown_seats(table: TableSnapshot) -> list[int]:
    """Return the numbers of the seats to draw, clockwise from the player's own."""
    taken = {seat.seat for seat in table.seats}
    own = table.you.seat if table.you is not None else None
    most = min(table.most_seats, _MOST_SEATS)
    numbers = sorted(taken | set(range(1, most + 1))) if table.is_open else sorted(taken)
    numbers = numbers[:_MOST_SEATS]
    if own in numbers:
        at = numbers.index(own)
        numbers = numbers[at:] + numbers[:at]
    return numbers


class Placed(NamedTuple):
    """Where everything of a table stands.

    Attributes:
        places: the seats and the board.
        plates: the plates by their seats.
        bets: the bets by their seats; None where there is no room for one.
        pot: the lines of the pot.
    """

    places: Places
    plates: dict[int, Rect]
    bets: dict[int, Rect | None]
    pot: Rect


def place_table(table: TableSnapshot, area: Rect, size: SizeClass, *, is_framed: bool, bet_words: int = 4) -> Placed:
    """Return where everything of a table stands.

    Args:
        table: the table.
        area: its area.
        size: the class of the terminal.
        is_framed: whether bets are words instead of piles.
        bet_words: the columns of the words before the amount of a bet.
    """
    you, numbers = table.you, shown_seats(table)
    cards = max(2, len(you.cards)) if you is not None else 0
    places = place_seats(area, size, max(0, len(numbers) - 1), cards)
    board, last = places.board[0], places.board[-1]
    high = 2 if size.is_small else 5
    pot = Rect(board.x, board.y - high, last.x + last.width - board.x, high)
    plates = dict(zip(numbers, (places.below, *places.others), strict=False))
    taken = [*places.taken(), pot]
    most, _, wide = size.pile
    most = 2 if size.is_small else most
    bets: dict[int, Rect | None] = {}
    for seat in table.seats:
        if not seat.bet or seat.seat not in plates:
            continue
        number = len(chips(seat.bet))
        piled = pile_wide(seat.bet, most, wide) + number
        widest = (bet_words + number, 1) if is_framed else (piled, 2 - size.is_small)
        forms = [widest, (min(widest[0], piled), 1), (number, 1)]
        places_found = (place_bet(plates[seat.seat], area, *form, taken) for form in forms)
        found = bets[seat.seat] = next(filter(None, places_found), None)
        taken += [found] if found is not None else []
    return Placed(places, plates, bets, pot)
