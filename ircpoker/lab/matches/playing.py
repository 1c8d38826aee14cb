"""Duplicate deals: each deck is played once with the robots in each other's seats, so that luck cancels out.

A match is played in blocks of decks. The random numbers of a block depend only on the seed and the block's number, so
several processes can play blocks, at different times, and the result is the same. Decks come from `random.Random`:
matches are simulations, without anybody's chips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from random import Random

from ircpoker.cards import CARDS, Card
from ircpoker.equity import SHARES, showdown_counts
from ircpoker.errors import UsageError
from ircpoker.lab.matches.lineup import CONDITIONS, make_match_setup
from ircpoker.lab.matches.tally import Tally, nothing
from ircpoker.records.statistics.counters import CounterSum
from ircpoker.records.statistics.deals import count_deal
from ircpoker.robots.asking import ask_action, failing
from ircpoker.robots.registry import find_robot, load_robots, make_robot
from ircpoker.robots.robot import LearningRobot, Robot
from ircpoker.table.deal import Deal
from ircpoker.table.events import HandShown, PotWon, StreetBegan
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.view import make_view
from ircpoker.words import Phrase

_Codes = tuple[int, ...]

BLOCK = 100
"""Decks in a block: few enough to be done quickly, enough that the overhead does not count."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a match, for any robots.

    Attributes:
        game: a key of `CONDITIONS`.
        deals: the number of decks, at least 1; each is played as often as there are robots, with each robot in each
            seat once.
        seed: the same seed gives the same match; its decks depend neither on robots nor on the game.
        all_in: whether all-in equity replaces the run-outs of deals that are all-in before the last street.
        profiled: whether to count how each robot plays.
        stack: each robot's stack in every deal, in big blinds; that of `CONDITIONS` if not given.
        stacks: the chips of each seat in every deal, in place of equal ones; they stay where robots change seats.
    """

    game: str
    deals: int
    seed: int
    all_in: bool = False
    profiled: bool = False
    stack: int | None = None
    stacks: tuple[int, ...] = ()

    @property
    def unit(self) -> int:
        """The chips that count as one big blind."""
        return CONDITIONS[self.game].unit

    @property
    def terms(self) -> list[Phrase]:
        """The unusual rules, to follow other text."""
        terms = [] if self.stack is None else [Phrase("report.stacks", n=self.stack)]
        if self.stacks:
            terms = [Phrase("report.stacks_by_seat", stacks=", ".join(map(str, self.stacks)))]
        return terms + [Phrase("report.all_in_equity")] * self.all_in

    @property
    def blocks(self) -> range:
        """The numbers of the blocks."""
        return range(-(-self.deals // BLOCK))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match.

    Attributes:
        robots: the robots' names.
        rules: the match's rules.
        tally: the tally of all decks.
    """

    robots: tuple[str, ...]
    rules: Rules
    tally: Tally

    def __str__(self) -> str:
        """Return each robot's win, in thousandths of a big blind per deal, with its 95 % interval."""
        wins = [f"{name} {self.mean(seat):+,.0f}" for seat, name in enumerate(self.robots)]
        errors = [f" ± {error:,.0f}" for seat in range(len(wins)) if (error := self.interval(seat)) is not None]
        return ", ".join([f"{win}{error}" for win, error in zip_longest(wins, errors, fillvalue="")])

    @property
    def deals(self) -> int:
        """The number of decks; each was played once for each robot."""
        return self.tally.decks

    @property
    def mbb_per_deal(self) -> float:
        """The first robot's win, in thousandths of a big blind (`Conditions.unit`) per deal played."""
        return self.mean(0)

    @property
    def ci95(self) -> float | None:
        """Half the width of the first robot's 95 % confidence interval; None for a single deck."""
        return self.interval(0)

    @property
    def chips_conserved(self) -> bool:
        """Whether no deal created or lost a chip."""
        return self.tally.conserved

    def mean(self, robot: int) -> float:
        """Return a robot's win, in thousandths of a big blind per deal played."""
        return self.tally.mean(robot, self.rules.unit)

    def interval(self, robot: int) -> float | None:
        """Return half the width of a robot's 95 % confidence interval, from the spread between decks."""
        return self.tally.interval(robot, self.rules.unit)


def match(
    *robots: str | Robot,
    game: str = "holdem",
    deals: int = 1000,
    seed: int = 1,
    stack: int | None = None,
    all_in: bool = False,
) -> MatchResult:
    """Play a match in this process.

    Every deal begins with the same stacks. A robot that learns does so from deal to deal, as at one table.

    Args:
        robots: the players, by name or as objects; a different object for each seat, even of the same kind.
        game: as in `Rules`, like the other arguments.
        deals: the number of decks; each is played as often as there are robots.
        seed: the same seed gives the same match.
        stack: the stacks in big blinds; the usual one if not given.
        all_in: whether all-in equity replaces the run-outs.

    Returns:
        The result.

    Raises:
        UnknownRobotError: no robot has this name.
        RobotError: a robot failed.
        SetupError: the game cannot have this many players.

    Examples:
        >>> result = match("caller", "folder", deals=100)
        >>> print(result)
        caller +205 ± 97, folder -205 ± 97
    """
    known = load_robots() if any(isinstance(robot, str) for robot in robots) else {}
    players = [make_robot(find_robot(each, known)) if isinstance(each, str) else each for each in robots]
    rules = Rules(game, deals, seed, all_in=all_in, stack=stack)
    table = MatchTable(rules, players)
    tally = nothing(len(players), profiled=False)
    for block in rules.blocks:
        tally += table.play_block(block)
    return MatchResult(tuple([robot.name for robot in players]), rules, tally)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal of a match.

    Attributes:
        deal: the deal.
        order: the number of the robot in each seat.
    """

    deal: Deal
    order: Sequence[int]


class MatchTable:
    """The robots of a match, and the deals they play."""

    def __init__(self, rules: Rules, robots: Sequence[Robot]) -> None:
        """Seat the robots.

        Args:
            rules: the match's rules.
            robots: the players; a different object for each seat, even where two are of the same kind.

        Raises:
            SetupError: the game cannot have this many players.
            UsageError: all-in equity is wanted in a game without a board, or there are not as many stacks as seats.
        """
        self._rules = rules
        self._setup = make_match_setup(rules.game, len(robots), rules.stack, rules.stacks)
        self._robots = robots
        # Looked up once: checking a protocol costs as much as a decision.
        self._learners = [(number, robot) for number, robot in enumerate(robots) if isinstance(robot, LearningRobot)]
        if rules.all_in and not any(plan.board_cards for plan in self._setup.game.streets):
            raise UsageError(f"all-in equity needs a board: {rules.game} has none")

    def play_block(self, block: int, on_deck: Callable[[], object] = lambda: None) -> Tally:
        """Play the decks of a block and return their tally.

        Raises:
            RobotError: a robot failed.
        """
        count, rules = len(self._robots), self._rules
        chips: list[float] = [0] * count
        squares: list[float] = [0] * count
        profiles = [CounterSum() for _ in range(count * rules.profiled)]
        conserved, decks = True, 0
        for played in self.play_decks(block):
            won: list[float] = [0] * count
            for each in played:
                deal = each.deal
                conserved = conserved and sum(deal.stacks) == sum(self._setup.stacks)
                stacks = expected_stacks(deal) if rules.all_in else deal.stacks
                for number, before, after in zip(each.order, self._setup.stacks, stacks, strict=True):
                    won[number] += after - before
                if profiles:
                    for number, counted in zip(each.order, count_deal(deal), strict=True):
                        profiles[number].add(counted)
            for number, amount in enumerate(won):
                chips[number] += amount
                squares[number] += amount * amount
            decks += 1
            on_deck()
        return Tally(decks, tuple(chips), tuple(squares), conserved, tuple([each.counters for each in profiles]))

    def play_decks(self, block: int, rotations: int | None = None) -> Iterator[list[PlayedDeal]]:
        """Play the decks of a block.

        Args:
            block: the number of the block.
            rotations: how many robots have the first seat once, all if None; fewer are enough where lineups repeat.

        Yields:
            The deals of a deck, one for each robot in the first seat.
        """
        rules = self._rules
        deck_rng = Random(f"decks {rules.seed} {block}")  # noqa: S311 - a simulation that can be repeated
        rng = Random(f"robots {rules.seed} {block}")  # noqa: S311 - likewise
        for _ in range(min(BLOCK, rules.deals - BLOCK * block)):
            deck = list(CARDS)
            deck_rng.shuffle(deck)
            yield [self._play_deal(deck, rotation, rng) for rotation in range(rotations or len(self._robots))]

    def _play_deal(self, deck: Sequence[Card], rotation: int, rng: Random) -> PlayedDeal:
        """Play one deal with robot number `rotation` in the first seat."""
        robots = self._robots
        order = [*range(rotation, len(robots)), *range(rotation)]
        if self._learners:
            players = [f"{number} {robots[number].name}" for number in order]
            for _, learner in self._learners:
                with failing(learner.name):
                    learner.meet(players)
        deal = Deal(self._setup, deck)
        while deal.actor is not None:
            seat = deal.actor
            deal.act(seat, ask_action(robots[order[seat]], make_view(deal, seat), rng))
        for number, learner in self._learners:
            with failing(learner.name):
                learner.learn(make_view(deal, DealSeat(order.index(number))))
        return PlayedDeal(deal, order)


def expected_stacks(deal: Deal) -> Sequence[float]:
    """Return each seat's stack after a finished deal, on average over the boards that might have come.

    Args:
        deal: a finished deal of a game with a board.

    Returns:
        The stacks; the real ones if the hands were not tabled before the last street.
    """
    board = _board_at_all_in(deal)
    if board is None:
        return deal.stacks
    stacks: list[float] = list(deal.stacks)
    winners: dict[int, list[DealSeat]] = {}
    for event in deal.events:
        if isinstance(event, PotWon):
            winners.setdefault(event.pot, []).append(event.seat)
    for number, pot in enumerate(deal.pots):
        if len(pot.seats) == 1:
            continue
        dead = tuple(
            [card.code for seat, cards in enumerate(deal.hole_cards) if seat not in pot.seats for card in cards]
        )
        holes = tuple([_codes(deal.hole_cards[seat]) for seat in pot.seats])
        for seat, share in zip(pot.seats, _shares(holes, _codes(board), dead), strict=True):
            stacks[seat] += pot.amount * share
        for seat in winners[number]:
            stacks[seat] -= pot.amount / len(winners[number])
    return stacks


def _board_at_all_in(deal: Deal) -> tuple[Card, ...] | None:
    """Return the board when all hands were tabled, if another street came after that."""
    if not any(plan.board_cards for plan in deal.setup.game.streets):
        return None
    board: tuple[Card, ...] = ()
    tabled = False
    for event in deal.events:
        if isinstance(event, HandShown):
            tabled = True
        elif isinstance(event, StreetBegan):
            if tabled:
                return board
            board += event.board
    return None


def _codes(cards: Sequence[Card]) -> _Codes:
    return tuple([card.code for card in cards])


@lru_cache(maxsize=1024)
def _shares(holes: tuple[_Codes, ...], board: _Codes, dead: _Codes) -> tuple[float, ...]:
    counts = showdown_counts(holes, board, dead, omaha=len(holes[0]) > 2)
    boards = counts[0].win + counts[0].tie + counts[0].lose
    return tuple([count.share / SHARES / boards for count in counts])
