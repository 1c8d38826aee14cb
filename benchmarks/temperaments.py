"""The wins of `regular` from the baseline robots, for docs/robot-measurements.md: `python -m benchmarks.temperaments`.

Arguments: games, all by default; with `--seats 3`, only tables of three, and with `--most 800` fewer decks. Each row is
a game and a number of seats, each column a robot that has all other seats. Each deck is played once with `regular` in
each seat. A match goes on until the 95 % interval excludes 0, which is looked at after 400 decks, 800, 1,600 and so on;
20,000 are the most. In brackets: the decks.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from ircpoker.lab.matches.playing import MatchTable, Rules
from ircpoker.lab.matches.tally import nothing
from ircpoker.robots import load_robots, make_robot
from ircpoker.table.games import GAMES

OTHERS = ("caller", "raiser", "random", "folder")
SEATS = (2, 3, 5, 6, 9)
FIRST_LOOK, MOST = 400, 20_000
ROBOTS = load_robots()


def cell(game: str, seats: int, other: str, most: int) -> str:
    """Return the win with its interval, and the number of decks."""
    rules = Rules(game, most, 1)
    table = MatchTable(rules, [make_robot(ROBOTS[name]) for name in ("regular", *[other] * (seats - 1))])
    tally, look = nothing(seats, profiled=False), FIRST_LOOK
    for block in rules.blocks:
        tally += table.play_block(block)
        if tally.decks >= look:
            look *= 2
            if abs(tally.mean(0, rules.unit)) > (tally.interval(0, rules.unit) or 0):
                break
    win, interval = tally.mean(0, rules.unit), tally.interval(0, rules.unit) or 0
    return f"{win:+,.0f} ± {interval:,.0f} ({tally.decks:,})"


def tables_of(game: str) -> list[int]:
    """Return the numbers of seats that are measured: five, not six, where five are the most."""
    most = GAMES[game].most_seats
    return [seats for seats in SEATS if seats <= most and (seats == 5) <= (most == 5)]


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = ArgumentParser(prog="python -m benchmarks.temperaments")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--most", type=int, default=MOST)
    options = parser.parse_args(arguments)
    sys.stdout.write(f"| game | seats | {' | '.join(OTHERS)} |\n")
    for game in options.games:
        for seats in tables_of(game):
            if options.seats in {None, seats}:
                row = [cell(game, seats, other, options.most) for other in OTHERS]
                sys.stdout.write(f"| {game} | {seats} | {' | '.join(row)} |\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
