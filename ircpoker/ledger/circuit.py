"""A circuit breaker: the bot waits only once for a database that does not answer, not at every command.

After such a failure the circuit is open: all queries are refused at once, while a thread tries again until the database
answers. And what errors of the driver mean: which come from waiting, and after which a transaction can be repeated.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from ircpoker.errors import LedgerError, printable
from ircpoker.ledger import sqlite
from ircpoker.words import Phrase

_FIRST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 10.0

_ROLLED_BACK = frozenset({"40001", "40P01", "23505"})
"""PostgreSQL's codes for a serialization failure, a deadlock, and a unique name that another transaction has just
taken: nothing was written, and the transaction can be repeated."""
_IS_NOT_THERE = ("08", "57P", "55P03")
"""PostgreSQL's codes for a lost connection, a server that shuts down, and a lock timeout."""

_logger = logging.getLogger(__name__)


class Circuit:
    """Refuses queries while a database does not answer. Safe to use from several threads."""

    def __init__(self, probe: Callable[[], None]) -> None:
        """Begin with a closed circuit, so that the database may be queried.

        Args:
            probe: queries the database, and raises LedgerError if it does not answer; may wait.
        """
        self._probe = probe
        self._lock = threading.Lock()
        self._is_open = False
        self._is_over = threading.Event()

    def check(self) -> None:
        """Refuse a query to a database that does not answer.

        Raises:
            LedgerError: the circuit is open.
        """
        if self._is_open:
            raise LedgerError(Phrase("errors.ledger_silent"))

    def open(self, why: object) -> None:
        """Refuse all queries until the database has answered a probe.

        Args:
            why: the reason, for the log.
        """
        with self._lock:
            if self._is_open:
                return
            self._is_open = True
        _logger.error("%s; whatever needs the ledger is refused until it answers", why)
        threading.Thread(target=self._try_again, name="ledger probe", daemon=True).start()

    def stop(self) -> None:
        """Stop trying, because the database is closed."""
        self._is_over.set()

    def _try_again(self) -> None:
        pause = _FIRST_PAUSE_SECONDS
        while not self._is_over.is_set():
            try:
                self._probe()
            except LedgerError:
                self._is_over.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            else:
                _logger.warning("the ledger answers again")
                self._is_open = False
                return


def let_wait(error: SQLAlchemyError) -> bool:
    """Return whether an error was caused by waiting for a lock or for a server."""
    if not isinstance(error, OperationalError):
        return False
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & sqlite.PRIMARY_CODE == sqlite3.SQLITE_BUSY
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(_IS_NOT_THERE)


def was_rolled_back(error: DBAPIError) -> bool:
    """Return whether nothing was written, so that the transaction can be repeated."""
    return getattr(error.orig, "sqlstate", None) in _ROLLED_BACK


@contextmanager
def our_errors() -> Iterator[None]:
    """Turn errors of the database into ours, without the statement and its values.

    Raises:
        LedgerError: the database failed.
    """
    try:
        yield
    except SQLAlchemyError as error:
        raise LedgerError(failure(error)) from error


def failure(error: SQLAlchemyError) -> str:
    """Return an error of the driver as a sentence, for the owner."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    first_line = next(iter(str(cause).strip().splitlines()), type(cause).__name__)
    return f"the ledger's database failed: {printable(first_line)}"
