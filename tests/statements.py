"""What nearly every test does first is done once for a run: it opens a ledger and looks for robots.

SQLAlchemy keeps compiled statements for each engine and each dialect object. Here all dialects of a class are equal.
The tables of a ledger in memory are made once, and the list of the installed distributions is read once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from typing import TYPE_CHECKING, cast

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

if TYPE_CHECKING:
    import sqlite3

MOST = 2000
"""The compiled statements that are kept."""


@pytest.fixture(scope="session", autouse=True)
def shared_statements() -> Iterator[None]:
    """Share the compiled statements of all engines until the end of the run."""
    # Only now: a run begins to trace what it imports after it has found this file.
    from ircpoker.ledger import upgrading
    from ircpoker.robots import registry

    statements, make = LRUCache(MOST), Engine.__init__

    def make_sharing(self: Engine, *arguments: object, **options: object) -> None:
        make(self, *arguments, **options)
        self._compiled_cache = statements

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Engine, "__init__", make_sharing)
        patched.setattr(DefaultDialect, "__eq__", lambda self, other: type(self) is type(other))
        patched.setattr(DefaultDialect, "__hash__", lambda self: hash(type(self)))
        patched.setattr(upgrading, "_create", _Tables(upgrading._create))
        patched.setattr(registry, "entry_points", _entry_points())
        yield


class _Tables:
    """Makes the tables of ledgers in memory as a copy of the first one; others as the program does."""

    def __init__(self, create: Callable[[Connection], None]) -> None:
        self._create = create
        self._made = b""

    def __call__(self, connection: Connection) -> None:
        """Be `upgrading._create`."""
        if connection.engine.url.database:
            self._create(connection)
            return
        database = cast("sqlite3.Connection", connection.connection.driver_connection)
        # No transaction may be open while the whole database is replaced.
        if not self._made:
            self._create(connection)
            database.execute("COMMIT")
            self._made = database.serialize()
        else:
            database.execute("ROLLBACK")
            database.deserialize(self._made)
        database.execute("BEGIN IMMEDIATE")


def _entry_points() -> Callable[..., EntryPoints]:
    """Return a function that reads once what the installed distributions offer, as long as nobody adds a folder."""
    path = tuple(sys.path)
    known = cache(entry_points)

    def find(**wanted: str) -> EntryPoints:
        return known(**wanted) if tuple(sys.path) == path else entry_points(**wanted)

    return find
