"""The planned calls of a table; each of them is planned at most once at a time."""

from __future__ import annotations

from enum import Enum


class Timer(Enum):
    """The keys of a table's planned calls."""

    RESUME = 1
    """Go on after the network or the database has come back."""
    CARDS = 2
    """Go on, now that the outcome of every line with cards is known."""
    CARDS_LOST = 3
    """Stop waiting for lines with cards whose outcome has not been reported."""
    ROBOT = 4
    """Let the robot act."""
    UNSENT_TURN = 5
    """Start the clock of a turn, even if its lines still wait to be sent."""
    REMIND = 6
    """Remind the actor of the clock, or announce that a robot is thinking."""
    ACT = 7
    """Act for a player whose time has run out."""
    DEAL = 8
    """Begin the next deal."""
    GRACE = 9
    """Give up the seats of those who have been gone for too long."""
    ALONE = 10
    """Close a table if nobody has come."""
    REVEAL = 11
    """Show the shuffle of a finished deal."""
    TELL = 12
    """Show the next street of an all-in."""
    TESTED = 13
    """Go on, now that it is known whether private lines reach somebody."""
    THOUGHT = 14
    """Act for a robot that has been thinking for too long."""
    TYPING = 15
    """Show again that a robot is thinking, where a line in writing can be shown."""


OF_TURN = (Timer.ACT, Timer.REMIND, Timer.ROBOT, Timer.THOUGHT, Timer.TYPING, Timer.UNSENT_TURN)
"""The calls of one turn."""
OF_PEOPLE = (Timer.CARDS_LOST, Timer.UNSENT_TURN, Timer.REMIND, Timer.ACT, Timer.THOUGHT, Timer.ALONE)
"""The calls that wait for people or a thread, which also stop when the process is stopped.

`GRACE` is not one of them: its time counts from when somebody went.
"""
