"""Plays the files of `ring` against players with one rule and against other files of the same depth and buckets.

    python -m benchmarks.ring rules DECKS          the shipped files, alone at tables of players with one rule
    python -m benchmarks.ring against FILE DECKS   the shipped file of that depth, in three formats, each against FILE

The solver in C plays, inside the betting of the training, and each deck in all rotations of the chairs. Figures are
thousandths of a big blind per deal and seat, with 95 % intervals.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.robots.ring.file import SHIPPED
from ircpoker.robots.ring.strategy import open_ring, unpack_spots
from ircpoker.solver.buckets import Shape, count_strengths, make_abstraction
from ircpoker.solver.ring import RULES, play_match

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ircpoker.robots.strategy_file import FileShape
    from ircpoker.solver.buckets import Abstraction, Sums

Z_95 = 1.96
FORMATS = ((0, 0, 0, 1, 1, 1), (0, 1, 1, 1, 1, 1), (1, 0, 0, 0, 0, 0))
SEED = 1


@cache
def _sums() -> Sums:
    return count_strengths()


@cache
def buckets_of(shape: FileShape) -> Abstraction:
    """Return the buckets of this shape, which takes half a minute once."""
    flop, flop_parts, turn, turn_parts, river = shape
    return make_abstraction(_sums(), Shape((flop, flop_parts), (turn, turn_parts), river))


def shown(won: NDArray[np.float64]) -> str:
    """Return the mean of a result and its interval."""
    return f"{won.mean():+,.0f} ± {Z_95 * won.std(ddof=1) / len(won) ** 0.5:,.0f}"


def play_rules(decks: int) -> None:
    """Print what each shipped file wins from players with one rule."""
    print(f"| big blinds | seats | {' | '.join(RULES)} |\n|---|---|{'---|' * len(RULES)}")
    for depth, file in SHIPPED.items():
        strategy = open_ring(file)
        parts = unpack_spots(strategy, as_played=True)
        for seats in range(3, 7):
            cells = []
            for rule in RULES.values():
                lineup = [0, *[rule] * (seats - 1)]
                won = play_match(buckets_of(strategy.shape), depth, [parts], lineup, range(decks), SEED)
                cells.append(shown(won[:, 0]))
            print(f"| {depth} | {seats} | {' | '.join(cells)} |", flush=True)


def play_file(path: Path, decks: int) -> None:
    """Print what the shipped file of the same depth wins from another file."""
    other = open_ring(path)
    own = open_ring(SHIPPED[other.depth])
    if own.shape != other.shape:
        sys.exit("the files have other buckets")
    strategies = [unpack_spots(each, as_played=True) for each in (own, other)]
    for lineup in FORMATS:
        won = play_match(buckets_of(own.shape), own.depth, strategies, [*lineup], range(decks), SEED)
        mine = won[:, [chair for chair, player in enumerate(lineup) if player == 0]].mean(axis=1)
        print(f"{lineup.count(0)}+{lineup.count(1)}: {shown(mine)}", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["rules", decks]:
            play_rules(int(decks))
        case ["against", path, decks]:
            play_file(Path(path), int(decks))
        case _:
            sys.exit(__doc__)
