"""Files and folders that only their owner can read, whatever the umask: they hold cards, secrets and what people typed.

Existing files and folders keep their mode, because their owner may have opened them on purpose; `opened_to` finds them.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def user_folder(environ: Mapping[str, str], platform: str, variable: str, places: tuple[str, str, str]) -> Path | None:
    """Return a folder of the user's for this program; None if the system names none.

    Args:
        environ: the environment.
        platform: as `sys.platform`.
        variable: the variable that names the place, but for Windows.
        places: where it is otherwise: in the local data of Windows, at home on macOS, at home on other systems.
    """
    windows, mac, usual = places
    if platform == "win32":
        folder = Path(environ.get("LOCALAPPDATA", ""), windows)
    elif environ.get(variable, "").startswith("/"):  # As its specification says, others are ignored.
        folder = Path(environ[variable])
    else:
        folder = Path(environ.get("HOME", ""), mac if platform == "darwin" else usual)
    return folder / "ircpoker" if folder.is_absolute() else None


def make_private_folder(folder: Path) -> None:
    """Make a folder, and the missing folders above it.

    Raises:
        OSError: it cannot be made.
    """
    for path in reversed((folder, *folder.parents)):
        if not path.exists():
            path.mkdir(FOLDER_MODE, exist_ok=True)


def open_private(path: Path, mode: str, *, encoding: str | None = None, errors: str | None = None) -> IO[Any]:
    """Open a file; a new one can only be read and written by its owner.

    Args:
        path: the file.
        mode: as for `open`.
        encoding: as for `open`.
        errors: as for `open`.

    Returns:
        The open file.

    Raises:
        OSError: it cannot be opened.
    """
    return open(path, mode, encoding=encoding, errors=errors, opener=_open)


def opened_to(path: Path) -> str:
    """Return the mode of a file or folder, such as `0644`, if others than its owner have access; else nothing."""
    if os.name != "posix":
        return ""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return ""
    return f"{mode:04o}" if mode & _OTHERS else ""


def is_open_to_others(folder: Path) -> bool:
    """Return whether others can add or remove files in a folder: by its mode, or because it is theirs."""
    if os.name != "posix":
        return False
    status = folder.stat()
    return status.st_uid not in {os.geteuid(), 0} or bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _open(path: str, flags: int) -> int:
    return os.open(path, flags, FILE_MODE)
