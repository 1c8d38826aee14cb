"""Finished deals in words: street by street, with the cards that are known, and with the rake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ircpoker.cards import Card, format_cards
from ircpoker.errors import printable
from ircpoker.records.amounts import ScaledAmount
from ircpoker.records.deal_words import act_phrase
from ircpoker.records.played import PlayedHand
from ircpoker.table import events
from ircpoker.table.button import position_names
from ircpoker.words import Phrase

_WIDTH = 10


def format_deal(title: str, hand: PlayedHand, say: Callable[[Phrase], str] = str) -> str:
    """Return a deal in words.

    Args:
        title: the first line.
        hand: the hand; all its players have different names.
        say: words a phrase; in English if it is left out.

    Returns:
        Whole lines: the seats with their cards, a line for each street, and what each seat won after the rake.
    """
    text = _DealText(hand, list(map(printable, hand.names)), say)
    lines = [(say(Phrase("deal_text.seats")), text.seats())]
    for event in hand.deal.events:
        if isinstance(event, events.StreetBegan):
            board = [f"[{format_cards(event.board)}]"] if event.board else []
            lines.append((say(Phrase(f"pictures.street_{event.street}")), board))
        elif not isinstance(event, events.AntePosted | events.BlindPosted | events.HoleCardsDealt | events.PotWon):
            lines[-1][1].append(text.describe(event))
    lines[-1][1].extend(map(text.describe, hand.wins))
    if hand.rake:
        lines[-1][1].append(say(Phrase("deal_text.rake", amount=text.amount(hand.rake))))
    results = []
    for name, before, after in zip(text.names, hand.deal.setup.stacks, hand.final_stacks, strict=True):
        results.append(f"{name} {'+' if after >= before else '-'}{text.amount(abs(after - before))}")
    lines.append((say(Phrase("deal_text.result")), results))
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

    hand: PlayedHand
    names: Sequence[str]
    say: Callable[[Phrase], str]

    def amount(self, units: int) -> ScaledAmount:
        """Return chips as the source of the hand counts them."""
        return ScaledAmount(units, self.hand.decimals)

    def _cards(self, cards: Sequence[Card]) -> str:
        return " ".join([str(card) if card in self.hand.known else "??" for card in cards])

    def seats(self) -> list[str]:
        """Return the seats, with the cards dealt and the chips posted."""
        setup = self.hand.deal.setup
        posts = [0] * len(self.names)
        dealt: dict[int, str] = {}
        for event in self.hand.deal.events:
            if isinstance(event, events.AntePosted | events.BlindPosted):
                posts[event.seat] += event.amount
            elif isinstance(event, events.HoleCardsDealt) and event.cards is not None:
                dealt[event.seat] = self._cards(event.cards)
        return [
            f"{position} {name} {self.amount(stack)} ({dealt[seat]})"
            + (f" {self.say(Phrase('deal_text.posts', amount=self.amount(posts[seat])))}" if posts[seat] else "")
            for seat, (position, name, stack) in enumerate(
                zip(position_names(setup), self.names, setup.stacks, strict=True)
            )
        ]

    def describe(self, event: events.Event) -> str:
        """Return an event in words."""
        if isinstance(event, events.StreetBegan):
            return ""
        name = self.names[event.seat]
        match event:
            case events.PlayerActed() | events.CardsDrawn(count=0):
                phrase = act_phrase(event, "other", name, self.amount)
            case events.CardsDrawn(discarded=discarded, drawn=drawn):
                cards = {"discarded": self._cards(discarded or ()), "drawn": self._cards(drawn or ())}
                phrase = Phrase("deal_text.changes", who=name, **cards)
            case events.BetReturned(amount=amount):
                phrase = Phrase("deal_text.back", who=name, amount=self.amount(amount))
            case events.HandShown(cards=cards):
                phrase = Phrase("deal_text.shows", who=name, cards=self._cards(cards))
            case events.HandMucked():
                phrase = Phrase("acts.muck", who=name)
            case events.PotWon(pot=0, amount=amount):
                phrase = Phrase("deal_text.wins", who=name, amount=self.amount(amount))
            case events.PotWon(pot=pot, amount=amount):
                phrase = Phrase("deal_text.wins_side", who=name, amount=self.amount(amount), pot=pot)
            case _:
                raise AssertionError(f"an event without words: {event!r}")
        return self.say(phrase)
