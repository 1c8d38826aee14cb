"""What makes a thousand tables as quick as one: whose turn it is among them, and who sits where."""

from __future__ import annotations

import heapq
from collections import defaultdict
from itertools import count
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.table import Table


class Agenda:
    """The tables in the order in which they have something to do; each has one live entry in a heap."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Table]] = []
        self._due: dict[Table, float] = {}
        self._numbers = count()

    def add(self, table: Table) -> bool:
        """Note that a table may have something to do earlier than before; return whether it is the first now."""
        at = table.timers.next_at
        if at is None or table.is_over or at >= self._due.get(table, inf):
            return False
        is_first = not self._heap or at < self._heap[0][0]
        self._due[table] = at
        heapq.heappush(self._heap, (at, next(self._numbers), table))
        return is_first

    def next_at(self) -> float:
        """Return when the first one has something to do; infinity if nothing is planned."""
        while self._heap:
            at, _, table = self._heap[0]
            is_live = self._due.get(table) == at
            if is_live and table.timers.next_at == at:
                return at
            heapq.heappop(self._heap)
            if is_live:
                del self._due[table]
                self.add(table)
        return inf

    def take(self) -> Table:
        """Return the first one and forget it; only when `next_at` is not infinity."""
        _, _, table = heapq.heappop(self._heap)
        del self._due[table]
        return table

    def forget(self, table: Table) -> None:
        """Forget a table that is over."""
        self._due.pop(table, None)


class SeatIndex:
    """Which tables each player sits at, as the tables were stored."""

    def __init__(self) -> None:
        self._people: dict[Table, frozenset[PlayerId]] = {}
        self._tables: defaultdict[PlayerId, list[Table]] = defaultdict(list)

    def tables_of(self, player: PlayerId) -> Sequence[Table]:
        """Return the tables at which a player sits."""
        return tuple(self._tables.get(player, ()))

    def note(self, table: Table) -> None:
        """Note who sits at a table now; at one that is over nobody does."""
        people = frozenset() if table.is_over else frozenset(seat.player for seat in table.state.people if seat.player)
        before = self._people.pop(table, frozenset())
        for player in people - before:
            self._tables[player].append(table)
        for player in before - people:
            self._tables[player].remove(table)
            if not self._tables[player]:
                del self._tables[player]
        if people:
            self._people[table] = people
