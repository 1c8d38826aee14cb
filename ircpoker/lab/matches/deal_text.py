"""Finished deals in words: street by street, with the cards that are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.cards import CARDS, format_cards
from ircpoker.table.actions import Bet, Call, Check, Fold, RaiseTo
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
    from collections.abc import Callable, Collection, Sequence

    from ircpoker.cards import Card
    from ircpoker.table import Deal
    from ircpoker.table.events import Event

_WIDTH = 10


def format_deal(
    title: str,
    deal: Deal,
    seated: Sequence[str],
    *,
    known: Collection[Card] = CARDS,
    amount: Callable[[int], object] = str,
) -> str:
    """Return a deal in words.

    Args:
        title: the first line.
        deal: the finished deal.
        seated: the names of the seats, each different.
        known: the cards that may be shown.
        amount: formats a number of chips.

    Returns:
        Whole lines: the seats with their cards, a line for each street, and what each seat won.
    """
    text = _DealText(deal, seated, frozenset(known), amount)
    lines = [("seats", text.seats())]
    for event in deal.events:
        if isinstance(event, StreetBegan):
            lines.append((event.street, [f"[{format_cards(event.board)}]"] if event.board else []))
        elif not isinstance(event, AntePosted | BlindPosted | HoleCardsDealt):
            lines[-1][1].append(text.describe(event))
    won = zip(seated, deal.setup.stacks, deal.stacks, strict=True)
    lines.append(
        (
            "result",
            [f"{name} {'+' if after >= before else '-'}{amount(abs(after - before))}" for name, before, after in won],
        )
    )
    return f"{title}\n" + "".join([f"  {label:{_WIDTH}}{', '.join(texts)}".rstrip() + "\n" for label, texts in lines])


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names, numbered where a name occurs more than once."""
    return [
        f"{name} {names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]


@dataclass(frozen=True, slots=True)
class _DealText:
    """Words the events of a deal."""

    deal: Deal
    names: Sequence[str]
    known: frozenset[Card]
    amount: Callable[[int], object]

    def _cards(self, cards: Sequence[Card]) -> str:
        return " ".join([str(card) if card in self.known else "??" for card in cards])

    def seats(self) -> list[str]:
        """Return the seats, with the cards dealt and the chips posted."""
        setup = self.deal.setup
        posts = [0] * len(self.names)
        dealt: dict[int, str] = {}
        for event in self.deal.events:
            if isinstance(event, AntePosted | BlindPosted):
                posts[event.seat] += event.amount
            elif isinstance(event, HoleCardsDealt) and event.cards is not None:
                dealt[event.seat] = self._cards(event.cards)
        return [
            f"{position} {name} {self.amount(stack)} ({dealt[seat]})"
            + (f" posts {self.amount(posts[seat])}" if posts[seat] else "")
            for seat, (position, name, stack) in enumerate(
                zip(position_names(setup), self.names, setup.stacks, strict=True)
            )
        ]

    def describe(self, event: Event) -> str:
        """Return an event in words."""
        name = "" if isinstance(event, StreetBegan) else self.names[event.seat]
        match event:
            case PlayerActed(action=Fold()):
                done = "folds"
            case PlayerActed(action=Check()):
                done = "checks"
            case PlayerActed(action=Call(), paid=paid):
                done = f"calls {self.amount(paid)}"
            case PlayerActed(action=Bet(amount)):
                done = f"bets {self.amount(amount)}"
            case PlayerActed(action=RaiseTo(amount)):
                done = f"raises to {self.amount(amount)}"
            case CardsDrawn(count=0):
                done = "stands pat"
            case CardsDrawn(discarded=discarded, drawn=drawn):
                done = f"changes {self._cards(discarded or ())} for {self._cards(drawn or ())}"
            case BetReturned(amount=amount):
                done = f"gets {self.amount(amount)} back"
            case HandShown(cards=cards):
                done = f"shows {self._cards(cards)}"
            case HandMucked():
                done = "mucks"
            case PotWon(pot=0, amount=amount):
                done = f"wins {self.amount(amount)}"
            case PotWon(pot=pot, amount=amount):
                done = f"wins {self.amount(amount)} (side pot {pot})"
            case _:
                done = type(event).__name__
        return f"{name} {done}"
