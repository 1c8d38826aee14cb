"""The robots' strength and speed, for docs/robot-measurements.md: `python -m benchmarks.robots [decks]`.

It shows decision times, each robot against the baseline robots, larger tables, the wins and losses of each of swede's
rules, and a comparison of two values of a draw: mean class, and the chance to beat one random hand.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.chance import CHANCES, mean_chance
from benchmarks.measure import describe_machine, parse_words
from ircpoker.cards import CARDS, Card
from ircpoker.draws import CLASSES, ValueFunction, discards
from ircpoker.lab.matches import CONDITIONS, match
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.robots import Robot, ask, load_robots, make_robot
from ircpoker.robots.baselines import Caller
from ircpoker.robots.swede import SwedeRobot
from ircpoker.table import Deal, DealSeat, make_view

DECKS = 20_000
HANDS = 20_000
TIMED_DEALS = 2_000
ROBOTS = load_robots()
PAIRS = [
    *[("manual", other, game) for game in ("holdem", "limit") for other in ("caller", "raiser", "random", "folder")],
    *[("swede", other, game) for game in ("draw", "limit_draw") for other in ("caller", "raiser", "random", "folder")],
]
LARGER = [
    ("swede", "caller", "caller"),
    ("swede", "raiser", "raiser"),
    ("swede", "random", "random"),
    ("swede", "caller", "raiser", "random", "folder"),
]
CONSOLE = Console(file=sys.stdout, width=110)


def time_decisions(name: str, game: str) -> list[float]:
    """Return the time of each decision in milliseconds, ascending."""
    rng = random.Random(1)
    robots = [make_robot(ROBOTS[name]), make_robot(ROBOTS["random"])]
    setup = make_match_setup(game, 2)
    spent = []
    for _ in range(TIMED_DEALS):
        deal = Deal(setup, rng.sample(CARDS, 52))
        while deal.actor is not None:
            seat = deal.actor
            view = make_view(deal, seat)
            start = time.perf_counter()
            action = ask(robots[seat], view, rng).action
            if seat == 0:
                spent.append(1000 * (time.perf_counter() - start))
            deal.act(seat, action)
    return sorted(spent)


def print_times() -> None:
    """Print how long decisions take."""
    columns = ("robot", "game", "decisions", "mean ms", "median ms", "99.9 % within ms", "longest ms")
    table = Table(*columns, title="Time of a decision")
    for name, robot in ROBOTS.items():
        games = [game for game in ("holdem", "draw", "limit") if 2 in robot.games.get(game, ())]
        for game in games[:2]:
            spent = time_decisions(name, game)
            count = len(spent)
            times = (sum(spent) / count, spent[count // 2], spent[count * 999 // 1000], spent[-1])
            table.add_row(name, game, f"{count:,}", *[f"{time:.3f}" for time in times])
    CONSOLE.print(table)


def print_matches(decks: int) -> None:
    """Print matches; each is `ircpoker match ROBOTS --game GAME --deals DECKS`."""
    table = Table("first", "others", "game", "mbb per deal", "±", title=f"{decks:,} duplicate deals, seed 1")
    for first, *others, game in [*PAIRS, *[(*names, "draw") for names in LARGER]]:
        result = match(first, *others, game=game, deals=decks)
        table.add_row(first, " ".join(others), game, f"{result.mbb_per_deal:+,.0f}", f"{result.ci95 or 0:,.0f}")
    CONSOLE.print(table)


def print_rules(other: str, decks: int) -> None:
    """Print swede's wins and losses heads-up at draw, by the last rule with which it bet."""
    setup, rng = make_match_setup("draw", 2), random.Random(1)
    swede = SwedeRobot()
    robots: list[Robot] = [swede, make_robot(ROBOTS[other])]
    deck: list[Card] = []
    won: defaultdict[str, list[int]] = defaultdict(list)
    for number in range(2 * decks):
        deck = rng.sample(CARDS, 52) if number % 2 == 0 else deck
        order = robots if number % 2 else robots[::-1]
        seat = DealSeat(order.index(swede))
        swede.meet([robot.name for robot in order])
        deal, last = Deal(setup, deck), "no decision"
        while deal.actor is not None:
            view = make_view(deal, deal.actor)
            decision = ask(order[deal.actor], view, rng)
            if deal.actor == seat and not decision.why.startswith("draw"):
                last = f"{view.street}, {decision.why.partition(':')[0]}: {decision.why.rpartition('so ')[2]}"
            deal.act(deal.actor, decision.action)
        swede.learn(make_view(deal, seat))
        won[last].append(deal.stacks[seat] - setup.stacks[seat])
    table = Table("last rule", "share of deals", "chips each", "mbb per deal", title=f"swede against {other}, by rule")
    for rule, chips in sorted(won.items(), key=lambda item: sum(item[1])):
        share = len(chips) / (2 * decks)
        mbb = 1000 * sum(chips) / CONDITIONS["draw"].unit / (2 * decks)
        table.add_row(rule, f"{share:.1%}", f"{sum(chips) / len(chips):+.0f}", f"{mbb:+,.0f}")
    CONSOLE.print(table)


def print_worths(decks: int) -> None:
    """Print the effects of the two values of a draw: cards kept, chance after the draw, chips won."""
    rng = random.Random(1)
    differ = 0
    chances = {CLASSES.name: 0.0, CHANCES.name: 0.0}
    for _ in range(HANDS):
        hand = rng.sample(CARDS, 5)
        by_chance = {hold.mask: hold for hold in discards(hand, CHANCES)}
        masks = {values.name: discards(hand, values)[0].mask for values in (CLASSES, CHANCES)}
        differ += masks[CLASSES.name] != masks[CHANCES.name]
        for name, mask in masks.items():
            chances[name] += mean_chance(by_chance[mask]) / HANDS
    CONSOLE.print(f"Other cards are kept in {differ / HANDS:.2%} of {HANDS:,} random hands.")
    for name, chance in chances.items():
        CONSOLE.print(f"Chance to beat one random hand after the best draw by {name}: {chance:.5f}")
    makers: Sequence[tuple[str, Callable[[ValueFunction], Robot]]] = [("caller", Caller), ("swede", SwedeRobot)]
    for label, make in makers:
        result = match(make(CHANCES), make(CLASSES), game="draw", deals=decks)
        figure = f"{result.mbb_per_deal:+.1f} ± {result.ci95 or 0:.1f} mbb per deal"
        CONSOLE.print(f"{label} by chance against {label} by class: {figure}")


if __name__ == "__main__":
    number = int(*parse_words(__doc__, decks=DECKS))
    print(describe_machine())
    print_times()
    print_worths(number)
    print_rules("raiser", number // 4)
    print_matches(number)
