"""The robot of the Poker Site Manual: hold'em by thresholds, each decision explained by its variable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ircpoker.robots.asking import make_legal
from ircpoker.robots.features import owed
from ircpoker.robots.manual.board import NO_FLOOR, Board, Floors, is_bare, read_board
from ircpoker.robots.manual.rows import BETTING_ROWS, ROWS, STREET_LETTERS, Advice, Commit, Row, Test, find_row
from ircpoker.robots.manual.variables import NO_CONDITION, VARIABLES, Variables, describe
from ircpoker.robots.robot import Decision
from ircpoker.systems.manual import evaluate
from ircpoker.table.actions import CALL, FOLD, Action, Bet, LegalActions, RaiseTo
from ircpoker.table.games import FEWEST_SEATS, Betting, Street
from ircpoker.table.view import PlayerView

HEADS_UP = range(FEWEST_SEATS, FEWEST_SEATS + 1)
ROYAL_FLUSH = 92_400_000_000


class ManualRobot:
    """Plays by thresholds; see docs/robot-rules.md."""

    name = "manual"
    gives_reasons = True
    games: Mapping[str, range] = dict.fromkeys(("holdem", "pot_limit", "limit"), HEADS_UP)

    def __init__(self, variables: Variables = VARIABLES) -> None:
        """Create the robot.

        Args:
            variables: the thresholds; all groups of `VARIABLES`, each of the same length.
        """
        self._variables = variables

    def decide(self, view: PlayerView, _rng: Random, /) -> Decision:
        """Return the decision of `decide` with this robot's variables."""
        return decide(view, self._variables)


def decide(view: PlayerView, variables: Variables = VARIABLES) -> Decision:
    """Return the action of the manual's robot, and the variable that decided.

    Args:
        view: the view of the seat whose turn it is to bet, at hold'em with any number of seats.
        variables: the thresholds.

    Returns:
        A legal action. Its reason is `HAND or better, so ACTION (SLOT)` for the test that held, or
        `less than HAND, so ACTION (SLOT)` for the last one that failed.

    Raises:
        ValueError: it is not this seat's turn to bet.
    """
    turn = _read(view)
    situation = turn.situation
    if view.board and is_bare(view.hole_cards, situation.board):
        calls = situation.number == ROYAL_FLUSH or (situation.board.made >= 5 and not situation.is_big)
        action, words = _carry_out(Advice.CALL if calls else Advice.FOLD, turn)
        return Decision(action, f"only what the board makes, so {words}")
    commit = ROWS[situation.row].commit
    commits = commit is not None and not turn.is_limit and _is_committed(commit, turn, variables)
    advice, reason = judge(situation, variables, commits=commits)
    action, words = _carry_out(advice, turn)
    return Decision(action, f"{reason.comparison}, so {words} ({reason.slot})")


def decide_instead(view: PlayerView, why: str) -> Decision:
    """Return the decision of `decide`, for a robot that cannot decide itself; `why` says why not."""
    decision = decide(view)
    return Decision(decision.action, f"{why}, so as manual: {decision.why}")


@dataclass(frozen=True, slots=True)
class ManualSituation:
    """The facts that the tests use.

    Attributes:
        row: the number of the situation.
        street: the street.
        board: the facts about the board.
        number: the hand's number, as `evaluate` gives it.
        is_limit: whether bets have one size.
        is_big: whether the bet or raise faced is more than half the pot before it; never at limit.
    """

    row: int
    street: Street
    board: Board
    number: int
    is_limit: bool
    is_big: bool


@dataclass(frozen=True, slots=True)
class _BettingTurn:
    """A situation, and the chips of its view."""

    view: PlayerView
    legal: LegalActions
    situation: ManualSituation
    owed: int
    stack: int
    bet: int

    @property
    def is_limit(self) -> bool:
        return self.situation.is_limit

    def step(self, advice: Advice) -> int:
        """The size of a bet or raise above the bet to match: half the pot, or the pot."""
        after_call = self.view.pot + self.owed
        return after_call // 2 if advice is Advice.HALF else after_call


def _read(view: PlayerView) -> _BettingTurn:
    if view.seat is None or view.legal is None or not view.legal.can_fold:
        raise ValueError("it is not this seat's turn to bet")
    to_call, stack, price = owed(view), view.stacks[view.seat], view.legal.call
    is_limit = view.setup.game.betting is Betting.LIMIT
    situation = ManualSituation(
        row=find_row(view),
        street=view.street,
        board=read_board(view.board),
        number=evaluate(view.hole_cards + view.board),
        is_limit=is_limit,
        is_big=not is_limit and 2 * price > view.prize(price) - price,
    )
    return _BettingTurn(view, view.legal, situation, to_call, stack, view.bets[view.seat])


class _Explanation(NamedTuple):
    """The comparison of the hand with a variable, and the variable."""

    comparison: str
    slot: str


class _Slot(NamedTuple):
    """A variable, and the floor that the board sets for it."""

    name: str
    value: int
    floor: int

    @property
    def least(self) -> int:
        return max(self.value, self.floor)

    def explain(self, *, holds: bool) -> _Explanation:
        hand = describe(self.least)
        comparison = f"{hand} or better" if holds else f"less than {hand.rstrip(',')}"
        lifted = ", lifted by the board" if self.floor > self.value else ""
        return _Explanation(comparison, f"{self.name}{lifted}")


def judge(situation: ManualSituation, variables: Variables, *, commits: bool = False) -> tuple[Advice, _Explanation]:
    """Return the advice of the first test that holds, and its reason.

    Args:
        situation: a situation with a hand that is not bare.
        variables: the thresholds.
        commits: whether a raise would cost so much that it must be all-in.
    """
    row = ROWS[situation.row]
    reason = _Explanation("", "")
    for test in _tests_in_force(row, situation, commits=commits):
        slots = _slots(test, situation, variables)
        failed = [slot for slot in slots if situation.number < slot.least]
        if failed:
            reason = failed[0].explain(holds=False)
        elif _may_be_made(row, test, situation, variables):
            deciding = [slot for slot in slots if slot.least != NO_CONDITION] or slots
            return test.advice, deciding[-1].explain(holds=True)
    return Advice.FOLD, reason


def _tests_in_force(row: Row, situation: ManualSituation, *, commits: bool) -> Iterator[Test]:
    """Yield the row's tests, without those that commitment or fixed limit replaces."""
    if row.commit is not None and commits:
        yield Test(Advice.ALL_IN, row.commit.group, (row.commit.slot,))
    has_half = any(test.advice is Advice.HALF for test in row.tests)
    for test in row.tests:
        is_one_size_of_two = situation.is_limit and test.advice is Advice.POT and has_half
        if test.advice is Advice.CALL or not (commits or is_one_size_of_two):
            yield test


def _is_committed(commit: Commit, turn: _BettingTurn, variables: Variables) -> bool:
    """Return whether the raise would cost half the stack or more."""
    size = commit.size
    if commit.pot_slot and turn.situation.number >= variables[commit.group][commit.pot_slot - 1]:
        size = Advice.POT
    return 2 * (turn.owed + turn.step(size)) >= turn.stack


def _slots(test: Test, situation: ManualSituation, variables: Variables) -> list[_Slot]:
    group = test.group.format(STREET_LETTERS[situation.street])
    floors = Floors() if situation.row in BETTING_ROWS else situation.board.floors
    if test.advice is Advice.CALL:
        index = test.indexes[situation.is_big]
        return [_Slot(f"{group}[{index}]", variables[group][index - 1], floors.call)]
    return [
        _Slot(f"{group}[{index}]", variables[group][index - 1], floors.raise_ if index == 1 else NO_FLOOR)
        for index in test.indexes
    ]


def _may_be_made(row: Row, test: Test, situation: ManualSituation, variables: Variables) -> bool:
    """Return whether the row allows a test's advice: some raises need a hand that may call."""
    if not row.raise_needs_call or test.advice is Advice.CALL:
        return True
    calls = [slot for other in row.tests if other.advice is Advice.CALL for slot in _slots(other, situation, variables)]
    return all(situation.number >= slot.least for slot in calls)


def _carry_out(advice: Advice, turn: _BettingTurn) -> tuple[Action, str]:
    """Return the legal action for an advice, and its words."""
    legal = turn.legal
    amounts = legal.bet or legal.raise_to
    if advice is Advice.FOLD or advice is Advice.CALL or not amounts:
        action = make_legal(FOLD if advice is Advice.FOLD else CALL, legal)
        return action, str(action)
    all_in = turn.bet + turn.stack
    target = all_in if advice is Advice.ALL_IN else turn.view.bet_to_match + turn.step(advice)
    action = make_legal(RaiseTo(target), legal)
    verb = "bet" if isinstance(action, Bet) else "raise"
    if turn.is_limit:
        return action, verb
    amount = action.amount if isinstance(action, Bet | RaiseTo) else 0
    if amount == all_in:
        return action, "go all-in"
    if amount > target:
        return action, f"{verb} the minimum"
    return action, f"{verb} {'half the pot' if advice is Advice.HALF else 'the pot'}"
