"""The keys of SSH: the server's own, and those of people. Whoever has a key may log in; its fingerprint is the account.

Clients recognise the server by its own key, so it is made once and never overwritten.
"""

from __future__ import annotations

import asyncio
import logging
import os
import stat
from contextlib import suppress
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import asyncssh

from ircpoker.errors import TransportError
from ircpoker.runtime.private import make_private_folder
from ircpoker.ssh.channel import KeyOwner
from ircpoker.words.plain_text import is_nick

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ircpoker.ssh.session import SshSession

SIGNATURES = frozenset(
    {
        b"ssh-ed25519",
        b"sk-ssh-ed25519@openssh.com",
        b"ecdsa-sha2-nistp256",
        b"ecdsa-sha2-nistp384",
        b"ecdsa-sha2-nistp521",
        b"sk-ecdsa-sha2-nistp256@openssh.com",
        b"rsa-sha2-512",
        b"rsa-sha2-256",
    }
)
"""The signatures by which somebody shows that a key is theirs: those of today's OpenSSH, none with SHA-1."""
_MOST_TRIES = 12
"""How often a client may offer a key or use it in one connection."""
_LEAST_RSA_BITS = 2048
UNUSED_SECONDS = 30.0
"""Seconds between two looks whether a connection has a session; without one it ends."""
_NICK_OF_NOBODY = "player"
_HELP = "Your key is your account here. To make one: ssh-keygen -t ed25519\n"
_NO_GUESTS = "Only players whose keys the owner has listed can log in here.\n"

_logger = logging.getLogger(__name__)


class KeyLogin(asyncssh.SSHServer):
    """One connection: its login, and the one session that it may have."""

    def __init__(
        self,
        known: frozenset[str] | None,
        make_session: Callable[[KeyOwner], SshSession],
        on_login: Callable[[], object] = lambda: None,
    ) -> None:
        """Wait for a key.

        Args:
            known: the fingerprints that may log in; None for any.
            make_session: makes the session of somebody who has logged in.
            on_login: is called when somebody has.
        """
        self._known = known
        self._on_login = on_login
        self._make_session = make_session
        self._tries = 0
        self._account = ""
        self._session: SshSession | None = None
        self._looking: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Keep the connection."""
        self._connection = conn

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002 - from the base class
        """Tell newcomers what they need; everybody needs a key."""
        self._connection.send_auth_banner(_HELP if self._known is None else _HELP + _NO_GUESTS)
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are the only way in."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 - from the base class
        """Return whether the owner of a key may log in; the library then checks that it is theirs."""
        self._tries += 1
        if self._tries > _MOST_TRIES:
            self._connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many keys.")
            return False
        if is_weak(key):
            return False
        account = key.get_fingerprint()
        if self._known is not None and account not in self._known:
            return False
        self._account = account
        # The library names the algorithms that the server wants, and then takes others, too.
        key.all_sig_algorithms = {*key.all_sig_algorithms} & SIGNATURES
        return True

    def auth_completed(self) -> None:
        """Look from now on whether there is a session: a connection without one takes a place from others."""
        self._on_login()
        self._look_later()

    def _look_later(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(UNUSED_SECONDS, self._look)

    def _look(self) -> None:
        if self._session is None or not self._session.is_served:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, "There is no session here.")
        else:
            self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - from the base class
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[str], SshSession] | bool:
        """Return the session of this connection; there is one."""
        if self._session is not None or not self._account:
            return False
        name = self._connection.get_extra_info("username") or ""
        host, *_ = self._connection.get_extra_info("peername") or ("",)
        visitor = KeyOwner(self._account, nick_of(name), host)
        channel = self._connection.create_server_channel(encoding="utf-8", errors="replace")
        # The library keeps whatever a client sends for the environment, without end; it has no switch for that.
        channel._process_env_request = _refuse  # type: ignore[method-assign]  # see above
        self._session = self._make_session(visitor)
        return channel, self._session


def _refuse(packet: object) -> bool:  # noqa: ARG001 - as the library calls it
    return False


def nick_of(name: str) -> str:
    """Return the nick for the name with which somebody logs in.

    Examples:
        >>> nick_of("ann"), nick_of("two words"), nick_of("")
        ('ann', 'player', 'player')
    """
    return name if is_nick(name) else _NICK_OF_NOBODY


def is_weak(key: asyncssh.SSHKey) -> bool:
    """Return whether a key can be broken: by today's rules DSA, and RSA with less than 2,048 bits."""
    algorithm = key.get_algorithm()
    bits = getattr(key.pyca_key, "key_size", 0)
    return algorithm == "ssh-dss" or (algorithm == "ssh-rsa" and bits < _LEAST_RSA_BITS)


def read_known(path: Path) -> frozenset[str]:
    """Return the fingerprints of the keys in a file like OpenSSH's authorized_keys.

    Raises:
        TransportError: it cannot be read, or a line is no key.
    """
    try:
        return frozenset(key.get_fingerprint() for key in asyncssh.read_public_key_list(path))
    except asyncssh.KeyImportError as error:
        raise TransportError(f"[ssh] keys: {path}: {error}") from error
    except OSError as error:
        raise TransportError(f"[ssh] keys: {path} cannot be read ({error.strerror or error})") from error


_ALGORITHM = "ssh-ed25519"


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key in a file; where there is no file, a new key that is stored there.

    Raises:
        TransportError: the file holds no private key, others can read it, or it cannot be read or made.
    """
    try:
        if not path.exists():
            _make(path)
        if stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            raise TransportError(f"[ssh] host_key: {path} can be read by others: chmod 600 it")
        return asyncssh.read_private_key(path)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise TransportError(f"[ssh] host_key: {path} holds no private key without a passphrase ({error})") from error
    except OSError as error:
        raise TransportError(f"[ssh] host_key: {path} cannot be used ({error.strerror or error})") from error


def _make(path: Path) -> None:
    """Store a new key; a file that another process made meanwhile stays.

    Raises:
        OSError: it cannot be stored.
    """
    make_private_folder(path.parent)
    text = asyncssh.generate_private_key(_ALGORITHM, comment="ircpoker").export_private_key()
    # First whole under another name: a start that is killed, or a full disk, must not leave half a key.
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.") as draft:  # only its owner can read it
        draft.write(text)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
