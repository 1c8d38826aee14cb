"""A finished deal step by step: what happens, in words, and the table after it as its reader sees it.

Chances count the cards that everybody saw at that moment, so they are only there once hands were shown before the last
card.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ircpoker.cards import format_cards
from ircpoker.equity.answers import answer, whole_percent
from ircpoker.equity.odds import plan
from ircpoker.equity.spots import make_spot
from ircpoker.hands.short_names import short_name
from ircpoker.history.amounts import from_units
from ircpoker.records.deal_text import DealText
from ircpoker.records.picture import HIDDEN, SeatPicture, TablePicture
from ircpoker.table import Bet, Call, Check, DealSeat, Fold, RaiseTo, Street, deal_seats
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    PotWon,
    StreetBegan,
)
from ircpoker.table.positions import position_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.cards import Card
    from ircpoker.records.view import HandView
    from ircpoker.table.events import Event

END = "end"
_CHANCE_SECONDS = 0.02
"""The longest estimated time to count the chances of a step; otherwise they are sampled."""
_HAND_CARDS = 5
_Before = AntePosted | BlindPosted | HoleCardsDealt


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a deal.

    Attributes:
        street: the street, or `END`.
        words: what happens.
        picture: the table after it.
    """

    street: str
    words: str
    picture: TablePicture


def deal_steps(view: HandView) -> list[Step]:
    """Return the steps of a deal, the first with blinds and cards, the last with the final stacks.

    Args:
        view: the deal as its reader may see it.
    """
    return list(_Telling(view).steps())


def street_steps(view: HandView) -> list[Step]:
    """Return the last step of each street, and that of the end."""
    last = {step.street: step for step in deal_steps(view)}
    return list(last.values())


@dataclass
class _Seat:
    """A seat while the deal is told."""

    stack: int
    position: str
    bet: int = 0
    cards: tuple[str, ...] = ()
    shown: tuple[Card, ...] = ()
    note: str = ""
    chance: str = ""
    is_out: bool = False


@dataclass
class _Telling:
    """Tells a deal: the table as it is now."""

    view: HandView
    seats: list[_Seat] = field(init=False)
    words: DealText = field(init=False)
    street: str = ""
    board: tuple[Card, ...] = ()
    pot: int = 0

    def __post_init__(self) -> None:
        """Seat the players."""
        view = self.view
        setup = view.deal.setup
        names = position_names(setup)
        self.seats = [_Seat(stack, name, note=name) for stack, name in zip(setup.stacks, names, strict=True)]
        self.words = DealText(view.deal, view.names, self._known, view.amount)

    @property
    def _known(self) -> frozenset[Card]:
        """The cards of all that the reader learns by the end."""
        view = self.view
        if view.shows_all:
            return view.hand.known
        seen = {card for seat in deal_seats(len(view.names)) if self._is_seen(seat) for card in view.deal.hole_cards[seat]}
        return frozenset(seen & view.hand.known)

    def _is_seen(self, seat: DealSeat) -> bool:
        return self.view.is_open(seat) or seat == self.view.reader

    def steps(self) -> Iterator[Step]:
        """Yield the steps."""
        before: list[Event] = []
        events = self.view.deal.events
        for event in events:
            if isinstance(event, _Before) or (isinstance(event, StreetBegan) and not event.board and not self.street):
                before.append(event)
                self._apply(event)
                continue
            if before:
                yield self._step(self._opening(before))
                before = []
            if isinstance(event, StreetBegan | HandShown | HandMucked | PlayerActed | CardsDrawn | BetReturned):
                self._apply(event)
                yield self._step(self._describe(event))
        if before:
            yield self._step(self._opening(before))
        yield self._end()

    # What happens

    def _apply(self, event: Event) -> None:
        match event:
            case StreetBegan(street=street, board=board):
                self._begin_street(street, board)
            case HoleCardsDealt(seat=seat, count=count):
                cards = self.view.dealt(event) if self.view.shows_all or seat == self.view.reader else None
                self.seats[seat].cards = _names(cards) if cards else (*self.seats[seat].cards, *[HIDDEN] * count)
            case CardsDrawn(seat=seat):
                self._draw(event)
            case AntePosted(seat=seat, amount=paid) | BlindPosted(seat=seat, amount=paid):
                self._pay(seat, paid)
            case PlayerActed(seat=seat, paid=paid):
                self._pay(seat, paid)
                self.seats[seat].note = self._note(event)
                if isinstance(event.action, Fold):
                    self._give_up(seat)
            case BetReturned(seat=seat, amount=amount):
                self._pay(seat, -amount)
            case HandShown(seat=seat, cards=cards):
                self._show(seat, cards)
            case HandMucked(seat=seat):
                self.seats[seat].note, self.seats[seat].chance = "mucks", ""
                self._give_up(seat)
            case PotWon():
                pass

    def _begin_street(self, street: Street, board: tuple[Card, ...]) -> None:
        self.street = street
        self.board += board
        for seat in self.seats:
            # Draw antes are posted before the first street, and stay in front of the players during it.
            seat.bet = seat.bet if self.street in {Street.PREFLOP, Street.PREDRAW} else 0
            seat.note = seat.note if seat.is_out or seat.shown or not seat.stack else seat.position
        self._count_chances()

    def _pay(self, seat: DealSeat, chips: int) -> None:
        self.seats[seat].stack -= chips
        self.seats[seat].bet += chips
        self.pot += chips

    def _give_up(self, seat: DealSeat) -> None:
        """Take a seat out of the hand; cards that nobody knows leave the table."""
        self.seats[seat].is_out = True
        if HIDDEN in self.seats[seat].cards:
            self.seats[seat].cards = ()

    def _draw(self, event: CardsDrawn) -> None:
        seat, count = self.seats[event.seat], event.count
        seat.note = "stands pat" if not count else f"draws {count}"
        seen = self.view.drawn(event)
        if seen is None:
            # The cards that stay are not told apart from those that go.
            seat.cards = tuple([HIDDEN] * len(seat.cards)) if count else seat.cards
            return
        discarded, drawn = seen
        gone = set(_names(discarded))
        seat.cards = (*[card for card in seat.cards if card not in gone], *_names(drawn))

    def _show(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        if not self.view.knows(cards):
            return
        self.seats[seat].cards, self.seats[seat].shown = _names(cards), cards
        self._count_chances()

    def _count_chances(self) -> None:
        """Name the hands that were shown, and count their chances while cards are to come."""
        game, board = self.view.deal.setup.game, self.board
        for seat in self.seats:
            seat.chance = ""
            if seat.shown and not seat.is_out:
                is_hand = len(board) >= _HAND_CARDS - 2 or len(seat.shown) == _HAND_CARDS
                seat.note = short_name(game.hand_value(seat.shown, board)) if is_hand else seat.position
        live = [seat for seat in self.seats if not seat.is_out]
        to_come = sum(plan.board_cards for plan in game.streets) - len(board)
        if to_come and len(live) > 1 and all(seat.shown for seat in live):
            spot = make_spot([seat.shown for seat in live], board, game=game.name)
            found = answer(spot, plan(spot, _CHANCE_SECONDS, _CHANCE_SECONDS))
            for seat, each in zip(live, found.equities, strict=True):
                seat.chance = whole_percent(each.equity)

    # Words

    def _opening(self, events: list[Event]) -> str:
        names, amount = self.view.names, self.view.amount
        posts = [
            f"{names[event.seat]} posts {'the ante' if isinstance(event, AntePosted) else 'a blind of'} {amount(event.amount)}"
            for event in events
            if isinstance(event, AntePosted | BlindPosted)
        ]
        counts = [event.count for event in events if isinstance(event, HoleCardsDealt)]
        dealt = f"{max(counts, default=0)} cards to each player"
        return ", ".join([*posts, dealt])

    def _describe(self, event: Event) -> str:
        if isinstance(event, StreetBegan):
            return f"{event.street}: {format_cards(event.board)}" if event.board else f"{event.street}"
        if isinstance(event, CardsDrawn) and event.count and self.view.drawn(event) is None:
            return f"{self.view.names[event.seat]} draws {event.count}"
        said = self.words.describe(event)
        if isinstance(event, HandShown):
            seat = self.seats[event.seat]
            note, chance = seat.note if seat.note != seat.position else "", seat.chance
            said += f" ({note})" if note else ""
            said += f", chance {chance}" if chance else ""
        is_all_in = isinstance(event, PlayerActed) and event.paid and not self.seats[event.seat].stack
        return f"{said}, all-in" if is_all_in else said

    def _note(self, event: PlayerActed) -> str:
        amount = self.view.amount
        match event.action:
            case Fold():
                return "folds"
            case Check():
                return "checks"
            case _ if not self.seats[event.seat].stack:
                return "all-in"
            case Call():
                return f"calls {amount(event.paid)}"
            case Bet(chips):
                return f"bets {amount(chips)}"
            case RaiseTo(chips):
                return f"raises to {amount(chips)}"
        return ""

    # Pictures

    def _step(self, words: str) -> Step:
        return Step(self.street, words, self._picture())

    def _picture(self) -> TablePicture:
        amount, last = self.view.amount, len(self.seats) - 1
        seats = [
            SeatPicture(
                name,
                amount(seat.stack),
                amount(seat.bet) if seat.bet else "",
                seat.cards,
                seat.note,
                seat.chance,
                has_button=number == last,
                is_out=seat.is_out,
            )
            for number, (name, seat) in enumerate(zip(self.view.names, self.seats, strict=True))
        ]
        # The button sits at the bottom, and the others follow it clockwise.
        turned = (seats[last], *seats[:last])
        return TablePicture(self.street, turned, _names(self.board), f"pot {amount(self.pot)}" if self.pot else "")

    def _end(self) -> Step:
        view = self.view
        won = [sum(win.amount for win in view.wins if win.seat == seat) for seat in range(len(self.seats))]
        for number, seat in enumerate(self.seats):
            seat.stack, seat.bet, seat.chance = view.final_stacks[number], 0, ""
            hand = view.deal.hole_cards[DealSeat(number)]
            if view.hand.known & set(hand) and (view.shows_all or self._is_seen(DealSeat(number))):
                seat.cards = tuple([str(card) if card in view.hand.known else HIDDEN for card in hand])
        self.pot = 0
        words = ", ".join([self.words.describe(win) for win in view.wins]) or "nobody wins"
        picture = self._picture()
        last = len(self.seats) - 1
        order = [last, *range(last)]
        seats = [
            replace(seat, bet=f"+{view.amount(won[number])}" if won[number] else "")
            for seat, number in zip(picture.seats, order, strict=True)
        ]
        return Step(END, words, replace(picture, title=END, seats=tuple(seats)))


def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(str, cards))
