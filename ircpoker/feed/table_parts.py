"""What a table is made of in the protocol of the feed: seats, turns, legal actions, its tournament."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

Kind = Literal["person", "robot"]
Street = Literal["", "preflop", "flop", "turn", "river", "predraw", "postdraw"]
SeatState = Literal["playing", "waiting", "sitting_out", "away", "leaving"]
Action = Literal["fold", "check", "call", "bet", "raise_to", "discard", "stand_pat"]
FieldKind = Literal["buy_in", "chips", "division", "game", "length", "pace", "robot", "seats", "sight", "stakes"]
Cards = tuple[str, ...]
Span = tuple[int, int]
"""The least and the most of something."""


def card_texts(cards: Iterable[object]) -> Cards:
    """Return cards as text."""
    return tuple(map(str, cards))


class Stakes(Struct, frozen=True):
    """The forced bets."""

    small_blind: int
    big_blind: int
    ante: int


class SeatSnapshot(Struct, frozen=True):
    """A seat as everybody sees it.

    Attributes:
        bet: the chips before it on this street.
        in_hand: whether it may still win the deal.
        position: such as `SB`; empty between deals.
        card_count: how many cards it holds.
        cards: those of them that everybody sees.
        hand: the name of the hand that they make.
        last: its last action on this street, in words.
        drawn: how many cards it has changed.
    """

    seat: int
    name: str
    kind: Kind
    stack: int
    status: SeatState
    is_button: bool
    bet: int
    in_hand: bool
    position: str
    card_count: int
    cards: Cards
    hand: str
    last: str
    all_in: bool
    drawn: int | None


class LegalActions(Struct, frozen=True):
    """What may be done on a turn.

    Attributes:
        call: what a call costs; 0 for none.
        raise_to: the whole bet after a raise.
        discard: the most cards that may be changed.
    """

    fold: bool
    check: bool
    call: int
    bet: Span | None
    raise_to: Span | None
    discard: int


class Turn(Struct, frozen=True):
    """Whose turn it is, by its name in `act`: the seconds left, `of` all; None if no clock runs."""

    seat: int
    id: str
    seconds: float | None
    of: float | None


class NextDeal(Struct, frozen=True):
    """The deal that comes next, with 40 digits of the commitment to its deck."""

    deal: str
    sealed: str
    seconds: float | None


class You(Struct, frozen=True):
    """One's own seat.

    Attributes:
        hand: the name of the hand that one's cards make.
        turn: the name of one's turn; empty at any other time.
        to_win: the chips that a call can win.
    """

    seat: int
    cards: Cards
    hand: str
    turn: str
    to_win: int
    legal: LegalActions | None
    seconds: float | None


class OfferField(Struct, frozen=True, omit_defaults=True):
    """A word that the giver of a command adds.

    Attributes:
        kind: what it says.
        span: for a number, the least and the most.
        usual: the number that is meant if none is given.
        choices: the words among which one chooses, the usual one first; an empty one adds nothing.
    """

    kind: FieldKind
    span: Span | None = None
    usual: str = ""
    choices: tuple[str, ...] = ()


class Offer(Struct, frozen=True, omit_defaults=True):
    """A command that somebody may give now, with the words that they add; said at `place`, or in private."""

    command: str
    place: str = ""
    fields: tuple[OfferField, ...] = ()


class Leader(Struct, frozen=True):
    """Who has the most chips of a tournament."""

    name: str
    chips: int


class TableTournament(Struct, frozen=True):
    """How the tournament of a table stands.

    Attributes:
        number: the number of this table, of `tables`.
        next: the blinds of the next level, in so many `seconds` or `hands`.
        is_break: whether it pauses; then `seconds` are those of the break.
        places: by seat, the place by the chips at the start of the deal.
    """

    tournament: str
    name: str
    number: int
    tables: int
    level: int
    blinds: str
    next: str
    hands: int | None
    is_break: bool
    hand_for_hand: bool
    left: int
    entries: int
    average: int
    leader: Leader | None
    prizes: tuple[int, ...]
    places: dict[int, int]
    seconds: float | None
