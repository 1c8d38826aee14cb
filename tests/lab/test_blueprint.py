"""Training of the blueprint of `nolimit`."""

import numpy as np
import pytest

from ircpoker.errors import SolverError
from ircpoker.lab.training.buckets import Abstraction
from ircpoker.lab.training.folder import _write_abstraction
from ircpoker.lab.training.training import BlueprintSettings, BlueprintTraining
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.all_hands import Edges
from ircpoker.robots.nolimit.file import PARTS
from ircpoker.robots.nolimit.strategy import Blueprint
from ircpoker.robots.pushfold.charts import WHOLE, kind_name, read_charts
from tests.lab.small import needs_solver

pytestmark = needs_solver

SETTINGS = BlueprintSettings(stack=12, seed=3, flop=(2, 2), turn=(3, 2), river=30)
RANKS = "23456789TJQKA"


def random_tables(classes, seed=1):
    rng = np.random.default_rng(seed)
    sizes = (1755, 1326), (16_432, 1326), (27, 1981)
    return tuple(rng.integers(0, count, size).astype(np.uint16) for count, size in zip(classes[1:], sizes, strict=True))


@pytest.fixture
def opened(tmp_path):
    """Opens a training with buckets by chance: hand strengths take half a minute."""
    shape = SETTINGS.shape
    edges = Edges(np.array([30_000, 60_000]), np.full((3, 1), 2 * 10**8))
    tables = random_tables((169, 4, 6, 30))
    _write_abstraction(tmp_path / "abstraction.npz", Abstraction(shape, *tables, edges))
    return lambda: BlueprintTraining(tmp_path, SETTINGS, lambda *_: None)


@pytest.mark.slow(1)
def test_an_interrupted_training_gives_the_same_file(opened, tmp_path):
    training = opened()
    training.train(200)
    training.save()
    training.train(100)
    training.export(tmp_path / "once.bin")
    again = opened()
    assert again.boards == 200
    assert [*again.steps(300, lambda *_: None)] == [None]
    again.export(tmp_path / "again.bin")
    assert (tmp_path / "once.bin").read_bytes() == (tmp_path / "again.bin").read_bytes()


@pytest.mark.slow(1)
def test_another_seed_gives_another_strategy(opened):
    first, second = opened(), opened()
    second.settings = BlueprintSettings(seed=4)
    for training in (first, second):
        training.train(50)
    assert any((a != b).any() for a, b in zip(first.averages, second.averages, strict=True))


@pytest.mark.slow(1)
def test_the_file_holds_the_learnt_strategy(opened, tmp_path):
    training = opened()
    training.train(2000)
    training.export(tmp_path / "50.bin")
    blueprint, tree = Blueprint.open(tmp_path / "50.bin"), training.tree
    chances = training.probabilities()
    board = [3, 9, 20, 50, 7]
    for node, street in enumerate(tree.street):
        found = blueprint.chances(node, [0, 1], board[: street + 2 if street else 0])
        start = tree.edge_start[node]
        learnt = chances[street][found.bucket, start : start + len(found.letters)]
        assert learnt.sum() == pytest.approx(1, abs=1e-5)
        kept = np.where(learnt < 0.05, 0, learnt)
        assert np.abs(np.array(found.parts) / PARTS[street] - kept / kept.sum()).max() <= 1 / PARTS[street]


@pytest.mark.slow(1)
def test_an_unvisited_hand_plays_by_its_regrets(opened):
    training = opened()
    training.regrets[3][0, :2] = [1, 3]
    even = training.probabilities()
    width = training.tree.first[1] - training.tree.first[0]
    assert even[0][5, :width] == pytest.approx([1 / width] * width)
    assert even[3][0, :2] == pytest.approx([0.25, 0.75])


@pytest.mark.slow(1)
def test_other_settings_and_damage_are_refused(opened, tmp_path):
    training = opened()
    training.save()
    file = tmp_path / "checkpoint" / "regrets2.npy"
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(SolverError, match="checkpoint is damaged"):
        opened()
    with pytest.raises(SolverError, match="holds a training with other settings"):
        BlueprintTraining(tmp_path, BlueprintSettings(), lambda *_: None)


PUSH_OR_FOLD = (
    np.array([0, 0], np.uint8),
    np.array([1, 0], np.uint8),
    np.array([0, 2, 4], np.int32),
    np.array([0, 2], np.int32),
    np.array([-1, 1, -1, -2], np.int32),
    np.array([1, 0, 2, 20], np.float32),
)
"""Ten big blinds deep: the small blind folds or goes all-in, the big blind folds or calls."""


@pytest.mark.slow(3)
def test_training_finds_the_push_or_fold_charts():
    classes = (169, 1, 1, 1)
    edges_of = (4, 0, 0, 0)
    arrays = [
        [np.zeros((count, edges), np.float32) for count, edges in zip(classes, edges_of, strict=True)] for _ in range(2)
    ]
    solver().blueprint(PUSH_OR_FOLD, classes, random_tables(classes), *arrays, 1, 0, 120_000, 0.001)
    charts = read_charts(100)
    for shares, at, often in ((charts.all_in, 0, 0.5828), (charts.calls, 2, 0.3738)):
        played = arrays[1][0][:, at : at + 2]
        learnt = (played[:, 1] / played.sum(axis=1))[[row_of(kind) for kind in range(169)]]
        wanted = np.array(shares) / WHOLE
        ways = np.array([WAYS[kind_name(kind)[2:]] for kind in range(169)]) / 1326
        assert (ways * wanted).sum() == pytest.approx(often, abs=1e-4)
        assert (ways * learnt).sum() == pytest.approx(often, abs=0.015)
        # Equally good actions take long to settle.
        assert (ways * abs(learnt - wanted)).sum() < 0.15


WAYS = {"": 6, "s": 4, "o": 12}


def row_of(kind):
    """The row of a kind of hands: 13 * higher rank + lower rank if suited, the other way round if not."""
    name = kind_name(kind)
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    return 13 * high + low if name.endswith("s") else 13 * low + high


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("part", "values"),
    [
        (4, [-1, 0, -1, -2]),  # a circle
        (4, [-1, 2, -1, -2]),  # a missing node
        (4, [-1, -2, -1, -2]),  # an unreachable node
        (4, [-1, 1, -1, -3]),
        (2, [0, 2, 5]),
        (2, [0, -2, 4]),
        (3, [0, 1]),
        (0, [1, 0]),
        (0, [0, 4]),
        (1, [1, 2]),
    ],
)
def test_bad_trees_are_refused(part, values):
    tree = list(PUSH_OR_FOLD)
    tree[part] = np.array(values, tree[part].dtype)
    with pytest.raises(ValueError, match=r"not a tree of bets|an array of"):
        solver().blueprint(tuple(tree), (169, 1, 1, 1), random_tables((169, 1, 1, 1)), [], [], 1, 0, 1, 0.0)
