"""The end of a deal as lines: what happened last, then the winners and the hands that were shown, the winners first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ircpoker.lobby.events import DealEnded, SeatResult, Sitter, Story, StreetDealt
from ircpoker.records.deal_words import Segments, joined, spaced
from ircpoker.words import Phrase


class _Names(Protocol):
    """Names players for a reader, who may be one of them, and tells what they did."""

    def form(self, who: Sitter) -> str:
        """Return the form of phrases about somebody: `you` or `other`."""

    def who(self, who: Sitter) -> Phrase | str:
        """Return the name of somebody, or "you"."""

    def story(self, story: Story) -> list[Segments]:
        """Return a story as segments."""


def result_lines(names: _Names, event: DealEnded) -> list[list[Segments]]:
    """Return the end of a deal as lines of segments.

    What was done since the last line has a line of its own before a showdown; else it explains why somebody won.
    """
    story = names.story(event.story)
    if event.ran_out:
        return [numbered_line(event.deal_id, [*story, *_shares(names, event)])]
    if any(result.cards for result in event.results):
        lines = [story, numbered_line(event.deal_id, _showdown(names, event))]
    elif any(isinstance(item, StreetDealt) for item in event.story):
        lines = [story, numbered_line(event.deal_id, _shares(names, event))]
    else:
        won = joined(_shares(names, event))
        because: Segments = [Phrase("table.because", won=won, why=joined(story))] if any(story) else won
        lines = [numbered_line(event.deal_id, [because])]
    return [line for line in lines if any(line)]


def numbered_line(deal_id: str, segments: Iterable[Segments]) -> list[Segments]:
    """Return the segments of a line with the number of the deal in front."""
    first, *others = filter(None, segments)
    return [[Phrase("table.result", deal=deal_id, rest=first)], *others]


def _showdown(names: _Names, event: DealEnded) -> list[Segments]:
    """Return who won and with what, then the other hands that were shown."""
    winners = [result for result in event.results if result.won]
    others: list[Segments] = [[_hand(names, result)] for result in event.results if result.cards and not result.won]
    if len(winners) == 1:
        won, cards = _win(names, "wins", winners[0]), spaced(winners[0].cards)
        return [[Phrase("table.with_cards", won=won, hand=winners[0].short, cards=cards)], *others]
    hands: list[Segments] = []
    for result in winners:
        won, cards = _win(names, "gets", result), spaced(result.cards)
        hands.append([Phrase("table.hand_of", who=won, cards=cards, hand=result.short) if cards else won])
    return [_shares(names, event)[0], *hands, *others]


def _shares(names: _Names, event: DealEnded) -> list[Segments]:
    """Return who won; if there are several pots or winners, first how the pots were divided, then each one's chips."""
    winners = [result for result in event.results if result.won]
    if not winners:
        return [[Phrase("table.nobody_wins")]]
    if len(winners) == 1:
        return [[_with(event, winners[0].who, _win(names, "wins", winners[0]))]]
    pots: list[Segments] = []
    for number, pot in enumerate(event.pots):
        size, sharers = sum(share for _, share in pot), _several(names, [who for who, _ in pot])
        if len(event.pots) == 1:
            won = Phrase("table.split", names=sharers, pot=size)
        else:
            won = Phrase("table.side_pot" if number else "table.main_pot", pot=size, names=sharers)
        pots.append([_with(event, pot[0][0], won)])
    return [joined(pots, ", "), joined([[_win(names, "gets", result)] for result in winners], ", ")]


def _with(event: DealEnded, winner: Sitter, won: Phrase) -> Phrase:
    """Return what somebody won, with their hand if the hands ran out, whose cards were shown before."""
    if not event.ran_out:
        return won
    hand = next(result.short for result in event.results if result.who == winner)
    return Phrase("table.with", won=won, hand=hand)


def _win(names: _Names, key: str, result: SeatResult) -> Phrase:
    who, form = names.who(result.who), names.form(result.who)
    return Phrase(f"table.{key}.{form}", who=who, chips=result.won, net=result.net)


def _hand(names: _Names, result: SeatResult) -> Phrase:
    return Phrase("table.hand_of", who=names.who(result.who), cards=spaced(result.cards), hand=result.short)


def _several(names: _Names, sitters: Sequence[Sitter]) -> Phrase | str:
    *others, last = map(names.who, sitters)
    if not others:
        return last
    return Phrase("names.several", others=joined([[name] for name in others], ", "), last=last)
