"""Values of many hands at once, with NumPy."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Buffer
    import numpy as np


def evaluate_many(cards, n):
    raise NotImplementedError
