"""The server's own key: clients recognise the server by it, so it is made once and never overwritten."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import asyncssh

from ircpoker.errors import TransportError
from ircpoker.runtime.private import make_private_folder

if TYPE_CHECKING:
    from pathlib import Path

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
