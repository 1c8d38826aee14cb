"""Private lines for a new player after their first deal: what else there is to say and to set."""

from __future__ import annotations

from contextlib import suppress

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, reader_of
from ircpoker.chat.segments import private_front
from ircpoker.chat.services import Services
from ircpoker.errors import LedgerError
from ircpoker.ledger import PlayerId, SetPreference
from ircpoker.lobby import Speaker, Table
from ircpoker.lobby.events import DealEnded
from ircpoker.words import Phrase

_WELCOMED = "welcomed"
"""The name under which the ledger notes that a player has read them, beside the choices of `!set`."""


class Welcome:
    """The players who have sat down for the first time, until their first deal is over."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._new: set[PlayerId] = set()
        self._played: set[PlayerId] = set()

    def note(self, speaker: Speaker) -> None:
        """Note a player who has sat down, if they have neither read the lines nor finished a deal."""
        ledger, player = self._services.ledger, speaker.person.id
        # They keep their seat even if the ledger fails.
        with suppress(LedgerError):
            if _WELCOMED not in ledger.preferences(player) and not ledger.last_hands(player, 1):
                self._new.add(player)

    def deal_ended(self, table: Table, ended: DealEnded) -> None:
        """Note the new players who had cards in a deal that was played to its end."""
        if self._new:
            seats = [table.seats.get(result.who.seat) for result in ended.results]
            played = {seat.person.id for seat in seats if seat is not None and seat.person is not None} & self._new
            self._new -= played
            self._played |= played

    def after_deal(self, table: Table, number: int) -> None:
        """Post the lines to the players at a table who have finished their first deal.

        Args:
            table: the table.
            number: its number, if its lines show it; else 0.
        """
        people = [seat.person for seat in table.seats.people if seat.person is not None] if self._played else []
        welcomed = [person for person in people if person.id in self._played]
        if not welcomed:
            return
        self._played.difference_update(person.id for person in welcomed)
        with suppress(LedgerError):
            self._services.ledger.save(*(SetPreference(person.id, _WELCOMED, "yes") for person in welcomed))
        channel = private_front(table.place.channel, number)
        for person in welcomed:
            for line in (Phrase("welcome.short"), Phrase("welcome.seed")):
                reply = Reply(tuple(self._services.words.parts((channel, line))), private=True)
                reader = reader_of(person, table.place.channel)
                # They come after the deal, and the next one does not wait for them.
                self._services.outbox.post(Outgoing(reader, reply, follows=(table.id,), is_kept=True))
