"""Somebody who has said something: where, and at which tables they sit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ircpoker.lobby.places import Place, Player
    from ircpoker.lobby.table import Table
    from ircpoker.lobby.table_index import SeatAt
    from ircpoker.table import Deal, LegalActions


class OwnTurn(NamedTuple):
    """A person's turn.

    Attributes:
        table: the table.
        deal: the deal.
        legal: what they may do.
        turn_id: the turn as something to compare.
    """

    table: Table
    deal: Deal
    legal: LegalActions
    turn_id: tuple[str, int]


@dataclass(frozen=True, slots=True)
class Speaker:
    """The author of a line.

    Attributes:
        place: the place where they spoke.
        player: the player.
        seats: the tables at which they sit, each with their seat there.
    """

    place: Place
    player: Player
    seats: tuple[SeatAt, ...]

    @property
    def is_seated_here(self) -> bool:
        """Whether they sit at the table of the place where they spoke."""
        return any(table.place == self.place for table, _ in self.seats)

    @property
    def has_turn(self) -> bool:
        """Whether it is their turn at any table."""
        return next(turns_of(self.seats), None) is not None

    @property
    def own_turns(self) -> list[OwnTurn]:
        """The turns that are theirs now: in a channel at its table, in private at any table."""
        return [turn for turn in turns_of(self.seats) if self.place.is_private or turn.table.place == self.place]


def turns_of(seats: Iterable[SeatAt]) -> Iterator[OwnTurn]:
    """Yield the turns of a person who has these seats."""
    for table, number in seats:
        hand = table.state.hand
        if hand is not None and (legal := hand.turn) is not None and hand.numbers[legal.seat] == number:
            yield OwnTurn(table, hand.deal, legal, hand.turn_id)
