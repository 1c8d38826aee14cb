"""Checks the database, the folder of hand histories, the robots and the groups that a configuration names.

Nothing is created, changed or connected here, so creating a file may still fail later.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from ircpoker.config import hide_password
from ircpoker.config.ini import quote_path
from ircpoker.errors import ConfigError, LedgerError, RobotError, RobotFileError
from ircpoker.runtime.foreign import describe
from ircpoker.words.plain_text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ircpoker.config import BotSettings
    from ircpoker.config.administration import FeedSettings


def find_problems(bot: BotSettings) -> Iterator[ConfigError]:
    """Find the problems that would stop a bot at its start or at its first deal.

    Args:
        bot: the settings of `[bot]`.

    Yields:
        The problems, each with section, key and value.
    """
    wrong = _database_problem(bot.database)
    if wrong:
        yield ConfigError(f"[bot] database = {hide_password(bot.database)}: {wrong}", "bot", "database")
    wrong = _folder_problem(bot.history)
    if wrong:
        yield ConfigError(f"[bot] history = {quote_path(bot.history)}: {wrong}", "bot", "history")
    yield from _robot_problems(bot.plugin_path)


def find_group_problems(feed: FeedSettings) -> Iterator[ConfigError]:
    """Yield the sockets whose group does not exist on this machine.

    Args:
        feed: the settings of `[feed]`.

    Yields:
        The problems, each with section, key and value.
    """
    for endpoint in feed.endpoints:
        if (group := feed.group(endpoint)) and not _has_group(group):
            key = f"group.{endpoint}"
            yield ConfigError(f"[feed] {key} = {group}: there is no such group on this machine", "feed", key)


def _has_group(name: str) -> bool:
    try:
        import grp
    except ImportError:  # A system without groups has no sockets for them either.
        return True
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def _robot_problems(plugin_path: Path | None) -> Iterator[ConfigError]:
    """Yield why robots that are not ours cannot be created; failed imports are found elsewhere."""
    from ircpoker.robots import load_own_robots, make_robot

    with suppress(RobotFileError):
        for robot in load_own_robots(plugin_path):
            try:
                make_robot(robot)
            except RobotError as error:
                reason = one_line(f"robot {robot.name} cannot be made: {describe(error.__cause__ or error)}", 200)
                yield ConfigError(f"[bot] plugin_path: {reason}", "bot", "plugin_path")


def _database_problem(url: str) -> str:
    """Return why the ledger cannot be opened; empty if it can."""
    from ircpoker.ledger.database import Database, sqlite_file

    try:
        file = sqlite_file(url)
        if file is None:
            Database(url).close()  # imports the driver without connecting
    except LedgerError as error:
        return str(error)
    if file is None:
        return ""
    if os.access(file, os.F_OK):
        if not file.is_file():
            return "this is not a file"
        return "" if os.access(file, os.R_OK | os.W_OK) else "the file cannot be written"
    if not (os.access(file.parent, os.F_OK) and file.parent.is_dir()):
        return f"there is no folder {quote_path(file.parent)}"
    return "" if os.access(file.parent, os.W_OK | os.X_OK) else "nothing can be written to its folder"


def _folder_problem(folder: Path) -> str:
    """Return why a folder, which may not exist yet, cannot be written; empty if it can."""
    existing = next(path for path in (folder, *folder.parents) if os.access(path, os.F_OK))
    if not existing.is_dir():
        return "this is not a folder" if existing == folder else f"{quote_path(existing)} is not a folder"
    if os.access(existing, os.W_OK | os.X_OK):
        return ""
    return "nothing can be written there" if existing == folder else f"{quote_path(existing)} cannot be written"
