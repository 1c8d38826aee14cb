"""The interface of robots: a class with a name, the games it plays, and one method.

A robot never sees the deal, only the `PlayerView` of its seat. The table asks it through
`ircpoker.robots.asking.ask`, which makes every answer a legal action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from ircpoker.table.actions import Action
from ircpoker.table.games import FEWEST_SEATS, GAMES
from ircpoker.table.view import PlayerView

ALL_GAMES: Mapping[str, range] = MappingProxyType(
    {name: range(FEWEST_SEATS, game.most_seats + 1) for name, game in GAMES.items()}
)
"""Every game with every number of seats."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action with the robot's reason for it: one line, shown to others only after the deal.

    Attributes:
        action: the action.
        why: the reason; empty if there is none.
        ranges: heads-up at hold'em, the robot's own range and then its opponent's, each as `pack_shares` of
            `ircpoker.equity.grid` returns it; empty if they are not known.
        chance: how often the robot expects to win, 0 to 1; None if it does not know.
        share: how often it acts so with hands like this, 0 to 1; None if it does not know.
    """

    action: Action
    why: str = ""
    ranges: str = ""
    chance: float | None = None
    share: float | None = None


class Robot(Protocol):
    """An automatic player.

    Attributes:
        name: the name that users type: lower-case letters, digits, `_` and `-`.
        games: the games it plays (keys of `GAMES`), each with the possible numbers of seats.
    """

    name: str
    games: Mapping[str, range]

    def decide(self, view: PlayerView, rng: Random, /) -> Action | Decision:
        """Return the robot's action on its turn.

        Args:
            view: the deal from its seat; `view.legal` has the legal actions.
            rng: the source of random numbers.

        Returns:
            An action, with a reason or without.
        """


@runtime_checkable
class ThinkingRobot(Robot, Protocol):
    """A robot whose decisions may take long: where there is a loop, `decide` is called in another thread."""

    def thinks(self, view: PlayerView, /) -> bool:
        """Return whether this decision may take long."""


@runtime_checkable
class ClockedRobot(Robot, Protocol):
    """A robot that decides in any given time, the better the longer it is."""

    def set_clock(self, seconds: float) -> None:
        """Set the longest time for a decision; 0 for a decision at once, for which `thinks` is false.

        A table with a clock calls it before each decision, with less time while many robots think. A match does not,
        as its results must not depend on the machine.
        """


@runtime_checkable
class LearningRobot(Robot, Protocol):
    """A robot that remembers its opponents from deal to deal; one object for each table.

    The table calls `meet` before a deal and `learn` after it, and then stores what `memory` returns. After a restart, a
    new object gets it back by `recall`. Nothing is remembered during a deal, so a deal can be replayed.
    """

    def meet(self, players: Sequence[str]) -> None:
        """Learn the players of the next deal.

        Args:
            players: a name for each seat of its `Setup`, including the robot's own; a person has the same name in every
                deal.
        """

    def learn(self, view: PlayerView) -> None:
        """Take in a finished deal, as its seat saw it."""

    def memory(self) -> dict[str, object]:
        """Return the whole memory, in a form for JSON."""

    def recall(self, memory: Mapping[str, object]) -> None:
        """Remember what another object's `memory` returned.

        Raises:
            SavedGameError: the argument has another form than `memory` returns.
        """


def learns(robot: Robot | type[Robot]) -> bool:
    """Return whether a robot, or a class of robots, remembers its opponents: whether it is a `LearningRobot`."""
    # `issubclass` does not accept a protocol with attributes; `isinstance` works for a class as for an object.
    return isinstance(robot, LearningRobot)


def gives_reasons(robot: Robot | type[Robot]) -> bool:
    """Return whether a robot declares, by `gives_reasons = True` in its class, that its decisions have reasons."""
    return getattr(robot, "gives_reasons", False) is True


def plays(robot: Robot | type[Robot], game: str, seats: int) -> bool:
    """Return whether a robot plays a game at a table with this number of seats."""
    return seats in robot.games.get(game, ())
