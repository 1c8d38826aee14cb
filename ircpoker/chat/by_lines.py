"""Tables without a channel: what is for everybody goes to each player, in as few private lines as possible.

A player reads the deal with their cards, a line when a street is dealt, and a line when it is their turn or the deal is
over. Each line tells what its reader has not read yet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.lobby.events import AllIn, CalledOff, DealEnded, HandBegan, Progress, StreetDealt, YourTurn

if TYPE_CHECKING:
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby import Announcement
    from ircpoker.lobby.events import Story
    from ircpoker.people import Person


class UnreadStories:
    """What has happened at tables without a channel since each of their players has read a line about it."""

    def __init__(self) -> None:
        self._unread: dict[tuple[str, PlayerId], Story] = {}

    def own(self, news: Announcement) -> Announcement:
        """Return an announcement for one player, with all that they have not read if it is their turn."""
        if news.to is None or not isinstance(news.event, YourTurn):
            return news
        return replace(news, event=replace(news.event, story=self._take(news, news.to)))

    def readings(self, news: Announcement) -> list[Announcement]:
        """Return an announcement for everybody as those of single readers; none if it can wait until they read more."""
        event = news.event
        if isinstance(event, HandBegan | CalledOff):
            # What is unread of a hand that was called off must not be told in the next one.
            for reader in [reader for reader in self._unread if reader[0] == news.table]:
                del self._unread[reader]
        if isinstance(event, HandBegan):
            return []  # The line with their cards has it all.
        readings = []
        for seat, person in news.readers:
            shown = event
            if isinstance(event, Progress | AllIn | DealEnded):
                story = self._take(news, person) + event.story
                has_street = any(isinstance(item, StreetDealt) for item in story)
                if isinstance(event, Progress) and (event.turn.seat == seat or not has_street):
                    self._unread[news.table, person.id] = story
                    continue
                shown = replace(event, story=story)
            readings.append(replace(news, event=shown, to=person, own_seat=seat, readers=()))
        return readings

    def _take(self, news: Announcement, reader: Person) -> Story:
        return self._unread.pop((news.table, reader.id), ())
