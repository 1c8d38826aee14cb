"""A spot after the flop: the board, the ranges of both players, the chips and sizes, and the rake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from ircpoker.cards import CARDS, format_cards, parse_cards
from ircpoker.equity.range_counts import combination_number
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import CardCountError, SetupError, UsageError
from ircpoker.postflop.engine.engine import NO_CAP, Floats32, Rake
from ircpoker.postflop.engine.solving import disjoint
from ircpoker.postflop.sizes import PLAYERS, parse_sizes
from ircpoker.postflop.tree import TreeSetup

HANDS = 1326
LONGEST_RANGE = 20_000
_BOARD_SIZES = range(3, 6)


@dataclass(frozen=True)
class PostflopSpot:
    """What is solved; `make_spot` makes one.

    Attributes:
        board: card codes.
        ranges: of both players as text, that of the one out of position first.
        setup: the chips and the sizes.
        rake: what nobody wins.
        weights: the weight of each hand, [player][hand]; 0 for hands that share a card with the board.
    """

    board: bytes
    ranges: tuple[str, str]
    setup: TreeSetup
    rake: Rake
    weights: Floats32 = field(compare=False)

    @property
    def street(self) -> int:
        """0 for the flop, 1 for the turn, 2 for the river."""
        return len(self.board) - _BOARD_SIZES[0]

    @property
    def board_text(self) -> str:
        """The board as text."""
        return format_cards([CARDS[code] for code in self.board])

    def as_data(self) -> dict[str, Any]:
        """Return what `from_data` reads, as data for JSON."""
        setup = self.setup
        return {
            "board": self.board_text,
            "ranges": list(self.ranges),
            "pot": setup.pot,
            "stack": setup.stack,
            "bets": str(setup.bets),
            "raises": str(setup.raises),
            "donks": None if setup.donks is None else str(setup.donks),
            "all_in": str(setup.all_in),
            "rake": list(self.rake),
        }


def from_data(data: Mapping[str, Any]) -> PostflopSpot:
    """Return a spot from the data of `as_data`.

    Raises:
        PokerError: a value is impossible.
        KeyError: one is missing.
        TypeError: one has the wrong type.
        ValueError: one is no number.
    """
    donks = data["donks"]
    setup = TreeSetup(
        int(data["pot"]),
        int(data["stack"]),
        parse_sizes(data["bets"], "bets"),
        parse_sizes(data["raises"], "raises"),
        None if donks is None else parse_sizes(donks, "donks"),
        Fraction(data["all_in"]),
    )
    first, second = data["ranges"]
    rate, cap = map(float, data["rake"])
    return make_spot(data["board"], (first, second), setup, Rake(rate, cap))


def make_spot(board: str, ranges: Sequence[str], setup: TreeSetup, rake: Rake | None = None) -> PostflopSpot:
    """Return a spot.

    Args:
        board: three to five cards.
        ranges: of the player out of position, and of the one in position, as `parse_range` reads them.
        setup: the chips and the sizes.
        rake: what nobody wins; None for nothing.

    Raises:
        NotUnderstoodError: the board or a range cannot be read.
        CardCountError: the board has too few or too many cards.
        SetupError: the ranges cannot both be.
        UsageError: the rake is impossible, or there are not two ranges.
    """
    cards = parse_cards(board)
    if len(cards) not in _BOARD_SIZES:
        raise CardCountError(len(cards), "3 to 5 for the board")
    codes = bytes(map(int, cards))
    if len(ranges) != len(PLAYERS):
        raise UsageError(f"{len(ranges)} ranges: expected two")
    weights = np.stack([_weights(text, codes) for text in ranges])
    if not (weights[0] * disjoint(weights[1])).sum() > 0:
        raise SetupError("ranges", "no two hands of them can be dealt together on this board")
    rake = rake or Rake()
    if not 0 <= rake.rate < 1:
        raise UsageError("rake: expected a percentage from 0 to below 100%")
    if not 0 <= rake.cap <= NO_CAP:
        raise UsageError("cap of the rake: expected chips")
    first, second = (parse_range(text).text for text in ranges)
    return PostflopSpot(codes, (first, second), setup, rake, weights)


def _weights(text: str, board: bytes) -> Floats32:
    if len(text) > LONGEST_RANGE:
        raise UsageError(f"a range of {len(text)} characters: expected at most {LONGEST_RANGE}")
    hands = parse_range(text).without(board)
    weights = np.zeros(HANDS, np.float32)
    for hand, weight in hands.weights.items():
        weights[combination_number(hand[0], hand[1])] = float(weight * hands.unit)
    return weights
