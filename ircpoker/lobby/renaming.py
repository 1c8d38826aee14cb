"""Renames players at tables: a new nick, or another player in the ledger. They keep seat, chips and account."""

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
    """Give a person's account and seats the new identity in one transaction.

    This is done if the account is theirs, nobody else has chips from it on a table, and the new name is free. Otherwise
    somebody could borrow a nick and take its account along, or leave their own account to it.

    Args:
        ledger: the ledger.
        tables: all tables.
        seats: the person's seats, at tables where nobody has the new name.
        old: the person before.
        player: the person now, who is another player in the ledger.

    Returns:
        Whether it was done; else nothing has changed.

    Raises:
        LedgerError: the ledger failed; the tables are as they were last stored.
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
        # Otherwise the chips brought to the table would count as won by the new account.
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
    """Rename the person in a seat; their chips still belong to the account that they came from.

    Args:
        tables: all tables.
        table: the person's table; a private table moves with them.
        number: their seat.
        player: the person now.

    Raises:
        LedgerError: the change cannot be stored now.
    """
    table.rename(number, player)
    _move(tables.places, table, player)
    table.store()


def _move(taken: set[Place], table: Table, player: Player) -> None:
    """Move a private table to its player's place, if that is free, and add the place to those taken."""
    place = Place.of_player(player.id)
    if table.place.is_private and place not in taken:
        taken.add(place)
        table.move(place)
