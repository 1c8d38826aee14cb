"""Plays the files of `ring` against players with one rule and against other files of the same depth and buckets.

    python -m benchmarks.ring rules DECKS          the shipped files, alone at tables of players with one rule
    python -m benchmarks.ring against FILE DECKS   the shipped file of that depth, in three formats, each against FILE
    python -m benchmarks.ring chances DECKS        each shipped file without its small chances against all its chances
    python -m benchmarks.ring roots DEALS [FILE…]  what a seat wins more that solves turns and rivers between two

The solver in C plays, inside the betting of the training, and each deck in all rotations of the chairs. Figures are
thousandths of a big blind per deal and seat, with 95 % intervals.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.ring_roots import gains_by_solving, sample_root
from ircpoker.lab.matches.ring_tables import make_buckets, measure_win
from ircpoker.lab.training.ring import RULES, play_match
from ircpoker.robots.nolimit.betting import RIVER, TURN
from ircpoker.robots.ring.file import SHIPPED
from ircpoker.robots.ring.strategy import RingStrategy, unpack_spots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ircpoker.lab.training.buckets import Abstraction
    from ircpoker.robots.strategy_file import FileShape

FORMATS = ((0, 0, 0, 1, 1, 1), (0, 1, 1, 1, 1, 1), (1, 0, 0, 0, 0, 0))
SEED = 1
SEATS = 3
"""Those of a side, three against three."""
_OPPOSED = 3 / 5


@cache
def buckets_of(shape: FileShape) -> Abstraction:
    """Return the buckets of this shape, which takes half a minute once."""
    return make_buckets(shape, lambda *_: None)


def shown(won: NDArray[np.float64], places: int = 0) -> str:
    """Return the mean of a result and its interval."""
    win = measure_win(won)
    return f"{win.mean:+,.{places}f} ± {win.error:,.{places}f}"


def play_rules(decks: int) -> None:
    """Print what each shipped file wins from players with one rule."""
    print(f"| big blinds | seats | {' | '.join(RULES)} |\n|---|---|{'---|' * len(RULES)}")
    for depth, file in SHIPPED.items():
        strategy = RingStrategy.open(file)
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
    other = RingStrategy.open(path)
    own = RingStrategy.open(SHIPPED[other.depth])
    if own.shape != other.shape:
        sys.exit("the files have other buckets")
    strategies = [unpack_spots(each, as_played=True) for each in (own, other)]
    for lineup in FORMATS:
        won = play_match(buckets_of(own.shape), own.depth, strategies, [*lineup], range(decks), SEED)
        mine = won[:, [chair for chair, player in enumerate(lineup) if player == 0]].mean(axis=1)
        print(f"{lineup.count(0)}+{lineup.count(1)}: {shown(mine)}", flush=True)


def play_chances(decks: int) -> None:
    """Print what three of each shipped file, as they are played, win from three that play small chances, too."""
    for depth, file in SHIPPED.items():
        strategy = RingStrategy.open(file)
        parts = [unpack_spots(strategy, as_played=as_played) for as_played in (True, False)]
        won = play_match(buckets_of(strategy.shape), depth, parts, [*FORMATS[0]], range(decks), SEED)
        print(f"{depth}: {shown(won[:, :3].mean(axis=1))}", flush=True)


def play_roots(deals: int, files: Sequence[str]) -> None:
    """Print what one of two seats wins more if it solves the turn, or only the river, in each deal that gets there.

    Of three seats against three, three in five pairs are opponents, and what one of them wins is that of three seats.
    """
    for file in [Path(each) for each in files] or SHIPPED.values():
        strategy = RingStrategy.open(file)
        for street, name in ((TURN, "turn and river"), (RIVER, "river")):
            chance, found, roots = Random(SEED), np.zeros(deals), 0
            for deal in range(deals):
                root = sample_root(strategy, chance, street)
                if root is not None:
                    roots += 1
                    found[deal] = 1000 * float(np.mean(gains_by_solving(strategy, root))) / SEATS * _OPPOSED
            print(f"{strategy.depth} big blinds, {name}: {shown(found, 1)}, {roots} of {deals} deals", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["rules", decks]:
            play_rules(int(decks))
        case ["against", path, decks]:
            play_file(Path(path), int(decks))
        case ["chances", decks]:
            play_chances(int(decks))
        case ["roots", deals, *files]:
            play_roots(int(deals), files)
        case ["-h" | "--help"]:
            print(__doc__)
        case _:
            sys.exit(__doc__)
