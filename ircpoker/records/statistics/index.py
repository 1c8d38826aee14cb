"""An index of counted deals: sums by player, game, position and stack, so that many deals are read only once.

It is a file of SQLite with nothing that could not be counted again. Each source, a file of histories or a ledger, has
a stamp by which the caller sees whether it has changed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ircpoker.records.statistics.counters import COUNTERS, Counters, CounterSum, SeatCount, Winnings
from ircpoker.runtime.json_text import to_json

VERSION = 3
"""A new number makes all indexes anew: for other counters, other definitions, other tables, or files read otherwise."""
KEYS = ("player", "game", "position", "depth")
"""By what deals can be divided."""
_CELL_KEYS = (*KEYS, "decimals")
_SUMS = ("net", "bb", "squares", *COUNTERS)
_POINTS = 16
"""The most points of a curve that a player gets from deals that are added together."""
_PATIENCE = 30.0
"""Seconds in which another process may write to the index."""


def _columns(names: Sequence[str]) -> str:
    return ", ".join([f'"{name}"' for name in names])


_TABLES = (
    "CREATE TABLE sources (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, notes TEXT NOT NULL)",
    f"""CREATE TABLE cells (source INTEGER NOT NULL, {_columns(_CELL_KEYS)}, {_columns(_SUMS)},
        PRIMARY KEY (source, {_columns(_CELL_KEYS)})) WITHOUT ROWID""",
    "CREATE TABLE points (id INTEGER PRIMARY KEY, source INTEGER NOT NULL, player TEXT NOT NULL,"
    " hands INTEGER NOT NULL, net REAL NOT NULL)",
    "CREATE INDEX points_of ON points (source, player)",
    "CREATE TABLE shown (source INTEGER NOT NULL, player TEXT NOT NULL, kind TEXT NOT NULL, hands INTEGER NOT NULL,"
    " PRIMARY KEY (source, player, kind)) WITHOUT ROWID",
    f"PRAGMA user_version = {VERSION}",
)
_ADD_CELL = f"""INSERT INTO cells VALUES (?, {", ".join("?" * (len(_CELL_KEYS) + len(_SUMS)))})
    ON CONFLICT DO UPDATE SET {", ".join([f'"{name}" = "{name}" + excluded."{name}"' for name in _SUMS])}"""  # noqa: S608 - names of counters
_ADD_SHOWN = "INSERT INTO shown VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET hands = hands + excluded.hands"
_ADD_POINT = "INSERT INTO points (source, player, hands, net) VALUES (?, ?, ?, ?)"


class CountedSeat(NamedTuple):
    """A seat of a finished deal, counted.

    Attributes:
        player: who sat there.
        game: a key of `ircpoker.table.GAMES`.
        position: one of `POSITIONS`.
        depth: one of `DEPTHS`, the stack before the deal.
        decimals: the decimals of the unit of `net`.
        counted: the counters.
        net: the chips won or lost, in the unit.
        bb: the big blinds won or lost.
        shown: the kind of the hand that it showed, such as `AKs`; empty for none.
    """

    player: str
    game: str
    position: str
    depth: str
    decimals: int
    counted: SeatCount
    net: int
    bb: float
    shown: str = ""


class IndexedGroup(NamedTuple):
    """The sums of one group of deals.

    Attributes:
        key: what they have in common: a player, a game, a position, a depth.
        counters: the counters.
        winnings: the big blinds won.
        nets: the chips won, by the decimals of their unit.
    """

    key: str
    counters: Counters
    winnings: Winnings
    nets: dict[int, int]


class StatisticsIndex:
    """The index; close it after use."""

    def __init__(self, path: Path | None) -> None:
        """Open the index, and make it anew if its version is another or it is damaged.

        Args:
            path: the file; None for an index in memory.

        Raises:
            sqlite3.Error: the file cannot be used.
        """
        self._path = path
        self._connection = self._open()
        version = self._version()
        if version != VERSION:
            if version and path is not None:
                self._connection.close()
                path.unlink()
                self._connection = self._open()
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                if self._version() != VERSION:  # Another process may have been faster.
                    for statement in _TABLES:
                        self._connection.execute(statement)
        self._connection.execute("PRAGMA synchronous = OFF")  # It can be made again.
        self._connection.execute("CREATE TEMPORARY TABLE wanted (source INTEGER PRIMARY KEY, place INTEGER)")

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path or ":memory:", timeout=_PATIENCE, isolation_level=None)

    def _version(self) -> int:
        """Return the version of the file, 0 for a new one, -1 for one that cannot be read."""
        try:
            return int(self._connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                return -1
            raise

    def close(self) -> None:
        """Close the index; deals that were added with `for_now` are forgotten."""
        self._connection.close()

    # Sources

    def stamp(self, key: str) -> str:
        """Return the stamp of a source; empty for one that is not there."""
        found = self._connection.execute("SELECT stamp FROM sources WHERE key = ?", (key,)).fetchone()
        return found[0] if found else ""

    def notes(self, key: str) -> list[str]:
        """Return the notes that were stored with a source."""
        found = self._connection.execute("SELECT notes FROM sources WHERE key = ?", (key,)).fetchone()
        return json.loads(found[0] or "[]") if found else []

    def forget(self, key: str) -> None:
        """Remove a source with its deals."""
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._forget(key)

    def _forget(self, key: str) -> None:
        for table in ("cells", "points", "shown"):
            query = f"DELETE FROM {table} WHERE source = (SELECT id FROM sources WHERE key = ?)"  # noqa: S608 - a constant
            self._connection.execute(query, (key,))
        self._connection.execute("DELETE FROM sources WHERE key = ?", (key,))

    def replace(self, key: str, stamp: str, seats: Iterable[CountedSeat], notes: Sequence[str] = ()) -> None:
        """Store the deals of a source in place of those that it had.

        Args:
            key: the source.
            stamp: its stamp.
            seats: the seats of the deals.
            notes: texts that are kept with it, as they are after the last seat.
        """
        sums = _DealSums(seats)
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._forget(key)
            self._add(key, stamp, sums)
            self.annotate(key, notes)

    def annotate(self, key: str, notes: Sequence[str]) -> None:
        """Store other notes with a source."""
        self._connection.execute("UPDATE sources SET notes = ? WHERE key = ?", (to_json(notes), key))

    def extend(self, key: str, stamp: str, seats: Iterable[CountedSeat], *, before: str = "") -> bool:
        """Add deals to a source.

        Args:
            key: the source; it may be new.
            stamp: its new stamp.
            seats: the seats of the deals.
            before: the stamp that it had when the deals were read.

        Returns:
            Whether they were added; not if another process has changed the source in the meantime.
        """
        sums = _DealSums(seats)
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            if self.stamp(key) != before:
                return False
            self._add(key, stamp, sums)
        return True

    def for_now(self, key: str, seats: Iterable[CountedSeat]) -> None:
        """Add deals to a source until the index is closed; nothing can be stored after this."""
        sums = _DealSums(seats)
        self._connection.execute("BEGIN IMMEDIATE")
        self._add(key, self.stamp(key), sums)

    def _add(self, key: str, stamp: str, sums: _DealSums) -> None:
        update = """INSERT INTO sources (key, stamp, notes) VALUES (?, ?, '')
            ON CONFLICT (key) DO UPDATE SET stamp = excluded.stamp"""
        self._connection.execute(update, (key, stamp))
        source = self._connection.execute("SELECT id FROM sources WHERE key = ?", (key,)).fetchone()[0]
        self._connection.executemany(_ADD_CELL, [(source, *row) for row in sums.cells()])
        self._connection.executemany(_ADD_POINT, [(source, *row) for row in sums.points()])
        shown = [(source, *key, hands) for key, hands in sums.shown.items()]
        self._connection.executemany(_ADD_SHOWN, shown)

    # Queries

    def choose(self, keys: Iterable[str]) -> None:
        """Choose the sources of the next queries, in order; unknown ones are left out."""
        self._connection.execute("DELETE FROM wanted")
        query = "INSERT OR IGNORE INTO wanted SELECT id, ? FROM sources WHERE key = ?"
        self._connection.executemany(query, [(place, key) for place, key in enumerate(keys)])

    def players(self) -> list[str]:
        """Return the players of the chosen sources."""
        query = "SELECT DISTINCT player FROM cells JOIN wanted USING (source) ORDER BY player"
        return [player for (player,) in self._connection.execute(query)]

    def groups(self, by: str, players: Collection[str] | None = None) -> list[IndexedGroup]:
        """Return the sums of the chosen sources.

        Args:
            by: one of `KEYS`.
            players: only the deals of these; None for all.

        Returns:
            A group for each value, in any order.
        """
        where, values = _among(players)
        sums = ", ".join([f'SUM("{name}")' for name in _SUMS])
        query = f"""SELECT "{by}", decimals, {sums} FROM wanted CROSS JOIN cells USING (source) {where}
            GROUP BY "{by}", decimals"""  # noqa: S608 - names of columns
        found: dict[str, IndexedGroup] = {}
        for key, decimals, net, bb, squares, *numbers in self._connection.execute(query, values):
            counters = Counters(tuple(numbers))
            winnings, nets = Winnings(counters["hands"], bb, squares), {decimals: net}
            if key in found:
                _, others, won, more = found[key]
                counters, winnings, nets = counters + others, winnings.add(won), nets | more
            found[key] = IndexedGroup(key, counters, winnings, nets)
        return list(found.values())

    def curve(self, players: Collection[str]) -> list[tuple[int, float]]:
        """Return the course of players' chips: pairs of a number of hands and the chips won in them, in order."""
        where, values = _among(players)
        query = f"""SELECT hands, net FROM wanted CROSS JOIN points USING (source) {where} ORDER BY place, id"""  # noqa: S608 - only places for values
        return self._connection.execute(query, values).fetchall()

    def shown(self, players: Collection[str] | None = None) -> dict[str, int]:
        """Return how often players have shown hands of each kind."""
        where, values = _among(players)
        query = f"SELECT kind, SUM(hands) FROM wanted CROSS JOIN shown USING (source) {where} GROUP BY kind"  # noqa: S608 - as above
        return dict(self._connection.execute(query, values).fetchall())


def _among(players: Collection[str] | None) -> tuple[str, list[str]]:
    if players is None:
        return "", []
    return f"WHERE player IN ({', '.join('?' * len(players))})", list(players)


class _DealSums:
    """The sums of deals that are added together."""

    def __init__(self, seats: Iterable[CountedSeat]) -> None:
        self._cells: dict[tuple[object, ...], tuple[CounterSum, list[float], list[float]]] = {}
        self._nets: dict[str, list[float]] = {}
        self.shown: dict[tuple[str, str], int] = {}
        for seat in seats:
            self._take(seat)

    def _take(self, seat: CountedSeat) -> None:
        player, _, _, _, decimals, counted, net, bb, shown = seat
        key = seat[: len(_CELL_KEYS)]
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = (CounterSum(), [0, 0.0, 0.0], self._nets.setdefault(player, []))
        adder, sums, nets = cell
        adder.add(counted)
        sums[0] += net
        sums[1] += bb
        sums[2] += bb * bb
        nets.append(net / 10**decimals if decimals else net)
        if shown:
            self.shown[player, shown] = self.shown.get((player, shown), 0) + 1

    def cells(self) -> Iterable[tuple[object, ...]]:
        """Yield the rows of the cells."""
        for key, (adder, sums, _) in self._cells.items():
            yield (*key, *sums, *adder.counters.numbers)

    def points(self) -> Iterable[tuple[str, int, float]]:
        """Yield the rows of the curves: each player's deals in runs of about the same length."""
        for player, nets in self._nets.items():
            step = -(-len(nets) // _POINTS)
            for start in range(0, len(nets), step):
                run = nets[start : start + step]
                yield player, len(run), float(sum(run))
