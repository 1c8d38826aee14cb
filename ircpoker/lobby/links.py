"""Which players of the ledger are one person: those who own one account by several identities."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ircpoker.ledger import PlayerId


class Links:
    """The identities of people who have several; they change only while none of them sits at a table."""

    def __init__(self) -> None:
        """Begin without any."""
        self._identities: dict[PlayerId, tuple[PlayerId, ...]] = {}

    def learn(self, groups: Iterable[Sequence[PlayerId]]) -> None:
        """Take the identities of all people who have several."""
        self._identities = {player: tuple(group) for group in groups for player in group}

    def all_of(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Return all identities of a person, this one first."""
        group = self._identities.get(player, ())
        return (player, *[each for each in group if each != player])

    def are_one(self, player: PlayerId, other: PlayerId | None) -> bool:
        """Return whether two players are one person; nobody is spectators, given as None."""
        return player == other or (other is not None and other in self._identities.get(player, ()))
