"""A robot's loss at limit hold'em: the values of an exact best response, flop by flop.

Unit: thousandths of a big blind per deal, the mean of the two seats. A robot is given as rows of probabilities
by an abstraction, or as a function of street and board; it must not depend on the names of suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from ircpoker.lab.training.learning import Floats
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.all_hands import Buckets

Asked: TypeAlias = "Callable[[int, bytes], tuple[Buckets, Floats, int]]"
"""Street and card codes of the board → class of each hand, rows [block][class][node][action][lane], their number."""
Rows: TypeAlias = "tuple[Sequence[int], tuple[Buckets, Buckets, Buckets] | None, Sequence[Floats]]"
"""Classes of each street, tables of the abstraction, rows of each street as above."""
Player: TypeAlias = "Rows | Asked"

FLOPS = 22_100
HANDS = 1326
ENDS = 7
"""The ways in which a flop is reached."""
RUNOUTS = 17_296 * 45 * 44
"""Boards that two hands leave: flops, then turns, then rivers."""
DEALS = 1326 * 1225


def flop_values(
    player: Player, seat: int, flop: bytes, first_best: int = 1, later: tuple[int, int] = (-1, -1)
) -> Floats:
    """Return a responder's winnings after a flop.

    Args:
        player: the robot.
        seat: the robot's seat; 0 has the big blind.
        flop: three card codes.
        first_best: the first street on which the responder plays best; before it, it copies the robot.
        later: the turn and the river, -1 for each that may be any card.

    Returns:
        [end of the preflop betting][hand]: chips, added up over the robot's hands as often as they get there, and over
        all turns and rivers.
    """
    winnings = solver().respond(seat, player, first_best, flop, *later, False)
    return np.frombuffer(winnings, np.float32).reshape(ENDS, HANDS)
