"""What a review says a decision cost, against what it cost at a table of the real robots.

    python -m benchmarks.reviews sums caller ring --hands 600         all costs of a robot among others, and its results
    python -m benchmarks.reviews played loose regular --seconds 600   errors found of `loose` among `regular`, played on
    python -m benchmarks.reviews file hands.phhs --first 1 --last 99  errors in 100 hands of each player, speed, memory
    python -m benchmarks.reviews beside hands.phhs --seconds 120      a bot's commands beside reviews, and without them

What an error really cost: the deal is played on many times by the real robots, with `ring` for the hero. Each time the
others hold new cards with which they do what they did before the error, and a new board comes. One arm begins with
the action, the other with what the judge does. Intervals are 95 %; costs are in big blinds.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.feed import A_SECOND, ROUND_SECONDS, LiveHall, TimedSelector
from ircpoker.cards import CARDS
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.lab.matches.playing import expected_stacks
from ircpoker.records.played import PlayedHand
from ircpoker.records.reading import read_text
from ircpoker.records.sections import RefusedHand, cut_file
from ircpoker.robots import load_robots
from ircpoker.robots.asking import ask_action, make_legal
from ircpoker.robots.nolimit import BlueprintRobot
from ircpoker.robots.nolimit.betting import RIVER, TURN
from ircpoker.robots.nolimit.robot import HEADS_UP
from ircpoker.robots.ring.robot import RingRobot
from ircpoker.runtime.workers import WorkProcess
from ircpoker.study.judges import RingJudge
from ircpoker.study.review import Judged, Reviewer, Silence, review
from ircpoker.study.rollouts import DOUBTS
from ircpoker.table import DealSeat
from ircpoker.table.actions import CALL, CHECK, FOLD, WAGERS, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import StreetBegan
from ircpoker.table.view import make_view
from ircpoker.transports.loop import run_scheduler

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from ircpoker.cards import Card
    from ircpoker.robots.robot import Robot
    from ircpoker.table.actions import Action
    from ircpoker.table.events import PlayerActed

BIG_BLIND = 2
COUNT = 1024
"""The roll-outs of a move in `sums`."""
NO_DOUBT = DOUBTS[1]
PASSIVE = MappingProxyType({"fold": FOLD, "check": CHECK, "call": CALL})
"""What an action that wagers nothing is called by a judge."""
SIZES = 0.2
"""By how much of it a bet may differ from one that was made."""
TRIES = 300
"""How many cards a seat tries on; if it would do otherwise with all of them, it keeps its own."""


class EveryCost(Reviewer):
    """Works out what every decision cost a robot, without saying which are errors: in `sums`, those are the costs.

    A robot that solves turns and rivers plays better there than the mix of its file: the solver says what its
    decisions cost, and takes as long as the robot. Elsewhere roll-outs say it, so that the costs of a robot add up to
    what it wins less than `ring` in its place, among `ring`.
    """

    efforts = MappingProxyType({TURN: (1.0,), RIVER: (1.0,)})

    def __init__(self, hand: PlayedHand, seat: DealSeat, *, solves: bool) -> None:
        """Begin; `solves` lets the solver have the last word, as a review does."""
        super().__init__(hand, seat)
        self._solves = solves
        if len(hand.deal.setup.stacks) > HEADS_UP:
            self._judge = RingJudge(hand.deal.setup, exactly=True)

    def judge(self, event: PlayerActed, place: int) -> Judged:
        """Return one decision with its cost."""
        decision = self._unjudged(event, Silence.NONE)
        if self._solves and self._judge.is_solved:
            return self._solved(decision, event, place)
        alternatives = self._judge.alternatives(event, self._board, self._hand)
        if alternatives is None or alternatives.mix.get(alternatives.taken) == 1:
            return decision
        cost, error = self.roll(alternatives, NO_DOUBT, COUNT)
        return decision._replace(cost=cost, error=error)


class LateErrors(Reviewer):
    """Judges from a street on."""

    def __init__(self, hand: PlayedHand, seat: DealSeat, street: int) -> None:
        """Begin."""
        super().__init__(hand, seat)
        self._street = street

    def decisions(self) -> Iterator[Judged]:
        """Yield the decisions, in order; none in a deal without later ones."""
        cards = sum(len(event.board) for event in self._events if isinstance(event, StreetBegan))
        return super().decisions() if max(0, cards - 2) >= self._street else iter(())

    def judge(self, event: PlayerActed, place: int) -> Judged:
        """Return one decision; one of an earlier street is not judged."""
        decision = self._unjudged(event, Silence.USUAL)
        if decision.street >= self._street:
            return super().judge(event, place)
        self._judge.alternatives(event, self._board, self._hand)  # that of two players follows the deal by it
        return decision


def robot_of(name: str) -> Robot:
    """Return a robot; `blueprint` is `nolimit` without the solver."""
    return BlueprintRobot() if name == "blueprint" else load_robots()[name]()


def deals(hero: str, other: str, seats: int, rng: Random) -> Iterator[tuple[Deal, DealSeat, list[Robot]]]:
    """Yield finished deals of a robot among others, with its seat and the robots by seat."""
    setup, robots = make_match_setup("holdem", seats), [robot_of(hero), *[robot_of(other) for _ in range(seats - 1)]]
    while True:
        deck = list(CARDS)
        rng.shuffle(deck)
        for rotation in range(seats):
            by_seat = [*robots[rotation:], *robots[:rotation]]
            deal = Deal(setup, deck)
            play_on(deal, by_seat, rng)
            yield deal, DealSeat((seats - rotation) % seats), by_seat


def play_on(deal: Deal, robots: Sequence[Robot], rng: Random) -> None:
    """Let robots play a deal to its end."""
    while deal.actor is not None:
        deal.act(deal.actor, ask_action(robots[deal.actor], make_view(deal, deal.actor), rng))


def sums(arguments: Namespace) -> None:
    """Compare the sum of all costs with the losses of the same hands."""
    costs, won, found, decisions = [], [], 0, 0
    every = deals(arguments.hero, arguments.other, arguments.seats, Random(arguments.seed))
    solves = arguments.seats == HEADS_UP or arguments.solver
    for deal, seat, _ in islice(every, arguments.hands):
        hand = PlayedHand(deal, tuple(map(str, range(arguments.seats))))
        costs.append(sum(decision.cost for decision in EveryCost(hand, seat, solves=solves).decisions()))
        won.append((expected_stacks(deal)[seat] - deal.setup.stacks[seat]) / BIG_BLIND)
        if arguments.errors:
            judged = review(hand, seat)
            found, decisions = found + sum(not decision.silence for decision in judged), decisions + len(judged)
    print(f"{arguments.hero} among {arguments.other}, {arguments.seats} seats, {len(costs)} hands, a hand:")
    by_name = {"cost": np.array(costs), "result": np.array(won)}
    by_name["both"] = by_name["cost"] + by_name["result"]
    for name, values in by_name.items():
        by_deck = values[: len(values) // arguments.seats * arguments.seats].reshape(-1, arguments.seats)
        means = by_deck.mean(axis=1)
        print(f"  {name:7} {means.mean():+.3f} ± {1.96 * means.std() / len(means) ** 0.5:.3f} big blinds")
    if arguments.errors:
        print(f"  {found} of {decisions} decisions are errors ({100 * found / max(1, decisions):.2f} %)")


def played(arguments: Namespace) -> None:
    """Play errors on."""
    rng, begun, rows, hands = Random(arguments.seed), process_time(), list[tuple[int, float, float, float]](), 0
    for deal, seat, robots in deals(arguments.hero, arguments.other, arguments.seats, rng):
        if process_time() - begun > arguments.seconds:
            break
        hands += 1
        judged = LateErrors(
            PlayedHand(deal, tuple(map(str, range(arguments.seats)))), seat, arguments.street
        ).decisions()
        places = [place for place, (actor, _) in enumerate(deal.actions) if actor == seat]
        for decision, place in zip(judged, places, strict=False):
            if not decision.silence:
                own = Random(f"{arguments.seed} {hands} {place}")
                true, error = PlayedOn(deal, place, robots, own).cost(decision, arguments.times)
                rows.append((decision.street, decision.cost, true, error))
    print(f"{arguments.hero} among {arguments.other}: {len(rows)} errors in {hands} hands")
    for name, some in [
        ("all", rows),
        *[(f"street {street}", [row for row in rows if row[0] == street]) for street in range(4)],
    ]:
        if some:
            _, estimates, true, error = np.array(some).T
            spread = 1.96 * np.std(true) / len(true) ** 0.5
            worse = np.mean(true < -2 * error)
            print(
                f"  {name:8} {len(some):4} estimate {estimates.mean():6.2f}, true {true.mean():6.2f} ± {spread:.2f}, "
                f"gains {worse:.0%}"
            )


class PlayedOn:
    """Plays a deal on from an action, many times.

    The others' cards are steps of Gibbs sampling that begins with the deal that was played: in turn each seat gets
    cards with which its robot does what it did.
    """

    def __init__(self, deal: Deal, place: int, robots: Sequence[Robot], rng: Random) -> None:
        """Begin before the action of that number."""
        self._deal, self._before, (self._seat, self._action) = deal, deal.actions[:place], deal.actions[place]
        self._robots, self._rng, self.deck = list(robots), rng, list(deal.deck)
        self._robots[self._seat] = BlueprintRobot() if len(robots) == HEADS_UP else RingRobot()
        begun = self._begin(self.deck)
        self._legal = begun.legal_actions()
        dealt = {deal.deck.index(card) for cards in [*deal.hole_cards, begun.board] for card in cards}
        self._left = [position for position in range(len(deal.deck)) if position not in dealt]

    def _begin(self, deck: list[Card]) -> Deal:
        deal = Deal(self._deal.setup, deck[:])
        for seat, action in self._before:
            deal.act(seat, action)
        return deal

    def cost(self, decision: Judged, times: int) -> tuple[float, float]:
        """Return what the action cost, in big blinds, and the standard error."""
        lost = []
        for _ in range(times):
            for seat in range(len(self._robots)):
                if seat != self._seat:
                    self._deal_again(DealSeat(seat))
            self._shuffle(self.deck, self._left)
            results = []
            for action in (self._action, self._advised(decision)):
                arm = self._begin(self.deck)
                arm.act(self._seat, action)
                play_on(arm, self._robots, self._rng)
                results.append(expected_stacks(arm)[self._seat])
            lost.append((results[1] - results[0]) / BIG_BLIND)
        return float(np.mean(lost)), float(np.std(lost)) / times**0.5

    def _advised(self, decision: Judged) -> Action:
        """Draw an action from those of the judge."""
        (name,) = self._rng.choices([*decision.chances], [*decision.chances.values()])
        wager = RaiseTo(sys.maxsize if name == "all-in" else int(decision.wager or 0))
        assert self._legal is not None  # noqa: S101 - it is the player's turn
        return make_legal(PASSIVE.get(name, wager), self._legal)

    def _deal_again(self, seat: DealSeat) -> None:
        """Give a seat other cards, with which its robot does all that it did."""
        positions = [*[self._deal.deck.index(card) for card in self._deal.hole_cards[seat]], *self._left]
        for _ in range(TRIES):
            deck = self.deck[:]
            self._shuffle(deck, positions)
            if self._does_so(seat, deck):
                self.deck = deck
                return

    def _does_so(self, seat: DealSeat, deck: list[Card]) -> bool:
        """Tell whether a seat's robot does all that it did, with the cards of another deck."""
        deal = Deal(self._deal.setup, deck)
        for actor, action in self._before:
            if actor == seat and not is_like(ask_action(self._robots[seat], make_view(deal, seat), self._rng), action):
                return False
            deal.act(actor, action)
        return True

    def _shuffle(self, deck: list[Card], positions: Sequence[int]) -> None:
        """Shuffle the cards at some places of a deck among each other."""
        cards = [deck[position] for position in positions]
        self._rng.shuffle(cards)
        for position, card in zip(positions, cards, strict=True):
            deck[position] = card


def is_like(action: Action, other: Action) -> bool:
    """Tell whether two actions are of one kind, and of about one size: robots draw sizes, too."""
    if isinstance(action, WAGERS) and isinstance(other, WAGERS):
        return abs(action.amount - other.amount) <= SIZES * other.amount
    return action == other


def file(arguments: Namespace) -> None:
    """Count the errors of each player in a file, with the time and the memory that it takes."""
    hands, errors, costs, times = Counter[str](), Counter[str](), defaultdict[str, float](float), []
    for text in islice(cut_file(arguments.file), arguments.first - 1, arguments.last):
        hand = text if isinstance(text, RefusedHand) else read_text(text)
        if isinstance(hand, RefusedHand):
            continue
        for seat in hand.by_deal:
            if hand.deal.hole_cards[seat] and hand.known.issuperset(hand.deal.hole_cards[seat]):
                begun = process_time()
                judged = [decision for decision in review(hand, seat) if not decision.silence]
                times.append(process_time() - begun)
                name = hand.seats[seat].name
                hands[name] += 1
                errors[name] += len(judged)
                costs[name] += sum(decision.cost for decision in judged)
    for name, count in hands.most_common():
        print(
            f"{name:12} {count:5} hands {100 * errors[name] / count:6.2f} errors in 100, {costs[name]:7.1f} big blinds"
        )
    rest = sorted(times[1:])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(rest) / sum(rest):.1f} players' hands a second of processor time, "
        f"95 % within {rest[len(rest) * 95 // 100]:.2f} s, "
        f"the longest {rest[-1]:.2f} s, the first {times[0]:.1f} s; {memory:.0f} MB"
    )


async def take_turns(file: Path, seconds: float, folder: Path) -> tuple[list[float], list[float]]:
    """Return the seconds of commands without reviews and beside them, in turns on one bot."""
    bot, rng, loop = LiveHall(folder / "bot"), Random(1), TimedSelector()
    texts = [text for text in cut_file(file) if not isinstance(text, RefusedHand)]
    hands = [hand for hand in map(read_text, texts) if not isinstance(hand, RefusedHand)]
    todo = cycle([(hand, seat) for hand in hands for seat in hand.by_deal if hand.deal.hole_cards[seat]])
    assert bot.router.tables is not None  # noqa: S101 - it has tables
    threads, spent = bot.router.tables.lobby.threads, list[list[float]]([[], []])
    is_on, process = False, WorkProcess()

    def review_next(_: object = None) -> None:
        if is_on:
            threads.start(partial(process.do, partial(review, *next(todo))), review_next)

    keeping_time = asyncio.create_task(run_scheduler(bot.services.scheduler))
    begun = due = monotonic()
    while due < begun + seconds:
        wants = bool(int((due - begun) / ROUND_SECONDS) % 2)
        is_on, before = wants, is_on
        if wants and not before:
            review_next()
        await asyncio.sleep(max(0.0, due - monotonic()))
        bot.act(rng, due, loop)
        spent[wants].append(bot.spent[-1].passed)
        due += 1 / A_SECOND
    keeping_time.cancel()
    return spent[0], spent[1]


def beside(arguments: Namespace) -> None:
    """Compare the time of commands on a bot beside running reviews with that without them."""
    with TemporaryDirectory(prefix="reviews-") as name:
        both = asyncio.run(take_turns(arguments.file, arguments.seconds, Path(name)))
    worst = []
    for title, times in zip(("alone", "beside a review"), both, strict=True):
        p50, p99, most = (1000 * quantile for quantile in np.quantile(times, (0.5, 0.99, 1)))
        worst.append(p99)
        print(f"{title:16} {len(times):6} commands   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   most {most:6.1f} ms")
    print(f"p99: {worst[1] / worst[0]:.2f} times that without reviews")


def main() -> None:
    """Run one of the parts."""
    parser = ArgumentParser(prog="python -m benchmarks.reviews", description=__doc__)
    parts = parser.add_subparsers(required=True, metavar="PART")
    for name, run in (("sums", sums), ("played", played)):
        part = parts.add_parser(name, help=run.__doc__)
        part.set_defaults(run=run)
        part.add_argument("hero", help="the robot that is judged")
        part.add_argument("other", help="the others")
        part.add_argument("--seats", type=int, default=6, help="the number of robots (default 6)")
        part.add_argument("--hands", type=int, default=600, help="of `sums` (default 600)")
        part.add_argument("--solver", action="store_true", help="of `sums`: turns and rivers by the solver")
        part.add_argument("--errors", action="store_true", help="of `sums`: count the errors that a review names, too")
        part.add_argument("--seconds", type=float, default=600, help="of `played`, of processor time (default 600)")
        part.add_argument("--seed", type=int, default=1, help="of the decks (default 1)")
        part.add_argument("--times", type=int, default=40, help="how often an error is played on (default 40)")
        part.add_argument(
            "--street", type=int, default=0, help="of `played`: the first street whose errors count (default 0)"
        )
    part = parts.add_parser("file", help=file.__doc__)
    part.set_defaults(run=file)
    part.add_argument("file", type=Path, help="hand histories")
    part.add_argument("--first", type=int, default=1, help="the first deal (default 1)")
    part.add_argument("--last", type=int, default=100, help="the last (default 100)")
    part = parts.add_parser("beside", help=beside.__doc__)
    part.set_defaults(run=beside)
    part.add_argument("file", type=Path, help="hand histories")
    part.add_argument("--seconds", type=float, default=120, help="of both together (default 120)")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
