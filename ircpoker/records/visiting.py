"""Goes through a played hand for one reader, and keeps the chips, the board and the street: the only count of them.

Whatever writes, draws or tells a finished deal is a `HandVisitor`: it says what it makes of each thing that happens.
"""

from __future__ import annotations

from collections.abc import Iterable

from ircpoker.cards import Card
from ircpoker.records.amounts import ScaledAmount
from ircpoker.records.played import PUBLIC, HandReader, PlayedHand, may_see
from ircpoker.table import WAGERS, DealSeat, Fold, Street
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    Event,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    PotWon,
    StreetBegan,
)

CardChange = tuple[tuple["Card", ...], tuple["Card", ...]]
"""The cards that a seat threw away, and those that it got."""


class HandVisitor:
    """Visits what happened in a hand; each method is called after the chips have moved, and does nothing by itself.

    Hands are shown at the end, as files have it; with `AS_PLAYED` an all-in shows them before the rest of the board.

    Attributes:
        hand: the hand.
        reader: for whom.
        seen: the cards that the reader may see.
        left: the chips in front of each seat.
        bets: what each seat has bet on this street.
        totals: what each seat has put in, without dead antes.
        dead: the dead antes in the pot.
        pot: all chips in the middle.
        to_match: the bet to match; before it the one that a bet or raise was made over.
        board: the cards on the board.
        street: the street.
        folded: the street on which each seat has folded.
    """

    AS_PLAYED = False

    def __init__(self, hand: PlayedHand, reader: HandReader = PUBLIC) -> None:
        """Begin before the forced bets.

        Args:
            hand: the hand.
            reader: for whom; nothing is told to somebody who may not see the hand.
        """
        self.hand = hand
        self.reader = reader
        self.seen = may_see(hand, reader) or frozenset()
        setup = hand.deal.setup
        self.left = list(setup.stacks)
        self.bets = [0] * len(self.left)
        self.totals = [0] * len(self.left)
        self.pot = self.dead = self.to_match = self.to_match_before = 0
        self.board: tuple[Card, ...] = ()
        self.street: Street = hand.game.streets[0].street
        self.folded: dict[DealSeat, Street] = {}

    def visit(self) -> None:
        """Go through the hand."""
        forced, events = self.hand.events
        if self.AS_PLAYED:
            events = self.hand.deal.events[len(forced) :]
        for event in forced:
            self._take(event)
        self.to_match = max(map(abs, self.hand.posted))
        self.posted()
        showdown = self.hand.showdown
        for event in events:
            if showdown and event is showdown[0]:
                self.showdown()
            if type(event) is not PotWon:
                self._take(event)
        self.ended()
        for win in self.hand.wins:
            self._take(win)
        for seat in self.hand.showed:
            self.volunteered(seat)

    def _take(self, event: Event) -> None:
        """Move the chips of an event, and visit it."""
        if type(event) is PlayerActed:  # asked first, and by the type itself, because most events are actions
            seat, action, paid = event.seat, event.action, event.paid
            if paid:
                self._pay(seat, paid, is_bet=True)
            if isinstance(action, Fold):
                self.folded[seat] = self.street
            elif isinstance(action, WAGERS):
                self.to_match_before, self.to_match = self.to_match, action.amount
            self.acted(event)
            return
        if type(event) is HoleCardsDealt:
            self.dealt(event.seat, event.count, self.visible(event.cards))
            return
        match event:
            case StreetBegan(street, new):
                self._begin(street, new)
            case AntePosted(seat, amount) | BlindPosted(seat, amount):
                self._pay(seat, amount, is_bet=isinstance(event, BlindPosted))
                if isinstance(event, AntePosted) and self.hand.deal.setup.antes_are_dead:
                    self.totals[seat] -= amount
                    self.dead += amount
                self.post(seat, amount, "ante" if isinstance(event, AntePosted) else self.hand.blind_kinds[seat])
            case CardsDrawn(_, _, discarded, drawn):
                cards = self.visible((*(discarded or ()), *(drawn or ())))
                self.drawn(event, None if cards is None else (discarded or (), drawn or ()))
            case BetReturned(seat, amount):
                self._pay(seat, -amount, is_bet=True)
                self.returned(seat, amount)
            case HandShown(seat) if self.hand.is_open(seat):
                self.shown(seat, self.hand.deal.hole_cards[seat])
            case HandShown(seat) | HandMucked(seat):
                self.mucked(seat, is_shown=isinstance(event, HandShown))
            case PotWon(seat, _, amount):
                self.pot -= amount
                self.left[seat] += amount
                self.won(event)

    def _pay(self, seat: DealSeat, chips: int, *, is_bet: bool) -> None:
        self.left[seat] -= chips
        self.totals[seat] += chips
        self.pot += chips
        if is_bet:
            self.bets[seat] += chips

    def _begin(self, street: Street, new: tuple[Card, ...]) -> None:
        if street is not self.street:
            self.street, self.to_match, self.bets = street, 0, [0] * len(self.bets)
        before, self.board = self.board, (*self.board, *new)
        self.began(before, new)

    def visible(self, cards: Iterable[Card] | None) -> tuple[Card, ...] | None:
        """Return cards that go together; None if the reader may not see all of them."""
        cards = tuple(cards or ())
        return cards if self.seen.issuperset(cards) else None

    def amount(self, units: int) -> ScaledAmount:
        """Return chips as the source of the hand counts them."""
        return ScaledAmount(units, self.hand.decimals)

    def chips(self, units: int) -> float:
        """Return chips like `amount`, as a plain number."""
        number = self.amount(units).number
        return number if isinstance(number, int) else float(number)

    def name(self, seat: DealSeat) -> str:
        """Return the name of a seat's player."""
        return self.hand.seats[seat].name

    # What happens

    def post(self, seat: DealSeat, amount: int, kind: str) -> None:
        """A seat has posted an `ante`, a `small blind`, a `big blind` or a `straddle`."""

    def posted(self) -> None:
        """All forced bets are in the pot."""

    def dealt(self, seat: DealSeat, count: int, cards: tuple[Card, ...] | None) -> None:
        """A seat has got its cards; they are None for a reader who may not see them."""

    def began(self, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """A street has begun, on the board before it, with new cards."""

    def acted(self, event: PlayerActed) -> None:
        """A seat has acted."""

    def drawn(self, event: CardsDrawn, cards: CardChange | None) -> None:
        """A seat has changed cards, which are None for a reader who may not see them."""

    def returned(self, seat: DealSeat, amount: int) -> None:
        """A seat has got back what nobody called."""

    def showdown(self) -> None:
        """Hands are shown or given up from now on."""

    def shown(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        """A seat has shown its cards."""

    def mucked(self, seat: DealSeat, *, is_shown: bool) -> None:
        """A seat has given its cards up unseen, or has shown them and nobody has noted them."""

    def ended(self) -> None:
        """Nobody has anything to decide or to show; the pots follow."""

    def won(self, win: PotWon) -> None:
        """A seat has won chips of a pot."""

    def volunteered(self, seat: DealSeat) -> None:
        """A seat has shown its cards without having to."""
