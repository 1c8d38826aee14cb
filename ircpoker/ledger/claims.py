"""One process for each network of a ledger: the first process claims the network, a second one is refused.

A claim is a lock of the operating system on a file beside an SQLite ledger, or an advisory lock of a PostgreSQL
session. Both vanish with the process, however it ends.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import quote as quote_name

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from ircpoker.errors import LedgerError, quote
from ircpoker.private import open_private

if TYPE_CHECKING:
    from sqlalchemy import Connection

_KEEPALIVES = ("tcp_keepalives_idle = 30", "tcp_keepalives_interval = 10", "tcp_keepalives_count = 3")
"""With these settings a server notices within a minute that the other machine is gone."""


class FileClaim:
    """A network claimed on an SQLite ledger."""

    def __init__(self, ledger: Path, network: str) -> None:
        """Claim the network.

        Args:
            ledger: the file of the database.
            network: the network's name.

        Raises:
            LedgerError: another process has claimed it, or the lock file cannot be made beside the ledger.
        """
        path = ledger.with_name(f"{ledger.name}.{quote_name(network, safe='')}.lock")
        try:
            self._file = open_private(path, "ab")
        except OSError as error:
            raise LedgerError(f"cannot open {path}: {error.strerror}") from error
        if not _lock(self._file):
            self._file.close()
            raise LedgerError(_refusal(network))

    def keep(self) -> None:
        """Make sure that the claim is still held; a lock on a file always is."""

    def release(self) -> None:
        """Give the claim up. The file stays, because another process may have claimed it in between."""
        self._file.close()


class SessionClaim:
    """A network claimed on a PostgreSQL ledger, in a separate session."""

    def __init__(self, engine: Engine, network: str) -> None:
        """Claim the network.

        Args:
            engine: makes the session; it is used only for this claim.
            network: the network's name.

        Raises:
            LedgerError: another process has claimed it, or the server does not answer.
        """
        self._engine = engine
        self._network = network
        self._key = int.from_bytes(sha256(f"ircpoker {network}".encode()).digest()[:8], signed=True)
        self._session: Connection | None = None
        self.keep()

    def keep(self) -> None:
        """Make sure that the claim is still held, because the server may have been restarted.

        Raises:
            LedgerError: another process has claimed it, or the server does not answer.
        """
        try:
            if self._session is not None:
                self._session.execute(text("SELECT 1"))
                return
        except SQLAlchemyError:
            self.release()
        try:
            session = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            for setting in _KEEPALIVES:
                session.execute(text(f"SET {setting}"))
            is_ours = session.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": self._key}).scalar()
        except SQLAlchemyError as error:
            raise LedgerError(
                f"network {quote(self._network)} cannot be claimed: the server does not answer"
            ) from error
        if not is_ours:
            session.close()
            self._engine.dispose()
            raise LedgerError(_refusal(self._network))
        self._session = session

    def release(self) -> None:
        """Give the claim up."""
        if self._session is not None:
            self._session.invalidate()
            self._session.close()
            self._session = None
        self._engine.dispose()


Claim = FileClaim | SessionClaim


def _refusal(network: str) -> str:
    return (
        f"ircpoker is already running on network {quote(network)} with this ledger: stop it first, or give this one "
        "another database or its network another name"
    )


try:
    from fcntl import LOCK_EX, LOCK_NB, lockf

    def _lock(file: IO[bytes]) -> bool:
        """Lock a file for this process, but not for its children; return whether that was possible."""
        try:
            lockf(file, LOCK_EX | LOCK_NB)
        except OSError:
            return False
        return True

except ImportError:
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        """Lock the first byte of a file; return whether that was possible."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined] # Windows has it
        except OSError:
            return False
        return True
