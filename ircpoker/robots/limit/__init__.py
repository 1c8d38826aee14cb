"""The robot `limit`: heads-up limit hold'em by a strategy that was trained towards an equilibrium.

    robot.py      what it does at the table
    file.py       `strategy.bin`, verified
    strategy.py   its probabilities
    betting.py    the public history, as the file orders it
    buckets.py    which hands it does not tell apart

Training and measuring it is the work of `ircpoker.solver`; nothing here needs that.
"""

from ircpoker.robots.limit.robot import LimitRobot

__all__ = ["LimitRobot"]
