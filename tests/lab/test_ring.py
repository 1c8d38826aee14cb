"""The training of `ring`: its tree, its file, and what its matches count."""

import random
from functools import cache

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import SolverError
from ircpoker.hands import evaluate
from ircpoker.lab.training.buckets import Abstraction
from ircpoker.lab.training.export import to_parts
from ircpoker.lab.training.folder import _write_abstraction
from ircpoker.lab.training.ring import (
    RULES,
    SEATS,
    RingSettings,
    RingTraining,
    family_of,
    play_match,
    ring_tree,
    spot_rows,
)
from ircpoker.postflop.engine.native import solver
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.all_hands import Edges, kinds_of_hands
from ircpoker.robots.ring.features import (
    BB,
    CHOICES,
    MAY_CALL,
    MAY_FOLD,
    MAY_SIZE,
    SB,
    TableBetting,
    choices_of,
    street_of,
)
from ircpoker.robots.ring.file import PARTS
from ircpoker.robots.ring.strategy import LEAST_PLAYED, RingStrategy, unpack_spots
from tests.lab.small import needs_solver
from tests.tiers import seeds

pytestmark = needs_solver

SETTINGS = RingSettings(stack=8, seed=3, flop=(2, 2), turn=(3, 2), river=30)
CLASSES = (169, 4, 6, 30)
SEAT, PUT, SPOT, FIRST, TO, STREET, ACTIONS, LIVE, PAID = range(9)


@cache
def random_abstraction():
    rng = np.random.default_rng(1)
    sizes = (1755, 1326), (16_432, 1326), (27, 1981)
    tables = [rng.integers(0, count, size).astype(np.uint16) for count, size in zip(CLASSES[1:], sizes, strict=True)]
    return Abstraction(SETTINGS.shape, *tables, Edges(np.array([30_000, 60_000]), np.full((3, 1), 2 * 10**8)))


@pytest.fixture
def opened(tmp_path):
    """Opens a training with buckets by chance: hand strengths take half a minute."""
    _write_abstraction(tmp_path / "abstraction.npz", random_abstraction())
    return lambda settings=SETTINGS: RingTraining(tmp_path, settings, lambda *_: None)


def begin(big_blinds):
    betting = TableBetting([100 * big_blinds] * SEATS, 100)
    betting.pay(SB, 50)
    betting.pay(1, 100)
    return betting


def take(betting, seat, choice):
    """Let a seat take an action of the tree; return whether the street is over and another follows."""
    owed, left = betting.owed(seat), betting.left[seat]
    if choice == MAY_FOLD:
        betting.fold(seat)
    elif choice == MAY_CALL:
        betting.call(seat, min(owed, left))
    else:
        betting.bet(seat, betting.size(seat) - betting.bets[seat] if choice == MAY_SIZE else left)
    if len(betting.live) > 1 and not betting.pending and betting.street < 3 and len(betting.with_chips()) > 1:
        betting.begin_street()


@pytest.mark.parametrize("big_blinds", [20, 50])
def test_the_tree_and_the_table_have_the_same_features(big_blinds):
    tree = ring_tree(big_blinds)
    arrays = tree.arrays
    for seed in seeds(3000, quick=150):
        rng, betting, node = random.Random(seed), begin(big_blinds), 0
        while node >= 0:
            seat, spot = int(arrays[SEAT][node]), arrays[SPOT][node]
            assert seat in betting.pending
            assert arrays[PUT][node] == betting.put[seat]
            choices = betting.choices(seat)
            assert betting.key(seat, choices) == tree.keys[spot]
            assert choices == arrays[ACTIONS][spot] == choices_of(int(tree.keys[spot]))
            assert betting.street == arrays[STREET][spot]
            listed = [choice for choice in CHOICES if choices & choice]
            # Mostly no fold, so that later streets are seen.
            place = rng.randrange(len(listed) > 1 and listed[0] == MAY_FOLD and rng.random() < 0.7, len(listed))
            take(betting, seat, listed[place])
            node = int(arrays[TO][arrays[FIRST][node] + place])
        end = -1 - node
        assert arrays[PAID].reshape(-1, SEATS)[end].tolist() == betting.put
        assert arrays[LIVE][end] == sum(1 << seat for seat in betting.live)


def test_the_tree_of_a_table_of_six():
    tree = ring_tree(20)
    assert len(set(tree.keys.tolist())) == len(tree.keys) < len(tree.arrays[SEAT])
    assert tree.arrays[SEAT][:5].tolist() == [2, 3, 4, 5, 0]
    first = [spot for _, spot in zip(range(5), tree.arrays[SPOT], strict=False)]
    assert [street_of(int(tree.keys[spot])) for spot in first] == [0] * 5
    paid = tree.arrays[PAID].reshape(-1, SEATS)
    assert paid.max() == 2000
    # Whoever shows down has paid alike.
    for live, of_end in zip(tree.arrays[LIVE][:2000], paid, strict=False):
        assert len({of_end[seat] for seat in range(SEATS) if live >> seat & 1}) == 1


@pytest.mark.slow(4)
def test_an_interrupted_training_gives_the_same_file(opened, tmp_path):
    training = opened()
    training.train(60)
    training.save()
    training.train(40)
    training.export(tmp_path / "once.bin")
    again = opened()
    assert again.boards == 60
    assert [*again.steps(100, lambda *_: None)] == [None]
    again.export(tmp_path / "again.bin")
    assert (tmp_path / "once.bin").read_bytes() == (tmp_path / "again.bin").read_bytes()
    with pytest.raises(SolverError, match="holds a training with other settings"):
        opened(RingSettings())


def test_the_largest_chance_of_a_hand_is_kept():
    chances = np.array([[0.2, 0.2, 0.2, 0.4], [0.24, 0.24, 0.26, 0.26], [1 / 3, 1 / 3, 1 / 3, 0], [0.25] * 4])
    assert to_parts(chances, 15, 0.25).tolist() == [[0, 0, 0, 15], [0, 0, 8, 7], [5, 5, 5, 0], [4, 4, 4, 3]]
    assert to_parts(chances, 15, 0.5).tolist() == [[0, 0, 0, 15], [0, 0, 8, 7], [5, 5, 5, 0], [4, 4, 4, 3]]


@pytest.mark.slow(1)
def test_the_file_holds_the_learnt_strategy(opened, tmp_path):
    training = opened()
    training.train(1000)
    training.export(tmp_path / "8.bin")
    strategy = RingStrategy.open(tmp_path / "8.bin")
    parts = training.parts()
    np.testing.assert_array_equal(unpack_spots(strategy), parts)
    played = unpack_spots(strategy, as_played=True)
    for key, rows, shape in spot_rows(training.tree.keys, CLASSES):
        hand = int(training.averages[0][rows].reshape(shape).sum(axis=1).argmax())
        found = strategy.parts(key)[:, hand].tolist()
        stored = parts[rows].reshape(shape)[hand].tolist()
        assert sum(stored) == PARTS
        least = min(LEAST_PLAYED, max(stored))
        assert found == [part if part >= least else 0 for part in stored] == played[rows].reshape(shape)[hand].tolist()


@pytest.mark.slow(1)
def test_a_seldom_visited_hand_plays_as_the_family_of_its_spot(opened):
    training = opened()
    families = {}
    for key, rows, shape in training.spots:
        families.setdefault(family_of(key), []).append((rows, shape))
    (often, shape), (seldom, _) = next(spots for spots in families.values() if len(spots) > 1 and spots[0][1][1] == 3)[
        :2
    ]
    (averages,) = training.averages
    averages[often].reshape(shape)[5] = 1000, 3000, 0
    averages[seldom].reshape(shape)[6] = 0, 2, 0
    parts = training.parts()
    assert parts[often].reshape(shape)[5].tolist() == parts[seldom].reshape(shape)[5].tolist() == [4, 11, 0]
    assert parts[seldom].reshape(shape)[6].tolist() == [0, 15, 0]
    assert parts[seldom].reshape(shape)[7].tolist() == [5, 5, 5]
    averages[seldom].reshape(shape)[5] = 0, 0, 10_000
    assert training.parts()[seldom].reshape(shape)[5].tolist() == [0, 0, 15]


@pytest.mark.slow(1)
def test_a_mistake_of_early_boards_is_not_played(opened):
    training = opened()
    _, rows, shape = next(spot for spot in training.spots if spot.shape[1] == 2)
    training.averages[0][rows].reshape(shape)[5:8] = 3000, 7000
    training.regrets[0][rows].reshape(shape)[5:8] = [-900_000, 500], [-90_000, 500], [-900_000, -900_000]
    assert training.parts()[rows].reshape(shape)[5:8].tolist() == [[0, 15], [5, 10], [5, 10]]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_match_makes_and_loses_no_chips(seats):
    lineup = [0, *[RULES["random"]] * (seats - 1)]
    abstraction = random_abstraction()
    even = np.ones(sum(rows.stop - rows.start for _, rows, _ in spot_rows(ring_tree(8).keys, CLASSES)), np.uint8)
    won = play_match(abstraction, 8, [even], lineup, range(200), seed=5)
    assert won.shape == (200, seats)
    assert np.abs(won.sum(axis=1)).max() < 0.1
    np.testing.assert_array_equal(won[50:], play_match(abstraction, 8, [even], lineup, range(50, 200), seed=5))


def test_the_decks_are_those_of_a_match():
    abstraction = random_abstraction()
    found = solver().ring_decks(abstraction.classes, abstraction.tables, 5, 3, 40)
    boards, hands, strengths, classes = (
        np.frombuffer(part, kind) for part, kind in zip(found, (np.uint8, *[np.uint16] * 3), strict=True)
    )
    boards, hands, strengths = boards.reshape(40, 5), hands.reshape(40, SEATS), strengths.reshape(40, SEATS)
    for board, held, strong, of_deck in zip(boards, hands, strengths, classes.reshape(40, 4, SEATS), strict=True):
        pairs = hand_pairs()[held]
        assert len({*board.tolist(), *pairs.ravel().tolist()}) == 17
        values = [evaluate([CARDS[code] for code in (*board, *pair)]).strength for pair in pairs]
        assert (
            np.sign(np.subtract.outer(values, values)).tolist()
            == np.sign(np.subtract.outer(strong.astype(int), strong.astype(int))).tolist()
        )
        assert of_deck[0].tolist() == kinds_of_hands()[held].tolist()
    # Two callers and a folder, who folds but in the big blind: all check to the river.
    won = play_match(abstraction, 8, [], [RULES["caller"], RULES["caller"], RULES["folder"]], range(3, 43), seed=5)
    for strong, of_deck in zip(strengths[:, [0, 1, 5]].tolist(), won, strict=True):
        mine = 0.0
        for turned in range(3):
            own, folder = -turned % 3, (2 - turned) % 3
            live = {0, 1, 2} if folder == BB else {0, 1, 2} - {folder}
            best = max(strong[place] for place in live)
            winners = [place for place in live if strong[place] == best]
            pot = 3 if folder == BB else 2 + 0.5 * (folder == SB)
            mine += (own in winners) * pot / len(winners) - 1
        assert of_deck[0] == pytest.approx(1000 * mine / 3, abs=1)


def test_equal_players_of_a_rule_win_nothing():
    won = play_match(random_abstraction(), 8, [], [RULES["caller"]] * 6, range(50), seed=1)
    # Each deck is played in all rotations, so that everybody has had each hand once.
    assert np.abs(won).max() < 0.01


def test_a_folder_loses_its_blinds():
    lineup = [RULES["folder"], *[RULES["caller"]] * 5]
    won = play_match(random_abstraction(), 8, [], lineup, range(20), seed=1)
    np.testing.assert_allclose(won[:, 0], -(500 + 1000) / 6, atol=0.1)
