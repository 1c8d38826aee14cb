"""The interface of robots: a class with a name, the games it plays, and one method.

A robot never sees the deal, only the `PlayerView` of its seat. The table asks it through
`ircpoker.robots.asking.ask`, which makes every answer a legal action.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ircpoker.table.games import FEWEST_SEATS, GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from ircpoker.table.actions import Action
    from ircpoker.table.view import PlayerView

ALL_GAMES: Mapping[str, range] = MappingProxyType(
    {name: range(FEWEST_SEATS, game.most_seats + 1) for name, game in GAMES.items()}
)
"""Every game with every number of seats."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action with the robot's reason for it, one line, shown to others after the deal only.

    Attributes:
        action: the action it takes.
        why: the reason; empty if it gives none.
    """

    action: Action
    why: str = ""


class Robot(Protocol):
    """An automatic player.

    Attributes:
        name: what users type; lower-case letters, digits, `_` and `-`.
        games: name of each game it plays (a key of `GAMES`) → with how many seats.
    """

    name: str
    games: Mapping[str, range]

    def decide(self, view: PlayerView, rng: Random, /) -> Action | Decision:
        """Return what to do on the robot's turn.

        Args:
            view: the deal from its seat; `view.legal` says what it may do.
            rng: the source of chance.

        Returns:
            An action, with a reason or without.
        """


@runtime_checkable
class LearningRobot(Robot, Protocol):
    """A robot that remembers its opponents from deal to deal; one object for each table.

    The table calls `meet` before a deal and `learn` after it, and stores what `memory` returns then:
    after a restart a new object gets it by `recall`. Within a deal nothing is remembered, so a deal can be
    replayed.
    """

    def meet(self, players: Sequence[str]) -> None:
        """Learn the players of the next deal.

        Args:
            players: a name for each seat of its `Setup`, the robot's own among them; the same one for the same
                person in every deal.
        """

    def learn(self, view: PlayerView) -> None:
        """Take in a finished deal, as its seat saw it."""

    def memory(self) -> dict[str, object]:
        """Return all that it remembers, as JSON can hold it."""

    def recall(self, memory: Mapping[str, object]) -> None:
        """Remember what another object's `memory` returned.

        Raises:
            SavedGameError: it is not what `memory` returns.
        """


def learns(robot: Robot | type[Robot]) -> bool:
    """Return whether a robot, or a class of robots, remembers its opponents: whether it is a `LearningRobot`."""
    # `issubclass` takes no protocol with attributes; of a class there is the same to be seen as of an object.
    return isinstance(robot, LearningRobot)


def gives_reasons(robot: Robot | type[Robot]) -> bool:
    """Return whether a robot says that its decisions come with reasons: by `gives_reasons = True` in its class."""
    return getattr(robot, "gives_reasons", False) is True


def plays(robot: Robot | type[Robot], game: str, seats: int) -> bool:
    """Return whether a robot plays a game at a table of so many seats."""
    return seats in robot.games.get(game, ())
