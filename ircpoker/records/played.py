"""A played hand: the deal, who sat where, when and where it was, and which of its cards are known.

It comes from the ledger (`ledger_hands`) or from a file of any form (`reading`), and everything that tells, counts or
writes a finished deal takes it from here. Who may see which of its cards is said once, by `may_see`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count, repeat
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cards import Card
from ircpoker.errors import printable
from ircpoker.records.amounts import Number, ScaledAmount
from ircpoker.records.facts import NO_FACTS, HandFacts, to_eastern
from ircpoker.records.winnings import wins_as_recorded, won_by_rules
from ircpoker.runtime.json_text import to_json
from ircpoker.table import Betting, Deal, DealSeat, Game, deal_seats
from ircpoker.table.events import BlindPosted, Event, HandMucked, HandShown, HoleCardsDealt, PotWon, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from functools import cached_property

    from ircpoker.records.phh.parser import HandHistory
    from ircpoker.records.phh.script import Script
else:
    from ircpoker.hands.values import cached_property

UNDATED = (1970, 1, 1)
"""The day of a deal whose day is unknown, in forms that need one."""
NO_TABLE = "-"
"""The name of an unknown table, in forms that need one."""
_JOINERS = {ord("\u2060"): None, ord("\u200b"): None, ord("\ufeff"): None}
"""Invisible signs that the bot puts into names, so that nobody is highlighted: without them it is one name."""


class PlayedSeat(NamedTuple):
    """A seat of a played hand.

    Attributes:
        number: its number at the table, from 1.
        name: the name of its player.
        kind: `person` or `robot`; empty if that is not known.
    """

    number: int
    name: str
    kind: str = ""


class HandSource(NamedTuple):
    """Where a hand was read.

    Attributes:
        file: the file's name, for messages.
        section: the number of the deal in its file.
        line: the line where it begins in the file.
    """

    file: str = "ledger"
    section: int = 0
    line: int = 0


LEDGER = HandSource()
"""The source of a hand that was read from no file."""


class HandReader(NamedTuple):
    """Somebody who wants to see a played hand.

    Attributes:
        seat: the seat that they had in it; None for somebody who did not play it.
        sees_table: whether they may see what happened at its table.
        owns_file: whether it is their own file, of which nothing is hidden.
    """

    seat: DealSeat | None = None
    sees_table: bool = True
    owns_file: bool = False


PUBLIC = HandReader()
"""Somebody who may see what happened at the table, and nothing else."""
OWNER = HandReader(owns_file=True)
"""The owner of the file."""


@dataclass(frozen=True)
class PlayedHand:
    """A played hand; amounts are in units of `decimals` decimals.

    Attributes:
        deal: the finished deal; its cards that are not known are any others.
        names: the names of the players, by the deal's seats.
        facts: when and where it was played.
        known: the cards that are known: no other card of the deal may be told to anybody.
        kinds: `person` or `robot` for each seat; empty if that is not known.
        has_dead_button: whether the player who had the button has left, so that no seat has it.
        showed: the seats that showed their cards without having to, as far as those are known.
        decimals: the decimals of the unit; 0 for whole chips.
        chip: the units of the smallest chip: an odd chip is not smaller.
        unknown_stacks: the seats whose stacks before the deal are unknown.
        winnings: the chips that each seat won, as the source has it or by the rules; empty for those of the rules.
        uncallable: the chips by which each seat raised above what anybody could match: they came back; empty for none.
        script: the actions of the file, as they were played; None for a hand that was read from no file.
        history: what was played, if the rules decided nothing that it does not say.
        source: where it was read.
    """

    deal: Deal
    names: tuple[str, ...]
    facts: HandFacts = NO_FACTS
    known: frozenset[Card] = frozenset()
    kinds: tuple[str, ...] = ()
    has_dead_button: bool = False
    showed: tuple[DealSeat, ...] = ()
    decimals: int = 0
    chip: int = 1
    unknown_stacks: frozenset[int] = frozenset()
    winnings: tuple[int, ...] = ()
    uncallable: tuple[int, ...] = ()
    script: Script | None = field(default=None, compare=False, repr=False)
    history: HandHistory | None = field(default=None, compare=False, repr=False)
    source: HandSource = LEDGER

    # Who and where

    @property
    def game(self) -> Game:
        """The rules."""
        return self.deal.setup.game

    @cached_property
    def seats(self) -> tuple[PlayedSeat, ...]:
        """The seats, in the order of the deal; each has another name. Unknown numbers are 1, 2 …, the button last."""
        names = plain_names(self.names)
        numbers = self.facts.seats or range(1, len(names) + 1)
        return tuple(map(PlayedSeat, numbers, names, self.kinds or ("",) * len(names)))

    @cached_property
    def by_number(self) -> list[DealSeat]:
        """The deal's seats by their numbers at the table."""
        return sorted(deal_seats(len(self.seats)), key=lambda seat: self.seats[seat].number)

    @cached_property
    def order(self) -> list[DealSeat]:
        """The deal's seats in the order in which blinds are posted: heads-up the button posts first."""
        seats = list(deal_seats(len(self.deal.stacks)))
        return seats[::-1] if len(seats) == 2 else seats

    @property
    def button(self) -> int:
        """The number of the seat with the button, or of the last before a dead one."""
        return self.seats[-1].number

    @cached_property
    def venue(self) -> str:
        """Where it was played; empty if unknown."""
        return plain_name(self.facts.venue.replace("/", " ").replace("'", " "))

    @cached_property
    def table(self) -> str:
        """The name of the table, without apostrophes, which end it in other forms."""
        table = plain_name(self.facts.table.replace("'", " "))
        return "" if table == NO_TABLE else table

    @property
    def seat_count(self) -> int:
        """The number of seats at the table."""
        return max(self.facts.seat_count, *[seat.number for seat in self.seats])

    @property
    def played_at(self) -> datetime | None:
        """When it was played, in New York; None if unknown."""
        moment = self.facts.played_at
        return None if moment is None else to_eastern(moment)

    # What happened

    @cached_property
    def events(self) -> tuple[Sequence[Event], Sequence[Event]]:
        """The forced bets, blinds in the order of posting, and the events from the cards on; hands are shown last.

        At the bot's tables an all-in shows its hands earlier, but no file can say that.
        """
        events = self.deal.events
        dealt = next(index for index, event in enumerate(events) if type(event) is HoleCardsDealt)
        blinds = {event.seat: event for event in events[:dealt] if isinstance(event, BlindPosted)}
        others = [event for event in events[:dealt] if not isinstance(event, BlindPosted)]
        forced = [*others, *[blinds[seat] for seat in self.order if seat in blinds]]
        last = max(index for index, event in enumerate(events) if type(event) is StreetBegan)
        early = [event for event in events[dealt:last] if type(event) is HandShown]
        if not early:
            return forced, events[dealt:]
        played = [event for event in events[dealt:] if event not in early]
        ends = next((at for at, event in enumerate(played) if isinstance(event, PotWon)), len(played))
        played[ends:ends] = [event for seat in self.by_deal for event in early if event.seat == seat]
        return forced, played

    @cached_property
    def showdown(self) -> list[HandShown | HandMucked]:
        """The hands that were shown or given up at the end, in order."""
        return [event for event in self.events[1] if type(event) is HandShown or type(event) is HandMucked]

    def is_open(self, seat: DealSeat) -> bool:
        """Return whether everybody saw the cards of a seat at the end."""
        return (self.deal.shown[seat] or seat in self.showed) and self.known.issuperset(self.deal.hole_cards[seat])

    # Forced bets

    @property
    def small_bet(self) -> int:
        """The least bet; in limit, the bet of the early streets."""
        return self.deal.setup.small_bet

    @cached_property
    def posted(self) -> tuple[int, ...]:
        """The blind of each seat as the deal has it; negative for a post."""
        return self.deal.setup.blinds or (0,) * len(self.names)

    @cached_property
    def small_blind(self) -> int:
        """The small blind at this table; 0 in a game without blinds."""
        big = self.big_blind
        if not big:
            return 0
        posted = [blind for seat in self.order if (blind := self.posted[seat]) > 0]
        if len(posted) > 1:
            return posted[0]
        full = self.deal.setup.full_blinds if self.game.betting is Betting.POT_LIMIT else 0
        return full - big if full >= big else big // 2

    @cached_property
    def big_blind(self) -> int:
        """The big blind at this table, or the least bet; 0 in limit without blinds."""
        return self.small_bet if any(self.posted) else 0

    @cached_property
    def blind_kinds(self) -> dict[DealSeat, str]:
        """The kind of each seat's blind."""
        posters = [seat for seat in self.order if self.posted[seat] > 0]
        kinds = ["small blind", "big blind"] if len(posters) > 1 else ["big blind"]
        named = dict(zip(posters, [*kinds, *["straddle"] * len(posters)], strict=False))
        return named | {seat: "big blind" for seat in self.order if self.posted[seat] < 0}

    @cached_property
    def antes(self) -> tuple[int, ...]:
        """The ante due from each seat, not more than somebody could pay."""
        stacks = self.deal.setup.stacks
        return tuple(map(min, self._antes, stacks if self.has_dead_antes else repeat(max(stacks))))

    @cached_property
    def _antes(self) -> tuple[int, ...]:
        return self.deal.setup.antes or (0,) * len(self.names)

    @property
    def has_dead_antes(self) -> bool:
        """Whether the antes belong to the main pot, and that matters: not everybody pays the same."""
        setup = self.deal.setup
        return setup.antes_are_dead and len(set(map(min, self._antes, setup.stacks))) > 1

    @cached_property
    def blinds(self) -> tuple[int, ...]:
        """The blind due from each seat; a short small blind is that of the table."""
        due = list(self.posted)
        posters = [seat for seat in self.order if due[seat] > 0]
        if len(posters) > 1 and due[posters[0]] > self._left_for_blind(posters[0]):
            usual = self.small_blind if self.game.betting is not Betting.LIMIT else self.small_bet // 2
            due[posters[0]] = max(usual, self._left_for_blind(posters[0]))
        return tuple(due)

    def _left_for_blind(self, seat: DealSeat) -> int:
        stack = self.deal.setup.stacks[seat]
        return stack - min(stack, self._antes[seat])

    @cached_property
    def full_blinds(self) -> int:
        """The sum of all blinds if none were dead or short."""
        return max(self.small_blind + self.big_blind, sum(map(abs, self.blinds)))

    # Chips at the end

    @cached_property
    def wins(self) -> list[PotWon]:
        """The chips that each seat won of each pot after rake, in the order of the rules."""
        wins = [event for event in self.deal.events if type(event) is PotWon]
        recorded = self._recorded_winnings
        return wins if recorded is None else wins_as_recorded(wins, recorded, self.chip)

    @cached_property
    def rake(self) -> int:
        """The chips that nobody won."""
        return self.total - sum(event.amount for event in self.wins)

    @cached_property
    def total(self) -> int:
        """The chips in all pots."""
        return sum(won_by_rules(self.deal))

    @cached_property
    def final_stacks(self) -> list[int]:
        """The stacks after the deal and its rake."""
        if self._recorded_winnings is None:
            return list(self.deal.stacks)
        won = won_by_rules(self.deal)
        return [stack - won[seat] + self.won(seat) for seat, stack in zip(self.by_deal, self.deal.stacks, strict=True)]

    @property
    def by_deal(self) -> tuple[DealSeat, ...]:
        """The deal's seats in their order."""
        return tuple(deal_seats(len(self.names)))

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
        """Return the winnings as the source has them; None if they are those of the rules."""
        return None if self.winnings in ((), won_by_rules(self.deal)) else self.winnings

    @property
    def finishing_stacks(self) -> tuple[Number | None, ...]:
        """The stacks after the deal and its rake, in the amounts of the file; None for one that is unknown."""
        stacks = [ScaledAmount(units, self.decimals).number for units in self.final_stacks]
        return tuple([None if seat in self.unknown_stacks else stack for seat, stack in enumerate(stacks)])

    @property
    def stack_texts(self) -> tuple[str, ...]:
        """The finishing stacks in plain digits, never with an exponent; an unknown one is empty."""
        return tuple(["" if stack is None else f"{Decimal(stack):f}" for stack in self.finishing_stacks])

    @property
    def json(self) -> str:
        """The line that `ircpoker replay --json` prints; `json` has no way to write decimals exactly."""
        stacks = ", ".join([stack or "null" for stack in self.stack_texts])
        head = to_json({"file": self.source.file, "deal": self.source.section})
        rake = ScaledAmount(self.rake, self.decimals)
        return f'{head[:-1]}, "finishing_stacks": [{stacks}], "rake": {rake}}}'


def may_see(hand: PlayedHand, reader: HandReader) -> frozenset[Card] | None:
    """Return the cards of a finished hand that somebody may see; None if they may not see the hand at all.

    These are the board, the hands that were shown, and all cards that they held themselves. What another player held
    before a draw, folded or mucked stays unseen; only the proof has it, as soon as that is due.

    Args:
        hand: the hand.
        reader: who asks.
    """
    if reader.owns_file:
        return hand.known
    if reader.seat is None and not reader.sees_table:
        return None
    deal = hand.deal
    seen = {*deal.board, *[card for seat in hand.by_deal if hand.is_open(seat) for card in deal.hole_cards[seat]]}
    if reader.seat is not None:
        for event in deal.events:
            if getattr(event, "seat", None) == reader.seat:
                for name in ("cards", "drawn"):
                    seen.update(getattr(event, name, None) or ())
    return hand.known & seen


def plain_name(name: str) -> str:
    """Return a name that fits in a line of text: without invisible signs and line ends."""
    if name.isalnum():  # as most are
        return name
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
        if name in plain:
            name = next(other for again in count(2) if (other := f"{name} {again}") not in plain)
        plain.append(name)
    return plain
