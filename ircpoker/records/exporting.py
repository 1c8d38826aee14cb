"""Deals in the forms of an export: which deals, for which reader, under which numbers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from hashlib import blake2b

from msgspec import Struct, field, structs

from ircpoker.records.facts import to_eastern
from ircpoker.records.forms import ExportOptions, writer_of
from ircpoker.records.phh.normal_form import write_phh
from ircpoker.records.played import OWNER, HandReader, PlayedHand, plain_name
from ircpoker.records.pokerstars.writing import MOST_DIGITS
from ircpoker.table import DealSeat, Game

_NUMBERS = 10**MOST_DIGITS


class Exporter(Struct):
    """Writes deals in one form.

    Attributes:
        form: one of `FORMS`.
        player: the name of the player for whom deals are written, and who played all of them; empty for the public.
        currency: the code of a currency for play money; empty to leave it play money.
        since: the first day, in New York; None for all.
        game: the game; None for all.
        written: how many deals were written.
    """

    form: str
    player: str = ""
    currency: str = ""
    since: date | None = None
    game: Game | None = None
    written: int = 0
    doubles: int = 0
    _numbers: set[int] = field(default_factory=set)
    _texts: set[int] = field(default_factory=set)

    def text(self, hand: PlayedHand, reader: DealSeat | None = None) -> str:
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
        number = self._number(hand)
        if number is None:
            self.doubles += 1
            return ""
        hand = replace(hand, facts=structs.replace(hand.facts, number=number))
        text = writer_of(self.form)(hand, HandReader(reader), ExportOptions(self.currency, self.written + 1))
        self.written += 1
        return text

    def _number(self, hand: PlayedHand) -> int | None:
        """Return a number of at most 12 digits that no other deal of the export has; None for one that was there.

        A deal keeps its own number. One without a number, or whose number is taken, gets a number that follows from its
        text, so that it is the same at each export.
        """
        text = write_phh(hand, OWNER).encode(errors="replace")
        digest = int.from_bytes(blake2b(text, digest_size=8).digest())
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

    def _is_wanted(self, hand: PlayedHand) -> bool:
        if self.game is not None and hand.game != self.game:
            return False
        moment = hand.facts.played_at
        return self.since is None or (moment is not None and to_eastern(moment).date() >= self.since)


def seat_called(hand: PlayedHand, name: str) -> DealSeat | None:
    """Return the seat of the player with a name, in any case of letters; None if there is none or more than one."""
    wanted = plain_name(name).casefold()
    seats = [seat for seat in hand.by_deal if plain_name(hand.names[seat]).casefold() == wanted]
    return seats[0] if len(seats) == 1 else None
