"""Trees that the solver refuses, arrays that another thread changes, and any arguments at all."""

import random
import threading

import numpy as np
import pytest

from ircpoker.postflop.engine.native import KUHN, LIMIT_HOLDEM
from tests import tiers
from tests.lab.calls import (
    CLASSES,
    EVERY_STREET,
    FROM_TURN,
    HANDS,
    HIGHEST,
    LOWEST,
    ON_RIVER,
    SOLVER,
    TABLES,
    chain,
    failing,
    floats,
    learnt,
    refused,
    right,
    with_part,
)  # fmt: skip
from tests.lab.small import needs_solver
from tests.postflop.engine.trees import FOLDED, tree_of

pytestmark = needs_solver

FUNCTIONS = [name for name in dir(SOLVER) if not name.startswith("__") and callable(getattr(SOLVER, name))]


def changed_tree(part, values):
    tree = list(ON_RIVER)
    tree[part] = np.array(values, tree[part].dtype)
    return tuple(tree)


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
def test_invalid_trees(tree):
    for name, index in (("open_subgame", 1), ("blueprint", 0), ("respond_to_bets", 0)):
        refused(name, (index,), tree, ValueError, "not a tree of bets, depth first")


def test_trees_of_no_and_of_very_many_decisions():
    nothing = (*(np.zeros(0, np.uint8),) * 2, np.zeros(1, np.int32), *(np.zeros(0, np.int32),) * 2, floats(0))
    refused("open_subgame", (1,), nothing, ValueError, "tree: 0 decisions and 0 actions")
    many = tuple(np.zeros(2**22 + 2, each.dtype) for each in ON_RIVER)
    refused("blueprint", (0,), many, ValueError, "tree: 4194306 decisions")


def on_deep_tree(name, depth):
    """Call a function with decisions one after the other."""
    arguments = right(name)
    if name == "open_subgame":
        arguments[0:4] = [KUHN, chain([0] * depth), b"", (floats(3), floats(3))]
        arguments[8:10] = [-1, None]
    elif name == "blueprint":
        arguments[0] = chain([3] * depth)
        arguments[3:5] = [[floats(169, 0), floats(1, 0), floats(1, 0), floats(1, 2 * depth)] for _ in range(2)]
    else:
        on_turn = depth // 2
        arguments[0] = chain([1, *[2] * on_turn, *[3] * (depth - on_turn - 1)], actor=0)
        arguments[4] = [floats(0), floats(2, 1), floats(2 * on_turn, 1), floats(2 * (depth - on_turn - 1), 1)]
    return getattr(SOLVER, name)(*arguments)


@pytest.mark.parametrize("name", ["open_subgame", "blueprint", "respond_to_bets"])
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
        (), [], [1, 2], (1, 2, 3), Odd(), [Odd()] * 4, object(), len, failing, np.array(3), floats(1326),
        floats(7, 1326), HANDS, memoryview(b"abc")[::2], EVERY_STREET,
        FROM_TURN, chain([3] * rng.randint(2, 40)), TABLES,
        [floats(2)] * 4, (floats(1326), floats(1326)), (6, 36), CLASSES, np.arange(4),
    ]  # fmt: skip


@pytest.mark.few(8, 12)
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
        if name == "solve_subgame":
            arguments[4] = 1
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
