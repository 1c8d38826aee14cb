"""The figures of a bot, read while people play, and while its ledger fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from math import ceil
from pathlib import Path
from random import Random

import pytest

from ircpoker.admin.monitoring.status import PROBE_SECONDS
from ircpoker.config import LimitSettings
from ircpoker.errors import EntryConflictError, LedgerError, UnknownPlayerError
from ircpoker.ledger import HOUSE, Entry, Ledger, transfer
from ircpoker.runtime.activity import BOUNDS, Activity, Durations
from tests import tiers
from tests.admin.monitoring.halls import Client, reader_of
from tests.ledger.faults import Faults
from tests.lobby.hall import CHANNEL, NET, Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as hall:
        yield hall


@pytest.mark.parametrize("length", [1, 2, 3, 100, 499, 500, 501, 1200])
def test_durations_against_a_sorted_list(length: int) -> None:
    rng = Random(tiers.seed(length))
    seconds = [rng.choice([rng.uniform(0, 100), rng.random() ** 4, rng.choice(BOUNDS), 0.0]) for _ in range(length)]
    durations = Durations()
    for each in seconds:
        durations.add(each)
    latest = sorted(seconds[-500:])
    for percent in (1, 50, 99, 100):
        assert durations.percentile(percent) == latest[ceil(len(latest) * percent / 100) - 1]
    assert len(durations) == len(seconds)
    assert durations.total == pytest.approx(sum(seconds))
    below = 0
    for bound, count in zip(BOUNDS, durations.classes, strict=False):
        below += count
        assert below == sum(each <= bound for each in seconds)


def test_no_durations_and_one_of_a_clock_put_back() -> None:
    durations = Durations()
    assert (len(durations), durations.percentile(99)) == (0, 0.0)
    durations.add(-1.0)
    assert (durations.classes[0], durations.total) == (1, 0.0)


def test_the_figures_of_a_new_bot() -> None:
    with Hall() as hall:
        status = reader_of(hall).read()
        assert (status.uptime, status.tables, status.people_seated, status.commands) == (0.0, {}, 0, 0)
        assert status.problems == ()


def test_the_figures_while_people_play(hall: Hall) -> None:
    reader = reader_of(hall, Client(lines_waiting=7), Client("other", is_connected=False, channels={}))
    hall.seat("alice", "bob")
    hall.tell("carol", "!play caller")
    hall.wait(5)
    hall.tell("carol", "!allin")
    hall.say("alice", "!nothing such")  # not for the bot
    hall.say("alice", "!bet a million")
    status = reader.read()
    assert status.uptime == pytest.approx(10.0, abs=0.01)
    assert (status.tables, status.people_seated) == ({"holdem": 2}, 3)
    assert status.deals == {"holdem": 1}
    assert status.commands == hall.services.activity.commands[NET] == 5
    assert hall.services.activity.failed[NET] == 1
    assert set(status.robots) == {"caller"}
    assert status.ledger.count >= 4
    first, second = status.networks
    assert (first.is_connected, first.channels, first.lines_waiting) == (True, (CHANNEL,), 7)
    assert (second.name, second.is_connected, second.channels) == ("other", False, ())


def test_commands_over_a_limit_and_bugs_are_counted(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.limits = replace(hall.limits, commands=LimitSettings(command_burst=2, command_interval=60.0))
    for _ in range(5):
        hall.say("alice", "!robots")
    monkeypatch.setattr(hall.lobby.choice, "to_open", lambda *_: 1 // 0)
    hall.say("bob", "!open")
    status = reader_of(hall).read()
    assert (status.commands, status.refused, status.incidents) == (6, 3, 1)


def test_a_bot_on_no_network_is_not_well(hall: Hall) -> None:
    assert reader_of(hall, Client(is_connected=False)).read().problems == ("the bot is on no network",)
    assert reader_of(hall, Client(is_connected=False), Client("other")).read().problems == ()


def test_a_ledger_that_is_not_open(hall: Hall) -> None:
    reader = reader_of(hall)
    opened, hall.services.opened = hall.services.opened, None
    assert reader.read().problems == ("the ledger does not answer",)
    hall.services.opened = opened
    assert reader.read().problems == ()


def test_a_ledger_that_fails_and_works_again(hall: Hall) -> None:
    """The reason is not for everybody on the machine."""
    reader, faults = reader_of(hall), Faults(hall.services.ledger)
    assert reader.read().problems == ()
    faults.arm(0)
    assert reader.read().problems == (), "it is not asked each time"
    hall.clock.advance(timedelta(seconds=PROBE_SECONDS))
    status = reader.read()
    assert status.problems == ("the ledger does not answer",)
    assert "disk I/O error" in status.ledger_problem
    hall.clock.advance(timedelta(seconds=PROBE_SECONDS))
    assert reader.read().problems == ()


class TestTransactions:
    @pytest.fixture
    def activity(self) -> Activity:
        return Activity()

    @pytest.fixture
    def ledger(self, hall: Hall, activity: Activity, tmp_path: Path) -> Iterator[Ledger]:
        with Ledger(f"sqlite:///{tmp_path}/ledger.db", hall.clock, activity=activity) as ledger:
            yield ledger

    def test_writing_is_timed_and_reading_is_not(self, hall: Hall, ledger: Ledger, activity: Activity) -> None:
        player = hall.player("alice")
        ledger.open_player(player)
        ledger.balance(player)
        ledger.probe()
        assert len(activity.commits) == 1
        assert 0 < activity.commits.total < 60
        ledger.probe(writes=True)
        assert len(activity.commits) == 2

    def test_a_request_that_is_refused_is_no_failure(self, hall: Hall, ledger: Ledger, activity: Activity) -> None:
        with pytest.raises(UnknownPlayerError):
            ledger.daily(hall.player("nobody"))
        player = hall.player("alice")
        ledger.open_player(player)
        ledger.post(Entry("1", "slot", transfer(player, HOUSE, 1)))
        with pytest.raises(EntryConflictError):
            ledger.post(Entry("1", "slot", transfer(player, HOUSE, 2)))
        assert (len(activity.commits), activity.commit_failures) == (2, 0)

    def test_a_full_disk_is_noticed_by_writing(self, hall: Hall, ledger: Ledger, activity: Activity) -> None:
        player = hall.player("alice")
        ledger.open_player(player)
        faults = Faults(ledger)
        faults.arm(0)
        with pytest.raises(LedgerError):
            ledger.new_deal_number()
        assert (activity.commit_failures, activity.is_commit_failing) == (1, True)
        hall.services.opened.close()
        hall.services.opened, hall.services.activity = ledger, activity
        reader = reader_of(hall)
        faults.arm(0)
        assert reader.read().problems == ("the ledger does not answer",)
        assert activity.commit_failures == 2
        hall.clock.advance(timedelta(seconds=PROBE_SECONDS))
        assert reader.read().problems == ()
        assert not activity.is_commit_failing

    def test_a_writing_probe_changes_nothing(self, ledger: Ledger, tmp_path: Path) -> None:
        ledger.new_deal_number()
        with sqlite3.connect(tmp_path / "ledger.db") as other:
            before = list(other.iterdump())
            ledger.probe(writes=True)
            assert list(other.iterdump()) == before
        other.close()
