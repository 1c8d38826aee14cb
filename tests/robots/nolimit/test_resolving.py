"""The turn and the river solved again at the table."""

import random

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.equity.grid import pack_shares
from ircpoker.robots import ask
from ircpoker.robots.nolimit import BlueprintRobot, NolimitRobot, resolving
from ircpoker.robots.nolimit import robot as robot_module
from ircpoker.robots.nolimit.betting import ALL_IN, FOLD, REAL, RIVER, TURN, BettingSituation, tree_from
from ircpoker.robots.nolimit.file import SHIPPED
from ircpoker.robots.nolimit.resolving import Resolver, iterations_for, turn_sizes
from ircpoker.robots.nolimit.solved_street import DOUBT, SolvedDecision
from ircpoker.robots.nolimit.strategy import Blueprint
from ircpoker.robots.nolimit.translation import read_deal
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.lab.small import needs_solver
from tests.robots.nolimit.made import made_blueprint
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn
from tests.table.play import random_action
from tests.tiers import count, seed

pytestmark = needs_solver
FLOP, TURN_CARD, RIVER_CARD = "2c 7d 9h", " Js", " Qs"


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory):
    return made_blueprint(tmp_path_factory.mktemp("made"), 12)


@pytest.fixture
def quick(monkeypatch):
    """Few iterations, where only what is asked for matters."""
    monkeypatch.setattr(resolving, "EFFORT", {TURN: 0, RIVER: 0})
    monkeypatch.setattr(resolving, "FEWEST", 6)


def turn(seat, actions, board, stack=24, other_stack=24, hole="Ah Kd"):
    return holdem_turn(seat, hole, actions, board, stack=stack, other_stack=other_stack)


def number_of(low, high):
    return high * (high - 1) // 2 + low


@pytest.mark.usefixtures("quick")
def test_ranges_follow_the_play_so_far():
    blueprint = Blueprint.open(SHIPPED[50])
    view = turn(BIG_BLIND, "to 4, call, check, bet 4, call", FLOP + TURN_CARD, 100, 100, "9c 8c")
    found = Resolver().decide(blueprint, view)
    steps = read_deal(blueprint.tree, view).steps
    board = [card.code for card in view.board]
    rng = random.Random(1)
    expected = np.zeros((2, 2, 40))
    hands = [sorted(rng.sample([code for code in range(52) if code not in board], 2)) for _ in range(40)]
    for index, hand in enumerate(hands):
        likely = [1.0, 1.0]
        for node, edge in steps:
            chances = blueprint.chances(node, hand, board[: 3 * blueprint.tree.street[node]])
            share = chances.parts[edge - blueprint.tree.first[node]] / sum(chances.parts)
            actor = blueprint.tree.actor[node]
            likely[actor] *= share if actor == BIG_BLIND else (1 - DOUBT) * share + DOUBT
        expected[:, 0, index] = likely
        expected[:, 1, index] = found.ranges[:, number_of(*hand)]
    for made, ours in expected:
        # Likelihoods count only in proportion.
        np.testing.assert_allclose(ours * made.max(), made * ours.max(), rtol=1e-4, atol=1e-7)
    assert not found.ranges[:, number_of(*sorted(board[:2]))].any()


@pytest.mark.usefixtures("quick")
def test_its_own_hand_is_in_its_range(blueprint):
    for hole in ("2s 3s", "7h 2d", "As Ad"):
        view = turn(BUTTON, "to 4, call, check, bet 4, call, check", FLOP + TURN_CARD, hole=hole)
        low, high = sorted(card.code for card in view.hole_cards)
        assert Resolver().decide(blueprint, view).ranges[BUTTON, number_of(low, high)] > 0


@pytest.mark.usefixtures("quick")
def test_the_bets_of_the_table_are_in_the_tree(blueprint):
    view = turn(BUTTON, "to 4, call, check, check, bet 3", FLOP + TURN_CARD)
    found = Resolver().decide(blueprint, view)
    assert found.before == 4
    assert found.tree.put[found.node] == (7, 4)
    assert [found.tree.letter[edge] for edge in found.tree.edges(0)] == ["c", REAL, "h", "p", "a"]


@pytest.fixture
def spots(monkeypatch):
    """What is solved from now on, in order."""
    solved = []
    solve = resolving._solve
    monkeypatch.setattr(resolving, "_solve", lambda of, spot, *rest: solved.append(spot) or solve(of, spot, *rest))
    return solved


@pytest.mark.usefixtures("quick")
def test_a_new_size_is_solved_from_the_opponents_decision(blueprint, spots):
    view = turn(BIG_BLIND, "to 4, call, check, check, bet 4, to 9", FLOP + TURN_CARD)
    found = Resolver().decide(blueprint, view)
    first, second = spots
    assert (first.root.actor, first.line, first.leaving) == (BIG_BLIND, (), None)
    assert (second.root, second.line) == (BettingSituation(TURN, BUTTON, (8, 4), 1, is_first=False), (13,))
    assert second.leaving.shape == (1326,)
    assert found.tree.put[found.node] == (8, 13)
    assert found.tree.letter[found.tree.first[found.node]] == FOLD


@pytest.mark.usefixtures("quick")
def test_a_street_that_is_judged_is_solved_once_with_the_bets_of_the_table_alone(blueprint, monkeypatch):
    view = turn(BIG_BLIND, "to 4, call, check, check, bet 4, to 9", FLOP + TURN_CARD)
    resolver = Resolver(afterwards=True)
    found = resolver.decide(blueprint, view)
    assert found.tree.put[found.node] == (8, 13)
    first, second = (found.tree.edges(node) for node in (0, found.tree.to[1]))
    assert [found.tree.amount[edge] for edge in first] == [4, 8, 24]
    assert [found.tree.amount[edge] for edge in second] == [4, 8, 13, 24]
    assert 0 < found.met <= 1
    resolver.effort = 2
    monkeypatch.setattr(resolving, "Engine", None)
    more = resolver.decide(blueprint, view)
    assert (found.iterations, more.iterations) == (6, 12), "it goes on"


@pytest.mark.usefixtures("quick")
def test_a_solved_size_is_not_solved_again(blueprint, monkeypatch):
    resolver = Resolver()
    before = resolver.decide(blueprint, turn(BIG_BLIND, "to 4, call, check, check", FLOP + TURN_CARD))
    monkeypatch.setattr(resolving, "_solve", None)
    after = resolver.decide(blueprint, turn(BIG_BLIND, "to 4, call, check, check, check, bet 4", FLOP + TURN_CARD))
    assert after.tree is before.tree
    assert after.tree.put[after.node] == (4, 8)


@pytest.mark.slow(1)
@pytest.mark.usefixtures("quick")
def test_the_solution_used_longest_ago_is_forgotten_first(blueprint, monkeypatch):
    solved = []
    solve = resolving._solve
    monkeypatch.setattr(
        resolving, "_solve", lambda of, spot, *rest: solved.append(spot.board) or solve(of, spot, *rest)
    )
    resolver = Resolver(kept=2)
    boards = [FLOP + card for card in (" Js", " 3s", " Js", " 4s", " Js", " 3s")]
    for board in boards:
        resolver.decide(blueprint, turn(BIG_BLIND, "to 4, call, check, check", board))
    assert [str(CARDS[board[3]]) for board in solved] == ["Js", "3s", "4s", "3s"]


def decisions_of(blueprint, number):
    """Play a deal with odd sizes; what is found at each decision of the turn and the river, and by a new resolver."""
    rng = random.Random(number)
    stacks = (rng.randrange(20, 60), rng.randrange(20, 60))
    robot = NolimitRobot({12: blueprint})
    found = []

    def choose(deal, rng):
        view = make_view(deal, deal.actor)
        if deal.actor == BUTTON:
            return random_action(deal, rng)
        if robot.thinks(view):
            found.append((robot.resolver.decide(blueprint, view), Resolver().decide(blueprint, view)))
        return ask(robot, view, rng).action

    setup = turn(BUTTON, "", "", *stacks).setup
    deal = Deal(setup, rng.sample(CARDS, len(CARDS)))
    while deal.actor is not None:
        deal.act(deal.actor, choose(deal, rng))
    assert sum(deal.stacks) == sum(stacks)
    return found


@pytest.mark.slow(1)
@pytest.mark.usefixtures("quick")
def test_a_deal_that_is_replayed_is_solved_alike(blueprint):
    found = [pair for number in range(count(400, 40)) for pair in decisions_of(blueprint, seed(number))]
    assert {first.street for first, _ in found} == {TURN, RIVER}
    for first, second in found:
        assert first.chances == second.chances
        assert first.worth == second.worth
        assert first.iterations == second.iterations
        assert sum(first.chances) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(
    ("seat", "line", "board", "fewest"),
    [
        (BIG_BLIND, "check, check", FLOP + TURN_CARD, 1),
        (BUTTON, "check, check, check, check, bet 4", FLOP + TURN_CARD + RIVER_CARD, 3),
    ],
    ids=["one solution", "with a gadget"],
)
def test_a_clock_makes_the_iterations_fewer(blueprint, monkeypatch, seat, line, board, fewest):
    """What it plays then follows from the number that it tells, as if the spot had asked for so many."""
    view = turn(seat, f"to 4, call, {line}", board)
    resolver = Resolver()
    resolver.seconds = 1e-6
    hurried = resolver.decide(blueprint, view)
    assert hurried.iterations == fewest
    monkeypatch.setattr(resolving, "iterations_for", lambda _: hurried.iterations)
    at_leisure = Resolver().decide(blueprint, view)
    assert at_leisure.iterations == hurried.iterations
    assert at_leisure.chances == hurried.chances


@pytest.mark.usefixtures("quick")
def test_a_clock_that_is_long_enough_changes_nothing(blueprint):
    view = turn(BIG_BLIND, "to 4, call, check, check", FLOP + TURN_CARD)
    robot = NolimitRobot({12: blueprint})
    robot.set_clock(1000)
    assert robot.decide(view, random.Random(1)) == NolimitRobot({12: blueprint}).decide(view, random.Random(1))


@pytest.mark.usefixtures("quick")
def test_a_fold_costs_the_chips_put_in(blueprint):
    view = turn(BUTTON, "to 4, call, check, check, check, check, bet 6", FLOP + TURN_CARD + RIVER_CARD)
    found = Resolver().decide(blueprint, view)
    assert found.tree.letter[found.tree.first[found.node]] == FOLD
    assert found.worth[0] == pytest.approx(-4, abs=1e-3)
    assert max(found.worth) < 24


def turn_tree(left):
    root = BettingSituation(TURN, 0, (6, 6), 0, is_first=True)
    return tree_from(6 + left, root, turn_sizes(6 + left))


def test_the_smaller_the_tree_the_more_iterations():
    counts = [iterations_for(turn_tree(left)) for left in (4, 14, 34, 94)]
    assert counts == sorted(counts, reverse=True)
    assert resolving.FEWEST <= counts[-1] < counts[0] <= resolving.MOST[TURN]


def test_deep_stacks_get_more_iterations():
    usual, deep = turn_tree(10 * 12), turn_tree(10 * 12 + 1)
    assert len(usual.to) == len(deep.to)
    assert 1.4 * iterations_for(usual) < iterations_for(deep)


@pytest.mark.slow(1)
def test_nuts_and_air(monkeypatch):
    """On a river with the blueprint that is shipped: the nuts never fold, and what beats nothing never calls all-in."""
    monkeypatch.setattr(resolving, "EFFORT", {TURN: 2000, RIVER: 4000})
    monkeypatch.setattr(resolving, "FEWEST", 40)
    board, actions = "2c 7d 9h Js Qs", "to 16, call, check, check, check, check, bet 84"
    for hole, letter in (("Kd Tc", FOLD), ("4h 3d", "c")):
        view = turn(BUTTON, actions, board, 100, 100, hole)
        found = Resolver().decide(Blueprint.open(SHIPPED[50]), view)
        letters = [found.tree.letter[edge] for edge in found.tree.edges(found.node)]
        assert found.chances[letters.index(letter)] < 0.02


@pytest.mark.usefixtures("quick")
def test_the_reason_has_chances_and_values(blueprint):
    robot = NolimitRobot({12: blueprint})
    view = turn(BUTTON, "to 4, call, check, check, bet 3", FLOP + TURN_CARD)
    decision = robot.decide(view, random.Random(1))
    assert decision.why.startswith("turn, solved in 6 iterations: fold ")
    assert decision.why.endswith(f", so {decision.action}")
    assert "(-2.0 BB)" in decision.why
    found = robot.resolver.decide(blueprint, view)
    own, other = (round(100 * found.width(seat)) for seat in (BUTTON, BIG_BLIND))
    assert f"; its range {own} % of all hands, the opponent's {other} %, so " in decision.why
    board = [card.code for card in view.board]
    assert decision.ranges == "".join(pack_shares(found.ranges[seat].tolist(), board) for seat in (BUTTON, BIG_BLIND))
    assert 0 < own < 100
    assert 0 < other <= 100


def test_the_width_of_a_range():
    ranges = np.zeros((2, 1326), np.float32)
    ranges[1, :663] = 0.25
    ranges[1, 663:] = 0.125
    ranges[0, 7] = 1
    found = SolvedDecision(TURN, 0, None, 0, 0, 7, np.zeros((0, 1326)), (), ranges, 1, 1)
    assert found.width(1) == pytest.approx(0.75)
    assert found.width(0) == pytest.approx(1 / 1326)


def test_it_thinks_from_the_turn_on(blueprint):
    robot = NolimitRobot({12: blueprint})
    assert not robot.thinks(turn(BIG_BLIND, "to 4, call", FLOP))
    assert robot.thinks(turn(BIG_BLIND, "to 4, call, check, check", FLOP + TURN_CARD))
    assert not robot.thinks(turn(BIG_BLIND, "to 4, call, check, check", FLOP + TURN_CARD, 18, 24)), "short stacks"


@pytest.mark.usefixtures("quick")
def test_the_solver_is_used_as_soon_as_it_is_built(blueprint, monkeypatch):
    view = turn(BIG_BLIND, "to 4, call, check, check", FLOP + TURN_CARD)
    with monkeypatch.context() as context:
        context.setattr(robot_module, "find_solver", lambda: None)
        robot = NolimitRobot({12: blueprint})
        robot.set_clock(1000)
        assert not robot.thinks(view)
        as_medium = BlueprintRobot({12: blueprint}).decide(view, random.Random(1))
        decision = robot.decide(view, random.Random(1))
        assert (decision.action, decision.ranges) == (as_medium.action, "")
        assert decision.why == f"without the solver, which is not built: {as_medium.why}"
    assert robot.thinks(view)
    assert robot.resolver.seconds == 1000
    assert "solved in" in robot.decide(view, random.Random(1)).why


@pytest.mark.usefixtures("quick")
def test_all_in_is_as_large_as_the_shorter_stack(blueprint):
    view = turn(BIG_BLIND, "to 4, call, check, check", FLOP + TURN_CARD, 50, 24)
    found = Resolver().decide(blueprint, view)
    edge = next(edge for edge in found.tree.edges(found.node) if found.tree.letter[edge] == ALL_IN)
    assert found.tree.amount[edge] == 24
