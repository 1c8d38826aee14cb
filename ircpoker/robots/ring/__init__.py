"""The robot `ring`: no-limit hold'em at tables of three to six, by a strategy that self-play of six seats has trained.

Its decisions are those of an abstract table of equal stacks and few sizes; `ircpoker.robots.ring.features` says which
of them a decision at a real table is.
"""

from ircpoker.robots.ring.robot import EasyRingRobot, RingRobot
