"""The robot `limit`: heads-up limit hold'em by a strategy that was trained towards an equilibrium.

    robot.py      its play at the table
    file.py       `strategy.bin`, verified
    strategy.py   its probabilities
    betting.py    the public history, as the file orders it
    buckets.py    the groups of hands that it plays alike

`ircpoker.lab` trains and measures it; nothing here needs the solver.
"""

from ircpoker.robots.limit.robot import LimitRobot
