"""Robots in the form that the solver needs: rows of probabilities, street by street.

A robot can be measured if it gives, for a public history and a board, the probability of each action for each of the
1,326 hands. The history is text, such as `rc/cr`: `f` for each fold, `c` for each check or call, `r` for each bet or
raise, and `/` between streets; the small blind begins before the flop, the big blind later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ircpoker.lab.responses.respond import Asked
from ircpoker.lab.training.learning import LANES, Floats, rows_shape
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.limit.betting import CALL, LETTERS
from ircpoker.robots.manual import strategy as manual
from ircpoker.robots.manual.board import Floors

Weigh: TypeAlias = "Callable[[Sequence[int]], Mapping[int, float]]"
"""Legal actions → the probability of each."""

_FOLDED = -20
_NO_ACTION = -30


def histories(street: int, game: int = LIMIT_HOLDEM) -> dict[int, str]:
    """Return the betting before a street, by lane."""
    if street == 0:
        return {0: ""}
    return {
        next_lane(game, street - 1, end, lane): f"{before}{betting}/"
        for lane, before in histories(street - 1, game).items()
        for end, betting in _ends(game, street - 1)
    }


def next_lane(game: int, street: int, end: int, lane: int) -> int:
    """Return the next street's lane after an end of a street, as `next_lane` in native/solver/games/game.h does."""
    ends: int = solver().tree(game)[street][2]
    stride: int = solver().tree(game)[street + 1][5]
    return lane * ends + end if stride % LANES else end * stride + lane


def _ends(game: int, street: int) -> Iterator[tuple[int, str]]:
    for node, betting in nodes(game, street).items():
        for action, next_ in enumerate(solver().betting(game, street)[node][1:]):
            if _FOLDED < next_ < 0:
                yield -1 - next_, betting + LETTERS[action]


@cache
def nodes(game: int, street: int) -> Mapping[int, str]:
    """Return the betting on a street that leads to each of its decisions."""
    lines = {0: ""}
    for node, (_, *nexts) in enumerate(solver().betting(game, street)):
        for action, next_ in enumerate(nexts):
            if next_ > 0:
                lines[next_] = lines[node] + LETTERS[action]
    return MappingProxyType(lines)


def legal_actions(game: int, street: int, node: int) -> list[int]:
    """Return the actions at a decision."""
    nexts = solver().betting(game, street)[node][1:]
    return [action for action, next_ in enumerate(nexts) if next_ != _NO_ACTION]


BLIND_PLAYERS: Mapping[str, Weigh] = MappingProxyType(
    {
        "folder": lambda legal: {min(legal): 1.0},
        "caller": lambda _: {CALL: 1.0},
        "raiser": lambda legal: {max(legal): 1.0},
        "random": lambda legal: dict.fromkeys(legal, 1 / len(legal)),
    }
)
"""The robots that ignore their cards."""


def blind_player(weigh: Weigh) -> Asked:
    """Return a player that ignores its cards."""

    @cache
    def street_rows(street: int) -> Floats:
        rows = np.zeros(rows_shape(LIMIT_HOLDEM, street, 1), np.float32)
        for node in nodes(LIMIT_HOLDEM, street):
            for action, probability in weigh(legal_actions(LIMIT_HOLDEM, street, node)).items():
                rows[:, :, node, action, :] = probability
        return rows

    hands = np.zeros(1326, np.uint16)
    return lambda street, _board: (hands, street_rows(street), 1)


def manual_player() -> Asked:
    """Return the robot `manual`, which distinguishes only about thirty classes of hands on a board."""

    @cache
    def street_rows(street: int, floors: Floors) -> Floats:
        rows = np.zeros(rows_shape(LIMIT_HOLDEM, street, manual.CLASSES), np.float32)
        for node, betting in nodes(LIMIT_HOLDEM, street).items():
            rows[:, np.arange(manual.CLASSES), node, manual.actions(street, betting, floors), :] = 1
        return rows

    def rows_on(street: int, board: bytes) -> tuple[NDArray[np.uint16], Floats, int]:
        classes, floors = manual.classify(board)
        return classes, street_rows(street, floors), manual.CLASSES

    return rows_on
