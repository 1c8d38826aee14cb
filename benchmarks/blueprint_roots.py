"""Turns and rivers that the blueprint of `nolimit` reaches, and the gain from solving them again.

A root is sampled by playing: two hands, a board, and each action with the blueprint's probability. The ranges there are
exact: the chance with which each hand of either seat plays to the root. Unit: parts of the pot at the root.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.postflop.engine.engine import Gadget, Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.postflop.engine.solving import gains, hand_pairs, judge, met, pairs, solve
from ircpoker.robots.nolimit.betting import RIVER, TURN, subgame_tree
from ircpoker.robots.nolimit.resolving import best_values, iterations_for, turn_sizes, with_any_hand
from ircpoker.robots.nolimit.strategy import tree_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ircpoker.postflop.engine.solving import SubgameSolution
    from ircpoker.robots.nolimit.betting import BettingTree
    from ircpoker.robots.nolimit.strategy import Blueprint

_BOARD_SIZES = (0, 3, 4, 5)
_SEATS = 2


class Root(NamedTuple):
    """A turn or river that was reached.

    Attributes:
        tree: the rest of the betting: on the river the blueprint's, on the turn the one that is solved at the table.
        subgame: the rest of the deal.
        pot: the pot in small blinds.
        node: the street's first node in the blueprint's tree.
    """

    tree: BettingTree
    subgame: Subgame
    pot: int
    node: int


class Worth(NamedTuple):
    """The gains of the opponent against a way to play a root, compared with the blueprint's play, in parts of the pot.

    Attributes:
        change: the additional win of its best response, with its range.
        harm: the additional win of a hand's best response, if above 0, as the mean over all hands.
    """

    change: float
    harm: float


def sample_root(blueprint: Blueprint, rng: np.random.Generator, last: int = RIVER) -> Root | None:
    """Play a deal by the blueprint to a street.

    Args:
        blueprint: the strategy of both seats.
        rng: deals the cards and draws the actions.
        last: `TURN` or `RIVER`.

    Returns:
        The beginning of the street; None if the deal ended before.
    """
    cards = rng.permutation(52).astype(np.uint8)
    board, holes = cards[: _BOARD_SIZES[last]], cards[5:9].reshape(2, 2)
    hands = [int(max(hole)) * (int(max(hole)) - 1) // 2 + int(min(hole)) for hole in holes]
    tree, node = blueprint.tree, 0
    ranges = np.ones((_SEATS, len(hand_pairs())), np.float32)
    ranges[:, np.isin(hand_pairs(), board).any(axis=1)] = 0
    street, buckets = -1, np.zeros(0, np.uint16)
    while tree.street[node] < last:
        if tree.street[node] != street:
            street = tree.street[node]
            buckets = blueprint.buckets(board[: _BOARD_SIZES[street]].tobytes())
        actor = tree.actor[node]
        chances = blueprint.all_chances(node, buckets)
        own = chances[:, hands[actor]].astype(np.float64)
        action = int(rng.choice(len(own), p=own / own.sum()))
        ranges[actor] *= chances[action]
        node = tree.to[tree.first[node] + action]
        if node < 0:
            return None
    bet = max(tree.put[node])
    rest = subgame_tree(tree.stack, last, bet, turn_sizes(tree.stack) if last == TURN else None)
    return Root(rest, Subgame(LIMIT_HOLDEM, tree_arrays(rest), board.tobytes(), ranges), 2 * bet, node)


def play_river(blueprint: Blueprint, root: Root) -> SubgameSolution:
    """Return the blueprint's play of a river, and best responses to it."""
    return judge(root.subgame, blueprint.all_play(root.node, len(root.tree.street), root.subgame.board))


def solve_turn(root: Root) -> SubgameSolution:
    """Return the solution of a turn with as many iterations as at the table."""
    return solve(root.subgame, iterations_for(root.tree))


def exploitability(root: Root, solution: SubgameSolution) -> float:
    """Return the mean of both seats' gains, in parts of the pot."""
    return sum(gains(root.subgame, solution)) / _SEATS / root.pot


def judge_ways(blueprint: Blueprint, root: Root, seat: int, iterations: int) -> dict[str, Worth]:
    """Return the worth of several ways to solve a turn or a river again for a seat.

    Args:
        blueprint: the strategy to compare with.
        root: the turn or the river.
        seat: the seat that plays by the solution.
        iterations: the iterations of each way; one of them takes as many again for the gadget's values.
    """
    subgame, other = root.subgame, 1 - seat
    before = best_values(blueprint, root.node, subgame.board, subgame.ranges, other)
    again = partial(solve, iterations=iterations)
    mixed = subgame._replace(ranges=with_any_hand(subgame, other))
    third = iterations // 3
    unsafe, shorter = again(subgame), again(subgame, iterations=third)
    lower, higher = (Gadget(other, np.minimum(before, each.best[other])) for each in (unsafe, shorter))
    found = {
        "unsafe": unsafe,
        "range mixed with any hand": again(mixed),
        "gadget, blueprint's values": again(subgame, gadget=Gadget(other, before)),
        "gadget, lower values": again(subgame, gadget=lower),
        "the same, a third of the iterations before": again(subgame, iterations=iterations - third, gadget=higher),
    }
    return {name: _compare(root, seat, each.best[other] - before) for name, each in found.items()}


def _compare(root: Root, seat: int, more: NDArray[np.float32]) -> Worth:
    subgame = root.subgame
    meets = met(subgame, seat)
    live = meets > 0
    change = float((more.astype(np.float64) * subgame.ranges[1 - seat]).sum()) / pairs(subgame)
    harm = float((np.maximum(more[live], 0) / meets[live]).mean())
    return Worth(change / root.pot, harm / root.pot)
