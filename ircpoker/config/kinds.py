"""The kinds of values: each `Kind` reads the text after the `=` and describes the allowed values.

A plugin can make further kinds, each from a phrase and a function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class BadValueError(ValueError):
    """A text that is not a value of the kind.

    Attributes:
        token: the wrong part.
        expected: the allowed values, if they differ from the kind's own phrase.
        is_harmless: whether the token is certainly not a password, and may always be shown.
    """

    def __init__(self, token: str, *, expected: str = "", is_harmless: bool = False) -> None:
        self.token = token
        self.expected = expected
        self.is_harmless = is_harmless
        super().__init__(token)


@dataclass(frozen=True, slots=True)
class Kind(Generic[T_co]):
    """One kind of value.

    Attributes:
        expected: the allowed values, as the end of the sentence "expected …".
        read: a function of the text without outer blanks and the folder of relative paths that returns the value, or
            raises BadValueError.
    """

    expected: str
    read: Callable[[str, Path], T_co]


def choice(*words: str) -> Kind[str]:
    """Return the kind whose values are `words`, in any case; an empty word is shown as "nothing"."""
    shown = [word or "nothing" for word in words]
    return Kind(" or ".join([", ".join(shown[:-1]), shown[-1]]), lambda text, _folder: _one_of(text, words))


def _one_of(text: str, words: tuple[str, ...]) -> str:
    if text.lower() not in words:
        raise BadValueError(text)
    return text.lower()


_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def _read_switch(text: str, _folder: Path) -> bool:
    if text.lower() not in _SWITCH:
        raise BadValueError(text)
    return _SWITCH[text.lower()]


SWITCH: Kind[bool] = Kind("on or off", _read_switch)


def whole(least: int, most: int) -> Kind[int]:
    """Return the kind of whole numbers within bounds, written in plain digits."""

    def read(text: str, _folder: Path) -> int:
        # `int` would also accept "1_000" and digits of other scripts, and take seconds for a million digits.
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise BadValueError(text)
        return int(text)

    return Kind(f"a whole number from {least} to {most}", read)


def number(least: float, most: float) -> Kind[float]:
    """Return the kind of numbers within bounds."""

    def read(text: str, _folder: Path) -> float:
        if not re.fullmatch(r"-?[0-9]{0,18}\.?[0-9]{0,18}", text) or not re.search(r"[0-9]", text):
            raise BadValueError(text)
        value = float(text)
        if not isfinite(value) or not least <= value <= most:
            raise BadValueError(text)
        return value

    return Kind(f"a number from {least:g} to {most:g}", read)


def matching(pattern: str, expected: str) -> Kind[str]:
    """Return the kind of texts that match a regular expression as a whole."""
    compiled = re.compile(pattern)

    def read(text: str, _folder: Path) -> str:
        if not compiled.fullmatch(text):
            raise BadValueError(text)
        return text

    return Kind(expected, read)


MOST_ELEMENTS = 1000
"""The most elements of a list: the bot joins a channel in a second or two."""


def several(element: Kind[str], expected: str) -> Kind[tuple[str, ...]]:
    """Return the kind of lists of different elements, separated by commas or blanks."""

    def read(text: str, folder: Path) -> tuple[str, ...]:
        elements = [element.read(part, folder) for part in re.split(r"[,\s]+", text) if part]
        if len(elements) > MOST_ELEMENTS:
            raise BadValueError(f"{len(elements)} of them", expected=f"at most {MOST_ELEMENTS}")
        seen = set[str]()
        for part in elements:
            if part.lower() in seen:
                raise BadValueError(part)
            seen.add(part.lower())
        return tuple(elements)

    return Kind(f"{expected}, separated by commas, none twice", read)


def pairs(element: Kind[str], expected: str) -> Kind[tuple[tuple[str, str], ...]]:
    """Return the kind of lists of pairs, separated by commas; in each, a blank separates the two elements."""

    def read(text: str, folder: Path) -> tuple[tuple[str, str], ...]:
        by_first: dict[str, str] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            first, *second = part.split()
            if len(second) != 1 or first in by_first:
                raise BadValueError(part)
            by_first[element.read(first, folder)] = element.read(second[0], folder)
        return tuple(by_first.items())

    return Kind(f"{expected}, separated by commas", read)


def _read_path(text: str, folder: Path) -> Path:
    if not text:
        raise BadValueError(text)
    try:
        return folder / Path(text).expanduser()
    except RuntimeError as error:  # `~` without a home, or of an unknown user
        raise BadValueError(text) from error


PATH: Kind[Path] = Kind("a path, relative ones from the configuration's folder", _read_path)
OPTIONAL_PATH: Kind[Path | None] = Kind(
    "nothing or a path, relative ones from the configuration's folder",
    lambda text, folder: _read_path(text, folder) if text else None,
)

_NO_PASSWORD = re.compile(r"[A-Za-z0-9_./\\-]*(://[A-Za-z0-9_./\\-]*)?")
"""Text without a user's password (`:`, `@`) or a parameter (`=`)."""
_DATABASE = re.compile(r"[a-z][a-z0-9_]*(\+[a-z0-9_]+)?://\S*", re.IGNORECASE)
_SQLITE_FILE = re.compile(r"(sqlite(?:\+[a-z0-9_]+)?:///)(?!/|:memory:|file:)([^?]+)(.*)", re.IGNORECASE)


def _read_database(text: str, folder: Path) -> str:
    if not _DATABASE.fullmatch(text):
        raise BadValueError(text, is_harmless=_NO_PASSWORD.fullmatch(text) is not None)
    file = _SQLITE_FILE.fullmatch(text)
    if file is None:
        return text
    driver, path, parameters = file.groups()
    return f"{driver}{folder / path}{parameters}"


DATABASE: Kind[str] = Kind("a URL such as sqlite:///ircpoker.db or postgresql+psycopg://user@host/name", _read_database)
