"""Announcements: the events of tables and tournaments on their way to those who listen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.lobby.events import TableEvent
    from ircpoker.lobby.places import Place
    from ircpoker.people import Person
    from ircpoker.runtime.delivery import OnDelivery
    from ircpoker.table import TableSeat


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event on its way out.

    Attributes:
        table: the table's name, which stays the same if it moves.
        place: the place of the table.
        event: the event.
        to: the only reader; None for everybody at the place.
        own_seat: the seat of the only reader, if the table has no channel; else None.
        on_delivery: is called with the `Delivery` of the line.
        not_before: the time of the scheduler before which the chat may not show it; None if it may at once.
        is_timely: is asked right before the chat shows it, which leaves out what is false then; None if it always is.
        number: the number of the table, if its lines show it, as in a channel with several; else 0.
        beside: other tables whose listeners hear it, too.
        readers: at a table without a channel, the people to whom what is for everybody goes, with their seats.
    """

    table: str
    place: Place
    event: TableEvent
    to: Person | None = None
    own_seat: TableSeat | None = None
    on_delivery: OnDelivery | None = None
    not_before: float | None = None
    is_timely: Callable[[], bool] | None = None
    number: int = 0
    beside: tuple[str, ...] = ()
    readers: tuple[tuple[TableSeat, Person], ...] = ()
