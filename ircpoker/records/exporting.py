"""Deals in the forms of an export: which deals, for which reader, under which numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING

from ircpoker.records.ohh.writing import write_ohh
from ircpoker.records.phh.facts import to_eastern
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.pokerstars.writing import MOST_DIGITS, write_pokerstars
from ircpoker.records.view import HandView, plain_name

if TYPE_CHECKING:
    from datetime import date

    from ircpoker.records.reading import RecordedHand
    from ircpoker.table import DealSeat, Game

_NUMBERS = 10**MOST_DIGITS


class ExportForm(StrEnum):
    """The forms of an export."""

    PHH = "phh"
    POKERSTARS = "pokerstars"
    OHH = "ohh"


class HandNumbers:
    """Gives each deal a number of at most 12 digits that no other deal of an export has.

    A deal keeps its own number. One without a number, or whose number is taken, gets a number that follows from its
    text, so that it is the same at each export.
    """

    def __init__(self) -> None:
        self._numbers: set[int] = set()
        self._texts: set[int] = set()

    def number(self, hand: RecordedHand) -> int | None:
        """Return the number of a deal; None for a deal that was there before."""
        digest = _digest(write_phh(HandView(hand, hand.facts.number, None, shows_all=True)))
        if digest in self._texts:
            return None
        self._texts.add(digest)
        number = hand.facts.number
        if not 0 < number < _NUMBERS or number in self._numbers:
            number = digest % _NUMBERS
            while not number or number in self._numbers:
                number = (number + 1) % _NUMBERS
        self._numbers.add(number)
        return number


@dataclass
class Exporter:
    """Writes deals in one form.

    Attributes:
        form: the form.
        player: the name of the player for whom deals are written, and who played all of them; empty for the public.
        currency: the code of a currency for play money; empty to leave it play money.
        since: the first day, in New York; None for all.
        game: the game; None for all.
        written: how many deals were written.
    """

    form: ExportForm
    player: str = ""
    currency: str = ""
    since: date | None = None
    game: Game | None = None
    written: int = 0
    doubles: int = 0
    _numbers: HandNumbers = field(default_factory=HandNumbers)

    def text(self, hand: RecordedHand, reader: DealSeat | None = None) -> str:
        """Return a deal in the form of the export; empty for one that it leaves out.

        Args:
            hand: the deal.
            reader: the seat of the player for whom it is written; without it the player is found by name.

        Raises:
            HistoryError: the form cannot carry the deal.
        """
        if reader is None and self.player:
            reader = seat_called(hand, self.player)
            if reader is None:
                return ""
        if not self._is_wanted(hand):
            return ""
        number = self._numbers.number(hand)
        if number is None:
            self.doubles += 1
            return ""
        view = HandView(hand, number, reader)
        if self.form is ExportForm.POKERSTARS:
            text = write_pokerstars(view, self.currency)
        elif self.form is ExportForm.OHH:
            text = write_ohh(view, self.currency)
        else:
            text = f"[{self.written + 1}]\n{write_phh(view)}\n"
        self.written += 1
        return text

    def _is_wanted(self, hand: RecordedHand) -> bool:
        if self.game is not None and hand.history.game != self.game:
            return False
        moment = hand.facts.played_at
        return self.since is None or (moment is not None and to_eastern(moment).date() >= self.since)


def seat_called(hand: RecordedHand, name: str) -> DealSeat | None:
    """Return the seat of the player with a name, in any case of letters; None if there is none or more than one."""
    wanted = plain_name(name).casefold()
    seats = [seat for seat, each in zip(sorted(HandView(hand, 0).order), hand.names, strict=True)
             if plain_name(each).casefold() == wanted]  # fmt: skip
    return seats[0] if len(seats) == 1 else None


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(errors="replace"), digest_size=8).digest())
