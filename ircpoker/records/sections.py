"""Cuts files of histories into the texts of single deals, without reading a file or a long line whole.

The first line that is not empty decides which form a file has: text of PokerStars begins with that name, Open Hand
History with a brace, and all others are PHH, the Poker Hand History format.
"""

from __future__ import annotations

import os
import re
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

LONGEST_LINE = 64 * 1024
"""In bytes: a file with a longer line is read up to it."""
LONGEST_DEAL = 1024 * 1024
"""In bytes."""
SUFFIXES = (".phh", ".phhs", ".ohh")
TEXT_SUFFIX = ".txt"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HEADING = re.compile(rb"\[(?:\"([^\"]+)\"|'([^']+)'|([\w-]+))\][ \t]*(?:#.*)?\r?\n?", re.ASCII)
_STARS = re.compile(rb"\s*PokerStars ")
_STARS_HEADER = re.compile(rb"PokerStars (?:\w+ ){0,3}#")
_COMMENT = (b"#", b"\n", b"\r")


class Form(Enum):
    """The form of a file."""

    PHH = "PHH"
    POKERSTARS = "PokerStars"
    OHH = "Open Hand History"


class HandText(NamedTuple):
    """The text of one deal.

    Attributes:
        form: its form.
        file: the file's name, for messages.
        line: the number of its first line.
        deal: the number of its section in PHH; 0 if it has none.
        text: the text; of PHH without the section's heading.
    """

    form: Form
    file: str
    line: int
    deal: int
    text: str


class RefusedHand(NamedTuple):
    """A deal, or a file, that was refused.

    Attributes:
        line: the line in the file where the problem, or the deal with it, begins; 0 for the whole file.
        error: what is wrong.
    """

    line: int
    error: HistoryError

    @property
    def file(self) -> str:
        """The file."""
        return self.error.file

    @property
    def reason(self) -> str:
        """The reason, without the place."""
        return self.error.problem


def find_files(paths: Iterable[Path]) -> Iterator[Path | RefusedHand]:
    """Yield the files of histories among files and folders, those of a folder and all folders below it by name.

    Args:
        paths: files of any name, and folders.

    Yields:
        The files; of a folder those that end in `.phh`, `.phhs` and `.ohh`, and text of PokerStars in `.txt`.
    """
    for path in paths:
        if path.is_dir():
            yield from _files_in(path)
        else:
            yield path


def cut_file(path: Path) -> Iterator[HandText | RefusedHand]:
    """Yield the texts of a file's deals, or why they cannot be read, one after the other."""
    try:
        with path.open("rb") as file:
            yield from _Cutter(str(path), file).cut()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "cannot be read"
        yield RefusedHand(0, HistoryError(reason, str(path)))


def count_deals(path: Path) -> int:
    """Return about how many deals a file has, at least 1; for a progress bar."""
    deals = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE):
                deals += line.startswith(b"{") or bool(_HEADING.match(line) or _STARS.match(line))
    except (OSError, ValueError):
        pass  # whoever reads it says why it cannot be read
    return max(1, deals)


def _files_in(folder: Path) -> Iterator[Path | RefusedHand]:
    unreadable: list[OSError] = []
    found = False
    for below, folders, names in os.walk(folder, onerror=unreadable.append):
        folders.sort()
        for name in sorted(names):
            path = Path(below, name)
            if name.endswith(SUFFIXES) or (name.endswith(TEXT_SUFFIX) and _is_stars(path)):
                found = True
                yield path
    for error in unreadable:
        yield RefusedHand(0, HistoryError(error.strerror or "cannot be read", str(error.filename)))
    if not found and not unreadable:
        yield RefusedHand(0, HistoryError("no .phh or .phhs file in this folder", str(folder)))


def _is_stars(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return _STARS.match(file.read(LONGEST_LINE).removeprefix(_BYTE_ORDER_MARK)) is not None
    except (OSError, ValueError):
        return False


class _Cutter:
    """Cuts one file."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        self._name = name
        self._file = file
        self._number = 0
        self._lines: list[bytes] = []
        self._first = 1
        self._size = 0
        self._deal = 0
        self._form = Form.PHH
        self._sections = 0
        self._has_deals = False

    def cut(self) -> Iterator[HandText | RefusedHand]:
        """Yield the deals."""
        for line in self._read_lines():
            if line is None:
                self._has_deals = True
                yield from self._finish()
                problem = f"longer than {LONGEST_LINE >> 10} KB: the rest of the file is not read"
                yield self._refuse(problem, self._number)
                return
            if self._begins(line):
                yield from self._finish()
                self._begin(line)
            else:
                self._add(line)
        yield from self._finish()
        if not self._has_deals:
            yield RefusedHand(0, HistoryError("no deal in it", self._name))

    def _read_lines(self) -> Iterator[bytes | None]:
        """Yield the lines; None for one that is too long."""
        while line := self._file.readline(LONGEST_LINE + 1):
            self._number += 1
            if self._number == 1:
                line = line.removeprefix(_BYTE_ORDER_MARK)
            if len(line.rstrip(b"\r\n")) > LONGEST_LINE - 1 and not line.endswith(b"\n"):
                yield None
                return
            yield line

    def _begins(self, line: bytes) -> bool:
        """Return whether a line begins the next deal."""
        if _STARS_HEADER.match(line) and not (self._form is Form.PHH and self._has_content()):
            return True
        if line.startswith(b"{") and (self._form is Form.OHH or (self._form is Form.PHH and not self._has_content())):
            return True
        if self._form is not Form.PHH or not line.startswith(b"["):
            return False
        # A file of one deal may have sections of its own; only its fields are read.
        return _HEADING.match(line) is not None and (self._deal > 0 or not self._has_content())

    def _begin(self, line: bytes) -> None:
        heading = _HEADING.match(line)
        self._lines, self._size, self._first = [], 0, self._number
        if heading is None:
            self._form = Form.OHH if line.startswith(b"{") else Form.POKERSTARS
            self._add(line)
            return
        self._sections += 1
        key = next(group for group in heading.groups() if group is not None)
        self._deal = int(key) if key.isdigit() and len(key) < 10 and int(key) else self._sections

    def _add(self, line: bytes) -> None:
        self._size += len(line)
        if self._size <= LONGEST_DEAL:
            self._lines.append(line)

    def _has_content(self) -> bool:
        return any(not line.lstrip(b" \t").startswith(_COMMENT) for line in self._lines)

    def _finish(self) -> Iterator[HandText | RefusedHand]:
        """Yield the deal that has ended."""
        if not self._deal and self._form is Form.PHH and not self._has_content():
            return
        self._has_deals = True
        if self._size > LONGEST_DEAL:
            yield self._refuse(f"a deal of more than {LONGEST_DEAL >> 20} MB", self._first)
            return
        data = b"".join(self._lines)
        try:
            yield HandText(self._form, self._name, self._first, self._deal, data.decode())
        except UnicodeDecodeError as error:
            before = data[: error.start]
            line = self._first + before.count(b"\n") + (self._deal > 0)
            column = error.start - before.rfind(b"\n") - 1
            yield self._refuse(f"not UTF-8 at byte {column}", line)

    def _refuse(self, problem: str, line: int) -> RefusedHand:
        return RefusedHand(line, HistoryError(problem, self._name, self._deal, line=line))
