"""Robots: automatic players that decide from one seat's view of a deal.

`load_robots` finds them, and `ask` asks one. docs/robots.md introduces ours, with their strength;
docs/own-robot.md explains how to write one.
"""

from ircpoker.robots.asking import ask, ask_action, failing, make_legal
from ircpoker.robots.registry import (
    BUILT_IN_NAMES,
    LEVELS,
    RobotClass,
    check_plays,
    find_robot,
    load_own_robots,
    load_robots,
    make_robot,
    shown_name,
    shown_names,
)
from ircpoker.robots.robot import (
    ALL_GAMES,
    ClockedRobot,
    Decision,
    LearningRobot,
    Robot,
    ThinkingRobot,
    gives_reasons,
    learns,
    plays,
)

__all__ = [
    "ALL_GAMES",
    "BUILT_IN_NAMES",
    "LEVELS",
    "ClockedRobot",
    "Decision",
    "LearningRobot",
    "Robot",
    "RobotClass",
    "ThinkingRobot",
    "ask",
    "ask_action",
    "check_plays",
    "failing",
    "find_robot",
    "gives_reasons",
    "learns",
    "load_own_robots",
    "load_robots",
    "make_legal",
    "make_robot",
    "plays",
    "shown_name",
    "shown_names",
]
