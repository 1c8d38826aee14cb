"""The play of `ring`: the chances of the spot that a decision is most like, made for the chips on the table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from ircpoker.robots.asking import make_legal
from ircpoker.robots.ring import file
from ircpoker.robots.ring.features import MAY_ALL_IN, MAY_CALL, MAY_FOLD, MAY_SIZE, RAISED, read_betting
from ircpoker.robots.ring.turn import RingTurn, amount_of, read_turn, stack_of
from ircpoker.robots.robot import Decision
from ircpoker.robots.strategy_file import fingerprint_of
from ircpoker.table import actions
from ircpoker.table.actions import Action, Bet, RaiseTo

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from random import Random

    from ircpoker.robots.ring.strategy import RingStrategy
    from ircpoker.table.view import PlayerView

_NUMBERS = ("nobody", "once", "twice", "three times")


class RingRobot:
    """Plays a strategy for six seats; docs/robot-measurements.md has its results."""

    name = "ring"
    games: Mapping[str, range] = MappingProxyType({"holdem": range(3, 7)})
    gives_reasons = True
    files: ClassVar[Mapping[int, Path]] = file.SHIPPED
    """The files by depth."""

    def __init__(self, strategies: Mapping[int, RingStrategy] | None = None) -> None:
        """Create the robot.

        Args:
            strategies: the strategies by depth; the shipped ones if not given.

        Raises:
            StrategyError: a shipped file is missing or damaged.
        """
        from ircpoker.robots.ring.strategy import RingStrategy  # NumPy would cost every start 60 ms

        self.strategies: Mapping[int, RingStrategy] = strategies or {
            depth: RingStrategy.open(path) for depth, path in self.files.items()
        }
        self._depths = sorted(self.strategies)

    @classmethod
    def fingerprint(cls) -> str:
        """Return the SHA-256 of the shipped files, in hexadecimal, with spaces between them.

        Raises:
            StrategyError: one of them is missing or damaged.
        """
        return " ".join(fingerprint_of(path, file.FILE) for path in cls.files.values())

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return an action drawn with the strategy's chances, and all of these as the reason.

        Args:
            view: the deal from its seat.
            rng: the source of chance.

        Raises:
            ValueError: it is not this seat's turn.
        """
        from ircpoker.robots.ring.chances import chances_of
        from ircpoker.robots.ring.strategy import draw

        legal, seat = view.legal, view.seat
        if legal is None or seat is None:
            raise ValueError("it is not this seat's turn")
        betting = read_betting(view)
        turn = read_turn(betting, seat, may_raise=bool(legal.bet or legal.raise_to))
        strategy = self.strategy_for(turn)
        bucket = strategy.bucket([card.code for card in view.hole_cards], [card.code for card in view.board])
        chances = chances_of(strategy, turn, bucket)
        wanted = tuple(chances)[draw(list(chances.values()), rng.random())]
        action = make_legal(_action(wanted, turn), legal)
        spot = f"{view.street}, {strategy.depth} big blinds, {_describe(turn)}"
        return Decision(action, f"{spot}: with such hands {_shares(chances, turn)}, so {action}")

    def strategy_for(self, turn: RingTurn) -> RingStrategy:
        """Return the strategy of the nearest depth that has a spot of the decision's kind, or else of the nearest."""
        stack = stack_of(turn)
        near = sorted(self._depths, key=lambda depth: max(stack / depth, depth / stack))
        known = (self.strategies[depth] for depth in near if self.strategies[depth].knows(turn.key))
        return next(known, self.strategies[near[0]])


class EasyRingRobot(RingRobot):
    """Plays a strategy of a much shorter training; the robot `easy` at tables of three to six."""

    files = file.EASY


def _action(choice: int, turn: RingTurn) -> Action:
    betting, seat = turn.betting, turn.seat
    if choice == MAY_FOLD:
        return actions.FOLD
    if choice == MAY_CALL:
        return actions.CHECK if not betting.owed(seat) else actions.CALL
    amount = amount_of(choice, turn)
    return RaiseTo(amount) if max(betting.bets) else Bet(amount)


def _describe(turn: RingTurn) -> str:
    """Return the kind of spot in words."""
    betting = turn.betting
    if betting.street == 0:
        return _before_flop(turn)
    if not betting.raises:
        return f"{len(betting.live)} players, nobody has bet"
    done = "bet" if betting.raises == 1 else "raised"
    again = " again" if betting.role[turn.seat] == RAISED else ""
    return f"{len(betting.live)} players, {done}{again} to {max(betting.bets)}"


def _before_flop(turn: RingTurn) -> str:
    betting = turn.betting
    behind = len(betting.pending - {turn.seat})
    times = _NUMBERS[betting.raises] if betting.raises < len(_NUMBERS) else f"{betting.raises} times"
    if not betting.raises:
        before = "nobody has raised" if not betting.callers else f"{betting.callers} limped"
    else:
        before = f"raised {times}" + (f" and {betting.callers} called" if betting.callers else "")
    return f"{before}, {behind} to act"


def _shares(chances: Mapping[int, float], turn: RingTurn) -> str:
    names = {
        MAY_FOLD: "fold",
        MAY_CALL: "call" if turn.betting.owed(turn.seat) else "check",
        MAY_SIZE: "raise" if turn.betting.owed(turn.seat) else "bet",
        MAY_ALL_IN: "all-in",
    }
    total = sum(chances.values())
    return ", ".join([f"{names[choice]} {part / total:.0%}" for choice, part in sorted(chances.items()) if part > 0])
