"""Compares a deal of PokerStars' text with the same deal as the rules play it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ircpoker.errors import HistoryError
from ircpoker.history import replay_history
from ircpoker.history.amounts import parse_amount
from ircpoker.records import stars_lines as lines
from ircpoker.records.pokerstars_reader import StarsReader
from ircpoker.records.stars_history import StarsHistory
from ircpoker.table import Call
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    PlayerActed,
    PotWon,
    StreetBegan,
)

if TYPE_CHECKING:
    from ircpoker.history import Replay
    from ircpoker.records.pokerstars_reader import StarsDeal
    from ircpoker.records.sections import HandText

_INDEX = re.compile(r"actions\[(\d+)\]")


def replay_stars(text: HandText) -> Replay:
    """Read the text of a deal, and play it again.

    Args:
        text: the text of one deal.

    Returns:
        The deal as the rules play it; it agrees with the text to the chip, but for rake.

    Raises:
        HistoryError: a line is not understood, is illegal, or contradicts the rest; names the line.
    """
    deal = StarsReader(text).read()
    made = StarsHistory(deal, text.line)
    try:
        replay = replay_history(made.make())
    except HistoryError as error:
        if error.line:
            raise
        found = _INDEX.fullmatch(error.field)
        line = made.lines[int(found[1])] if found and int(found[1]) < len(made.lines) else text.line
        raise HistoryError(error.problem, error.file, error.deal, line=line) from error
    _Checks(deal, made, replay, text.line).run()
    return replay


class _Checks:
    """The comparison of one deal."""

    def __init__(self, deal: StarsDeal, made: StarsHistory, replay: Replay, line: int) -> None:
        self._deal = deal
        self._made = made
        self._events = replay.deal.events
        self._line = line

    def run(self) -> None:
        """Compare.

        Raises:
            HistoryError: text and rules disagree.
        """
        self._posts()
        self._play()
        self._returned()
        self._pots()
        self._outcomes()

    def _error(self, problem: str, line: int = 0) -> HistoryError:
        return HistoryError(problem, self._deal.file, self._deal.number, line=line or self._line)

    def _posts(self) -> None:
        paid: Counter[str] = Counter()
        for _, name, amount, _ in self._deal.posts:
            paid[name] += self._made.units(amount)
        for event in self._events:
            if isinstance(event, AntePosted | BlindPosted):
                paid[self._made.names[event.seat]] -= event.amount
        if any(paid.values()):
            raise self._error("the posts are not those of the stacks")

    def _play(self) -> None:
        """Compare the order of streets and actions, and the chips of calls."""
        calls = {index: (name, amount) for index, name, amount in self._deal.calls}
        events = [event for event in self._events if isinstance(event, PlayerActed | CardsDrawn | StreetBegan)]
        index = 0
        acts = [(number, act) for number, act in enumerate(self._deal.acts) if not act[2].startswith("d dh")]
        for event in events:
            if isinstance(event, StreetBegan) and not event.board:
                continue
            if index >= len(acts):
                raise self._error("the text ends before the deal")
            number, (line, name, _) = acts[index]
            index += 1
            expected = "" if isinstance(event, StreetBegan) else self._made.names[event.seat]
            if name != expected:
                raise self._error("the action is on another street", line)
            if isinstance(event, PlayerActed) and isinstance(event.action, Call):
                if number not in calls or self._made.units(calls[number][1]) != event.paid:
                    raise self._error("the call is not the price", line)
            elif number in calls:
                raise self._error("there is nothing to call", line)

    def _returned(self) -> None:
        ours = Counter[str]()
        for event in self._events:
            if isinstance(event, BetReturned):
                ours[self._made.names[event.seat]] += event.amount
        for line, name, amount in self._deal.returned:
            ours[name] -= self._made.units(amount)
            if ours[name] < 0:
                raise self._error("more is returned than was not called", line)
        if any(ours.values()):
            raise self._error("an uncalled bet is not returned")

    def _pots(self) -> None:
        if self._deal.total is None:
            raise self._error("the total is missing")
        line, total, rake = self._deal.total
        units = self._made.units
        won: Counter[str] = Counter()
        pots = set()
        for event in self._events:
            if isinstance(event, PotWon):
                won[self._made.names[event.seat]] += event.amount
                pots.add(event.pot)
        if units(total) != won.total():
            raise self._error("the total is not the sum of the bets", line)
        if self._deal.parts and sum(map(units, self._deal.parts)) not in {units(total), units(total) - units(rake)}:
            raise self._error("the pots are not the total", line)
        collected: Counter[str] = Counter()
        for line_of_win, name, amount, _ in self._deal.collected:
            collected[name] += units(amount)
            if collected[name] > won[name] + (len(pots) if won[name] else 0):
                raise self._error("more is collected than was won", line_of_win)
        if collected.total() + units(rake) != won.total():
            raise self._error("what is collected is not the total", line)
        # Where odd chips go differs from house to house.
        if not rake and any(abs(won[name] - collected[name]) > len(pots) for name in won):
            raise self._error("the pots are won by others", line)

    def _outcomes(self) -> None:
        collected: Counter[str] = Counter()
        for _, name, amount, _ in self._deal.collected:
            collected[name] += self._made.units(amount)
        shown = {name: cards for name, (_, cards) in self._deal.shown.items() if cards}
        for number in self._made.order:
            if number not in self._deal.outcomes:
                raise self._error(f"seat {number} is missing in the summary")
        for number, (line, outcome) in self._deal.outcomes.items():
            name = self._deal.seats[number][0]
            amounts = [parse_amount(text) or 0 for text in lines.WON.findall(outcome)]
            if amounts and sum(map(self._made.units, amounts)) != collected[name]:
                raise self._error("the summary has other winnings", line)
            cards = lines.SHOWED.search(outcome)
            if cards and cards[1] == "showed" and name in shown and "".join(cards[2].split()) != shown[name]:
                raise self._error("the summary has other cards", line)
