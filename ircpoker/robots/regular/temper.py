"""The temperaments: the numbers in which the robots of this package differ."""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """A way to play.

    Attributes:
        width: how many hands it plays before the flop or the draw, as a multiple of the chart.
        margin: the equity that a call must have beyond its price; negative for one who pays too much.
        value: the advantage from which it bets; see `ircpoker.robots.regular.robot.advantage`.
        reraise: the advantage from which it raises a bet.
        bluff: how often it bets with a hand that is not worth it.
    """

    width: float
    margin: float
    value: float
    reraise: float
    bluff: float


REGULAR = Temper(width=1.0, margin=0.02, value=0.16, reraise=0.40, bluff=0.10)
TIGHT = Temper(width=0.6, margin=0.06, value=0.24, reraise=0.50, bluff=0.03)
LOOSE = Temper(width=1.5, margin=-0.03, value=0.20, reraise=0.50, bluff=0.04)
WILD = Temper(width=1.7, margin=0.0, value=0.05, reraise=0.25, bluff=0.30)
