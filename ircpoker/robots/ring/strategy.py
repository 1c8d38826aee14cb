"""The chances in a file of `ring`, spot by spot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.robots.all_hands import FileArrays
from ircpoker.robots.ring.features import choices_of, count_choices, street_of
from ircpoker.robots.ring.file import FILE, PARTS
from ircpoker.robots.strategy_file import FileShape
from ircpoker.robots.trained import TrainedStrategy

LEAST_PLAYED = 4
"""Fewer fifteenths are not played, unless no action has more: most of them are what is left of early training."""


class RingStrategy(TrainedStrategy):
    """The strategy of one depth."""

    kind = FILE

    def __init__(self, shape: FileShape, others: Sequence[int], arrays: FileArrays, fingerprint: str) -> None:
        """Create the strategy; use `open`."""
        super().__init__(shape, others, arrays, fingerprint)
        self._keys = keys = arrays["keys"].astype(np.int64)
        starts = np.cumsum(spot_bytes(keys, shape)) - spot_bytes(keys, shape)
        self.starts: dict[int, int] = dict(zip(keys.tolist(), starts.tolist(), strict=True))
        """The first byte of each spot by its key."""
        self._by_street = [keys[street_of(keys) == street] for street in range(4)]
        self.nearest = lru_cache(maxsize=4096)(self._nearest)
        """Returns the key of the spot that is most like some features."""
        self.parts = lru_cache(maxsize=512)(self._parts)
        """Returns the weights of a spot's actions by its key, [action][bucket]: the fifteenths without the small."""

    @classmethod
    def write(cls, path: Path, shape: FileShape, arrays: FileArrays, *others: int) -> None:
        """Write a file; as in `TrainedStrategy`, but that the numbers of spots and bytes follow from the arrays."""
        super().write(path, shape, arrays, *others, len(arrays["keys"]), len(arrays["play"]))

    def damage(self) -> str:
        """Return what cannot be in the file, which may come from anybody; empty if all can."""
        keys = self._keys
        if len(self.starts) != len(keys) or (count_choices(choices_of(keys)) < 1).any():
            return "a spot is there twice, or has no action"
        if spot_bytes(keys, self.shape).sum() != len(self.arrays["play"]):
            return "its chances do not fit its spots"
        return super().damage()

    def _nearest(self, key: int) -> int:
        of_street = self._by_street[street_of(key)]  # a spot of another street is always further away
        return key if key in self.starts else nearest_key(of_street if len(of_street) else self._keys, key)

    def knows(self, key: int) -> bool:
        """Return whether there is a spot of the same kind as these features."""
        return key in self.starts or is_same_kind(key, self.nearest(key))

    def _parts(self, key: int) -> NDArray[np.float64]:
        weights = unpack_spot(self, key, as_played=True).T.astype(np.float64)
        weights.flags.writeable = False
        return weights


class Field(NamedTuple):
    """A feature in a key.

    Attributes:
        shift: its lowest bit.
        mask: its bits, moved down.
        cost: how much a difference of 1 counts.
    """

    shift: int
    mask: int
    cost: float


_ALWAYS = (Field(0, 3, 1000.0), Field(23, 1, 100.0))
"""The street, and whether there is something to fold to."""
BEFORE = (
    *_ALWAYS, Field(2, 7, 2.0), Field(5, 7, 20.0), Field(8, 7, 2.0), Field(11, 3, 4.0), Field(13, 3, 6.0),
    Field(15, 3, 3.0), Field(17, 7, 0.5), Field(20, 1, 8.0),
)  # fmt: skip
"""Before the flop: seat, raises, who came in last, callers, role, players behind, who raised first, half the stack."""
AFTER = (*_ALWAYS, Field(2, 3, 40.0), Field(4, 3, 8.0), Field(6, 3, 3.0), Field(8, 7, 5.0), Field(11, 3, 2.0))
"""After it: players, place, raises before, stack to pot, who led."""
OF_TWO = (*AFTER, Field(13, 1, 2.0), Field(14, 3, 12.0), Field(16, 3, 1.0), Field(18, 3, 1.0))
OF_MORE = (*AFTER, Field(13, 3, 12.0), Field(15, 3, 4.0), Field(17, 3, 3.0), Field(19, 3, 2.0), Field(21, 3, 3.0))
CHOICE_COST = 3.0
"""How much each action counts that only one of two spots has."""


def nearest_key(keys: NDArray[np.int64], key: int) -> int:
    """Return the key of a strategy that is most like a key: of the street, and if possible of as many players.

    Args:
        keys: the keys of the strategy.
        key: the features of a decision.
    """
    fields = BEFORE if street_of(key) == 0 else OF_MORE if key >> 2 & 3 else OF_TWO
    differs = choices_of(keys) ^ choices_of(key)
    far: NDArray[np.float64] = CHOICE_COST * count_choices(differs).astype(np.float64)
    for shift, mask, cost in fields:
        far = far + cost * np.abs((keys >> shift & mask) - (key >> shift & mask))
    return int(keys[int(far.argmin())])


_ANY_ACTIONS = 0b1110 << 23
"""All but whether there is something to fold to."""
_COLOUR_BEFORE = _ANY_ACTIONS | 3 << 15 | 7 << 17 | 1 << 20
"""Before the flop: players behind, who raised first, half the stack."""
_COLOUR_AFTER = _ANY_ACTIONS | 3 << 6 | 7 << 8 | 3 << 11
"""After it: raises before, stack to pot, who led."""
_COLOUR_OF_TWO = _COLOUR_AFTER | 15 << 16
_COLOUR_OF_MORE = _COLOUR_AFTER | 15 << 19
MOST_RATIOS_APART = 2


def is_same_kind(key: int, other: int) -> bool:
    """Return whether the features of two decisions differ only in prices, actions and the way that led there.

    The kind is the street, the players, the seat or place, whether somebody has bet, the number of raises, and before
    the flop who raised or limped last; a class of stack to pot may be another, but not by more than two.
    """
    if street_of(key) == 0:
        return not (key ^ other) & ~_COLOUR_BEFORE
    colour = _COLOUR_OF_MORE if key >> 2 & 3 else _COLOUR_OF_TWO
    return not (key ^ other) & ~colour and abs((key >> 8 & 7) - (other >> 8 & 7)) <= MOST_RATIOS_APART


def spot_bytes(keys: NDArray[np.int64], shape: FileShape) -> NDArray[np.int64]:
    """Return the bytes of the chances of each spot, by its key."""
    classes = np.array(shape.buckets)[street_of(keys)]
    sizes: NDArray[np.int64] = (classes * (count_choices(choices_of(keys)) - 1) + 1) // 2
    return sizes


def pack_spot(parts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the chances of a spot in the form of the file.

    Args:
        parts: of each hand and action, [bucket][action]; those of a hand add up to 15.
    """
    size = parts[:, 1:].size
    stored = np.zeros(size + size % 2, np.uint8)
    stored[:size] = parts[:, 1:].T.ravel()
    return (stored[::2] | stored[1::2] << 4).astype(np.uint8)


def unpack_spots(strategy: RingStrategy, *, as_played: bool = False) -> NDArray[np.uint8]:
    """Return the chances of all spots in the order of the file, [spot][bucket][action], as the solver takes them.

    Args:
        strategy: the strategy.
        as_played: without the small ones, as the robot plays.
    """
    return np.concatenate([unpack_spot(strategy, key, as_played=as_played).ravel() for key in strategy.starts])


def unpack_spot(strategy: RingStrategy, key: int, *, as_played: bool) -> NDArray[np.uint8]:
    """Return the chances of a spot in fifteenths, [bucket][action].

    Args:
        strategy: the strategy.
        key: the features of a spot that it has.
        as_played: as in `unpack_spots`.
    """
    classes, actions = strategy.shape.buckets[street_of(key)], count_choices(choices_of(key))
    size, start = classes * (actions - 1), strategy.starts[key]
    pairs = strategy.arrays["play"][start : start + (size + 1) // 2]
    stored = np.stack([pairs & PARTS, pairs >> 4], axis=1).ravel()[:size].reshape(actions - 1, classes)
    parts = np.empty((classes, actions), np.uint8)
    parts[:, 1:] = stored.T
    parts[:, 0] = PARTS - np.minimum(PARTS, stored.sum(axis=0, dtype=np.int64))
    if as_played:
        parts *= parts >= np.minimum(LEAST_PLAYED, parts.max(axis=1, keepdims=True))
    return parts


def draw(parts: Sequence[float], chance: float) -> int:
    """Return the index of an action, drawn by the weights.

    Args:
        parts: the weights; their sum is above 0.
        chance: from 0 to below 1.
    """
    left = chance * sum(parts)
    for place, part in enumerate(parts):
        left -= part
        if left < 0:
            return place
    return max(range(len(parts)), key=parts.__getitem__)
