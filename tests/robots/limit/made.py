"""A small strategy file, made of random numbers."""

import numpy as np

from ircpoker.robots.limit.file import layout
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.strategy_file import FLOP_HANDS, FileShape

SHAPE = FileShape(4, 3, 5, 3, 60)


def random_arrays(seed=1, shape=SHAPE):
    """Arrays that fit together, with any probabilities; flops lie where nobody looks them up."""
    rng = np.random.default_rng(seed)
    arrays = {}
    for name, kind, size in layout(shape):
        if name.startswith("play"):
            fold = rng.integers(0, 16, size)
            arrays[name] = fold | rng.integers(0, 16 - fold) << 4
        else:
            arrays[name] = np.zeros(size, kind)
    arrays["flops"][:] = np.arange(len(arrays["flops"]))
    arrays["starts"][:] = np.linspace(0, FLOP_HANDS - 1200, len(arrays["starts"]))
    arrays["means"][:] = [25_000, 40_000, 50_000, 65_000]
    arrays["spreads"][:] = [[10**8, 3 * 10**8]] * 5
    arrays["flop"][:] = rng.integers(0, shape.buckets[1], FLOP_HANDS)
    arrays["rivers"][:] = rng.integers(0, shape.river, arrays["rivers"].shape)
    return arrays


def made_strategy(folder, seed=1):
    """An open strategy of random numbers."""
    file = folder / f"made{seed}.bin"
    LimitStrategy.write(file, SHAPE, random_arrays(seed))
    return LimitStrategy.open(file)
