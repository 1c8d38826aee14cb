"""Who may see what happens, and what has happened, at a table where they have no seat, and how much later."""

from __future__ import annotations

from datetime import timedelta

from ircpoker.chat.message import Message
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.errors import NotAllowedError
from ircpoker.ledger import EndedDeal
from ircpoker.lobby import Place, Table
from ircpoker.words import Phrase


def shows(tables: TableAdapter, message: Message, ended: EndedDeal) -> bool:
    """Return whether the author of a line, who has not played a finished deal, may see what its table showed."""
    place, speaker = Place.parse(ended.place), tables.speaker(message)
    if is_new(tables, ended, message.delay) and all(table.place != place for table, _ in speaker.seats):
        return False
    if not place.is_by_lines and place.is_beside(speaker.place):
        return True
    table = tables.lobby.tables.shown_at(place, ended.deal_id)
    return table is not None and table is tables.lobby.find(speaker)


def is_new(tables: TableAdapter, ended: EndedDeal, delay: float) -> bool:
    """Return whether a finished deal is not known yet to those who see everything some seconds later."""
    if not delay or ended.ended_at > tables.services.clock.now() - timedelta(seconds=delay):
        return bool(delay)
    # The last streets of an all-in are shown after its end.
    return ended.deal_id in tables.lobby.tables.unshown_deals(tables.services.scheduler.now() - delay)


def check_seen(tables: TableAdapter, message: Message, table: Table) -> None:
    """Check that the author of a line sees at once what happens at a table.

    Raises:
        NotAllowedError: they see it later.
    """
    if message.delay and table.seats.number_of(tables.speaker(message).person.id) is None:
        raise NotAllowedError(Phrase("errors.seen_later", seconds=f"{message.delay:g}"))
