"""Amounts as players type them: `40`, `1k`, `min`, `half`, `pot`, `max`, `50%`, `2/3`, `2x`, `3bb`, `+40`.

The chips that `pot` stands for depend on the turn, so a queued amount is computed when the turn comes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from ircpoker.table.deal import Deal
from ircpoker.table.seat_numbers import DealSeat

_NUMBER = re.compile(r"(?P<sign>\+?)(?P<number>[0-9]{1,15}(?:\.[0-9]{1,3})?)(?P<unit>k|x|bb|%|)", re.ASCII)
_SHARE = re.compile(r"([1-9])/([1-9])", re.ASCII)
_AROUND = " $€£!?.,"
_MOST = 10**15


class Unit(Enum):
    """The unit of an amount."""

    CHIPS = "chips"
    ABOVE = "chips above the bet to match"
    BETS = "bets to match"
    BLINDS = "big blinds"
    POTS = "pots, after calling"
    LEAST = "the least that is legal"
    MOST = "the most that is legal"


@dataclass(frozen=True, slots=True)
class Amount:
    """The amount of a bet or raise, as a player gave it.

    Attributes:
        unit: the unit.
        number: the number of units.
        text: the amount as the player typed it.
    """

    unit: Unit
    number: Fraction
    text: str

    def __str__(self) -> str:
        return self.text

    def chips(self, deal: Deal, seat: DealSeat, legal: range) -> int:
        """Return the amount in chips.

        Args:
            deal: the deal.
            seat: the seat whose turn it is.
            legal: the legal amounts.

        Returns:
            The chips, rounded down. A share of the pot becomes the nearest legal amount; others may be illegal.
        """
        to_match = deal.bet_to_match
        if self.unit is Unit.CHIPS:
            return int(self.number)
        if self.unit is Unit.ABOVE:
            return to_match + int(self.number)
        if self.unit is Unit.BETS:
            return int(to_match * self.number)
        if self.unit is Unit.BLINDS:
            return int(max(deal.setup.blinds, default=0) * self.number)
        if self.unit is Unit.POTS:
            pot = deal.pot + max(0, to_match - deal.bets[seat])
            return min(max(to_match + int(pot * self.number), legal[0]), legal[-1])
        return legal[0] if self.unit is Unit.LEAST else legal[-1]


_WORDS = {
    "min": (Unit.LEAST, Fraction(1)),
    "minimum": (Unit.LEAST, Fraction(1)),
    "half": (Unit.POTS, Fraction(1, 2)),
    "third": (Unit.POTS, Fraction(1, 3)),
    "quarter": (Unit.POTS, Fraction(1, 4)),
    "pot": (Unit.POTS, Fraction(1)),
    "max": (Unit.MOST, Fraction(1)),
    "maximum": (Unit.MOST, Fraction(1)),
    "all": (Unit.MOST, Fraction(1)),
}
_UNITS = {
    "x": (Unit.BETS, Fraction(1)),
    "bb": (Unit.BLINDS, Fraction(1)),
    "%": (Unit.POTS, Fraction(1, 100)),
}
_SHORT = {
    "everything": "all",
    "double": "2x",
    "all in": "all",
    "all-in": "all",
    "allin": "all",
}


def parse_amount(text: str) -> Amount | None:
    """Read an amount.

    Args:
        text: such as `40`, `to 40`, `$40`, `1k`, `by 40`, `40 more`, `+40`, `2x`, `3bb`, `half pot`, `50%`, `all in`.

    Returns:
        The amount; None if the text is not an amount.

    Examples:
        >>> parse_amount("1.5k"), parse_amount("two")
        (Amount(unit=<Unit.CHIPS: 'chips'>, number=Fraction(1500, 1), text='1.5k'), None)
    """
    phrase = " ".join([word for part in text.lower().split() if (word := part.strip(_AROUND))])
    phrase = phrase.removeprefix("it ").removeprefix("to ").removesuffix(" chips")
    phrase = phrase.removeprefix("the ") if phrase in {"the pot", "the min", "the max"} else phrase
    phrase = phrase.removesuffix(" the pot").removesuffix(" of").removesuffix(" pot")
    for by in ("by ", "another "):
        phrase = f"+{phrase.removeprefix(by).lstrip(_AROUND)}" if phrase.startswith(by) else phrase
    phrase = f"+{phrase.removesuffix(' more').removeprefix('+')}" if phrase.endswith(" more") else phrase
    word = _SHORT.get(phrase, phrase)
    if word in _WORDS:
        return Amount(*_WORDS[word], word)
    if share := _SHARE.fullmatch(phrase):
        return Amount(Unit.POTS, Fraction(int(share[1]), int(share[2])), phrase)
    match = _NUMBER.fullmatch(word)
    if match is None:
        return None
    sign, number, suffix = match.group("sign"), Fraction(match.group("number")), match.group("unit")
    if suffix in _UNITS:
        return None if sign else Amount(_UNITS[suffix][0], number * _UNITS[suffix][1], word)
    number *= 1000 if suffix == "k" else 1
    if number.denominator != 1 or number > _MOST:
        return None
    return Amount(Unit.ABOVE if sign else Unit.CHIPS, number, word)
