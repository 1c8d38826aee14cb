"""The protocol of the feed as types: a table at one moment, and the events that lead to the next one (docs/feed.md).

The bot encodes these types, and its clients decode them: there is no other form of a table, a seat or an event.
Requests are in `ircpoker.feed.requests`, the answers about anything but live tables in `ircpoker.feed.data`.

Fields without a default are in every message; the others are left out where they have it. Fields that are not known are
ignored; the types of the others are strict. Cards are text, such as `Th`; seats count from 1; chips are whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct, UnsetType, defstruct, field
from msgspec.structs import asdict, fields, replace

from ircpoker.feed import table_parts

MOST_LOGGED = 20
"""The words of events in a snapshot."""


# Events


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Something that has happened at a table; the type says what.

    Attributes:
        table: the table's name.
        seq: the event's number.
        words: the event in words.
        lines: the lines of its announcement, as IRC got them, if they are not its words.
        set: the fields of the table that have changed.
        more: whether more events of the same change follow: only then the table is as it was.
    """

    is_: Literal["event"] = field(name="is", default_factory=lambda: "event")
    table: str = ""
    seq: int = -1
    words: str = ""
    lines: tuple[str, ...] = ()
    set: TableChanges | None = None
    more: bool = False

    @property
    def event(self) -> str:
        """Its name in the protocol."""
        return str(self.__struct_config__.tag)


class DealtSeat(Struct, frozen=True):
    """A seat that is dealt in."""

    seat: int
    stack: int
    position: str


class ShownHand(Struct, frozen=True):
    """The cards of a seat that everybody sees."""

    seat: int
    cards: table_parts.Cards
    hand: str


class SeatAmount(Struct, frozen=True):
    """Chips of a seat."""

    seat: int
    amount: int


class DealResult(Struct, frozen=True):
    """What a deal has brought to a seat; its cards, if everybody saw them."""

    seat: int
    won: int
    net: int
    cards: table_parts.Cards
    hand: str


class HandBegan(Event, frozen=True, tag="hand_began"):
    """A deal begins."""

    deal: str
    street: table_parts.Street
    board: table_parts.Cards
    seats: tuple[DealtSeat, ...]


class OwnCards(Event, frozen=True, tag="cards"):
    """One's own cards; after a draw with the number of changed ones."""

    deal: str
    cards: table_parts.Cards
    drawn: int | None


class Acted(Event, frozen=True, tag="acted"):
    """A player has acted.

    Attributes:
        amount: the chips of a call, the whole bet after `bet` and `raise_to`, the number of cards changed.
        late: whether the clock acted.
    """

    seat: int
    action: table_parts.Action
    amount: int
    all_in: bool = False
    late: bool = False


class StreetDealt(Event, frozen=True, tag="street"):
    """A street begins, with new cards on the board."""

    street: table_parts.Street
    cards: table_parts.Cards
    board: table_parts.Cards


class TurnBegan(Event, frozen=True, tag="turn"):
    """Somebody has to act."""

    seat: int
    seconds: float | None


class YourTurn(Event, frozen=True, tag="your_turn"):
    """One has to act oneself."""


class Reminder(Event, frozen=True, tag="reminder"):
    """One's time runs out."""

    seconds: float


class TimeAdded(Event, frozen=True, tag="time_added"):
    """A player uses the time bank."""

    seat: int
    added: float
    seconds: float


class Clock(Event, frozen=True, tag="clock"):
    """Fields without words have changed."""


class AllIn(Event, frozen=True, tag="all_in"):
    """Nobody can act any more before the board is complete."""

    deal: str
    pot: int
    returned: tuple[SeatAmount, ...]


class Shown(Event, frozen=True, tag="shown"):
    """The hands of an all-in, while its streets are shown."""

    board: table_parts.Cards
    hands: tuple[ShownHand, ...]


class Paid(Event, frozen=True, tag="paid"):
    """A deal has ended."""

    deal: str
    board: table_parts.Cards
    results: tuple[DealResult, ...]
    pots: tuple[tuple[SeatAmount, ...], ...]


class CalledOff(Event, frozen=True, tag="called_off"):
    """A deal was called off."""

    deal: str


class Mucked(Event, frozen=True, tag="mucked"):
    """One's own cards, which others have not seen."""

    cards: table_parts.Cards
    hand: str


class CardsShown(Event, frozen=True, tag="cards_shown"):
    """A player shows cards after the end."""

    seat: int
    deal: str
    cards: table_parts.Cards
    hand: str


class Rabbit(Event, frozen=True, tag="rabbit"):
    """The board cards that would have come."""

    deal: str
    cards: table_parts.Cards


class NextHand(Event, frozen=True, tag="next_hand"):
    """The next deal is sealed."""

    deal: str
    sealed: str
    seconds: float | None


class LevelBegan(Event, frozen=True, tag="level"):
    """A level of a tournament begins at this table."""

    level: int
    blinds: str
    left: int
    entries: int
    average: int


class PlayerOut(Event, frozen=True, tag="player_out"):
    """A player is out of a tournament: at a place, 0 while registration is open, which some share."""

    name: str
    place: int
    shared: int
    prize: int
    left: int


class PlayerMoved(Event, frozen=True, tag="player_moved"):
    """A player of a tournament sits elsewhere now: `to` is the table, which has a place and a number."""

    name: str
    to: str
    place: str
    number: int
    seat: int
    chips: int
    why: str


class PaidPlace(Struct, frozen=True):
    """A place of a tournament, and its prize."""

    place: int
    name: str
    prize: int


class TournamentEnded(Event, frozen=True, tag="tournament_ended"):
    """A tournament is over."""

    tournament: str
    winner: str
    places: tuple[PaidPlace, ...]


class SeatChanged(Event, frozen=True, tag="seat"):
    """Seats have changed; or somebody has left one, with chips."""

    seat: int | None = None
    left: bool = False
    chips: int | None = None


class YouChanged(Event, frozen=True, tag="you"):
    """One's own seat has changed."""


class Closed(Event, frozen=True, tag="closed"):
    """The table is closed, or may not be watched any more."""


class Said(Event, frozen=True, tag="words"):
    """Anything else: only its words."""


# fmt: off
AnyEvent = (
    HandBegan | OwnCards | Acted | StreetDealt | TurnBegan | YourTurn | Reminder | TimeAdded | Clock | AllIn | Shown
    | Paid | CalledOff | Mucked | CardsShown | Rabbit | NextHand | LevelBegan | PlayerOut | PlayerMoved
    | TournamentEnded | SeatChanged | YouChanged | Closed | Said
)
# fmt: on


# Answers


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is"):
    """A message of the bot that is no event; the number of the request, if it has one."""

    id: int | str | None = None


class TableSnapshot(Answer, frozen=True, tag="snapshot"):
    """A table at one moment.

    Attributes:
        seq: the number of the last event before.
        place: its channel, or `private`.
        number: its number, if the channel has several; else 0.
        is_open: whether newcomers may sit down.
        policy: to whom it belongs.
        deal: the deal in play; empty between deals.
        pot: all chips in the middle.
        pots: the main pot, and where somebody is all-in the side pots.
        sealed: 40 digits of the commitment to its deck.
        last: the end of the last deal.
        log: the last words of events.
        offers: what the reader may do besides acting.
        is_public: whether everybody sees it, although it has no channel.
    """

    table: str
    seq: int
    place: str
    network: str
    number: int
    game: str
    betting: str
    title: str
    stakes: table_parts.Stakes
    most_seats: int
    is_open: bool
    policy: str
    tournament: table_parts.TableTournament | None
    seats: tuple[table_parts.SeatSnapshot, ...]
    deal: str
    street: table_parts.Street
    board: table_parts.Cards
    pot: int
    pots: tuple[int, ...]
    sealed: str
    turn: table_parts.Turn | None
    next: table_parts.NextDeal | None
    last: Paid | None
    you: table_parts.You | None
    log: tuple[str, ...]
    offers: tuple[table_parts.Offer, ...] = ()
    is_public: bool = False

    @property
    def free_seats(self) -> int:
        """The number of seats that nobody has who stays."""
        return self.most_seats - sum(seat.status != "leaving" for seat in self.seats)

    @property
    def split_pots(self) -> tuple[int, ...]:
        """The main pot and the side pots; empty if there is but one."""
        return self.pots if len(self.pots) > 1 else ()


CHANGING = (*TableSnapshot.__struct_fields__[5 : TableSnapshot.__struct_fields__.index("log")], "offers")
"""The fields that events change: those after what says which table it is, without its log."""

if TYPE_CHECKING:

    class TableChanges(Struct):
        """The fields of a table that have changed, with their whole new values; the others are `UNSET`."""

        def __init__(self, **values: object) -> None: ...

else:
    TableChanges = defstruct(
        "TableChanges",
        [(each.name, each.type | UnsetType, UNSET) for each in fields(TableSnapshot) if each.name in CHANGING],
        frozen=True,
    )


def changed_fields(event: Event) -> dict[str, object]:
    """Return the fields of the table that an event has changed, with their new values."""
    if event.set is None:
        return {}
    return {name: value for name, value in asdict(event.set).items() if value is not UNSET}


def nets_between(before: TableSnapshot, after: TableSnapshot) -> dict[str, int]:
    """Return what the reader has won or lost in the deal that has ended between two states, by its deal."""
    you, last = before.you or after.you, after.last
    if you is None or last is None or (before.last is not None and before.last.deal == last.deal):
        return {}
    nets = {result.seat: result.net for result in last.results}
    return {last.deal: nets[you.seat]} if you.seat in nets else {}


def game_of(table: TableSnapshot) -> str:
    """Return the tournament whose chips a table is played for; empty if they are those of the bank."""
    return table.tournament.tournament if table.tournament is not None else ""


def table_after(table: TableSnapshot, event: Event) -> TableSnapshot:
    """Return a table as it is after the event that follows it."""
    log = (*table.log, event.words)[-MOST_LOGGED:] if event.words else table.log
    return replace(table, seq=event.seq, log=log, **changed_fields(event))
