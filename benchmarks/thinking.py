"""The thinking time of `nolimit` on the turn and the river, in processor time of one core.

`python -m benchmarks.thinking [deals] [big blinds]`, for docs/robot-measurements.md: against an opponent whose bets
have odd sizes.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import defaultdict

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measure import describe_machine, parse_words
from ircpoker.cards import CARDS
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.robots import ask
from ircpoker.robots.baselines import Caller, RandomRobot
from ircpoker.robots.nolimit import NolimitRobot
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view

DEALS = 100
STREETS = {4: "turn", 5: "river"}
CONSOLE = Console(file=sys.stdout, width=110)


def main(deals: int, stack: int) -> None:
    """Play the deals and print the table."""
    rng = random.Random(1)
    robot, others = NolimitRobot(), (RandomRobot(), Caller())
    setup, times = make_match_setup("holdem", 2, stack), defaultdict[str, list[float]](list)
    for number in range(deals):
        deal = Deal(setup, rng.sample(CARDS, len(CARDS)))
        while deal.actor is not None:
            view = make_view(deal, deal.actor)
            if deal.actor == number % 2:
                start = time.process_time()
                action = ask(robot, view, rng).action
                times[STREETS.get(len(view.board), "before")].append(time.process_time() - start)
            else:
                # Mostly calls, so that the turn and the river are reached.
                action = ask(others[rng.random() < 0.6], view, rng).action
            deal.act(deal.actor, action)
    CONSOLE.print(f"{deals} deals, {stack} big blinds; {describe_machine()}")
    table = Table("street", "decisions", "median, s", "99 %, s", "longest, s")
    for street in (*STREETS.values(), "before"):
        found = times[street]
        table.add_row(street, str(len(found)), *(f"{np.quantile(found, part):.3f}" for part in (0.5, 0.99, 1)))
    CONSOLE.print(table)
    CONSOLE.print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main(*map(int, parse_words(__doc__, deals=DEALS, stack=50)))
