"""Renames players at tables: a new nick, or another player in the ledger. They keep seat, chips and account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, NotAllowedError
from ircpoker.lobby.places import Place
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.ledger import Ledger, PlayerId, SaveGame
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
        seats: the person's seats, at tables where nobody has the new name; perhaps none.
        old: the person before.
        player: the person now, who is another player in the ledger.

    Returns:
        Whether it was done; else nothing has changed.

    Raises:
        LedgerError: the ledger failed; the tables are as they were last stored.
    """
    is_own = not seats or any(table.seats[number].account == old.id for table, number in seats)
    if not old.id.is_guest or not is_own or _with_chips_of(old.id, tables, seats):
        return False
    in_front = sum(table.seats[number].stack + table.seats[number].added for table, number in seats)
    saves = _rename_all(tables, seats, old.id, player)
    try:
        is_done = ledger.rebind(
            old.id, player.id, *saves, in_front=in_front, nick=player.nick, nick_key=player.nick_key
        )
    except LedgerError:
        _are_not_stored(seats, saves)
        raise
    for table, _ in seats:
        if is_done:
            table.change.is_stored()
        else:
            table.change.put_back()
    return is_done


def claim(
    ledger: Ledger, tables: TableIndex, seats: Sequence[SeatAt], old: PlayerId, player: Player, code: str
) -> None:
    """Give a guest an account with its seats, in one transaction.

    Args:
        ledger: the ledger.
        tables: all tables.
        seats: the seats of the account's owner.
        old: the owner.
        player: the guest.
        code: opens the account.

    Raises:
        NotAllowedError: the code is not valid; or chips of one of the two accounts are on a table from which they would
            go back to the other account.
        LedgerError: the ledger failed; the tables are as they were stored last.
    """
    if tables.seats_of(player.id) or _with_chips_of(player.id, tables, ()) or _with_chips_of(old, tables, seats):
        raise NotAllowedError(Phrase("errors.claim_seated"))
    saves = _rename_all(tables, seats, old, player)
    try:
        ledger.claim_account(code, player.id, *saves, nick=player.nick, nick_key=player.nick_key)
    except LedgerError:
        _are_not_stored(seats, saves)
        raise
    for table, _ in seats:
        table.change.is_stored()


def _with_chips_of(player: PlayerId, tables: TableIndex, seats: Sequence[SeatAt]) -> bool:
    """Return whether seats other than these have chips from a player's account."""
    return any(
        seat.account == player and (table, number) not in seats
        for table in tables
        for number, seat in table.seats.items()
    )


def _rename_all(tables: TableIndex, seats: Iterable[SeatAt], account: PlayerId, player: Player) -> list[SaveGame]:
    """Rename seats with an account; return the changes that store them."""
    taken = tables.places
    for table, number in seats:
        # Otherwise chips brought to the table would go back to an account that no longer exists.
        table.rename(number, player, account)
        _move(taken, table, player)
    return [table.change.next_version() for table, _ in seats]


def _are_not_stored(seats: Iterable[SeatAt], saves: Iterable[SaveGame]) -> None:
    for (table, _), save in zip(seats, saves, strict=True):
        table.change.is_not_stored(save.state)


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
    table.change.store()


def _move(taken: set[Place], table: Table, player: Player) -> None:
    """Move a private table to its player's place, if that is free, and add the place to those taken."""
    place = Place.of_player(player.id)
    if table.place.is_private and place not in taken:
        taken.add(place)
        table.move(place)
