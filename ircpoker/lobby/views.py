"""Tables as far as people may see them: as data for a listener, and during an all-in as it is shown."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.lobby.run_outs import STREET_SECONDS
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.table import make_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.cards import Card
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.events import Sitter
    from ircpoker.lobby.places import Place
    from ircpoker.lobby.seats import Seats
    from ircpoker.lobby.state import UnshownEnd
    from ircpoker.lobby.table import Table
    from ircpoker.table import PlayerView, TableSeat


class TableView(NamedTuple):
    """A table as a listener may see it.

    Attributes:
        table: the table's name in announcements.
        place: the place of the table.
        seats: the players and robots, each with the chips in front of them; see `shown_seats`.
        deal_id: the number of the hand in progress; empty between hands.
        hand: the hand, from the listener's seat or as the public sees it; None between hands.
    """

    table: str
    place: Place
    seats: tuple[tuple[Sitter, int], ...]
    deal_id: str
    hand: PlayerView | None


def unshown_end(table: Table) -> UnshownEnd | None:
    """Return the end of an all-in whose streets are still to be shown; None at other times."""
    return table.state.unshown if table.now < table.state.lines_until else None


def shown_board(table: Table) -> tuple[Card, ...]:
    """Return the board that people see during an all-in that is shown street by street; empty at other times."""
    unshown = unshown_end(table)
    if unshown is None:
        return ()
    streets_left = ceil((table.state.lines_until - table.now) / STREET_SECONDS)
    return unshown.boards[max(0, len(unshown.boards) - streets_left)]


def shown_seats(table: Table) -> tuple[Seats, dict[TableSeat, int]]:
    """Return the seats that people see, and the chips in front of them."""
    unshown = unshown_end(table)
    if unshown is not None:
        return unshown.seats, {number: seat.stack for number, seat in unshown.seats.items()}
    return table.seats, {number: table.state.chips(number) for number in table.seats}


def shown_chips(table: Table, number: TableSeat) -> int:
    """Return the chips in front of a seat as people see them."""
    seats, chips = shown_seats(table)
    own = table.seats[number]
    # Somebody may have sat down there since.
    is_same = number in seats and seats[number].opponent_key == own.opponent_key
    return chips[number] if is_same else table.state.chips(number)


def view_of(table: Table, identities: Iterable[PlayerId]) -> TableView:
    """Return a table as somebody with these identities sees it; a spectator has none."""
    state, hand = table.state, table.state.hand
    numbers = map(state.seats.number_of, identities)
    number = next((number for number in numbers if number is not None), None)
    shown, chips = shown_seats(table)
    seats = tuple([(shown.sitter(each), chips[each]) for each in sorted(shown)])
    if hand is None:
        return TableView(table.id, state.place, seats, "", None)
    seat = hand.seat_of(number) if number is not None else None
    return TableView(table.id, state.place, seats, hand.deal_id, make_view(hand.deal, seat))


def allows_odds(table: Table) -> bool:
    """Return whether a player may ask for the chance of their own hand."""
    settings = table.settings
    return len(table.seats.people) == 1 or (isinstance(settings, BlindsSettings) and settings.odds)
