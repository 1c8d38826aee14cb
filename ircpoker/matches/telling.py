"""Finished deals of a match in words: street by street, with all cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.cards import format_cards
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
    from collections.abc import Sequence

    from ircpoker.matches.match import PlayedDeal
    from ircpoker.table.events import Event

_WIDTH = 10


def tell_deal(title: str, played: PlayedDeal, names: Sequence[str]) -> str:
    """Return a deal in words.

    Args:
        title: its first line.
        played: the deal.
        names: of the robots, each different.

    Returns:
        Whole lines: who sits where with which cards, a line for each street, and what each won.
    """
    deal = played.deal
    seated = [names[number] for number in played.order]
    lines = [("seats", _seats(played, seated))]
    for event in deal.events:
        if isinstance(event, StreetBegan):
            lines.append((event.street, [f"[{format_cards(event.board)}]"] if event.board else []))
        elif not isinstance(event, AntePosted | BlindPosted | HoleCardsDealt):
            lines[-1][1].append(_tell(event, seated))
    won = zip(seated, deal.setup.stacks, deal.stacks, strict=True)
    lines.append(("result", [f"{name} {after - before:+}" for name, before, after in won]))
    return f"{title}\n" + "".join([f"  {label:{_WIDTH}}{', '.join(texts)}\n" for label, texts in lines])


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names, with numbers where one is there more than once."""
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def _seats(played: PlayedDeal, seated: Sequence[str]) -> list[str]:
    deal = played.deal
    posts = [0] * len(seated)
    dealt: dict[int, str] = {}
    for event in deal.events:
        if isinstance(event, AntePosted | BlindPosted):
            posts[event.seat] += event.amount
        elif isinstance(event, HoleCardsDealt) and event.cards is not None:
            dealt[event.seat] = format_cards(event.cards)
    return [
        f"{position} {name} {stack} ({dealt[seat]})" + (f" posts {posts[seat]}" if posts[seat] else "")
        for seat, (position, name, stack) in enumerate(
            zip(position_names(deal.setup), seated, deal.setup.stacks, strict=True)
        )
    ]


def _tell(event: Event, seated: Sequence[str]) -> str:
    name = "" if isinstance(event, StreetBegan) else seated[event.seat]
    match event:
        case PlayerActed(action=Fold()):
            words = "folds"
        case PlayerActed(action=Check()):
            words = "checks"
        case PlayerActed(action=Call(), paid=paid):
            words = f"calls {paid}"
        case PlayerActed(action=Bet(amount)):
            words = f"bets {amount}"
        case PlayerActed(action=RaiseTo(amount)):
            words = f"raises to {amount}"
        case CardsDrawn(count=0):
            words = "stands pat"
        case CardsDrawn(discarded=discarded, drawn=drawn):
            words = f"changes {format_cards(discarded or ())} for {format_cards(drawn or ())}"
        case BetReturned(amount=amount):
            words = f"gets {amount} back"
        case HandShown(cards=cards):
            words = f"shows {format_cards(cards)}"
        case HandMucked():
            words = "mucks"
        case PotWon(pot=0, amount=amount):
            words = f"wins {amount}"
        case PotWon(pot=pot, amount=amount):
            words = f"wins {amount} (side pot {pot})"
        case _:
            words = type(event).__name__
    return f"{name} {words}"
