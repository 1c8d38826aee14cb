"""Somebody at a table has another nick, or is another player to the ledger: seat, chips and account stay theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.ledger import Identity
from ircpoker.lobby.places import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.ledger import Ledger
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.table import Table
    from ircpoker.lobby.table_index import SeatAt, TableIndex


def take_account_along(
    ledger: Ledger, tables: TableIndex, seats: Sequence[SeatAt], old: Player, player: Player
) -> bool:
    """Let somebody's account and seats be those of the player who they are now, in one transaction.

    That is possible if the account is theirs, nobody else has chips from it on a table, and the new name is free.
    Otherwise a person could take somebody's account along by borrowing a nick, or leave their own to it.

    Args:
        ledger: the chips.
        tables: all tables.
        seats: theirs, at tables where nobody has the new name.
        old: who they were.
        player: who they are now, another one to the ledger.

    Returns:
        Whether it is done; else nothing has changed.

    Raises:
        LedgerError: the ledger failed; the tables are as they were stored last.
    """
    is_own = any(table.seats[number].account == old.id for table, number in seats)
    others = [
        seat
        for table in tables
        for number, seat in table.seats.items()
        if seat.account == old.id and (table, number) not in seats
    ]
    if old.id.identity is not Identity.GUEST or not is_own or others:
        return False
    taken = tables.places
    for table, number in seats:
        # Or chips brought to the table would count as won by somebody new.
        table.rename(number, player, takes_account=True)
        _move(taken, table, player)
    saves = [table.next_version() for table, _ in seats]
    try:
        is_done = ledger.rebind(old.id, player.id, *saves)
    except LedgerError:
        for (table, _), save in zip(seats, saves, strict=True):
            table.is_not_stored(save.state)
        raise
    for table, _ in seats:
        if is_done:
            table.is_stored()
        else:
            table.put_back()
    return is_done


def rename(tables: TableIndex, table: Table, number: int, player: Player) -> None:
    """Let the person in a seat be called otherwise; their chips go home to the account that they came from.

    Args:
        tables: all tables.
        table: theirs; a private one is where they are.
        number: their seat.
        player: who they are now.

    Raises:
        LedgerError: it cannot be stored now.
    """
    table.rename(number, player)
    _move(tables.places, table, player)
    table.store()


def _move(taken: set[Place], table: Table, player: Player) -> None:
    """Let a private table be where its player is, if there is no other, and take that place."""
    place = Place.of_player(player.id)
    if table.place.is_private and place not in taken:
        taken.add(place)
        table.move(place)
