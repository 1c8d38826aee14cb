"""Solutions: known results of the preset, and other ways to the same numbers."""

import numpy as np
import pytest

from ircpoker.equity.range_counts import combination_number
from ircpoker.errors import PokerError, UsageError
from ircpoker.postflop import betting, solve
from ircpoker.postflop.engine.engine import Instructions, Rake
from ircpoker.postflop.engine.solving import disjoint
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.spot import from_data, make_spot
from ircpoker.postflop.tree import tree_arrays
from tests.lab.small import needs_solver
from tests.postflop.engine.plain_cfr import PlainCfr, payoffs
from tests.postflop.spots import NARROW, PRESET, RANGES, opened, preset

pytestmark = needs_solver

TOO_SMALL = 1e-4


def test_the_equity_of_the_preset():
    solution = preset()
    assert solution.mean(0, solution.equity(0)) == pytest.approx(0.55347, abs=1e-5)
    assert solution.mean(1, solution.equity(1)) == pytest.approx(1 - 0.55347, abs=1e-5)
    assert solution.engine.size().boards == (1, 36, 1429)
    assert solution.engine.size().hands == (273, 416)
    assert solution.engine.size().bytes < 450 * 2**20


@pytest.mark.deep
def test_the_values_of_the_preset():
    # PioSolver's published values are 105.11 ± 0.2; with a rake of 5 %, capped at 30, 95.57 and 66.98.
    solution = preset(accuracy=0.1)
    solution.begin()
    found = solution.run()
    assert found.gap <= 0.1
    assert found.ev[0] == pytest.approx(105.11, abs=0.2)
    raked = preset(Rake(0.05, 30), accuracy=0.1)
    raked.begin()
    found = raked.run()
    assert found.gap <= 0.1
    assert found.ev == pytest.approx((95.57, 66.98), abs=0.2)


def hands_of(solution):
    """The hands that either player may have: pairs of codes, and their numbers."""
    numbers = np.flatnonzero(solution.spot.weights.sum(axis=0))
    pairs = [(low, high) for high in range(52) for low in range(high)]
    return [pairs[number] for number in numbers], numbers


@pytest.mark.slow(1)
def test_a_river_equals_plain_regret_minimisation():
    solution = opened(accuracy=0.01)
    solution.run()
    hands, numbers = hands_of(solution)
    ranges = solution.spot.weights[:, numbers].astype(float)
    plain = PlainCfr(tree_arrays(solution.nodes), *payoffs(hands, list(solution.spot.board)), ranges)
    dealt = float((ranges[0] * (plain.apart @ ranges[1])).sum())
    value = float((plain.run(2000) * ranges[0]).sum()) / dealt
    assert solution.progress.ev[0] - 50 == pytest.approx(value, abs=0.1)
    # The gap is that of the plain best responses to the stored strategy.
    policies = {
        node: solution.engine.policy(node)[: len(each.actions), numbers] for node, each in enumerate(solution.nodes)
    }
    gap = 0.0
    for me in (0, 1):
        both = [plain.walk(0, me, None, ranges[1 - me], policies.__getitem__, best=best) for best in (True, False)]
        gap += float(((both[0] - both[1]) * ranges[me]).sum()) / dealt / 2
    assert solution.exploitability == pytest.approx(gap, abs=0.01)


def boards_after(board, cards):
    """All boards with so many cards more, in any order."""
    if not cards:
        yield board
        return
    for code in range(52):
        if code not in board:
            yield from boards_after(board + bytes([code]), cards - 1)


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize(("board", "walked"), [("Qs Jh 2c", 49), ("Qh Jh 2h", 23), ("Qs Qh 2h", 36), ("Qs Jh 2h", 36)])
def test_boards_that_differ_only_in_suits_are_played_alike(board, walked):
    ranges = ("AK,KQ,99,87s", "QJ,AA,T9:0.5")
    tree = betting(100, 100, "all-in", "none")
    first, second = (Solution(make_spot(board, ranges, tree), symmetric=symmetric) for symmetric in (True, False))
    assert (first.engine.size().boards[1], second.engine.size().boards[1]) == (walked, 49)
    for solution in (first, second):
        solution.begin()
    first.run(iterations=12)
    # The same strategy on each single board is worth the same, also to best responses.
    for number, node in enumerate(first.nodes):
        for whole in boards_after(first.spot.board, node.street):
            policy = first.engine.policy(number, whole)[: len(node.actions)]
            second.engine.fix(number, whole, policy, lock=False)
    assert first.check().ev == pytest.approx(second.check().ev, abs=1e-3)
    assert first.check().gap == pytest.approx(second.check().gap, rel=1e-3)
    for line in ("", "check", "check check 7c", "check check 7d check check 8h"):
        for player in (0, 1):
            assert first.ev(player, line) == pytest.approx(second.ev(player, line), abs=0.01, nan_ok=True)
            assert first.equity(player, line) == pytest.approx(second.equity(player, line), abs=1e-4, nan_ok=True)


def test_values_add_up_to_the_pot():
    solution = opened("Qs Jh 2h 8d", accuracy=0.2)
    solution.run()
    for line, pot in (("", 100), ("check", 100), ("bet", 150), ("bet call 7c", 200), ("check bet call Ah check", 200)):
        both = sum(solution.mean(player, solution.ev(player, line), line) for player in (0, 1))
        assert both == pytest.approx(pot, abs=0.01)
        shares = sum(solution.mean(player, solution.equity(player, line), line) for player in (0, 1))
        assert shares == pytest.approx(1, abs=1e-4)
        player = solution.player(line)
        by_action = (solution.action_ev(line) * solution.strategy(line)).sum(axis=0)
        ev = solution.ev(player, line)
        known = ~np.isnan(ev) & (solution.reach(player, line) > 0)
        assert by_action[known] == pytest.approx(ev[known], abs=0.01)


def test_the_rake_is_missing():
    tree = betting(100, 100, "none", "none")
    for rate, cap, taken in ((0.05, 100, 5), (0.05, 2, 2), (0, 100, 0)):
        solution = Solution(make_spot("Qs Jh 2h 8d 3c", NARROW, tree, Rake(rate, cap)))
        solution.begin()
        found = solution.run(iterations=10)
        assert sum(found.ev) == pytest.approx(100 - taken, abs=1e-3)
        assert found.gap == 0


@pytest.mark.slow(1)
def test_any_number_of_threads_gives_the_same_bits():
    found = []
    for threads in (1, 2, 3, 7):
        solution = opened("Qs Jh 2h", tree=betting(100, 150, "60%", "none"), threads=threads)
        solution.engine.solve(4)
        found.append((solution.engine.means.tobytes(), solution.engine.regrets.tobytes(), solution.check()))
    assert found[1:] == found[:-1]


@pytest.mark.slow(1)
def test_all_instructions_give_the_same_bits():
    found = []
    for instructions in Instructions:
        solution = opened("Qs Jh 2h", tree=betting(100, 150, "60%", "50%"))
        solution.engine.instructions = instructions
        solution.engine.solve(3)
        found.append((solution.engine.means.tobytes(), solution.engine.regrets.tobytes(), solution.check()))
    assert found[1:] == found[:-1]


@pytest.mark.slow(1)
def test_three_sizes():
    tree = betting(100, 400, "25% 60% 120%", "60%")
    solution = solve("Qs Jh 2h 8d", ("TT+,AQ,KQ", "22-99,AJ,KT"), tree, accuracy=0.3)
    assert solution.actions() == ["check", "bet 25", "bet 60", "bet 120"]
    assert solution.exploitability < 0.3
    strategy = solution.strategy()
    held = solution.spot.weights[0] > 0
    assert strategy[:, held].sum(axis=0) == pytest.approx(1, abs=1e-4)
    assert (strategy[:, ~held] == 0).all()


def test_locked_decisions_keep_their_frequencies():
    free = opened("Qs Jh 2h 8d 3c", accuracy=0.05)
    free.run()
    locked = opened("Qs Jh 2h 8d 3c", accuracy=0.05)
    policy = np.zeros((3, 1326), np.float32)
    policy[0] = 1  # always folds to a bet
    locked.lock("bet", policy)
    found = locked.run()
    assert locked.strategy("bet")[0][locked.reach(1, "bet") > 0] == pytest.approx(1)
    # So betting wins the pot, and the player who folds cannot do better: the lock binds best responses, too.
    assert locked.action_ev("")[1][locked.reach(0) > 0] == pytest.approx(100, abs=0.01)
    assert found.gap <= 0.05
    assert found.ev[0] > free.progress.ev[0] + 1


def test_a_hand_that_wins_always():
    solution = opened("2c 3d 4h 5s 9c", ranges=("A6", "AK"), accuracy=0.05)
    solution.run()
    number = combination_number(4 * 12 + 3, 4 * 4 + 3)  # As 6s: the straight to the six
    assert solution.equity(0)[number] == pytest.approx(1)
    assert solution.ev(0)[number] >= 100 - TOO_SMALL


def test_spots_as_data():
    spot = make_spot("Qs Jh 2h", RANGES, PRESET, Rake(0.05, 30))
    assert from_data(spot.as_data()) == spot


@pytest.mark.parametrize(
    ("board", "ranges", "message"),
    [
        ("Qs Jh", NARROW, "expected 3 to 5 for the board"),
        ("Qs Jh 2h 3c 4c 5c", NARROW, "expected 3 to 5 for the board"),
        ("Qs Qs 2h", NARROW, "Qs"),
        ("Qs Jx 2h", NARROW, "Jx"),
        ("Qs Jh 2h", ("AA", "AsAh"), None),
        ("Qs Jh 2h", ("AsAh", "AsAd"), "no two hands of them can be dealt together"),
        ("Qs Jh 2h", ("QsJs", "AA"), "no hand of this range is left"),
        ("Qs Jh 2h", ("AX", "AA"), "'AX' is not a range of hands"),
        ("Qs Jh 2h", ("", "AA"), "is not a range"),
        ("Qs Jh 2h", ("AA:2", "AA"), "a weight above 0 and up to 1"),
        ("Qs Jh 2h", ("AA," * 10_000, "AA"), "a range of 30000 characters"),
        ("Qs Jh 2h", ("AA",), "1 ranges: expected two"),
    ],
)
def test_impossible_spots(board, ranges, message):
    if message is None:
        assert make_spot(board, ranges, PRESET).weights.sum() == 7
        return
    with pytest.raises(PokerError) as caught:
        make_spot(board, ranges, PRESET)
    assert message in str(caught.value)


@pytest.mark.parametrize("accuracy", [0, -1, 101, float("nan")])
def test_impossible_accuracies(accuracy):
    with pytest.raises(UsageError, match="accuracy"):
        Solution(make_spot("Qs Jh 2h", NARROW, PRESET), accuracy=accuracy)


def test_the_weight_of_hands_decides_how_often_they_meet():
    whole, part = (
        Solution(make_spot("Qs Jh 2h 8d 3c", (text, "AJ,22"), PRESET)) for text in ("AA,KQ", "AA:0.5,KQ:0.25")
    )
    assert part.spot.weights[0].sum() == pytest.approx(0.5 * 6 + 0.25 * 12)
    assert whole.mean(0, whole.equity(0)) != pytest.approx(part.mean(0, part.equity(0)), abs=1e-4)
    assert disjoint(part.spot.weights[0]).max() <= part.spot.weights[0].sum()
