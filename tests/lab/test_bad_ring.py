"""Calls of the solver for tables of six with wrong arguments: each is refused, and none ends the process."""

import numpy as np
import pytest

from tests.lab.calls import SOLVER, refused, right, with_part
from tests.lab.small import needs_solver

pytestmark = needs_solver

SEAT, PUT, SPOT, FIRST, TO, STREET, CHOICES, LIVE, PAID = range(9)


@pytest.mark.parametrize(
    ("name", "path", "label", "least", "most"),
    [
        ("ring_betting", (0,), "big blinds", 2, 200),
        ("ring_train", (0,), "game", 0, 2),
        ("ring_train", (1,), "seats", 2, 6),
        ("ring_train", (3, 0), "classes of street 0", 3, 65_535),
        ("ring_train", (3, 1), "classes of street 1", 9, 65_535),
        ("ring_train", (8,), "first board", 0, 2**53),
        ("ring_train", (9,), "boards", 0, 2**53),
        ("ring_decks", (3,), "first deck", 0, 2**53),
        ("ring_decks", (4,), "decks", 0, 2**20),
        ("ring_exploit", (9,), "first board", 0, 2**53),
        ("ring_exploit", (10,), "boards", 0, 2**53),
        ("ring_match", (6,), "first deck", 0, 2**53),
        ("ring_match", (7,), "decks", 0, 2**24),
    ],
)
def test_whole_numbers(name, path, label, least, most):
    for number in (least - 1, most + 1, -(2**31), 2**63, 10**30):
        refused(name, path, number, ValueError, f"{label}: expected a number from {least} to")
    for thing in (None, "1", 1.0, ()):
        refused(name, path, thing, TypeError, f"{label}: expected a whole number")


@pytest.mark.parametrize(
    ("name", "path", "label"),
    [
        ("ring_train", (2, SPOT), "tree: spots"),
        ("ring_train", (2, PAID), "tree: paid"),
        ("ring_train", (5,), "regrets"),
        ("ring_train", (6,), "averages"),
        ("ring_exploit", (3,), "strategy"),
        ("ring_exploit", (4,), "rows"),
        ("ring_exploit", (5, 1), "groups"),
        ("ring_exploit", (7,), "squares"),
        ("ring_match", (0, TO), "tree: targets"),
        ("ring_match", (3, 0), "strategy"),
    ],
)
def test_arrays(name, path, label):
    array = right(name)
    for index in path:
        array = array[index]
    for thing in (7, "text", [0.0], array.astype(np.complex128)):
        refused(name, path, thing, TypeError, f"{label}: expected")
    twice = np.zeros(2 * array.size + 2, array.dtype)
    refused(name, path, twice[::2], ValueError, f"{label}: expected an array in one")
    refused(name, path, array[:-1], ValueError, label.split(":")[0])


@pytest.mark.parametrize(
    ("part", "values"),
    [
        (SEAT, [2]),
        (SEAT, []),
        (PUT, []),
        (SPOT, [1]),
        (SPOT, [-1]),
        (FIRST, [0, 1]),
        (FIRST, [1, 2]),
        (FIRST, [0, 2**31 - 1]),
        (TO, [-1, 0]),  # a circle
        (TO, [-1, 1]),  # a missing node
        (TO, [-1, -3]),  # a missing end
        (TO, [-1, -(2**31)]),
        (STREET, [2]),
        (CHOICES, [1]),
        (CHOICES, [16]),
        (CHOICES, [0]),
        (LIVE, [0, 3]),
        (LIVE, [2, 4]),
        (PAID, [1, 1, 1]),
    ],
)
def test_bad_trees_are_refused(part, values):
    tree = list(right("ring_train")[2])
    tree[part] = np.array(values, np.array(tree[part]).dtype if part not in {STREET, CHOICES, LIVE, SEAT} else np.uint8)
    with pytest.raises(ValueError, match=r"^it is not a tree of betting|^tree: its arrays|^an end of the tree"):
        SOLVER.ring_train(*with_part(right("ring_train"), (2,), tuple(tree)))


@pytest.mark.parametrize("lineup", [(0, 1, 9), (8, 12, 9), (0, 9), (0,) * 7, (255, 0, 0)])
def test_players_that_there_are_not(lineup):
    refused("ring_match", (4,), bytes(lineup), ValueError, "lineup: ")


def test_tables_that_there_are_not():
    tree = right("ring_match")[0]
    only = (
        tree[SEAT][:1], tree[PUT][:1], np.zeros(1, np.int32), np.array([0, 2], np.int32), np.array([-1, -1], np.int32),
        np.zeros(1, np.uint8), np.full(1, 3, np.uint8), tree[LIVE][:1], tree[PAID][:6],
    )  # fmt: skip
    strategy = np.ones(169 * 2, np.uint8)
    with pytest.raises(ValueError, match="tree: it has no smaller table"):
        SOLVER.ring_match(*with_part(with_part(right("ring_match"), (0,), only), (3,), [strategy]))
    refused("ring_match", (3,), [strategy] * 9, ValueError, "9 strategies: expected at most 8")
    refused("ring_match", (3,), 7, TypeError, "int")


def test_rows_beyond_the_chances():
    rows = right("ring_exploit")[4]
    for wrong in (-2, 5, 2**31 - 1):
        changed = rows.copy()
        changed[-1] = wrong
        refused("ring_exploit", (4,), changed, ValueError, "rows: one is not among the chances")
    groups = np.full(169, 65_535, np.uint16)
    refused("ring_exploit", (5, 0), groups, ValueError, "rows: one is not among the chances")
