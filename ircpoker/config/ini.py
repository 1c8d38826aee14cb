"""Reads an INI file's text as sections of keys and values, without their meaning.

The format is that of the standard library's `configparser`: `key = value`, whole-line comments after
`;` or `#`, comments after a value begin with ` ;`. All complaints are collected, not only the first one.
"""

from __future__ import annotations

import configparser
from pathlib import Path

from ircpoker.errors import ConfigError, quote

LARGEST_FILE, MOST_LINES = 100_000, 2000
"""The most bytes and lines: a larger file is not a configuration, and is not read; the whole bot waits for it."""
MOST_COMPLAINTS = 20
"""The most complaints about the form of a file, or its names; a file with more is hardly a configuration."""

Texts = dict[str, dict[str, str]]
"""Text by section and key."""


def read_text(path: Path) -> str:
    r"""Return a configuration file's text.

    Args:
        path: the file; UTF-8, with or without a byte order mark, any line ends.

    Returns:
        Its text with `\n` as line end.

    Raises:
        ConfigError: it cannot be read, is not UTF-8 or too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such path"
        raise ConfigError(f"cannot read {quote_path(path)}: {reason}") from error
    if len(content) > LARGEST_FILE:
        raise ConfigError(f"{quote_path(path)} is larger than {LARGEST_FILE} bytes: expected a configuration")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{quote_path(path)} is not UTF-8 text: look at line {line}") from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise ConfigError(f"{quote_path(path)} has more than {MOST_LINES} lines: expected a configuration")
    return text


def quote_path(path: Path) -> str:
    """Return a path as one printable line, shortened only if it is too long for a line."""
    shown = str(path)
    return shown if shown.isprintable() and len(shown) <= 300 else quote(shown)


def parse_ini(text: str) -> tuple[Texts, list[ConfigError]]:
    """Read the form of a configuration.

    Args:
        text: the file's text.

    Returns:
        The sections and keys; if one is given twice, the first of them. And the problems: what could not be read.
    """
    lines = text.split("\n")
    problems: list[ConfigError] = []
    dropped: list[str] = []
    while True:
        try:
            parser = _parse(lines)
        except configparser.Error as error:
            # configparser stops at a duplicate: note it, take the line out, and read on.
            complaints = _mend(error, lines, dropped)
            problems += complaints
            if not complaints or len(problems) > MOST_COMPLAINTS:
                return {}, problems or [ConfigError("it is not an INI file: expected [section] lines")]
        else:
            return {name: dict(parser.items(name)) for name in parser.sections() if name not in dropped}, problems


def _parse(lines: list[str]) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(
        delimiters=("=",),
        comment_prefixes=("#", ";"),
        inline_comment_prefixes=(";",),
        empty_lines_in_values=False,
        default_section="",  # an impossible name, so that sections inherit nothing
        interpolation=None,
    )
    parser.read_string("\n".join(lines))
    return parser


def _mend(error: configparser.Error, lines: list[str], dropped: list[str]) -> list[ConfigError]:
    """Remove the lines that configparser cannot read, and return the problems."""
    match error:
        case configparser.DuplicateSectionError(lineno=int(line)):
            # Its keys must not become keys of the previous section: they get a section that is dropped.
            dropped.append(f"\0{line}")
            lines[line - 1] = f"[{dropped[-1]}]"
            section = error.section
            return [ConfigError(f"line {line}: there is a section [{_show(section)}] before", section=section)]
        case configparser.DuplicateOptionError(lineno=int(line)):
            lines[line - 1] = ""
            message = f"line {line}: [{_show(error.section)}] {_show(error.option)} is there before"
            return [ConfigError(message, error.section, error.option)]
        case configparser.MissingSectionHeaderError():
            numbers = [error.lineno]
            expected = "a [section] line before it"
        case configparser.ParsingError():
            numbers = [line for line, _text in error.errors]
            expected = "[section], key = value or a comment"
        case _:
            return []
    problems = [
        ConfigError(f"line {line}: {quote(_before_value(lines[line - 1]))}: expected {expected}") for line in numbers
    ]
    for line in numbers:
        lines[line - 1] = ""
    return problems


def _show(name: str) -> str:
    return quote(name)[1:-1]


def _before_value(line: str) -> str:
    """Return the part of a line that may be shown; the text after `=` may be secret."""
    name, equals, _value = line.strip().partition("=")
    return name + equals
