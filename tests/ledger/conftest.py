"""Ledgers on every kind of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ircpoker.ledger import Economy, Ledger, PlayerId
from ircpoker.runtime.clock import ManualClock
from tests.servers.postgres import Postgres

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)

ON_POSTGRES = pytest.param("postgres", marks=[pytest.mark.servers, pytest.mark.slow(1)])


@pytest.fixture(params=["memory", "file", ON_POSTGRES])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    return _new_url(request, tmp_path, Postgres.new_ledger)


@pytest.fixture(params=["file", ON_POSTGRES])
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind that several processes can open."""
    return _new_url(request, tmp_path, Postgres.new_ledger)


@pytest.fixture(params=["file", ON_POSTGRES])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database in which there is no table, of each kind that several processes can open."""
    return _new_url(request, tmp_path, Postgres.new_database)


def _new_url(request: pytest.FixtureRequest, tmp_path: Path, new: Callable[[Postgres], str]) -> str:
    if request.param == "postgres":
        return new(request.getfixturevalue("postgres"))
    return "sqlite://" if request.param == "memory" else f"sqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def ledger(url: str, clock: ManualClock) -> Iterator[Ledger]:
    """A new ledger; whatever a test does to it, it must be clean at the end."""
    with Ledger(url, clock, Economy(starting_chips=1000, daily_chips=100, gifts_per_day=500)) as opened:
        yield opened
        audit = opened.audit()
        assert audit.is_clean
        assert audit.issued == audit.held + audit.at_tables


@pytest.fixture
def player(ledger: Ledger) -> Callable[[str], PlayerId]:
    """Open players on the network `net`: `player("alice")`."""

    def make(name: str) -> PlayerId:
        made = PlayerId.of("net", nick_key=name)
        ledger.open_player(made)
        return made

    return make
