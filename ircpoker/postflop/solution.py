"""A spot that is being solved or has been: strategies, values and equities at any decision, as NumPy arrays.

Arrays by hand have 1,326 numbers, in the order of `ircpoker.equity.range_counts.COMBINATIONS`. Chips count from the
decision on, and the pot belongs to nobody: at the start, the two players' values add up to the pot less the rake.

Solving a spot after the flop, from Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS, format_cards
from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.errors import SolverError, UsageError
from ircpoker.postflop.engine.engine import LAST_RESTART, SHOWDOWN, Engine, Floats32, Rake, Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.postflop.engine.solving import disjoint
from ircpoker.postflop.lines import LinePlace, find_action, read_card, split_line, without_cards
from ircpoker.postflop.memory import check_memory
from ircpoker.postflop.sizes import DONKS, parse_sizes
from ircpoker.postflop.spot import PostflopSpot, make_spot
from ircpoker.postflop.tree import IP, OOP, TreeNode, TreeSetup, make_tree, tree_arrays

Floats = NDArray[np.float64]


CHECK_EVERY = 10
"""Iterations from one check of the accuracy to the next."""
MOST_ITERATIONS = 100_000
_FEW = 0.2
"""A hand that meets a smaller part of the other's hands is looked at alone, because sums of all are too rough."""
LOOSE, LAST_LOOSE_RESTART = 0.5, 16
"""For an accuracy of half a percent or less, the means do not begin anew late: it takes long until that pays."""


class SolvingProgress(NamedTuple):
    """How far a solution is.

    Attributes:
        iterations: how many were done.
        gap: the mean of what both players could win more by playing best, in percent of the pot.
        ev: the chips that each player wins.
    """

    iterations: int
    gap: float
    ev: tuple[float, float]


class Solution:
    """A solution.

    Attributes:
        spot: what is solved.
        nodes: the betting.
        engine: the solver with what it has learnt.
        locks: the lines of decisions whose frequencies are fixed, each with the node and the board.
        accuracy: the wanted gap in percent of the pot.
        progress: the last check; None before the first one.
    """

    def __init__(self, spot: PostflopSpot, *, accuracy: float = 0.3, symmetric: bool = True, threads: int = 1) -> None:
        """Open a spot; `begin` comes next.

        Args:
            spot: what is solved.
            accuracy: the wanted gap in percent of the pot.
            symmetric: whether boards that differ only in suits may be played alike.
            threads: the number of threads; changes only the time.

        Raises:
            UsageError: the tree is too large, or the accuracy is impossible.
            SolverError: there is not enough memory to list the boards.
        """
        if not 0 < accuracy <= 100:
            raise UsageError("accuracy: expected a percentage of the pot above 0 and up to 100")
        self.spot = spot
        self.accuracy = accuracy
        self.symmetric = symmetric
        self.nodes: list[TreeNode] = make_tree(spot.setup, spot.street)
        subgame = Subgame(LIMIT_HOLDEM, tree_arrays(self.nodes), spot.board, spot.weights)
        try:
            self.engine = Engine(subgame, symmetric=symmetric, rake=spot.rake)
        except MemoryError:
            raise SolverError("there is not enough memory to list the boards of this spot") from None
        self.engine.threads = threads
        self.locks: list[tuple[str, int, bytes]] = []
        self.progress: SolvingProgress | None = None

    def __repr__(self) -> str:
        """Return the spot, and how far it is solved."""
        board = format_cards([CARDS[code] for code in self.spot.board])
        gap = "not solved" if self.progress is None else f"exploitability {self.progress.gap:.2g} % of the pot"
        return f"<Solution {board}, pot {self.spot.setup.pot}, {gap}>"

    def begin(self) -> None:
        """Allocate what is learnt.

        Raises:
            SolverError: there is not enough memory.
        """
        check_memory(self.engine.size().bytes)
        try:
            self.engine.allocate()
        except MemoryError:
            raise SolverError("there is not enough memory") from None

    def lock(self, line: str, policy: Floats32) -> None:
        """Fix the frequencies of all hands at a decision, before solving.

        Args:
            line: what leads to the decision.
            policy: the chance of each action for each hand: a row for each action, a column for each hand.
        """
        place = self.decision(line)
        self.engine.fix(place.node, place.board, policy, lock=True)
        self.locks.append((place.text, place.node, place.board))

    def run(
        self,
        *,
        iterations: int = MOST_ITERATIONS,
        on_progress: Callable[[int, SolvingProgress | None], object] = lambda _done, _progress: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> SolvingProgress:
        """Go on solving until the accuracy is reached.

        Args:
            iterations: the most iterations in all.
            on_progress: is called after each iteration with their number, and with what the last check found.
            stop: asked after each iteration; if it returns True, the solution can be gone on with later.

        Returns:
            The last check, which is of this very state.
        """
        last_restart = LAST_LOOSE_RESTART if self.accuracy >= LOOSE else LAST_RESTART
        engine = self.engine
        while engine.done < iterations:
            engine.solve(1, last_restart=last_restart)
            if engine.done % CHECK_EVERY == 0:
                self.progress = self.check()
            on_progress(engine.done, self.progress)
            if stop() or (engine.done % CHECK_EVERY == 0 and self.progress and self.progress.gap <= self.accuracy):
                break
        if self.progress is None or self.progress.iterations != engine.done:
            self.progress = self.check()
        return self.progress

    def check(self) -> SolvingProgress:
        """Return how far it is, by exact best responses."""
        weights, half = self.spot.weights, self.spot.setup.pot / 2
        dealt = float((weights[OOP] * disjoint(weights[IP])).sum())

        def mean(player: int, values: Floats32) -> float:
            return float((values.astype(np.float64) * weights[player]).sum()) / dealt

        best = [mean(player, self.engine.values(player, best=True)) for player in (OOP, IP)]
        first = mean(OOP, self.engine.values(OOP))
        second = mean(IP, self.engine.values(IP)) if self.spot.rake.rate else -first
        gap = max(0.0, sum(best) - first - second) / 2
        return SolvingProgress(self.engine.done, 100 * gap / self.spot.setup.pot, (first + half, second + half))

    @property
    def exploitability(self) -> float:
        """The mean of what both players could win more by playing best, in percent of the pot."""
        if self.progress is None or self.progress.iterations != self.engine.done:
            self.progress = self.check()
        return self.progress.gap

    def place(self, line: str = "") -> LinePlace:
        """Return where a line leads.

        Raises:
            UsageError: a step is not possible there.
        """
        place = LinePlace(0, self.spot.board, self.spot.weights, self.spot.weights, ())
        for step in split_line(line):
            place = self.follow(place, step)
        return place

    def follow(self, place: LinePlace, step: str) -> LinePlace:
        """Return where one more step leads.

        Raises:
            UsageError: the step is not possible there.
        """
        if place.is_over():
            raise UsageError(f"after {place.text} there is no decision any more")
        if place.needs_card(self.nodes):
            code = read_card(step, place.board)
            board = place.board + bytes([code])
            reach, shown = (without_cards(each, board) for each in (place.reach, place.shown))
            return LinePlace(place.node, board, reach, shown, (*place.words, str(CARDS[code])))
        node = self.nodes[place.node]
        number = find_action(step, node)
        action = node.actions[number]
        reach, shown = place.reach.copy(), place.shown.copy()
        taken = self._policy(place)[number]
        reach[node.player] *= taken
        if (place.shown[node.player] * taken).any():
            shown[node.player] *= taken
        return LinePlace(action.to, place.board, reach, shown, (*place.words, str(action)))

    def decision(self, line: str | LinePlace = "") -> LinePlace:
        """Return the decision to which a line leads.

        Raises:
            UsageError: it leads to none.
        """
        place = self.place(line) if isinstance(line, str) else line
        if place.is_over():
            raise UsageError(f"after {place.text} there is no decision any more")
        if place.needs_card(self.nodes):
            raise UsageError(f"after {place.text} comes a card: name it, such as 7c")
        return place

    def _policy(self, place: LinePlace) -> Floats32:
        return self.engine.policy(place.node, place.board)[: len(self.nodes[place.node].actions)]

    def player(self, line: str | LinePlace = "") -> int:
        """Return who decides: 0 out of position, 1 in position."""
        return self.nodes[self.decision(line).node].player

    def actions(self, line: str | LinePlace = "") -> list[str]:
        """Return the actions at a decision."""
        return [str(action) for action in self.nodes[self.decision(line).node].actions]

    def strategy(self, line: str | LinePlace = "") -> Floats32:
        """Return the chance of each action for each hand at a decision, in rows of actions; 0 for other hands."""
        return self._policy(self.decision(line))

    def reach(self, player: int, line: str | LinePlace = "") -> Floats32:
        """Return how often each hand of a player gets to a decision."""
        reach: Floats32 = self.decision(line).reach[player]
        return reach

    def ev(self, player: int, line: str | LinePlace = "") -> Floats:
        """Return the chips that each hand of a player wins from a decision on; NaN for hands that meet nobody.

        If the other player never gets there, it is against the hands that could (`LinePlace.shown`), played as stored.
        """
        place = self.decision(line)
        return self._before(player, place) + self._means(
            player, place, lambda other: self.engine.values(player, other, node=place.node, board=place.board)
        )

    def action_ev(self, line: str | LinePlace = "") -> Floats:
        """Return the same after each action of who decides, in rows of actions."""
        place = self.decision(line)
        player, actions = self.player(place), len(self.nodes[place.node].actions)
        return self._before(player, place) + self._means(
            player,
            place,
            lambda other: self.engine.worth(player, other, node=place.node, board=place.board)[1][:actions],
        )

    def _before(self, player: int, place: LinePlace) -> float:
        return self.spot.setup.pot / 2 + self.nodes[place.node].put[player]

    def equity(self, player: int, line: str | LinePlace = "") -> Floats:
        """Return the part of all pots that each hand of a player wins if there is no more betting."""
        place = self.decision(line)
        margins = self._means(
            player, place, lambda other: self.engine.values(player, other, node=SHOWDOWN, board=place.board)
        )
        return (1 + margins) / 2

    def _means(self, player: int, place: LinePlace, find: Callable[[Floats32], Floats32]) -> Floats:
        """Return for each hand of a player the mean over the other's hands of what `find` adds up over them.

        NaN stands for hands that meet nobody.
        """
        other = place.shown[1 - player]
        sums, met = find(other).astype(np.float64), disjoint(other)
        held = without_cards(self.spot.weights[player], place.board) > 0
        for hand in np.flatnonzero(held & (met > 0) & (met < _FEW * other.sum())):
            # Nearly all that the other holds shares a card with it. The solver adds that up, too, and takes it away.
            own = bytes(COMBINATIONS[hand])
            apart = np.max([without_cards(other, each) for each in _alike(own, place.board)], axis=0)
            sums[..., hand], met[hand] = find(apart)[..., hand], without_cards(other, own).sum(dtype=np.float64)
        there = held & (met > 0)
        return np.where(there, sums / np.where(there, met, 1), np.nan)

    def mean(self, player: int, values: Floats, line: str | LinePlace = "") -> float:
        """Return the mean of numbers by hand over a player's range at a decision."""
        place = self.decision(line)
        weights = place.shown[player] * disjoint(place.shown[1 - player])
        total = float(weights.sum())
        return float(np.nansum(values * weights)) / total if total > 0 else float("nan")


def _alike(hand: bytes, board: bytes) -> set[bytes]:
    """Return a hand by all names of suits under which the board is the same: boards to come are played alike."""

    def renamed(codes: bytes, suits: tuple[int, ...]) -> bytes:
        return bytes(sorted([code & ~3 | suits[code & 3] for code in codes]))

    orders = (suits for suits in permutations(range(4)) if renamed(board, suits) == bytes(sorted(board)))
    return {renamed(hand, suits) for suits in orders}


ALL_IN = Fraction(67, 100)
"""Usual in solvers: a bet of at least two thirds of what is left is all-in."""


def betting(
    pot: int,
    stack: int,
    bets: str = "50%",
    raises: str = "50%",
    donks: str | None = None,
    all_in: Fraction | float = ALL_IN,
) -> TreeSetup:
    """Return the chips and the sizes of a spot.

    Args:
        pot: the chips in the pot.
        stack: the chips that each player has left.
        bets: the sizes of bets, as `parse_sizes` reads them.
        raises: the sizes of raises.
        donks: the sizes with which the player out of position bets after a call; None for those of bets.
        all_in: a bet of at least this part of what is left is all-in.

    Raises:
        UsageError: a number or size is impossible.

    Examples:
        >>> betting(180, 910, "flop 52%, turn 55%, river 70%", "45%").pot
        180
    """
    return TreeSetup(
        pot,
        stack,
        parse_sizes(bets, "bets"),
        parse_sizes(raises, "raises"),
        None if donks is None else parse_sizes(donks, "donks", DONKS),
        Fraction(all_in).limit_denominator(10**6),
    )


def solve(
    board: str,
    ranges: Sequence[str],
    tree: TreeSetup,
    *,
    rake: Rake | None = None,
    accuracy: float = 0.3,
    threads: int = 1,
) -> Solution:
    """Solve a spot.

    Args:
        board: three to five cards.
        ranges: of the player out of position, and of the one in position, with weights if wanted.
        tree: the chips and the sizes, as `betting` returns them.
        rake: what nobody wins; None for nothing.
        accuracy: stop when best responses win less than this, in percent of the pot.
        threads: the number of threads; changes only the time.

    Returns:
        The solution: `strategy`, `ev`, `equity`, `exploitability`.

    Raises:
        NotUnderstoodError: an argument is wrong.
        SolverError: there is not enough memory, or the solver was not built.

    Examples:
        >>> found = solve("Qs Jh 2h 8d 3c", ("AA,KQ,T9s", "QQ,AJ,98s"), betting(100, 200), accuracy=0.1)
        >>> found.actions()
        ['check', 'bet 50']
        >>> found.exploitability < 0.1
        True
    """
    solution = Solution(make_spot(board, ranges, tree, rake), accuracy=accuracy, threads=threads)
    solution.begin()
    solution.run()
    return solution
