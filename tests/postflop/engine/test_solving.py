"""The solver of subgames: games whose values are known, and plain regret minimisation beside it."""

import re

import numpy as np
import pytest

from ircpoker.postflop.engine.engine import Gadget, Instructions, Subgame
from ircpoker.postflop.engine.native import KUHN, LEDUC, LIMIT_HOLDEM
from ircpoker.postflop.engine.solving import gains, judge, pairs, solve
from ircpoker.robots.nolimit.betting import subgame_tree
from ircpoker.robots.nolimit.strategy import tree_arrays
from tests.lab.small import needs_solver
from tests.postflop.engine.plain_cfr import PlainCfr, payoffs
from tests.postflop.engine.trees import FOLDED, SHOWDOWN, bet_tree, tree_of
from tests.tiers import seeds

pytestmark = needs_solver


def value_of(subgame, solution, seat=0):
    """A seat's winnings per deal if both play the solution."""
    return float((solution.values[seat].astype(float) * subgame.ranges[seat]).sum()) / pairs(subgame)


def test_kuhn():
    subgame = Subgame(KUHN, bet_tree([1], 1, 1), b"", np.ones((2, 3), np.float32))
    solution = solve(subgame, 2000)
    assert value_of(subgame, solution) == pytest.approx(-1 / 18, abs=1e-4)
    assert value_of(subgame, solution, 1) == pytest.approx(1 / 18, abs=1e-4)
    assert sum(gains(subgame, solution)) / 2 < 1e-3
    # The jack never calls, the king always does; of the first player the king bets three times as often as the jack.
    first_bet = solution.strategy[1]
    assert first_bet[2] == pytest.approx(3 * first_bet[0], abs=0.02)


def test_leduc():
    subgame = Subgame(LEDUC, bet_tree([2, 4], 2, 1), b"", np.ones((2, 6), np.float32))
    solution = solve(subgame, 2000)
    # -0.085606: the value that OpenSpiel and others give for the player who acts first.
    assert value_of(subgame, solution) == pytest.approx(-0.085606, abs=5e-4)
    assert sum(gains(subgame, solution)) / 2 < 2e-3


HEADS, MIDDLE, TAILS = range(3)
SELL, PLAY = range(2)
COIN_TOSS = tree_of(
    [
        # The coin is sold for half a chip, that much more for heads and less for tails; or the other player guesses.
        (0, 0, [(SHOWDOWN, -0.5), (1, 0)]),
        (0, 1, [(SHOWDOWN, 1), (SHOWDOWN, -1)]),
    ]
)
GUESSING = tree_of([(0, 1, [(SHOWDOWN, 1), (SHOWDOWN, -1)])])
"""Brown and Sandholm, Safe and Nested Subgame Solving (NIPS 2017), section 2: the coin that landed heads may be sold
for 0.5 and the other one for -0.5, or the other player guesses, for one chip. Heads is the lowest card, tails the
highest."""
COIN = np.array([[1, 0, 1], [0, 1, 0]], np.float32)


def test_coin_toss():
    subgame = Subgame(KUHN, COIN_TOSS, b"", COIN)
    solution = solve(subgame, 4000)
    # Guessing heads with a quarter, tails with three quarters makes both coins worth what they sell for.
    assert solution.strategy[2:, MIDDLE] == pytest.approx([0.25, 0.75], abs=0.02)
    assert value_of(subgame, solution) == pytest.approx(0, abs=1e-3)


def test_the_gadget_makes_the_guess_safe():
    # Nobody knows how often either coin is played: the values for which they may be sold are enough.
    subgame = Subgame(KUHN, GUESSING, b"", COIN)
    leaving = np.array([0.5, 0, -0.5], np.float32)
    solution = solve(subgame, 4000, gadget=Gadget(0, leaving))
    assert solution.strategy[:, MIDDLE] == pytest.approx([0.25, 0.75], abs=0.02)
    assert (solution.best[0][[HEADS, TAILS]] <= leaving[[HEADS, TAILS]] + 0.02).all()


def test_the_guess_is_exploitable_without_the_gadget():
    believed = COIN * np.array([[0.9, 1, 0.1]], np.float32)
    solution = solve(Subgame(KUHN, GUESSING, b"", believed), 2000)
    assert solution.strategy[:, MIDDLE] == pytest.approx([1, 0], abs=0.02)
    assert solution.best[0][TAILS] == pytest.approx(1, abs=0.05)


def random_spot(rng, size=90):
    """A board, some hands that it leaves, and how likely they are for both seats."""
    cards = rng.permutation(52)
    board = cards[:5].tolist()
    hands = [(low, high) for high in range(52) for low in range(high) if not {low, high} & {*board}]
    hands = [hands[index] for index in sorted(rng.choice(len(hands), size, replace=False))]
    return board, hands, rng.random((2, size)) ** 2


def spread_out(hands, numbers):
    """Numbers of some hands as numbers of all hands."""
    found = np.zeros((*numbers.shape[:-1], 1326), np.float32)
    found[..., [high * (high - 1) // 2 + low for low, high in hands]] = numbers
    return found


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("number", list(seeds(50, 3)))
def test_rivers_equal_plain_regret_minimisation(number):
    rng = np.random.default_rng(number)
    board, hands, ranges = random_spot(rng)
    stack, bet = rng.choice([(100, 12), (100, 24), (200, 18), (60, 6)])
    tree = tree_arrays(subgame_tree(int(stack), 3, int(bet)))
    subgame = Subgame(LIMIT_HOLDEM, tree, bytes(board), spread_out(hands, ranges))
    solution = solve(subgame, 300)
    plain = PlainCfr(tree, *payoffs(hands, board), ranges)
    dealt = float((ranges[0] * (plain.apart @ ranges[1])).sum())
    assert pairs(subgame) == pytest.approx(dealt, rel=1e-5)
    value = float((plain.run(300) * ranges[0]).sum()) / dealt
    pot = 2 * bet
    assert value_of(subgame, solution) == pytest.approx(value, abs=0.01 * pot)
    # The solver's own figures for its strategy are right, too: the value, and both best responses.
    indices = [high * (high - 1) // 2 + low for low, high in hands]
    found = solution.strategy[:, indices].astype(float)
    for me in (0, 1):
        for best, found_by_it in ((False, solution.values), (True, solution.best)):
            worth = plain.walk(
                0, me, None, ranges[1 - me], lambda node: found[plain.first[node] : plain.first[node + 1]], best=best
            )
            assert found_by_it[me][indices] == pytest.approx(worth, rel=1e-3, abs=1e-2)
    assert sum(gains(subgame, solution)) / 2 < 0.005 * pot


def test_a_given_strategy_is_judged():
    rng = np.random.default_rng(5)
    board, hands, ranges = random_spot(rng)
    subgame = Subgame(LIMIT_HOLDEM, tree_arrays(subgame_tree(60, 3, 6)), bytes(board), spread_out(hands, ranges))
    solution = solve(subgame, 50)
    judged = judge(subgame, solution.strategy)
    assert judged.best == pytest.approx(solution.best, rel=1e-4, abs=1e-2)  # stored in 16 bits
    assert judged.values == pytest.approx(solution.values, rel=1e-4, abs=1e-2)
    worse = np.roll(solution.strategy, 1, axis=1)
    assert sum(gains(subgame, judge(subgame, worse))) > sum(gains(subgame, judged)) + 1


@pytest.mark.slow(1)
def test_all_in_on_the_turn_is_the_mean_of_all_rivers():
    rng = np.random.default_rng(7)
    board, hands, ranges = random_spot(rng)
    board = board[:4]
    all_in = tree_of([(2, 0, [(FOLDED, 6), (1, 100)]), (2, 1, [(FOLDED, 6), (SHOWDOWN, 100)])])
    wins = np.zeros((len(hands), len(hands)))
    for river in set(range(52)) - {*board}:
        live = np.array([river not in hand for hand in hands], float)
        clear = [hand if river not in hand else spare(board, river) for hand in hands]
        wins += payoffs(clear, [*board, river])[0] * live[:, None] * live / 44
    apart = payoffs(hands, [*board, next(iter(set(range(52)) - {*board, *sum(hands, ())}), 0)])[1]
    plain = PlainCfr(all_in, wins * apart, apart, ranges)
    subgame = Subgame(LIMIT_HOLDEM, all_in, bytes(board), spread_out(hands, ranges))
    dealt = float((ranges[0] * (apart @ ranges[1])).sum())
    value = float((plain.run(400) * ranges[0]).sum()) / dealt
    solution = solve(subgame, 400)
    assert value_of(subgame, solution) == pytest.approx(value, abs=0.15)
    indices = [high * (high - 1) // 2 + low for low, high in hands]
    found = solution.strategy[:, indices].astype(float)
    worth = plain.walk(0, 1, None, ranges[0], lambda node: found[2 * node : 2 * node + 2], best=True)
    assert solution.best[1][indices] == pytest.approx(worth, rel=1e-3, abs=1e-2)


def spare(board, river):
    """Two cards that are not on the board, for a hand that cannot be there."""
    free = [card for card in range(52) if card not in {*board, river}]
    return free[0], free[1]


@pytest.mark.slow(1)
def test_the_best_instructions_change_nothing():
    rng = np.random.default_rng(9)
    board, hands, ranges = random_spot(rng, 300)
    for size, tree in ((5, subgame_tree(100, 3, 12)), (4, subgame_tree(60, 2, 20))):
        subgame = Subgame(LIMIT_HOLDEM, tree_arrays(tree), bytes(board[:size]), spread_out(hands, ranges))
        first, *others = (solve(subgame, 6, instructions=instructions) for instructions in Instructions)
        for other in others:
            for part, twin in zip(first, other, strict=True):
                assert np.array_equal(part, twin)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": b"\1\2\3\4"}, "with the board of its street"),
        ({"board": b"\1\2\3\4\4"}, "expected different cards"),
        ({"board": b"\1\2\3\4\x40"}, "expected different cards"),
        ({"board": bytes(9)}, "a board of 9 cards: expected 0 to 5"),
        ({"game": 9}, "game: expected a number from 0 to 2"),
        ({"tree": bet_tree([1, 2, 3], 1, 1)}, "begins after the flop"),
    ],
)
def test_invalid_subgames_are_refused(fields, message):
    whole = {
        "game": LIMIT_HOLDEM,
        "tree": tree_arrays(subgame_tree(60, 3, 6)),
        "board": b"\1\2\3\4\5",
        "ranges": np.ones((2, 1326), np.float32),
    }
    with pytest.raises(ValueError, match=re.escape(message)):
        solve(Subgame(**whole | fields), 1)


def test_a_gadget_needs_a_seat():
    subgame = Subgame(KUHN, bet_tree([1], 1, 1), b"", np.ones((2, 3), np.float32))
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="seat that may leave"):
            solve(subgame, 1, gadget=Gadget(seat, np.zeros(3, np.float32)))
