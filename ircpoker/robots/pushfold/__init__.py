"""The robot `pushfold`: all-in or fold before the flop, heads-up with short stacks, in equilibrium.

    robot.py      its play at the table
    charts.py     `charts.bin`, verified: how often each kind of hands goes all-in, and calls

`tools/make_pushfold.py` computes the charts.
"""

from ircpoker.robots.pushfold.robot import PushfoldRobot
