"""The play of `limit`: the strategy file's probabilities for its hand and the betting so far."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.robots.limit import file
from ircpoker.robots.robot import Decision
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, Call, Check, Fold, RaiseTo
from ircpoker.table.events import PlayerActed, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from ircpoker.robots.limit.strategy import Chances, Strategy
    from ircpoker.table.actions import Action
    from ircpoker.table.setup import Setup
    from ircpoker.table.view import PlayerView

_HUNDRED = 100
_LETTERS = MappingProxyType({Fold: "f", Check: "c", Call: "c", Bet: "r", RaiseTo: "r"})


class LimitRobot:
    """Plays a strategy that was trained towards an equilibrium; docs/robots.md gives its exploitability."""

    name = "limit"
    games: Mapping[str, range] = MappingProxyType({"limit": range(2, 3)})
    gives_reasons = True

    def __init__(self, strategy: Strategy | None = None) -> None:
        """Create the robot.

        Args:
            strategy: the strategy; the shipped one if not given.

        Raises:
            StrategyError: the shipped file is missing or damaged.
        """
        # Only this robot needs NumPy.
        from ircpoker.robots.limit.strategy import open_strategy  # noqa: PLC0415 - see above

        self._strategy = strategy or open_strategy(file.SHIPPED)
        self._setup: Setup | None = None
        self._caveat = ""

    @staticmethod
    def fingerprint() -> str:
        """Return the SHA-256 of the shipped strategy, in hexadecimal.

        Raises:
            StrategyError: it is missing or damaged.
        """
        return file.verify(file.SHIPPED).fingerprint

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
            return Decision(CHECK if view.legal and view.legal.can_check else CALL, f"{history}: not its game, so call")
        drawn = rng.randrange(chances.fold + chances.call + chances.raise_)
        action, word = _choose(view, chances, drawn)
        return _Explained(action, self._caveat + (history or "first"), chances, word)


class _Explained(Decision):
    """A decision whose reason is worded only when it is read, because in matches nobody reads it."""

    __slots__ = ("_of",)
    _of: tuple[str, Chances, str]

    def __init__(self, action: Action, history: str, chances: Chances, word: str) -> None:
        object.__setattr__(self, "action", action)
        object.__setattr__(self, "ranges", "")
        object.__setattr__(self, "_of", (history, chances, word))

    @property
    def why(self) -> str:
        """The probabilities, and the action drawn."""
        history, chances, word = self._of
        return f"{history}: {_describe(chances)}, so {word}"


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


def _choose(view: PlayerView, chances: Chances, drawn: int) -> tuple[Action, str]:
    """Return the action for one of the fifteenths, and its word."""
    legal = view.legal
    if drawn < chances.fold:
        return FOLD, "fold"
    if drawn < chances.fold + chances.call or legal is None or not (legal.bet or legal.raise_to):
        checks = legal is not None and legal.can_check
        return (CHECK, "check") if checks else (CALL, "call")
    if legal.bet:
        return Bet(legal.bet[0]), "bet"
    return RaiseTo(legal.raise_to[0]), "raise"


def _describe(chances: Chances) -> str:
    total = chances.fold + chances.call + chances.raise_
    named = (("fold", chances.fold), ("call", chances.call), ("raise", chances.raise_))
    shown = [f"{name} {round(_HUNDRED * parts / total)} %" for name, parts in named if parts]
    return f"bucket {chances.bucket} {', '.join(shown)}"
