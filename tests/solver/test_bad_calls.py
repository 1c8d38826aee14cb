"""Calls of the solver with wrong arguments: each is refused with the argument's name, and none ends the process."""

import random
import re
import threading

import numpy as np
import pytest

from ircpoker.solver.learning import empty_rows, full_sight
from ircpoker.subgames.native import KUHN, LEDUC, LIMIT_HOLDEM, find_solver
from tests import tiers
from tests.solver.small import needs_solver, uniform_rows
from tests.subgames.trees import FOLDED, SHOWDOWN, tree_of

pytestmark = needs_solver

SOLVER = find_solver()
CLASSES = (169, 1, 1, 1)
TABLE_SHAPES = (1755, 1326), (16_432, 1326), (27, 1981)
TABLES = tuple(np.zeros(shape, np.uint16) for shape in TABLE_SHAPES)
EVERY_STREET = tree_of([(street, street % 2, [(FOLDED, 1), (street + 1, 0)]) for street in range(3)]
                       + [(3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])  # fmt: skip
FROM_TURN = tree_of([(1, 0, [(1, 0)]), (2, 0, [(FOLDED, 1), (2, 0)]), (3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])
ON_RIVER = tree_of([(3, 0, [(FOLDED, 1), (1, 0)]), (3, 1, [(FOLDED, 1), (SHOWDOWN, 2)])])


def floats(*shape):
    return np.zeros(shape, np.float32)


def chain(count, street):
    """A tree of decisions one after the other."""
    nodes = [(street, node % 2, [(FOLDED, 1), (node + 1, 0)]) for node in range(count - 1)]
    return tree_of([*nodes, (street, 0, [(FOLDED, 1), (SHOWDOWN, 2)])])


def holdem_rows():
    """A robot of hold'em with as few classes as there may be."""
    lanes = [SOLVER.tree(LIMIT_HOLDEM)[street][4] for street in range(4)]
    return [floats(-(-count // 16), classes, 10, 3, 16) for count, classes in zip(lanes, CLASSES, strict=True)]


def learnt(count=2):
    return [floats(169, count), floats(1, count), floats(1, count), floats(1, count)]


def right(name):
    """Return arguments with which a function works."""
    leduc = full_sight(LEDUC)
    robot = (CLASSES, TABLES, holdem_rows())
    small = (leduc.classes, None, uniform_rows(leduc))
    asks = lambda _street, _board: np.zeros(1326, np.uint16)  # noqa: E731 - as short as the others
    nodes = [SOLVER.tree(LEDUC)[street] for street in range(2)]
    arrays = [floats(each[4], classes, each[1], 3) for each, classes in zip(nodes, leduc.classes, strict=True)]
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
            LEDUC, (leduc.classes, None, empty_rows(leduc), empty_rows(leduc)), (leduc.classes, None, empty_rows(leduc, 1)),
            1, 0, 1, 10, 0.1, 2, False,
        ],
        "blueprint": [EVERY_STREET, CLASSES, TABLES, learnt(), learnt(), 1, 0, 1, 0.0],
        "subgame": [
            LIMIT_HOLDEM, ON_RIVER, bytes(range(5)), (floats(1326), floats(1326)), 0, floats(1326), 1, 0.0, 1, None, False,
        ],
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


FUNCTIONS = [name for name in dir(SOLVER) if not name.startswith("__") and callable(getattr(SOLVER, name))]


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "flop_sums"])
def test_the_right_arguments_are_right(name):
    getattr(SOLVER, name)(*right(name))


@pytest.mark.parametrize(
    ("name", "path", "label", "least", "most"),
    [
        ("tree", (0,), "game", 0, 2),
        ("betting", (0,), "game", 0, 2),
        ("betting", (1,), "street", 0, 1),
        ("canonical_boards", (0,), "cards", 3, 4),
        ("turn_sums", (2,), "first turn", 0, 16_432),
        ("turn_sums", (3,), "number of turns", 0, 16_432),
        ("respond", (0,), "robot seat", 0, 1),
        ("respond", (2,), "first street", 0, 4),
        ("respond", (4,), "turn", -1, 51),
        ("respond", (5,), "river", -1, 51),
        ("close", (0,), "game", 0, 2),
        ("close", (1,), "robot seat", 0, 1),
        ("close", (3,), "first street", 0, 4),
        ("respond_to_bets", (1,), "robot seat", 0, 1),
        ("respond_to_bets", (3, 3), "classes of street 3", 1, 65_535),
        ("self_play", (0,), "game", 0, 2),
        ("self_play", (6,), "first board", 0, 2**53),
        ("self_play", (7,), "boards", 0, 2**53),
        ("learn", (0,), "game", 0, 2),
        ("learn", (4,), "first board", 0, 2**53),
        ("learn", (5,), "boards", 0, 2**53),
        ("learn", (8,), "threads", 1, 64),
        ("blueprint", (6,), "first board", 0, 2**53),
        ("blueprint", (7,), "boards", 0, 2**53),
        ("subgame", (0,), "game", 0, 2),
        ("subgame", (4,), "seat that may leave", -1, 1),
        ("subgame", (6,), "iterations", 0, 2**24),
        ("subgame", (8,), "turns", 1, 40),
        # Fewer classes than hands would lead out of the arrays.
        ("respond", (1, 0, 0), "classes of street 0", 169, 65_535),
        ("blueprint", (1, 0), "classes of street 0", 169, 65_535),
        ("blueprint", (1, 3), "classes of street 3", 1, 65_535),
        ("close", (2, 0, 0), "classes of street 0", 6, 65_535),
        ("close", (2, 0, 1), "classes of street 1", 36, 65_535),
        ("self_play", (1, 1), "classes of street 1", 36, 65_535),
        ("learn", (1, 0, 1), "classes of street 1", 36, 65_535),
        ("learn", (2, 0, 0), "classes of street 0", 6, 65_535),
    ],
)
def test_whole_numbers(name, path, label, least, most):
    for number in (least - 1, most + 1, -(2**31), -(2**31) - 1, 2**32, 2**63, -(2**63), 10**30):
        refused(name, path, number, ValueError, f"{label}: expected a number from {least} to")
    for thing in (None, "1", 1.0, (), b"1"):
        refused(name, path, thing, TypeError, f"{label}: expected a whole number")


@pytest.mark.parametrize(
    ("name", "index", "label"),
    [
        ("self_play", 8, "growth"), ("blueprint", 8, "growth"), ("learn", 6, "trust"), ("learn", 7, "unit"),
        ("subgame", 7, "seconds"),
    ],
)  # fmt: skip
def test_other_numbers(name, index, label):
    for number in (-1, float("nan"), float("inf"), -(2**31), 1e300, 10**400):
        refused(name, (index,), number, ValueError, f"{label}: expected a")
    for thing in (None, "1", ()):
        refused(name, (index,), thing, TypeError, f"{label}: expected a number")


@pytest.mark.parametrize(("name", "index"), [("self_play", 5), ("learn", 3), ("blueprint", 5)])
def test_seeds(name, index):
    refused(name, (index,), "1", TypeError, "seed: expected a whole number")
    for seed in (-1, 2**64, 10**30):
        getattr(SOLVER, name)(*with_part(right(name), (index,), seed))


ARRAYS_OF = [
    # Where it is, its name in messages, whether it is written.
    ("turn_sums", (0,), "sums", True),
    ("turn_sums", (1,), "squares", True),
    ("respond", (1, 1, 0), "table of flops", False),
    ("respond", (1, 1, 2), "table of rivers", False),
    ("respond", (1, 2, 3), "rows of street 3", False),
    ("close", (2, 2, 1), "rows of street 1", False),
    ("respond_to_bets", (4, 3), "play of street 3", False),
    ("respond_to_bets", (5,), "reaches", False),
    ("self_play", (3, 0), "regrets of street 0", True),
    ("self_play", (4, 1), "averages of street 1", True),
    ("learn", (1, 2, 0), "regrets of street 0", True),
    ("learn", (1, 3, 1), "averages of street 1", True),
    ("learn", (2, 2, 0), "responder's regrets of street 0", True),
    ("blueprint", (2, 1), "table of turns", False),
    ("blueprint", (3, 0), "regrets of street 0", True),
    ("blueprint", (4, 3), "averages of street 3", True),
    *(
        (name, (*path, part), f"tree: {label}", False)
        for name, path in (("subgame", (1,)), ("blueprint", (0,)), ("respond_to_bets", (0,)))
        for part, label in enumerate(("streets", "actors", "first actions", "starts", "targets", "amounts"))
    ),
    ("subgame", (3, 0), "range of seat 0", False),
    ("subgame", (3, 1), "range of seat 1", False),
    ("subgame", (5,), "values of leaving", False),
]


def misaligned(array):
    """Return the same numbers one byte behind an aligned address."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    found = memory[1:].view(array.dtype).reshape(array.shape) if array.ndim == 1 else None
    found = memory[1:].view(array.dtype) if found is None else found
    found[:] = array.ravel()
    return found


@pytest.mark.parametrize(("name", "path", "label", "is_written"), ARRAYS_OF)
def test_arrays(name, path, label, is_written):
    array = right(name)
    for index in path:
        array = array[index]
    twice = np.zeros((2 * array.size,), array.dtype)
    released = memoryview(bytes(array.nbytes))
    released.release()
    for thing in (7, "text", [0.0] * array.size, array.astype(np.complex128), memoryview(array.view(np.int8))):
        refused(name, path, thing, TypeError, f"{label}: expected")
    for thing in (twice[::2], released, array[..., None][::-1][::-1][..., ::-1].repeat(2)[::2]):
        refused(name, path, thing, ValueError, f"{label}: expected an array in one piece")
    counted = name != "turn_sums" and label not in ("tree: streets", "tree: targets")
    for thing in (twice, array.ravel()[:-1]):
        refused(name, path, thing, ValueError, f"{label}: an array of" if counted else "expected")
    if array.itemsize > 1:
        refused(name, path, misaligned(array), ValueError, f"{label}: the array is not aligned")
    if is_written:
        read_only = array.copy()
        read_only.flags.writeable = False
        refused(name, path, read_only, ValueError, f"{label}: expected an array in one piece that can be written")


@pytest.mark.parametrize(
    ("name", "path", "label"),
    [
        ("respond", (1,), "robot"),
        ("respond", (1, 1), "tables"),
        ("close", (2,), "robot"),
        ("learn", (1,), "robot"),
        ("learn", (2,), "responder"),
        ("blueprint", (0,), "tree"),
        ("blueprint", (2,), "tables"),
        ("subgame", (1,), "tree"),
        ("subgame", (3,), "ranges"),
        ("respond_to_bets", (0,), "tree"),
    ],
)
def test_tuples(name, path, label):
    whole = right(name)
    for index in path:
        whole = whole[index]
    for thing in (None, 7, "text", list(whole), dict(enumerate(whole)), iter(whole)):
        refused(name, path, thing, TypeError, f"{label}: expected a tuple of")
    for thing in ((), whole[:-1], (*whole, None)):
        refused(name, path, thing, ValueError, f"{label}: a tuple of {len(thing)}, expected")


@pytest.mark.parametrize(
    ("name", "path", "label"),
    [
        ("respond", (1, 0), "classes"),
        ("respond", (1, 2), "rows"),
        ("self_play", (1,), "classes"),
        ("self_play", (3,), "regrets"),
        ("self_play", (4,), "averages"),
        ("learn", (2, 2), "responder's regrets"),
        ("blueprint", (1,), "classes"),
        ("blueprint", (3,), "regrets"),
        ("respond_to_bets", (3,), "classes"),
        ("respond_to_bets", (4,), "play"),
    ],
)
def test_sequences(name, path, label):
    whole = right(name)
    for index in path:
        whole = whole[index]
    for thing in (None, 7, {}, iter(whole), np.float32(1)):
        refused(name, path, thing, TypeError, f"{label}: expected a sequence of")
    refused(name, path, np.array(1), TypeError, f"{label}: expected a sequence")
    for thing in ((), list(whole)[:-1], [*whole, whole[0]]):
        refused(name, path, thing, ValueError, f"{label}: a sequence of {len(thing)}, expected")


@pytest.mark.parametrize(
    ("name", "index", "size"),
    [
        ("canonical", 0, 3), ("number_hands", 0, 3), ("river", 0, 5), ("respond", 3, 3), ("respond_to_bets", 6, 4),
        ("subgame", 2, 5),
    ],
)  # fmt: skip
def test_boards(name, index, size):
    for board in (bytes([52, *range(size - 1)]), bytes([255, *range(size - 1)]), bytes([1, 1, *range(2, size)])):
        refused(name, (index,), board, ValueError, "board: expected different cards below 52")
    for board in (b"", bytes(range(6)), bytes(2)):
        with pytest.raises(ValueError, match=r"a board of \d cards|expected different cards|with the board of"):
            getattr(SOLVER, name)(*with_part(right(name), (index,), board))
    for board in (None, 3, "abc", (0, 1, 2), np.arange(size)):
        refused(name, (index,), board, TypeError, "board: expected an array")


@pytest.mark.parametrize(
    ("turn", "river", "message"),
    [
        (3, 3, "expected different cards"),
        (0, 4, "expected different cards"),
        (3, 2, "expected different cards"),
        # The river would be dealt twice, and hands meet more opponents than there are strengths.
        (-1, 4, "a river needs a turn"),
    ],
)
def test_turns_and_rivers(turn, river, message):
    with pytest.raises(ValueError, match=message):
        SOLVER.respond(*with_part(with_part(right("respond"), (4,), turn), (5,), river))


@pytest.mark.parametrize(("name", "path", "street"), [("blueprint", (2, 0), 1), ("respond", (1, 1, 2), 3)])
def test_a_class_that_does_not_exist(name, path, street):
    table = TABLES[street - 1].copy()
    table[-1, -1] = 1
    refused(name, path, table, ValueError, f"table of {('', 'flops', 'turns', 'rivers')[street]}: a hand with a class")


def test_values_for_the_wrong_game():
    refused("close", (4,), floats(7, 1326), ValueError, "values: expected those after the first street")
    refused("close", (0,), LIMIT_HOLDEM, ValueError, "values: expected those after the first street")
    refused("close", (0,), KUHN, ValueError, "classes: a sequence of 2, expected 1")


def test_fixed_strategies_and_leaving():
    refused("subgame", (9,), floats(3, 1326), ValueError, "fixed strategy: an array of 3978, expected 5304")
    refused("subgame", (5,), None, ValueError, "a seat that may leave has values")
    refused("subgame", (4,), -1, ValueError, "a seat that may leave has values")
    leduc = [LEDUC, chain(2, 0), b"", (floats(6), floats(6)), -1, None, 1, 0.0, 7, None, False]
    with pytest.raises(ValueError, match="turns: expected a number from 1 to 6"):
        SOLVER.subgame(*leduc)


# ---------------------------------------------------------------- trees


def changed_tree(part, values):
    tree = list(ON_RIVER)
    tree[part] = np.array(values, tree[part].dtype)
    return tuple(tree)


LOWEST, HIGHEST = -(2**31), 2**31 - 1


@pytest.mark.parametrize(
    "tree",
    [
        *(changed_tree(2, [0, number, 4]) for number in (LOWEST, HIGHEST, -1, 0, 4, 9)),
        *(changed_tree(2, [number, 2, 4]) for number in (LOWEST, HIGHEST, 1)),
        *(changed_tree(2, [0, 2, number]) for number in (LOWEST, HIGHEST, 2, 3, 5)),
        *(changed_tree(3, [0, number]) for number in (LOWEST, HIGHEST, 0, 3)),
        *(changed_tree(4, [-1, number, -1, -2]) for number in (LOWEST, HIGHEST, -3, 0, 2)),
        *(changed_tree(4, [-1, 1, -1, number]) for number in (LOWEST, HIGHEST, 0, 1, 2)),
        *(changed_tree(0, [3, number]) for number in (0, 2, 4, 255)),
        *(changed_tree(1, [0, number]) for number in (2, 255)),
        # Two decisions lead to the last, and none to the one before it, which is on an earlier street.
        tree_of([(3, 0, [(1, 0)]), (3, 0, [(3, 0)]), (0, 0, [(3, 0)]), (3, 0, [(FOLDED, 1)])]),
        tree_of([(3, 0, [(FOLDED, 1)] * 9)]),
    ],
)
def test_what_is_no_tree(tree):
    for name, index in (("subgame", 1), ("blueprint", 0), ("respond_to_bets", 0)):
        refused(name, (index,), tree, ValueError, "not a tree of bets, depth first")


def test_trees_of_no_and_of_very_many_decisions():
    nothing = (*(np.zeros(0, np.uint8),) * 2, np.zeros(1, np.int32), *(np.zeros(0, np.int32),) * 2, floats(0))
    refused("subgame", (1,), nothing, ValueError, "tree: 0 decisions and 0 actions")
    many = tuple(np.zeros(2**22 + 2, each.dtype) for each in ON_RIVER)
    refused("blueprint", (0,), many, ValueError, "tree: 4194306 decisions")


def on_deep_tree(name, depth):
    """Call a function with decisions one after the other."""
    arguments = right(name)
    if name == "subgame":
        arguments[0:4] = [KUHN, chain(depth, 0), b"", (floats(3), floats(3))]
        arguments[4:6] = [-1, None]
    elif name == "blueprint":
        arguments[0] = chain(depth, 3)
        arguments[3:5] = [[floats(169, 0), floats(1, 0), floats(1, 0), floats(1, 2 * depth)] for _ in range(2)]
    else:
        to_river = [(1, 0, [(1, 0)]), (2, 0, [(2, 0)])]
        rest = [(3, node % 2, [(FOLDED, 1), (node + 3, 0)]) for node in range(depth - 3)]
        arguments[0] = tree_of([*to_river, *rest, (3, 0, [(SHOWDOWN, 1)])])
        arguments[4] = [floats(0), floats(1, 1), floats(1, 1), floats(2 * depth - 5, 1)]
    return getattr(SOLVER, name)(*arguments)


@pytest.mark.parametrize("name", ["subgame", "blueprint", "respond_to_bets"])
def test_the_depth_of_trees(name):
    found = []
    # The stack of a thread is often the smaller one.
    thread = threading.Thread(target=lambda: found.append(on_deep_tree(name, 1000)))
    thread.start()
    thread.join()
    assert len(found) == 1
    for depth in (1001, 200_000):
        with pytest.raises(ValueError, match="the tree is deeper than 1000 decisions"):
            on_deep_tree(name, depth)


def test_a_tree_that_skips_a_street():
    tree = tree_of([(1, 0, [(1, 0)]), (3, 0, [(FOLDED, 1)])])
    arguments = with_part(right("respond_to_bets"), (0,), tree)
    arguments[4] = [floats(0), floats(1, 1), floats(0), floats(1, 1)]
    with pytest.raises(ValueError, match="skips a street"):
        SOLVER.respond_to_bets(*arguments)
    with pytest.raises(ValueError, match="the board is not that of"):
        SOLVER.respond_to_bets(*with_part(right("respond_to_bets"), (6,), bytes(range(3))))


# ---------------------------------------------------------------- robots that are functions


HANDS = np.zeros(1326, np.uint16)


def failing(*_):
    raise LookupError("by the robot")


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (None, TypeError, "the robot's answer: expected a tuple of 3"),
        ([HANDS, floats(1), 1], TypeError, "the robot's answer: expected a tuple of 3"),
        ((HANDS, floats(1)), ValueError, "the robot's answer: a tuple of 2"),
        ((HANDS, floats(480), 0), ValueError, "the robot's answer: classes: expected a number from 1"),
        ((HANDS, floats(480), 2**31), ValueError, "the robot's answer: classes: expected a number from 1"),
        ((HANDS, floats(480), "1"), TypeError, "the robot's answer: classes: expected a whole number"),
        ((HANDS, floats(479), 1), ValueError, "the robot's answer: rows: an array of 479, expected 480"),
        ((HANDS, np.zeros(480), 1), TypeError, "the robot's answer: rows: expected an array of float32"),
        ((HANDS + np.uint16(1), floats(480), 1), ValueError, "a hand with a class that does not exist"),
        ((HANDS[:-1], floats(480), 1), ValueError, "the robot's answer: hands: an array of 1325, expected 1326"),
        ((misaligned(HANDS), floats(480), 1), ValueError, "the robot's answer: hands: the array is not aligned"),
        ((HANDS.astype(np.int64), floats(480), 1), TypeError, "the robot's answer: hands: expected an array of uint16"),
    ],
)
def test_wrong_answers_of_a_robot(answer, error, message):
    refused("respond", (1,), lambda _street, _board: answer, error, message)


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (None, TypeError, "the robot's answer: expected an array"),
        (HANDS[:-1], ValueError, "the robot's answer: an array of 1325"),
        (HANDS.astype(np.int32), TypeError, "the robot's answer: expected an array of uint16"),
        (misaligned(HANDS), ValueError, "the robot's answer: the array is not aligned"),
        (HANDS + np.uint16(1), ValueError, "a hand with a class that does not exist"),
    ],
)
def test_wrong_buckets_of_a_robot(answer, error, message):
    refused("respond_to_bets", (2,), lambda _street, _board: answer, error, message)


def test_robots_that_fail_or_are_none():
    refused("respond", (1,), failing, LookupError, "by the robot")
    refused("respond_to_bets", (2,), failing, LookupError, "by the robot")
    refused("respond_to_bets", (2,), 7, TypeError, "robot: expected a function")


# ---------------------------------------------------------------- other threads


def while_it_works(name, arguments, began, spoil):
    """Spoil arrays once a call has begun to use them; return whether it was still at work after that."""
    thread = threading.Thread(target=lambda: getattr(SOLVER, name)(*arguments))
    thread.start()
    while thread.is_alive() and not began():
        pass
    spoil()
    was_at_work = thread.is_alive()
    thread.join()
    return was_at_work


def test_tables_and_trees_that_another_thread_changes():
    for boards in (2000, 10_000, 50_000):
        tree = tuple(part.copy() for part in EVERY_STREET)
        tables = tuple(table.copy() for table in TABLES)
        regrets, averages = learnt(), learnt()
        arguments = [tree, CLASSES, tables, regrets, averages, 1, 0, boards, 0.0]

        def spoil(tree=tree, tables=tables):
            tables[2].fill(65_535)
            for part in tree:
                part.fill(255)
            tables[0].fill(65_535)
            tables[1].fill(65_535)

        if while_it_works("blueprint", arguments, lambda averages=averages: averages[0].any(), spoil):
            break
    else:
        pytest.fail("the solver was always ready before the arrays were changed")
    assert all(np.isfinite(each).all() for each in (*regrets, *averages))
    # From now on the tables are wrong, and are refused.
    with pytest.raises(ValueError, match="a class that does not exist"):
        SOLVER.blueprint(EVERY_STREET, CLASSES, tables, regrets, averages, 1, 0, 1, 0.0)


def test_a_board_that_is_changed_while_the_robot_answers():
    board = np.arange(3, dtype=np.uint8)

    def answer(street, _board):
        board.fill(255)
        blocks = -(-SOLVER.tree(LIMIT_HOLDEM)[street][4] // 16)
        return HANDS, floats(blocks * 480), 1

    SOLVER.respond(0, answer, 0, board, 3, 4, False)


# ---------------------------------------------------------------- anything


class Odd:
    """Claims to be a number and a sequence, and is neither."""

    def __index__(self):
        raise KeyError("no number after all")

    def __len__(self):
        return 4

    def __getitem__(self, index):
        raise KeyError("no sequence after all")


def odd_values(rng):
    return [
        None, True, 0, 1, 2, 3, -1, LOWEST, HIGHEST, 2**63, 10**30, 1.5, float("nan"), "", "text", b"", bytes(range(5)),
        (), [], [1, 2], (1, 2, 3), Odd(), [Odd()] * 4, object(), len, failing, np.array(3), floats(1326), floats(7, 1326),
        np.zeros(1326, np.uint16), memoryview(b"abc")[::2], EVERY_STREET, FROM_TURN, chain(rng.randint(2, 40), 3), TABLES,
        [floats(2)] * 4, (floats(1326), floats(1326)), (6, 36), CLASSES, np.arange(4),
    ]  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"counts", "set_up", "flop_sums"}))
def test_any_arguments(name):
    rng = random.Random(tiers.seed(FUNCTIONS.index(name)))
    base = right(name)
    for _ in range(tiers.count(20_000, 40)):
        arguments = [rng.choice(odd_values(rng)) if rng.random() < 0.3 else argument for argument in base]
        for index, argument in enumerate(arguments):
            if isinstance(argument, tuple) and argument and rng.random() < 0.3:
                arguments[index] = with_part(argument, (rng.randrange(len(argument)),), rng.choice(odd_values(rng)))
        if name in ("self_play", "learn", "blueprint"):
            arguments[-2 if name == "self_play" else 5 if name == "learn" else 7] = 1  # more boards take long
        if name == "subgame":
            arguments[6] = 1
        try:
            getattr(SOLVER, name)(*arguments)
        except (TypeError, ValueError) as error:
            assert str(error)
        except (KeyError, LookupError) as error:
            assert "after all" in str(error) or "by the robot" in str(error)


def test_the_sums_of_flops_need_whole_arrays():
    numbers = np.zeros(16_432 * 1326, np.uint32)
    sums, squares = np.zeros(1755 * 1326, np.uint32), np.zeros(1755 * 1326, np.uint64)
    for arguments, label in (
        ((numbers[:-1], numbers, sums, squares), "sums of turns"),
        ((numbers, numbers[1:], sums, squares), "squares of turns"),
        ((numbers, numbers, sums[1:], squares), "sums"),
        ((numbers, numbers, sums, squares[1:]), "squares"),
    ):
        with pytest.raises(ValueError, match=f"{label}: an array of"):
            SOLVER.flop_sums(*arguments)
    with pytest.raises(TypeError, match="squares: expected an array of uint64"):
        SOLVER.flop_sums(numbers, numbers, sums, sums)
    with pytest.raises(ValueError, match="squares: the array is not aligned to 8 bytes"):
        SOLVER.flop_sums(numbers, numbers, sums, np.zeros(8 * len(sums) + 4, np.uint8)[4:].view(np.uint64))
