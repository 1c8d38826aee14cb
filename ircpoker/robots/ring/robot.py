"""The play of `ring`: the chances of the spot that a decision is most like, made for the chips on the table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.robots.asking import make_legal
from ircpoker.robots.bet_sizes import smaller_chance
from ircpoker.robots.ring import file
from ircpoker.robots.ring.features import (
    CHOICES,
    MAY_ALL_IN,
    MAY_CALL,
    MAY_FOLD,
    MAY_SIZE,
    RAISED,
    TableBetting,
    choices_of,
    read_betting,
)
from ircpoker.robots.robot import Decision
from ircpoker.robots.strategy_file import fingerprint_of
from ircpoker.table import actions
from ircpoker.table.actions import Bet, RaiseTo

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from random import Random

    from ircpoker.robots.ring.strategy import RingStrategy
    from ircpoker.table.actions import Action
    from ircpoker.table.view import PlayerView

SHORT = 10
"""Up to this many big blinds, the first raise is all-in."""
OVERBET = 4
"""An all-in of more than this many pots is played as a raise of a usual size."""
SIZE = 2 / 3
"""The bets of the strategy after the flop, as parts of the pot."""
_NUMBERS = ("nobody", "once", "twice", "three times")


class RingTurn(NamedTuple):
    """A decision as the strategy sees it.

    Attributes:
        betting: where the betting stands.
        seat: whose turn it is.
        choices: what it may do, as bits.
        key: the features.
    """

    betting: TableBetting
    seat: int
    choices: int
    key: int


class RingRobot:
    """Plays a strategy for six seats; docs/robot-measurements.md has its results."""

    name = "ring"
    games: Mapping[str, range] = MappingProxyType({"holdem": range(3, 7)})
    gives_reasons = True

    def __init__(self, strategies: Mapping[int, RingStrategy] | None = None) -> None:
        """Create the robot.

        Args:
            strategies: the strategies by depth; the shipped ones if not given.

        Raises:
            StrategyError: a shipped file is missing or damaged.
        """
        from ircpoker.robots.ring.strategy import open_ring  # noqa: PLC0415 - NumPy would cost every start 60 ms

        self._strategies = strategies or {depth: open_ring(path) for depth, path in self._files().items()}
        self._depths = sorted(self._strategies)

    @classmethod
    def _files(cls) -> Mapping[int, Path]:
        """Return the shipped files by depth."""
        return file.SHIPPED

    @classmethod
    def fingerprint(cls) -> str:
        """Return the SHA-256 of the shipped files, in hexadecimal, with spaces between them.

        Raises:
            StrategyError: one of them is missing or damaged.
        """
        return " ".join(fingerprint_of(path, file.verify) for path in cls._files().values())

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return an action drawn with the strategy's chances, and all of these as the reason.

        Args:
            view: the deal from its seat.
            rng: the source of chance.

        Raises:
            ValueError: it is not this seat's turn.
        """
        from ircpoker.robots.ring.strategy import draw  # noqa: PLC0415 - as above

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
        stack = _stack(turn)
        near = sorted(self._depths, key=lambda depth: max(stack / depth, depth / stack))
        known = (self._strategies[depth] for depth in near if self._strategies[depth].knows(turn.key))
        return next(known, self._strategies[near[0]])


class EasyRingRobot(RingRobot):
    """Plays a strategy of a much shorter training; the robot `easy` at tables of three to six."""

    @classmethod
    def _files(cls) -> Mapping[int, Path]:
        return file.EASY


def _stack(turn: RingTurn) -> float:
    """Return the chips that the seat can lose in the deal, in big blinds: none if all others are all-in by antes."""
    betting = turn.betting
    return max(1, betting.put[turn.seat] + betting.reach(turn.seat)) / betting.big_blind


def read_turn(betting: TableBetting, seat: int, *, may_raise: bool = True) -> RingTurn:
    """Return a seat's decision.

    Args:
        betting: where the betting stands.
        seat: the seat to act.
        may_raise: whether the rules allow a bet or raise.
    """
    choices = betting.choices(seat, may_raise=may_raise)
    return RingTurn(betting, seat, choices, betting.key(seat, choices))


def chances_of(strategy: RingStrategy, turn: RingTurn, bucket: int) -> dict[int, float]:
    """Return the chance of each action that can be taken.

    Args:
        strategy: the strategy to play.
        turn: the decision.
        bucket: that of the hand.
    """
    found = _by_choice(strategy, strategy.nearest(turn.key), bucket, turn)
    size = _size_faced(turn)
    if size:
        if size < SIZE:
            # Whoever bets less risks less: the strategy folds as much less often as a bluff needs.
            kept = size * (1 + SIZE) / ((1 + size) * SIZE)
            found[MAY_CALL] = found.get(MAY_CALL, 0.0) + (1 - kept) * found.get(MAY_FOLD, 0.0)
            found[MAY_FOLD] = kept * found.get(MAY_FOLD, 0.0)
        else:
            found = _between_sizes(strategy, turn, bucket, found, size)
    if MAY_ALL_IN in found and _is_overbet(turn):
        found[MAY_SIZE] = found.get(MAY_SIZE, 0.0) + found.pop(MAY_ALL_IN)
    return found if sum(found.values()) > 0 else {MAY_CALL: 1.0}


def _is_overbet(turn: RingTurn) -> bool:
    """Return whether an all-in would be far more than the pot, as nobody bets who knows the game."""
    betting, owed = turn.betting, turn.betting.owed(turn.seat)
    return betting.reach(turn.seat) - owed > OVERBET * (betting.pot + owed)


def _between_sizes(
    strategy: RingStrategy, turn: RingTurn, bucket: int, found: dict[int, float], size: float
) -> dict[int, float]:
    """Return the chances against a bet between the strategy's size and all-in."""
    betting, owed = turn.betting, turn.betting.owed(turn.seat)
    all_in = betting.reach(turn.seat) / max(1, betting.pot - owed)
    facing = strategy.nearest(betting.key(turn.seat, MAY_FOLD | MAY_CALL))
    if all_in <= size or choices_of(facing) != MAY_FOLD | MAY_CALL:
        return found
    share = smaller_chance(size, SIZE, all_in)
    answer = _by_choice(strategy, facing, bucket, turn)
    return {
        choice: share * found.get(choice, 0.0) + (1 - share) * answer.get(choice, 0.0) for choice in {**found, **answer}
    }


def _by_choice(strategy: RingStrategy, key: int, bucket: int, turn: RingTurn) -> dict[int, float]:
    """Return the chances of a spot, those of actions that are not there moved to the nearest that is."""
    listed = [choice for choice in CHOICES if choices_of(key) & choice]
    found: dict[int, float] = {}
    for choice, part in zip(listed, strategy.parts(key, bucket), strict=True):
        taken = _nearest_choice(choice, turn.choices)
        found[taken] = found.get(taken, 0.0) + part
    return found


def _nearest_choice(choice: int, choices: int) -> int:
    """Return the action that stands for one that is perhaps not possible."""
    nearest = {
        MAY_FOLD: (MAY_FOLD, MAY_CALL),
        MAY_CALL: (MAY_CALL, MAY_FOLD),
        MAY_SIZE: (MAY_SIZE, MAY_ALL_IN, MAY_CALL),
        MAY_ALL_IN: (MAY_ALL_IN, MAY_SIZE, MAY_CALL),
    }[choice]
    return next((each for each in nearest if choices & each), MAY_CALL)


def _size_faced(turn: RingTurn) -> float:
    """Return the bet that the seat faces after the flop as a part of the pot before it; 0 for none, and all-in."""
    betting = turn.betting
    owed = betting.owed(turn.seat)
    if betting.street == 0 or not owed or owed >= betting.reach(turn.seat):
        return 0.0
    return owed / max(1, betting.pot - owed)


def _action(choice: int, turn: RingTurn) -> Action:
    betting, seat = turn.betting, turn.seat
    if choice == MAY_FOLD:
        return actions.FOLD
    if choice == MAY_CALL:
        return actions.CHECK if not betting.owed(seat) else actions.CALL
    amount = amount_of(choice, turn)
    return RaiseTo(amount) if max(betting.bets) else Bet(amount)


def amount_of(choice: int, turn: RingTurn) -> int:
    """Return the bet to which an action that is a bet or raise raises."""
    betting, seat = turn.betting, turn.seat
    most, owed = betting.bets[seat] + betting.reach(seat), betting.owed(seat)
    if choice == MAY_ALL_IN or (betting.street == 0 and _stack(turn) <= SHORT):
        return most
    # After more raises than the strategy knows there is no size: the pot.
    return min(most, betting.size(seat) or max(betting.bets) + betting.pot + owed)


def _describe(turn: RingTurn) -> str:
    """Return the kind of spot in words."""
    betting = turn.betting
    players = len(betting.live)
    if betting.street == 0:
        kind = _before_flop(turn)
    elif not betting.raises:
        kind = f"{players} players, nobody has bet"
    else:
        again = " again" if betting.role[turn.seat] == RAISED else ""
        kind = (
            f"{players} players, bet{again} to {max(betting.bets)}"
            if betting.raises == 1
            else (f"{players} players, raised{again} to {max(betting.bets)}")
        )
    return kind


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
