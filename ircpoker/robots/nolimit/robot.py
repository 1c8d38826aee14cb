"""The play of `nolimit`: before the turn by the blueprint's probabilities, from the turn on by those of a solution."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from ircpoker.equity.grid import pack_shares
from ircpoker.postflop.engine.native import find_solver
from ircpoker.robots.asking import make_legal
from ircpoker.robots.features import depth_for
from ircpoker.robots.manual import decide_instead
from ircpoker.robots.nolimit import file
from ircpoker.robots.nolimit.betting import ALL_IN, CALL, FOLD, HALF, POT, REAL, BettingTree
from ircpoker.robots.nolimit.translation import amount_of, read_deal
from ircpoker.robots.pushfold import PushfoldRobot
from ircpoker.robots.ring import EasyRingRobot, RingRobot
from ircpoker.robots.ring.features import read_betting
from ircpoker.robots.ring.turn import is_solved
from ircpoker.robots.robot import Decision
from ircpoker.robots.strategy_file import fingerprint_of
from ircpoker.table import actions
from ircpoker.table.actions import Action, Bet, RaiseTo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from random import Random

    from ircpoker.robots.nolimit.resolving import Resolver
    from ircpoker.robots.nolimit.solved_street import SolvedDecision
    from ircpoker.robots.nolimit.strategy import ActionChances, Blueprint
    from ircpoker.table.view import PlayerView

HEADS_UP = 2
SHORT = 10
"""With fewer big blinds the robot goes all-in or folds."""
_NAMES = MappingProxyType({FOLD: "fold", CALL: "call", HALF: "half the pot", POT: "the pot", ALL_IN: "all-in"})
_SIZES = {HALF, POT, ALL_IN}
_HUNDRED = 100
_STREETS_BY_CARDS = {0: 0, 3: 1, 4: 2, 5: 3}
_RESOLVED_FROM = 4
"""With this many board cards or more the betting is solved again."""
_GRAIN = 1 << 30


class BlueprintRobot:
    """Plays a blueprint that was trained by self-play; docs/robot-measurements.md has its results."""

    name = "nolimit-medium"
    games: Mapping[str, range] = MappingProxyType({"holdem": range(HEADS_UP, max(RingRobot.games["holdem"]) + 1)})
    gives_reasons = True
    files: ClassVar[Mapping[int, Path]] = file.SHIPPED
    """The files by depth."""
    larger_tables: type[RingRobot] = RingRobot
    """The robot as which it plays against several opponents."""

    def __init__(self, blueprints: Mapping[int, Blueprint] | None = None) -> None:
        """Create the robot.

        Args:
            blueprints: the strategies by depth; the shipped ones if not given, each opened when it is first needed.
        """
        self._blueprints = dict(blueprints or {})
        self._depths = sorted(self._blueprints or self.files)
        self._short = PushfoldRobot()
        self._ring: RingRobot | None = None

    @classmethod
    def fingerprint(cls) -> str:
        """Return the SHA-256 of the shipped files, in hexadecimal, with spaces between them.

        Raises:
            StrategyError: one of them is missing or damaged.
        """
        fingerprints = [fingerprint_of(path, file.FILE) for path in cls.files.values()]
        return " ".join([*fingerprints, cls.larger_tables.fingerprint()])

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return an action drawn with the strategy's probabilities, and all of these as the reason."""
        if len(view.setup.stacks) != HEADS_UP:
            return self._decide_among_more(view, rng)
        if _shorter_stack(view) < SHORT:
            return self._short.decide(view, rng)
        return self._decide(self.blueprint_for(view), view, rng)

    def blueprint_for(self, view: PlayerView) -> Blueprint:
        """Return the blueprint for a deal's stacks.

        Raises:
            StrategyError: its file is missing or damaged.
        """
        depth = depth_for(_shorter_stack(view), self._depths)
        if depth not in self._blueprints:
            # Of the robots only this one and `limit` need NumPy.
            from ircpoker.robots.nolimit.strategy import Blueprint

            self._blueprints[depth] = Blueprint.open(self.files[depth])
        return self._blueprints[depth]

    def _ring_robot(self) -> RingRobot:
        if self._ring is None:
            self._ring = self.larger_tables()
        return self._ring

    def _decide_among_more(self, view: PlayerView, rng: Random) -> Decision:
        """Return the decision at a table of more than two."""
        return self._ring_robot().decide(view, rng)

    def _decide(self, blueprint: Blueprint, view: PlayerView, rng: Random) -> Decision:
        """Return the blueprint's decision."""
        tree = blueprint.tree
        translation = read_deal(tree, view)
        node, street = translation.node, view.street
        if not is_turn_in_tree(tree, node, view):
            return decide_instead(view, f"{street}: its strategy has no such betting")
        hole = [card.code for card in view.hole_cards]
        board = [card.code for card in view.board]
        chances = blueprint.chances(node, hole, board)
        chosen = _draw(chances.parts, rng)
        letter = chances.letters[chosen]
        action = blueprint_action(letter, view, tree, node)
        sizes = ", ".join([_NAMES[letter] for letter in translation.history if letter in _SIZES])
        note = f", the bets read as {sizes}" if translation.changed else ""
        plays = f"{street}, {tree.stack // 2} big blinds{note}: with such hands {_describe(chances, view)}"
        return Decision(action, f"{plays}, so {action}", share=chances.parts[chosen] / sum(chances.parts))


class EasyRobot(BlueprintRobot):
    """Plays a blueprint of a much shorter training."""

    name = "nolimit-easy"
    files = file.EASY
    larger_tables = EasyRingRobot


class NolimitRobot(BlueprintRobot):
    """Plays the blueprint before the turn, and solves the turn and the river again."""

    name = "nolimit"

    def __init__(self, blueprints: Mapping[int, Blueprint] | None = None) -> None:
        """Create the robot; as long as the solver is not built, it plays as a `BlueprintRobot`."""
        super().__init__(blueprints)
        self._resolver: Resolver | None = None
        self._seconds: float | None = None

    @property
    def resolver(self) -> Resolver | None:
        """Solves the turn and the river; None without the solver, which a checkout builds while people already play."""
        if self._resolver is None and find_solver() is not None:
            from ircpoker.robots.nolimit.resolving import Resolver

            self._resolver = Resolver()
            self._resolver.seconds = self._seconds
        return self._resolver

    @resolver.setter
    def resolver(self, resolver: Resolver) -> None:
        self._resolver = resolver

    def thinks(self, view: PlayerView, /) -> bool:
        """Return whether a decision may take long: each one from the turn on, as its betting may be solved for it."""
        return _is_solved(view) and self._seconds != 0 and self.resolver is not None

    def set_clock(self, seconds: float) -> None:
        """Set the longest time for a decision; without any it decides by the blueprint, at once."""
        self._seconds = seconds
        if self._resolver is not None:
            self._resolver.seconds = seconds

    def _decide(self, blueprint: Blueprint, view: PlayerView, rng: Random) -> Decision:
        if self._seconds == 0 or not _is_solved(view):
            return super()._decide(blueprint, view, rng)
        resolver = self.resolver
        if resolver is None:
            decision = super()._decide(blueprint, view, rng)
            return replace(decision, why=f"without the solver, which is not built: {decision.why}")
        return _draw_solved(resolver.decide(blueprint, view), view, rng)

    def _decide_among_more(self, view: PlayerView, rng: Random) -> Decision:
        if self._seconds == 0 or not _is_solved(view) or (resolver := self.resolver) is None:
            return super()._decide_among_more(view, rng)
        from ircpoker.robots.ring.solving import solved_decision

        return _draw_solved(solved_decision(resolver, self._ring_robot().strategy_for, view), view, rng)


def _draw_solved(solved: SolvedDecision, view: PlayerView, rng: Random) -> Decision:
    """Return an action drawn with a solution's chances."""
    chosen = _draw([round(_GRAIN * chance) for chance in solved.chances], rng)
    action = solved_action(solved, chosen, view)
    board = [card.code for card in view.board]
    ranges = [pack_shares(solved.ranges[seat].tolist(), board) for seat in (solved.me, 1 - solved.me)]
    why = f"{_explain(solved, view)}, so {action}"
    return Decision(action, why, "".join(ranges), share=solved.chances[chosen])


def _is_solved(view: PlayerView) -> bool:
    """Return whether the betting is solved again for a decision."""
    if len(view.board) < _RESOLVED_FROM:
        return False
    if len(view.setup.stacks) == HEADS_UP:
        return _shorter_stack(view) >= SHORT
    return is_solved(read_betting(view))


def _shorter_stack(view: PlayerView) -> float:
    """Return the shorter stack before the deal in big blinds."""
    return min(view.setup.stacks) / max(view.setup.small_bet, *view.setup.blinds)


def _draw(parts: Sequence[int], rng: Random) -> int:
    """Return the index of an action, drawn by the parts."""
    return bisect(list(accumulate(parts)), rng.randrange(sum(parts)))


def is_turn_in_tree(tree: BettingTree, node: int, view: PlayerView) -> bool:
    """Return whether a node is the viewer's turn, so that the tree has not ended before the deal."""
    return node >= 0 and tree.street[node] == _STREETS_BY_CARDS[len(view.board)] and tree.actor[node] == view.seat


def blueprint_action(letter: str, view: PlayerView, tree: BettingTree, node: int) -> Action:
    """Return the legal action for a letter at a node of the blueprint's tree."""
    return _action(letter, view, 0 if letter in {FOLD, CALL} else amount_of(letter, view, tree, node))


def solved_action(solved: SolvedDecision, place: int, view: PlayerView) -> Action:
    """Return the legal action for one of a solved decision's actions.

    Args:
        solved: the decision.
        place: the number of the action.
        view: the deal at the decision.
    """
    edge = solved.tree.first[solved.node] + place
    letter, amount = solved.tree.letter[edge], solved.tree.amount[edge] - solved.before
    return _action(letter, view, 0 if letter in {FOLD, CALL} else amount)


def _action(letter: str, view: PlayerView, amount: int) -> Action:
    """Return the legal action for a letter."""
    legal = view.legal
    assert legal is not None  # noqa: S101 - it is this robot's turn
    if letter == FOLD:
        wanted: Action = actions.FOLD
    elif letter == CALL:
        wanted = actions.CHECK if legal.can_check else actions.CALL
    else:
        wanted = Bet(amount) if legal.bet else RaiseTo(amount)
    return make_legal(wanted, legal)


def _describe(chances: ActionChances, view: PlayerView) -> str:
    total = sum(chances.parts)
    shown = [
        f"{_name(letter, view)} {round(_HUNDRED * parts / total)} %"
        for letter, parts in zip(chances.letters, chances.parts, strict=True)
        if parts
    ]
    return ", ".join(shown)


def _name(letter: str, view: PlayerView) -> str:
    """Return the name of an action on the viewer's turn."""
    return "check" if letter == CALL and view.legal and view.legal.can_check else _NAMES[letter]


def _explain(solved: SolvedDecision, view: PlayerView) -> str:
    """Return the chances of the actions, and the big blinds that the robot wins in the deal after each on average."""
    unit = max(view.setup.small_bet, *view.setup.blinds)
    edges = solved.tree.edges(solved.node)
    shown = []
    for edge, chance, worth in zip(edges, solved.chances, solved.worth, strict=True):
        letter, amount = solved.tree.letter[edge], solved.tree.amount[edge] - solved.before
        name = f"to {amount}" if letter == REAL else _name(letter, view)
        shown.append(f"{name} {round(_HUNDRED * chance)} % ({worth / unit:+.1f} BB)")
    own, other = (round(_HUNDRED * solved.width(seat)) for seat in (solved.me, 1 - solved.me))
    return (
        f"{view.street}, solved in {solved.iterations} iterations: {', '.join(shown)}; "
        f"its range {own} % of all hands, the opponent's {other} %"
    )
