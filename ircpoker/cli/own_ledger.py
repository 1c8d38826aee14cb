"""The console's own ledger, in the user's data folder: chips, tables and histories stay from one session to the next.

A second console at the same time, or one whose folder cannot be used, plays in memory and says so in one line.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.cli.cache import user_folder
from ircpoker.cli.main import complain
from ircpoker.config.ini import quote_path
from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.errors import ClaimedError, LedgerError
from ircpoker.runtime.private import make_private_folder

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from ircpoker.chat.router import Router
    from ircpoker.config import Settings

FILE_NAME = "console.db"
_IN_MEMORY = "this console plays in memory, and its chips are not kept"


def data_folder(environ: Mapping[str, str], platform: str) -> Path | None:
    """Return the folder of the user's data for this program; None if the system names none.

    Args:
        environ: the environment.
        platform: as `sys.platform`.

    Returns:
        An absolute path, whether or not it exists.

    Examples:
        >>> print(data_folder({"HOME": "/home/ann"}, "linux"))
        /home/ann/.local/share/ircpoker
        >>> print(data_folder({"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "linux"))
        /data/ircpoker
    """
    return user_folder(environ, platform, "XDG_DATA_HOME", ("", "Library/Application Support", ".local/share"))


@contextmanager
def open_router(arguments: Namespace) -> Iterator[Router]:
    """Yield the router of a console: on the user's own ledger, that of `--database`, or with `--seed` one in memory.

    Args:
        arguments: the parsed arguments, with those of `ircpoker console`.
    """
    from ircpoker.cli.console import read_settings

    settings = read_settings(arguments.config, arguments.database)
    from ircpoker.app import make_router
    from ircpoker.screen.least_size import is_on_terminal

    is_own = arguments.database is None and arguments.seed is None and is_on_terminal()
    router = (open_own_router(settings) if is_own else None) or make_router(settings, seed=arguments.seed)
    with closing(router.services) as services:
        if arguments.database is not None:
            services.ledger.claim(CONSOLE_NETWORK)
        yield router


def open_own_router(settings: Settings) -> Router | None:
    """Return a console's router on the user's own ledger; None, after a line that says why, if it cannot be used.

    Args:
        settings: the console's settings.

    Returns:
        The router; its ledger is open and claimed for this process.
    """
    from ircpoker.app import make_router

    folder = data_folder(os.environ, sys.platform)
    if folder is None:
        complain(f"there is no folder for your data: {_IN_MEMORY}")
        return None
    try:
        make_private_folder(folder)
    except OSError as error:
        complain(f"{quote_path(folder)}: {error.strerror}: {_IN_MEMORY}")
        return None
    bot = replace(settings.bot, database=f"sqlite:///{folder / FILE_NAME}", history=folder / "history")
    router = make_router(replace(settings, bot=bot))
    try:
        ledger = router.services.ledger
        ledger.claim(CONSOLE_NETWORK)
    except LedgerError as error:
        with suppress(LedgerError):
            router.services.close()
        is_claimed = isinstance(error, ClaimedError)
        why = "another console is open" if is_claimed else f"{quote_path(folder / FILE_NAME)}: {error}"
        complain(f"{why}: {_IN_MEMORY}")
        return None
    return router
