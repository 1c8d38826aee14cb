"""Writes a deal as the text of PokerStars, which trackers and replayers read.

Every line is one that such programs know; the reasons for its form are in docs/records.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from ircpoker.errors import HistoryError
from ircpoker.records.phh.amounts import CENTS, ScaledAmount
from ircpoker.records.pokerstars.hand_words import stars_words
from ircpoker.records.view import NO_TABLE, UNDATED
from ircpoker.table import Bet, Betting, Call, Fold, RaiseTo, Street
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    HandMucked,
    HandShown,
    HoleCardsDealt,
    PlayerActed,
    StreetBegan,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ircpoker.cards import Card
    from ircpoker.records.view import HandView
    from ircpoker.table import DealSeat
    from ircpoker.table.events import Event

MOST_DIGITS = 12
"""Of a deal's number: PokerTracker takes no more."""
GAME_TITLES = {"holdem": "Hold'em", "omaha": "Omaha", "draw": "5 Card Draw"}
BETTING_TITLES = {Betting.NO_LIMIT: "No Limit", Betting.POT_LIMIT: "Pot Limit", Betting.LIMIT: "Limit"}
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
"""The signs of the currencies that the text can have."""
_AFTER = "\n\n\n"
_FOLDS = {
    Street.PREFLOP: "folded before Flop",
    Street.FLOP: "folded on the Flop",
    Street.TURN: "folded on the Turn",
    Street.RIVER: "folded on the River",
    Street.PREDRAW: "folded before the Draw",
    Street.POSTDRAW: "folded after the Draw",
}


def write_pokerstars(view: HandView, currency: str = "") -> str:
    """Return a deal as text of PokerStars.

    Args:
        view: the deal.
        currency: a code such as `USD`, to write play money as if it were this; the deal's own currency stays.

    Returns:
        Whole lines, and the empty lines between deals.

    Raises:
        HistoryError: the text cannot carry the deal.
    """
    if view.history.unknown_stacks:
        raise HistoryError("a stack is unknown", view.history.file, view.history.deal, "starting_stacks")
    writer = _StarsWriter(view, view.hand.facts.currency or currency)
    return "\n".join(writer.lines()) + "\n" + _AFTER


@dataclass
class _StarsWriter:
    """Writes one deal."""

    view: HandView
    currency: str
    _left: list[int] = field(init=False)
    """The chips in front of each seat."""
    _to_match: int = 0
    _board: tuple[Card, ...] = ()
    _street: Street = Street.PREFLOP
    _folded: dict[DealSeat, Street] = field(default_factory=dict)
    _has_paid: set[DealSeat] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._left = list(self.view.deal.setup.stacks)

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        view = self.view
        forced, events = view.events
        yield self._header()
        yield self._table()
        for name, number, stack in sorted(
            zip(view.names, view.seats, view.deal.setup.stacks, strict=True), key=lambda row: row[1]
        ):
            yield f"Seat {number}: {name} ({self._money(stack)} in chips)"
        yield from self._posts(forced)
        yield f"*** {'DEALING HANDS' if view.history.game.numbers_cards else 'HOLE CARDS'} ***"
        for event in events:
            yield from self._dealt_or_acted(event)
        yield from self._end()
        yield from self._summary()

    def _money(self, units: int) -> str:
        """Return an amount; one of a deal that has cents in any case has them always."""
        decimals = self.view.history.decimals
        places = CENTS if self.view.hand.facts.currency and decimals == CENTS else 0
        return SIGNS.get(self.currency, "") + ScaledAmount(units, decimals).text(places)

    # Before the cards

    def _header(self) -> str:
        view, history = self.view, self.view.history
        moment = view.played_at or datetime(*UNDATED)  # noqa: DTZ001 - the time of New York has no zone in the text
        limit = history.game.betting is Betting.LIMIT
        low, high = (history.small_bet, history.big_bet) if limit else (view.small_blind, history.small_bet)
        code = f" {self.currency}" if self.currency else ""
        game = f"{GAME_TITLES[history.game.name]} {BETTING_TITLES[history.game.betting]}"
        return (
            f"PokerStars Hand #{view.number}:  {game} ({self._money(low)}/{self._money(high)}{code}) - "
            f"{moment.year:04}/{moment.month:02}/{moment.day:02} {moment.hour}:{moment:%M:%S} ET"
        )

    def _table(self) -> str:
        view = self.view
        table = view.table or NO_TABLE
        name = f"{view.venue}/{table}" if view.venue or "/" in table else table
        play = "" if self.currency else " (Play Money)"
        return f"Table '{name}' {view.seat_count}-max{play} Seat #{view.seats[-1]} is the button"

    def _posts(self, events: Sequence[Event]) -> Iterator[str]:
        kinds = self.view.blind_kinds
        for event in events:
            if isinstance(event, AntePosted):
                yield self._pay(event.seat, event.amount, "posts the ante")
            elif isinstance(event, BlindPosted):
                yield self._pay(event.seat, event.amount, f"posts {kinds[event.seat]}")
            elif isinstance(event, BetReturned):
                yield self._returned(event)
        self._to_match = max(map(abs, self.view.deal.setup.blinds), default=0)

    # Cards and actions

    def _dealt_or_acted(self, event: Event) -> Iterator[str]:
        view = self.view
        match event:
            case HoleCardsDealt(seat=seat) if seat == view.reader:
                cards = view.dealt(event)
                if cards:
                    yield f"Dealt to {view.names[seat]} {_cards(cards)}"
            case StreetBegan():
                yield from self._begin(event)
            case CardsDrawn():
                yield from self._draw(event)
            case PlayerActed():
                yield self._act(event)
            case BetReturned():
                yield self._returned(event)

    def _begin(self, event: StreetBegan) -> Iterator[str]:
        if event.street not in {Street.PREFLOP, Street.PREDRAW}:
            self._to_match = 0
        self._street = event.street
        if event.board:
            before = f"{_cards(self._board)} " if self._board else ""
            yield f"*** {event.street.upper()} *** {before}{_cards(event.board)}"
        self._board += event.board

    def _draw(self, event: CardsDrawn) -> Iterator[str]:
        name, cards = self.view.names[event.seat], self.view.drawn(event)
        if not event.count:
            yield f"{name}: stands pat"
            return
        thrown = f" {_cards(cards[0])}" if cards else ""
        yield f"{name}: discards {event.count} card{'s' * (event.count > 1)}{thrown}"
        if cards:
            held = self._held(event)
            yield f"Dealt to {name}{f' {_cards(held)}' if held else ''} {_cards(cards[1])}"

    def _held(self, event: CardsDrawn) -> list[Card]:
        dealt = next(
            before.cards or ()
            for before in self.view.deal.events
            if isinstance(before, HoleCardsDealt) and before.seat == event.seat
        )
        return [card for card in dealt if card not in (event.discarded or ())]

    def _act(self, event: PlayerActed) -> str:
        name = self.view.names[event.seat]
        if event.paid:
            self._has_paid.add(event.seat)
        match event.action:
            case Fold():
                self._folded[event.seat] = self._street
                return f"{name}: folds"
            case Call():
                return self._pay(event.seat, event.paid, "calls")
            case Bet(amount=amount):
                self._to_match = amount
                return self._pay(event.seat, event.paid, "bets")
            case RaiseTo(amount=amount):
                by, self._to_match = amount - self._to_match, amount
                return self._pay(event.seat, event.paid, f"raises {self._money(by)} to", self._money(amount))
        return f"{name}: checks"

    def _pay(self, seat: DealSeat, paid: int, done: str, amount: str = "") -> str:
        """Return a line in which a seat pays; `amount` is written if it is not the chips that it pays."""
        self._left[seat] -= paid
        all_in = "" if self._left[seat] else " and is all-in"
        return f"{self.view.names[seat]}: {done} {amount or self._money(paid)}{all_in}"

    def _returned(self, event: BetReturned) -> str:
        self._left[event.seat] += event.amount
        return f"Uncalled bet ({self._money(event.amount)}) returned to {self.view.names[event.seat]}"

    # The end

    def _end(self) -> Iterator[str]:
        view, events = self.view, self.view.deal.events
        showing = [event for event in events if isinstance(event, HandShown | HandMucked)]
        if showing:
            yield "*** SHOW DOWN ***"
        for event in showing:
            name = view.names[event.seat]
            if isinstance(event, HandMucked):
                yield f"{name}: mucks hand"
            else:
                yield f"{name}: {self._shown(event.seat)}"
        for win in view.wins:
            yield f"{view.names[win.seat]} collected {self._money(win.amount)} from {self._pot(win.pot)}"
        for seat in view.volunteers:
            yield f"{view.names[seat]}: {self._shown(seat)}"
        if not showing:
            for seat in dict.fromkeys(win.seat for win in view.wins if win.seat not in view.volunteers):
                yield f"{view.names[seat]}: doesn't show hand"

    def _shown(self, seat: DealSeat) -> str:
        if not self.view.is_open(seat):
            return "doesn't show hand"
        return f"shows {_cards(self.view.deal.hole_cards[seat])} ({self._words(seat)})"

    def _words(self, seat: DealSeat) -> str:
        deal = self.view.deal
        if len(deal.hole_cards[seat]) + len(deal.board) < 5:
            return "shows cards"
        return stars_words(deal.setup.game.hand_value(deal.hole_cards[seat], deal.board))

    def _pots(self) -> int:
        return 1 + max((win.pot for win in self.view.wins), default=0)

    def _pot(self, number: int) -> str:
        pots = self._pots()
        if pots == 1:
            return "pot"
        return "main pot" if not number else "side pot" if pots == 2 else f"side pot-{number}"

    def _summary(self) -> Iterator[str]:
        view = self.view
        sums = [0] * self._pots()
        for win in view.wins:
            sums[win.pot] += win.amount
        pots = [f"{self._pot(number).capitalize()} {self._money(chips)}." for number, chips in enumerate(sums)]
        parts = f" {' '.join(pots)}" if len(pots) > 1 else ""
        yield "*** SUMMARY ***"
        yield f"Total pot {self._money(view.total)}{parts} | Rake {self._money(view.rake)}"
        if self._board:
            yield f"Board {_cards(self._board)}"
        for number, seat in sorted(zip(view.seats, sorted(view.order), strict=True)):
            yield f"Seat {number}: {view.names[seat]}{self._marks(seat)} {self._outcome(seat)}"

    def _marks(self, seat: DealSeat) -> str:
        kinds = self.view.blind_kinds
        blinds = {"small blind": " (small blind)", "big blind": " (big blind)"}
        is_poster = self.view.history.blinds[seat] > 0
        button = " (button)" if seat == len(self.view.seats) - 1 else ""
        return button + (blinds.get(kinds[seat], "") if is_poster else "")

    def _outcome(self, seat: DealSeat) -> str:
        view = self.view
        won = view.won(seat)
        if seat in self._folded:
            has_bet = seat in self._has_paid or any(
                isinstance(event, BlindPosted) and event.seat == seat for event in view.deal.events
            )
            is_first = self._folded[seat] in {Street.PREFLOP, Street.PREDRAW}
            return _FOLDS[self._folded[seat]] + (" (didn't bet)" if is_first and not has_bet else "")
        if view.deal.shown[seat] and view.is_open(seat):
            ending = f"won ({self._money(won)})" if won else "lost"
            return f"showed {_cards(view.deal.hole_cards[seat])} and {ending} with {self._words(seat)}"
        if won or not any(view.deal.shown):
            return f"collected ({self._money(won)})" if won or sum(view.deal.in_hand) == 1 else "mucked"
        cards = view.deal.hole_cards[seat]
        return f"mucked {_cards(cards)}" if seat == view.reader and view.knows(cards) else "mucked"


def _cards(cards: Iterable[Card] | Sequence[Card]) -> str:
    return f"[{' '.join(map(str, cards))}]"
