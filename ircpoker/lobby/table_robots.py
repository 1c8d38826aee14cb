"""The robots at one table: created when first needed, asked on their turn, and taught after the hand.

Their memories are stored with their seats. If a robot fails, that is logged and the table goes on.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from ircpoker.errors import PokerError, RobotError, SavedGameError, UnknownRobotError
from ircpoker.lobby.hand import RobotReason
from ircpoker.robots import Decision, LearningRobot, ThinkingRobot, ask, failing, find_robot, make_legal, make_robot
from ircpoker.table import GAMES, Discard, make_view
from ircpoker.table.games import FEWEST_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seat, Seats
    from ircpoker.robots import Robot
    from ircpoker.table import Action, LegalActions, PlayerView

    Turn = tuple[str, int]
    """A turn: the number of the deal, and how many actions were before it."""

_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Thought:
    """A decision that is worked out in a thread; `found` is a `Decision`, or the exception that came of it."""

    turn: Turn
    found: object = None


class TableRobots:
    """The robots at one table, by seat."""

    def __init__(self, context: TableContext, table_id: str) -> None:
        self._context = context
        self._table_id = table_id
        self._robots: dict[int, Robot] = {}
        self._thought: Thought | None = None

    def forget(self, *numbers: int) -> None:
        """Forget the robots of some seats, or of all; they are created again from their stored memories."""
        self._thought = None
        for number in numbers or tuple(self._robots):
            self._robots.pop(number, None)

    def sizes(self, seat: Seat, game: str) -> range:
        """Return the numbers of players with which a seat can play; any number if its robot no longer exists."""
        robot = self._context.robots.get(seat.robot)
        if robot is None:
            return range(FEWEST_SEATS, GAMES[game].most_seats + 1)
        return robot.games.get(game, range(0))

    def decide(self, seats: Seats, hand: HandInProgress, legal: LegalActions) -> Action:
        """Return the action of the robot whose turn it is; its reason goes into the hand."""
        number = hand.numbers[legal.seat]
        view = make_view(hand.deal, legal.seat)
        thought, self._thought = self._thought, None
        try:
            if thought is not None and thought.turn == hand.moment:
                decision = _result(thought.found)
            else:
                robot = self.get(seats, number, hand)
                decision = ask(robot, view, self._rng(robot, view))
        except (RobotError, UnknownRobotError) as error:
            # The table must go on; the log has the reason for the robot's bad play.
            _logger.exception("table %s: a robot failed", self._table_id)
            decision = Decision(make_legal(None, legal, view.hole_cards), str(error))
        action = decision.action
        # Its discards stay secret.
        shown = f"discard {len(action.cards)}" if isinstance(action, Discard) else str(action)
        hand.reasons.append(RobotReason(seats[number].nick, shown, decision.why))
        return action

    def thinks(self, seats: Seats, hand: HandInProgress, legal: LegalActions) -> bool:
        """Return whether the actor's decision may take long, and there is a loop that need not wait for it."""
        if not self._context.scheduler.has_loop:
            return False
        try:
            return _thinks(self.get(seats, hand.numbers[legal.seat], hand), make_view(hand.deal, legal.seat))
        except (RobotError, UnknownRobotError):
            return False  # It fails again when it decides.

    def think(self, seats: Seats, hand: HandInProgress, legal: LegalActions, done: Callable[[], None]) -> None:
        """Work a decision out in a thread, unless that is under way; `done` is called on the loop."""
        turn = hand.moment
        if self._thought is not None and self._thought.turn == turn:
            return
        thought = self._thought = Thought(turn)
        robot, view = self.get(seats, hand.numbers[legal.seat], hand), make_view(hand.deal, legal.seat)
        rng = self._rng(robot, view)

        def take(found: object) -> None:
            thought.found = found
            if self._thought is thought:
                done()

        self._context.threads.start(lambda: ask(robot, view, rng), take)

    def is_thinking(self, hand: HandInProgress) -> bool:
        """Return whether the actor's decision is still worked out in a thread."""
        thought = self._thought
        return thought is not None and thought.turn == hand.moment and thought.found is None

    def _rng(self, robot: Robot, view: PlayerView) -> Random:
        """Return a robot's random numbers: its own ones where it may use them beside other robots."""
        rng = self._context.rng
        return Random(rng.getrandbits(64)) if _thinks(robot, view) else rng  # noqa: S311 - not the deck's

    def meet(self, seats: Seats, numbers: tuple[int, ...]) -> None:
        """Give the learning robots of a new hand the names of the players."""
        opponents = [seats[number].opponent_key for number in numbers]
        for number in numbers:
            self._teach(seats, number, lambda robot: robot.meet(opponents))

    def learn(self, seats: Seats, hand: HandInProgress) -> None:
        """Let the learning robots of a finished hand learn from it, and store their memories with their seats."""
        for number in hand.numbers:
            self._teach(seats, number, partial(_learn, seats[number], make_view(hand.deal, hand.seat_of(number))), hand)

    def _teach(
        self, seats: Seats, number: int, teach: Callable[[LearningRobot], None], hand: HandInProgress | None = None
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

    def get(self, seats: Seats, number: int, hand: HandInProgress | None = None) -> Robot:
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


def _thinks(robot: Robot, view: PlayerView) -> bool:
    if not isinstance(robot, ThinkingRobot):
        return False
    with failing(robot.name):
        return robot.thinks(view) is True


def _result(found: object) -> Decision:
    if isinstance(found, BaseException):
        raise found
    assert isinstance(found, Decision)  # noqa: S101 - what `ask` returns
    return found


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
