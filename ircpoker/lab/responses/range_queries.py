"""Robots of heads-up no-limit hold'em, asked for all hands that they may hold at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.errors import UsageError, quote
from ircpoker.robots import make_robot
from ircpoker.robots.asking import ask_action, make_legal
from ircpoker.robots.baselines import Caller, Folder, Raiser
from ircpoker.robots.manual import ManualRobot
from ircpoker.robots.manual import decide as decide_as_manual
from ircpoker.robots.nolimit import BlueprintRobot, EasyRobot, NolimitRobot
from ircpoker.robots.nolimit.resolving import Resolver
from ircpoker.robots.nolimit.robot import blueprint_action, is_turn_in_tree, solved_action
from ircpoker.robots.nolimit.strategy import Blueprint
from ircpoker.robots.nolimit.translation import TreePosition, read_hands
from ircpoker.robots.robot import Robot
from ircpoker.table.actions import Action
from ircpoker.table.view import PlayerView
from ircpoker.words.nearest import meant

HandChances: TypeAlias = "dict[Action, NDArray[np.float64]]"
"""The chance of each action for each hand, [hand]; 0 for hands that were not asked for."""
AskHands: TypeAlias = "Callable[[PlayerView, Sequence[int]], HandChances]"
"""Returns the chances of a robot's actions.

Its arguments are the deal at the robot's turn, whose hole cards are ignored, and the numbers of possible hands, the
likeliest first.
"""

ROBOTS: dict[str, type[Robot]] = {
    robot.name: robot for robot in (Folder, Caller, Raiser, ManualRobot, NolimitRobot, BlueprintRobot, EasyRobot)
}
"""The robots that can be asked; the first four draw no random numbers."""
_SOLUTIONS = 200
"""A responder tries many bets before it takes one, and each needs a solution."""


def find_robot(text: str) -> str:
    """Return the name of the robot that a user means.

    Raises:
        UsageError: no robot that can be asked has this name.
    """
    if text.lower() in ROBOTS:
        return text.lower()
    raise UsageError(f"{quote(text)} cannot be measured: {meant(text, tuple(ROBOTS))}")


def fingerprint(name: str) -> str:
    """Return the fingerprint of a robot's strategy; empty for a robot with only one strategy.

    Raises:
        StrategyError: its file cannot be used.
    """
    robot = ROBOTS[name]
    return robot.fingerprint() if issubclass(robot, BlueprintRobot) else ""


def ask_hands_of(name: str) -> AskHands:
    """Return a robot in the form in which it can be asked.

    Args:
        name: as `find_robot` returns it.

    Raises:
        RobotError: it cannot be created.
    """
    robot = make_robot(ROBOTS[name])
    if not isinstance(robot, BlueprintRobot):
        return partial(_ask_one_by_one, robot)
    if isinstance(robot, NolimitRobot):
        robot.resolver = Resolver(_SOLUTIONS)
    return partial(ask_blueprint, robot)


def _add(sums: HandChances, action: Action, hands: Sequence[int], chances: NDArray[np.floating] | float) -> None:
    """Add the chances of an action for some hands."""
    of_action = sums.setdefault(action, np.zeros(len(COMBINATIONS)))
    of_action[hands] += chances


def _ask_one_by_one(robot: Robot, view: PlayerView, hands: Sequence[int]) -> HandChances:
    """Ask a robot that draws no random numbers."""
    sums: HandChances = {}
    rng = Random(0)  # noqa: S311 - the robot does without
    for hand in hands:
        _add(sums, ask_action(robot, _with_hand(view, hand), rng), [hand], 1)
    return sums


def ask_blueprint(robot: BlueprintRobot, view: PlayerView, hands: Sequence[int]) -> HandChances:
    """Ask a robot that plays a blueprint, with or without solving late streets again."""
    sums: HandChances = {}
    blueprint = robot.blueprint_for(view)
    pairs = [COMBINATIONS[hand] for hand in hands]
    for position, group in read_hands(blueprint.tree, view, pairs):
        numbers = [combination_number(*pair) for pair in group]
        if isinstance(robot, NolimitRobot) and robot.resolver is not None and robot.thinks(view):
            # The solution is the same for all hands that have read the bets alike.
            solved = robot.resolver.decide(blueprint, _with_hand(view, numbers[0]))
            for place, chances in enumerate(solved.strategy):
                _add(sums, solved_action(solved, place, view), numbers, chances[numbers])
        else:
            _add_read(sums, blueprint, view, position, numbers)
    return sums


def _add_read(
    sums: HandChances, blueprint: Blueprint, view: PlayerView, position: TreePosition, hands: Sequence[int]
) -> None:
    """Add the blueprint's chances of hands that see the deal in one position of its tree."""
    tree, node = blueprint.tree, position.node
    if not is_turn_in_tree(tree, node, view):
        for hand in hands:
            assert view.legal is not None  # noqa: S101 - it is the robot's turn
            _add(sums, make_legal(decide_as_manual(_with_hand(view, hand)).action, view.legal), [hand], 1)
        return
    all_chances = blueprint.all_chances(node, blueprint.buckets(bytes([card.code for card in view.board])))
    for edge, chances in zip(tree.edges(node), all_chances, strict=True):
        _add(sums, blueprint_action(tree.letter[edge], view, tree, node), hands, chances[hands])


def _with_hand(view: PlayerView, hand: int) -> PlayerView:
    low, high = COMBINATIONS[hand]
    return view._replace(hole_cards=(CARDS[low], CARDS[high]))
