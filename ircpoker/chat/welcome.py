"""Private lines for a first-time player: how to act, and how to add their own text to the shuffles."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ircpoker.chat.message import Reply
from ircpoker.errors import LedgerError
from ircpoker.ledger import SetPreference
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.table_games import TableGames
    from ircpoker.lobby import Speaker

_WELCOMED = "welcomed"
"""The name under which the ledger notes that a player has read them, beside the choices of `!set`."""


def welcome(tables: TableGames, speaker: Speaker) -> Iterator[Reply]:
    """Yield the lines for a player who has sat down for the first time.

    Args:
        tables: the tables.
        speaker: the player, where they sat down.

    Yields:
        Private lines; none for a player who has read them, or has finished a deal.
    """
    ledger = tables.services.ledger
    table, player = tables.lobby.find(speaker), speaker.person.id
    # They keep their seat even if these lines fail.
    with suppress(LedgerError):
        if table is None or _WELCOMED in ledger.preferences(player) or ledger.last_hands(player, 1):
            return
        ledger.save(SetPreference(player, _WELCOMED, "yes"))
        act = Phrase("welcome.draw" if table.state.game.numbers_cards else "welcome.act")
        for line in (act, Phrase("welcome.seed")):
            yield Reply((line,), private=True)
