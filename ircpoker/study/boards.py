"""WholeBoards that go on from a given one, with what each hand is on them: the chance of the roll-outs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.postflop.engine.native import solver
from ircpoker.robots.all_hands import HANDS, hand_buckets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ircpoker.robots.all_hands import Buckets
    from ircpoker.robots.trained import TrainedStrategy

BEFORE_FLOP, AFTER = 1500, 1200
"""How many boards stand for all, without cards and with three; with fewer, chance is counted as too small."""
_SEED = 7
_BOARD = 5
_STREETS = (3, 4)
"""The cards of the board on the flop and the turn."""


class WholeBoards(NamedTuple):
    """Whole boards.

    Attributes:
        bits: the cards of each board, as a set of bits; [board].
        buckets: the bucket of each hand on each street, [street][board][hand]; streets before now are empty.
        strength: the strength of each hand at the showdown, 0 for one that is not possible; [board][hand].
    """

    bits: NDArray[np.uint64]
    buckets: tuple[Buckets, ...]
    strength: NDArray[np.uint16]


def continue_board(board: bytes, strategy: TrainedStrategy) -> WholeBoards:
    """Return boards that go on from one, the same each time.

    Args:
        board: no card codes, or three, four or five.
        strategy: has the buckets.
    """
    return (_after if board else _first)(board, strategy)


def _make(board: bytes, strategy: TrainedStrategy) -> WholeBoards:
    whole = _whole_boards(board)
    bits = np.array([sum(1 << card for card in each) for each in whole], np.uint64)
    first = np.broadcast_to(strategy.buckets(b""), (len(whole), HANDS))
    buckets = [first, *np.zeros((3, len(whole), HANDS), np.uint16)]
    for street, cards in enumerate(_STREETS, 1):
        rows: dict[bytes, list[int]] = {}
        for number, each in enumerate(whole):
            rows.setdefault(each[:cards], []).append(number)
        for each, numbers in rows.items() if cards >= len(board) else ():
            buckets[street][numbers] = hand_buckets(strategy.arrays, each)
    strength = np.zeros((len(whole), HANDS), np.uint16)
    packed_hands, packed_strengths, textures = zip(*map(solver().river, whole), strict=True)
    hands, strengths = [
        np.frombuffer(b"".join(packed), np.uint16).reshape(len(whole), -1)
        for packed in (packed_hands, packed_strengths)
    ]
    np.put_along_axis(strength, hands, strengths + 1, axis=1)
    of_rivers = strategy.arrays["rivers"][np.array(textures)[:, None], strengths]
    np.put_along_axis(buckets[-1], hands, of_rivers.astype(np.uint16), axis=1)
    return WholeBoards(bits, (*buckets,), strength)


_first, _after = lru_cache(maxsize=2)(_make), lru_cache(maxsize=4)(_make)
"""Those of the deal's beginning are needed again and again."""


def _whole_boards(board: bytes) -> Sequence[bytes]:
    rest = [card for card in range(52) if card not in board]
    need = _BOARD - len(board)
    if need == 0:
        return [board]
    if need == 1:
        return [board + bytes([card]) for card in rest]
    rng = np.random.default_rng([_SEED, *board])
    if board:  # each turn as often as any other
        turns = rng.permutation(rest).tolist()
        rivers = rng.integers(len(rest) - 1, size=AFTER).tolist()
        whole = []
        for number, river in enumerate(rivers):
            turn = turns[number % len(turns)]
            whole.append(board + bytes([turn, rest[river + (rest[river] >= turn)]]))
        return whole
    return [bytes(rng.choice(rest, need, replace=False).tolist()) for _ in range(BEFORE_FLOP)]
