"""Plays the days of a year one after another, each in a process that is killed in the evening."""

from __future__ import annotations

import csv
import json
import logging
import os
import signal
import sys
import traceback
from dataclasses import asdict, fields
from pathlib import Path

from ircpoker.config import default_settings
from tests.ledger.older import become_next
from tests.lobby.hall import Hall
from tests.year.day import Row, events_of, play_day

DAYS, DEALS = 365, 100_000
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
        is_next = any("upgrade" in events_of(each, days) for each in range(1, day + 1))
        row = in_own_process(folder, day, deals * day // days, events_of(day, days), is_next=is_next)
        rows.append(row)
        append_row(folder / "year.csv", row)
    return rows


def in_own_process(folder: Path, day: int, wanted: int, events: list[str], *, is_next: bool = False) -> Row:
    """Play a day in a new process, which is killed when it has said what the day was like."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.close(reading)
            logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
            if is_next:
                become_next(folder / "next")
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
