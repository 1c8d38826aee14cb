"""From the trainer's arrays to the strategy file and back."""

import numpy as np
import pytest

from ircpoker.lab.responses.limit_players import histories, legal_actions, nodes
from ircpoker.lab.training.buckets import Abstraction
from ircpoker.lab.training.export import export_strategy, file_player, round_chances
from ircpoker.lab.training.learning import empty_rows, solver_abstraction
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.all_hands import Edges
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.strategy_file import FileShape
from tests.lab.small import needs_solver

pytestmark = needs_solver


@pytest.mark.parametrize(
    ("chances", "parts"),
    [
        ([0.2, 0.4, 0.4], [3, 6, 6]),
        ([0, 0, 0], [5, 5, 5]),
        ([0.04, 0.5, 0.46], [0, 8, 7]),
        ([1 / 3, 1 / 3, 1 / 3], [5, 5, 5]),
        ([0, 1e-9, 0], [0, 15, 0]),
        ([0.96, 0.04, 0], [15, 0, 0]),
    ],
)
def test_chances_in_fifteenths(chances, parts):
    assert round_chances(np.array([chances], float), [0, 1, 2])[0].tolist() == parts


def test_chances_are_rounded_to_near_values():
    rng = np.random.default_rng(1)
    chances = rng.dirichlet([1, 1, 1], 5000)
    parts = round_chances(chances, [0, 1, 2]).astype(int)
    assert (parts.sum(axis=1) == 15).all()
    kept = np.where(chances < 0.05, 0, chances)
    assert np.abs(parts / 15 - kept / kept.sum(axis=1, keepdims=True)).max() < 1 / 15
    assert (round_chances(np.zeros((1, 3)), [1, 2])[0] == [0, 8, 7]).all()


def made_abstraction():
    shape = FileShape(2, 2, 3, 2, 27)
    cards, _ = solver().canonical_boards(3)
    flops = np.zeros((1755, 1326), np.uint16)
    for number in range(1755):
        numbers = np.frombuffer(solver().number_hands(cards[3 * number : 3 * number + 3])[1], np.uint16)
        flops[number] = np.where(numbers == 0xFFFF, 0, (numbers + number) % 4)
    edges = Edges(np.array([30_000, 60_000]), np.array([[10**8]] * 3))
    rivers = np.repeat(np.arange(27, dtype=np.uint16)[:, None], 1981, axis=1)
    return Abstraction(shape, flops, np.zeros((16_432, 1326), np.uint16), rivers, edges)


@pytest.mark.slow(1)
def test_strategies_round_trip(tmp_path):
    abstraction = made_abstraction()
    rng = np.random.default_rng(2)
    strategy = empty_rows(solver_abstraction(abstraction))
    for street, rows in enumerate(strategy):
        for node in nodes(LIMIT_HOLDEM, street):
            legal = legal_actions(LIMIT_HOLDEM, street, node)
            parts = rng.multinomial(15, [1 / len(legal)] * len(legal), rows[:, :, node, 0].shape)
            parts[parts < 1] = 0
            rows[:, :, node, legal] = np.moveaxis(parts, -1, 2) / 15
    export_strategy(tmp_path / "made.bin", abstraction, strategy)
    file = LimitStrategy.open(tmp_path / "made.bin")
    board = bytes([3, 17, 40])
    buckets = file.buckets(board)
    number, moved = solver().canonical(board)
    live = [hand for hand in range(1326) if not {*pair_of(hand)} & {*board}]
    assert (buckets[live] == abstraction.flops[number][np.frombuffer(moved, np.uint16)][live]).all()
    asked = file_player(tmp_path / "made.bin")
    for street, rows in enumerate(strategy):
        classes, found, count = asked(street, bytes([3, 17, 40, 9, 51][: street + 2 if street else 0]))
        assert (len(classes), count) == (1326, abstraction.classes[street])
        for lane in histories(street):
            for node in nodes(LIMIT_HOLDEM, street):
                legal = legal_actions(LIMIT_HOLDEM, street, node)
                index = (lane // 16, slice(None), node, legal, lane % 16)
                np.testing.assert_allclose(found[index], rows[index], atol=1e-6)


def pair_of(hand):
    high = next(high for high in range(52) if high * (high + 1) // 2 > hand)
    return hand - high * (high - 1) // 2, high
