"""The play in a file of `nolimit`, its blueprint."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.robots.nolimit.betting import STREETS, BettingTree, make_tree
from ircpoker.robots.nolimit.file import FILE, PACKED_FROM, PARTS
from ircpoker.robots.trained import TrainedStrategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ircpoker.postflop.engine.engine import TreeArrays
    from ircpoker.robots.all_hands import FileArrays
    from ircpoker.robots.strategy_file import FileShape


class ActionChances(NamedTuple):
    """The chances of the actions at a node.

    Attributes:
        letters: the actions, as in `ircpoker.robots.nolimit.betting`.
        parts: the weight of each action; their sum is above 0.
        bucket: the hand's bucket.
    """

    letters: str
    parts: tuple[int, ...]
    bucket: int


class Blueprint(TrainedStrategy):
    """The strategy of one depth."""

    kind = FILE

    def __init__(self, shape: FileShape, others: Sequence[int], arrays: FileArrays, fingerprint: str) -> None:
        """Create the blueprint; use `open`."""
        super().__init__(shape, others, arrays, fingerprint)
        self.tree = make_tree(self.depth)
        self._ranks = _ranks(self.depth)

    def chances(self, node: int, hole: Sequence[int], board: Sequence[int]) -> ActionChances:
        """Return the chances of a hand's actions.

        Args:
            node: the node of the tree.
            hole: two card codes.
            board: the card codes of the street's board.
        """
        tree = self.tree
        street, edges = tree.street[node], tree.edges(node)
        bucket = self.bucket(hole, board)
        stored = self.arrays[f"play{street}"][bucket]
        start = tree.edge_start[node] - self._ranks[node]
        indices = range(start, start + len(edges) - 1)
        if street < PACKED_FROM:
            parts = [int(stored[index]) for index in indices]
        else:
            parts = [int(stored[index >> 1]) >> 4 * (index & 1) & 15 for index in indices]
        first = max(0, PARTS[street] - sum(parts))
        return ActionChances("".join(tree.letter[edge] for edge in edges), (first, *parts), bucket)

    def all_chances(self, node: int, buckets: NDArray[np.uint16]) -> NDArray[np.float32]:
        """Return the chance of each action for each hand, [action][hand].

        Args:
            node: the node of the tree.
            buckets: the buckets of the hands on the node's street.
        """
        street, count = self.tree.street[node], len(self.tree.edges(node))
        play = self.arrays[f"play{street}"]
        start = self.tree.edge_start[node] - self._ranks[node]
        parts = np.zeros((count, len(buckets)), np.float32)
        for action in range(1, count):
            index = start + action - 1
            if street < PACKED_FROM:
                parts[action] = play[buckets, index]
            else:
                parts[action] = play[buckets, index >> 1] >> 4 * (index & 1) & 15
        parts[0] = np.maximum(0, PARTS[street] - parts.sum(axis=0))
        chances: NDArray[np.float32] = parts / parts.sum(axis=0)
        return chances

    def all_play(self, node: int, count: int, board: bytes) -> NDArray[np.float32]:
        """Return the strategy of a street from one of its nodes on, [action, by node][hand].

        Args:
            node: the first node.
            count: how many nodes.
            board: the card codes of the street's board.
        """
        buckets = self.buckets(board)
        return np.concatenate([self.all_chances(each, buckets) for each in range(node, node + count)])

    def play_by_bucket(self, node: int, count: int) -> list[NDArray[np.float32]]:
        """Return the strategy of each street from one of the nodes on, [action, by node][bucket].

        Args:
            node: the first node.
            count: how many nodes, on all streets.
        """
        tree, plays = self.tree, []
        for street in range(STREETS):
            buckets = np.arange(len(self.arrays[f"play{street}"]), dtype=np.uint16)
            chances = [
                self.all_chances(each, buckets) for each in range(node, node + count) if tree.street[each] == street
            ]
            plays.append(np.concatenate(chances) if chances else np.zeros((0, len(buckets)), np.float32))
        return plays


@lru_cache(maxsize=4)
def _ranks(depth: int) -> list[int]:
    """Return, for each node, the number of earlier nodes on its street."""
    counts = [0] * STREETS
    ranks = []
    for street in make_tree(depth).street:
        ranks.append(counts[street])
        counts[street] += 1
    return ranks


def pack_chances(street: int, parts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return parts [bucket][stored action] in the form of the file."""
    if street < PACKED_FROM:
        return parts
    even = np.zeros((len(parts), parts.shape[1] + parts.shape[1] % 2), np.uint8)
    even[:, : parts.shape[1]] = parts
    packed: NDArray[np.uint8] = even[:, ::2] | even[:, 1::2] << 4
    return packed


def tree_arrays(tree: BettingTree) -> TreeArrays:
    """Return a tree in the form that the solver needs."""
    return (
        np.array(tree.street, np.uint8),
        np.array(tree.actor, np.uint8),
        np.array(tree.first, np.int32),
        np.array(tree.edge_start, np.int32),
        np.array(tree.to, np.int32),
        np.array(tree.amount, np.float32),
    )
