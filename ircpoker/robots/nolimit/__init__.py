"""The robot `nolimit`: heads-up no-limit hold'em by a blueprint, with the turn and the river solved again.

    robot.py         its play at the table
    resolving.py     the turn and the river solved again
    translation.py   the position of a deal in the tree of abstract bets
    betting.py       the tree
    file.py          `50.bin`, `100.bin` and `easy.bin`, verified
    strategy.py      the probabilities in a file

`ircpoker.lab` trains it; nothing here needs the training.
"""

from ircpoker.robots.nolimit.robot import BlueprintRobot, EasyRobot, NolimitRobot
