"""What is assumed of the others: what they hold after all that they did, and how they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.all_hands import HANDS
from ircpoker.study.boards import strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ircpoker.study.rollouts import Values


class Assumption(NamedTuple):
    """How the others play.

    Attributes:
        bets: in this part of their bets and raises they do anything instead of what the judge does.
        calls: the same for their checks and calls.
        strong: after the flop they bet and raise only hands that beat this part of all others on average.
        others_call: whether they only check and call from now on.
    """

    bets: float
    calls: float
    strong: float = 0.0
    others_call: bool = False


DOUBTS = (Assumption(0.02, 0.02), Assumption(0.0, 0.0), Assumption(0.1, 0.1))
"""The others play like the judge, more or less."""
CALLERS = (Assumption(0.02, 0.02, others_call=True), Assumption(0.02, 0.5, 0.7, others_call=True))
"""They only pay from now on; and they have always paid too often, and bet with strong hands alone."""
ASSUMPTIONS = (*DOUBTS, *CALLERS)
"""An error after the flop is one with each of these; the others would see to it that most of the rest cost nothing."""


class SeenAction(NamedTuple):
    """What another seat did.

    Attributes:
        seat: the seat.
        chances: how often the judge does so with each hand, [hand].
        is_wager: whether it bet or raised.
        board: the board then.
    """

    seat: int
    chances: NDArray[np.floating]
    is_wager: bool
    board: bytes


def ranges_after(seen: Sequence[SeenAction], assumed: Assumption, seats: int, board: bytes) -> Values:
    """Return how likely each hand of each seat is, [seat][hand].

    Args:
        seen: what the others did, in order.
        assumed: how they play.
        seats: the number of seats.
        board: the board now.
    """
    ranges = np.ones((seats, HANDS))
    ranges[:, np.isin(hand_pairs(), list(board)).any(axis=1)] = 0
    for each in seen:
        doubt = assumed.bets if each.is_wager else assumed.calls
        ranges[each.seat] *= (1 - doubt) * each.chances + doubt
        if each.is_wager and assumed.strong and each.board:
            ranges[each.seat] *= strengths(each.board) >= assumed.strong
    return ranges
