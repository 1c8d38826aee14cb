"""A finished deal as data: all that a program needs to show it again, step by step, for one reader.

docs/feed-data.md defines the shape. The data are written from a `HandView`, so they have the cards that the reader may
see and no others; what was folded or mucked stands nowhere but in the proof.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING

from ircpoker.hands.short_names import pocket_name, showdown_names
from ircpoker.records.deal_words import act_phrase
from ircpoker.records.phh.amounts import ScaledAmount
from ircpoker.table import GAMES, Bet, Call, Check, DealSeat, Fold, RaiseTo, deal_seats
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
from ircpoker.table.positions import posting_names
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ircpoker.cards import Card
    from ircpoker.fairness.shuffle import Proof
    from ircpoker.records.view import HandView
    from ircpoker.table import Game
    from ircpoker.table.events import Event
    from ircpoker.words.catalogue import Catalogue

Data = dict[str, object]
"""A JSON object."""

END = "end"
"""The name of the part after the last betting, where hands are shown and pots paid."""


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What a history does not say about a deal.

    Attributes:
        kinds: `person` or `robot` for each seat of the deal; empty if that is not known.
        commitment: the commitment of its deck; empty if there is none.
        proof: the proof of its deck, as soon as it may be shown.
        words: the catalogue of the reader; None for English.
    """

    kinds: Sequence[str] = ()
    commitment: str = ""
    proof: Proof | None = None
    words: Catalogue | None = None


def deal_data(view: HandView, facts: DealFacts | None = None) -> Data:
    """Return a finished deal as data.

    Args:
        view: the deal, for one reader.
        facts: what its history does not say.

    Returns:
        An object for `json.dumps`, as docs/feed-data.md has it.
    """
    facts = facts or DealFacts()
    seats, deal = list(deal_seats(len(view.names))), view.deal
    moment, game = view.hand.facts.played_at, view.history.game
    writer = _StepWriter(view, facts.words or load_catalogue())
    forced = {"small_blind": view.small_blind, "big_blind": view.big_blind, "ante": max(view.antes)}
    stakes = {name: writer.amount(chips) for name, chips in forced.items()}
    positions = posting_names(deal.setup)
    return {
        "deal": str(view.number) if view.number else "",
        "network": view.venue,
        "place": view.table or "private",
        "number": 0,
        "ended": moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment else "",
        "game": _key_of(game),
        "betting": game.betting.value,
        "title": f"{game.betting.value.replace('_', '-')} {game.title} {_stakes_words(stakes)}",
        "stakes": stakes,
        "most_seats": view.seat_count,
        "button": view.seats[-1],
        "reader": 0 if view.reader is None else view.seats[view.reader],
        "seats": [
            {
                "seat": view.seats[seat],
                "name": view.names[seat],
                "kind": facts.kinds[seat] if facts.kinds else "",
                "position": positions[seat],
                "stack": writer.stack(seat, deal.setup.stacks[seat]),
            }
            for seat in sorted(seats, key=lambda seat: view.seats[seat])
        ],
        "streets": writer.streets(),
        "board": list(map(str, deal.board)),
        "pots": _pots(view, writer),
        "rake": writer.amount(view.rake),
        "results": [_result(view, writer, seat) for seat in sorted(seats, key=lambda seat: view.seats[seat])],
        "proof": _proof(facts),
    }


def _stakes_words(stakes: Mapping[str, int | float]) -> str:
    """Return the forced bets: `5/10`, `ante 10`, `5/10 ante 1`."""
    blinds, ante = f"{stakes['small_blind']}/{stakes['big_blind']}", f"ante {stakes['ante']}"
    return " ".join([*[blinds] * bool(stakes["big_blind"]), *[ante] * bool(stakes["ante"])])


def _key_of(game: Game) -> str:
    """Return the name by which players choose a game; the name of its rules if it is not played at tables."""
    return next((key for key, other in GAMES.items() if other == game), game.name)


def _pots(view: HandView, writer: _StepWriter) -> list[Data]:
    winners: dict[int, list[Data]] = {}
    for win in view.wins:
        winners.setdefault(win.pot, []).append({"seat": view.seats[win.seat], "won": writer.amount(win.amount)})
    amounts = {pot: sum(win.amount for win in view.wins if win.pot == pot) for pot in winners}
    return [
        {"pot_number": pot, "amount": writer.amount(amounts[pot]), "winners": winners[pot]} for pot in sorted(winners)
    ]


def _result(view: HandView, writer: _StepWriter, seat: DealSeat) -> Data:
    net = view.final_stacks[seat] - view.deal.setup.stacks[seat]
    won = view.won(seat)
    is_seen = view.is_open(seat) or seat == view.reader
    cards = view.deal.hole_cards[seat] if is_seen and view.knows(view.deal.hole_cards[seat]) else ()
    return {
        "seat": view.seats[seat],
        "put_in": writer.amount(won - net),
        "won": writer.amount(won),
        "net": writer.amount(net),
        "cards": list(map(str, cards)),
        "hand": writer.hands.get(seat, ""),
    }


def _proof(facts: DealFacts) -> Data | None:
    if not facts.commitment and facts.proof is None:
        return None
    if facts.proof is None:
        return {"commitment": facts.commitment, "is_due": False}
    shown: Data = json.loads(facts.proof.to_json())
    return {"commitment": facts.proof.commitment, "is_due": True, "shown": shown}


@dataclass
class _StepWriter:
    """Writes the streets of a deal, and keeps stacks, bets and the pot as they are after each step."""

    view: HandView
    words: Catalogue
    hands: dict[DealSeat, str] = field(init=False)
    _stacks: list[int] = field(init=False)
    _bets: list[int] = field(init=False)
    _pot: int = 0
    _board: tuple[Card, ...] = ()
    _streets: list[Data] = field(default_factory=list)
    _steps: list[Data] = field(default_factory=list)
    _street: str = ""

    def __post_init__(self) -> None:
        view = self.view
        self._stacks = list(view.deal.setup.stacks)
        self._bets = [0] * len(self._stacks)
        seen = [seat for seat in deal_seats(len(self._stacks)) if view.is_open(seat)]
        cards, board = view.deal.hole_cards, view.deal.board
        if all(len(cards[seat]) + len(board) >= 5 for seat in seen):
            values = [view.history.game.hand_value(cards[seat], board) for seat in seen]
            self.hands = dict(zip(seen, showdown_names(values), strict=True))
        else:
            self.hands = {seat: pocket_name(cards[seat]) for seat in seen}

    def amount(self, units: int) -> int | float:
        """Return chips, or money with its decimals."""
        number = ScaledAmount(units, self.view.history.decimals).number
        return number if isinstance(number, int) else float(number)

    def stack(self, seat: DealSeat, units: int) -> int | float | None:
        """Return a stack; None for an unknown one."""
        return None if seat in self.view.history.unknown_stacks else self.amount(units)

    def streets(self) -> list[Data]:
        """Return the parts of the deal, each with its steps."""
        forced, events = self.view.events
        self._begin(self.view.history.game.streets[0].street.value, ())
        last = max(index for index, event in enumerate(events) if isinstance(event, StreetBegan))
        for index, event in enumerate((*forced, *events), -len(forced)):
            if isinstance(event, HandShown | HandMucked) and index > last:
                self._begin(END, ())
            if isinstance(event, StreetBegan):
                self._begin(event.street.value, event.board)
            elif not isinstance(event, PotWon):
                self._add(event)
        self._begin(END, ())
        for seat in self.view.volunteers:
            self._add(HandShown(seat, self.view.deal.hole_cards[seat]))
        for win in self.view.wins:
            self._add(win)
        return self._streets

    def _begin(self, street: str, new: tuple[Card, ...]) -> None:
        if street == self._street:
            return
        self._bets = [0] * len(self._bets)
        self._steps, self._street = [], street
        before, self._board = self._board, (*self._board, *new)
        self._streets.append(
            {
                "street": street,
                "cards": list(map(str, new)),
                "board": list(map(str, self._board)),
                "pot": self.amount(self._pot),
                "words": self.words.text(_street_phrase(street, before, new)) if new else "",
                "steps": self._steps,
            }
        )

    def _add(self, event: Event) -> None:
        match event:
            case AntePosted(seat=seat, amount=amount) | BlindPosted(seat=seat, amount=amount):
                kind = self.view.blind_kinds[seat] if isinstance(event, BlindPosted) else "ante"
                self._pay(seat, amount, is_bet=isinstance(event, BlindPosted))
                phrase = Phrase("acts.post", who=self._who(seat), amount=self.amount(amount))
                self._step("post", seat, phrase, amount, kind=kind.replace(" ", "_"))
            case HoleCardsDealt():
                self._dealt(event)
            case PlayerActed():
                self._acted(event)
            case CardsDrawn():
                self._drawn(event)
            case BetReturned(seat=seat, amount=amount):
                self._pay(seat, -amount, is_bet=True)
                phrase = Phrase("table.back.other", who=self._who(seat), chips=self.amount(amount))
                self._step("back", seat, phrase, amount)
            case HandShown(seat=seat) if self.view.is_open(seat):
                self._shown(seat)
            case HandShown(seat=seat) | HandMucked(seat=seat):
                self._step("muck", seat, Phrase("acts.muck", who=self._who(seat)))
            case PotWon(seat=seat, pot=pot, amount=amount):
                self._pot -= amount
                self._stacks[seat] += amount
                phrase = Phrase("history.wins.other", who=self._who(seat), chips=self.amount(amount))
                self._step("win", seat, phrase, amount, pot_number=pot)

    def _dealt(self, event: HoleCardsDealt) -> None:
        is_own = event.seat == self.view.reader or self.view.shows_all
        cards = (self.view.dealt(event) if is_own else None) or ()
        phrase = Phrase("acts.holds", who=self._who(event.seat), cards=_spaced(cards)) if cards else ""
        self._step("cards", event.seat, phrase, cards=cards, count=event.count)

    def _acted(self, event: PlayerActed) -> None:
        self._pay(event.seat, event.paid, is_bet=True)
        match event.action:
            case Fold():
                step, amount = "fold", 0
            case Check():
                step, amount = "check", 0
            case Call():
                step, amount = "call", event.paid
            case Bet(amount):
                step = "bet"
            case RaiseTo(amount):
                step = "raise_to"
            case _:
                return
        phrase = act_phrase(event, "other", self._who(event.seat), self.amount)
        if event.paid and not self._stacks[event.seat]:
            phrase = Phrase("acts.all_in", done=phrase)
        self._step(step, event.seat, phrase, amount, paid=self.amount(event.paid))

    def _drawn(self, event: CardsDrawn) -> None:
        seen = self.view.drawn(event)
        phrase = act_phrase(event, "other", self._who(event.seat))
        if seen and seen[1]:
            phrase = Phrase("history.drawn", done=phrase, cards=_spaced(seen[1]))
        gone, drawn = seen or ((), ())
        self._step("draw", event.seat, phrase, count=event.count, discarded=list(map(str, gone)), cards=drawn)

    def _shown(self, seat: DealSeat) -> None:
        cards, hand = self.view.deal.hole_cards[seat], self.hands[seat]
        phrase = Phrase("table.shows.other", who=self._who(seat), cards=_spaced(cards), hand=hand)
        self._step("show", seat, phrase, cards=cards, hand=hand)

    def _pay(self, seat: DealSeat, chips: int, *, is_bet: bool) -> None:
        self._stacks[seat] -= chips
        self._pot += chips
        if is_bet:
            self._bets[seat] += chips

    def _who(self, seat: DealSeat) -> str:
        return self.view.names[seat]

    def _step(
        self,
        step: str,
        seat: DealSeat,
        phrase: Phrase | str,
        amount: int | None = None,
        cards: Iterable[Card] | None = None,
        **more: object,
    ) -> None:
        data: Data = {"step": step, "seat": self.view.seats[seat]}
        if amount is not None:
            data["amount"] = self.amount(amount)
        if cards is not None:
            data["cards"] = list(map(str, cards))
        self._steps.append(
            data
            | more
            | {
                "stack": self.stack(seat, self._stacks[seat]),
                "bet": self.amount(self._bets[seat]),
                "pot": self.amount(self._pot),
                "words": self.words.text(phrase) if phrase else "",
            }
        )


def _street_phrase(street: str, before: Sequence[Card], new: Sequence[Card]) -> Phrase:
    if not before:
        return Phrase(f"street.{street}", board=_spaced(new))
    return Phrase(f"street.{street}", board=[*_spaced(before), " ", Phrase("street.new", cards=_spaced(new))])


def _spaced(cards: Iterable[Card]) -> list[str]:
    return [" ".join(map(str, cards))]
