"""Plays the days of a year one after another, each in a process that is killed in the evening."""

from __future__ import annotations

import csv
import json
import logging
import os
import signal
import sqlite3
import sys
import traceback
from contextlib import closing
from dataclasses import asdict, fields
from pathlib import Path

from ircpoker.config import default_settings
from ircpoker.ledger.schema import HEAD
from tests.ledger.older import make_older
from tests.lobby.hall import Hall
from tests.year.day import Row, events_of, play_day

DAYS, DEALS = 365, 100_000
BEFORE = f"{int(HEAD) - 1:04}"
"""The schema of the version before."""
_DIGITS = 3


def play_year(folder: Path, days: int = DAYS, deals: int = DEALS) -> list[Row]:
    """Play the days of a year that have not been played yet.

    Args:
        folder: where the ledger, the histories and `year.csv` are, or will be.
        days: how many days the year has.
        deals: how many deals are played in it.

    Returns:
        All days.

    Raises:
        RuntimeError: a day went wrong; what it was is on standard error.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = read_rows(folder / "year.csv")
    Hall(plugins=default_settings(folder).bot.plugins).close()  # imports once what every day needs
    for day in range(len(rows) + 1, days + 1):
        events = events_of(day, days)
        if "upgrade" in events:
            go_back(folder / "ledger.db", BEFORE)
        row = in_own_process(folder, day, deals * day // days, events)
        rows.append(row)
        append_row(folder / "year.csv", row)
    return rows


def in_own_process(folder: Path, day: int, wanted: int, events: list[str]) -> Row:
    """Play a day in a new process, which is killed when it has said what the day was like."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.close(reading)
            logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
            row = play_day(folder, day, wanted, events)
            os.write(writing, json.dumps(asdict(row)).encode())
        except BaseException:  # whatever it is, it must not go on in this copy of the caller
            traceback.print_exc()
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:  # noqa: PTH123 - a descriptor
        text = pipe.read()
    os.waitpid(process, 0)
    if not text:
        raise RuntimeError(f"day {day} went wrong")
    return Row(**json.loads(text))


def read_rows(path: Path) -> list[Row]:
    """Return the days of a file; none if it is not there."""
    if not path.exists():
        return []
    kinds = {column.name: {"int": int, "float": float, "str": str}[str(column.type)] for column in fields(Row)}
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(**{name: kinds[name](value) for name, value in line.items()}) for line in csv.DictReader(file)]


def append_row(path: Path, row: Row) -> None:
    """Write a day at the end of a file."""
    is_new = not path.exists()
    values = {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in asdict(row).items()}
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, values, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(values)


def go_back(path: Path, revision: str) -> None:
    """Put a ledger into the tables of an earlier schema, as an earlier version of the bot would have left it."""
    older = path.with_name("older.db")
    older.unlink(missing_ok=True)
    make_older(f"sqlite:///{older}", revision)
    with closing(sqlite3.connect(older, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS newer", (str(path),))
        connection.execute("BEGIN")
        for (table,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            if table != "alembic_version" and not table.startswith("sqlite_"):
                _copy(connection, table)
        connection.execute("COMMIT")
    for more in ("-wal", "-shm"):
        path.with_name(path.name + more).unlink(missing_ok=True)
    older.replace(path)


def _copy(connection: sqlite3.Connection, table: str) -> None:
    columns = [
        {row[1] for row in connection.execute(f"PRAGMA {schema}.table_info({table})")} for schema in ("main", "newer")
    ]
    names = ", ".join(sorted(columns[0] & columns[1]))
    connection.execute(f"DELETE FROM main.{table}")
    connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
