"""A finished deal step by step: what happens, in words, and the table after it.

The deal comes as the data of docs/feed-data.md, which have what their reader may see. Chances count the cards that
everybody saw at that moment, so they are only there once hands were shown before the last card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ircpoker.cards import Card, parse_cards
from ircpoker.equity.answers import answer, whole_percent
from ircpoker.equity.odds import plan
from ircpoker.equity.spots import make_spot
from ircpoker.hands.short_names import short_name
from ircpoker.records.deal_data import END
from ircpoker.records.pictures.picture import HIDDEN, SeatPicture, TablePicture, format_chips
from ircpoker.table import GAMES, Game

DealData = Mapping[str, Any]
"""A finished deal as docs/feed-data.md has it."""
_StreetData = Mapping[str, Any]
_StepData = Mapping[str, Any]

_CHANCE_SECONDS = 0.02
"""The longest estimated time to count the chances of a step; otherwise they are sampled."""
_FIVE = 5
_DECISIONS = {"fold", "check", "call", "bet", "raise_to", "draw"}
_NOTES = {
    "fold": "folds",
    "check": "checks",
    "call": "calls {}",
    "bet": "bets {}",
    "raise_to": "raises to {}",
    "muck": "mucks",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a deal.

    Attributes:
        street: the street, or `END`.
        who: the player who does it; empty if nobody does.
        words: what happens, after the name.
        picture: the table after it.
    """

    street: str
    who: str
    words: str
    picture: TablePicture


def deal_steps(deal: DealData) -> list[Step]:
    """Return the steps of a deal, the first with blinds and cards, the last with the final stacks.

    Args:
        deal: the deal.
    """
    return list(_StepTeller(deal).steps())


def street_steps(deal: DealData) -> list[Step]:
    """Return the last step of each street, and of the end."""
    last = {step.street: step for step in deal_steps(deal)}
    return list(last.values())


def deal_title(deal: DealData) -> str:
    """Return the heading of a deal: number, game, stakes and place."""
    number = [f"#{deal['deal']}"] if deal["deal"] else []
    table = f" table {deal['number']}" if deal["number"] else ""
    return " · ".join([" ".join([*number, deal["title"]]), f"{deal['place']}{table}"])


@dataclass
class _ReplaySeat:
    """A seat while the deal is told."""

    name: str
    position: str
    stack: float | None
    note: str
    bet: str = ""
    cards: tuple[str, ...] = ()
    shown: tuple[Card, ...] = ()
    chance: str = ""
    is_out: bool = False

    def give_up(self) -> None:
        """Leave the hand; cards that nobody knows leave the table."""
        self.is_out, self.chance = True, ""
        if HIDDEN in self.cards:
            self.cards = ()


@dataclass
class _StepTeller:
    """Tells a deal: the table as it is now."""

    deal: DealData
    seats: dict[int, _ReplaySeat] = field(init=False)
    game: Game | None = field(init=False)
    street: str = ""
    board: tuple[str, ...] = ()
    pot: float = 0
    actor: int = 0

    def __post_init__(self) -> None:
        """Seat the players."""
        self.game = GAMES.get(self.deal["game"])
        self.seats = {
            seat["seat"]: _ReplaySeat(seat["name"], seat["position"], seat["stack"], seat["position"])
            for seat in self.deal["seats"]
        }

    def steps(self) -> Iterator[Step]:
        """Yield the steps."""
        streets = _shown_early(self.deal["streets"])
        dealt = max(place for place, step in enumerate(streets[0]["steps"]) if step["step"] == "cards")
        yield self._opening(streets[0], streets[0]["steps"][: dealt + 1])
        yield from self._play(streets[0]["steps"][dealt + 1 :])
        for street in streets[1:]:
            words = self._begin(street)
            if words:
                yield self._step(words)
            yield from self._play(street["steps"])

    def _opening(self, street: _StreetData, steps: Sequence[_StepData]) -> Step:
        """Return the first step: blinds and cards, and the part of an ante that nobody could match."""
        self._begin(street)
        for step in steps:
            self._apply(step)
        self.actor = 0
        most = max(len(seat.cards) for seat in self.seats.values())
        words = [step["words"] for step in steps if step["words"]]
        return self._step(", ".join([*words, f"{most} cards to each player"]))

    def _play(self, steps: Iterable[_StepData]) -> Iterator[Step]:
        shown: list[str] = []
        for step in steps:
            self._apply(step)
            if step.get("goes_on"):
                shown.append(step["words"])
            else:
                yield self._step(", ".join([*shown, self._words(step)]))
                shown = []

    # What happens

    def _begin(self, street: _StreetData) -> str:
        """Begin a street; return its words, if there are any."""
        self.street, self.actor = street["street"], 0
        self.board = (*self.board, *street["cards"])
        self.pot = street["pot"]
        self._collect_bets()
        for seat in self.seats.values():
            if not (seat.is_out or seat.shown or not seat.stack):
                seat.note = seat.position
        self._judge()
        if street["cards"]:
            return self._with_chances(f"{self.street} {' '.join(street['cards'])}")
        return "" if self.street == END else self.street

    def _collect_bets(self) -> None:
        for seat in self.seats.values():
            seat.bet = ""

    def _apply(self, step: _StepData) -> None:
        seat, kind = self.seats[step["seat"]], step["step"]
        self.actor = step["seat"]
        if kind == "show":  # the betting is over, so the chips are in the middle
            self._collect_bets()
        seat.stack, self.pot = step["stack"], step["pot"]
        seat.bet = format_chips(step["bet"]) if step["bet"] > 0 else ""  # below 0 where an ante was returned
        if kind in _NOTES:
            is_all_in = step.get("paid") and seat.stack == 0
            seat.note = "all-in" if is_all_in else _NOTES[kind].format(format_chips(step.get("amount", 0)))
        if kind in {"fold", "muck"}:
            seat.give_up()
        elif kind == "cards":
            seat.cards = tuple(step["cards"]) or (HIDDEN,) * step["count"]
        elif kind == "draw":
            seat.note = f"draws {step['count']}" if step["count"] else "stands pat"
            kept = [card for card in seat.cards if card not in step["discarded"]]
            # Without known cards nobody sees which ones stay.
            seat.cards = (*kept, *step["cards"]) if step["cards"] else seat.cards
        elif kind == "show":
            seat.cards, seat.shown = tuple(step["cards"]), parse_cards(" ".join(step["cards"]))
            self._judge()
        elif kind == "win":
            seat.bet, seat.chance = f"+{format_chips(step['amount'])}", ""

    def _judge(self) -> None:
        """Name the hands that were shown, and count their chances while cards are to come."""
        if self.game is None:
            return
        board = parse_cards(" ".join(self.board), fewest=0)
        for seat in self.seats.values():
            seat.chance = ""
            if seat.shown and not seat.is_out:
                is_whole = len(seat.shown) == _FIVE or len(board) >= _FIVE - 2
                seat.note = short_name(self.game.hand_value(seat.shown, board)) if is_whole else seat.position
        live = [seat for seat in self.seats.values() if not seat.is_out]
        to_come = sum(street.board_cards for street in self.game.streets) - len(board)
        if to_come and len(live) > 1 and all(seat.shown for seat in live):
            spot = make_spot([seat.shown for seat in live], board, game=self.game.name)
            found = answer(spot, plan(spot, _CHANCE_SECONDS, _CHANCE_SECONDS))
            for seat, each in zip(live, found.equities, strict=True):
                seat.chance = whole_percent(each.equity)

    # Words

    def _words(self, step: _StepData) -> str:
        return self._with_chances(step["words"]) if step["step"] == "show" else str(step["words"])

    def _with_chances(self, words: str) -> str:
        chances = [f"{seat.name} {seat.chance}" for seat in self.seats.values() if seat.chance]
        return f"{words} · chances: {', '.join(chances)}" if chances else words

    # Pictures

    def _step(self, words: str) -> Step:
        who = self.seats[self.actor].name if self.actor else ""
        is_named = who and words.startswith(f"{who} ")
        words = words[len(who) + 1 :] if is_named else words
        return Step(self.street, who if is_named else "", words, self._picture())

    def _picture(self) -> TablePicture:
        first = self.deal["reader"] or self.deal["button"]
        numbers = list(self.seats)
        start = numbers.index(first) if first in numbers else 0
        seats = [
            SeatPicture(
                seat.name,
                "?" if seat.stack is None else format_chips(seat.stack),
                seat.bet,
                seat.cards,
                seat.note,
                seat.chance,
                has_button=number == self.deal["button"],
                is_out=seat.is_out,
                is_turn=number == self.actor,
            )
            for number in numbers[start:] + numbers[:start]
            for seat in [self.seats[number]]
        ]
        return TablePicture(self.street, tuple(seats), self.board, f"pot {format_chips(self.pot)}" if self.pot else "")


def _shown_early(streets: Sequence[_StreetData]) -> Sequence[_StreetData]:
    """Return the streets with the hands shown as soon as nobody can bet any more, as they are at the bot's tables.

    Histories have them at the end. They stay there if a hand was mucked, because then nobody knows when.
    """
    kinds = [{step["step"] for step in street["steps"]} for street in streets]
    dealt = [place for place, street in enumerate(streets) if street["street"] != END]
    last = max((place for place in dealt if kinds[place] & _DECISIONS), default=0)
    ending = streets[-1]["steps"]
    shows = [step for step in ending if step["step"] == "show"]
    if last == dealt[-1] or "muck" in kinds[-1] or len(shows) < 2 or kinds[-1] <= {"win"}:
        return streets
    pot = streets[last + 1]["pot"]
    early = [
        step | {"pot": pot, "words": _shows(step), "goes_on": number < len(shows)}
        for number, step in enumerate(shows, 1)
    ]
    moved = [dict(street) for street in streets]
    moved[last]["steps"] = [*streets[last]["steps"], *early]
    moved[-1]["steps"] = [step for step in ending if step not in shows]
    return moved


def _shows(step: _StepData) -> str:
    """Return that somebody shows cards, without the hand that they make in the end."""
    before, _, _ = step["words"].partition(step["cards"][0])
    return f"{before}{' '.join(step['cards'])}"
