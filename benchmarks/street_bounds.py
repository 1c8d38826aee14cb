"""Lower bounds of a robot's loss at limit hold'em: the responder copies the robot on the first streets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ircpoker.lab.responses.respond import DEALS, FLOPS, RUNOUTS, flop_values
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ircpoker.lab.responses.respond import Player

MBB_PER_CHIP = 500
NO_STREET = 4


def close(player: Player, seat: int, after: NDArray[np.float64], first_best: int = NO_STREET) -> float:
    """Return a responder's winnings per deal, in chips.

    Args:
        player: the robot.
        seat: the robot's seat.
        after: `flop_values`, added up over all flops.
        first_best: 0 if the responder plays best before the flop, too.
    """
    means = np.ascontiguousarray(after / RUNOUTS, np.float32)
    found = solver().close(LIMIT_HOLDEM, seat, player, first_best, means, False)
    return float(np.frombuffer(found, np.float32).astype(np.float64).sum()) / DEALS


def lower_bound(player: Player, flop: bytes, first_best: int, later: tuple[int, int] = (-1, -1)) -> float:
    """Return one sample of a lower bound of a robot's exploitability.

    Its mean over random flops (and turns and rivers, where these are given) is the win of a responder that copies the
    robot on the first streets.
    """
    won = 0.0
    for seat in (0, 1):
        values = flop_values(player, seat, flop, first_best, later)
        won += close(player, seat, values.astype(np.float64) * FLOPS)
    return won / 2 * MBB_PER_CHIP


def sample_bounds(player: Player, first_best: int, count: int, seed: int) -> NDArray[np.float64]:
    """Return samples of a lower bound, on random boards up to its first street."""
    rng = np.random.default_rng([seed, first_best])
    found = []
    for _ in range(count):
        board = rng.permutation(52)[:5].astype(int).tolist()
        later = [*board[3 : first_best + 2], -1, -1]
        found.append(lower_bound(player, bytes(board[:3]), first_best, (later[0], later[1])))
    return np.array(found)
