"""Calls of the solver with wrong arguments: each is refused with the argument's name, and none ends the process."""

import threading

import numpy as np
import pytest

from ircpoker.postflop.engine.engine import Engine, Subgame
from ircpoker.postflop.engine.native import KUHN, LIMIT_HOLDEM
from tests.lab.calls import (
    FROM_TURN_ON,
    HANDS,
    ON_RIVER,
    SOLVER,
    SUBGAME_CALLS,
    TABLES,
    failing,
    floats,
    misaligned,
    refused,
    right,
    with_part,
)  # fmt: skip
from tests.lab.small import needs_solver
from tests.postflop.engine.trees import FOLDED, tree_of

pytestmark = needs_solver

FUNCTIONS = [name for name in dir(SOLVER) if not name.startswith("__") and callable(getattr(SOLVER, name))]


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("counts", "flop_sums")])
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
        ("open_subgame", (0,), "game", 0, 2),
        ("open_subgame", (8,), "seat that may leave", -1, 1),
        ("subgame_shape", (1,), "threads", 1, 64),
        ("solve_subgame", (3,), "first iteration", 0, 2**24),
        ("solve_subgame", (4,), "iterations", 0, 2**24),
        ("solve_subgame", (5,), "last restart", 0, 2**24),
        ("solve_subgame", (6,), "threads", 1, 64),
        ("subgame_values", (2,), "node", -2, 1),
        ("subgame_values", (5,), "seat", 0, 1),
        ("subgame_values", (8,), "threads", 1, 64),
        ("subgame_policy", (2,), "node", -2, 1),
        ("fix_policy", (2,), "node", -2, 1),
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
    for number in {least - 1, most + 1, -(2**31), -(2**31) - 1, max(most + 1, 2**32), 2**63, -(2**63), 10**30}:
        refused(name, path, number, ValueError, f"{label}: expected a number from {least} to")
    for thing in (None, "1", 1.0, (), b"1"):
        refused(name, path, thing, TypeError, f"{label}: expected a whole number")


@pytest.mark.parametrize(
    ("name", "index", "label"),
    [
        ("self_play", 8, "growth"), ("blueprint", 8, "growth"), ("learn", 6, "trust"), ("learn", 7, "unit"),
        ("solve_subgame", 7, "seconds"), ("open_subgame", 6, "rake"), ("open_subgame", 7, "cap of the rake"),
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
    ("blueprint", (3, 0), "regrets of street 0", True),
    ("blueprint", (4, 3), "averages of street 3", True),
    *(
        (name, (*path, part), f"tree: {label}", False)
        for name, path in (("open_subgame", (1,)), ("blueprint", (0,)), ("respond_to_bets", (0,)))
        for part, label in enumerate(("streets", "actors", "first actions", "starts", "targets", "amounts"))
    ),
    ("open_subgame", (3, 0), "range of seat 0", False),
    ("open_subgame", (3, 1), "range of seat 1", False),
    ("open_subgame", (9,), "values of leaving", False),
    ("solve_subgame", (1,), "regrets", True),
    ("solve_subgame", (2,), "means", True),
    ("subgame_values", (1,), "means", False),
    ("subgame_values", (4,), "reach", False),
    ("subgame_policy", (1,), "means", False),
    ("fix_policy", (1,), "means", True),
    ("fix_policy", (4,), "policy", False),
]


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
    for thing in (twice[::2], released):
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
        ("open_subgame", (1,), "tree"),
        ("open_subgame", (3,), "ranges"),
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
        ("open_subgame", 2, 5), ("subgame_values", 3, 5), ("subgame_policy", 3, 5), ("fix_policy", 3, 5),
    ],
)  # fmt: skip
def test_boards(name, index, size):
    for board in (bytes([52, *range(size - 1)]), bytes([255, *range(size - 1)]), bytes([1, 1, *range(2, size)])):
        refused(name, (index,), board, ValueError, "board: expected different cards below 52")
    for board in (b"", bytes(range(6)), bytes(2)):
        with pytest.raises(
            ValueError, match=r"a board of \d cards|expected different cards|board of|one of the subgame"
        ):
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


def test_leaving_and_ranges():
    refused("open_subgame", (9,), None, ValueError, "a seat that may leave has values")
    refused("open_subgame", (8,), -1, ValueError, "a seat that may leave has values")
    for weight in (-1, float("nan"), float("inf"), 1e10):
        wrong = floats(1326)
        wrong[7] = weight
        refused("open_subgame", (3, 1), wrong, ValueError, "range of seat 1: expected weights from 0 to 1e9")
    nobody = with_part(right("open_subgame"), (4,), False)
    nobody[8:10] = [-1, None]
    with pytest.raises(ValueError, match="expected hands for both seats"):
        SOLVER.open_subgame(*nobody)
    refused("open_subgame", (6,), 1, ValueError, "rake: expected a part of the pot below 1")


def test_amounts_and_streets_of_a_subgame():
    for amount in (float("nan"), float("inf"), -2e9):
        tree = (*ON_RIVER[:5], np.array([1, 0, 1, amount], np.float32))
        refused("open_subgame", (1,), tree, ValueError, "tree: amounts: expected numbers from -1e9 to 1e9")
    skips = with_part(right("open_subgame"), (1,), tree_of([(1, 0, [(1, 0)]), (3, 0, [(FOLDED, 1)])]))
    skips[2] = bytes(range(3))
    with pytest.raises(ValueError, match="a decision leads over a street"):
        SOLVER.open_subgame(*skips)


@pytest.mark.parametrize("name", [name for name in SUBGAME_CALLS if name != "open_subgame"])
def test_other_objects_are_no_subgames(name):
    for thing in (None, 7, "text", object(), right("open_subgame")):
        refused(name, (0,), thing, TypeError, "subgame: expected what open_subgame returned")


def test_a_subgame_that_another_thread_works_on():
    engine = Engine(Subgame(LIMIT_HOLDEM, FROM_TURN_ON, bytes(range(4)), np.ones((2, 1326), np.float32)))
    engine.allocate()
    thread = threading.Thread(target=lambda: engine.solve(30))
    thread.start()
    messages = set()
    while thread.is_alive():
        try:
            engine.size()
        except ValueError as error:
            messages.add(str(error))
    thread.join()
    assert messages == {"subgame: another thread works on it"}


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
