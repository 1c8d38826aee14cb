"""What robots remember of their opponents from deal to deal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from ircpoker.table.view import PlayerView

MOST_OPPONENTS = 500
"""The most opponents remembered at a table; those not met for longest are forgotten first."""

Known = TypeVar("Known", bound=tuple[Any, ...])
"""What is remembered of an opponent."""


class RemembersOpponents(ABC, Generic[Known]):
    """A `LearningRobot` that remembers the same of each opponent, in the order in which it last met them."""

    def __init__(self, nothing: Known) -> None:
        """Begin with an empty memory.

        Args:
            nothing: what is known of somebody who was never met.
        """
        self._nothing = nothing
        self._known: dict[str, Known] = {}
        self._players: tuple[str, ...] = ()

    def meet(self, players: Sequence[str]) -> None:
        """Learn the players of the next deal; see `LearningRobot`."""
        self._players = tuple(players)

    def learn(self, view: PlayerView) -> None:
        """Take in a finished deal; see `LearningRobot`."""
        add = self._adder(view)
        for seat, player in enumerate(self._players):
            if seat != view.seat:
                self._known[player] = add(seat, self._known.pop(player, self._nothing))
        while len(self._known) > MOST_OPPONENTS:
            del self._known[next(iter(self._known))]

    def memory(self) -> dict[str, object]:
        """Return all that it remembers; see `LearningRobot`."""
        return {player: _as_lists(known) for player, known in self._known.items()}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Remember what another object's `memory` returned; see `LearningRobot`.

        Args:
            memory: the stored memory.

        Raises:
            SavedGameError: it is not what `memory` returns.
        """
        self._known = {player: self._read(stored) for player, stored in memory.items()}

    @abstractmethod
    def _adder(self, view: PlayerView) -> Callable[[int, Known], Known]:
        """Return the function that adds what a seat did in a finished deal to what is known of its player."""

    @abstractmethod
    def _read(self, stored: object) -> Known:
        """Return what is remembered of an opponent, in the form of `memory`.

        Raises:
            SavedGameError: it is something else.
        """

    def _of(self, player: str) -> Known:
        """Return what is known of a player before this deal."""
        return self._known.get(player, self._nothing)


def _as_lists(known: tuple[Any, ...]) -> list[object]:
    return [_as_lists(part) if isinstance(part, tuple) else part for part in known]
