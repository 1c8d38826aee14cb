"""The configuration of a command: `--config`, or `config.ini` in the working directory."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from ircpoker.config import SECTIONS as OWN_SECTIONS
from ircpoker.config import Section, Settings, default_settings, load_settings, read_bot
from ircpoker.config.ini import read_text
from ircpoker.errors import ConfigError, InvalidConfigError
from ircpoker.words.catalogue import Catalogue, load_catalogue

FILE_NAME = "config.ini"


def add_config_argument(parser: ArgumentParser) -> None:
    """Declare `--config`."""
    parser.add_argument("--config", type=Path, metavar="F", help=f"the configuration (default: {FILE_NAME} here)")


def words_here() -> Catalogue:
    """Return the words of the language of `config.ini` here; English without one, or with a mistake in it."""
    with suppress(ConfigError):
        if Path(FILE_NAME).exists():
            return load_catalogue(read_bot(Path(FILE_NAME)).language)
    return load_catalogue()


def read_sections(given: Path | None, *sections: Section[Any]) -> Settings:
    """Return the settings of the bot itself and of a few sections, for a command that does without the others.

    The other sections are neither checked nor loaded, because their plugins take a second.

    Args:
        given: the path after `--config`, if given; without it there may be no configuration.
        sections: which sections, besides those of `ircpoker.config`.

    Returns:
        The settings.

    Raises:
        ConfigError: the configuration is missing.
        InvalidConfigError: these sections have problems.
    """
    wanted = tuple({section.name: section for section in (*OWN_SECTIONS, *sections)}.values())
    if given is None and not Path(FILE_NAME).exists():
        return default_settings(Path(), sections=wanted)
    return load_settings(find_config(given), sections=wanted, connecting=False, others=True)


def read_config(given: Path | None, *, connecting: bool) -> Settings:
    """Return the settings of a bot, with those of its plugins.

    Args:
        given: the path after `--config`, if given.
        connecting: whether the bot will connect; if not, the defaults are used when there is no configuration.

    Returns:
        The settings.

    Raises:
        ConfigError: the configuration is missing.
        InvalidConfigError: the configuration has problems.
    """
    is_missing = not connecting and given is None and not Path(FILE_NAME).exists()
    if not is_missing:
        read_text(find_config(given))  # A file that cannot be read is better known before the plugins are loaded.
    from ircpoker.app import SECTIONS, find_sections

    if is_missing:
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
