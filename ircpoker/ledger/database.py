"""The database behind the ledger: opening it, transactions, and its errors as `LedgerError`.

SQLite and PostgreSQL differ here, in `opening`, `sqlite`, `claims`, `backup` and `posting.insert`, and in the indexes
of `schema`.

* SQLite: write-ahead log, so that readers and a backup never wait; `synchronous = FULL`, because a payout that was
  shown must survive a power cut (with NORMAL the last transactions could be lost); foreign keys on. A writing
  transaction takes the write lock when it begins, so that no two of them read the same balance before they write.
* PostgreSQL: READ COMMITTED; a writing transaction locks its accounts, always in the order of their numbers. A
  deadlock, which other locks could still cause, is rolled back and tried again.

Tools wait for a lock or a server. A bot, which must answer its networks meanwhile, calls `hurry`: then it waits for a
lock or a dead server no longer than `HURRY_SECONDS`. It does wait for a slow statement on a server that answers.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager, nullcontext, suppress
from functools import update_wrapper
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from sqlalchemy import Connection, Dialect, event, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ircpoker.errors import LedgerError
from ircpoker.ledger import sqlite
from ircpoker.ledger.accounts import AccountKind
from ircpoker.ledger.circuit import Circuit, failure, let_wait, our_errors, was_rolled_back
from ircpoker.ledger.claims import Claim, FileClaim, SessionClaim, check_unclaimed, claims_of_all
from ircpoker.ledger.opening import HURRY_SECONDS, is_in_memory, make_engine, normalised, sqlite_file
from ircpoker.ledger.schema import accounts
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.foreign import not_installed

P = ParamSpec("P")
T = TypeVar("T")

_FIRST_PAUSE_SECONDS = 0.01
_LONGEST_PAUSE_SECONDS = 1.0
_HURRIED_LONGEST_PAUSE_SECONDS = 0.08


class _HasDatabase(Protocol):
    _database: Database


def reads(query: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[_HasDatabase, P], T]:
    """Return the method that asks a query, a function of a connection and more, in a transaction of its own.

    Raises:
        LedgerError: the database failed.
    """

    def ask(own: _HasDatabase, /, *arguments: P.args, **options: P.kwargs) -> T:
        return own._database.read(query, *arguments, **options)

    update_wrapper(ask, query)
    return ask


class Database:
    """One database, which provides transactions. Safe to use from several threads.

    Attributes:
        activity: takes the times of writing transactions; None while nobody asks for them, as during an upgrade, which
            may take minutes.
    """

    activity: Activity | None = None

    def __init__(self, url: str, *, reads_only: bool = False) -> None:
        """Prepare the database; nothing is connected yet.

        Args:
            url: an SQLAlchemy URL of SQLite or PostgreSQL; `sqlite://` is a ledger in memory.
            reads_only: whether to leave a database that exists as it is, to the byte.

        Raises:
            LedgerError: not such a URL, the driver is not installed, or the file has several names.
        """
        self.url = normalised(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.in_memory = is_in_memory(self.url)
        self._turn = threading.RLock() if self.in_memory else nullcontext()
        self._circuit: Circuit | None = None
        self._asked_at = 0.0
        self._claims: list[Claim] = []
        if (file := self._file) is not None:
            sqlite.check_names(file)
        with our_errors():
            try:
                self.engine = make_engine(self.url, reads_only=reads_only)
            except ImportError as error:
                raise LedgerError(not_installed(error.name or "psycopg")) from error

    def close(self) -> None:
        """Close all connections."""
        if self._circuit is not None:
            self._circuit.stop()
        self.engine.dispose()
        for claim in self._claims:
            claim.release()

    def claim(self, network: str) -> None:
        """Claim a network, until this database is closed or the process ends.

        Args:
            network: the network's name.

        Raises:
            LedgerError: another process has claimed it.
        """
        file = self._file
        if self.is_sqlite and file is None:
            return
        claim = FileClaim(file, network) if file else SessionClaim(make_engine(self.url), network)
        # A refused claim is kept, too, because its file must stay open until SQLite's connections are closed.
        self._claims.append(claim)
        claim.keep()

    @contextmanager
    def alone(self, connection: Connection) -> Iterator[None]:
        """Keep all bots away from this ledger until the end of the body.

        Args:
            connection: in a writing transaction.

        Yields:
            Nothing.

        Raises:
            ClaimedError: a process has claimed a network.
            LedgerError: the file cannot be locked.
        """
        if not self.is_sqlite:
            check_unclaimed(connection)
        file = self._file
        claims = claims_of_all(file) if file else []
        self._claims += claims  # Their files must stay open, like those above.
        try:
            for claim in claims:
                claim.keep()
            yield
        finally:
            for claim in claims:
                claim.let_go()

    @property
    def _file(self) -> Path | None:
        return sqlite_file(self.url) if self.is_sqlite else None

    def hurry(self) -> None:
        """From now on, refuse all queries after one timeout until the database answers again.

        This is for a single thread that must not be blocked.

        Raises:
            LedgerError: the database cannot be opened again.
        """
        if self.in_memory:
            return
        self.engine.dispose()
        with our_errors():
            self.engine = make_engine(self.url, hurries=True)
            self.engine.connect().close()
        if not self.is_sqlite:
            event.listen(self.engine, "do_connect", self._connect_soon)
        self._circuit = Circuit(self._probe)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and sees one state of the database.

        Yields:
            The connection.

        Raises:
            LedgerError: the database failed.
        """
        with self._turn, self._asking(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    def read(self, query: Callable[Concatenate[Connection, P], T], *arguments: P.args, **options: P.kwargs) -> T:
        """Return what a function of a connection, and of further arguments, reads in a transaction of its own.

        Raises:
            LedgerError: the database failed.
        """
        with self.reading() as connection:
            return query(connection, *arguments, **options)

    def write(self, work: Callable[[Connection], T], *, repeatable: bool = False) -> T:
        """Run `work` in one writing transaction: all of it is written, or nothing.

        Args:
            work: a function of the connection; after a deadlock it is called again, so it must change nothing else.
            repeatable: whether doing the work twice has the same effect as once; then it is also repeated if the
                connection was lost and it is not known whether the commit succeeded.

        Returns:
            The result of `work`.

        Raises:
            LedgerError: the database failed.
        """
        longest = _LONGEST_PAUSE_SECONDS if self._circuit is None else _HURRIED_LONGEST_PAUSE_SECONDS
        with self._timing(), self._turn, self._asking():
            pause = _FIRST_PAUSE_SECONDS
            while True:
                try:
                    with self.engine.connect().execution_options(**sqlite.WRITES) as connection, connection.begin():
                        return work(connection)
                except DBAPIError as error:
                    again = was_rolled_back(error) or (repeatable and error.connection_invalidated)
                    if not again or pause > longest:
                        raise self._failure(error) from error
                time.sleep(pause)
                pause *= 2

    def copy_to(self, copy: sqlite3.Connection) -> None:
        """Copy this SQLite database, as it is at one moment, into an empty one.

        Args:
            copy: the empty database.

        Raises:
            LedgerError: the database failed.
        """
        with our_errors(), self._turn, self.engine.connect() as connection:
            # All pages are copied in one step: a copy in several steps starts again when another process writes.
            source = cast("sqlite3.Connection", connection.connection.driver_connection)
            source.backup(copy, pages=-1)

    @contextmanager
    def _timing(self) -> Iterator[None]:
        """Count a writing transaction."""
        since = time.perf_counter()
        try:
            yield
        except LedgerError as error:
            # Its subclasses say what is wrong with a request, such as a key that was used before.
            if self.activity is not None and type(error) is LedgerError:
                self.activity.note_failed_commit()
            raise
        if self.activity is not None:
            self.activity.note_commit(time.perf_counter() - since)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Turn errors into ours; a bot in a hurry does not query a database that did not answer before.

        Raises:
            LedgerError: the database failed.
        """
        if self._circuit is not None:
            self._circuit.check()
            self._asked_at = time.monotonic()
        try:
            yield
        except SQLAlchemyError as error:
            raise self._failure(error) from error

    def _failure(self, error: SQLAlchemyError) -> LedgerError:
        """Return our error for one of the database; after a timeout open the circuit."""
        if self._circuit is not None and let_wait(error):
            self._circuit.open(failure(error))
        return LedgerError(failure(error))

    def _probe(self) -> None:
        """Wait until the database answers, and until the accounts that everybody needs can be locked.

        Raises:
            LedgerError: the database does not answer.
        """
        with our_errors():
            engine = make_engine(self.url)
            try:
                with (
                    engine.connect().execution_options(**sqlite.WRITES) as connection,
                    connection.begin() as transaction,
                ):
                    common = select(accounts.c.id).where(accounts.c.kind != AccountKind.PLAYER).order_by(accounts.c.id)
                    connection.execute(common.with_for_update(key_share=True))
                    transaction.rollback()
            finally:
                engine.dispose()

    def _connect_soon(
        self, dialect: Dialect, _record: object, arguments: list[str], parameters: dict[str, Any]
    ) -> DBAPIConnection:
        """Connect in a thread, which can be abandoned if the server does not answer.

        Raises:
            dialect.dbapi.OperationalError: the connection was not made in time.
        """
        made: Future[DBAPIConnection] = Future()

        def connect() -> None:
            try:
                connection = dialect.connect(*arguments, **parameters)
                for claim in self._claims:
                    claim.keep()
            except Exception as error:
                if made.set_running_or_notify_cancel():
                    made.set_exception(error)
                return
            if made.set_running_or_notify_cancel():
                made.set_result(connection)
            else:
                connection.close()

        threading.Thread(target=connect, name="ledger connection", daemon=True).start()
        left = self._asked_at + HURRY_SECONDS - time.monotonic()
        with suppress(FutureTimeoutError):
            return made.result(max(left, 0.0))
        if made.cancel():
            raise dialect.loaded_dbapi.OperationalError("the server does not accept a new connection")
        return made.result()
