"""Fixtures for tests of several folders."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.postgres import Postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A server that is started once, by the first test that asks for it."""
    with Postgres() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: Postgres) -> Iterator[Postgres]:
    """A server whose databases go with the test."""
    yield postgres_server
    postgres_server.drop_databases()
