"""The play of `limit`: the strategy file's probabilities for its hand and the betting so far."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.robots.limit import file
from ircpoker.robots.robot import Decision
from ircpoker.robots.strategy_file import fingerprint_of
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Call, Check, Fold, RaiseTo
from ircpoker.table.events import PlayerActed, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ircpoker.robots.limit.strategy import Chances, LimitStrategy
    from ircpoker.table.setup import Setup
    from ircpoker.table.view import PlayerView

_HUNDRED = 100
_LETTERS = MappingProxyType({Fold: "f", Check: "c", Call: "c", Bet: "r", RaiseTo: "r"})


class LimitRobot:
    """Plays a strategy that was trained towards an equilibrium; docs/robot-measurements.md gives its exploitability."""

    name = "limit"
    games: Mapping[str, range] = MappingProxyType({"limit": range(2, 3)})
    gives_reasons = True

    def __init__(self, strategy: LimitStrategy | None = None) -> None:
        """Create the robot.

        Args:
            strategy: the strategy; the shipped one if not given.

        Raises:
            StrategyError: the shipped file is missing or damaged.
        """
        # Only this robot needs NumPy.
        from ircpoker.robots.limit.strategy import LimitStrategy

        self._strategy = strategy or LimitStrategy.open(file.SHIPPED)
        self._setup: Setup | None = None
        self._caveat = ""

    @staticmethod
    def fingerprint() -> str:
        """Return the SHA-256 of the shipped strategy, in hexadecimal.

        Raises:
            StrategyError: it is missing or damaged.
        """
        return fingerprint_of(file.SHIPPED, file.FILE)

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return an action, drawn with the strategy's probabilities, and all these probabilities as the reason."""
        history = read_history(view)
        hole = [card.code for card in view.hole_cards]
        board = [card.code for card in view.board]
        if view.setup is not self._setup:
            self._setup = view.setup
            self._caveat = "" if _is_its_game(view.setup) else "not its stakes or stacks, as if they were: "
        try:
            chances = self._strategy.chances(history, hole, board)
        except ValueError:
            checks = view.legal is not None and view.legal.can_check
            return Decision(CHECK if checks else CALL, f"not its game, so {'check' if checks else 'call'}")
        total = chances.fold + chances.call + chances.raise_
        action = _choose(view, chances, rng.randrange(total))
        return _Explained(action, self._caveat, view, chances, _parts_for(action, chances) / total)


class _Explained(Decision):
    """A decision whose reason is worded only when it is read, because in matches nobody reads it."""

    __slots__ = ("_of",)
    _of: tuple[str, PlayerView, Chances]

    def __init__(self, action: Action, caveat: str, view: PlayerView, chances: Chances, share: float) -> None:
        object.__setattr__(self, "action", action)
        object.__setattr__(self, "ranges", "")
        object.__setattr__(self, "chance", None)
        object.__setattr__(self, "share", share)
        object.__setattr__(self, "_of", (caveat, view, chances))

    @property
    def why(self) -> str:
        """The probabilities, and the action drawn."""
        caveat, view, chances = self._of
        return f"{caveat}{view.street}: with such hands {_describe(chances, view)}, so {self.action}"


def read_history(view: PlayerView) -> str:
    """Return the betting so far: a letter for each action, `/` between streets."""
    history = ""
    for event in view.events:
        if type(event) is PlayerActed:
            history += _LETTERS[type(event.action)]
        elif type(event) is StreetBegan:
            history += "/"
    return history[1:]


def _is_its_game(setup: Setup) -> bool:
    """Return whether blinds and bets are 1 : 2 : 2 : 4, and the stacks cover everything that can be bet."""
    bet = setup.small_bet
    most = 24 * bet
    return (
        sorted(setup.blinds) == [bet // 2, bet]
        and bet % 2 == 0
        and setup.big_bet == 2 * bet
        and not any(setup.antes)
        and min(setup.stacks) >= most
    )


def _choose(view: PlayerView, chances: Chances, drawn: int) -> Action:
    """Return the action for one of the fifteenths."""
    legal = view.legal
    if drawn < chances.fold:
        return FOLD
    if drawn < chances.fold + chances.call or legal is None or not (legal.bet or legal.raise_to):
        return CHECK if legal is not None and legal.can_check else CALL
    return Bet(legal.bet[0]) if legal.bet else RaiseTo(legal.raise_to[0])


def _parts_for(action: Action, chances: Chances) -> int:
    """Return the parts of an action that was chosen."""
    if isinstance(action, Fold):
        return chances.fold
    return chances.raise_ if isinstance(action, Bet | RaiseTo) else chances.call


def _describe(chances: Chances, view: PlayerView) -> str:
    total = chances.fold + chances.call + chances.raise_
    checks, bets = (view.legal.can_check, bool(view.legal.bet)) if view.legal else (False, False)
    named = (
        ("fold", chances.fold),
        ("check" if checks else "call", chances.call),
        ("bet" if bets else "raise", chances.raise_),
    )
    return ", ".join([f"{name} {round(_HUNDRED * parts / total)} %" for name, parts in named if parts])
