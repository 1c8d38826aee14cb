"""The probabilities in a strategy file of `limit`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ircpoker.robots.limit.betting import NODES, index_of
from ircpoker.robots.limit.file import FILE
from ircpoker.robots.trained import TrainedStrategy

PARTS = 15
"""The number of parts that make a probability of 1."""


class Chances(NamedTuple):
    """The probabilities of the actions, in fifteenths.

    Attributes:
        fold: the probability of a fold.
        call: the probability of a check or call.
        raise_: the probability of a bet or raise.
        bucket: the hand's bucket.
    """

    fold: int
    call: int
    raise_: int
    bucket: int


class LimitStrategy(TrainedStrategy):
    """The strategy in a file of `limit`."""

    kind = FILE

    def damage(self) -> str:
        """Return what cannot be in the file, which may come from anybody; empty if all can."""
        for street in range(len(NODES)):
            packed = self.arrays[f"play{street}"]
            if ((packed & PARTS) + (packed >> 4)).max() > PARTS:
                return "chances add up to more than one"
        return super().damage()

    def chances(self, history: str, hole: Sequence[int], board: Sequence[int]) -> Chances:
        """Return the probabilities of a hand's actions.

        Args:
            history: as for `betting.index_of`.
            hole: two card codes.
            board: the card codes of the street's board.

        Raises:
            ValueError: the game has no such decision.
        """
        street, number, node = _index_of(history)
        bucket = self.bucket(hole, board)
        packed = int(self.arrays[f"play{street}"][number, node, bucket])
        fold, raise_ = packed & 15, packed >> 4
        return Chances(fold, PARTS - fold - raise_, raise_, bucket)


_index_of = lru_cache(maxsize=8192)(index_of)
