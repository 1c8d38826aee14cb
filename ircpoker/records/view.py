"""A deal as an export shows it to one reader: cards that the reader may see, names, seats, time, chips won.

All forms of an export are written from this view, so they agree with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from ircpoker.errors import printable
from ircpoker.records.phh.facts import to_eastern
from ircpoker.records.phh.recorded import won_by_rules
from ircpoker.table import Betting, DealSeat, deal_seats
from ircpoker.table.events import BlindPosted, CardsDrawn, HoleCardsDealt, PotWon

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from ircpoker.cards import Card
    from ircpoker.records.phh.parser import HandHistory
    from ircpoker.records.reading import RecordedHand
    from ircpoker.table import Deal
    from ircpoker.table.events import Event

UNDATED = (1970, 1, 1)
"""The day of a deal whose day is unknown, in forms that need one."""
NO_TABLE = "-"
"""The name of an unknown table, in forms that need one."""
_JOINERS = {ord("\u2060"): None, ord("\u200b"): None, ord("\ufeff"): None}
"""Invisible signs that the bot puts into names, so that nobody is highlighted: without them it is one name."""


@dataclass(frozen=True)
class HandView:
    """A deal for one reader.

    Attributes:
        hand: the deal.
        number: its number in the export.
        reader: the seat of the player for whom it is written; None for the public.
        shows_all: whether all cards that the history names are written.
    """

    hand: RecordedHand
    number: int
    reader: DealSeat | None = None
    shows_all: bool = False

    @property
    def deal(self) -> Deal:
        """The finished deal."""
        return self.hand.deal

    @property
    def history(self) -> HandHistory:
        """The history that was read."""
        return self.hand.history

    @cached_property
    def names(self) -> list[str]:
        """The names of the players, each different."""
        return plain_names(self.hand.names)

    @cached_property
    def order(self) -> list[DealSeat]:
        """The deal's seats in the order in which blinds are posted: heads-up the button posts first."""
        seats = list(deal_seats(len(self.deal.stacks)))
        return seats[::-1] if len(seats) == 2 else seats

    @cached_property
    def venue(self) -> str:
        """Where it was played; empty if unknown."""
        return plain_name(self.hand.facts.venue.replace("/", " ").replace("'", " "))

    @cached_property
    def table(self) -> str:
        """The name of the table, without apostrophes, which end it in other forms."""
        table = plain_name(self.hand.facts.table.replace("'", " "))
        return "" if table == NO_TABLE else table

    @property
    def seats(self) -> tuple[int, ...]:
        """The number of each player's seat at the table: 1, 2 … if unknown, the button last."""
        return self.hand.facts.seats or tuple(range(1, len(self.names) + 1))

    @property
    def seat_count(self) -> int:
        """The number of seats at the table."""
        return max(self.hand.facts.seat_count, *self.seats)

    @property
    def played_at(self) -> datetime | None:
        """When it was played, in New York; None if unknown."""
        moment = self.hand.facts.played_at
        return None if moment is None else to_eastern(moment)

    @cached_property
    def events(self) -> tuple[Sequence[Event], Sequence[Event]]:
        """The forced bets, blinds in the order of posting, and the events from the cards on."""
        events = self.deal.events
        dealt = next(index for index, event in enumerate(events) if isinstance(event, HoleCardsDealt))
        blinds = {event.seat: event for event in events[:dealt] if isinstance(event, BlindPosted)}
        others = [event for event in events[:dealt] if not isinstance(event, BlindPosted)]
        return [*others, *[blinds[seat] for seat in self.order if seat in blinds]], events[dealt:]

    @cached_property
    def volunteers(self) -> list[DealSeat]:
        """The seats that showed their cards without having to."""
        deal = self.deal
        shown = {action.split()[0] for action in self.history.actions if " sm " in action}
        return [
            seat
            for seat in deal_seats(len(deal.stacks))
            if f"p{seat + 1}" in shown and not deal.shown[seat] and self.knows(deal.hole_cards[seat])
        ]

    def knows(self, cards: Iterable[Card]) -> bool:
        """Return whether the history names all of these cards."""
        return self.hand.known.issuperset(cards)

    def is_open(self, seat: DealSeat) -> bool:
        """Return whether everybody saw the cards of a seat at the end."""
        return (self.deal.shown[seat] or seat in self.volunteers) and self.knows(self.deal.hole_cards[seat])

    def dealt(self, event: HoleCardsDealt) -> tuple[Card, ...] | None:
        """Return the cards that a seat was dealt; None if the reader may not see them.

        What another player held before a draw stays unseen, even if the last cards were shown.
        """
        cards = event.cards or ()
        may_see = self._may_see(event.seat) or (self.is_open(event.seat) and not self.deal.drawn[event.seat])
        return cards if may_see and self.knows(cards) else None

    def drawn(self, event: CardsDrawn) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
        """Return the cards that a seat threw away and got; None if the reader may not see them."""
        discarded, drawn = event.discarded or (), event.drawn or ()
        may_see = self._may_see(event.seat) and self.knows((*discarded, *drawn))
        return (discarded, drawn) if may_see else None

    def _may_see(self, seat: DealSeat) -> bool:
        return self.shows_all or seat == self.reader

    # Chips

    @cached_property
    def small_blind(self) -> int:
        """The small blind at this table; 0 in a game without blinds."""
        big = self.big_blind
        if not big:
            return 0
        posted = [blind for seat in self.order if (blind := self.history.blinds[seat]) > 0]
        if len(posted) > 1:
            return posted[0]
        return self.history.full_blinds - big if self.history.full_blinds >= big else big // 2

    @cached_property
    def big_blind(self) -> int:
        """The big blind at this table, or the least bet; 0 in limit without blinds."""
        return self.history.small_bet if any(self.history.blinds) else 0

    @cached_property
    def blind_kinds(self) -> dict[DealSeat, str]:
        """The kind of each seat's blind."""
        blinds = self.history.blinds
        posters = [seat for seat in self.order if blinds[seat] > 0]
        kinds = ["small blind", "big blind"] if len(posters) > 1 else ["big blind"]
        named = dict(zip(posters, [*kinds, *["straddle"] * len(posters)], strict=False))
        return named | {seat: "big blind" for seat in self.order if blinds[seat] < 0}

    @cached_property
    def antes(self) -> tuple[int, ...]:
        """The ante due from each seat, not more than somebody could pay."""
        antes, stacks = self.history.antes, self.deal.setup.stacks
        if self.has_dead_antes:
            return tuple(map(min, antes, stacks))
        return tuple([min(ante, max(stacks)) for ante in antes])

    @property
    def has_dead_antes(self) -> bool:
        """Whether the antes belong to the main pot: those that not everybody pays."""
        return len(set(self.history.antes)) > 1

    @cached_property
    def blinds(self) -> tuple[int, ...]:
        """The blind due from each seat; a short small blind is that of the table."""
        due = list(self.history.blinds)
        posters = [seat for seat in self.order if due[seat] > 0]
        if len(posters) > 1 and due[posters[0]] > self._left_for_blind(posters[0]):
            usual = self.small_blind if self.history.game.betting is not Betting.LIMIT else self.history.small_bet // 2
            due[posters[0]] = max(usual, self._left_for_blind(posters[0]))
        return tuple(due)

    def _left_for_blind(self, seat: DealSeat) -> int:
        stack = self.deal.setup.stacks[seat]
        return stack - min(stack, self.history.antes[seat])

    @cached_property
    def full_blinds(self) -> int:
        """The sum of all blinds if none were dead or short."""
        return max(self.small_blind + self.big_blind, sum(map(abs, self.blinds)))

    @cached_property
    def wins(self) -> list[PotWon]:
        """The chips that each seat won of each pot after rake, in the order of the rules."""
        wins = [event for event in self.deal.events if isinstance(event, PotWon)]
        recorded = self._recorded_winnings
        if recorded is None:
            return wins
        wins = self._split(wins, recorded)
        left = [mine - sum(event.amount for event in wins if event.seat == seat) for seat, mine in enumerate(recorded)]
        corrected = []
        for event in reversed(wins):  # the main pot first: rake is taken from it
            change = max(left[event.seat], -event.amount)
            left[event.seat] -= change
            corrected.append(PotWon(event.seat, event.pot, event.amount + change))
        return [event for event in reversed(corrected) if event.amount]

    def _split(self, wins: Sequence[PotWon], recorded: Sequence[int]) -> list[PotWon]:
        """Return wins whose odd chips, of the size in the file, go to those whom its record has short of them."""
        chip, shares = self.history.chip, [event.amount for event in wins]
        pots = [
            [place for place, event in enumerate(wins) if event.pot == pot] for pot in {event.pot for event in wins}
        ]
        split = [places for places in pots if len(places) > 1]
        spare = {}
        for number, places in enumerate(split):
            least = min(shares[place] for place in places) // chip * chip
            spare[number] = sum(shares[place] for place in places) - least * len(places)
            for place in places:
                shares[place] = least
        left = list(recorded)
        for event, share in zip(wins, shares, strict=True):
            left[event.seat] -= share
        for number, places in enumerate(split):
            for place in sorted(places, key=lambda place: -left[wins[place].seat]):
                change = min(chip, spare[number])
                spare[number] -= change
                left[wins[place].seat] -= change
                shares[place] += change
        return [PotWon(event.seat, event.pot, share) for event, share in zip(wins, shares, strict=True)]

    @cached_property
    def rake(self) -> int:
        """The chips that nobody won."""
        return self.total - sum(event.amount for event in self.wins)

    @cached_property
    def total(self) -> int:
        """The chips in all pots."""
        return sum(event.amount for event in self.deal.events if isinstance(event, PotWon))

    @cached_property
    def final_stacks(self) -> list[int]:
        """The stacks after the deal and its rake."""
        stacks = list(self.deal.stacks)
        for event in self.deal.events:
            if isinstance(event, PotWon):
                stacks[event.seat] -= event.amount
        for event in self.wins:
            stacks[event.seat] += event.amount
        return stacks

    def won(self, seat: DealSeat) -> int:
        """Return the chips that a seat won of all pots."""
        return sum(event.amount for event in self.wins if event.seat == seat)

    @property
    def has_own_winnings(self) -> bool:
        """Whether others won than by the rules, because of rake or where odd chips went."""
        shown = [seat for seat in self.order if self.deal.shown[seat]]
        return self._recorded_winnings is not None or not all(map(self.is_open, shown))

    @cached_property
    def _recorded_winnings(self) -> tuple[int, ...] | None:
        """Return the winnings as the history has them; None if they are those of the rules."""
        recorded = self.hand.replay.winnings
        return None if recorded == won_by_rules(self.deal) else recorded


def plain_name(name: str) -> str:
    """Return a name that fits in a line of text: without invisible signs and line ends."""
    return " ".join(printable(name.translate(_JOINERS)).split())


def plain_names(names: Sequence[str]) -> list[str]:
    """Return names that fit in a line of text, each different.

    Examples:
        >>> plain_names(["an\u2060n", "ann", " "])
        ['ann', 'ann 2', 'p3']
    """
    plain: list[str] = []
    for number, given in enumerate(names, 1):
        name = plain_name(given) or f"p{number}"
        another = (f"{name} {again}" for again in count(2))
        plain.append(name if name not in plain else next(other for other in another if other not in plain))
    return plain
