"""The robot `nolimit`: heads-up no-limit hold'em by a blueprint that was trained by self-play.

    robot.py         what it does at the table
    translation.py   where a deal stands in the tree of abstract bets
    betting.py       that tree
    file.py          `50.bin` and `100.bin`, verified
    strategy.py      their probabilities

Training it is the work of `ircpoker.solver`; nothing here needs that.
"""

from ircpoker.robots.nolimit.robot import NolimitRobot

__all__ = ["NolimitRobot"]
