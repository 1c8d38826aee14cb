"""When and where a deal was played."""

from __future__ import annotations

import random
from datetime import UTC, datetime, time, timedelta

import pytest

from ircpoker.errors import HistoryError
from ircpoker.records.facts import from_eastern, read_facts, to_eastern
from ircpoker.records.phh import HandFacts, read_deal, replay_history

DAY = {"year": 2026, "month": 7, "day": 1}


def test_the_time_of_new_york_is_that_of_the_table_of_zones() -> None:
    zoneinfo = pytest.importorskip("zoneinfo", reason="this Python has no zoneinfo")
    try:
        zone = zoneinfo.ZoneInfo("America/New_York")
    except zoneinfo.ZoneInfoNotFoundError:
        pytest.skip("this system has no table of time zones")
    rng = random.Random(1)
    for _ in range(500):
        moment = datetime(1987, 1, 1, tzinfo=UTC) + timedelta(seconds=rng.randrange(50 * 365 * 86400))
        theirs = moment.astimezone(zone)
        assert to_eastern(moment) == theirs.replace(tzinfo=None)
        assert from_eastern(to_eastern(moment)) == theirs.replace(fold=0).astimezone(UTC)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, None),
        ({"year": 2026}, None),
        (DAY | {"month": 13}, None),
        (DAY, "2026-07-01 04:00:00+00:00"),
        (DAY | {"time": time(8)}, "2026-07-01 12:00:00+00:00"),
        (DAY | {"time": time(8), "time_zone": "UTC"}, "2026-07-01 08:00:00+00:00"),
        (DAY | {"time": time(8), "time_zone": "../Moon"}, None),
    ],
)
def test_times(fields: dict[str, object], expected: str | None) -> None:
    moment = read_facts(fields, 2).played_at
    assert (moment and str(moment)) == expected


def test_facts_that_make_no_sense_are_left_out() -> None:
    assert read_facts({"hand": -1, "venue": 3, "seats": [1, 1], "seat_count": 1, "currency": 5}, 2) == HandFacts()
    assert read_facts({"hand": 7, "seats": [4, 2], "seat_count": 6, "currency_symbol": "€"}, 2) == HandFacts(
        7, seats=(4, 2), seat_count=6, currency="EUR"
    )


ALL_IN = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [300, {stack}]
actions = ["d dh p1 AsAc", "d dh p2 KsKc", {acts}, "d db 2c3c4d", "d db 5h", "d db 9s"]
"""


@pytest.mark.parametrize(
    ("stack", "acts"),
    [(10, '"p2 cc", "p1 cc"'), (4, '"p1 cc"'), (100, '"p2 cbr 100", "p1 cc", "p1 cc"')],
)
def test_a_needless_check_of_the_last_player_with_chips_is_left_out(stack: int, acts: str) -> None:
    replayed = replay_history(read_deal(ALL_IN.format(stack=stack, acts=acts)))
    assert replayed.finishing_stacks == (300 + stack, 0)


def test_a_needless_fold_is_not_left_out() -> None:
    with pytest.raises(HistoryError, match="the deal was over before this action"):
        replay_history(read_deal(ALL_IN.format(stack=100, acts='"p2 cbr 100", "p1 cc", "p1 f"')))
