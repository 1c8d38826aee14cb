"""Helpers of the solver's tests."""

import numpy as np
import pytest

from ircpoker.lab.responses.limit_players import histories, legal_actions, nodes
from ircpoker.lab.training.learning import LANES, SolverAbstraction, empty_rows, rows_shape
from ircpoker.postflop.engine.native import KUHN, LEDUC, LIMIT_HOLDEM, find_solver, solver
from tests.programs import want_of

needs_solver = pytest.mark.skipif(
    find_solver() is None, reason=want_of("cc", "the solver was not built, or IRCPOKER_PURE leaves it out")
)

DEALS = {KUHN: 3 * 2, LEDUC: 6 * 5 * 4}
"""Two hands, and the board, in order."""


def full_abstraction(game):
    """That of a player of a small game who distinguishes all hands."""
    hands = {1: 3, 2: 6}[game]
    return SolverAbstraction(game, tuple(hands ** (street + 1) for street in range(len(solver().tree(game)))))


def ask_strategy(strategy):
    """A player that asks a function for every history: 5,670 questions on a river.

    Its arguments are the public history and the card codes of the board; it returns [hand][fold, call, raise], where
    illegal actions have probability 0.
    """

    def rows_on(street, board):
        rows = np.zeros(rows_shape(LIMIT_HOLDEM, street, 1326), np.float32)
        for lane, before in histories(street).items():
            for node, betting in nodes(LIMIT_HOLDEM, street).items():
                rows[lane // LANES, :, node, :, lane % LANES] = strategy(before + betting, tuple(board))
        return np.arange(1326, dtype=np.uint16), rows, 1326

    return rows_on


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
