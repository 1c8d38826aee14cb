from fractions import Fraction

import numpy as np
import pytest

from ircpoker.errors import UsageError
from ircpoker.postflop.solution import betting
from ircpoker.postflop.tree import FOLDED, SHOWDOWN, make_tree, tree_arrays
from tests.postflop.spots import PRESET


def lines(nodes, node=0, before=()):
    """Every end of a tree as its actions."""
    for action in nodes[node].actions:
        line = (*before, str(action))
        if action.to >= 0:
            yield from lines(nodes, action.to, line)
        else:
            yield line


def test_the_preset():
    nodes = make_tree(PRESET, 0)
    assert [sum(node.street == street for node in nodes) for street in range(3)] == [10, 46, 138]
    assert list(map(str, nodes[0].actions)) == ["check", "bet 94"]
    facing = nodes[nodes[0].actions[1].to]
    # 45 % of the pot after the call: 0.45 * (180 + 2 * 94) is 165.6.
    assert list(map(str, facing.actions)) == ["fold", "call", "raise 260"]
    assert facing.actions[0].loss == 90


def test_a_river_with_one_size():
    nodes = make_tree(betting(100, 50, "50%", "50%", all_in=1), 2)
    assert sorted(lines(nodes)) == [
        ("all-in 50", "call"), ("all-in 50", "fold"), ("check", "all-in 50", "call"), ("check", "all-in 50", "fold"),
        ("check", "check"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sizes", "first"),
    [
        ({"bets": "30% 70 150%"}, ["check", "bet 30", "bet 70", "bet 150"]),
        ({"bets": "all-in"}, ["check", "all-in 300"]),
        ({"bets": "none"}, ["check"]),
        ({"bets": "300"}, ["check", "all-in 300"]),
        ({"bets": "200%"}, ["check", "bet 200"]),
        ({"bets": "201%"}, ["check", "all-in 300"]),
        ({"bets": "0.4%"}, ["check", "bet 1"]),
        ({"bets": "1% 1", "all_in": 1}, ["check", "bet 1"]),
        ({"bets": "299 300", "all_in": 1}, ["check", "bet 299", "all-in 300"]),
    ],
)
def test_first_actions(sizes, first):
    nodes = make_tree(betting(100, 300, **sizes), 0)
    assert list(map(str, nodes[0].actions)) == first


def test_a_raise_is_at_least_the_last_one():
    nodes = make_tree(betting(100, 1000, "80", "1%", all_in=1), 2)
    facing = nodes[nodes[0].actions[1].to]
    assert [str(action) for action in facing.actions] == ["fold", "call", "raise 160"]


def test_donk_bets():
    def first_of_turn(tree, line):
        nodes = make_tree(tree, 0)
        node = 0
        for name in line:
            node = next(action.to for action in nodes[node].actions if action.name == name)
        return [str(action) for action in nodes[node].actions]

    called, checked = ("check", "bet", "call"), ("check", "check")
    plain = betting(100, 900, "50%", "50%")
    assert first_of_turn(plain, called) == ["check", "bet 100"]
    donk = betting(100, 900, "50%", "50%", "turn 25%")
    assert first_of_turn(donk, called) == ["check", "bet 50"]
    assert first_of_turn(donk, checked) == ["check", "bet 50"]
    assert first_of_turn(betting(100, 900, "50%", "50%", "none"), called) == ["check"]
    assert first_of_turn(betting(100, 900, "50%", "50%", "none"), checked) == ["check", "bet 50"]
    # A bet of the other player that is called is no donk bet.
    assert first_of_turn(betting(100, 900, "50%", "50%", "none"), ("bet", "call")) == ["check", "bet 100"]


def test_the_form_for_the_solver():
    nodes = make_tree(betting(100, 300), 0)
    street, actor, first, start, to, amount = tree_arrays(nodes)
    assert len(street) == len(actor) == len(start) == len(nodes)
    assert first[-1] == len(to) == len(amount) == sum(len(node.actions) for node in nodes)
    assert set(to[to < 0]) == {FOLDED, SHOWDOWN}
    assert np.all(amount[to < 0] >= 50)
    assert amount[to < 0].max() == 350


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 100), "pot 0: expected chips from 1 to 1000000"),
        ((100, 0), "stack 0: expected chips"),
        ((10**7, 1), "pot 10000000"),
        ((100, 200, "50%", "150 201"), "a size of 201 chips: expected at most the 200 of the stack, or all-in"),
        ((100, 200, "50%", "50%", "turn 500"), "a size of 500 chips"),
    ],
)
def test_impossible_chips(arguments, message):
    with pytest.raises(UsageError, match=message):
        betting(*arguments)


def test_impossible_all_in():
    with pytest.raises(UsageError, match="all-in: expected a percentage"):
        betting(100, 100, all_in=Fraction(0))


def test_a_tree_that_is_too_large():
    tiny = "1% 2% 3% 4% 5%"
    with pytest.raises(UsageError, match="the tree has more than"):
        make_tree(betting(10, 100_000, tiny, tiny), 0)
