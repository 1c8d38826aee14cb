"""A ledger in a hurry: one wait for a lock or a dead server, then everybody is refused until it answers again."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from ircpoker.errors import LedgerError
from ircpoker.ledger import HOUSE, Entry, Ledger, PlayerId, transfer
from ircpoker.ledger.circuit import Circuit
from ircpoker.runtime.clock import ManualClock
from tests.ledger.test_surroundings import HOLD, connect
from tests.servers.mute import Cable
from tests.servers.postgres import Postgres
from tests.waiting import PATIENCE, wait_until

ALICE = PlayerId.of("net", nick_key="alice")
LOST = Entry("slot:1", "slot", transfer(ALICE, HOUSE, 10))
REFUSED = "the ledger is not answering: try again in a minute"


def open_hurried(url: str, clock: ManualClock) -> Ledger:
    ledger = Ledger(url, clock, hurries=True)
    ledger.open_player(ALICE)
    ledger.post(Entry("slot:0", "slot", transfer(HOUSE, ALICE, 10)))
    return ledger


@pytest.fixture
def ledger(shared_url: str, clock: ManualClock) -> Iterator[Ledger]:
    with open_hurried(shared_url, clock) as opened:
        yield opened


@contextmanager
def locked(ledger: Ledger, url: str) -> Iterator[None]:
    """Hold the lock that every writer needs, in another process or on another connection."""
    if not url.startswith("sqlite"):
        with connect(ledger) as other, other.transaction():
            other.execute("SELECT * FROM accounts FOR UPDATE")
            yield
        return
    command = [sys.executable, "-c", HOLD, url.removeprefix("sqlite:///")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
        holder.stdin.write("\n")


def answers(ledger: Ledger) -> bool:
    try:
        ledger.balance(ALICE)
    except LedgerError as error:
        assert str(error) == REFUSED
        return False
    return True


def test_only_one_command_waits_for_a_lock(ledger: Ledger, shared_url: str) -> None:
    with locked(ledger, shared_url):
        with pytest.raises(LedgerError, match="lock"):
            ledger.post(LOST)
        for refused in (lambda: ledger.post(LOST), lambda: ledger.balance(ALICE), ledger.audit):
            with pytest.raises(LedgerError) as caught:
                refused()
            assert str(caught.value) == REFUSED
    wait_until(lambda: answers(ledger))
    assert ledger.post(LOST).balances[ALICE] == 1000


def test_settings_of_a_hurried_database(ledger: Ledger) -> None:
    with ledger._database.reading() as connection:
        query = "PRAGMA busy_timeout" if ledger._database.is_sqlite else "SHOW lock_timeout"
        assert connection.execute(text(query)).scalar() in {200, "200ms"}
        if not ledger._database.is_sqlite:
            driver = connection.connection.driver_connection
            assert driver is not None
            assert driver.info.get_parameters()["tcp_user_timeout"] == "250"


def test_an_immediate_error_stops_nobody(ledger: Ledger) -> None:
    with pytest.raises(LedgerError, match="failed"):
        ledger._database.write(lambda connection: connection.execute(text("SELECT nonsense")) and None)
    assert ledger.post(LOST).balances[ALICE] == 1000


@pytest.mark.slow(1)
@pytest.mark.servers
def test_a_server_that_was_away_is_found_again(clock: ManualClock) -> None:
    with Postgres() as server, open_hurried(server.new_database(), clock) as ledger:
        server.stop()
        with pytest.raises(LedgerError, match="failed"):
            ledger.post(LOST)
        with pytest.raises(LedgerError, match=REFUSED):
            ledger.post(LOST)
        server.start()
        wait_until(lambda: answers(ledger))
        assert ledger.post(LOST).balances[ALICE] == 1000


@pytest.fixture
def cable(postgres: Postgres) -> Iterator[Cable]:
    made = Cable(Path(f"{postgres.folder}/.s.PGSQL.5432"))
    yield made
    made.close()


@pytest.fixture
def far_ledger(postgres: Postgres, cable: Cable, clock: ManualClock) -> Iterator[Ledger]:
    url = make_url(postgres.new_ledger())
    far = url.set(query={}, host="127.0.0.1", port=cable.port)
    with open_hurried(far.render_as_string(hide_password=False), clock) as opened:
        yield opened


@pytest.mark.servers
def test_a_silent_server(far_ledger: Ledger, cable: Cable) -> None:
    cable.is_cut = True
    cable.end_connections()
    with pytest.raises(LedgerError, match="does not accept a new connection"):
        far_ledger.balance(ALICE)
    with pytest.raises(LedgerError, match=REFUSED):
        far_ledger.balance(ALICE)
    cable.is_cut = False
    cable.end_connections()  # the calls that wait for the lost connection
    wait_until(lambda: answers(far_ledger))
    assert far_ledger.post(LOST).balances[ALICE] == 1000


@pytest.mark.servers
def test_a_restarted_server_costs_no_command(far_ledger: Ledger, cable: Cable) -> None:
    cable.end_connections()
    assert far_ledger.post(LOST).balances[ALICE] == 1000


def test_retries_have_growing_pauses_and_two_log_lines(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left = 8
    pauses: list[float] = []
    is_opened_twice = threading.Event()

    def probe() -> None:
        nonlocal left
        assert is_opened_twice.wait(PATIENCE)
        left -= 1
        if left:
            raise LedgerError("still away")

    circuit = Circuit(probe)
    monkeypatch.setattr(circuit._is_over, "wait", pauses.append)
    circuit.check()
    circuit.open("it is away")
    circuit.open("it is away")
    is_opened_twice.set()
    wait_until(lambda: not circuit._is_open)
    circuit.check()
    assert pauses == [0.25, 0.5, 1, 2, 4, 8, 10]
    assert caplog.messages == [
        "it is away; whatever needs the ledger is refused until it answers",
        "the ledger answers again",
    ]


def test_a_closed_ledger_tries_no_more() -> None:
    tried = threading.Event()

    def probe() -> None:
        tried.set()
        raise LedgerError("still away")

    circuit = Circuit(probe)
    before = threading.active_count()
    circuit.open("it is away")
    assert tried.wait(PATIENCE)
    circuit.stop()
    wait_until(lambda: threading.active_count() <= before)
    with pytest.raises(LedgerError):
        circuit.check()
