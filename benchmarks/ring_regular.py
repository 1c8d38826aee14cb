"""Plays `ring` against the temperaments of `regular` at a table, with all-in equity.

    python -m benchmarks.ring_regular FILE --decks 5000              every depth, number of seats and temperament
    python -m benchmarks.ring_regular FILE --depths 20 --seats 3 4   some of them

The robots have alternate seats, and `ring` has the odd one. Each deck is played with everybody in each seat; with an
even number of robots two rotations have all lineups. FILE keeps the results of the decks: the command goes on there
where it was stopped. Figures are thousandths of a big blind per deal and seat of `ring`, with 95 % intervals.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.lab.matches.playing import BLOCK, MatchTable, Rules, expected_stacks
from ircpoker.lab.matches.ring_tables import measure_win
from ircpoker.robots import load_robots, make_robot
from ircpoker.robots.ring.file import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable

TEMPERAMENTS = ("regular", "tight", "loose", "wild")
SEED = 1


class Block(NamedTuple):
    """Some decks of a cell of the table.

    Attributes:
        depth: the stacks, in big blinds.
        seats: the number of robots.
        other: the temperament.
        number: of the block of decks.
    """

    depth: int
    seats: int
    other: str
    number: int


def play_block(block: Block) -> list[float]:
    """Return what the seats of `ring` win on average with each deck of a block."""
    robots = load_robots()
    pair = [robots["ring"], robots[block.other]]
    rules = Rules("holdem", (block.number + 1) * BLOCK, SEED, all_in=True, stack=block.depth)
    table = MatchTable(rules, [make_robot(pair[seat % 2]) for seat in range(block.seats)])
    rotations = block.seats if block.seats % 2 else 2
    found = []
    for played in table.play_decks(block.number, rotations):
        mine = [
            after - before
            for each in played
            for number, before, after in zip(
                each.order, each.deal.setup.stacks, expected_stacks(each.deal), strict=True
            )
            if number % 2 == 0
        ]
        found.append(round(sum(mine) / len(mine) / rules.unit * 1000, 1))
    return found


def read_results(path: Path) -> dict[Block, list[float]]:
    """Return the results in a file; the last line may be half of one."""
    found = {}
    for line in path.read_text(encoding="ascii").splitlines() if path.exists() else ():
        if line.endswith("]"):
            *block, results = json.loads(line)
            found[Block(*block)] = results
    return found


def play(arguments: Namespace) -> None:
    """Play the blocks that the file does not have; all cells grow together."""
    done = read_results(arguments.file)
    numbers = range(-(-arguments.decks // BLOCK))
    cells = list(product(arguments.depths, arguments.seats, arguments.robots))
    wanted = [Block(depth, seats, other, number) for number in numbers for depth, seats, other in cells]
    blocks = [block for block in wanted if block not in done]
    with ProcessPoolExecutor(arguments.workers) as pool, arguments.file.open("a", encoding="ascii") as file:
        playing = {pool.submit(play_block, block): block for block in blocks}
        for count, future in enumerate(as_completed(playing), 1):
            file.write(json.dumps([*playing[future], future.result()]) + "\n")
            file.flush()
            sys.stderr.write(f"\r{count:,} of {len(blocks):,} blocks of {BLOCK} decks")


def show(arguments: Namespace) -> None:
    """Print the table of what the file has."""
    cells: defaultdict[tuple[int, int, str], list[float]] = defaultdict(list)
    for block, results in read_results(arguments.file).items():
        cells[block.depth, block.seats, block.other] += results
    names = arguments.robots
    print(f"| big blinds | seats | decks | {' | '.join(names)} |\n|---|---|---|{'---|' * len(names)}")
    for depth, seats in product(arguments.depths, arguments.seats):
        row = [cells[depth, seats, other] for other in names]
        shown = (
            f"{win.mean:+,.0f} ± {win.error:,.0f}" for win in (measure_win(np.array(cell)) for cell in row if cell)
        )
        print(f"| {depth} | {seats} | {min(map(len, row)):,} | {' | '.join(shown)} |")


def main(words: Iterable[str]) -> None:
    """Play and print."""
    parser = ArgumentParser(prog="python -m benchmarks.ring_regular")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--decks", type=int, default=5000, metavar="N", help="decks of each cell (5000)")
    parser.add_argument("--depths", type=int, nargs="+", choices=tuple(SHIPPED), default=list(SHIPPED), metavar="N")
    parser.add_argument("--seats", type=int, nargs="+", choices=range(3, 7), default=[3, 4, 5, 6], metavar="N")
    parser.add_argument("--robots", nargs="+", choices=TEMPERAMENTS, default=list(TEMPERAMENTS), metavar="NAME")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N")
    arguments = parser.parse_args(list(words))
    play(arguments)
    show(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
