"""What a table may have to do later, each thing at most once at a time."""

from __future__ import annotations

from enum import Enum


class Timer(Enum):
    """What is to be done."""

    RESUME = 1
    """Go on after the network or the database was away."""
    CARDS = 2
    """Go on after cards were given, or refused."""
    CARDS_LOST = 3
    """Nobody has said what became of the cards."""
    ROBOT = 4
    """A robot acts."""
    REMIND = 5
    ACT = 6
    """Time is out."""
    DEAL = 7
    """The next deal begins."""
    GRACE = 8
    """Somebody has been gone for too long."""
    ALONE = 9
    """Nobody has come to play."""
    REVEAL = 10
    """A deal is to be proved."""


OF_PEOPLE = (Timer.CARDS_LOST, Timer.REMIND, Timer.ACT, Timer.ALONE)
"""Those that wait for people; the seat of one who is gone is kept for so long from when they went."""
