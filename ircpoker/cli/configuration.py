"""The configuration of a command: `--config`, or `config.ini` in the working directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.config import default_settings, load_settings
from ircpoker.errors import ConfigError, InvalidConfigError

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from ircpoker.config import Settings

FILE_NAME = "config.ini"


def add_config_argument(parser: ArgumentParser) -> None:
    """Declare `--config`."""
    parser.add_argument("--config", type=Path, metavar="F", help=f"the configuration (default: {FILE_NAME} here)")


def read_config(given: Path | None, *, connecting: bool) -> Settings:
    """Return the settings that a command uses.

    Args:
        given: the path after `--config`, if given.
        connecting: whether the bot will connect; if not, the defaults are used when there is no configuration.

    Returns:
        The settings.

    Raises:
        ConfigError: the configuration is missing.
        InvalidConfigError: the configuration has problems.
    """
    from ircpoker.app import SECTIONS, find_sections

    if not connecting and given is None and not Path(FILE_NAME).exists():
        return default_settings(Path(), sections=SECTIONS)
    path = find_config(given)
    sections, problems = find_sections(path)
    try:
        return load_settings(path, sections=sections, connecting=connecting)
    except InvalidConfigError as error:
        # A section may be unknown only because the plugin that declares it is broken.
        raise InvalidConfigError(error.path, (*error.problems, *problems)) from error


def find_config(given: Path | None) -> Path:
    """Return the configuration file to read.

    Args:
        given: the path after `--config`, if given.

    Returns:
        The given file, or the one in the working directory.

    Raises:
        ConfigError: no file is given, and the working directory has none.
    """
    path = given or Path(FILE_NAME)
    if given is None and not path.exists():
        raise ConfigError(
            f"there is no {FILE_NAME} in this folder: name one with --config F, or write one with `ircpoker init`"
        )
    return path
