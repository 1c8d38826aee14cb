"""`ircpoker check`: shows what a configuration means, without connecting anywhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import FILE_NAME, add_config_argument, find_config, read_config
from ircpoker.cli.main import DONE, complain, write
from ircpoker.config.ini import quote_path
from ircpoker.errors import InvalidConfigError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.errors import ConfigError

DESCRIPTION = """\
Validates the configuration and prints what would be connected and loaded, without connecting.
All problems are reported at once, and the exit status is then 2.
"""
EXAMPLE = """\
  $ ircpoker check
  file     /home/alice/config.ini
  owner    (none)
  network  local: embedded server on 127.0.0.1, port 6667, no TLS, as dealer in #poker
  plugin   parse: !parse !value !discards !odds
  …
"""


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
    from ircpoker.cli.preflight import find_group_problems, find_problems
    from ircpoker.config.administration import FEED

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
    from ircpoker.config import format_reference

    write(format_reference(find_sections(path)[0] if path.exists() else SECTIONS))
    return DONE


def _with_more(error: InvalidConfigError, path: Path) -> tuple[ConfigError, ...]:
    """Return the problems of a configuration, and those of what `[bot]` names: plugins, robots, folders, database."""
    from ircpoker.app import SECTIONS, make_router
    from ircpoker.cli.preflight import find_problems
    from ircpoker.config import default_settings, read_bot

    bot = read_bot(path)
    problems = [*error.problems, *find_problems(bot)]
    try:
        # Other sections may be wrong: plugins are checked with their defaults.
        make_router(replace(default_settings(path.parent, sections=SECTIONS), bot=bot))
    except InvalidConfigError as plugins:
        problems += plugins.problems
    return tuple({str(problem): problem for problem in problems}.values())
