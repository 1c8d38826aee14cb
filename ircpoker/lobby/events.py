"""The events of a table, as data; the chat words them.

An event goes to everybody at a place, or to one person. Only events for one person have cards that are not public.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import Struct

from ircpoker.cards import Card
from ircpoker.lobby.tournament_events import TournamentEvent
from ircpoker.people import Person
from ircpoker.table import Game, LegalActions, PlayerView, Setup, Street, TableSeat
from ircpoker.table.events import CardsDrawn, PlayerActed
from ircpoker.words import Phrase


class Sitter(NamedTuple):
    """The player or robot in a seat; the seat identifies it, because two seats can have the same nick.

    Attributes:
        seat: the number of the seat at the table, from 0.
        nick: the nick.
        name: the nick, marked if a robot has the nick of a person at the table.
    """

    seat: TableSeat
    nick: str
    name: Phrase | str


class ActionSummary(Struct, frozen=True):
    """The action of a seat.

    Attributes:
        who: the player or robot.
        event: the action with its price, or the number of cards changed.
        late: whether the table acted because the player's time was over.
        is_all_in: whether the seat's last chip went in.
        is_reworded: whether the player typed it otherwise: queued, or with an amount in words.
    """

    who: Sitter
    event: PlayerActed | CardsDrawn
    late: bool = False
    is_all_in: bool = False
    is_reworded: bool = False


class StreetDealt(Struct, frozen=True):
    """A street with cards on the board.

    Attributes:
        street: the street.
        board: the board cards before.
        new: the cards dealt now; if several streets are dealt without action between them, all their cards.
    """

    street: Street
    board: tuple[Card, ...]
    new: tuple[Card, ...]


Story = tuple["ActionSummary | StreetDealt", ...]
"""The actions and streets since the last line, in order."""


class SeatFact(Struct, frozen=True):
    """The public data of one seat of the deal.

    Attributes:
        who: the player or robot.
        stack: the chips before the deal.
        position: `SB`, `BB`, `UTG`, `BTN` …; empty for seats without a name, in games with antes.
    """

    who: Sitter
    stack: int
    position: str


class HandBegan(Struct, frozen=True):
    """For everybody: a deal begins, or goes on after an absence of the bot.

    Attributes:
        deal_id: the deal.
        setup: the stacks and the forced bets.
        street: the street.
        board: the cards on the board.
        seats: the players, the button last.
    """

    deal_id: str
    setup: Setup
    street: Street
    board: tuple[Card, ...]
    seats: tuple[SeatFact, ...]


class OwnCards(Struct, frozen=True):
    """A player's own cards.

    Attributes:
        deal_id: the deal.
        view: the deal from the player's seat.
        seats: the players, the button last.
        drawn: the number of changed cards; None for the first cards.
    """

    deal_id: str
    view: PlayerView
    seats: tuple[SeatFact, ...]
    drawn: int | None = None


class Progress(Struct, frozen=True):
    """For everybody: the progress of the deal.

    Attributes:
        pot: all chips in the middle; 0 while there is no board.
        story: the actions and streets since the last line.
        turn: the player whose turn it is.
        legal: their legal actions.
        seconds: the time left for the decision; None where no clock runs.
    """

    pot: int
    story: Story
    turn: Sitter
    legal: LegalActions
    seconds: float | None


class YourTurn(Struct, frozen=True):
    """For the player whose turn it is.

    Attributes:
        view: the deal from the player's seat.
        story: the actions and streets since the last line; where others play, `Progress` has them.
        legal: the legal actions.
        opponent: the only other player who has not folded, with the chips behind; None if there are several.
    """

    view: PlayerView
    story: Story
    legal: LegalActions
    opponent: tuple[Sitter, int] | None = None


class Reminder(Struct, frozen=True):
    """The time for a decision is running out.

    Attributes:
        seconds: the time left.
        legal: the legal actions.
        all_in: the player's bet with the last chip in.
        bank: the seconds that a time bank would add; 0 if the player has none.
    """

    seconds: float
    legal: LegalActions
    all_in: int
    bank: float = 0.0


class TimeAdded(Struct, frozen=True):
    """For everybody: a player has used a time bank.

    Attributes:
        who: the player.
        added: the seconds that it adds.
        seconds: the time left for the decision.
    """

    who: Sitter
    added: float
    seconds: float


class SeatResult(Struct, frozen=True):
    """The result of a deal for one seat.

    Attributes:
        who: the player or robot.
        won: the chips won from the pots.
        net: the chips gained; negative if chips were lost.
        cards: the cards, if they were shown.
        hand: the name of the hand, if it was shown.
        short: the short name of the hand, with its kicker if that decided.
    """

    who: Sitter
    won: int
    net: int
    cards: tuple[Card, ...] = ()
    hand: str = ""
    short: str = ""


class AllIn(Struct, frozen=True):
    """Nobody can bet any more, and there are cards to come: the hands are shown.

    Attributes:
        deal_id: the deal.
        story: the actions and streets since the last line.
        pot: the chips in all pots.
        returned: the player who gets an uncalled bet back, and its amount; None if nobody does.
    """

    deal_id: str
    story: Story
    pot: int
    returned: tuple[Sitter, int] | None


class RunOut(Struct, frozen=True):
    """The hands of an all-in on a board that is not complete.

    Attributes:
        game: the rules.
        hands: the players with the cards that they show.
        board: the board so far.
        street: the street dealt now; None before the next one.
    """

    game: Game
    hands: tuple[tuple[Sitter, tuple[Card, ...]], ...]
    board: tuple[Card, ...]
    street: StreetDealt | None = None


class DealEnded(Struct, frozen=True):
    """A deal is over.

    Attributes:
        deal_id: the deal.
        street: the last street.
        board: the cards on the board.
        story: the actions and streets since the last line.
        results: the result of each seat.
        pots: the winners of the main pot, and of each side pot, with their shares.
        ran_out: whether the hands were shown before, street by street.
    """

    deal_id: str
    street: Street
    board: tuple[Card, ...]
    story: Story
    results: tuple[SeatResult, ...]
    pots: tuple[tuple[tuple[Sitter, int], ...], ...]
    ran_out: bool = False


class CalledOff(Struct, frozen=True):
    """A deal was called off; all bets are returned.

    Attributes:
        deal_id: the deal.
        reason: the reason, which has no cards.
    """

    deal_id: str
    reason: Phrase


class NextDeal(Struct, frozen=True):
    """For everybody: the next deal's deck is committed to.

    Attributes:
        deal_id: the deal.
        commitment: the commitment to its shuffle.
        pause: the seconds until it begins; None if there is no pause, or nobody has chips for it.
    """

    deal_id: str
    commitment: str
    pause: float | None


class Mucked(Struct, frozen=True):
    """For a player who lost at the showdown without showing a hand of the same name as a better one.

    Attributes:
        cards: the player's cards.
        hand: the short name of their hand, with the kicker that decided.
        winner: the player or robot with the better hand.
        better: the short name of that hand, with its kicker.
    """

    cards: tuple[Card, ...]
    hand: str
    winner: Sitter
    better: str


class CardsShown(Struct, frozen=True):
    """For everybody: a player shows cards of a deal that is over.

    Attributes:
        deal_id: the deal.
        who: the player.
        cards: the cards.
        hand: the short name of the hand, if all of its cards are shown and make one; else empty.
    """

    deal_id: str
    who: Sitter
    cards: tuple[Card, ...]
    hand: str


class BoardToCome(Struct, frozen=True):
    """For everybody: the streets that would have followed in a deal that is over.

    Attributes:
        deal_id: the deal.
        streets: the streets.
    """

    deal_id: str
    streets: tuple[StreetDealt, ...]


class Departure(Enum):
    """The reason why somebody left a table."""

    ASKED = 1
    BROKE = 2
    GONE = 3
    CLOSED = 4
    ALONE = 5


class Left(Struct, frozen=True):
    """A player or robot has left the table.

    Attributes:
        who: the player or robot.
        chips: the chips that they took with them.
        why: the reason.
        owner: the owner of the chips, if they came from another nick's account; else empty.
    """

    who: Sitter
    chips: int
    why: Departure
    owner: str = ""


class Closed(Struct, frozen=True):
    """The table is closed; `cashed_out` are the players with their chips."""

    cashed_out: tuple[Left, ...]


class OutOfChips(Struct, frozen=True):
    """The reader has lost all chips at the table.

    Attributes:
        who: the reader.
        least: the least buy-in there.
        usual: the usual buy-in.
        is_open: whether they may buy in again there.
    """

    who: Person
    least: int
    usual: int
    is_open: bool


SeatedEvent = (
    HandBegan
    | OwnCards
    | Progress
    | YourTurn
    | Reminder
    | TimeAdded
    | AllIn
    | RunOut
    | DealEnded
    | Mucked
    | CardsShown
    | BoardToCome
    | CalledOff
    | NextDeal
    | Left
    | Closed
)
"""An event that reads differently for one of its players, or has actions, cards or hands."""
TableEvent = SeatedEvent | TournamentEvent | OutOfChips | Phrase
"""An event of a seat or a tournament, a player's lack of chips, or a phrase that reads the same for everybody."""
