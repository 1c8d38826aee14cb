"""The public features of a decision at a table of three to six: decisions with equal features are played alike.

They are computed from the chips on the table, so unequal stacks, limpers and any bet have features, too. The tree for
training has the same features (native/solver/ring/ring_betting.c); `tests/lab/test_ring.py` compares them.

A key packs the features into 27 bits. Before the flop: the seat, how many raises, who raised last or else limped last,
callers or limpers since, the own role, players behind, who raised first, and whether a call costs half the stack. After
it: how many players, the place among them, raises before the flop, the class of stack to pot when the street began, and
who bet last on the street before; of two players the betting of this street and of earlier ones, of more the raises,
the own role, callers, players behind and the price. The last four bits are the actions that a strategy may take there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ircpoker.table.actions import Bet, Call, Check, Fold, RaiseTo
from ircpoker.table.events import AntePosted, BlindPosted, Event, PlayerActed, StreetBegan
from ircpoker.table.pots import prize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ircpoker.table.setup import Setup
    from ircpoker.table.view import PlayerView

SEATS = 6
SB, BB = 0, 1
"""The seats of the blinds."""
MAY_FOLD, MAY_CALL, MAY_SIZE, MAY_ALL_IN = CHOICES = (1, 2, 4, 8)
"""The actions as bits, in the order of a strategy's chances."""
COSTS_HALF = 1 << 20
"""In a key of a decision before the flop: a call costs half the stack or more."""
NO_ROLE, CALLED, RAISED = range(3)
MOST_LIMPERS, MOST_CALLERS, MOST_RAISES = 3, 2, 4
MOST_BETS_OF_TWO, MOST_BETS_OF_MORE = 3, 2
RATIOS = ((1, 2), (1, 1), (2, 1), (4, 1), (7, 1), (13, 1))
"""The edges between the classes of stack to pot."""
NOBODY = -1

Bits = TypeVar("Bits", int, "NDArray[np.int64]")


def street_of(key: Bits) -> Bits:
    """Return the street of a key, or of an array of keys: 0 to 3."""
    return key & 3


def choices_of(key: Bits) -> Bits:
    """Return the actions of a key, as bits."""
    return key >> 23 & 15


def count_choices(choices: Bits) -> Bits:
    """Return how many actions these bits are."""
    counts: Bits = (choices & 1) + (choices >> 1 & 1) + (choices >> 2 & 1) + (choices >> 3 & 1)
    return counts


class LastRaise(NamedTuple):
    """A raise before the flop, in chips.

    Attributes:
        paid: what the raiser put in.
        usual: what a raise of the strategy's size would have cost; 0 if it has none.
        pot: the pot before.
        opponents: how many had to answer.
    """

    paid: int
    usual: int
    pot: int
    opponents: int


@dataclass
class TableBetting:
    """Where the betting of a deal stands, in chips; seats as in its `Setup`.

    Attributes:
        left: the chips in front of each seat.
        big_blind: the least bet.
        street: 0 to 3.
        put: the chips that each seat has put in.
        bets: those of this street.
        live: the seats that have not folded.
        pending: those that have yet to act on this street.
        raises: bets and raises on this street.
        raiser: who made the last of them.
        opener: who raised first before the flop.
        last_raise: the last raise before the flop.
        callers: how many have called since the last raise.
        limper: who called last before the first raise of the deal.
        role: what each seat has done on this street.
        raises_before: the raises before the flop.
        led: who bet last on the street before.
        past: for each earlier street 0 for checked, 1 for a bet, 2 for a raise.
        checked: whether this street began with a check.
        began_left: the chips of each seat when the street began.
        began_pot: the pot then.
        began_with: how many were in the hand then.
        dead: the antes.
    """

    left: list[int]
    big_blind: int
    street: int = 0
    put: list[int] = field(default_factory=list)
    bets: list[int] = field(default_factory=list)
    live: set[int] = field(default_factory=set)
    pending: set[int] = field(default_factory=set)
    raises: int = 0
    raiser: int = NOBODY
    opener: int = NOBODY
    last_raise: LastRaise | None = None
    callers: int = 0
    limper: int = NOBODY
    role: list[int] = field(default_factory=list)
    raises_before: int = 0
    led: int = NOBODY
    past: list[int] = field(default_factory=list)
    checked: bool = False
    began_left: list[int] = field(default_factory=list)
    began_pot: int = 0
    began_with: int = 0
    dead: int = 0

    def __post_init__(self) -> None:
        seats = len(self.left)
        self.put, self.bets, self.role = [0] * seats, [0] * seats, [NO_ROLE] * seats
        self.live = set(range(seats))
        self.pending = set(range(seats))
        self.began_left = [*self.left]

    def copy(self) -> TableBetting:
        """Return a betting that goes its own way from here."""
        made = object.__new__(TableBetting)
        made.__dict__.update(self.__dict__)
        made.left, made.put, made.bets, made.role = [*self.left], [*self.put], [*self.bets], [*self.role]
        made.past, made.began_left = [*self.past], [*self.began_left]
        made.live, made.pending = {*self.live}, {*self.pending}
        return made

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return sum(self.put) + self.dead

    def with_chips(self) -> set[int]:
        """Return the seats in the hand that can still bet."""
        return {seat for seat in self.live if self.left[seat] > 0}

    def pay(self, seat: int, amount: int) -> None:
        """Move chips of a seat into the pot."""
        self.put[seat] += amount
        self.bets[seat] += amount
        self.left[seat] -= amount

    def fold(self, seat: int) -> None:
        """Take a seat out of the hand."""
        self.live.discard(seat)
        self.pending.discard(seat)

    def call(self, seat: int, paid: int) -> None:
        """Let a seat check or call."""
        self.pending.discard(seat)
        owes = max(self.bets) > self.bets[seat]
        if owes or self.street == 0:
            self.callers += owes
            if owes and not self.raises:
                self.limper = seat
            self.role[seat] = max(self.role[seat], CALLED)
        elif not self.raises:
            self.checked = True
        self.pay(seat, paid)

    def bet(self, seat: int, paid: int) -> None:
        """Let a seat bet or raise."""
        if self.street == 0:
            usual = self._first_size(seat, max(self.bets))
            opponents = len(self.with_chips() - {seat})
            self.last_raise = LastRaise(paid, max(0, usual - self.bets[seat]), self.pot, opponents)
            self.opener = seat if not self.raises else self.opener
        self.pay(seat, paid)
        self.raises += 1
        self.raiser, self.callers = seat, 0
        self.role[seat] = RAISED
        self.pending = self.with_chips() - {seat}

    def begin_street(self) -> None:
        """Begin the next street."""
        self.past.append(min(self.raises, 2))
        self.led = self.raiser
        if self.street == 0:
            self.raises_before = self.raises
        self.street += 1
        self.raises = self.callers = 0
        self.raiser = NOBODY
        self.checked = False
        self.pending = self.with_chips()
        self.bets, self.role = [0] * len(self.left), [NO_ROLE] * len(self.left)
        self.began_left, self.began_pot, self.began_with = [*self.left], self.pot, len(self.live)

    def place(self, seat: int) -> int:
        """Return the seat at a table of six: at a smaller table, the first to act before the flop have folded."""
        if len(self.left) == 2:
            return BB - seat  # the button has the small blind
        return seat if seat <= BB else max(BB + 1, seat + SEATS - len(self.left))

    def reach(self, seat: int) -> int:
        """Return the chips that a seat can still lose: its own, or those that match the largest other stack."""
        put, left, most = self.put, self.left, 0
        for other in self.live:
            if other != seat and put[other] + left[other] > most:
                most = put[other] + left[other]
        return min(left[seat], most - put[seat])

    def owed(self, seat: int) -> int:
        """Return the chips that a call costs, if the seat has them."""
        return max(self.bets) - self.bets[seat]

    def size(self, seat: int) -> int:
        """Return the amount to which the seat raises, besides all-in; 0 for none."""
        bet, owed = max(self.bets), self.owed(seat)
        if self.street == 0:
            target = self._first_size(seat, bet)
        elif len(self.live) == 2:
            target = bet + 2 * (self.pot + owed) // 3 if self.raises < MOST_BETS_OF_TWO else 0
        elif self.raises < MOST_BETS_OF_MORE:
            target = bet + (self.pot + owed if self.raises else 2 * (self.pot + owed) // 3)
        else:
            target = 0
        return target if 10 * (target - self.bets[seat]) < 4 * self.reach(seat) else 0

    def _first_size(self, seat: int, bet: int) -> int:
        place, big_blind = self.place(seat), self.big_blind
        if self.raises >= MOST_RAISES:
            return 0
        if self.raises == 0:
            return (3 * big_blind if place == SB else 5 * big_blind // 2) + big_blind * self.callers
        if self.raises == 1:
            return bet * (7 if place in {SB, BB} else 6) // 2 + bet * self.callers
        return bet * 23 // 10

    def choices(self, seat: int, *, may_raise: bool = True) -> int:
        """Return what a strategy may do, as bits.

        Args:
            seat: the seat to act.
            may_raise: whether the rules allow a bet or raise.
        """
        owed, reach = self.owed(seat), self.reach(seat)
        bits = MAY_FOLD * (owed > 0) | MAY_CALL * (owed >= reach or self._has_call(seat))
        if owed >= reach or not may_raise:
            return bits | MAY_CALL
        return bits | MAY_SIZE * (self.size(seat) > 0) | MAY_ALL_IN

    def _has_call(self, seat: int) -> bool:
        place = self.place(seat)
        if self.street or place == BB or not self.owed(seat) or self.role[seat] != NO_ROLE:
            return True
        if self.raises == 0:
            return place == SB or self.callers < MOST_LIMPERS
        return self.callers < MOST_CALLERS

    def key(self, seat: int, choices: int) -> int:
        """Return the features of a seat's decision with these actions."""
        behind = min(len(self.pending - {seat}), 2)
        bits = self.street | choices << 23
        if self.street == 0:
            place, callers = self.place(seat), min(self.callers, 2 if self.raises else 3)
            last = self.raiser if self.raises else self.limper
            came = 0 if last == NOBODY else self.place(last) + 1
            if not self.raises and not self.owed(seat):
                # Who has posted is the big blind behind limpers: if there are none, behind the button.
                place, callers, behind = BB, max(callers, 1), 0
                came = came if came not in {0, BB + 1} else SEATS
            return (
                bits | place << 2 | min(self.raises, MOST_RAISES) << 5
                | came << 8 | callers << 11 | self.role[seat] << 13 | behind << 15
                | (self.place(self.opener) + 1 if self.raises > 1 else 0) << 17
                | COSTS_HALF * (2 * self.owed(seat) >= self.reach(seat))
            )  # fmt: skip
        players, order = len(self.live), sum(other < seat for other in self.live)
        led = 0 if self.led == NOBODY else 1 if self.led == seat else 2 if self.led < seat else 3
        bits |= (
            min(players, 4) - 2 << 2 | min(order, 3) << 4 | min(self.raises_before, 3) << 6 | self.ratio(seat) << 8
            | led << 11
        )  # fmt: skip
        if players == 2:
            past = [*self.past[1:], 0, 0]
            return bits | self.checked << 13 | min(self.raises, 3) << 14 | past[0] << 16 | past[1] << 18
        return (
            bits | min(self.raises, 2) << 13 | self.role[seat] << 15 | min(self.callers, 2) << 17 | behind << 19
            | self._price(seat) << 21
        )  # fmt: skip

    def ratio(self, seat: int) -> int:
        """Return the class of stack to pot when the street began, 0 to 6."""
        stacks, pot = self.began_left, self.began_pot
        reach = min(stacks[seat], max([stacks[other] for other in self.live if other != seat], default=0))
        return sum(reach * whole >= part * pot for part, whole in RATIOS)

    def _price(self, seat: int) -> int:
        price = min(self.owed(seat), self.left[seat])
        return 0 if not price else 1 if 2 * price < prize(self.put, self.dead, seat, price) else 2


def read_betting(view: PlayerView) -> TableBetting:
    """Return where the betting stands on the viewer's turn."""
    betting = new_betting(view.setup)
    for event in view.events:
        follow(betting, event)
    return betting


def new_betting(setup: Setup) -> TableBetting:
    """Return the betting before a deal."""
    return TableBetting([*setup.stacks], max(setup.small_bet, *map(abs, setup.blinds or (0,))))


def follow(betting: TableBetting, event: Event) -> None:
    """Follow an event of the deal."""
    if isinstance(event, AntePosted):
        betting.left[event.seat] -= event.amount
        betting.dead += event.amount
    elif isinstance(event, BlindPosted):
        betting.pay(event.seat, event.amount)
    elif isinstance(event, StreetBegan) and event.board:
        betting.begin_street()
    elif isinstance(event, PlayerActed):
        _act(betting, event)


def _act(betting: TableBetting, event: PlayerActed) -> None:
    if isinstance(event.action, Fold):
        betting.fold(event.seat)
    elif isinstance(event.action, Check | Call):
        betting.call(event.seat, event.paid)
    elif isinstance(event.action, Bet | RaiseTo):
        betting.bet(event.seat, event.paid)
