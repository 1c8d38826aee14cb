"""Files and folders for their owner alone, whatever the umask: they hold cards, secrets and what people typed.

What exists keeps its mode: whoever opened it to others may have had a reason. `opened_to` tells of it.
"""

from __future__ import annotations

import os
import stat
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing.

    Raises:
        OSError: it cannot be made.
    """
    for path in reversed((folder, *folder.parents)):
        if not path.exists():
            path.mkdir(FOLDER_MODE, exist_ok=True)


def open_private(path: Path, mode: str, *, encoding: str | None = None) -> IO[Any]:
    """Open a file; where it is made, then for its owner alone.

    Args:
        path: of the file.
        mode: as for `open`.
        encoding: of text.

    Returns:
        The open file.

    Raises:
        OSError: it cannot be opened.
    """
    return open(path, mode, encoding=encoding, opener=_open)


def opened_to(path: Path) -> str:
    """Return the mode of a file or folder that others than its owner may read or write, such as `0644`, or nothing."""
    if os.name != "posix":
        return ""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return ""
    return f"{mode:04o}" if mode & _OTHERS else ""


def _open(path: str, flags: int) -> int:
    return os.open(path, flags, FILE_MODE)
