"""The planned calls of a table; each of them is planned at most once at a time."""

from __future__ import annotations

from enum import Enum


class Timer(Enum):
    """The keys of a table's planned calls."""

    RESUME = 1
    """Go on after the network or the database was away."""
    CARDS = 2
    """Go on, as it is known of all cards whether they arrived."""
    CARDS_LOST = 3
    """Stop waiting for cards whose delivery nobody has reported."""
    ROBOT = 4
    """Let the robot act."""
    UNTOLD = 5
    """Start the clock of a turn, though its lines still wait to be sent."""
    REMIND = 6
    """Remind the actor of the clock."""
    ACT = 7
    """Act for a player whose time is out."""
    DEAL = 8
    """Begin the next deal."""
    GRACE = 9
    """Give up the seats of those who have been gone for too long."""
    ALONE = 10
    """Close a table to which nobody has come."""
    REVEAL = 11
    """Show the shuffle of a finished deal."""
    TELL = 12
    """Say the next line of an all-in."""


OF_PEOPLE = (Timer.CARDS_LOST, Timer.UNTOLD, Timer.REMIND, Timer.ACT, Timer.ALONE)
"""Those that wait for people. `GRACE` is not among them: it is planned from when somebody went."""
