"""The node of a deal in the tree, and the amount at the table for a size of the tree."""

from collections import Counter

import pytest

from ircpoker.cards import CARDS
from ircpoker.robots.features import depth_for, smaller_chance
from ircpoker.robots.nolimit.betting import make_tree
from ircpoker.robots.nolimit.translation import amount_of, read_deal
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

TREE = make_tree(50)


def turn(seat, actions="", board="", hole="Ah Kd", stack=100, other_stack=100):
    return holdem_turn(seat, hole, actions, board, stack=stack, other_stack=other_stack)


def path(history):
    """The node that a history of letters leads to."""
    node = 0
    for letter in history.replace("/", ""):
        node = next(TREE.to[edge] for edge in TREE.edges(node) if TREE.letter[edge] == letter)
    return node


@pytest.mark.parametrize(
    ("view", "history"),
    [
        (turn(BUTTON), ""),
        (turn(BIG_BLIND, "call"), "c"),
        # After the call of the blind there are 4 in the pot: half of it is a raise to 4, all of it one to 6.
        (turn(BIG_BLIND, "to 4"), "h"),
        (turn(BIG_BLIND, "to 6"), "p"),
        (turn(BUTTON, "to 6, to 18"), "pp"),
        (turn(BIG_BLIND, "to 6, call", "2c 7d 9h"), "pc/"),
        (turn(BUTTON, "to 6, call, bet 6", "2c 7d 9h"), "pc/h"),
        (turn(BIG_BLIND, "to 6, call, check, bet 12", "2c 7d 9h"), "pc/cp"),
        (turn(BIG_BLIND, "to 6, call, check, check", "2c 7d 9h Js"), "pc/cc/"),
        (turn(BIG_BLIND, "to 100"), "a"),
        (turn(BIG_BLIND, "call, check, check, bet 2, call, bet 8, to 32", "2c 7d 9h Js"), "cc/chc/pp"),
    ],
)
def test_sizes_of_the_tree_stay(view, history):
    found = read_deal(TREE, view)
    assert (found.history, found.node, found.changed) == (history, path(history), False)
    assert TREE.actor[found.node] == view.seat


def test_a_bet_beyond_a_stack_is_all_in():
    found = read_deal(TREE, turn(BIG_BLIND, "to 60", stack=50))
    assert (found.history, found.changed) == ("a", False)


@pytest.mark.parametrize("amount", [2, 4, 6])
def test_a_bet_below_all_sizes_is_the_smallest(amount):
    view = turn(BUTTON, f"to 6, call, bet {amount}", "2c 7d 9h", stack=500, other_stack=500)
    found = read_deal(TREE, view)
    assert (found.history[-2:], found.changed) == ("/h", amount < 6)


def test_a_bet_between_two_sizes_is_translated_at_random():
    """A bet of 12 into a pot of 16: three quarters, between a half and a whole."""
    codes = range(0, 52, 2)
    views = [
        turn(BUTTON, "to 8, call, bet 12", "2c 7d 9h", hole=f"{CARDS[code]} {CARDS[other]}", stack=400, other_stack=400)
        for code in codes
        for other in codes
        if code < other and not {str(CARDS[code]), str(CARDS[other])} & {"2c", "7d", "9h"}
    ]
    found = [read_deal(TREE, view) for view in views]
    assert found == [read_deal(TREE, view) for view in views]
    letters = Counter(each.history[-1] for each in found)
    share = letters["h"] / len(found)
    assert set(letters) == {"h", "p"}
    assert all(each.changed for each in found)
    assert share == pytest.approx(smaller_chance(0.75, 0.5, 1.0), abs=0.09)


def test_own_bets_are_read_as_the_nearest_size():
    """A bet of half the pot of 5 is 2 or 3 chips: whatever the cards, it is half the pot."""
    for hole in ("Ah Kd", "2s 3s", "Jc Jd"):
        view = turn(BIG_BLIND, "to 5, call, bet 4, to 17", "2c 7d 9h", hole=hole, stack=400, other_stack=400)
        assert read_deal(TREE, view).history.split("/")[1][0] == "h"


def test_the_tree_ends_before_the_deal():
    # All-in in the tree, but not at the table: three bets were made, and this is the fourth.
    view = turn(BUTTON, "to 4, to 8, to 12, to 16", stack=1000, other_stack=1000)
    assert read_deal(TREE, view).history.endswith("a")
    more = turn(BIG_BLIND, "to 4, to 8, to 12, to 16, call", "2c 7d 9h", stack=1000, other_stack=1000)
    assert read_deal(TREE, more).node < 0


@pytest.mark.parametrize(
    ("actions", "letter", "amount"),
    [("", "h", 4), ("", "p", 6), ("", "a", 100), ("to 6", "h", 12), ("to 6", "p", 18), ("to 6", "a", 100)],
)
def test_amounts_before_the_flop(actions, letter, amount):
    view = turn(BIG_BLIND if actions else BUTTON, actions)
    assert amount_of(letter, view, TREE, read_deal(TREE, view).node) == amount


def test_amounts_on_the_flop():
    view = turn(BIG_BLIND, "to 6, call", "2c 7d 9h")
    node = read_deal(TREE, view).node
    assert [amount_of(letter, view, TREE, node) for letter in "hpa"] == [6, 12, 94]


def test_a_bet_of_most_chips_is_all_in():
    view = turn(BIG_BLIND, "to 6, call", "2c 7d 9h", stack=21)
    assert amount_of("p", view, TREE, read_deal(TREE, view).node) == 15
    assert amount_of("h", view, TREE, read_deal(TREE, view).node) == 6


def test_all_in_of_deeper_stacks_is_scaled_to_the_pot():
    view = turn(BUTTON, stack=400, other_stack=400)
    # 98 small blinds into a pot of 4.
    assert amount_of("a", view, TREE, 0) == 100


def test_depths():
    assert [depth_for(stack, (50, 100)) for stack in (10, 50, 70, 71, 100, 1000)] == [50, 50, 50, 100, 100, 100]
