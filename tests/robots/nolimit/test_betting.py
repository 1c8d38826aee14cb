"""The tree of abstract bets."""

import pytest

from ircpoker.robots.nolimit.betting import FOLDED, SHOWDOWN, count_stored, make_tree, wager_sizes


@pytest.mark.parametrize(
    ("depth", "nodes", "actions"),
    [
        (20, [44, 244, 796, 1956], [129, 648, 1984, 4680]),
        (50, [60, 612, 2796, 8596], [177, 1720, 7280, 21304]),
        (100, [60, 980, 6060, 23268], [177, 2824, 16336, 59528]),
    ],
)
def test_counts(depth, nodes, actions):
    tree = make_tree(depth)
    assert [tree.count(street) for street in range(4)] == nodes
    assert tree.edges_of == actions
    assert len(tree.to) == sum(actions)


@pytest.mark.parametrize("depth", [*range(10, 16), 20, 50, 100])
def test_stored_actions_are_counted_without_a_tree(depth):
    tree = make_tree(depth)
    assert count_stored(depth) == tuple(tree.edges_of[street] - tree.count(street) for street in range(4))


def test_ends_of_50_big_blinds():
    tree = make_tree(50)
    assert tree.to.count(FOLDED) == tree.to.count(SHOWDOWN) == 9209


def test_children_follow_their_node():
    tree = make_tree(20)

    def last_after(node):
        last = node
        for edge in tree.edges(node):
            if tree.to[edge] >= 0:
                assert tree.to[edge] == last + 1
                last = last_after(tree.to[edge])
        return last

    assert last_after(0) == len(tree.street) - 1


def test_amounts():
    tree = make_tree(100)
    for node, (street, actor, put) in enumerate(zip(tree.street, tree.actor, tree.put, strict=True)):
        other = put[1 - actor]
        letters = [tree.letter[edge] for edge in tree.edges(node)]
        assert ("f" in letters) == (put[actor] < other)
        for edge in tree.edges(node):
            letter, to, amount = tree.letter[edge], tree.to[edge], tree.amount[edge]
            expected = {"f": put[actor], "c": other, "h": 2 * other, "p": 3 * other, "a": tree.stack}[letter]
            assert amount == expected <= tree.stack
            if to >= 0:
                assert tree.put[to][actor] == amount
                assert tree.street[to] == street or (letter == "c" and tree.actor[to] == 0)


def test_sizes():
    # A bet of half the pot of 40 is 20, of the pot 40; 100 are left, and three quarters of them are 75.
    assert wager_sizes(120, 20, 0) == [("h", 40), ("p", 60), ("a", 120)]
    assert wager_sizes(73, 20, 0) == [("h", 40), ("a", 73)]
    assert wager_sizes(74, 20, 0) == [("h", 40), ("p", 60), ("a", 74)]
    assert wager_sizes(120, 20, 3) == [("a", 120)]
    assert wager_sizes(120, 120, 0) == []
