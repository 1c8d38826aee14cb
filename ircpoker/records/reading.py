"""Reads files of histories in any form as deals replayed by the rules, or the reasons why they are refused.

Deals are read one by one: a file may be larger than the memory.

The deals that an import has taken in: by which key each is known, and the file of PHH to which they are added.

The file itself says what is in it: the heading of each deal has its key as a comment. So an import that was interrupted
goes on where it stopped, and a deal is not taken in twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

from msgspec import structs

from ircpoker.errors import HistoryError, printable
from ircpoker.records.ohh.reading import OhhReader
from ircpoker.records.phh import read_deal, replay_history
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.phh.replaying import is_played_alike
from ircpoker.records.played import OWNER, PlayedHand
from ircpoker.records.pokerstars.checks import replay_lines, replay_stars
from ircpoker.records.pokerstars.lines import POKERSTARS
from ircpoker.records.rooms.ggpoker import GGPOKER
from ircpoker.records.rooms.pokernow import PokerNowReader
from ircpoker.records.rooms.winamax import WINAMAX
from ircpoker.records.sections import Form, HandText, RefusedHand, cut_file, find_files

ROOMS = {Form.POKERSTARS: POKERSTARS, Form.GGPOKER: GGPOKER, Form.WINAMAX: WINAMAX}
"""The rooms whose texts have the grammar of PokerStars."""


def read_hands(paths: Iterable[Path]) -> Iterator[PlayedHand | RefusedHand]:
    """Read files of histories, and replay their deals.

    Args:
        paths: files of any form, and folders, whose `.phh`, `.phhs`, `.ohh`, `.txt` and `.csv` files are read.

    Yields:
        Each deal, or why it, or the rest of its file, is refused.
    """
    for found in find_files(paths):
        if isinstance(found, RefusedHand):
            yield found
        else:
            yield from read_file(found)


def read_file(path: Path) -> Iterator[PlayedHand | RefusedHand]:
    """Yield the deals of a file, replayed, or why they are refused."""
    for found in cut_file(path):
        yield found if isinstance(found, RefusedHand) else read_text(found)


def read_text(text: HandText) -> PlayedHand | RefusedHand:
    """Return the deal of a text, replayed, or why it is refused."""
    try:
        if text.form in ROOMS:
            return replay_stars(text, ROOMS[text.form])
        if text.form is Form.POKERNOW:
            return replay_lines(PokerNowReader(text).read(), text.line)
        if text.form is Form.OHH:
            return replay_lines(OhhReader(text).read(), text.line)
        return replay_history(read_deal(text.text, text.file, text.deal, text.line + bool(text.deal)), text.line)
    except HistoryError as error:
        line = error.line or _line_of_field(text, error.field)
        return RefusedHand(line, HistoryError(error.problem, error.file, error.deal, error.field, line))


def _line_of_field(text: HandText, field: str) -> int:
    """Return the line of a field of PHH, or of its deal; 0 for a deal of no file."""
    name = re.escape(field.partition("[")[0])
    found = re.search(rf"^[ \t]*{name}[ \t]*=", text.text, re.MULTILINE) if name and text.line else None
    # The heading of a section is not in its text.
    return text.line + text.text.count("\n", 0, found.start()) + (text.deal > 0) if found else text.line


def normal_text(hand: PlayedHand) -> str:
    """Return a deal as PHH in the normal form, with all cards that its file names, after it was read back as the same.

    Raises:
        HistoryError: what is written would be read as another deal.
    """
    text = write_phh(hand, OWNER)
    if _is_read_alike(text, hand):
        return text
    file, section, line = hand.source
    back = read_text(HandText(Form.PHH, file, line, section, text))
    if isinstance(back, RefusedHand):
        problem = f": {back.reason}"
    else:
        if back.finishing_stacks == hand.finishing_stacks and write_phh(back, OWNER) == text:
            return text
        problem = ""
    raise HistoryError(f"its PHH is not the same deal{problem}", file, section, line=line)


def _is_read_alike(text: str, hand: PlayedHand) -> bool:
    """Return whether a text is read as a hand in all that matters, so that it need not be played again."""
    try:
        read = read_deal(text, hand.source.file, hand.source.section)
        numbers, names = tuple([seat.number for seat in hand.seats]), tuple([seat.name for seat in hand.seats])
        known = {"venue": hand.venue, "table": hand.table, "seats": numbers, "seat_count": hand.seat_count}
        facts = structs.replace(hand.facts, **known)
        return read.players == names and read.facts == facts and is_played_alike(read, hand)
    except HistoryError:
        return False


_FEWEST_DIGITS = 8
"""A shorter number counts the deals of one table or one bot: many have it."""
_DIGEST_BYTES = 12
_NUMBER = re.compile(r"[^#]{0,60}#([A-Z]{0,4}\d[\d-]*)")
_NUMBER_OF_LOG = re.compile(r"-- starting hand #\d+ \(id: (\w+)\)")
_NUMBER_OF_OHH = re.compile(r'"game_number"\s*:\s*"?(\d+)')
_NETWORK_OF_OHH = re.compile(r'"network_name"\s*:\s*"([^"\\]{1,40})"')
_HEADING = re.compile(rb"\[(\d+)\] # (.+)\n")


def key_of(text: HandText) -> str:
    """Return the key of a deal: the room and the number there; without a number that is unique, a digest of the text.

    Examples:
        >>> from ircpoker.records.sections import HandText
        >>> key_of(HandText(Form.POKERSTARS, "a.txt", 1, 0, "PokerStars Hand #250000000001:  Hold'em …"))
        'PokerStars 250000000001'
    """
    if text.form is Form.PHH and text.context:
        return text.context
    room, heading = text.form.value, None
    if text.form is Form.OHH:
        network, heading = _NETWORK_OF_OHH.search(text.text), _NUMBER_OF_OHH.search(text.text)
        room = printable(network[1]) if network else room
    elif text.form is Form.POKERNOW:
        heading = _NUMBER_OF_LOG.search(text.text)
    elif text.form is not Form.PHH:
        heading = _NUMBER.match(text.text)
    if heading is not None and len(heading[1]) >= _FEWEST_DIGITS:
        return f"{room} {heading[1]}"
    digest = blake2b(text.text.strip().encode(errors="replace"), digest_size=_DIGEST_BYTES)
    return f"{room} {digest.hexdigest()}"


class ImportedDeals:
    """The deals that were taken in.

    Attributes:
        keys: their keys.
        count: how many the file has.
    """

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.count = 0

    def read(self, path: Path) -> int:
        """Learn what a file of an earlier import has.

        Args:
            path: the file.

        Returns:
            The size of its whole deals: the rest is one that was not written to its end.

        Raises:
            ValueError: it is no file of an import.
            OSError: it cannot be read.
        """
        size = whole = 0
        key = ""
        with path.open("rb") as file:
            for line in file:
                size += len(line)
                if line == b"\n" and key:
                    whole = size
                    self.count += 1
                    self.keys.add(key)
                    key = ""
                elif line.startswith(b"["):
                    heading = _HEADING.fullmatch(line)
                    if heading is None or int(heading[1]) != self.count + 1:
                        if line.endswith(b"\n"):
                            raise ValueError("not written by an import")
                        break
                    key = heading[2].decode(errors="replace")
                elif not key:
                    raise ValueError("not written by an import")
        return whole

    def add(self, key: str, text: str) -> str:
        """Take a deal in.

        Args:
            key: its key.
            text: the deal as PHH.

        Returns:
            What is written of it; empty for one that was there before.
        """
        if key in self.keys:
            return ""
        self.keys.add(key)
        self.count += 1
        return f"[{self.count}] # {key}\n{text}\n"
