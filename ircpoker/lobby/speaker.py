"""Somebody who has said something: where, at which tables they sit, and where it is their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.places import Place
    from ircpoker.lobby.table import Table
    from ircpoker.lobby.table_index import SeatAt
    from ircpoker.people import Person
    from ircpoker.table import Deal, LegalActions


class OwnTurn(NamedTuple):
    """A person's turn.

    Attributes:
        table: the table.
        hand: the hand.
        turn_id: identifies the turn; see `HandInProgress.turn_id`.
    """

    table: Table
    hand: HandInProgress
    turn_id: tuple[str, int]

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self.hand.deal

    @property
    def legal(self) -> LegalActions:
        """What they may do."""
        legal = self.hand.deal.legal_actions()
        if legal is None:
            raise AssertionError(f"nobody acts in deal {self.hand.deal_id}")
        return legal


class Speaker(NamedTuple):
    """The author of a line, with the seats and turns that they had when the line came.

    Attributes:
        place: the place of the table that they mean where they spoke: see `TableIndex.meant`.
        person: the person.
        seats: the tables at which they sit, each with their seat there.
        turns: the turns that are theirs, at any table.
        is_seated_here: whether they sit at that table.
        number: the number of that table, if its lines show it; else 0.
    """

    place: Place
    person: Person
    seats: tuple[SeatAt, ...]
    turns: tuple[OwnTurn, ...]
    is_seated_here: bool
    number: int

    @property
    def turns_here(self) -> list[OwnTurn]:
        """The turns that they may mean: in a channel at its table, in private at any table."""
        return [turn for turn in self.turns if self.place.is_private or turn.table.place == self.place]


def make_speaker(place: Place, person: Person, seats: Iterable[SeatAt], number: int) -> Speaker:
    """Return the author of a line who has these seats, and means the table at a place with a shown number."""
    seats = tuple(seats)
    is_seated_here = any(table.state.place == place for table, _ in seats)
    return Speaker(place, person, seats, tuple(turns_of(seats)), is_seated_here, number)


def turns_of(seats: Iterable[SeatAt]) -> list[OwnTurn]:
    """Return the turns of a person who has these seats."""
    found = []
    for table, number in seats:
        hand = table.state.hand
        if hand is not None and hand.actor == number and not hand.awaits_cards:
            found.append(OwnTurn(table, hand, hand.turn_id))
    return found
