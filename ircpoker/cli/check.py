"""`ircpoker check`: shows what a configuration means, without connecting anywhere.

Validates the configuration and prints what would be connected and loaded, without connecting.
All problems are reported at once, and the exit status is then 2.

  $ ircpoker check
  file     /home/alice/config.ini
  owner    (none)
  network  local: embedded server on 127.0.0.1, port 6667, no TLS, as dealer in #poker
  plugin   parse: !parse !value !discards !odds
  …
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ircpoker.cli.configuration import FILE_NAME, add_config_argument, find_config, read_config
from ircpoker.cli.main import DONE, complain, write
from ircpoker.config import BotSettings, default_settings, format_reference, hide_password, read_bot
from ircpoker.config.administration import FEED, FeedSettings
from ircpoker.config.ini import quote_path
from ircpoker.errors import ConfigError, InvalidConfigError, LedgerError, RobotError, RobotFileError
from ircpoker.runtime.foreign import describe
from ircpoker.words.plain_text import one_line


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    parser.add_argument(
        "--keys", action="store_true", help="print all keys with their descriptions, as a configuration"
    )


def run(arguments: Namespace) -> int:
    """Print the meaning of the configuration, and return the exit status."""
    if arguments.keys:
        return _show_keys(arguments.config or Path(FILE_NAME))
    try:
        settings = read_config(arguments.config, connecting=True)
    except InvalidConfigError as error:
        raise InvalidConfigError(error.path, _with_more(error, find_config(arguments.config))) from error
    from ircpoker.app import make_clients, make_router, require_packages
    from ircpoker.cli.describe import format_summary, format_warnings

    require_packages(settings)
    problems = [*find_problems(settings.bot), *find_group_problems(settings.section(FEED))]
    try:
        router = make_router(settings)
        make_clients(settings, router)
    except InvalidConfigError as error:
        problems += error.problems
    if problems:
        raise InvalidConfigError(quote_path(find_config(arguments.config).absolute()), tuple(problems))
    write(format_summary(settings, router))
    for warning in format_warnings(settings):
        complain(f"warning: {warning}")
    return DONE


def _show_keys(path: Path) -> int:
    from ircpoker.app import SECTIONS, find_sections

    write(format_reference(find_sections(path)[0] if path.exists() else SECTIONS))
    return DONE


def _with_more(error: InvalidConfigError, path: Path) -> tuple[ConfigError, ...]:
    """Return the problems of a configuration, and those of what `[bot]` names: plugins, robots, folders, database."""
    from ircpoker.app import SECTIONS, make_router

    bot = read_bot(path)
    problems = [*error.problems, *find_problems(bot)]
    try:
        # Other sections may be wrong: plugins are checked with their defaults.
        make_router(replace(default_settings(path.parent, sections=SECTIONS), bot=bot))
    except InvalidConfigError as plugins:
        problems += plugins.problems
    return tuple({str(problem): problem for problem in problems}.values())


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
    from ircpoker.ledger.database import Database
    from ircpoker.ledger.opening import sqlite_file

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
