"""Somebody at a table has another nick, or is another player to the ledger: seat, chips and purse stay theirs."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.ledger import Identity
from ircpoker.lobby.places import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.ledger import Ledger
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.table import Table

    SeatAt = tuple[Table, int]

_logger = logging.getLogger(__name__)


def take_purse_along(
    ledger: Ledger, tables: dict[Place, Table], seats: Sequence[SeatAt], old: Player, player: Player
) -> bool:
    """Let somebody's purse and seats be those of the player who they are now, in one transaction.

    That is possible if the purse is theirs and nobody else has chips from it on a table, and if the new name is free:
    or whoever takes a nick for a moment would take its purse along, or leave their own to it.

    Args:
        ledger: the chips.
        tables: all tables, by their place.
        seats: theirs, at tables where nobody has the new name.
        old: who they were.
        player: who they are now, another one to the ledger.

    Returns:
        Whether it is done; else nothing has changed.

    Raises:
        LedgerError: the ledger failed; the tables are as they were stored last.
    """
    is_own = any(table.state.seats[number].purse == old.id for table, number in seats)
    others = [
        seat
        for table in tables.values()
        for number, seat in table.state.seats.items()
        if seat.purse == old.id and (table, number) not in seats
    ]
    if old.id.identity is not Identity.GUEST or not is_own or others:
        return False
    places = [table.state.place for table, _ in seats]
    for table, number in seats:
        seat = table.state.seats[number]
        if seat.purse == old.id:
            # Or chips brought to the table would count as won by somebody new.
            seat.purse = player.id
        _rename(tables, table, number, player)
    saves = [table.next_version() for table, _ in seats]
    try:
        is_done = ledger.rebind(old.id, player.id, *saves)
    except LedgerError:
        for (table, _), save in zip(seats, saves, strict=True):
            table.is_not_stored(save.state)
        raise
    for (table, _), save, place in zip(seats, saves, places, strict=True):
        if is_done:
            tables[table.state.place] = tables.pop(place)
            table.is_stored(save.state)
        else:
            table.roll_back()
    return is_done


def rename(tables: dict[Place, Table], table: Table, number: int, player: Player) -> None:
    """Let the person in a seat be called otherwise; their chips go home to the purse that they came from.

    Args:
        tables: all tables, by their place.
        table: theirs; a private one is where they are.
        number: their seat.
        player: who they are now.

    Raises:
        LedgerError: it cannot be stored now.
    """
    before = table.state.place
    _rename(tables, table, number, player)
    table.store()
    tables[table.state.place] = tables.pop(before)


def _rename(tables: dict[Place, Table], table: Table, number: int, player: Player) -> None:
    table.rename(number, player)
    place = Place.of_player(player.id)
    if table.state.place.is_private and place not in tables:
        table.state.place = place
