"""Tables as far as people may see them: as data for a listener, and during an all-in as it is shown.

The events of a table for programs have numbers: in order, and never the same one again, whatever process counts.
"""

from __future__ import annotations

import secrets
from math import ceil

from ircpoker.lobby.seats import Seats
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.lobby.showing import STREET_SECONDS
from ircpoker.lobby.state import UnshownEnd
from ircpoker.lobby.table import Table
from ircpoker.table import TableSeat


def unshown_end(table: Table, untold: int = 0) -> UnshownEnd | None:
    """Return an all-in whose streets are still to be shown, with the boards that people have seen; None at other times.

    Args:
        table: the table.
        untold: how many of the streets whose time has come are still to be told.
    """
    unshown, streets_left = table.state.unshown, untold
    if table.now < table.state.lines_until:
        streets_left += ceil((table.state.lines_until - table.now) / STREET_SECONDS)
    if unshown is None or not streets_left:
        return None
    return unshown._replace(boards=unshown.boards[: max(1, len(unshown.boards) - streets_left + 1)])


def shown_seats(table: Table, unshown: UnshownEnd | None) -> tuple[Seats, dict[TableSeat, int]]:
    """Return the seats that people see, and the chips in front of them, with what `unshown_end` has returned."""
    if unshown is not None:
        return unshown.seats, {number: seat.stack for number, seat in unshown.seats.items()}
    return table.seats, {number: table.state.chips(number) for number in table.seats}


def shown_chips(table: Table, number: TableSeat) -> int:
    """Return the chips in front of a seat as people see them."""
    seats, chips = shown_seats(table, unshown_end(table))
    own = table.seats[number]
    # Somebody may have sat down there since.
    is_same = number in seats and seats[number].opponent_key == own.opponent_key
    return chips[number] if is_same else table.state.chips(number)


def allows_odds(table: Table) -> bool:
    """Return whether a player may ask for the chance of their own hand."""
    settings = table.settings
    return len(table.seats.people) == 1 or (isinstance(settings, BlindsSettings) and settings.odds)


_MOST_SKIPPED = 1_000_000


def begin_events(table: Table) -> None:
    """Begin to number events in this process, far from the numbers of any other one that has stored nothing."""
    table.state.events += secrets.randbelow(_MOST_SKIPPED)


def count_event(table: Table) -> int:
    """Return the next number of an event of a table."""
    table.state.events += 1
    unconfirmed = table.stored.unconfirmed
    if unconfirmed is not None:
        unconfirmed.draft.state.events = table.state.events
    return table.state.events
