"""Faults of a database at any statement of a transaction, and at its commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import psycopg
from sqlalchemy import event

from ircpoker.ledger import Ledger


class Faults:
    """Lets one step of a ledger's database fail. Each statement and each commit has two: before it is done, and after.

    A fault on PostgreSQL is a lost connection, on SQLite an I/O error.

    Attributes:
        has_failed: a step has failed since `arm`.
        steps: the number of steps since then.
        statement: the statement of the present step; `COMMIT` for a commit.
    """

    def __init__(self, ledger: Ledger) -> None:
        engine = ledger._database.engine
        self._left: int | None = None
        self.has_failed = False
        self.steps = 0
        self.statement = ""
        commit = engine.dialect.do_commit

        def do_commit(connection: Any) -> None:
            self.statement = "COMMIT"
            self._step(connection.driver_connection)
            commit(connection)
            self._step(connection.driver_connection)

        engine.dialect.do_commit = do_commit  # SQLAlchemy has no event for it
        event.listen(engine, "do_execute", self._execute)
        event.listen(engine, "do_executemany", self._execute_many)

    def arm(self, steps: int) -> None:
        """Let a step fail after so many others."""
        self._left = steps
        self.has_failed = False
        self.steps = 0

    def disarm(self) -> None:
        self._left = None

    def _execute(self, cursor: Any, statement: str, parameters: Any, _context: Any) -> bool:
        self.statement = statement
        self._step(cursor.connection)
        cursor.execute(statement, parameters)
        self._step(cursor.connection)
        return True

    def _execute_many(self, cursor: Any, statement: str, parameters: Sequence[Any], _context: Any) -> bool:
        self.statement = statement
        self._step(cursor.connection)
        cursor.executemany(statement, parameters)
        self._step(cursor.connection)
        return True

    def _step(self, connection: Any) -> None:
        if self._left is None:
            return
        self.steps += 1
        self._left -= 1
        if self._left >= 0:
            return
        self._left, self.has_failed = None, True
        if isinstance(connection, sqlite3.Connection):
            raise sqlite3.OperationalError("disk I/O error")
        connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")
