"""Writes a deal as the text of PokerStars, which trackers and replayers read.

Every line is one that such programs know; the reasons for its form are in docs/records.md.

The hands of a showdown in the words of PokerStars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache

from ircpoker.cards import Card, Rank
from ircpoker.errors import HistoryError
from ircpoker.hands import Category, HandValue
from ircpoker.records.amounts import CENTS
from ircpoker.records.forms import USUAL, ExportOptions
from ircpoker.records.played import NO_TABLE, PUBLIC, UNDATED, HandReader, PlayedHand
from ircpoker.records.visiting import CardChange, HandVisitor
from ircpoker.table import Bet, Betting, Call, DealSeat, Fold, RaiseTo, Street
from ircpoker.table.events import CardsDrawn, PlayerActed, PotWon

MOST_DIGITS = 12
"""Of a deal's number: PokerTracker takes no more."""
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


def write_pokerstars(hand: PlayedHand, reader: HandReader = PUBLIC, options: ExportOptions = USUAL) -> str:
    """Return a hand as text of PokerStars.

    Args:
        hand: the hand.
        reader: for whom it is written.
        options: what the export asks.

    Returns:
        Whole lines, and the empty lines between deals.

    Raises:
        HistoryError: the text cannot carry the deal.
    """
    if hand.unknown_stacks:
        raise HistoryError("a stack is unknown", hand.source.file, hand.source.section, "starting_stacks")
    writer = _StarsWriter(hand, reader, hand.facts.currency or options.currency)
    writer.visit()
    return "\n".join([*writer.lines, *writer.summary()]) + "\n" + _AFTER


class _StarsWriter(HandVisitor):
    """Writes one deal."""

    def __init__(self, hand: PlayedHand, reader: HandReader, currency: str) -> None:
        super().__init__(hand, reader)
        self.currency = currency
        self.lines = [self._header(), self._table()]
        for seat in hand.by_number:
            number, name, _ = hand.seats[seat]
            self.lines.append(f"Seat {number}: {name} ({self._money(self.left[seat])} in chips)")
        self._has_bet: set[DealSeat] = set()
        self._dealt: dict[DealSeat, tuple[Card, ...]] = {}
        self._pots = 1 + max((win.pot for win in hand.wins), default=0)

    def _money(self, units: int) -> str:
        """Return an amount; one of a deal that has cents in any case has them always."""
        places = CENTS if self.hand.facts.currency and self.hand.decimals == CENTS else 0
        return SIGNS.get(self.currency, "") + self.amount(units).text(places)

    # Before the cards

    def _header(self) -> str:
        hand = self.hand
        moment = hand.played_at or datetime(*UNDATED)  # noqa: DTZ001 - the time of New York has no zone in the text
        limit = hand.game.betting is Betting.LIMIT
        low, high = (hand.small_bet, hand.deal.setup.big_bet) if limit else (hand.small_blind, hand.small_bet)
        code = f" {self.currency}" if self.currency else ""
        game = f"{hand.game.stars_title} {BETTING_TITLES[hand.game.betting]}"
        return (
            f"PokerStars Hand #{hand.facts.number}:  {game} ({self._money(low)}/{self._money(high)}{code}) - "
            f"{moment.year:04}/{moment.month:02}/{moment.day:02} {moment.hour}:{moment:%M:%S} ET"
        )

    def _table(self) -> str:
        hand = self.hand
        table = hand.table or NO_TABLE
        name = f"{hand.venue}/{table}" if hand.venue or "/" in table else table
        play = "" if self.currency else " (Play Money)"
        return f"Table '{name}' {hand.seat_count}-max{play} Seat #{hand.button} is the button"

    def post(self, seat: DealSeat, amount: int, kind: str) -> None:
        """Write a forced bet."""
        if kind != "ante":
            self._has_bet.add(seat)
        self._write_paid(seat, amount, f"posts {'the ante' if kind == 'ante' else kind}")

    def posted(self) -> None:
        """Write that the cards are dealt."""
        self.lines.append(f"*** {'DEALING HANDS' if self.hand.game.numbers_cards else 'HOLE CARDS'} ***")

    # Cards and actions

    def dealt(self, seat: DealSeat, count: int, cards: tuple[Card, ...] | None) -> None:
        """Write the reader's cards."""
        del count
        self._dealt[seat] = cards or ()
        if seat == self.reader.seat and cards:
            self.lines.append(f"Dealt to {self.name(seat)} {_cards(cards)}")

    def began(self, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Write a street with cards."""
        if new:
            self.lines.append(f"*** {self.street.upper()} *** {f'{_cards(before)} ' if before else ''}{_cards(new)}")

    def drawn(self, event: CardsDrawn, cards: CardChange | None) -> None:
        """Write a draw."""
        name, count = self.name(event.seat), event.count
        if not count:
            self.lines.append(f"{name}: stands pat")
            return
        thrown = f" {_cards(cards[0])}" if cards else ""
        self.lines.append(f"{name}: discards {count} card{'s' * (count > 1)}{thrown}")
        if cards:
            held = [card for card in self._dealt[event.seat] if card not in cards[0]]
            self.lines.append(f"Dealt to {name}{f' {_cards(held)}' if held else ''} {_cards(cards[1])}")

    def acted(self, event: PlayerActed) -> None:
        """Write an action."""
        seat, paid = event.seat, event.paid
        if paid:
            self._has_bet.add(seat)
        match event.action:
            case Fold():
                self.lines.append(f"{self.name(seat)}: folds")
            case Call():
                self._write_paid(seat, paid, "calls")
            case Bet():
                self._write_paid(seat, paid, "bets")
            case RaiseTo(amount=amount):
                by = self._money(amount - self.to_match_before)
                self._write_paid(seat, paid, f"raises {by} to", self._money(amount))
            case _:
                self.lines.append(f"{self.name(seat)}: checks")

    def _write_paid(self, seat: DealSeat, paid: int, done: str, amount: str = "") -> None:
        """Write that a seat has paid; `amount` is written if it is not the chips that it has paid."""
        all_in = "" if self.left[seat] else " and is all-in"
        self.lines.append(f"{self.name(seat)}: {done} {amount or self._money(paid)}{all_in}")

    def returned(self, seat: DealSeat, amount: int) -> None:
        """Write an uncalled bet."""
        self.lines.append(f"Uncalled bet ({self._money(amount)}) returned to {self.name(seat)}")

    # The end

    def showdown(self) -> None:
        """Write that hands are shown."""
        self.lines.append("*** SHOW DOWN ***")

    def mucked(self, seat: DealSeat, *, is_shown: bool) -> None:
        """Write that nobody has seen a hand."""
        done = "doesn't show hand" if is_shown else "mucks hand"
        self.lines.append(f"{self.name(seat)}: {done}")

    def shown(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        """Write a hand that is shown."""
        self.lines.append(f"{self.name(seat)}: shows {_cards(cards)} ({self._words(cards)})")

    def won(self, win: PotWon) -> None:
        """Write who has won chips."""
        self.lines.append(f"{self.name(win.seat)} collected {self._money(win.amount)} from {self._pot(win.pot)}")

    def volunteered(self, seat: DealSeat) -> None:
        """Write a hand that is shown after the end."""
        self.shown(seat, self.hand.deal.hole_cards[seat])

    def _words(self, cards: tuple[Card, ...]) -> str:
        game = self.hand.game
        return stars_words(game.hand_value(cards, self.board)) if game.makes_hand(cards, self.board) else "shows cards"

    def _pot(self, number: int) -> str:
        if self._pots == 1:
            return "pot"
        return "main pot" if not number else "side pot" if self._pots == 2 else f"side pot-{number}"

    def summary(self) -> Iterator[str]:
        """Yield the lines after the end."""
        hand = self.hand
        if not hand.showdown:
            for seat in dict.fromkeys(win.seat for win in hand.wins if win.seat not in hand.showed):
                yield f"{self.name(seat)}: doesn't show hand"
        sums = [0] * self._pots
        for win in hand.wins:
            sums[win.pot] += win.amount
        pots = [f"{self._pot(number).capitalize()} {self._money(chips)}." for number, chips in enumerate(sums)]
        parts = f" {' '.join(pots)}" if len(pots) > 1 else ""
        yield "*** SUMMARY ***"
        yield f"Total pot {self._money(hand.total)}{parts} | Rake {self._money(hand.rake)}"
        if self.board:
            yield f"Board {_cards(self.board)}"
        for seat in hand.by_number:
            yield f"Seat {hand.seats[seat].number}: {self.name(seat)}{self._marks(seat)} {self._outcome(seat)}"

    def _marks(self, seat: DealSeat) -> str:
        button = " (button)" if seat == len(self.hand.seats) - 1 else ""
        kind = self.hand.blind_kinds[seat] if self.hand.posted[seat] > 0 else ""
        return button + (f" ({kind})" if kind in {"small blind", "big blind"} else "")

    def _outcome(self, seat: DealSeat) -> str:
        hand = self.hand
        won, cards = hand.won(seat), hand.deal.hole_cards[seat]
        if seat in self.folded:
            is_free = self.folded[seat] is hand.game.streets[0].street and seat not in self._has_bet
            return _FOLDS[self.folded[seat]] + (" (didn't bet)" if is_free else "")
        if hand.deal.shown[seat] and hand.is_open(seat):
            ending = f"won ({self._money(won)})" if won else "lost"
            return f"showed {_cards(cards)} and {ending} with {self._words(cards)}"
        if won or not any(hand.deal.shown):
            return f"collected ({self._money(won)})" if won or sum(hand.deal.in_hand) == 1 else "mucked"
        return f"mucked {_cards(cards)}" if seat == self.reader.seat and self.visible(cards) else "mucked"


def _cards(cards: Iterable[Card]) -> str:
    return f"[{' '.join(map(str, cards))}]"


_WORDS = {
    Category.HIGH_CARD: "high card {first}",
    Category.ONE_PAIR: "a pair of {plural}",
    Category.TWO_PAIR: "two pair, {plural} and {others}",
    Category.THREE_OF_A_KIND: "three of a kind, {plural}",
    Category.STRAIGHT: "a straight, {last} to {first}",
    Category.FLUSH: "a flush, {first} high",
    Category.FULL_HOUSE: "a full house, {plural} full of {others}",
    Category.FOUR_OF_A_KIND: "four of a kind, {plural}",
    Category.STRAIGHT_FLUSH: "a straight flush, {last} to {first}",
    Category.ROYAL_FLUSH: "a Royal Flush",
}
_PLURALS = {rank: f"{rank.name.capitalize()}s" for rank in Rank} | {Rank.SIX: "Sixes"}


@cache
def stars_words(value: HandValue) -> str:
    """Return a hand in words.

    Examples:
        >>> from ircpoker.hands import evaluate
        >>> stars_words(evaluate("Ah Kd Qc Jc 9s")), stars_words(evaluate("6h 6d 5c 5s 2h"))
        ('high card Ace', 'two pair, Sixes and Fives')
        >>> stars_words(evaluate("Ah 2d 3c 4s 5h"))
        'a straight, Ace to Five'
    """
    first, *_, fourth, last = value.ranks
    return _WORDS[value.category].format(
        first=first.name.capitalize(), last=last.name.capitalize(), plural=_PLURALS[first], others=_PLURALS[fourth]
    )
