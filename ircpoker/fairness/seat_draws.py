"""Draws of seats: which numbers give which seats. docs/tournaments.md defines it for those who check one by hand.

Entries, tables and seats are counted from 1, as people read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from ircpoker.errors import ProofError

_MOST = 10_000
"""The most entries, tables and seats of a draw that is read."""


class DrawKind(Enum):
    """The kinds of draws."""

    START = "start"
    """All entries are seated when a tournament begins."""
    LATE = "late"
    """Somebody comes late."""
    BROKEN = "broken"
    """The players of a broken table get seats at the others."""
    FINAL = "final"
    """All who are left are seated at one table."""

    @property
    def is_of_all(self) -> bool:
        """Whether all players are seated in the order of their numbers; else each number chooses a free seat."""
        return self in {DrawKind.START, DrawKind.FINAL}


class OpenTable(Struct, frozen=True):
    """A table of a draw.

    Attributes:
        players: how many sit there before it; 0 where all are seated anew.
        free: its free seats in order; empty where all are seated anew.
    """

    players: int = 0
    free: tuple[int, ...] = ()


class SeatDraw(Struct, frozen=True):
    """A draw of seats.

    Attributes:
        kind: what is drawn.
        players: the numbers and names of the entries, in the order in which they get the numbers of the draw.
        tables: the tables by number.
        seats: by entry, the table and the seat; empty before the draw.
    """

    kind: DrawKind
    players: tuple[tuple[int, str], ...]
    tables: Mapping[int, OpenTable]
    seats: tuple[tuple[int, int, int], ...] = ()

    def drawn(self, numbers: Sequence[int]) -> SeatDraw:
        """Return the draw with the seats that numbers give, one for each player at least.

        Examples:
            >>> everybody = ((1, "ann"), (2, "ben"), (3, "cat"))
            >>> SeatDraw(DrawKind.START, everybody, {1: OpenTable(), 2: OpenTable()}).drawn([77, 50, 99]).seats
            ((2, 1, 1), (1, 2, 1), (3, 1, 2))
            >>> SeatDraw(DrawKind.LATE, ((9, "eve"),), {2: OpenTable(4, (1, 3, 5))}).drawn([50]).seats
            ((9, 2, 5),)
        """
        choose = self._in_order if self.kind.is_of_all else self._free_seats
        return replace(self, seats=tuple(choose(numbers)))

    def _in_order(self, numbers: Sequence[int]) -> list[tuple[int, int, int]]:
        tables = sorted(self.tables)
        order = sorted(range(len(self.players)), key=lambda index: (numbers[index], index))
        seats = [(tables[place % len(tables)], place // len(tables) + 1) for place in range(len(order))]
        return [(self.players[index][0], *seat) for index, seat in zip(order, seats, strict=True)]

    def _free_seats(self, numbers: Sequence[int]) -> list[tuple[int, int, int]]:
        free = {table: list(each.free) for table, each in self.tables.items()}
        sizes = {table: each.players for table, each in self.tables.items()}
        seats = []
        for (entry, _), number in zip(self.players, numbers, strict=False):
            table = min([table for table in free if free[table]], key=lambda table: (sizes[table], table))
            seats.append((entry, table, free[table].pop(number % len(free[table]))))
            sizes[table] += 1
        return seats

    def __str__(self) -> str:
        names = dict(self.players)
        return ", ".join([f"{names[entry]} {table}/{seat}" for entry, table, seat in self.seats])

    def to_data(self) -> dict[str, object]:
        """Return the form in which it is stored and published."""
        return {
            "kind": self.kind.value,
            "players": self.players,
            "tables": {
                str(number): {"players": table.players, "free": table.free} for number, table in self.tables.items()
            },
            "seats": self.seats,
        }


def read_seat_draw(data: object) -> SeatDraw | None:
    """Return the draw that a proof reports; None if it is not that of a draw.

    Raises:
        ProofError: it cannot be understood.
    """
    if data is None:
        return None
    try:
        return _read(data)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise ProofError("draw of the proof: expected kind, players, tables and seats", "draw") from error


def _read(data: object) -> SeatDraw:
    if not isinstance(data, dict):
        raise TypeError
    players = tuple([(_number(number), str(name)) for number, name in data["players"]])
    tables = {
        _number(int(number)): OpenTable(_number(table["players"], 0), tuple(map(_number, table["free"])))
        for number, table in data["tables"].items()
    }
    seats = tuple([(_number(entry), _number(table), _number(seat)) for entry, table, seat in data["seats"]])
    draw = SeatDraw(DrawKind(data["kind"]), players, tables, seats)
    room = sum(len(table.free) for table in tables.values())
    if not tables or len(dict(players)) != len(players) or (room < len(players) and not draw.kind.is_of_all):
        raise ValueError
    return draw


def _number(value: object, least: int = 1) -> int:
    if type(value) is not int or not least <= value <= _MOST:
        raise ValueError
    return value
