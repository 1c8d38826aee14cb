"""Asks a robot for its decision and sees to it that it is a legal one, whatever the robot answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import RobotError, printable
from ircpoker.foreign import describe, is_interrupt
from ircpoker.robots.robot import Decision
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, Bet, Call, Discard, Muck, RaiseTo

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from ircpoker.cards import Card
    from ircpoker.robots.robot import Robot
    from ircpoker.table.actions import LegalActions
    from ircpoker.table.view import PlayerView

LONGEST_REASON = 300
"""In characters."""


def ask(robot: Robot, view: PlayerView, rng: Random) -> Decision:
    """Return a robot's decision as a legal action with its reason.

    At a showdown the robot is not asked: it shows what may win a chip and mucks what is beaten.

    Args:
        robot: whose turn it is.
        view: the deal from its seat.
        rng: chance for the robot.

    Returns:
        The decision; its reason is one printable line.

    Raises:
        RobotError: the robot raised an exception, which is the cause; `make_legal(None, …)` then is a way to
            go on without it.
        ValueError: it is not this seat's turn.
    """
    action, answer = _ask(robot, view, rng)
    if not isinstance(answer, Decision):
        return Decision(action)
    with failing(robot.name):
        return Decision(action, one_line(str(answer.why)))


def ask_action(robot: Robot, view: PlayerView, rng: Random) -> Action:
    """Return a robot's decision as `ask` does, without its reason.

    Raises:
        RobotError: the robot raised an exception, which is the cause.
        ValueError: it is not this seat's turn.
    """
    return _ask(robot, view, rng)[0]


def _ask(robot: Robot, view: PlayerView, rng: Random) -> tuple[Action, object]:
    """Return the legal action, and what the robot answered."""
    legal = view.legal
    if legal is None:
        raise ValueError("it is not this seat's turn")
    if legal.can_show:
        return _advised(view), None
    with failing(robot.name):
        answer = robot.decide(view, rng)
        action = answer.action if isinstance(answer, Decision) else answer
        return make_legal(action, legal, view.hole_cards), answer


def make_legal(action: object, legal: LegalActions, hole_cards: Sequence[Card] = ()) -> Action:
    """Return the legal action that is meant.

    Args:
        action: any object at all.
        legal: what is legal now.
        hole_cards: the cards of the seat, for a draw.

    Returns:
        The action itself if it is legal. Else a bet or raise as near to its amount as the rules allow; where
        none is offered, and for a call of nothing, the call or check there is; for a fold of what is free, and
        for anything that is not an action here, a check if that is free, else a fold. At a draw only cards that
        are held are changed, and anything else stands pat; at a showdown it is shown.

    Examples:
        >>> from ircpoker.table.actions import LegalActions
        >>> legal = LegalActions(seat=0, can_fold=True, call=20, raise_to=range(40, 201))
        >>> make_legal(RaiseTo(1000), legal), make_legal(RaiseTo(25.5), legal), make_legal("please", legal)
        (RaiseTo(amount=200), RaiseTo(amount=40), Fold())
        >>> make_legal(FOLD, LegalActions(seat=0, can_fold=True, can_check=True))
        Check()
    """
    if legal.discard:
        return _legal_discard(action, legal.discard[-1], hole_cards)
    if legal.can_show:
        return MUCK if isinstance(action, Muck) and legal.can_muck else SHOW
    amounts = legal.bet or legal.raise_to
    if isinstance(action, (Bet, RaiseTo)) and amounts:
        # int() first: half of a pot is easily computed as 12.5.
        amount = min(max(int(action.amount), amounts[0]), amounts[-1])
        return Bet(amount) if legal.bet else RaiseTo(amount)
    if legal.call and isinstance(action, (Call, Bet, RaiseTo)):
        return CALL
    return CHECK if legal.can_check else FOLD


def _legal_discard(action: object, most: int, hole_cards: Sequence[Card]) -> Discard:
    if not isinstance(action, Discard):
        return Discard()
    named = tuple(action.cards)
    return Discard(tuple([card for card in hole_cards if card in named][:most]))


def _advised(view: PlayerView) -> Action:
    """Return what a dealer advises at the showdown, from what is tabled already."""
    hand_value = view.setup.game.hand_value
    own = hand_value(view.hole_cards, view.board)
    tabled = {seat: hand_value(cards, view.board) for seat, cards in enumerate(view.shown) if cards}
    for pot in view.pots:
        if view.seat in pot.seats and all(tabled[seat] <= own for seat in pot.seats if seat in tabled):
            return SHOW
    return MUCK


class failing:  # noqa: N801 - used as a function; a class, as a generator takes three times as long at each decision
    """Let what a robot's code raises be that robot's failure, and not the table's: it may be anybody's code.

    What leaves the block is a `RobotError` whose cause is what the code raised; or one that the robot raised itself.
    """

    __slots__ = ("_robot",)

    def __init__(self, robot: str) -> None:
        """Begin.

        Args:
            robot: its name.
        """
        self._robot = robot

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        """Say that the robot failed."""
        if error is not None and not isinstance(error, RobotError) and not is_interrupt(error):
            raise RobotError(self._robot, one_line(describe(error))) from error


def one_line(text: str) -> str:
    """Return a robot's own text as one printable line of at most `LONGEST_REASON` characters."""
    return printable(" ".join(text.split())[:LONGEST_REASON]) if text else ""
