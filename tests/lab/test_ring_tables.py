"""Matches of `ring` that the solver plays, and the player who learns against five."""

import numpy as np
import pytest

from ircpoker.errors import SolverError, UsageError
from ircpoker.lab.matches import ring_tables
from ircpoker.lab.matches.ring_tables import RingTables, find_ring, measure_win
from ircpoker.lab.responses import ring_exploit
from ircpoker.lab.responses.ring_exploit import FEWEST_VISITS, RingExploiter, _choose, grow
from ircpoker.lab.training.folder import _write_abstraction
from ircpoker.lab.training.ring import RingSettings, RingTraining, spot_rows
from ircpoker.robots.ring.features import street_of
from ircpoker.robots.ring.strategy import RingStrategy
from tests.lab.small import needs_solver
from tests.lab.test_ring import SETTINGS, random_abstraction

pytestmark = needs_solver


def make_file(folder, stack=8, boards=300):
    folder.mkdir(exist_ok=True)
    _write_abstraction(folder / "abstraction.npz", random_abstraction())
    settings = RingSettings(stack=stack, seed=3, flop=SETTINGS.flop, turn=SETTINGS.turn, river=SETTINGS.river)
    training = RingTraining(folder, settings, lambda *_: None)
    training.train(boards)
    training.export(folder / f"{stack}.bin")
    return folder / f"{stack}.bin"


@pytest.fixture
def known_buckets(monkeypatch):
    monkeypatch.setattr(ring_tables, "make_buckets", lambda _shape, _report: random_abstraction())


@pytest.mark.slow(1)
@pytest.mark.usefixtures("known_buckets")
def test_a_match_of_a_file_and_a_rule(tmp_path):
    file = str(make_file(tmp_path))
    tables = RingTables([file, "folder"], 8, lambda *_: None)
    won = tables.play([file, *["folder"] * 5], range(400), 1)
    assert won.shape == (400, 6)
    assert np.abs(won.sum(axis=1)).max() < 0.1
    win = measure_win(won[:, 0])
    assert win.mean - win.error > 50
    same = tables.play([file] * 6, range(50), 1)
    assert measure_win(same[:1, 0]).error == 0


@pytest.mark.slow(1)
@pytest.mark.usefixtures("known_buckets")
def test_players_that_cannot_sit_there(tmp_path):
    file, other = make_file(tmp_path / "a"), make_file(tmp_path / "b", stack=6)
    for names, error, message in (
        (["fold", "ring"], UsageError, "'fold' cannot sit there: did you mean folder"),
        (["ring", "folder"], UsageError, "ring has no file for 8 big blinds: expected "),
        (["folder", "caller"], UsageError, "nobody there plays by a file"),
        ([str(file), str(other)], SolverError, "is for 6 big blinds: expected 8"),
    ):
        with pytest.raises(error, match=message):
            RingTables(names, 8, lambda *_: None)
    assert find_ring("caller", 8) is None


@pytest.mark.slow
def test_an_exploiter_wins_from_a_poor_strategy(tmp_path, monkeypatch):
    for name, number in (("FIRST_BUDGET", 1_000), ("LOOK", 10_000), ("CONFIRM", 40_000)):
        monkeypatch.setattr(ring_exploit, name, number)
    strategy = RingStrategy.open(make_file(tmp_path, boards=1))
    looks = list(grow(RingExploiter(strategy, random_abstraction()), 2_000))
    assert [won.boards for won in looks] == [1_000, 1_000]
    assert [won.decks for won in looks] == [10_000, 40_000]
    assert looks[-1].mean - looks[-1].error > 100


@pytest.mark.slow(10)
def test_an_exploiter_before_the_flop_plays_as_the_strategy_later(tmp_path):
    strategy = RingStrategy.open(make_file(tmp_path, boards=1))
    exploiter = RingExploiter(strategy, random_abstraction(), preflop=True)
    exploiter.learn(5_000)
    won = exploiter.measure(range(20_000))
    assert won.mean - won.error > 0
    differs = exploiter._parts() != exploiter._frozen
    spots = spot_rows(exploiter._tree.keys, random_abstraction().classes)
    assert {street_of(spot.key) for spot in spots if differs[spot.rows].any()} == {0}


@pytest.mark.slow(1)
def test_an_exploiter_that_knows_nothing_plays_as_the_strategy(tmp_path):
    strategy = RingStrategy.open(make_file(tmp_path))
    exploiter = RingExploiter(strategy, random_abstraction())
    np.testing.assert_array_equal(exploiter._parts(), exploiter._frozen)
    once, twice = (RingExploiter(strategy, random_abstraction(), seed=2) for _ in range(2))
    once.learn(50)
    twice.learn(20)
    twice.learn(30)
    np.testing.assert_array_equal(once._learnt[0], twice._learnt[0])
    assert once.measure(range(100)) == twice.measure(range(100))


def test_an_exploiter_takes_only_sure_wins():
    visits = FEWEST_VISITS
    sums = np.array([[5 * visits, 9 * visits, visits], [5 * visits, -visits, visits], [500, 900, visits - 1]], "f4")
    squares = np.array([[26 * visits, 10**6, 0], [10**6, visits, 0], [10, 10, 0]], "f4")
    assert _choose(sums, squares).tolist() == [0, 2, 2]
