"""The events of a table, as data; the wording is the chat's.

An event goes to everybody at a place, or to one person. Only events for one person hold cards that are not public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ircpoker.cards import Card
    from ircpoker.delivery import OnDelivery
    from ircpoker.lobby.places import Place, Player
    from ircpoker.table import Game, LegalActions, PlayerView, Street
    from ircpoker.table.events import CardsDrawn, PlayerActed
    from ircpoker.words import Phrase


class Sitter(NamedTuple):
    """Who sits in a seat; the seat decides who it is, because two seats can have the same nick.

    Attributes:
        seat: the number of the seat at the table, from 0.
        nick: the nick.
        is_namesake: whether it is a robot that has the nick of a person at the table, and is therefore marked.
    """

    seat: int
    nick: str
    is_namesake: bool = False


@dataclass(frozen=True, slots=True)
class ActionSummary:
    """What a seat did.

    Attributes:
        who: which seat.
        event: the action with what it cost, or the number of cards changed.
        late: time ran out, and the table acted for the player.
        is_all_in: it put the seat's last chip in.
    """

    who: Sitter
    event: PlayerActed | CardsDrawn
    late: bool = False
    is_all_in: bool = False


@dataclass(frozen=True, slots=True)
class StreetDealt:
    """A street with cards on the board.

    Attributes:
        street: which.
        board: the cards there were before.
        new: those dealt now; of several streets without an action between them all together.
    """

    street: Street
    board: tuple[Card, ...]
    new: tuple[Card, ...]


Story = tuple["ActionSummary | StreetDealt", ...]
"""What happened since the last line, in order."""


@dataclass(frozen=True, slots=True)
class SeatFact:
    """One seat of the deal as all may see it.

    Attributes:
        who: who sits there.
        stack: chips before the deal.
        position: `SB`, `BB`, `UTG`, `BTN` …; empty where there are none but the button's.
    """

    who: Sitter
    stack: int
    position: str


@dataclass(frozen=True, slots=True)
class HandBegan:
    """For everybody: a deal begins, or goes on after the bot was away.

    Attributes:
        deal_id: the deal.
        view: the deal as everybody may see it.
        seats: who plays, the button last.
    """

    deal_id: str
    view: PlayerView
    seats: tuple[SeatFact, ...]


@dataclass(frozen=True, slots=True)
class OwnCards:
    """A player's own cards.

    Attributes:
        deal_id: of which deal.
        view: the deal from the player's seat.
        seats: who plays, the button last.
        drawn: how many of the cards are new; None when they are dealt.
    """

    deal_id: str
    view: PlayerView
    seats: tuple[SeatFact, ...]
    drawn: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """For everybody: how the deal goes on.

    Attributes:
        deal_id: which deal.
        view: the deal as everybody may see it.
        story: what happened since the last line.
        turn: who has to act.
        legal: what they may do.
        seconds: the time they have.
    """

    deal_id: str
    view: PlayerView
    story: Story
    turn: str
    legal: LegalActions
    seconds: float


@dataclass(frozen=True, slots=True)
class YourTurn:
    """To the one who has to act.

    Attributes:
        view: the deal from the player's seat.
        story: what happened since the last line to everybody.
        legal: what the player may do.
    """

    view: PlayerView
    story: Story
    legal: LegalActions


@dataclass(frozen=True, slots=True)
class Reminder:
    """Time is running out.

    Attributes:
        seconds: what is left.
        legal: what the player may do.
    """

    seconds: float
    legal: LegalActions


@dataclass(frozen=True, slots=True)
class QueuedDropped:
    """A queued action is cancelled, as the price or the street has changed; `action` is what was asked for."""

    action: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a deal ended for one seat.

    Attributes:
        who: which seat.
        won: chips out of the pots.
        net: what it has more than before.
        cards: its cards if they were shown.
        hand: the name of its hand if it was shown.
        short: its short name.
    """

    who: Sitter
    won: int
    net: int
    cards: tuple[Card, ...] = ()
    hand: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class AllIn:
    """Nobody can bet any more, and there are cards to come: the hands are shown.

    Attributes:
        deal_id: of which deal.
        story: what happened since the last line.
        pot: all pots together.
        returned: who gets back how much that nobody could call; None if nobody does.
    """

    deal_id: str
    story: Story
    pot: int
    returned: tuple[Sitter, int] | None


@dataclass(frozen=True, slots=True)
class RunOut:
    """The hands of an all-in on a board that is not complete.

    Attributes:
        game: its rules.
        hands: who shows which cards.
        board: all of its cards so far.
        street: the one dealt now; None before it goes on.
    """

    game: Game
    hands: tuple[tuple[Sitter, tuple[Card, ...]], ...]
    board: tuple[Card, ...]
    street: StreetDealt | None = None


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal is over.

    Attributes:
        deal_id: the deal.
        view: as everybody may see it.
        story: what happened since the last line.
        results: of each seat.
        pots: the winners of the main pot, and of each side pot, with their shares.
        ran_out: the hands were shown before, street by street.
        next_deal: the number of the next deal; empty if there is none.
        commitment: to its shuffle.
        pause: seconds until it.
    """

    deal_id: str
    view: PlayerView
    story: Story
    results: tuple[SeatResult, ...]
    pots: tuple[tuple[tuple[Sitter, int], ...], ...]
    ran_out: bool = False
    next_deal: str = ""
    commitment: str = ""
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class CalledOff:
    """A deal cannot be played to its end; all bets are back.

    Attributes:
        deal_id: the deal.
        reason: why, without a card.
        next_deal: the number of the next deal, if there may be one.
        commitment: to that deal.
        pause: seconds until it.
    """

    deal_id: str
    reason: Phrase
    next_deal: str = ""
    commitment: str = ""
    pause: float = 0.0


class Departure(Enum):
    """Why somebody left a table."""

    ASKED = 1
    BROKE = 2
    GONE = 3
    CLOSED = 4
    ALONE = 5


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody does not sit there any more.

    Attributes:
        who: who.
        chips: what they took with them.
        why: why.
        owner: whose the chips are if they came from another nick's account; else empty.
    """

    who: Sitter
    chips: int
    why: Departure
    owner: str = ""


@dataclass(frozen=True, slots=True)
class SatOut:
    """To the one who let time run out twice: they are not dealt in any more."""


@dataclass(frozen=True, slots=True)
class Rebought:
    """A robot has brought new chips."""

    who: Sitter
    chips: int


@dataclass(frozen=True, slots=True)
class RobotIdle:
    """A robot is not dealt in: it does not play with so many.

    Attributes:
        who: the robot.
        game: a key of `GAMES`.
        sizes: with how many it plays.
    """

    who: Sitter
    game: str
    sizes: range


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is gone; `cashed_out` says who got how many chips."""

    cashed_out: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Deals stop until there are two to play; `nick` is who waits."""

    nick: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """The bot is back after it was gone; `deal_id` is the deal that goes on, or empty."""

    deal_id: str


@dataclass(frozen=True, slots=True)
class GoingDown:
    """The bot is about to leave; chips and deals are kept."""


TableEvent = (
    HandBegan
    | OwnCards
    | Progress
    | YourTurn
    | Reminder
    | QueuedDropped
    | AllIn
    | RunOut
    | DealEnded
    | CalledOff
    | Left
    | SatOut
    | Rebought
    | RobotIdle
    | Closed
    | Waiting
    | Resumed
    | GoingDown
)


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event on its way out.

    Attributes:
        table: the name of the table, the same wherever it moves.
        place: where it stands.
        event: what happened.
        to: the only reader; None for everybody at the place.
        own_seat: at a private table the seat of its player; None in a channel.
        on_delivery: is told what became of it.
        pause: seconds between the one before and this.
    """

    table: str
    place: Place
    event: TableEvent
    to: Player | None = None
    own_seat: int | None = None
    on_delivery: OnDelivery | None = None
    pause: float = 0.0
