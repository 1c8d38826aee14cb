"""`ircpoker check`: shows what a configuration means, without connecting anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import FILE_NAME, add_config_argument, find_config, read_config
from ircpoker.cli.main import DONE, complain, write
from ircpoker.config.ini import quote_path
from ircpoker.errors import InvalidConfigError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

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
    from ircpoker.app import SECTIONS, find_sections, make_clients, make_router
    from ircpoker.cli.describe import format_summary, format_warnings
    from ircpoker.cli.preflight import find_problems
    from ircpoker.config import format_reference

    if arguments.keys:
        path = arguments.config or Path(FILE_NAME)
        write(format_reference(find_sections(path)[0] if path.exists() else SECTIONS))
        return DONE
    settings = read_config(arguments.config, connecting=True)
    problems = list(find_problems(settings.bot))
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
