"""A training in a folder: small, but hold'em from hand strengths to the strategy file."""

import numpy as np
import pytest

from ircpoker.errors import SolverError
from ircpoker.lab.training.export import file_player
from ircpoker.lab.training.training import LimitTraining, TrainingSettings
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.strategy_file import FileShape
from tests.lab.small import needs_solver

pytestmark = [needs_solver, pytest.mark.deep]

SETTINGS = TrainingSettings(seed=3, flop=(6, 3), turn=(5, 2), river=40, play=600, trust=100)


@pytest.fixture(scope="module", autouse=True)
def small_responder():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ircpoker.lab.training.training.RESPONDER", FileShape(10, 4, 10, 4, 27))
        yield


def opened(folder):
    return LimitTraining(folder, SETTINGS, lambda *_: None)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    folder = tmp_path_factory.mktemp("training")
    return folder, opened(folder)


def test_an_interrupted_training_gives_the_same_file(begun):
    folder, training = begun
    with pytest.raises(SolverError, match="no strategy before self-play is over"):
        training.strategy()
    assert training.play(400)
    training.save()
    assert not training.play(400)
    training.learn(30)
    training.save()
    training.learn(20)
    training.export(folder / "once.bin")
    again = opened(folder)
    assert again.boards == 30
    assert not again.play(400)
    again.learn(20)
    again.export(folder / "again.bin")
    assert (folder / "once.bin").read_bytes() == (folder / "again.bin").read_bytes()
    # The file finds the buckets that the training went by.
    strategy = LimitStrategy.open(folder / "once.bin")
    for board in ([3, 17, 40], [3, 17, 40, 9]):
        number, moved = solver().canonical(bytes(board))
        of_street = training.abstraction.flops if len(board) == 3 else training.abstraction.turns
        live = [hand for hand in range(1326) if not {*pair_of(hand)} & {*board}]
        assert (strategy.buckets(bytes(board))[live] == of_street[number][np.frombuffer(moved, np.uint16)][live]).all()
    classes, rows, count = file_player(folder / "once.bin")(3, bytes([3, 17, 40, 9, 51]))
    assert rows.shape == (36, 40, 10, 3, 16)
    assert classes.max() < count == 40


def test_a_damaged_checkpoint_is_refused(begun):
    folder, training = begun
    training.save()
    file = folder / "checkpoint" / "regrets0.npy"
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(SolverError, match="checkpoint is damaged"):
        opened(folder)


def pair_of(hand):
    high = next(high for high in range(52) if high * (high + 1) // 2 > hand)
    return hand - high * (high - 1) // 2, high
