"""What makes a thousand tables as quick as one: who sits where."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.table import Table


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
