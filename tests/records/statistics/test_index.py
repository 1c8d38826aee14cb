"""The index of counted deals: the same sums however the deals come in, and only what belongs to a source."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ircpoker.records.statistics.counters import Counters, CounterSum, SeatCount, Winnings, pack_flags
from ircpoker.records.statistics.deals import DEPTHS, POSITIONS
from ircpoker.records.statistics.index import CountedSeat, IndexedGroup, StatisticsIndex


@pytest.fixture
def index(tmp_path: Path) -> Iterator[StatisticsIndex]:
    opened = StatisticsIndex(tmp_path / "index.db")
    yield opened
    opened.close()


def seats(number: int, seed: int) -> list[CountedSeat]:
    rng = Random(seed)
    return [
        CountedSeat(
            rng.choice("abc"),
            rng.choice(("holdem", "draw")),
            rng.choice(POSITIONS),
            rng.choice(DEPTHS),
            0,
            SeatCount(
                pack_flags(rng.sample(["vpip", "3bet", "saw_r"], rng.randint(0, 3))), *rng.choices(range(3), k=3)
            ),
            net := rng.randint(-50, 50),
            net / 10,
            rng.choice(("", "AKs")),
        )
        for _ in range(number)
    ]


def sums(found: list[CountedSeat], key: str = "") -> IndexedGroup:
    adder = CounterSum()
    for seat in found:
        adder.add(seat.counted)
    winnings = Winnings(len(found), sum(seat.bb for seat in found), sum(seat.bb**2 for seat in found))
    return IndexedGroup(key, adder.counters, winnings, {0: sum(seat.net for seat in found)})


def assert_alike(group: IndexedGroup, expected: IndexedGroup) -> None:
    assert (group.key, group.counters, group.nets) == (expected.key, expected.counters, expected.nets)
    assert group.winnings == pytest.approx(expected.winnings)


@pytest.mark.parametrize("by", ["player", "game", "position", "depth"])
def test_sums_of_groups(index: StatisticsIndex, by: str) -> None:
    first, second, other = seats(150, 1), seats(70, 2), seats(30, 3)
    assert index.extend("ledger", "1", first)
    assert index.extend("ledger", "2", second, before="1")
    index.replace("file", "x", other)
    index.choose(["ledger", "file", "unknown"])
    everything = [*first, *second, *other]
    groups = index.groups(by)
    assert {group.key for group in groups} == {getattr(seat, by) for seat in everything}
    for group in groups:
        assert_alike(group, sums([seat for seat in everything if getattr(seat, by) == group.key], group.key))
    [alone] = index.groups("player", ["b"])
    assert_alike(alone, sums([seat for seat in everything if seat.player == "b"], "b"))
    index.choose(["file"])
    [alone] = index.groups("player", ["b"])
    assert_alike(alone, sums([seat for seat in other if seat.player == "b"], "b"))
    assert index.shown(["b"]) == {"AKs": sum(seat.player == "b" and bool(seat.shown) for seat in other)}


def test_a_source_that_has_changed_is_replaced(index: StatisticsIndex) -> None:
    index.replace("file", "1", seats(20, 1), ["line 3: wrong"])
    assert (index.stamp("file"), index.notes("file")) == ("1", ["line 3: wrong"])
    index.replace("file", "2", seats(10, 2))
    assert (index.stamp("file"), index.notes("file"), index.notes("none")) == ("2", [], [])
    index.choose(["file"])
    assert sum(group.winnings.hands for group in index.groups("player")) == 10
    index.forget("file")
    assert (index.stamp("file"), index.groups("player")) == ("", [])


def test_two_processes_do_not_count_a_deal_twice(index: StatisticsIndex) -> None:
    assert index.extend("ledger", "5", seats(20, 1))
    assert not index.extend("ledger", "5", seats(20, 1))
    index.choose(["ledger"])
    assert sum(group.winnings.hands for group in index.groups("game")) == 20


def test_deals_for_now_are_not_stored(index: StatisticsIndex, tmp_path: Path) -> None:
    index.extend("ledger", "5", seats(20, 1))
    index.for_now("ledger", seats(7, 2))
    index.choose(["ledger"])
    assert sum(group.winnings.hands for group in index.groups("game")) == 27
    index.close()
    again = StatisticsIndex(tmp_path / "index.db")
    again.choose(["ledger"])
    assert (again.stamp("ledger"), sum(group.winnings.hands for group in again.groups("game"))) == ("5", 20)
    again.close()


def test_the_curve_is_in_order_and_has_all_chips(index: StatisticsIndex) -> None:
    first, second = seats(200, 1), seats(3, 2)
    index.replace("later", "1", first)
    index.replace("sooner", "1", second)
    index.choose(["sooner", "later"])
    own = [seat.net for seat in (*second, *first) if seat.player == "a"]
    curve = index.curve(["a"])
    assert len(curve) <= 20
    assert sum(hands for hands, _ in curve) == len(own)
    passed = 0
    for hands, net in curve:
        assert net == sum(own[passed : passed + hands])
        passed += hands


def test_units_with_decimals_are_kept_apart(index: StatisticsIndex) -> None:
    seat = seats(1, 1)[0]
    index.replace("file", "1", [seat._replace(decimals=2, net=150), seat._replace(decimals=0, net=7)])
    index.choose(["file"])
    [group] = index.groups("player")
    assert group.nets == {2: 150, 0: 7}
    assert group.counters["hands"] == group.winnings.hands == 2
    assert sorted(index.curve([seat.player])) == [(1, 1.5), (1, 7.0)]


@pytest.mark.parametrize("content", [b"not a database" * 100, None])
def test_an_index_that_cannot_be_read_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "index.db"
    if content is None:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    else:
        path.write_bytes(content)
    index = StatisticsIndex(path)
    index.replace("file", "1", seats(5, 1))
    index.choose(["file"])
    assert sum(group.winnings.hands for group in index.groups("player")) == 5
    index.close()


def test_counters_and_winnings() -> None:
    counters = Counters.of({"hands": 3, "vpip": 2})
    assert counters + Counters() == counters
    assert hash(counters) == hash(Counters.of({"vpip": 2, "hands": 3}))
    assert counters != Counters()
    assert repr(counters) == "Counters.of({'hands': 3, 'vpip': 2})"
    assert (Winnings().per_100, Winnings(1, 2.0, 4.0).interval) == (None, None)
    assert Winnings(2, 2.0, 2.0).interval == 0


def test_only_the_owner_can_read_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ircpoker.cli.cache import FILE_NAME, open_index

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    open_index().close()
    folder = tmp_path / "cache" / "ircpoker"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
