"""`ircpoker stats`: figures from files and from a ledger, counted once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ircpoker.records.phh import format_histories, format_history, read_history_file, replay_history
from ircpoker.records.statistics.counters import COUNTERS
from tests.cli.conftest import Ircpoker, Outcome
from tests.lobby.hall import Hall, play_on
from tests.records import independent
from tests.table.play import play_deal, random_setup

DATA = Path(__file__).parents[1] / "data" / "phh"
Stats = Callable[..., Outcome]


@pytest.fixture
def stats(ircpoker: Ircpoker, tmp_path: Path) -> Stats:
    """Run the command with a cache of its own."""

    def run(*arguments: str) -> Outcome:
        return ircpoker("stats", *arguments, XDG_CACHE_HOME=str(tmp_path / "cache"))

    return run


def objects(done: Outcome) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.out.splitlines()]


def write_deals(path: Path, seed: int, number: int = 12) -> None:
    """Write random deals of ann and others to a file."""
    rng = Random(seed)
    texts = []
    for _ in range(number):
        deal = play_deal(random_setup(rng, ("holdem", "limit", "omaha", "draw"), short_blinds=False), rng)
        names = ["ann", *[f"guest{seat}" for seat in range(1, len(deal.stacks))]]
        texts.append(format_history(deal, {"players": names}))
    path.write_text(format_histories(texts), encoding="utf-8")


def test_counters_are_those_of_an_independent_count(stats: Stats, tmp_path: Path) -> None:
    write_deals(tmp_path / "a.phhs", 1)
    expected = dict.fromkeys(COUNTERS, 0)
    net, bb = 0, 0.0
    for history in read_history_file(tmp_path / "a.phhs"):
        deal = replay_history(history).deal
        for name, number in independent.count(deal)[0].items():
            expected[name] += number
        won = deal.stacks[0] - deal.setup.stacks[0]
        net += won
        bb += won / deal.setup.small_bet
    found = {row["player"]: row for row in objects(stats("a.phhs", "--json"))}
    ann = found["ann"]
    assert {name: ann[name] for name in COUNTERS} == expected
    assert (ann["net"], ann["bb"]) == (net, pytest.approx(bb))
    assert ann["bb_per_100"] == pytest.approx(100 * bb / 12, abs=1e-5)
    assert ann["ci95"] > 0
    assert ann["statistics"]["vpip"] == expected["vpip"] / (expected["hands"] - expected["walks"])
    assert sum(row["net"] for row in found.values()) == 0


@pytest.mark.parametrize(
    ("by", "name"),
    [
        ("position", "BTN"),
        pytest.param("stack", "0-20", marks=pytest.mark.slow),
        pytest.param("game", "draw", marks=pytest.mark.slow),
    ],
)
def test_other_rows_than_players(stats: Stats, tmp_path: Path, by: str, name: str) -> None:
    write_deals(tmp_path / "a.phhs", 1)
    whole = {row["player"]: row["hands"] for row in objects(stats("a.phhs", "--json"))}
    rows = {row[by]: row["hands"] for row in objects(stats("a.phhs", "--json", "--by", by))}
    assert name in rows
    assert sum(rows.values()) == sum(whole.values())
    own = objects(stats("a.phhs", "--json", "--by", by, "--player", "ANN"))
    assert sum(row["hands"] for row in own) == whole["ann"] == 12


@pytest.mark.slow
def test_files_are_counted_again_only_when_they_change(stats: Stats, tmp_path: Path) -> None:
    folder = tmp_path / "deals"
    folder.mkdir()
    write_deals(folder / "a.phhs", 1)
    write_deals(folder / "b.phhs", 2)
    first = stats("deals", "--json")
    with closing(sqlite3.connect(tmp_path / "cache" / "ircpoker" / "statistics.db")) as index, index:
        index.execute("UPDATE cells SET hands = hands + 1000")
    again = stats("deals", "--json")
    assert objects(again)[0]["hands"] > 1000  # from the index
    write_deals(folder / "a.phhs", 1)
    (folder / "b.phhs").unlink()
    write_deals(folder / "c.phhs", 2)
    assert objects(stats("deals", "--json")) == objects(first)


def test_refused_deals_are_reported_each_time(stats: Stats, tmp_path: Path) -> None:
    write_deals(tmp_path / "a.phhs", 1, 3)
    text = (tmp_path / "a.phhs").read_text().replace("actions = [", 'actions = ["p1 cbr 3", ', 1)
    (tmp_path / "a.phhs").write_text(text)
    for _ in range(2):
        done = stats("a.phhs", "--json")
        assert done.status == 1
        assert "a.phhs, line 9, deal 1, actions[" in done.err
        assert objects(done)[0]["hands"] == 2


def test_a_table_of_players(stats: Stats, tmp_path: Path) -> None:
    write_deals(tmp_path / "a.phhs", 1, 4)
    lines = stats("a.phhs").out.splitlines()
    assert lines[0].split() == ["hands", "bb/100", "VPIP", "PFR", "3-bet", "C-bet", "flop", "AF", "WTSD", "W$SD"]
    assert lines[1].split()[:2] == ["ann", "4"]
    assert {len(line) for line in lines[1:20:2]} == {len(lines[0])}
    assert all("/" in cell for cell in lines[2].split())


@pytest.mark.slow
def test_all_figures_of_one_player(stats: Stats) -> None:
    done = stats(str(DATA / "hands.phhs"), "--player", "pluribus")
    head, _, *lines = done.out.splitlines()
    assert head.startswith("Pluribus: 478 hands, ")
    assert head.endswith(" bb/100")
    assert lines[0].split()[0] == "VPIP"
    assert any(line.startswith("Fold to c-bet river ") for line in lines)
    assert "█" in done.out
    assert "chips over 478 hands" in done.out
    assert "hands shown, suited above the diagonal" in done.out
    gone = stats(str(DATA / "hands.phhs"), "--player", "plurbus")
    assert (gone.status, gone.out) == (1, "")
    assert "did you mean Pluribus?" in gone.err


@pytest.mark.slow
def test_amounts_with_cents(stats: Stats) -> None:
    rows = objects(stats(str(DATA / "cents.phhs"), "--json"))
    assert sum(row["net"] for row in rows) == pytest.approx(0)


def make_ledger(folder: Path) -> str:
    """Play with two people and a robot, and return the URL of the ledger."""
    url = f"sqlite:///{folder / 'ledger.db'}"
    with Hall(url, seed=7, history=folder / "history") as hall:
        hall.seat("alice", "bob", chips=300)
        hall.say("alice", "!addbot caller")
        play_on(hall, Random(7), 50)
    return url


def test_a_ledger_and_its_histories_give_the_same_figures(stats: Stats, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    of_ledger = {row.pop("player"): row for row in objects(stats("--json", "--database", url))}
    of_files = {row.pop("player"): row for row in objects(stats("--json", "history"))}
    assert set(of_ledger) == {"alice", "bob", "caller"}
    assert of_ledger == of_files
    text = stats("--database", url, "--player", "alice").out
    assert "alice: " in text
    assert text == stats("history", "--player", "alice").out


@pytest.mark.slow
def test_hands_of_before_are_played_again(stats: Stats, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    expected = objects(stats("--json", "--database", url))
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        changed = ledger.execute("UPDATE hand_seats SET flags = NULL, position = '' WHERE hand_id > 1").rowcount
    assert changed > 3
    (tmp_path / "cache" / "ircpoker" / "statistics.db").unlink()
    assert objects(stats("--json", "--database", url)) == expected
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE hands SET record = '' WHERE id = 2")
    (tmp_path / "cache" / "ircpoker" / "statistics.db").unlink()
    done = stats("--json", "--database", url)
    assert "1 old hands are left out" in done.err
    assert done.status == 0


@pytest.mark.slow
def test_new_hands_are_added_to_those_counted(stats: Stats, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        hands = ledger.execute("SELECT COUNT(*) FROM hands").fetchone()[0]
        kept = [ledger.execute(f"SELECT * FROM {table} WHERE {column} > 2").fetchall() for table, column in ROWS]
        for table, column in ROWS:
            ledger.execute(f"DELETE FROM {table} WHERE {column} > 2")
    few = objects(stats("--json", "--database", url, "--by", "game"))
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        for (table, _), rows in zip(ROWS, kept, strict=True):
            ledger.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    many = objects(stats("--json", "--database", url, "--by", "game"))
    (tmp_path / "cache" / "ircpoker" / "statistics.db").unlink()
    assert objects(stats("--json", "--database", url, "--by", "game")) == many
    assert few[0]["hands"] < many[0]["hands"]
    assert hands > 2


@pytest.mark.slow
def test_a_ledger_that_has_not_changed_is_not_opened(stats: Stats, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE hands SET ended_at = 0")
    first = stats("--json", "--database", url)
    assert stats("--json", "--database", url).out == first.out
    with closing(sqlite3.connect(tmp_path / "cache/ircpoker/statistics.db")) as index, index:
        [notes] = index.execute("SELECT notes FROM sources").fetchone()
        assert "alice" in notes
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE accounts SET nick = 'abe' WHERE nick = 'alice'")
    assert stats("--json", "--database", url).out == first.out.replace('"alice"', '"abe"')


ROWS = (("hands", "id"), ("hand_seats", "hand_id"))


def test_wrong_usage(stats: Stats) -> None:
    assert stats("gone.phh").err == "ircpoker: gone.phh: No such file or directory\n"
    done = stats(".", "--database", "sqlite:///x.db")
    assert (done.status, done.out) == (2, "")
    assert "expected one of the two" in done.err
    gone = stats("--database", "sqlite:///x.db")
    assert gone.status == 2
    assert "there is no ledger" in gone.err


def test_a_cache_that_cannot_be_used(ircpoker: Ircpoker, tmp_path: Path) -> None:
    write_deals(tmp_path / "a.phhs", 1, 2)
    (tmp_path / "file").write_text("")
    done = ircpoker("stats", "a.phhs", "--json", XDG_CACHE_HOME=str(tmp_path / "file"))
    assert done.status == 0
    assert "all deals are counted anew each time" in done.err
    assert objects(done)[0]["hands"] == 2


def test_text_of_pokerstars_is_read_too(stats: Stats, ircpoker: Ircpoker, tmp_path: Path) -> None:
    write_deals(tmp_path / "a.phhs", 3)
    assert ircpoker("export", "--format", "pokerstars", "a.phhs", "-o", "a.txt").status == 0
    assert objects(stats("a.txt", "--json")) == objects(stats("a.phhs", "--json"))
