"""Reads files of histories in any form as deals replayed by the rules, or the reasons why they are refused.

Deals are read one by one: a file may be larger than the memory.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cards import CARDS
from ircpoker.errors import HistoryError
from ircpoker.records.ohh.reading import OhhReader
from ircpoker.records.phh import read_deal, replay_history
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.pokerstars.checks import replay_lines, replay_stars
from ircpoker.records.sections import Form, HandText, RefusedHand, cut_file, find_files
from ircpoker.records.view import HandView

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ircpoker.cards import Card
    from ircpoker.records.phh import HandFacts, HandHistory, Replay
    from ircpoker.table import Deal

_CARDS = {str(card): card for card in CARDS}
_CARD = re.compile("[2-9TJQKA][cdhs]")


class RecordedHand(NamedTuple):
    """A deal of a file, replayed.

    Attributes:
        replay: the history, and the deal as the rules played it; its cards that the file does not name are any others.
        line: the line where it begins in the file.
        known: the cards that the file names: no other card of the deal may be shown.
    """

    replay: Replay
    line: int
    known: frozenset[Card]

    @property
    def history(self) -> HandHistory:
        """The history as read."""
        return self.replay.history

    @property
    def deal(self) -> Deal:
        """The finished deal; its amounts are in units of `history.decimals` decimals."""
        return self.replay.deal

    @property
    def facts(self) -> HandFacts:
        """When and where it was played."""
        return self.replay.history.facts

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by the deal's seats; `p1`, `p2` … if the file has none."""
        return names_of(self.replay.history)


def read_hands(paths: Iterable[Path]) -> Iterator[RecordedHand | RefusedHand]:
    """Read files of histories, and replay their deals.

    Args:
        paths: files of any form, and folders, whose `.phh`, `.phhs`, `.ohh` and PokerStars `.txt` files are read.

    Yields:
        Each deal, or why it, or the rest of its file, is refused.
    """
    for found in find_files(paths):
        if isinstance(found, RefusedHand):
            yield found
        else:
            yield from read_file(found)


def read_file(path: Path) -> Iterator[RecordedHand | RefusedHand]:
    """Yield the deals of a file, replayed, or why they are refused."""
    for found in cut_file(path):
        yield found if isinstance(found, RefusedHand) else read_text(found)


def read_text(text: HandText) -> RecordedHand | RefusedHand:
    """Return the deal of a text, replayed, or why it is refused."""
    try:
        if text.form is Form.POKERSTARS:
            replay = replay_stars(text)
        elif text.form is Form.OHH:
            replay = replay_lines(OhhReader(text).read(), text.line)
        else:
            replay = replay_history(read_deal(text.text, text.file, text.deal))
        return RecordedHand(replay, text.line, known_cards(replay.history))
    except HistoryError as error:
        line = error.line or _line_of_field(text, error.field)
        return RefusedHand(line, HistoryError(error.problem, error.file, error.deal, error.field, line))


def _line_of_field(text: HandText, field: str) -> int:
    """Return the line of a field of PHH, or of its deal; 0 for a deal of no file."""
    name = re.escape(field.partition("[")[0])
    found = re.search(rf"^[ \t]*{name}[ \t]*=", text.text, re.MULTILINE) if name and text.line else None
    # The heading of a section is not in its text.
    return text.line + text.text.count("\n", 0, found.start()) + (text.deal > 0) if found else text.line


def normal_text(hand: RecordedHand) -> str:
    """Return a deal as PHH in the normal form, with all cards that its file names, after it was read back as the same.

    Raises:
        HistoryError: what is written would be read as another deal.
    """
    text = write_phh(HandView(hand, hand.facts.number, shows_all=True))
    history = hand.history
    back = read_text(HandText(Form.PHH, history.file, hand.line, history.deal, text))
    if isinstance(back, RefusedHand):
        problem = f": {back.reason}"
    else:
        is_same = back.replay.finishing_stacks == hand.replay.finishing_stacks
        if is_same and write_phh(HandView(back, back.facts.number, shows_all=True)) == text:
            return text
        problem = ""
    raise HistoryError(f"its PHH is not the same deal{problem}", history.file, history.deal, line=hand.line)


def names_of(history: HandHistory) -> tuple[str, ...]:
    """Return the names of the players of a history; `p1`, `p2` … if it has none."""
    count = len(history.stacks)
    return history.players if len(history.players) == count else tuple([f"p{seat}" for seat in range(1, count + 1)])


def known_cards(history: HandHistory) -> frozenset[Card]:
    """Return the cards that a history names."""
    actions = [action.partition("#")[0] for action in history.actions]
    names = {card for action in actions for card in _CARD.findall(action)}
    return frozenset([_CARDS[name] for name in names])
