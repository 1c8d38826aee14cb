"""The tables that can be watched, and by whom.

Tables of open channels are for everybody. Private games, and tables in channels with a key, by invitation, secret,
private or with `public = off`, are for their players only: others cannot tell them from tables that do not exist.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from ircpoker.chat.access import RIGHTS
from ircpoker.chat.router import Router
from ircpoker.chat.seen import is_new
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.config.administration import FEED
from ircpoker.errors import UsageError
from ircpoker.feed.server.offers import table_offers
from ircpoker.feed.server.subscriptions import Watcher
from ircpoker.feed.server.table_feed import TableFeed
from ircpoker.feed.table_parts import Offer
from ircpoker.ledger import EndedDeal, PlayerId
from ircpoker.lobby import Table
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import Seats
from ircpoker.lobby.views import shown_seats, unshown_end
from ircpoker.table import TableSeat
from ircpoker.tournaments.tournament import Tournament


class TableWatcher(Watcher, Protocol):
    """A session, as far as tables are concerned.

    Attributes:
        watched: the feeds of the tables that it watches.
    """

    watched: dict[str, TableFeed]


class TableFeeds:
    """The feeds of all tables that somebody watches."""

    def __init__(self, router: Router) -> None:
        """Begin with none.

        Args:
            router: has the tables.
        """
        self._router = router
        self._feeds: dict[str, TableFeed] = {}

    @property
    def tables(self) -> TableAdapter:
        """All tables.

        Raises:
            UsageError: this bot has none.
        """
        if self._router.tables is None:
            raise UsageError("this bot has no tables")
        return self._router.tables

    # Who may see what

    @property
    def delay(self) -> float:
        """The seconds after which those without a seat see what happens."""
        return self._router.services.settings.section(FEED).delay

    def is_player(self, watcher: Watcher, player: PlayerId) -> bool:
        """Return whether a session speaks for a player, by any of the names that their account has."""
        person = watcher.person
        return person is not None and self.tables.lobby.tables.links.are_one(player, person.id)

    def seat_of(self, watcher: Watcher, seats: Seats) -> TableSeat | None:
        """Return which of some seats a session's person has, None if none of them."""
        return next(
            (number for number, seat in seats.items() if seat.player and self.is_player(watcher, seat.player)), None
        )

    def has_seat(self, watcher: Watcher, table: Table) -> bool:
        """Return whether a session's person has a seat, or has one as people see it, until an all-in is shown."""
        seen, _ = shown_seats(table, unshown_end(table))
        return any(self.seat_of(watcher, seats) is not None for seats in (table.seats, seen))

    def offers_to(self, watcher: Watcher, table: Table) -> tuple[Offer, ...]:
        """Return what a session's person may do at a table now."""
        person, number = watcher.person, self.seat_of(watcher, table.seats)
        if person is None:
            return ()
        player = table.seats[number].player if number is not None else None
        return table_offers(self.tables, table, player or person.id, number, RIGHTS[watcher.way])

    def may_watch(self, watcher: Watcher, table: Table) -> bool:
        """Return whether a session may watch a table now; one without a channel is seen where its tournament is."""
        if table.state.is_public or self.has_seat(watcher, table):
            return True
        places = [part.state.place for part in table.changed_with if isinstance(part, Tournament)]
        return any(map(self.is_open_place, places if table.place.is_by_lines else [table.place]))

    def is_open_place(self, place: Place) -> bool:
        """Return whether everybody may see the tables of a place."""
        if not place.channel:
            return False
        is_public = self.tables.channels.rules(place.network, place.channel).is_public
        return is_public and self._router.services.presence.is_open(place.network, place.channel)

    def may_see_deal(self, watcher: Watcher, ended: EndedDeal) -> bool:
        """Return whether a session whose person has not played a finished deal may see what was shown."""
        place = Place.parse(ended.place)
        table = self.tables.lobby.tables.shown_at(place, ended.deal_id)
        is_seen = self.is_open_place(place) or (table is not None and self.may_watch(watcher, table))
        return is_seen and not self.is_held_back(watcher, ended)

    def is_held_back(self, watcher: Watcher, ended: EndedDeal) -> bool:
        """Return whether a finished deal is not known to a session yet, as everything is shown to it later."""
        table = self.tables.lobby.tables.by_place.get(Place.parse(ended.place))
        has_seat = table is not None and self.has_seat(watcher, table)
        return not has_seat and is_new(self.tables, ended, self.delay)

    def shown_until(self, watcher: Watcher, who: PlayerId | str) -> datetime | None:
        """Return until when the deals of a player or robot count in what a session reads of them; None for all."""
        if not self.delay or (not isinstance(who, str) and self.is_player(watcher, who)):
            return None
        return self._router.services.clock.now() - timedelta(seconds=self.delay)

    def is_delayed(self, watcher: Watcher, table: Table) -> bool:
        """Return whether a session sees later what happens at a table."""
        return bool(self.delay) and not self.has_seat(watcher, table)

    def visible_to(self, session: TableWatcher) -> list[Table]:
        """Return the tables that a session may watch."""
        return [table for table in self.tables.lobby.tables if self.may_watch(session, table)]

    def find(self, session: TableWatcher, name: str) -> Table | None:
        """Return the table that a session means by its name or its place, None if it may see none such.

        Args:
            session: the session.
            name: the table's name, or as `place_names` names its place.
        """
        place, tables = name.lower(), self.tables.lobby.tables
        named = [table for table in tables if table.id == name or place in self.place_names(table.place)]
        seen = [table for table in named if self.may_watch(session, table)]
        if place == "private":  # A public table without a channel is no stranger's own.
            seen = [table for table in seen if self.seat_of(session, table.seats) is not None]
        return seen[0] if len(seen) == 1 else None

    def place_names(self, place: Place) -> tuple[str, ...]:
        """Return how a place may be named: `#poker`, `libera/#poker`, `#poker 2`; a private one `private`."""
        if not place.channel:
            return ("private",)
        return place.title, f"{place.network.lower()}/{place.title}"

    def channel_called(self, session: TableWatcher, name: str) -> tuple[str, str] | None:
        """Return the network and the channel that a session means, None if it may see none such.

        Args:
            session: the session.
            name: such as `#poker` or `libera/#poker`.
        """
        network, _, channel = name.rpartition("/") if "/" in name else ("", "", name)
        seen = self.channels_seen(session)
        found = [each for each in seen if each[1] == channel.lower() and network.lower() in {"", each[0].lower()}]
        return found[0] if len(found) == 1 else None

    def channels_seen(self, session: TableWatcher) -> set[tuple[str, str]]:
        """Return the networks and channels whose tables a session may see, if there are any."""
        open_ones = self._router.services.presence.open_channels
        own = {(table.place.network, table.place.channel) for table in self.visible_to(session) if table.place.channel}
        rules = self.tables.channels.rules
        return {each for each in open_ones if rules(*each).is_public} | own

    # Watching

    def watch(self, session: TableWatcher, table: Table) -> TableFeed:
        """Return the feed of a table, for a session that may watch it."""
        feed = self._feeds.get(table.id)
        if feed is None:
            feed = self._feeds[table.id] = TableFeed(table, self.tables, self)
        session.watched[table.id] = feed
        return feed

    def ended(self, table: str) -> None:
        """Note that the feed of a table is over."""
        self._feeds.pop(table, None)

    def person_changed(self, session: TableWatcher) -> None:
        """Show its tables anew to a session that speaks for somebody else now; end those that it may not watch."""
        for feed in tuple(session.watched.values()):
            feed.person_changed(session)
