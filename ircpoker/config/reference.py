"""Formats all keys from their declarations, for `ircpoker check --keys`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ircpoker.config.keys import Key, Section
from ircpoker.config.settings import SECTIONS


def format_reference(sections: Iterable[Section[Any]] = SECTIONS) -> str:
    """Return every section and key with its default, unit and allowed values, as a config.ini.

    Args:
        sections: the sections to show.

    Returns:
        Text that is a valid configuration file with all defaults.

    Examples:
        >>> from ircpoker.config.settings import LIMITS
        >>> print(format_reference([LIMITS]).splitlines()[3])
        command_burst = 10
    """
    return "\n".join("\n".join(_section_lines(section)) for section in sections)


def _section_lines(section: Section[Any]) -> Iterator[str]:
    yield f"; {section.doc}"
    yield section.heading
    for key in section.keys.values():
        yield f"; {_describe(key)}"
        yield f"{key.name} = {key.default}".rstrip()
    yield ""


def _describe(key: Key) -> str:
    unit = f", in {key.unit}" if key.unit else ""
    return f"{key.doc}; {key.kind.expected}{unit}"
