"""Asks a robot for its decision and makes sure that it is legal, whatever the robot answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from ircpoker.cards import Card
from ircpoker.errors import RobotError, printable
from ircpoker.robots.robot import Decision, Robot
from ircpoker.runtime.foreign import describe, is_interrupt
from ircpoker.table import actions
from ircpoker.table.view import PlayerView

LONGEST_REASON = 300
"""The most characters of a robot's reason."""
_RANGES = re.compile(r"[0-9a-f]{676}")
"""Two ranges of 169 kinds of hands, two digits each."""


def ask(robot: Robot, view: PlayerView, rng: Random) -> Decision:
    """Return a robot's decision as a legal action with its reason.

    At a showdown the robot is not asked: a hand that may win a chip is shown, and a beaten one is mucked.

    Args:
        robot: the robot whose turn it is.
        view: the deal from its seat.
        rng: the robot's source of random numbers.

    Returns:
        The decision; its reason is one printable line.

    Raises:
        RobotError: the robot raised an exception, which is the cause; `make_legal(None, …)` is a way to continue
            without it.
        ValueError: it is not this seat's turn.
    """
    action, answer = _ask(robot, view, rng)
    if not isinstance(answer, Decision):
        return Decision(action)
    with failing(robot.name):
        ranges = answer.ranges if isinstance(answer.ranges, str) and _RANGES.fullmatch(answer.ranges) else ""
        return Decision(action, one_line(str(answer.why)), ranges, _part(answer.chance), _part(answer.share))


def _part(number: object) -> float | None:
    """Return a number from 0 to 1; None for anything else."""
    return float(number) if isinstance(number, int | float) and 0 <= number <= 1 else None


def ask_action(robot: Robot, view: PlayerView, rng: Random) -> actions.Action:
    """Return a robot's decision as `ask` does, without its reason.

    Raises:
        RobotError: the robot raised an exception, which is the cause.
        ValueError: it is not this seat's turn.
    """
    return _ask(robot, view, rng)[0]


def _ask(robot: Robot, view: PlayerView, rng: Random) -> tuple[actions.Action, object]:
    """Return the legal action and the robot's answer."""
    legal = view.legal
    if legal is None:
        raise ValueError("it is not this seat's turn")
    if legal.can_show:
        return _advised(view), None
    with failing(robot.name):
        answer = robot.decide(view, rng)
        action = answer.action if isinstance(answer, Decision) else answer
        return make_legal(action, legal, view.hole_cards), answer


def make_legal(action: object, legal: actions.LegalActions, hole_cards: Sequence[Card] = ()) -> actions.Action:
    """Return the legal action that is nearest to an answer.

    Args:
        action: any object at all.
        legal: the legal actions.
        hole_cards: the cards of the seat, for a draw.

    Returns:
        The action itself if it is legal. Otherwise a bet or raise gets the nearest amount that the rules allow; where
        neither is allowed, it becomes a call or check, as does a call of nothing. A fold that could be a check, and
        anything that is not an action here, becomes a check if that is free, else a fold. At a draw, only cards that
        the seat holds are changed, and any other answer stands pat; at a showdown, the hand is shown.

    Examples:
        >>> from ircpoker.table.actions import FOLD, LegalActions, RaiseTo
        >>> legal = LegalActions(seat=0, can_fold=True, call=20, raise_to=range(40, 201))
        >>> make_legal(RaiseTo(1000), legal), make_legal(RaiseTo(25.5), legal), make_legal("please", legal)
        (RaiseTo(amount=200), RaiseTo(amount=40), Fold())
        >>> make_legal(FOLD, LegalActions(seat=0, can_fold=True, can_check=True))
        Check()
    """
    if legal.discard:
        return _legal_discard(action, legal.discard[-1], hole_cards)
    if legal.can_show:
        return actions.MUCK if isinstance(action, actions.Muck) and legal.can_muck else actions.SHOW
    amounts = legal.bet or legal.raise_to
    if isinstance(action, (actions.Bet, actions.RaiseTo)) and amounts:
        # int() first: half a pot may have been computed as 12.5.
        amount = min(max(int(action.amount), amounts[0]), amounts[-1])
        return actions.Bet(amount) if legal.bet else actions.RaiseTo(amount)
    if legal.call and isinstance(action, (actions.Call, actions.Bet, actions.RaiseTo)):
        return actions.CALL
    return actions.CHECK if legal.can_check else actions.FOLD


def _legal_discard(action: object, most: int, hole_cards: Sequence[Card]) -> actions.Discard:
    if not isinstance(action, actions.Discard):
        return actions.Discard()
    named = tuple(action.cards)
    return actions.Discard(tuple([card for card in hole_cards if card in named][:most]))


def _advised(view: PlayerView) -> actions.Action:
    """Return the sensible action at a showdown, given the hands already tabled."""
    hand_value = view.setup.game.hand_value
    own = hand_value(view.hole_cards, view.board)
    tabled = {seat: hand_value(cards, view.board) for seat, cards in enumerate(view.shown) if cards}
    for pot in view.pots:
        if view.seat in pot.seats and all(tabled[seat] <= own for seat in pot.seats if seat in tabled):
            return actions.SHOW
    return actions.MUCK


class failing:  # noqa: N801 - used as a function; a generator would take three times as long
    """Turn every exception of a robot's code, which anybody may have written, into `RobotError`.

    The robot's own `RobotError` is passed on; any other exception becomes the cause of a new one.
    """

    __slots__ = ("_robot",)

    def __init__(self, robot: str) -> None:
        """Begin.

        Args:
            robot: the robot's name.
        """
        self._robot = robot

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        """Raise the robot's failure."""
        if error is not None and not isinstance(error, RobotError) and not is_interrupt(error):
            raise RobotError(self._robot, one_line(describe(error))) from error


def one_line(text: str) -> str:
    """Return a robot's own text as one printable line of at most `LONGEST_REASON` characters."""
    return printable(" ".join(text.split())[:LONGEST_REASON]) if text else ""
