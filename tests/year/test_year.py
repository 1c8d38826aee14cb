"""A year of the bot: restarts every day, netsplits, a full disk, an upgrade; the ledger adds up every evening."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from tests import tiers
from tests.ledger.older import NEXT
from tests.year import year
from tests.year.day import FULL_DISK, SPLIT_EVERY, Row, events_of
from tests.year.year import DAYS, DEALS, play_year, read_rows

ENVIRONMENT = "IRCPOKER_YEAR"
"""A folder for the whole year, which goes on there if it was stopped."""


def check(rows: list[Row], days: int, deals: int) -> None:
    assert [row.day for row in rows] == list(range(1, days + 1))
    assert all(row.unbalanced == 0 for row in rows)
    assert deals <= rows[-1].deals < deals * 1.05 + 60
    assert all(before.deals < after.deals for before, after in pairwise(rows))
    assert all(before.entries < after.entries for before, after in pairwise(rows))
    happened = [event for row in rows for event in row.events.split(" + ") if event]
    assert happened.count("full disk") == happened.count("upgrade") == 1
    assert happened.count("netsplit") == days // SPLIT_EVERY
    assert all(row.files >= row.deals for row in rows), "every deal has its history"


@pytest.mark.slow(20)
def test_three_days_begin_where_the_ones_before_ended(tmp_path: Path) -> None:
    play_year(tmp_path, 3, 90)
    whole = play_year(tmp_path, 7, 175)
    assert [row.day for row in whole] == list(range(1, 8))
    assert "netsplit" in whole[-1].events


@pytest.mark.slow(10)
def test_a_short_year_adds_up(tmp_path: Path) -> None:
    days = 3
    check(play_year(tmp_path, days, 75), days, 75)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEXT,)]


def test_the_days_of_mishaps() -> None:
    happened = {day: events_of(day, DAYS) for day in range(1, DAYS + 1)}
    assert [day for day, events in happened.items() if "netsplit" in events] == list(range(7, DAYS + 1, 7))
    assert [day for day, events in happened.items() if "full disk" in events] == [round(DAYS * FULL_DISK)]
    assert [day for day, events in happened.items() if "upgrade" in events] == [182]


def test_a_day_that_went_wrong_ends_the_year(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> Row:
        raise ValueError("the bot fell over")

    monkeypatch.setattr(year, "play_day", fail)
    with pytest.raises(RuntimeError, match="day 1 went wrong"):
        play_year(tmp_path, 2, 10)
    assert "the bot fell over" in capfd.readouterr().err
    assert read_rows(tmp_path / "year.csv") == []


@pytest.mark.deep
@pytest.mark.timeout(12 * 3600)
def test_a_whole_year(tmp_path: Path) -> None:
    """Takes hours: `IRCPOKER_YEAR=FOLDER` keeps its days, and the next run goes on from there."""
    days, deals = DAYS, tiers.count(DEALS)
    check(play_year(Path(os.environ.get(ENVIRONMENT, tmp_path)), days, deals), days, deals)
