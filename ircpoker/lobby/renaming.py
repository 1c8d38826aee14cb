"""Renames players at tables: a new nick, or another player in the ledger. They keep seat, chips and account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, NotAllowedError, StaleStateError
from ircpoker.lobby import presence
from ircpoker.lobby.places import Place
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ircpoker.ledger import Ledger, PlayerId, SaveGame
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.state import TableState
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

    def rebind(saves: Sequence[SaveGame]) -> bool:
        return ledger.rebind(old.id, player.id, *saves, in_front=in_front, nick=player.nick, nick_key=player.nick_key)

    return _rename_all(tables, seats, old.id, player, rebind)


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

    def claim_account(saves: Sequence[SaveGame]) -> bool:
        ledger.claim_account(code, player.id, *saves, nick=player.nick, nick_key=player.nick_key)
        return True

    _rename_all(tables, seats, old, player, claim_account)


def _with_chips_of(player: PlayerId, tables: TableIndex, seats: Sequence[SeatAt]) -> bool:
    """Return whether seats other than these have chips from a player's account."""
    return any(
        seat.account == player and (table, number) not in seats
        for table in tables
        for number, seat in table.seats.items()
    )


def _rename_all(
    tables: TableIndex,
    seats: Iterable[SeatAt],
    account: PlayerId,
    player: Player,
    commit: Callable[[Sequence[SaveGame]], bool],
) -> bool:
    """Rename seats with an account, in one transaction; return whether that was possible.

    Args:
        tables: all tables.
        seats: the seats.
        account: the account.
        player: the person now.
        commit: writes the changes of the tables together with that of the account; returns whether it did.

    Raises:
        LedgerError: the ledger failed; the tables are as they were last stored.
        StaleStateError: another process has changed one of the tables.
    """
    taken = tables.places
    drafts: list[tuple[Table, Draft]] = []
    for table, number in seats:
        table.check_known()
        draft = table.draft()
        # Otherwise chips brought to the table would go back to an account that no longer exists.
        presence.rename(draft.state, number, player, account)
        _move(taken, draft.state, player)
        drafts.append((table, draft))
    saves = [table.stored.saving(draft) for table, draft in drafts]
    try:
        is_done = commit(saves)
    except BaseException as error:
        for (table, draft), save in zip(drafts, saves, strict=True):
            if isinstance(error, LedgerError | StaleStateError):
                # Each table finds out by itself how it is stored: perhaps only one of them is stale.
                table.stored.doubt(draft, save.state)
                table.retry()
            table.drop(draft)
        raise
    for (table, draft), save in zip(drafts, saves, strict=True):
        if is_done:
            table.committed(draft, save)
        else:
            table.drop(draft)
    return is_done


def rename(tables: TableIndex, draft: Draft, number: int, player: Player) -> None:
    """Rename the person in a seat; their chips still belong to the account that they came from.

    Args:
        tables: all tables.
        draft: the draft of the person's table; a private table moves with them.
        number: their seat.
        player: the person now.
    """
    presence.rename(draft.state, number, player)
    _move(tables.places, draft.state, player)


def _move(taken: set[Place], state: TableState, player: Player) -> None:
    """Move a private table to its player's place, if that is free, and add the place to those taken."""
    place = Place.of_player(player.id)
    if state.place.is_private and place not in taken:
        taken.add(place)
        state.place = place
