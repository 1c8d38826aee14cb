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
    UNTOLD = 5
    """The lines of a turn still wait to be sent."""
    REMIND = 6
    ACT = 7
    """Time is out."""
    DEAL = 8
    """The next deal begins."""
    GRACE = 9
    """Somebody has been gone for too long."""
    ALONE = 10
    """Nobody has come to play."""
    REVEAL = 11
    """A deal is to be proved."""


OF_PEOPLE = (Timer.CARDS_LOST, Timer.UNTOLD, Timer.REMIND, Timer.ACT, Timer.ALONE)
"""Those that wait for people; the seat of one who is gone is kept for so long from when they went."""
