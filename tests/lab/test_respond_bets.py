"""The exact best response on trees of bets, against the one of limit hold'em and players whose loss is known."""

from typing import NamedTuple

import numpy as np
import pytest

from ircpoker.lab.responses.limit_players import histories, legal_actions, nodes
from ircpoker.lab.responses.local_response import margins
from ircpoker.lab.responses.preflop import Branch, Opening, tree_betting
from ircpoker.lab.responses.respond import RUNOUTS, flop_values
from ircpoker.lab.responses.response_targets import BlueprintInTree
from ircpoker.lab.training.learning import LANES, rows_shape
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.postflop.engine.solving import disjoint, hand_pairs
from ircpoker.robots.nolimit.betting import ALL_IN, CALL, make_tree
from ircpoker.robots.nolimit.file import SHIPPED
from ircpoker.robots.nolimit.strategy import Blueprint, tree_arrays
from tests.lab.small import needs_solver

pytestmark = needs_solver

FLOP = bytes([0, 1, 2])
"""Three deuces: few boards after them differ in more than suits."""
CLASSES = 5
STACK = 10


def classes_of(street, board):
    """Classes that do not depend on suits."""
    low, high = hand_pairs().T // 4
    return ((3 * high + low + street * sum(card // 4 for card in board)) % CLASSES).astype(np.uint16)


class Tree(NamedTuple):
    """A tree in the solver's form, as lists."""

    street: list
    actor: list
    first: list
    edge_start: list
    to: list
    amount: list


def response(tree, seat, play, reach):
    """The responder's winnings after each way to the flop."""
    kinds = (np.uint8, np.uint8, np.int32, np.int32, np.int32, np.float32)
    arrays = tuple(np.array(part, kind) for part, kind in zip(tree, kinds, strict=True))
    found = solver().respond_to_bets(arrays, seat, classes_of, [CLASSES] * 4, play, reach, FLOP, False)
    return np.frombuffer(found, np.float32).reshape(len(reach), -1).astype(np.float64)


# ---------------------------------------------------------------- limit hold'em, written as a tree


def add_limit_node(found, edges, lines, at):
    """Add a decision of limit hold'em and all after it; return its number."""
    street, before, node, paid = at
    number = len(lines)
    actor, *nexts = solver().betting(LIMIT_HOLDEM, street)[node]
    lines.append((street, before, node))
    found.street.append(street)
    found.actor.append(actor)
    edges.append(own := [])
    for action in legal_actions(LIMIT_HOLDEM, street, node):
        put = list(paid)
        put[actor] = paid[1 - actor] + (0, 0, 2 if street < 2 else 4)[action]
        if action == 0:
            own.append((-1, paid[actor]))
        elif nexts[action] >= 0:
            own.append((add_limit_node(found, edges, lines, (street, before, nexts[action], put)), 0))
        elif street == 3:
            own.append((-2, put[0]))
        else:
            after = f"{before}{nodes(LIMIT_HOLDEM, street)[node]}c/"
            own.append((add_limit_node(found, edges, lines, (street + 1, after, 0, put)), 0))
    return number


def limit_tree():
    """The tree of limit hold'em, and each node's street, betting of earlier streets and number on its street."""
    found, edges, lines, counts = Tree([], [], [], [], [], []), [], [], [0] * 4
    add_limit_node(found, edges, lines, (0, "", 0, [2, 1]))
    for node, own in enumerate(edges):
        found.first.append(len(found.to))
        found.edge_start.append(counts[found.street[node]])
        counts[found.street[node]] += len(own)
        found.to.extend(to for to, _ in own)
        found.amount.extend(amount for _, amount in own)
    found.first.append(len(found.to))
    return found, lines, counts


@pytest.mark.slow(5)
@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_limit_holdem_as_a_tree_has_the_values_of_its_own_responder(seat):
    tree, lines, counts = limit_tree()
    rng = np.random.default_rng(1)
    play = [np.zeros((count, CLASSES), np.float32) for count in counts]
    rows = [np.zeros(rows_shape(LIMIT_HOLDEM, street, CLASSES), np.float32) for street in range(4)]
    lanes = [{text: lane for lane, text in histories(street).items()} for street in range(4)]
    for node, (street, before, number) in enumerate(lines):
        legal = legal_actions(LIMIT_HOLDEM, street, number)
        chances = rng.dirichlet([0.5] * len(legal), CLASSES).T
        chances = np.where(chances < 0.1, 0, chances)
        chances /= chances.sum(axis=0)
        play[street][tree.edge_start[node] : tree.edge_start[node] + len(legal)] = chances
        lane = lanes[street][before]
        for action, of_classes in zip(legal, chances, strict=True):
            rows[street][lane // LANES, :, number, action, lane % LANES] = of_classes
    reach = []

    def follow(node, reached):
        if tree.street[node] == 1:
            reach.append(reached)
            return
        for edge in range(tree.first[node], tree.first[node + 1]):
            index = tree.edge_start[node] + edge - tree.first[node]
            chance = play[0][index][classes_of(0, b"")] if tree.actor[node] == seat else 1
            if tree.to[edge] >= 0:
                follow(tree.to[edge], reached * chance)

    follow(0, np.ones(1326, np.float32))
    found = response(tree, seat, play, np.array(reach, np.float32))
    wanted = flop_values(lambda street, board: (classes_of(street, board), rows[street], CLASSES), seat, FLOP)
    most = np.abs(wanted).max()
    # The ends of the two have different orders.
    pairs = [[np.abs(won - other).max() < 1e-5 * most for other in wanted] for won in found]
    assert len(found) == 7
    assert all(any(row) for row in pairs)
    assert all(any(column) for column in zip(*pairs, strict=True))


# ---------------------------------------------------------------- players whose loss is known


def always(tree, wanted):
    """The play of somebody who takes one letter wherever it is legal from a street on, and calls before and else."""
    play = []
    for street in range(4):
        rows = []
        for node in range(len(tree.street)):
            letters = [tree.letter[edge] for edge in tree.edges(node)]
            letter = wanted[1] if street >= wanted[0] and wanted[1] in letters else CALL
            rows += [[float(each == letter)] * CLASSES for each in letters] if tree.street[node] == street else []
        play.append(np.array(rows, np.float32))
    return play


def winnings_of(wanted, seat=0):
    """The responder's winnings, by the chips of the ends before the flop: (chips, is all-in) → winnings."""
    tree = make_tree(STACK)
    play = always(tree, wanted)
    chances = [
        play[0][tree.edge_start[node] :][: len(tree.edges(node))]
        for node in range(len(tree.street))
        if not tree.street[node]
    ]
    opening = Opening(tree_betting(tree), [each[:, classes_of(0, b"")].astype(float) for each in chances], seat)
    reach = opening.reaches()
    found = response(Tree(*tree_arrays(tree)), seat, play, reach.astype(np.float32))
    ends = [
        edge
        for node in range(len(tree.street))
        if not tree.street[node]
        for edge in tree.edges(node)
        if tree.to[edge] == -2 or (tree.to[edge] >= 0 and tree.street[tree.to[edge]])
    ]
    return {(tree.amount[edge], tree.to[edge] == -2): found[end] for end, edge in enumerate(ends) if reach[end].any()}


def boards_after(flop):
    """The turns and rivers, in order, and the margins of each hand there."""
    rest = [card for card in range(52) if card not in flop]
    for turn in rest:
        for river in rest:
            if river > turn:
                yield flop + bytes([turn, river])


def live(board):
    return ~np.isin(hand_pairs(), list(board)).any(axis=1)


@pytest.mark.slow(2)
def test_an_all_in_before_the_flop_is_shown_down_on_every_board():
    found = winnings_of((0, ALL_IN))
    stack = 2 * STACK
    wanted = stack * 45 * 44 * (margins(FLOP).astype(float) @ live(FLOP))
    assert found[stack, True] == pytest.approx(wanted, rel=1e-4, abs=1)


@pytest.mark.slow(2)
def test_an_all_in_on_the_flop_is_called_by_the_hands_that_win():
    found = winnings_of((1, ALL_IN))
    called = 2 * STACK * (margins(FLOP).astype(float) @ live(FLOP))
    for (chips, all_in), winnings in found.items():
        folded = -chips * disjoint(live(FLOP).astype(float)) * live(FLOP)
        wanted = 45 * 44 * (called if all_in else np.maximum(called, folded))
        assert winnings == pytest.approx(wanted, rel=1e-4, abs=1), chips


@pytest.mark.slow(2)
def test_an_all_in_on_the_turn_is_called_by_the_hands_that_win():
    found = winnings_of((2, ALL_IN))
    turns = [FLOP + bytes([card]) for card in range(52) if card not in FLOP]
    calls = [44 * 2 * STACK * (margins(board).astype(float) @ live(board)) for board in turns]
    for (chips, all_in), winnings in found.items():
        folds = [-44 * chips * disjoint(live(board).astype(float)) * live(board) for board in turns]
        wanted = sum(call if all_in else np.maximum(call, fold) for call, fold in zip(calls, folds, strict=True))
        assert winnings == pytest.approx(wanted, rel=1e-4, abs=1), chips


@pytest.mark.deep
def test_a_caller_pays_all_in_to_the_hands_that_win_on_the_river():
    found = winnings_of((0, CALL))
    wanted = dict.fromkeys(found, 0.0)
    for board in boards_after(FLOP):
        margin = 2 * (margins(board).astype(float) @ live(board))  # for both orders of turn and river
        for chips, all_in in found:
            wanted[chips, all_in] += np.where(margin > 0, 2 * STACK, 2 * STACK if all_in else chips) * margin
    assert len(found) > 2
    for end, winnings in found.items():
        assert winnings == pytest.approx(wanted[end], rel=1e-4, abs=2), end


# ---------------------------------------------------------------- the shipped blueprint


def test_the_blueprints_betting_before_the_flop():
    robot = BlueprintInTree(Blueprint.open(SHIPPED[20]))
    betting = tree_betting(make_tree(20))
    assert betting[0].actor == 1
    assert betting[0].branches[0] == Branch(lost=1)
    assert sum(branch.end is not None for decision in betting for branch in decision.branches) == robot.ends == 43
    for seat in (0, 1):
        opening = robot.opening(seat)
        after = np.zeros((robot.ends, 1326))
        # Somebody who copies it, and wins nothing later, wins what it folds less what they fold.
        assert opening.copied(after) == -robot.opening(1 - seat).copied(after)
        plan = opening.choose(after + RUNOUTS)
        assert opening.won(after + RUNOUTS, plan) > opening.copied(after + RUNOUTS)


def test_wrong_arguments_are_refused():
    tree = make_tree(STACK)
    play = always(tree, (0, CALL))
    reach = np.zeros((27, 1326), np.float32)
    arrays = tree_arrays(tree)
    ask = solver().respond_to_bets
    with pytest.raises(ValueError, match="board: expected different cards"):
        ask(arrays, 0, classes_of, [CLASSES] * 4, play, reach, bytes([0, 0, 1]), False)
    with pytest.raises(ValueError, match="robot seat"):
        ask(arrays, 2, classes_of, [CLASSES] * 4, play, reach, FLOP, False)
    with pytest.raises(ValueError, match="reaches: an array of"):
        ask(arrays, 0, classes_of, [CLASSES] * 4, play, reach[1:], FLOP, False)
    with pytest.raises(ValueError, match="a class that does not exist"):
        ask(arrays, 0, classes_of, [2] * 4, [part[:, :2].copy() for part in play], reach, FLOP, False)
    with pytest.raises(ZeroDivisionError):
        ask(arrays, 0, lambda *_: 1 / 0, [CLASSES] * 4, play, reach, FLOP, False)
    skips = (np.array([0, 2], np.uint8), arrays[1][:2], np.arange(3, dtype=np.int32), np.zeros(2, np.int32),
             np.array([1, -2], np.int32), np.zeros(2, np.float32))  # fmt: skip
    parts = [part[:size] for part, size in zip(play, (1, 0, 1, 0), strict=True)]
    with pytest.raises(ValueError, match="skips a street"):
        ask(skips, 0, classes_of, [CLASSES] * 4, parts, reach[:1], FLOP, False)
