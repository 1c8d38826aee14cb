"""One process for each network of a ledger: the first process claims the network, a second one is refused.

A claim is a lock of the operating system on the file of an SQLite ledger (where the system has no such lock, on a file
beside it), or an advisory lock of a PostgreSQL session. They vanish with the process, however it ends.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from ircpoker.errors import ClaimedError, LedgerError, quote
from ircpoker.runtime.private import FILE_MODE

_KEEPALIVES = ("tcp_keepalives_idle = 30", "tcp_keepalives_interval = 10", "tcp_keepalives_count = 3")
"""With these settings a server notices within a minute that the other machine is gone."""
_FIRST_LOCK = 1 << 62
"""The locks are on bytes from here on: far behind the end of a file, and behind the bytes that SQLite locks."""
_TO_THE_END = 0
_CLAIMS = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class FileClaim:
    """A network claimed on an SQLite ledger.

    When a process closes any descriptor of a file, the kernel drops SQLite's own locks on that file
    (sqlite.org/howtocorrupt.html, section 2.2). So the file is opened once, and may be closed only after SQLite's
    connections are.
    """

    def __init__(self, ledger: Path, network: str = "") -> None:
        """Open the file; `keep` claims the network.

        Args:
            ledger: the file of the database.
            network: the network's name; with an empty one, all networks.

        Raises:
            LedgerError: the file cannot be opened.
        """
        self._network = network
        self._bytes = (_FIRST_LOCK + _number(network) % _FIRST_LOCK, 1) if network else (_FIRST_LOCK, _TO_THE_END)
        self._is_held = False
        file = _file_to_lock(ledger, network)
        try:
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT, FILE_MODE)
        except OSError as error:
            raise LedgerError(f"cannot open {file}: {error.strerror}") from error

    def keep(self) -> None:
        """Claim the network, or make sure that it is still claimed.

        Raises:
            ClaimedError: another process has claimed it.
            LedgerError: the file system has no locks.
        """
        if self._is_held:
            return  # A lock on a file is never lost.
        try:
            _lock(self._descriptor, *self._bytes)
        except (BlockingIOError, PermissionError) as error:
            raise ClaimedError(_refusal(self._network)) from error
        except OSError as error:
            raise LedgerError(f"the file of the ledger cannot be locked: {error.strerror}") from error
        self._is_held = True

    def let_go(self) -> None:
        """Give the claim up for now, if it is held; the file stays open."""
        if self._is_held:
            _unlock(self._descriptor, *self._bytes)
            self._is_held = False

    def release(self) -> None:
        """Give the claim up. A lock file stays, because another process may have claimed it in between."""
        os.close(self._descriptor)


class SessionClaim:
    """A network claimed on a PostgreSQL ledger, in a separate session."""

    def __init__(self, engine: Engine, network: str) -> None:
        """Prepare the session; `keep` claims the network.

        Args:
            engine: makes the session; it is used only for this claim.
            network: the network's name.
        """
        self._engine = engine
        self._network = network
        self._key = _number(network)
        self._session: Connection | None = None

    def keep(self) -> None:
        """Claim the network, or make sure that it is still claimed: the server may have been restarted.

        Raises:
            ClaimedError: another process has claimed it.
            LedgerError: the server does not answer.
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
            raise ClaimedError(_refusal(self._network))
        self._session = session

    def release(self) -> None:
        """Give the claim up."""
        if self._session is not None:
            self._session.invalidate()
            self._session.close()
            self._session = None
        self._engine.dispose()


Claim = FileClaim | SessionClaim


def check_unclaimed(connection: Connection) -> None:
    """Check that no session has claimed a network of a PostgreSQL ledger.

    Raises:
        ClaimedError: one has.
    """
    if connection.execute(text(_CLAIMS)).scalar():
        raise ClaimedError(_refusal(""))


def _refusal(network: str) -> str:
    if not network:
        return "ircpoker is running with this ledger: stop it first, because the ledger is to be converted"
    return (
        f"ircpoker is already running on network {quote(network)} with this ledger: stop it first, or give this one "
        "another database or its network another name"
    )


def _number(network: str) -> int:
    """Return the number of a network's lock, of 64 bits with a sign."""
    return int.from_bytes(sha256(f"ircpoker {network}".encode()).digest()[:8], signed=True)


if sys.platform == "linux":
    from fcntl import F_OFD_SETLK, F_UNLCK, F_WRLCK, fcntl
    from struct import pack

    def claims_of_all(ledger: Path) -> list[FileClaim]:
        """Return claims of all networks, which are not claimed yet."""
        return [FileClaim(ledger)]

    def _file_to_lock(ledger: Path, _network: str) -> Path:
        """Return the file of the ledger: it is the same file by all its names, in containers, too."""
        return ledger

    def _lock(descriptor: int, at: int, length: int, kind: int = F_WRLCK) -> None:
        """Lock bytes for this process by a lock of the open file, which SQLite's own locks leave alone."""
        fcntl(descriptor, F_OFD_SETLK, pack("hhqqi0q", kind, os.SEEK_SET, at, length, 0))

    def _unlock(descriptor: int, at: int, length: int) -> None:
        _lock(descriptor, at, length, F_UNLCK)

else:
    from urllib.parse import quote as quote_name
    from urllib.parse import unquote

    def claims_of_all(ledger: Path) -> list[FileClaim]:
        """Return claims of all networks that have been claimed before; they are not claimed yet."""
        file = ledger.resolve()
        names = [path.name[len(file.name) + 1 : -len(".lock")] for path in file.parent.glob(f"{file.name}.*.lock")]
        return [FileClaim(ledger, unquote(name)) for name in names]

    def _file_to_lock(ledger: Path, network: str) -> Path:
        """Return a file beside the ledger: here, no lock on the ledger itself would outlast SQLite's own locks."""
        file = ledger.resolve()
        return file.with_name(f"{file.name}.{quote_name(network, safe='')}.lock")

    if sys.platform == "win32":
        import msvcrt

        def _lock(descriptor: int, _at: int, _length: int) -> None:
            """Lock the first byte of a file."""
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

        def _unlock(descriptor: int, _at: int, _length: int) -> None:
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    else:
        from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, lockf

        def _lock(descriptor: int, _at: int, _length: int) -> None:
            """Lock a file for this process, but not for its children."""
            lockf(descriptor, LOCK_EX | LOCK_NB)

        def _unlock(descriptor: int, _at: int, _length: int) -> None:
            lockf(descriptor, LOCK_UN)
