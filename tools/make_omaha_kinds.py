"""Write `ircpoker/equity/omaha_kinds.bin`: the order of the kinds of four hole cards by their equity.

    python tools/make_omaha_kinds.py [TIMES]

On a board of each five ranks, so many times with suits at random, all hands meet twelve random ones that share no card
with them; a board weighs as much as there are of its ranks. Prints the standard error of the equities.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path

import numpy as np

from ircpoker.equity.omaha_kinds import ORDER_FILE, all_kinds, number_of
from ircpoker.hands.omaha import evaluate_omaha_many

TIMES = 2
OPPONENTS = 12


def boards(rng: np.random.Generator) -> Iterator[tuple[list[int], int]]:
    """Yield a board of each five ranks, as card codes, and how many there are."""
    for ranks in combinations_with_replacement(range(13), 5):
        counts = {rank: ranks.count(rank) for rank in ranks}
        if max(counts.values()) < 5:
            board = [4 * rank + suit for rank, n in counts.items() for suit in rng.permutation(4)[:n].tolist()]
            yield board, prod(comb(4, n) for n in counts.values())


def main(times: int = TIMES) -> None:
    """Sample the equities and write the order."""
    rng = np.random.default_rng(1)
    hands = np.array(list(combinations(range(51, -1, -1), 4)), dtype=np.uint8)
    kinds, count = np.array([number_of(tuple(hand)) for hand in hands.tolist()]), len(all_kinds())
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    won, dealt = np.zeros((times, count)), np.zeros((times, count))
    for part in range(times):
        for number, (cards, weight) in enumerate(boards(rng), 1):
            board = np.array(cards, np.uint8)
            gone = np.bitwise_or.reduce(np.uint64(1) << board.astype(np.uint64))
            live = rng.permutation(np.flatnonzero((masks & gone) == 0))
            rows = np.hstack([hands[live], np.tile(board, (len(live), 1))])
            classes = np.asarray(evaluate_omaha_many(np.ascontiguousarray(rows), 4)).astype(np.int32)
            own, held = kinds[live], masks[live]
            for shift in rng.integers(1, len(live), OPPONENTS):
                other = np.roll(classes, shift)
                apart = (held & np.roll(held, shift)) == 0
                share = (classes < other) + 0.5 * (classes == other)
                won[part] += weight * np.bincount(own[apart], share[apart], count)
                dealt[part] += weight * np.bincount(own[apart], minlength=count)
            print(f"\r{part + 1}: {number} boards", end="", file=sys.stderr, flush=True)
    equities = won.sum(0) / dealt.sum(0)
    errors = np.std(won / dealt, axis=0, ddof=1) / times**0.5
    order = array("H", np.argsort(-equities, kind="stable").tolist())
    if sys.byteorder == "big":
        order.byteswap()
    Path(ORDER_FILE).write_bytes(order.tobytes())
    print(f"\nstandard error: mean {errors.mean():.5f}, at most {errors.max():.5f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
