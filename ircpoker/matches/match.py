"""Duplicate deals: each deck is played once with the robots in each other's seats, so that luck cancels out.

A match is played in blocks of decks, whose chance depends on the seed and the block's number only: so blocks can be
played by several processes, or at several times, and the match is the same. Decks come from `random.Random`:
simulation only, no chips of anybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ircpoker.cards import CARDS
from ircpoker.errors import UsageError
from ircpoker.matches.all_in import expected_stacks
from ircpoker.matches.conditions import CONDITIONS, make_match_setup
from ircpoker.matches.profile import DealWatch
from ircpoker.matches.tally import Tally, nothing
from ircpoker.robots.asking import ask_action, failing
from ircpoker.robots.robot import LearningRobot
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ircpoker.cards import Card
    from ircpoker.matches.profile import Profile
    from ircpoker.robots.robot import Robot

BLOCK = 100
"""Decks in a block: short enough to be done at once, long enough that the rest costs nothing."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played in a match, whoever plays.

    Attributes:
        game: a key of `CONDITIONS`.
        deals: how many decks, at least 1; each is played as often as there are robots, with each robot in each seat
            once.
        seed: the same one gives the same match; its decks do not depend on robots or game.
        all_in: whether all-in equity stands for the run-outs of the deals that are all-in before the last street.
        profiled: whether to count how each robot plays.
        stack: of each robot in every deal, in big blinds; that of `CONDITIONS` if not given.
    """

    game: str
    deals: int
    seed: int
    all_in: bool = False
    profiled: bool = False
    stack: int | None = None

    @property
    def unit(self) -> int:
        """How many chips are a big blind."""
        return CONDITIONS[self.game].unit

    @property
    def terms(self) -> str:
        """What is not as usual, in words that follow others."""
        stacks = "" if self.stack is None else f", stacks of {self.stack} big blind{'s' * (self.stack != 1)}"
        return stacks + (", all-in equity" if self.all_in else "")

    @property
    def blocks(self) -> range:
        """The numbers of the blocks."""
        return range(-(-self.deals // BLOCK))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match.

    Attributes:
        robots: the names of those that played.
        rules: what was played.
        tally: of all decks.
    """

    robots: tuple[str, ...]
    rules: Rules
    tally: Tally

    @property
    def deals(self) -> int:
        """How many decks there were; each was played once for each robot."""
        return self.tally.decks

    @property
    def mbb_per_deal(self) -> float:
        """What the first robot won, in thousandths of a big blind (`Conditions.unit`) a deal played."""
        return self.mean(0)

    @property
    def ci95(self) -> float | None:
        """Half the width of the first robot's 95 % confidence interval; None of one deck."""
        return self.interval(0)

    @property
    def chips_conserved(self) -> bool:
        """Whether no deal made or lost a chip."""
        return self.tally.conserved

    def mean(self, robot: int) -> float:
        """Return what a robot won, in thousandths of a big blind a deal played."""
        return self.tally.mean(robot, self.rules.unit)

    def interval(self, robot: int) -> float | None:
        """Return half the width of a robot's 95 % confidence interval, from the spread between decks."""
        return self.tally.interval(robot, self.rules.unit)


def play_match(
    robots: Sequence[Robot], game: str, deals: int, seed: int, on_deal: Callable[[], object] = lambda: None
) -> MatchResult:
    """Play a match in this process.

    Every deal begins with the same stacks. A robot that learns does so from deal to deal, as at one
    table.

    Args:
        robots: the players; a different object for each seat, even where two are of the same kind.
        game: as in `Rules`.
        deals: as in `Rules`.
        seed: as in `Rules`.
        on_deal: is called after each deck.

    Returns:
        The result.

    Raises:
        RobotError: a robot failed.
        SetupError: the game is not for so many.
    """
    rules = Rules(game, deals, seed)
    table = MatchTable(rules, robots)
    tally = nothing(len(robots), profiled=False)
    for block in rules.blocks:
        tally += table.play_block(block, on_deal)
    return MatchResult(tuple([robot.name for robot in robots]), rules, tally)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal of a match.

    Attributes:
        deal: the deal.
        order: which robot sat in each seat.
        watch: what was noted on the way.
    """

    deal: Deal
    order: Sequence[int]
    watch: DealWatch | None


class MatchTable:
    """The robots of a match, and the deals they play."""

    def __init__(self, rules: Rules, robots: Sequence[Robot]) -> None:
        """Seat the robots.

        Args:
            rules: what is played.
            robots: the players; a different object for each seat, even where two are of the same kind.

        Raises:
            SetupError: the game is not for so many.
            UsageError: all-in equity is wanted in a game without a board.
        """
        self._rules = rules
        self._setup = make_match_setup(rules.game, len(robots), rules.stack)
        self._robots = robots
        # Found once: the check of a protocol costs as much as a decision.
        self._learners = [(number, robot) for number, robot in enumerate(robots) if isinstance(robot, LearningRobot)]
        if rules.all_in and not any(plan.board_cards for plan in self._setup.game.streets):
            raise UsageError(f"all-in equity needs a board: {rules.game} has none")

    @property
    def learns(self) -> bool:
        """Whether a robot remembers one deal in the next, so that all deals must be played in their order."""
        return bool(self._learners)

    def play_block(self, block: int, on_deck: Callable[[], object] = lambda: None) -> Tally:
        """Play the decks of a block and return what came of it.

        Raises:
            RobotError: a robot failed.
        """
        count, rules = len(self._robots), self._rules
        chips: list[float] = [0] * count
        squares: list[float] = [0] * count
        profiles = list(nothing(count, profiled=rules.profiled).profiles)
        conserved, decks = True, 0
        for played in self.play_decks(block):
            won: list[float] = [0] * count
            for one in played:
                deal = one.deal
                conserved = conserved and sum(deal.stacks) == sum(self._setup.stacks)
                stacks = expected_stacks(deal) if rules.all_in else deal.stacks
                for number, before, after in zip(one.order, self._setup.stacks, stacks, strict=True):
                    won[number] += after - before
                if one.watch is not None:
                    _add_profiles(profiles, one, one.watch)
            for number, amount in enumerate(won):
                chips[number] += amount
                squares[number] += amount * amount
            decks += 1
            on_deck()
        return Tally(decks, tuple(chips), tuple(squares), conserved, tuple(profiles))

    def play_decks(self, block: int) -> Iterator[list[PlayedDeal]]:
        """Play the decks of a block; yield the deals of each deck, one for each robot in the first seat."""
        rules = self._rules
        deck_rng = Random(f"decks {rules.seed} {block}")  # noqa: S311 - a simulation that can be repeated
        rng = Random(f"robots {rules.seed} {block}")  # noqa: S311 - likewise
        for _ in range(min(BLOCK, rules.deals - BLOCK * block)):
            deck = list(CARDS)
            deck_rng.shuffle(deck)
            yield [self._play_deal(deck, rotation, rng) for rotation in range(len(self._robots))]

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
        watch = DealWatch() if self._rules.profiled else None
        while deal.actor is not None:
            seat = deal.actor
            if watch is not None:
                watch.turn(deal)
            deal.act(seat, ask_action(robots[order[seat]], make_view(deal, seat), rng))
        for number, learner in self._learners:
            with failing(learner.name):
                learner.learn(make_view(deal, order.index(number)))
        return PlayedDeal(deal, order, watch)


def _add_profiles(profiles: list[Profile], played: PlayedDeal, watch: DealWatch) -> None:
    for number, profile in zip(played.order, watch.profiles(played.deal), strict=True):
        profiles[number] += profile
