"""Somebody at a table has another nick, or is another player to the ledger: seat, chips and purse stay theirs."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.ledger import Identity
from ircpoker.lobby import seating
from ircpoker.lobby.places import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.table import Table

    SeatAt = tuple[Table, int]
    SeatOf = tuple[Table, int, PlayerId | None]
    """A seat, and whose purse its chips belong to."""

_logger = logging.getLogger(__name__)


def take_purse_along(
    ledger: Ledger, seats: Sequence[SeatAt], old: Player, player: Player, *, is_shared: bool
) -> list[SeatOf]:
    """Let somebody's purse be the one of the player who they are now, if it is theirs and the new name is free.

    Else the chips of their seats go back to the purse that they came from: or whoever takes a nick for a moment would
    take its purse along, or leave their own to it.

    Args:
        ledger: the chips.
        seats: theirs.
        old: who they were.
        player: who they are now, another one to the ledger.
        is_shared: somebody else sits elsewhere with chips of the old nick's purse, which must find their way home.

    Returns:
        The seats that they keep, with their purses. At the others they count as gone: there is a seat of the new
        name at the table already, kept for whoever left it, or the ledger failed, now or before.
    """
    kept = [
        (table, number) for table, number in seats if table.state.number_of(player.id) is None and not table.is_in_doubt
    ]
    is_own = any(table.state.seats[number].purse == old.id for table, number in seats)
    comes_along = old.id.identity is Identity.GUEST and is_own and not is_shared and len(kept) == len(seats)
    is_done = False
    try:
        if comes_along:
            # Or chips brought to the table would count as won by somebody new.
            is_done = ledger.rebind(old.id, player.id)
        if kept:
            ledger.open_player(player.id, nick=player.nick, nick_key=player.nick_key)
    except LedgerError:
        _logger.exception("%s cannot be %s", old.id, player.id)
        kept = kept if is_done else []
    for table, number in seats:
        if (table, number) not in kept:
            seating.go_away(table, number)
    purses = [(table, number, table.state.seats[number].purse) for table, number in kept]
    return [(table, number, player.id if is_done and purse == old.id else purse) for table, number, purse in purses]


def rename(tables: dict[Place, Table], seat: SeatOf, player: Player) -> None:
    """Let the person in a seat be called otherwise; a private table is where they are.

    Args:
        tables: all tables, by their place.
        seat: theirs, and whose purse its chips belong to from now on.
        player: who they are now.

    Raises:
        LedgerError: it cannot be stored now; it holds all the same, and is stored with what comes next.
    """
    table = seat[0]
    before = table.state.place
    try:
        _rename(tables, seat, player)
        table.store()
    except LedgerError:
        # The purse has the new name for good.
        _rename(tables, seat, player)
        table.take_as_stored()
        raise
    finally:
        tables[table.state.place] = tables.pop(before)


def _rename(tables: dict[Place, Table], seat: SeatOf, player: Player) -> None:
    table, number, purse = seat
    table.rename(number, player, purse)
    place = Place.of_player(player.id)
    if table.state.place.is_private and place not in tables:
        table.state.place = place
