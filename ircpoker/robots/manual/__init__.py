"""The robot of the Poker Site Manual."""

from ircpoker.robots.manual.robot import ManualRobot, decide
from ircpoker.robots.manual.variables import VARIABLES, Variables
