"""Private lines for a new player after their first deal: what else there is to say and to set."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, reader_of
from ircpoker.chat.parts import private_front
from ircpoker.errors import LedgerError
from ircpoker.ledger import SetPreference
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.services import Services
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby import Speaker, Table

_WELCOMED = "welcomed"
"""The name under which the ledger notes that a player has read them, beside the choices of `!set`."""


class Welcome:
    """The players who have sat down for the first time, until their first deal is over."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._new: set[PlayerId] = set()

    def note(self, speaker: Speaker) -> None:
        """Note a player who has sat down, if they have neither read the lines nor finished a deal."""
        ledger, player = self._services.ledger, speaker.person.id
        # They keep their seat even if the ledger fails.
        with suppress(LedgerError):
            if _WELCOMED not in ledger.preferences(player) and not ledger.last_hands(player, 1):
                self._new.add(player)

    def after_deal(self, table: Table, number: int) -> None:
        """Post the lines to the new players at a table, after a deal in which they had cards.

        Args:
            table: the table.
            number: its number, if its lines show it; else 0.
        """
        for seat in table.seats.people if self._new else ():
            if seat.person is None or seat.person.id not in self._new:
                continue
            with suppress(LedgerError):
                if not self._services.ledger.last_hands(seat.person.id, 1):
                    continue
            self._new.discard(seat.person.id)
            with suppress(LedgerError):
                self._services.ledger.save(SetPreference(seat.person.id, _WELCOMED, "yes"))
            channel = private_front(table.place.channel, number)
            for line in (Phrase("welcome.short"), Phrase("welcome.seed")):
                reply = Reply(tuple(self._services.words.parts((channel, line))), private=True)
                reader = reader_of(seat.person, table.place.channel)
                self._services.outbox.post(Outgoing(reader, reply, LineKind.NEWS, table.id))
