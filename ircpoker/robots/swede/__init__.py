"""The Swedish robot for five-card draw."""

from ircpoker.robots.swede.opponents import Record
from ircpoker.robots.swede.robot import SwedeRobot
