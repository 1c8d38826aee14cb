"""The robots at one table: created when first needed, asked on their turn, and taught after the hand.

Their memories are stored with their seats. If a robot fails, that is logged and the table goes on.
"""

from __future__ import annotations

import json
import logging
from functools import partial
from typing import TYPE_CHECKING

from ircpoker.errors import PokerError, RobotError, SavedGameError, UnknownRobotError
from ircpoker.lobby.hand import RobotReason
from ircpoker.robots import Decision, LearningRobot, ask, failing, find_robot, make_legal, make_robot
from ircpoker.table import GAMES, Discard, make_view
from ircpoker.table.games import FEWEST_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seat, Seats
    from ircpoker.robots import Robot
    from ircpoker.table import Action, LegalActions, PlayerView

_logger = logging.getLogger(__name__)


class TableRobots:
    """The robots at one table, by seat."""

    def __init__(self, context: TableContext, table_id: str) -> None:
        self._context = context
        self._table_id = table_id
        self._robots: dict[int, Robot] = {}

    def forget(self, *numbers: int) -> None:
        """Forget the robots of some seats, or of all; they are created again from their stored memories."""
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
        try:
            decision = ask(self.get(seats, number, hand), view, self._context.rng)
        except (RobotError, UnknownRobotError) as error:
            # The table must go on; the log says why the robot plays so badly.
            _logger.exception("table %s: a robot failed", self._table_id)
            decision = Decision(make_legal(None, legal, view.hole_cards), str(error))
        action = decision.action
        # Its discards stay secret.
        shown = f"discard {len(action.cards)}" if isinstance(action, Discard) else str(action)
        hand.reasons.append(RobotReason(seats[number].nick, shown, decision.why))
        return action

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
