"""Calls of the solver for tests: right arguments of each function, and the same with a wrong one."""

import re
from functools import cache

import numpy as np
import pytest

from ircpoker.lab.training.learning import empty_rows
from ircpoker.lab.training.ring import ring_tree, spot_rows
from ircpoker.postflop.engine.engine import aligned_zeros
from ircpoker.postflop.engine.native import LEDUC, LIMIT_HOLDEM, find_solver
from tests.lab.small import full_abstraction, uniform_rows
from tests.postflop.engine.trees import FOLDED, SHOWDOWN, tree_of

SOLVER = find_solver()
CLASSES = (169, 1, 1, 1)
TABLE_SHAPES = (1755, 1326), (16_432, 1326), (27, 1981)
TABLES = tuple(np.zeros(shape, np.uint16) for shape in TABLE_SHAPES)
EVERY_STREET = tree_of([(street, street % 2, [(FOLDED, 1), (street + 1, 0)]) for street in range(3)]
                       + [(3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])  # fmt: skip
FROM_TURN = tree_of([(1, 0, [(1, 0)]), (2, 0, [(FOLDED, 1), (2, 0)]), (3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])
FROM_TURN_ON = tree_of([(2, 0, [(FOLDED, 1), (1, 0)]), (3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])
ON_RIVER = tree_of([(3, 0, [(FOLDED, 1), (1, 0)]), (3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])

RING_LEDUC = (
    (bytes(1), np.zeros(1, np.uint16), np.zeros(1, np.int32), np.array([0, 2], np.int32), np.array([-1, -2], np.int32),
     bytes(1), bytes((3,)), bytes((2, 3)), np.array([1, 1, 1, 1], np.uint16)),
    (3, 9), None, np.zeros(6, np.float32), np.zeros(6, np.float32),
)  # fmt: skip
"""Two seats at Leduc poker: the first folds or calls, and the deal is over."""

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""Of an int in C."""
HANDS = np.zeros(1326, np.uint16)


def floats(*shape):
    return np.zeros(shape, np.float32)


def chain(streets, actor=None):
    """A tree of decisions one after the other, on these streets; each seat acts in turn if not one of them always."""
    streets, count = np.array(streets, np.uint8), len(streets)
    actors = np.arange(count) % 2 if actor is None else np.full(count, actor)
    starts = 2 * (np.arange(count) - np.searchsorted(streets, streets))
    targets = np.column_stack([np.full(count, FOLDED), np.arange(1, count + 1)])
    targets[-1, 1] = SHOWDOWN
    return (
        streets, actors.astype(np.uint8), np.arange(0, 2 * count + 1, 2, np.int32), starts.astype(np.int32),
        targets.ravel().astype(np.int32), np.ones(2 * count, np.float32),
    )  # fmt: skip


def holdem_rows():
    """A robot of hold'em with as few classes as there may be."""
    lanes = [SOLVER.tree(LIMIT_HOLDEM)[street][4] for street in range(4)]
    return [floats(-(-count // 16), classes, 10, 3, 16) for count, classes in zip(lanes, CLASSES, strict=True)]


def learnt(count=2):
    return [floats(169, count), floats(1, count), floats(1, count), floats(1, count)]


def ring_parts():
    """The weights of a player who takes each action of the smallest tree for six seats equally often."""
    return np.ones(sum(rows.stop - rows.start for _, rows, _ in spot_rows(ring_tree(2).keys, CLASSES)), np.uint8)


@cache
def opened():
    """A subgame on a river."""
    return SOLVER.open_subgame(*right("open_subgame"))


def learnt_river():
    return [aligned_zeros(count, np.uint16) for count in SOLVER.subgame_shape(opened(), 1)[:2]]


SUBGAME_CALLS = ("open_subgame", "subgame_shape", "solve_subgame", "subgame_values", "subgame_policy", "fix_policy")


def right_of_subgames(name):
    if name == "open_subgame":
        return [
            LIMIT_HOLDEM, ON_RIVER, bytes(range(5)), (floats(1326), floats(1326)), True, True, 0.0, 1e9, 0,
            floats(1326),
        ]  # fmt: skip
    return {
        "subgame_shape": [opened(), 1],
        "solve_subgame": [opened(), *learnt_river(), 0, 1, 0, 1, 0.0, 0],
        "subgame_values": [opened(), learnt_river()[1], 0, bytes(range(5)), floats(1326), 0, False, True, 1, 0],
        "subgame_policy": [opened(), learnt_river()[1], 0, bytes(range(5))],
        "fix_policy": [opened(), learnt_river()[1], 0, bytes(range(5)), floats(2, 1326), False],
    }[name]


def right(name):
    """Return arguments with which a function works."""
    leduc = full_abstraction(LEDUC)
    robot = (CLASSES, TABLES, holdem_rows())
    small = (leduc.classes, None, uniform_rows(leduc))
    asks = lambda _street, _board: np.zeros(1326, np.uint16)  # noqa: E731 - as short as the others
    nodes = [SOLVER.tree(LEDUC)[street] for street in range(2)]
    arrays = [floats(each[4], classes, each[1], 3) for each, classes in zip(nodes, leduc.classes, strict=True)]
    if name in SUBGAME_CALLS:
        return right_of_subgames(name)
    return {
        "set_up": [b"tables are read once"],
        "tree": [LEDUC],
        "betting": [LEDUC, 1],
        "canonical_boards": [3],
        "canonical": [bytes((0, 1, 2))],
        "number_hands": [bytes((0, 1, 2))],
        "counts": [],
        "river": [bytes(range(5))],
        "turn_sums": [np.zeros(1326, np.uint32), np.zeros(1326, np.uint32), 0, 1],
        "respond": [0, robot, 0, bytes((0, 1, 2)), 3, 4, False],
        "close": [LEDUC, 0, small, 0, None, False],
        "respond_to_bets": [
            FROM_TURN, 0, asks, [1] * 4, [floats(0), floats(1, 1), floats(2, 1), floats(2, 1)], floats(1, 1326),
            bytes(range(4)), False,
        ],
        "self_play": [LEDUC, leduc.classes, None, arrays, [each.copy() for each in arrays], 1, 0, 1, 0.0],
        "learn": [
            LEDUC, (leduc.classes, None, empty_rows(leduc), empty_rows(leduc)),
            (leduc.classes, None, empty_rows(leduc, 1)), 1, 0, 1, 10, 0.1, 2, False,
        ],
        "blueprint": [EVERY_STREET, CLASSES, TABLES, learnt(), learnt(), 1, 0, 1, 0.0],
        "ring_betting": [2],
        "ring_train": [LEDUC, 2, *RING_LEDUC, 1, 0, 1, 0.0, 0.0],
        "ring_decks": [CLASSES, TABLES, 1, 0, 1],
        "ring_exploit": [
            ring_tree(2).arrays, CLASSES, TABLES, ring_parts(), np.zeros(len(ring_tree(2).keys), np.int32),
            tuple([np.zeros(count, np.uint16) for count in CLASSES]), floats(5), floats(5), 1, 0, 1,
        ],
        "ring_match": [ring_tree(2).arrays, CLASSES, TABLES, [ring_parts()], bytes((0, 9, 10)), 1, 0, 1],
    }[name]  # fmt: skip


def with_part(arguments, path, value):
    """Return the arguments with another value in one place."""
    index, *rest = path
    changed = list(arguments)
    changed[index] = with_part(changed[index], rest, value) if rest else value
    return tuple(changed) if isinstance(arguments, tuple) else changed


def refused(name, path, value, error, message):
    with pytest.raises(error, match=re.escape(message)) as caught:
        getattr(SOLVER, name)(*with_part(right(name), path, value))
    assert caught.type is error


def misaligned(array):
    """Return the same numbers one byte behind an aligned address."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    found = memory[1:].view(array.dtype)
    found[:] = array.ravel()
    return found


def failing(*_):
    raise LookupError("by the robot")
