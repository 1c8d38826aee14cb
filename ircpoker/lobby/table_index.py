"""An index of all stored tables by place and by player, as fast for a thousand tables as for one.

`Links` says which players of the ledger are one person.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ircpoker.errors import LedgerError
from ircpoker.ledger import PlayerId
from ircpoker.lobby.hand import RobotReason
from ircpoker.lobby.places import Place
from ircpoker.lobby.table import Table
from ircpoker.runtime.event_log import log_event
from ircpoker.table import TableSeat
from ircpoker.words import Phrase

SeatAt = tuple[Table, TableSeat]
"""A table, and a seat there."""


MOST_LEFT = 10_000
"""The people of whom it is remembered which table in a channel they left last."""
MOST_LAST_DEALS = 200
"""The places whose last deal is remembered after their table has closed."""

_logger = logging.getLogger(__name__)


class Links:
    """The identities of people who have several; they change only while none of them sits at a table."""

    def __init__(self) -> None:
        """Begin without any."""
        self._identities: dict[PlayerId, tuple[PlayerId, ...]] = {}

    def learn(self, groups: Iterable[Sequence[PlayerId]]) -> None:
        """Take the identities of all people who have several."""
        self._identities = {player: tuple(group) for group in groups for player in group}

    def all_of(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Return all identities of a person, this one first."""
        group = self._identities.get(player, ())
        return (player, *[each for each in group if each != player])

    def are_one(self, player: PlayerId, other: PlayerId | None) -> bool:
        """Return whether two players are one person; nobody is spectators, given as None."""
        return player == other or (other is not None and other in self._identities.get(player, ()))


class LastDeal(NamedTuple):
    """The last finished deal at a place.

    Attributes:
        deal_id: its number.
        reasons: the robots' reasons in it.
        shown_at: when its last line goes out, in seconds of the scheduler.
    """

    deal_id: str
    reasons: tuple[RobotReason, ...]
    shown_at: float


class TableIndex:
    """All open tables.

    Attributes:
        by_place: the tables by their place.
        links: which players are one person.
        unread: the networks whose stored tables have not been read yet.
    """

    def __init__(self) -> None:
        self.unread: set[str] = set()
        self.links = Links()
        self.by_place: dict[Place, Table] = {}
        self._half_open: dict[Place, Table] = {}
        self._known: dict[Table, tuple[Place, dict[PlayerId, TableSeat]]] = {}
        self._of_player: defaultdict[PlayerId, dict[Table, TableSeat]] = defaultdict(dict)
        self._last_deals: dict[Place, LastDeal] = {}
        self._left: dict[PlayerId, Place] = {}
        self._most_number = 1

    def __iter__(self) -> Iterator[Table]:
        return iter(self.by_place.values())

    def __len__(self) -> int:
        return len(self.by_place)

    @property
    def places(self) -> set[Place]:
        """The places of all tables, including those that may have been opened."""
        return {*self.by_place, *self._half_open}

    def on(self, network: str) -> list[Table]:
        """Return the tables of a network, including those that may have been opened."""
        return [table for table in self._all() if table.place.network == network]

    def _all(self) -> Iterator[Table]:
        return chain(tuple(self.by_place.values()), tuple(self._half_open.values()))

    def in_doubt(self, player: PlayerId) -> list[SeatAt]:
        """Return the tables at which a player sits only if an unconfirmed change is stored, each with that seat."""
        seats = []
        for table in self._all():
            if (change := table.stored.unconfirmed) is not None:
                number = change.draft.state.seats.number_of(player)
                # A table that may have been opened had its seats before it was stored.
                is_new = not table.stored.version or table.seats.number_of(player) is None
                if number is not None and is_new:
                    seats.append((table, number))
        return seats

    def at(self, place: Place) -> Table | None:
        """Return the table at a place as it is stored; None if there is none.

        Raises:
            LedgerError: it is not known whether there is one.
        """
        for tables in (self._half_open, self.by_place):
            if place in tables:
                tables[place].resolve_doubt()
        if place in self._half_open:
            raise LedgerError(Phrase("errors.open_in_doubt"))
        return self.by_place.get(place)

    def is_quiet(self, network: str) -> bool:
        """Return whether no deal goes on on a network; those that stand wait anyway."""
        return all(table.hand is None or table.calls.is_paused for table in self.on(network))

    def in_channel(self, place: Place) -> list[Table]:
        """Return the tables in the channel of a place, by their numbers; without a channel the only table."""
        places = map(place.numbered, range(1, self._most_number + 1)) if place.channel else (place,)
        return [self.by_place[each] for each in places if each in self.by_place]

    def table_of(self, player: PlayerId, place: Place) -> Table | None:
        """Return the table in the channel of a place where a player sits, by any identity, as last known; else None."""
        known = chain.from_iterable(self._of_player.get(each, ()) for each in self.links.all_of(player))
        own = [table for table in known if table.place.is_beside(place)]
        return min(own, key=lambda table: table.place.number, default=None)

    def meant(self, player: PlayerId, place: Place) -> Place:
        """Return the place of the table that a player means in a channel: their own, else that of the least number.

        Args:
            player: the player.
            place: the place of any table in the channel, or a private one, which means itself.
        """
        table = self.table_of(player, place) or next(iter(self.in_channel(place)), None)
        return table.place if table is not None else place

    def left_last(self, player: PlayerId, place: Place) -> Place:
        """Return the place of the table in the same channel that a player left last; this one if none is remembered."""
        left = self._left.get(player, place)
        return left if left.is_beside(place) else place

    def last_deal(self, place: Place) -> LastDeal | None:
        """Return the last deal that has finished at a place, if it is remembered: without a channel, of this table."""
        table = self.by_place.get(place)
        if table is not None and table.state.last_deal:
            return LastDeal(table.state.last_deal, table.state.last_reasons, table.state.lines_until)
        return None if place.is_by_lines else self._last_deals.get(place)

    def shown_at(self, place: Place, deal_id: str) -> Table | None:
        """Return the table at a place, if all who are there may see what was shown in a deal; else None.

        It is its last deal, and the table is not private: others there may be those of a table that was there before.
        """
        table = self.by_place.get(place)
        if table is None or table.state.last_deal != deal_id:
            return None
        is_private = place.is_by_lines and not (table.state.is_public or table.state.policy.is_tournament)
        return None if is_private else table

    def unshown_deals(self, now: float) -> set[str]:
        """Return the numbers of the finished deals whose last lines have not gone out at a time of the scheduler."""
        last = [table.state.last_deal for table in self if now < table.state.lines_until]
        return {*last, *[deal.deal_id for deal in self._last_deals.values() if now < deal.shown_at]}

    def seats_of(self, player: PlayerId) -> list[SeatAt]:
        """Return the tables at which a player sits as stored, each with their seat there."""
        for table in tuple(self._of_player.get(player, ())):
            table.resolve_doubt()
        return list(self._of_player.get(player, {}).items())

    def seats_of_person(self, player: PlayerId) -> list[SeatAt]:
        """Return the tables at which a player sits by any identity, each with their seat there."""
        return [seat for each in self.links.all_of(player) for seat in self.seats_of(each)]

    def note_half_open(self, table: Table) -> None:
        """Note a new table if it is not known whether it was stored."""
        self._half_open[table.place] = table

    def note(self, table: Table) -> None:
        """Note a table's place and players; forget a table that is over."""
        if self._half_open.get(table.place) is table:
            del self._half_open[table.place]
        seats = {} if table.is_over else {seat.player: number for number, seat in table.seats.items() if seat.player}
        self._log(table)
        place, before = self._known.pop(table, (table.place, {}))
        if self.by_place.get(place) is table:
            del self.by_place[place]
        for player in before:
            if player not in seats:
                self._left.pop(player, None)
                self._left[player] = place
            del self._of_player[player][table]
            if not self._of_player[player]:
                del self._of_player[player]
        for player, number in seats.items():
            self._of_player[player][table] = number
        while len(self._left) > MOST_LEFT:
            del self._left[next(iter(self._left))]
        if table.is_over:
            self._remember(table)
        else:
            self._most_number = max(self._most_number, table.place.number if table.place.channel else 1)
            self.by_place[table.place] = table
            self._known[table] = table.place, seats

    def _log(self, table: Table) -> None:
        """Log that a table has opened, is there again, or has closed; of a private table not whose it is."""
        if table.is_over is not (table in self._known):
            return  # Only its players have changed, or nobody has seen it open.
        place, game = table.place, table.state.game_name
        done = "closed" if table.is_over else "opened" if table.stored.version == 1 else "restored"
        line = "%s: table %s %s: %s in %s", place.network, table.id, done, game, place.title or "private"
        where = {"network": place.network, "channel": place.title}
        log_event(_logger, f"table_{done}", *line, facts={"table": table.id, "game": game, **where})

    def _remember(self, table: Table) -> None:
        """Remember the last deal of a table that is over; forget the oldest one if there are too many."""
        state = table.state
        if state.last_deal:
            self._last_deals.pop(table.place, None)
            self._last_deals[table.place] = LastDeal(state.last_deal, state.last_reasons, state.lines_until)
        if len(self._last_deals) > MOST_LAST_DEALS:
            del self._last_deals[next(iter(self._last_deals))]
