"""The robots that play every game at tables of every size, with three temperaments and a middle."""

from ircpoker.robots.regular.robot import Loose, Regular, Tight, Wild
