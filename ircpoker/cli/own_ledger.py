"""The console's own ledger, in the user's data folder: chips, tables and histories stay from one session to the next.

Several windows share it (`shared_bot.py`). One whose folder cannot be used plays in memory and says so in one line.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli import configuration
from ircpoker.cli.main import complain
from ircpoker.cli.options import check_database
from ircpoker.config.ini import quote_path
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.config.settings import IN_MEMORY
from ircpoker.errors import ClaimedError, LedgerError
from ircpoker.runtime.private import make_private_folder, user_folder
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Mapping

    from ircpoker.chat.router import Router
    from ircpoker.config import Settings

FILE_NAME = "console.db"
_LONGEST_SOCKET = 100
"""The bytes of the path of a socket that all systems take."""


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


def own_socket(arguments: Namespace) -> Path | None:
    """Return where windows on the user's own ledger share a bot; None for one that plays on another ledger."""
    folder = data_folder(os.environ, sys.platform)
    if folder is None or not _is_own(arguments):
        return None
    socket = folder / "console.sock"
    return socket if len(bytes(socket)) <= _LONGEST_SOCKET else None


def _is_own(arguments: Namespace) -> bool:
    """Return whether a console plays on the user's own ledger: at a terminal, unless its arguments name another one."""
    from ircpoker.screen.least_size import is_on_terminal

    return arguments.database is None and arguments.seed is None and is_on_terminal()


@contextmanager
def open_router(arguments: Namespace, warn: Callable[[str], None] = complain) -> Iterator[Router]:
    """Yield the router of a console: on the user's own ledger, that of `--database`, or with `--seed` one in memory.

    Args:
        arguments: the parsed arguments, with those of `ircpoker console`.
        warn: is called with the reason why the user's own ledger is not used.
    """
    settings = read_settings(arguments.config, arguments.database)
    from ircpoker.app import make_router

    own = open_own_router(settings, warn) if _is_own(arguments) else None
    router = own or make_router(settings, seed=arguments.seed)
    with closing(router.services) as services:
        if arguments.database is not None:
            services.ledger.claim(CONSOLE_NETWORK)
        yield router


def open_own_router(settings: Settings, warn: Callable[[str], None] = complain) -> Router | None:
    """Return a console's router on the user's own ledger; None, after a line that says why, if it cannot be used.

    Args:
        settings: the console's settings.
        warn: is called with that line.

    Returns:
        The router; its ledger is open and claimed for this process.
    """
    from ircpoker.app import make_router

    folder, say = data_folder(os.environ, sys.platform), load_catalogue(settings.bot.language).text
    if folder is None:
        warn(say(Phrase("console.in_memory", why=Phrase("console.no_folder"))))
        return None
    try:
        make_private_folder(folder)
    except OSError as error:
        warn(say(Phrase("console.in_memory", why=f"{quote_path(folder)}: {error.strerror}")))
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
        why = Phrase("console.other_is_open") if is_claimed else f"{quote_path(folder / FILE_NAME)}: {error}"
        warn(say(Phrase("console.in_memory", why=why)))
        return None
    return router


def read_settings(config: Path | None, database: str | None) -> Settings:
    """Return the settings of a console: those of a bot, with its own database.

    Args:
        config: the path after `--config`, if given.
        database: the URL after `--database`, if given.

    Returns:
        The settings.

    Raises:
        ConfigError: the configuration cannot be used.
        UsageError: the URL holds a password, which others could read in the list of processes.
    """
    url = IN_MEMORY if database is None else check_database(database)
    settings = configuration.read_config(config, connecting=False)
    # A script needs cards in one form, whatever the default for people is.
    is_for_script = config is None and not Path(configuration.FILE_NAME).exists() and not sys.stdout.isatty()
    cards = "ascii" if is_for_script else settings.bot.cards
    return replace(settings, bot=replace(settings.bot, database=url, cards=cards))
