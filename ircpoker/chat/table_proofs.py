"""What the decks of a table are committed to, for `!proof`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker.chat.proof import Proofs, Upcoming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.chat.table_games import TableGames


def add_table_proofs(tables: TableGames) -> None:
    """Let `!proof` tell of the table where it is asked; the commands are added if they are not there."""
    Proofs.of(tables.router).add(partial(_upcoming, tables))


def _upcoming(tables: TableGames, message: Message) -> Iterator[Upcoming]:
    place, player = tables.who(message)
    table = tables.lobby.find(place, player.id)
    if table is None:
        return
    hand = table.state.hand
    shuffle = tables.router.services.ledger.shuffle(hand.deal_id if hand else table.state.next_deal)
    if shuffle is not None:
        yield Upcoming("deal in progress" if hand else "next deal here", shuffle)
