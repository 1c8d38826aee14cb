"""The robot `nolimit`: heads-up no-limit hold'em by a blueprint, with the turn and the river solved again.

    robot.py         what it does at the table
    resolving.py     the turn and the river solved again
    translation.py   where a deal stands in the tree of abstract bets
    betting.py       that tree
    file.py          `50.bin`, `100.bin` and `easy.bin`, verified
    strategy.py      their probabilities

Training it is the work of `ircpoker.solver`; nothing here needs that.
"""

from ircpoker.robots.nolimit.robot import BlueprintRobot, EasyRobot, NolimitRobot

__all__ = ["BlueprintRobot", "EasyRobot", "NolimitRobot"]
