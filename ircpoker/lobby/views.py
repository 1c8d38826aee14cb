"""Tables as data, as far as a listener may see them: for one that begins, or has missed announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.table import make_view

if TYPE_CHECKING:
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.events import Sitter
    from ircpoker.lobby.places import Place
    from ircpoker.lobby.table import Table
    from ircpoker.table import PlayerView


class TableView(NamedTuple):
    """A table as a listener may see it.

    Attributes:
        table: the table's name in announcements.
        place: the place of the table.
        seats: the players and robots, each with the chips in front of them.
        deal_id: the number of the hand in progress; empty between hands.
        hand: the hand, from the listener's seat or as the public sees it; None between hands.
    """

    table: str
    place: Place
    seats: tuple[tuple[Sitter, int], ...]
    deal_id: str
    hand: PlayerView | None


def view_of(table: Table, player: PlayerId | None) -> TableView:
    """Return a table as a player sees it; None for spectators."""
    state, hand = table.state, table.state.hand
    number = state.seats.number_of(player) if player is not None else None
    seats = tuple([(state.seats.sitter(each), state.chips(each)) for each in sorted(state.seats)])
    if hand is None:
        return TableView(table.id, state.place, seats, "", None)
    seat = hand.seat_of(number) if number is not None else None
    return TableView(table.id, state.place, seats, hand.deal_id, make_view(hand.deal, seat))
