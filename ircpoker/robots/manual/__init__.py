"""The robot of the Poker Site Manual."""

from ircpoker.robots.manual.robot import ManualRobot, decide, decide_instead
from ircpoker.robots.manual.variables import VARIABLES, Variables
