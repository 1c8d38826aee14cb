"""The robots at one table: created when first needed, asked on their turn, and taught after the hand.

Their memories are stored with their seats. If a robot fails, that is logged and the table goes on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from msgspec import Struct

from ircpoker.errors import PokerError, RobotError, SavedGameError, UnknownRobotError
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.hand import HandInProgress, RobotReason
from ircpoker.lobby.seats import Seat, Seats
from ircpoker.lobby.state import TableState
from ircpoker.robots import (
    ClockedRobot,
    Decision,
    LearningRobot,
    Robot,
    RobotClass,
    ThinkingRobot,
    ask,
    failing,
    find_robot,
    make_legal,
    make_robot,
)
from ircpoker.runtime.event_log import log_event
from ircpoker.runtime.threads import ThreadWork
from ircpoker.table import FOLD, GAMES, Action, Discard, LegalActions, PlayerView, TableSeat, make_view
from ircpoker.table.games import FEWEST_SEATS

Turn = tuple[str, int]
"""A turn: the number of the deal, and how many actions were before it."""


DECISION_SECONDS = 4.0
"""The longest time for a robot's decision, in seconds; only a robot that is a `ClockedRobot` keeps to it."""
LONGEST_WAIT = 10.0
"""After a wait of so many seconds for a thread a `ClockedRobot` decides at once."""
THINKING_WEIGHT = 10
"""While a robot thinks its table counts as so many: its solutions take some megabytes."""
_FAILED = "it failed, and the log has the reason"
"""Why a robot that fails checks or folds: what it raised may name files, or cards that nobody may see."""

_logger = logging.getLogger(__name__)


class Thought(Struct):
    """A decision that takes long.

    Attributes:
        turn: the turn.
        number: the robot's seat at the table.
        work: the work in a thread; None if the robot failed before, and when the work is over. The two hold each
            other, and a robot's solutions are too large to wait for the garbage collector.
        outcome: a `Decision`, or the exception that came of it; None while it is worked out.
        seconds: the time that it took, with the wait for a thread.
    """

    turn: Turn
    number: TableSeat
    work: ThreadWork | None = None
    outcome: object = None
    seconds: float = 0.0


class TableRobots:
    """The robots at one table, by seat."""

    def __init__(self, context: TableContext, table_id: str) -> None:
        self._context = context
        self._table_id = table_id
        self._robots: dict[TableSeat, Robot] = {}
        self._thought: Thought | None = None

    def forget(self, *numbers: TableSeat) -> None:
        """Forget the robots of some seats, or of all; they are created again from their stored memories.

        A running thought is dropped. If its hand goes on, its turn must be planned again.
        """
        thought = self._thought
        if thought is not None and (not numbers or thought.number in numbers):
            self._thought = None
            if thought.work is not None:
                self._context.threads.drop(thought.work)
                thought.work = None
        for number in numbers or tuple(self._robots):
            self._robots.pop(number, None)

    def forget_thinking(self) -> None:
        """Forget a thinking robot, if there is one: the thread goes on with its object."""
        if self._thought is not None:
            self.forget(self._thought.number)

    def decide(self, seats: Seats, hand: HandInProgress, legal: LegalActions) -> Action:
        """Return the action of the robot whose turn it is; its reason goes into the hand."""
        number = hand.number_of(legal.seat)
        view = make_view(hand.deal, legal.seat)
        self.folds(seats, hand, legal)
        thought, self._thought = self._thought, None
        try:
            assert thought is not None  # noqa: S101 - what `folds` leaves
            decision, seconds = _result(thought.outcome), thought.seconds
            self._context.activity.decisions[seats[number].robot].add(seconds)
        except (RobotError, UnknownRobotError) as error:
            # The table must go on; the log has the reason for the robot's bad play.
            self._note_failure(seats[number].robot, error)
            decision = Decision(make_legal(None, legal, view.hole_cards), _FAILED)
        action = decision.action
        # Its discards stay secret.
        shown = f"discard {len(action.cards)}" if isinstance(action, Discard) else str(action)
        parts = ["" if part is None else str(round(100 * part)) for part in (decision.chance, decision.share)]
        hand.reasons.append(RobotReason(seats[number].nick, shown, decision.why, decision.ranges, *parts))
        return action

    def folds(self, seats: Seats, hand: HandInProgress, legal: LegalActions) -> bool:
        """Ask the robot whose turn it is now, for `decide`; return whether it folds."""
        if self._thought is None or self._thought.turn != hand.turn_id:
            thought = Thought(hand.turn_id, hand.number_of(legal.seat))
            since = self._context.scheduler.now()
            try:
                robot = self.get(seats, thought.number, hand)
                thought.outcome = ask(robot, make_view(hand.deal, legal.seat), self._context.rng)
            except (RobotError, UnknownRobotError) as error:
                thought.outcome = error
            thought.seconds = self._context.scheduler.now() - since
            self._thought = thought
        return self.has_folded(hand.turn_id)

    def has_folded(self, turn: Turn) -> bool:
        """Return whether a robot's decision for a turn is known, and is a fold."""
        thought = self._thought
        outcome = thought.outcome if thought is not None and thought.turn == turn else None
        return isinstance(outcome, Decision) and outcome.action == FOLD

    def think(self, state: TableState, hand: HandInProgress, legal: LegalActions, done: Callable[[Turn], None]) -> bool:
        """Compute the actor's decision in a thread if it may take long and there is a loop.

        Args:
            state: the state of the table.
            hand: the hand.
            legal: the actor's legal actions.
            done: called with the turn on the loop, when the decision is ready.

        Returns:
            Whether `decide` has to wait until the robot no longer thinks.
        """
        turn, number, seats, holder = hand.turn_id, hand.number_of(legal.seat), state.seats, state.holder
        if self._thought is not None and self._thought.turn == turn:
            return self.is_thinking(hand)
        if legal.can_show or not self._context.scheduler.has_loop:
            return False
        thought, view = Thought(turn, number), make_view(hand.deal, legal.seat)
        try:
            robot = self.get(seats, number, hand)
            self._set_clock(robot, DECISION_SECONDS if self._context.may_think(holder) else 0.0)
            if not _thinks(robot, view):
                return False
        except (RobotError, UnknownRobotError) as error:
            thought.outcome = error
        else:
            # Its own random numbers: other threads use those of the table's other robots.
            rng = Random(self._context.rng.getrandbits(64))  # noqa: S311 - not the deck's
            take = partial(self._take, thought, done, self._context.scheduler.now())
            thought.work = self._context.threads.start(
                partial(self._ask, robot, view, rng, self._context.scheduler.now()), take
            )
        self._thought = thought
        return True

    def _ask(self, robot: Robot, view: PlayerView, rng: Random, since: float) -> Decision:
        """Return a robot's decision, in a thread; those who wait behind it share its time.

        Args:
            robot: the robot.
            view: its view.
            rng: its random numbers.
            since: the time since which it has waited for the thread.
        """
        has_time = self._context.scheduler.now() - since <= LONGEST_WAIT
        self._set_clock(robot, DECISION_SECONDS / (1 + self._context.threads.waiting) if has_time else 0.0)
        return ask(robot, view, rng)

    def _set_clock(self, robot: Robot, seconds: float) -> None:
        if isinstance(robot, ClockedRobot):
            with failing(robot.name):
                robot.set_clock(seconds)

    def _take(self, thought: Thought, done: Callable[[Turn], None], since: float, outcome: object) -> None:
        thought.work = None
        if self._thought is thought:
            thought.outcome, thought.seconds = outcome, self._context.scheduler.now() - since
            done(thought.turn)

    def give_up(self, hand: HandInProgress, problem: str) -> None:
        """Let the actor fail if it still thinks; its object is left to the thread.

        Args:
            hand: the hand.
            problem: the failure, for the log and `!why`.
        """
        thought = self._thought
        if thought is not None and self.is_thinking(hand):
            error = RobotError(self._robots[thought.number].name, problem)
            error.__cause__ = TimeoutError()
            self.forget_thinking()
            self._thought = Thought(thought.turn, thought.number, outcome=error)

    def _note_failure(self, robot: str, error: Exception) -> None:
        """Count and log that a robot made no decision."""
        activity, table = self._context.activity, self._table_id
        facts = {"table": table, "robot": robot}
        activity.robot_failures[robot] += 1
        if isinstance(error.__cause__, TimeoutError):
            activity.robot_timeouts[robot] += 1
            log_event(_logger, "robot_timeout", "table %s: %s", table, error, facts=facts, level=logging.WARNING)
        else:
            line = "table %s: a robot failed"
            log_event(_logger, "robot_failure", line, table, facts=facts, level=logging.ERROR, trace=True)

    def is_thinking(self, hand: HandInProgress) -> bool:
        """Return whether a thread still computes the actor's decision."""
        thought = self._thought
        return thought is not None and thought.turn == hand.turn_id and thought.outcome is None

    def meet(self, seats: Seats, numbers: tuple[TableSeat, ...]) -> None:
        """Give the learning robots of a new hand the names of the players."""
        opponents = [seats[number].opponent_key for number in numbers]
        for number in numbers:
            self._teach(seats, number, lambda robot: robot.meet(opponents))

    def learn(self, seats: Seats, hand: HandInProgress) -> None:
        """Let the learning robots of a finished hand learn from it, and store their memories with their seats."""
        for number in hand.numbers:
            self._teach(seats, number, partial(_learn, seats[number], make_view(hand.deal, hand.seat_of(number))), hand)

    def _teach(
        self,
        seats: Seats,
        number: TableSeat,
        teach: Callable[[LearningRobot], None],
        hand: HandInProgress | None = None,
    ) -> None:
        if not seats[number].robot:
            return
        try:
            robot = self.get(seats, number, hand)
            if isinstance(robot, LearningRobot):
                with failing(seats[number].robot):
                    teach(robot)
        except PokerError:
            _logger.exception("table %s: a robot failed", self._table_id)

    def get(self, seats: Seats, number: TableSeat, hand: HandInProgress | None = None) -> Robot:
        """Return the robot of a seat, with its memory and the names of the players.

        Raises:
            UnknownRobotError: this robot no longer exists.
            RobotError: it cannot be created, or its own code failed.
        """
        if number not in self._robots:
            seat = seats[number]
            robot = make_robot(find_robot(seat.robot, self._context.robots))
            if isinstance(robot, LearningRobot):
                with failing(seat.robot):
                    _recall(robot, seat)
                    if hand is not None and number in hand.numbers:
                        # Created in the middle of a hand: after a start, or after the ledger failed.
                        robot.meet([seats[other].opponent_key for other in hand.numbers])
            self._robots[number] = robot
        return self._robots[number]


def sizes_of(seat: Seat, game: str, robots: Mapping[str, RobotClass]) -> range:
    """Return the numbers of players with which a seat can play; any number if its robot no longer exists."""
    robot = robots.get(seat.robot)
    if robot is None:
        return range(FEWEST_SEATS, GAMES[game].most_seats + 1)
    return robot.games.get(game, range(0))


def _thinks(robot: Robot, view: PlayerView) -> bool:
    if not isinstance(robot, ThinkingRobot):
        return False
    with failing(robot.name):
        return robot.thinks(view) is True


def _result(outcome: object) -> Decision:
    if isinstance(outcome, BaseException):
        raise outcome
    assert isinstance(outcome, Decision)  # noqa: S101 - what `ask` returns
    return outcome


def _learn(seat: Seat, view: PlayerView, robot: LearningRobot) -> None:
    robot.learn(view)
    # Checked here, not when the table is stored: JSON may not be able to hold it.
    seat.memory = json.loads(json.dumps(robot.memory()))


def _recall(robot: LearningRobot, seat: Seat) -> None:
    """Give a robot its memory back, if it has one; a memory that it cannot read is forgotten."""
    if seat.memory is None:
        return
    try:
        robot.recall(seat.memory)
    except SavedGameError:
        seat.memory = None
