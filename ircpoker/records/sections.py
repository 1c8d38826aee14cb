"""Cuts files of histories into the texts of single deals, without reading a file or a long line whole.

The form of a file is decided by its deals: a text room's deal begins with the line that names the room, Open Hand
History with a brace and has "ohh", the log of PokerNow begins with its columns, and PHH, the Poker Hand History format,
with a section or a field. What comes before the first deal, such as the head of a mailed transcript, is no part of it.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ircpoker.errors import HistoryError

LONGEST_LINE = 64 * 1024
"""In bytes: a file with a longer line is read up to it."""
LONGEST_DEAL = 1024 * 1024
"""In bytes."""
SUFFIXES = (".phh", ".phhs", ".ohh", ".txt", ".csv")
"""The names of files that are read in folders."""
LONGEST_NUMBER = 40
_BLOCK = 4 * LONGEST_LINE
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HEADING = re.compile(rb"\[(?:\"([^\"]+)\"|'([^']+)'|([\w-]+))\][ \t]*(?:#[ \t]*([^\r\n]*))?\r?\n?", re.ASCII)
_FIELD = re.compile(rb"[ \t]*[\w\"'-]+(?:\.[\w\"'-]+)*[ \t]*=", re.ASCII)
_COMMENT = (b"#", b"\n", b"\r")
_COLUMNS = b"entry,at,order"
_FULL_BLIND = re.compile(rb'" posts a (small|big) blind of ([\d.,]{1,20})"')
_HAND_OF_LOG = b"-- starting hand #"


class Form(Enum):
    """The form of a deal's text."""

    PHH = "PHH"
    POKERSTARS = "PokerStars"
    OHH = "Open Hand History"
    GGPOKER = "GGPoker"
    WINAMAX = "Winamax"
    POKERNOW = "PokerNow"


_ROOMS = {
    b"PokerStars": (Form.POKERSTARS, re.compile(rb"PokerStars (?!Tournament #)(?:\w+ ){0,3}#\d")),
    b"Poker Hand": (Form.GGPOKER, re.compile(rb"Poker Hand #[A-Z]{0,4}\d")),
    b"Winamax Po": (Form.WINAMAX, re.compile(rb"Winamax Poker - .*HandId:")),
}
"""The forms of texts and how a deal begins, by the first ten bytes of its line."""
_LEAD = re.compile(rb"[ \t]*(?:\xef\xbb\xbf)?")
_CANDIDATE = re.compile(rb"\n(?=[ \t\xef]*(?:\xbb\xbf)?(?:PokerStars |Poker Hand #|Winamax Poker - |\{|\[))")
"""The end of the line before one that may begin a deal."""


class HandText(NamedTuple):
    """The text of one deal.

    Attributes:
        form: its form.
        file: the file's name, for messages.
        line: the number of its first line.
        deal: the number of its section in PHH; 0 if it has none.
        text: the text; of PHH without the section's heading.
        context: what the file says beside the deal: the comment in the heading of a section, or the blinds of the log.
    """

    form: Form
    file: str
    line: int
    deal: int
    text: str
    context: str = ""


class RefusedHand(NamedTuple):
    """A deal, or a file, that was refused.

    Attributes:
        line: the line in the file where the problem, or the deal with it, begins; 0 for the whole file.
        error: what is wrong.
    """

    line: int
    error: HistoryError

    @property
    def reason(self) -> str:
        """The reason, without the place."""
        return self.error.problem


def find_files(paths: Iterable[Path]) -> Iterator[Path | RefusedHand]:
    """Yield the files of histories among files and folders, those of a folder and all folders below it by name.

    Args:
        paths: files of any name, and folders.

    Yields:
        The files; of a folder those whose names end in one of `SUFFIXES`.
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
            for block in iter(lambda: file.read(_BLOCK), b""):
                deals += len(_CANDIDATE.findall(b"\n" + block)) + block.count(_HAND_OF_LOG)
    except (OSError, ValueError):
        pass  # whoever reads it says why it cannot be read
    return max(1, deals)


def _files_in(folder: Path) -> Iterator[Path | RefusedHand]:
    unreadable: list[OSError] = []
    found = False
    for below, folders, names in os.walk(folder, onerror=unreadable.append):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(SUFFIXES):
                found = True
                yield Path(below, name)
    for error in unreadable:
        yield RefusedHand(0, HistoryError(error.strerror or "cannot be read", str(error.filename)))
    if not found and not unreadable:
        yield RefusedHand(0, HistoryError(f"no {', '.join(SUFFIXES)} file in this folder", str(folder)))


class _Cutter:
    """Cuts one file."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        self._name = name
        self._file = file
        self._parts: list[bytes] = []
        self._first = 1
        self._size = 0
        self._deal = 0
        self._context = ""
        self._form = Form.PHH
        self._sections = 0
        self._has_deals = False
        self._is_backwards = True
        """Whether the log of PokerNow has its newest line first."""
        self._blinds: dict[str, str] = {}
        """The last blinds that were paid in full in this log."""

    def cut(self) -> Iterator[HandText | RefusedHand]:
        """Yield the deals."""
        for line, part in self._read_parts():
            if part is None:
                self._has_deals = True
                yield from self._finish()
                yield self._refuse(f"longer than {LONGEST_LINE >> 10} KB: the rest of the file is not read", line)
                return
            if line == 1 and part.startswith(_COLUMNS):
                self._form = Form.POKERNOW
            if self._form is Form.POKERNOW:
                yield from self._cut_log(line, part)
            elif self._begins(part):
                yield from self._finish()
                self._begin(line, part)
            else:
                self._add(part)
        yield from self._finish()
        if not self._has_deals:
            yield RefusedHand(0, HistoryError("no deal in it", self._name))

    def _read_blocks(self) -> Iterator[bytes]:
        """Yield the file in blocks; UTF-16 as UTF-8."""
        block = self._file.read(_BLOCK).removeprefix(_BYTE_ORDER_MARK)
        is_wide = block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or block[1:4:2] == b"\0\0"
        decoder = codecs.getincrementaldecoder("utf-16" if block[1:2] != b"\0" else "utf-16-le")("replace")
        while block:
            yield decoder.decode(block).encode(errors="replace") if is_wide else block
            block = self._file.read(_BLOCK)

    def _read_parts(self) -> Iterator[tuple[int, bytes | None]]:
        """Yield parts of the file that begin where a deal may begin, with their first lines; None for a long line."""
        line, rest = 1, b""
        for block in self._read_blocks():
            lines, end, rest = (rest + block).rpartition(b"\n")
            start, data = 0, lines + end
            ends = [found.start() + 1 for found in _CANDIDATE.finditer(data)] if data else []
            # The last line of the block is complete, but the next one may begin a deal, too.
            for stop in [*ends, len(data)]:
                part = data[start:stop]
                if len(part) > LONGEST_LINE:
                    before, is_long = _until_long_line(part)
                    if is_long:
                        if before:
                            yield line, before
                        yield line + before.count(b"\n"), None
                        return
                if part:
                    yield line, part
                    line += part.count(b"\n")
                start = stop
            if len(rest) >= LONGEST_LINE:
                yield line, None
                return
        if rest:
            yield line, rest

    def _begins(self, part: bytes) -> bool:
        """Return whether a part begins the next deal."""
        start, room = _room_of(part)
        if room is not None and room[1].match(part, start):
            return not (self._form is Form.PHH and self._is_phh())
        if part.startswith(b"{"):
            return self._form is Form.OHH or (self._form is Form.PHH and b'"ohh"' in part and not self._is_phh())
        if self._form is not Form.PHH or not part.startswith(b"["):
            return False
        # A file of one deal may have sections of its own; only its fields are read.
        return _HEADING.match(part) is not None and (self._deal > 0 or not self._is_phh())

    def _begin(self, line: int, part: bytes) -> None:
        self._parts, self._size, self._first, self._context = [], 0, line, ""
        heading = _HEADING.match(part) if part.startswith(b"[") else None
        if heading is None:
            start, room = _room_of(part)
            self._form = room[0] if room is not None else Form.OHH
            self._add(part[start:] if room is not None else part)
            return
        self._sections += 1
        *names, context = heading.groups()
        key = next(name for name in names if name is not None)
        self._deal = int(key) if key.isdigit() and len(key) < 10 and int(key) else self._sections
        self._context = (context or b"").decode(errors="replace").strip()
        self._add(part[heading.end() :])

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        if self._size <= LONGEST_DEAL:
            self._parts.append(part)

    def _is_phh(self) -> bool:
        """Return whether what was read since the last deal is PHH: its first line with content is a field."""
        if self._deal:
            return True
        for part in self._parts:
            for line in part.split(b"\n"):
                if line.strip() and not line.lstrip(b" \t").startswith(_COMMENT):
                    return _FIELD.match(line) is not None
        return False

    def _cut_log(self, line: int, part: bytes) -> Iterator[HandText | RefusedHand]:
        """Cut the log of PokerNow. Its newest line is usually the first: then a deal ends in the line of its start."""
        rows = part.splitlines(keepends=True)
        if line == 1:
            self._is_backwards, line = _order_of(rows[1:2]) >= _order_of(rows[-1:]), 2
            del rows[0]
            self._first = line
        for number, row in enumerate(rows, line):
            is_start = _HAND_OF_LOG in row
            if is_start and not self._is_backwards:
                yield from self._finish()
                self._parts, self._size, self._first = [], 0, number
            if blind := _FULL_BLIND.search(row):
                self._blinds[blind[1].decode()] = blind[2].decode()
            self._add(row)
            if is_start and self._is_backwards:
                yield from self._finish()
                self._parts, self._size, self._first = [], 0, number + 1

    def _finish(self) -> Iterator[HandText | RefusedHand]:
        """Yield the deal that has ended."""
        if self._form is Form.PHH and not self._is_phh():
            return
        data = b"".join(self._parts)
        if self._form is Form.POKERNOW and _HAND_OF_LOG not in data and self._size <= LONGEST_DEAL:
            return
        self._has_deals = True
        if self._size > LONGEST_DEAL:
            yield self._refuse(f"a deal of more than {LONGEST_DEAL >> 20} MB", self._first)
            return
        context = self._context
        if self._form is Form.POKERNOW:
            context = " ".join([self._blinds.get(kind, "0") for kind in ("small", "big")])
        try:
            yield HandText(self._form, self._name, self._first, self._deal, self._decode(data), context)
        except UnicodeDecodeError as error:
            before = data[: error.start]
            line = self._first + before.count(b"\n") + (self._form is Form.PHH and self._deal > 0)
            column = error.start - before.rfind(b"\n") - 1
            yield self._refuse(f"not UTF-8 at byte {column}", line)

    def _decode(self, data: bytes) -> str:
        """Return a text: the texts of rooms may be in the encoding of old Windows, too."""
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            if self._form in {Form.PHH, Form.OHH}:
                raise
            try:
                return data.decode("cp1252")
            except UnicodeDecodeError:
                raise error from None

    def _refuse(self, problem: str, line: int) -> RefusedHand:
        return RefusedHand(line, HistoryError(problem, self._name, self._deal, line=line))


def _room_of(part: bytes) -> tuple[int, tuple[Form, re.Pattern[bytes]] | None]:
    """Return where the first line of a part begins, and its form and pattern in `_ROOMS`."""
    lead = _LEAD.match(part)
    start = lead.end() if lead else 0
    return start, _ROOMS.get(part[start : start + 10])


def _order_of(rows: list[bytes]) -> int:
    """Return the place of a row in the log of PokerNow, which is in its last column."""
    order = b"".join(rows).strip().rpartition(b",")[2]
    return int(order) if order.isdigit() and len(order) < LONGEST_NUMBER else 0


def _until_long_line(part: bytes) -> tuple[bytes, bool]:
    """Return what comes before a line that is too long, and whether there is one."""
    start = 0
    while (end := part.find(b"\n", start)) >= 0:
        if end - start >= LONGEST_LINE:
            return part[:start], True
        start = end + 1
    return part[:start], len(part) - start >= LONGEST_LINE
