"""The wins of `regular` from the baseline robots, for docs/robot-measurements.md: `python -m benchmarks.temperaments`.

Arguments: games, all by default. Each row is a game and a number of seats, each column a robot that has all other
seats; larger tables play fewer decks, as each deck is played once with `regular` in each seat.
"""

from __future__ import annotations

import sys

from ircpoker.matches import play_match
from ircpoker.robots import load_robots, make_robot
from ircpoker.table.games import GAMES

OTHERS = ("caller", "raiser", "random", "folder")
DECKS = {2: 400, 3: 150, 5: 100, 6: 80, 9: 60}
ROBOTS = load_robots()


def row(game: str, seats: int) -> str:
    """Return a row of the table."""
    cells = []
    for other in OTHERS:
        robots = [make_robot(ROBOTS[name]) for name in ("regular", *[other] * (seats - 1))]
        result = play_match(robots, game, DECKS[seats], 1)
        cells.append(f"{result.mbb_per_deal:+,.0f} ± {result.ci95 or 0:,.0f}")
    return f"| {game} | {seats} | {DECKS[seats]:,} | {' | '.join(cells)} |"


if __name__ == "__main__":
    print(f"| game | seats | decks | {' | '.join(OTHERS)} |")
    for each in sys.argv[1:] or GAMES:
        for number in DECKS:
            if number <= GAMES[each].most_seats and (number == 5) == (GAMES[each].name == "draw" and number > 3):
                print(row(each, number), flush=True)
