"""How good four hole cards are before the flop, as a weighted sum of features of many hands at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

RANKS, SUITS = 13, 4
GAPS = 4
"""Ranks further apart than this make no straight together."""
ACE = RANKS - 1


def features(hands: NDArray[Any]) -> NDArray[np.int64]:
    """Return the features of hands.

    Args:
        hands: card codes of shape (hands, 4).

    Returns:
        An array of shape (hands, 34): how many cards of each rank; whether a rank is a pair; pairs of ranks 1, 2, 3
        and 4 apart; suits of two or more cards, suits of three or more, suits of two or more with the ace; whether
        three cards have one rank.
    """
    ranks, suits = hands >> 2, hands & 3
    counts = (ranks[:, :, None] == np.arange(RANKS)).sum(axis=1)
    held = (counts > 0).astype(np.int64)
    near = [(held[:, gap:] * held[:, :-gap]).sum(axis=1) for gap in range(1, GAPS + 1)]
    of_suit = (suits[:, :, None] == np.arange(SUITS)).sum(axis=1)
    has_ace = ((suits[:, :, None] == np.arange(SUITS)) & (ranks[:, :, None] == ACE)).any(axis=1)
    rest = [
        *near,
        (of_suit >= 2).sum(axis=1),
        (of_suit >= 3).sum(axis=1),
        ((of_suit >= 2) & has_ace).sum(axis=1),
        (counts >= 3).any(axis=1),
    ]
    return np.concatenate([counts, counts == 2, np.stack(rest, axis=1)], axis=1).astype(np.int64)
