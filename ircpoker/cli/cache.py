"""The user's cache folder, for what can be made again, and the index of counted deals in it."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.main import complain
from ircpoker.config.ini import quote_path
from ircpoker.runtime.private import make_private_folder, open_private, user_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.records.statistics.index import StatisticsIndex

FILE_NAME = "statistics.db"
_IN_MEMORY = "all deals are counted anew each time"


def cache_folder(environ: Mapping[str, str], platform: str) -> Path | None:
    """Return the folder of the user's cache for this program; None if the system names none.

    Args:
        environ: the environment.
        platform: as `sys.platform`.

    Returns:
        An absolute path, whether or not it exists.

    Examples:
        >>> print(cache_folder({"HOME": "/home/ann"}, "linux"))
        /home/ann/.cache/ircpoker
        >>> print(cache_folder({"HOME": "/home/ann", "XDG_CACHE_HOME": "/cache"}, "linux"))
        /cache/ircpoker
    """
    return user_folder(environ, platform, "XDG_CACHE_HOME", ("cache", "Library/Caches", ".cache"))


def open_index() -> StatisticsIndex:
    """Open the index in the cache folder; one in memory, after a line that says why, if it cannot be used."""
    from ircpoker.records.statistics.index import StatisticsIndex

    folder = cache_folder(os.environ, sys.platform)
    if folder is None:
        complain(f"there is no folder for a cache: {_IN_MEMORY}")
        return StatisticsIndex(None)
    path = folder / FILE_NAME
    try:
        make_private_folder(folder)
        open_private(path, "ab").close()
        return StatisticsIndex(path)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        complain(f"{quote_path(path)}: {reason}: {_IN_MEMORY}")
        return StatisticsIndex(None)
