"""The chips that a hand is worth to the Swedish robot, before it considers its opponents."""

from __future__ import annotations

USUAL_ANTE = 10
"""The ante for which the amounts below are meant; for others they are in proportion."""
_FEW, _MANY = 100, 800


def start_of(chips: int, players: int, ante: int = USUAL_ANTE) -> int:
    """Return the stake that the factors are applied to.

    Args:
        chips: the robot's chips that are not in the pot.
        players: the players dealt in.
        ante: each player's ante.

    Returns:
        100 with fewer than 100 chips, 200 with fewer than 800, else 300; against a single opponent, where a good pair
        often wins, the last two are doubled.

    Examples:
        >>> start_of(99, 2), start_of(799, 3), start_of(799, 2), start_of(800, 2), start_of(1999, 2, ante=25)
        (100, 200, 400, 600, 1000)
    """
    if chips * USUAL_ANTE < _FEW * ante:
        amount = 100
    else:
        amount = 200 if chips * USUAL_ANTE < _MANY * ante else 300
        if players == 2:
            amount *= 2
    return amount * ante // USUAL_ANTE


def scale_of(left: int, players: int) -> float:
    """Return the factor for the players who act after the robot.

    Args:
        left: players still to act in this round of betting if nobody raises, the robot included; at least 1.
        players: the players dealt in.

    Returns:
        1 if the robot is the last to act, less the more players come after it.

    Examples:
        >>> scale_of(1, 5), scale_of(2, 2)
        (1.0, 0.8)
    """
    return 1 - (max(left, 1) - 1) * 0.4 / players
