"""Helpers of the solver's tests."""

import numpy as np
import pytest

from ircpoker.lab.responses.limit_players import legal_actions
from ircpoker.lab.training.learning import empty_rows, full_abstraction
from ircpoker.postflop.engine.native import KUHN, LEDUC, find_solver, solver
from tests.programs import want_of

needs_solver = pytest.mark.skipif(
    find_solver() is None, reason=want_of("cc", "the solver was not built, or IRCPOKER_PURE leaves it out")
)

DEALS = {KUHN: 3 * 2, LEDUC: 6 * 5 * 4}
"""Two hands, and the board, in order."""


def uniform_rows(abstraction):
    """A player that takes each legal action equally often."""
    rows = empty_rows(abstraction)
    for street, of_street in enumerate(rows):
        for node in range(len(solver().betting(abstraction.game, street))):
            legal = legal_actions(abstraction.game, street, node)
            of_street[:, :, node, legal] = 1 / len(legal)
    return rows


def best_responses(game, rows, *, plain=False):
    """The chips that best responses win per deal in the first and in the second seat."""
    abstraction = full_abstraction(game)
    won = []
    for seat in (1, 0):
        found = solver().close(game, seat, (abstraction.classes, None, rows), 0, None, plain)
        won.append(float(np.frombuffer(found, np.float32).astype(float).sum()) / DEALS[game])
    return won
