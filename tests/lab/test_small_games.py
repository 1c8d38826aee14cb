"""Kuhn and Leduc poker: the same code as for hold'em, and values that are known.

The value of Kuhn poker is -1/18 for the first player (Kuhn 1950). That of Leduc poker is -0.085606 (Southey and
others 2005; OpenSpiel's sequence-form linear program). The best responses to a player that takes each legal action
equally often are those of OpenSpiel 2.0.2, `exploitability.nash_conv(game, UniformRandomPolicy(game))`.
"""

import numpy as np
import pytest

from ircpoker.lab.training.learning import SelfPlay, Training, probabilities, to_rows, warm_start
from ircpoker.postflop.engine.native import KUHN, LEDUC
from tests.lab.small import best_responses, full_abstraction, needs_solver, uniform_rows

pytestmark = needs_solver

VALUES = {KUHN: -1 / 18, LEDUC: -0.085606424}


@pytest.mark.parametrize(("game", "nash_conv"), [(KUHN, 0.9166666666666666), (LEDUC, 4.747222222222222)])
@pytest.mark.parametrize("plain", [False, True])
def test_best_responses_to_chance_are_those_of_openspiel(game, nash_conv, plain):
    won = best_responses(game, uniform_rows(full_abstraction(game)), plain=plain)
    assert sum(won) == pytest.approx(nash_conv, abs=1e-5)


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "boards", "near"), [(KUHN, 40_000, 0.01), (LEDUC, 150_000, 0.06)])
def test_self_play_approaches_the_value(game, boards, near):
    play = SelfPlay(full_abstraction(game), seed=1)
    play.play(boards)
    first, second = best_responses(game, probabilities(to_rows(play.averages, play.abstraction)))
    assert -second <= VALUES[game] + 1e-6
    assert VALUES[game] <= first + 1e-6
    assert first + second < near


@pytest.mark.parametrize(("game", "boards", "near"), [(KUHN, 20_000, 0.01), (LEDUC, 20_000, 0.06)])
def test_training_against_the_responder_approaches_the_value(game, boards, near):
    abstraction = full_abstraction(game)
    training = Training(abstraction, abstraction, seed=2, trust=100)
    training.learn(boards)
    first, second = best_responses(game, probabilities(training.averages))
    assert -second <= VALUES[game] + 1e-6
    assert VALUES[game] <= first + 1e-6
    assert first + second < near


def test_a_warm_start_begins_where_self_play_ended():
    play = SelfPlay(full_abstraction(LEDUC), seed=1)
    play.play(20_000)
    training = warm_start(play, full_abstraction(LEDUC), seed=3, trust=50)
    plays = probabilities([np.maximum(rows, 0) for rows in to_rows(play.regrets, play.abstraction)])
    begins = probabilities([np.maximum(rows, 0) for rows in training.regrets])
    for ended, begun in zip(plays, begins, strict=True):
        np.testing.assert_allclose(ended, begun, atol=1e-5)
    assert training.regrets[0].max() < to_rows(play.regrets, play.abstraction)[0].max()


def test_the_same_seed_gives_the_same_strategy():
    abstraction = full_abstraction(LEDUC)

    def learned(steps, *, seed=5, **how):
        play = SelfPlay(abstraction, seed)
        for step in steps:
            play.play(step)
        training = warm_start(play, abstraction, seed, 1000)
        for step in steps:
            training.learn(step, **how)
        return np.concatenate([rows.ravel() for rows in (*training.regrets, *training.averages)])

    once = learned([500])
    np.testing.assert_array_equal(once, learned([1, 199, 300]))
    np.testing.assert_array_equal(once, learned([500], plain=True))
    np.testing.assert_array_equal(once, learned([500], threads=3))
    assert (once != learned([500], seed=6)).any()
