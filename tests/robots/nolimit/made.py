"""Small blueprints of random numbers."""

import numpy as np

from ircpoker.postflop.engine.native import solver
from ircpoker.robots.limit.buckets import flop_index
from ircpoker.robots.nolimit.file import layout
from ircpoker.robots.nolimit.strategy import Blueprint
from ircpoker.robots.strategy_file import FLOP_HANDS, FileShape

SHAPE = FileShape(2, 2, 3, 2, 30)
DEPTH = 12


def random_arrays(seed=1, depth=DEPTH, shape=SHAPE):
    """Arrays that fit together, with any probabilities; flops lie where nobody looks them up."""
    rng = np.random.default_rng(seed)
    arrays = {}
    for name, kind, size in layout(shape, depth):
        arrays[name] = rng.integers(0, 80, size).astype(np.uint8) if name.startswith("play") else np.zeros(size, kind)
    arrays["flops"][:] = np.arange(len(arrays["flops"]))
    arrays["starts"][:] = np.linspace(0, FLOP_HANDS - 1200, len(arrays["starts"]))
    arrays["means"][:] = [30_000, 60_000]
    arrays["spreads"][:] = [[2 * 10**8]] * 3
    arrays["flop"][:] = rng.integers(0, shape.buckets[1], FLOP_HANDS)
    arrays["rivers"][:] = rng.integers(0, shape.river, arrays["rivers"].shape)
    return arrays


def made_blueprint(folder, depth=DEPTH, seed=1):
    """An open blueprint of random numbers."""
    file = folder / f"{depth}-{seed}.bin"
    Blueprint.write(file, SHAPE, random_arrays(seed, depth), depth)
    return Blueprint.open(file)


def placed_blueprint(folder, depth=DEPTH):
    """Likewise, with the flops where one hand and all hands are looked up alike."""
    made = made_blueprint(folder, depth)
    cards, _ = solver().canonical_boards(3)
    flops = [cards[at : at + 3] for at in range(0, len(cards), 3)]
    made.arrays["flops"] = np.array([flop_index((0, 51), flop)[0] for flop in flops], np.uint16)
    made.arrays["starts"] = np.cumsum([0, *(solver().number_hands(flop)[0] for flop in flops[:-1])])
    return made
