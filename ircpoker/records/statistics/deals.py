"""The counters of a finished deal: what each seat did, and what it could have done.

Only betting and seats count here, not cards, so a deal needs no deck: which raises were possible before the flop is
asked of the rules of betting.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ircpoker.cards import RANK_LETTERS
from ircpoker.records.played import PlayedHand
from ircpoker.records.statistics.counters import SeatCount, pack_flags
from ircpoker.records.statistics.index import CountedSeat
from ircpoker.table.actions import Action, Bet, Call, Check, Fold, RaiseTo
from ircpoker.table.betting import BettingRound
from ircpoker.table.deal import Deal
from ircpoker.table.events import HandShown, PlayerActed, PotWon, StreetBegan
from ircpoker.table.games import GAMES, FirstToAct, Game, Street
from ircpoker.table.seat_numbers import DealSeat
from ircpoker.table.setup import Setup

POSITIONS = ("SB", "BB", "EP", "LJ", "HJ", "CO", "BTN")
"""The positions; all seats before the lojack are early. Heads-up the small blind is the button."""
DEPTHS = ("0-20", "20-50", "50-100", "100-200", "200+")
"""The classes of stacks before the deal, in big blinds; the lower end belongs to a class, the upper one does not."""
_DEPTH_ENDS = (20, 50, 100, 200)
_LATE = POSITIONS[:1:-1]
_STEAL_POSITIONS = frozenset({"SB", "CO", "BTN"})
_BLINDS = {"SB": "sb", "BB": "bb"}
_LETTERS = {Street.FLOP: "f", Street.TURN: "t", Street.RIVER: "r"}


def count_deal(deal: Deal) -> tuple[SeatCount, ...]:
    """Return the counters of each seat of a deal that is over.

    A game without a flop has no agreed figures: only its first street counts, for `walks`, `vpip`, `pfr` and `pfr_opp`.
    """
    counter = _DealCounter(deal.setup)
    for event in deal.events:
        if isinstance(event, PlayerActed):
            counter.act(event.seat, event.action)
        elif isinstance(event, StreetBegan):
            counter.begin(event.street)
        elif isinstance(event, PotWon):
            counter.won.add(event.seat)
    return counter.finish()


def has_flop(game: Game) -> bool:
    """Return whether a game has the figures of hold'em and Omaha; those of other games are not agreed."""
    return any(plan.street is Street.FLOP for plan in game.streets)


def positions_of(setup: Setup) -> tuple[str, ...]:
    """Return the position of each seat, one of `POSITIONS`.

    Examples:
        >>> from ircpoker.table import GAMES, Setup
        >>> positions_of(Setup(GAMES["holdem"], (100,) * 4, 2, blinds=(1, 2, 0, 0)))
        ('SB', 'BB', 'CO', 'BTN')
        >>> positions_of(Setup(GAMES["holdem"], (100,) * 2, 2, blinds=(2, 1)))
        ('BB', 'BTN')
        >>> positions_of(Setup(GAMES["holdem"], (100,) * 3, 2, blinds=(2, 0, 0)))
        ('BB', 'CO', 'BTN')
    """
    return _positions(setup.big_blind_seat, len(setup.stacks))


@lru_cache(512)
def _positions(big_blind: int | None, seats: int) -> tuple[str, ...]:
    names = [_LATE[min(seats - 1 - seat, len(_LATE) - 1)] for seat in range(seats)]
    if big_blind is not None:
        names[: big_blind + 1] = ["SB", "BB"][1 - big_blind :]
    return tuple(names)


@lru_cache(4096)
def depth_of(stack: int, big_blind: int) -> str:
    """Return the class of a stack, one of `DEPTHS`.

    Examples:
        >>> depth_of(199, 10), depth_of(200, 10), depth_of(2000, 10)
        ('0-20', '20-50', '200+')
    """
    return DEPTHS[sum(stack >= end * big_blind for end in _DEPTH_ENDS)]


def kind_of(cards: str) -> str:
    """Return the kind of a hold'em hand; empty for other cards.

    Examples:
        >>> kind_of("KdAd"), kind_of("7c7h"), kind_of("2c7h"), kind_of("2c7h3c4c"), kind_of("")
        ('AKs', '77', '72o', '', '')
    """
    if len(cards) != 4:
        return ""
    high, low = sorted((cards[0], cards[2]), key=RANK_LETTERS.index, reverse=True)
    return high + low + ("" if high == low else "s" if cards[1] == cards[3] else "o")


class _DealCounter:
    """Counts a deal, event by event."""

    def __init__(self, setup: Setup) -> None:
        seats = len(setup.stacks)
        self._positions = positions_of(setup)
        self._has_flop = has_flop(setup.game)
        self._betting = _open_betting(setup)
        self._letter = ""
        self._street = -1
        self._flags: list[set[str]] = [set() for _ in range(seats)]
        self._actions = [[0, 0, 0] for _ in range(seats)]
        self._folded: set[int] = set()
        self._acted: set[int] = set()
        """The seats that have acted on this street."""
        self._raisers: list[int] = []
        """Who raised before the flop, in order."""
        self._is_open = False
        self._is_stolen = False
        self._callers = 0
        """The calls since the last raise before the flop."""
        self._wagers = 0
        """The bets and raises on this street after the flop."""
        self._continues: int | None = None
        """The seat that may still make the next continuation bet of the deal."""
        self._cbet_by: int | None = None
        self._checked: set[int] = set()
        self._answered: set[int] = set()
        self.won: set[int] = set()

    def begin(self, street: Street) -> None:
        """Begin a street."""
        self._street += 1
        if self._street == 0:
            return
        if self._street == 1:
            for seat, flags in enumerate(self._flags):
                if seat not in self._acted:
                    flags.add("walks")
            self._betting.end_street()
            self._continues = self._raisers[-1] if self._raisers else None
        else:
            self._continues = self._cbet_by
        self._letter = _LETTERS.get(street, "")
        if self._letter:
            for seat, flags in enumerate(self._flags):
                if seat not in self._folded:
                    flags.add(f"saw_{self._letter}")
        self._wagers, self._cbet_by = 0, None
        self._acted, self._checked, self._answered = set(), set(), set()

    def act(self, seat: DealSeat, action: Action) -> None:
        """Count an action."""
        if self._street == 0:
            self._act_before_flop(seat, action)
        elif self._letter:
            self._act_after_flop(seat, action)
        self._acted.add(seat)
        if isinstance(action, Fold):
            self._folded.add(seat)

    def _chance(self, seat: int, name: str, *, is_taken: bool) -> None:
        """Count a chance, and whether it was taken."""
        self._flags[seat].update([f"{name}_opp", name] if is_taken else [f"{name}_opp"])

    def _act_before_flop(self, seat: DealSeat, action: Action) -> None:
        legal = self._betting.legal_actions(seat)
        can_raise = bool(legal.bet or legal.raise_to)
        raises, calls = isinstance(action, Bet | RaiseTo), isinstance(action, Call)
        note = self._flags[seat].add
        if raises or calls:
            note("vpip")
        if can_raise:
            note("pfr_opp")
        if raises:
            note("pfr")
        if self._has_flop:
            self._count_opening(seat, action)
            self._count_raises(seat, action, can_raise=can_raise)
        if isinstance(action, Bet | RaiseTo):
            self._betting.wager(seat, action.amount)
            self._raisers.append(seat)
            self._callers = 0
        elif isinstance(action, Fold):
            self._betting.fold(seat)
        else:
            self._betting.call(seat)
            self._callers += calls
        self._is_open = self._is_open or not isinstance(action, Fold)

    def _count_opening(self, seat: int, action: Action) -> None:
        """Count the first entry into the pot, and the answers of the blinds to a steal."""
        if seat in self._acted:
            return
        flags, position = self._flags[seat], self._positions[seat]
        raises = isinstance(action, Bet | RaiseTo)
        if not self._is_open:
            self._chance(seat, "rfi", is_taken=raises)
            if isinstance(action, Call):
                flags.add("limp")
            if position in _STEAL_POSITIONS:
                self._chance(seat, "steal", is_taken=raises)
                self._is_stolen = raises
        elif self._is_stolen and len(self._raisers) == 1 and not self._callers and position in _BLINDS:
            flags.add(f"{_BLINDS[position]}_steal_opp")
            if isinstance(action, Fold):
                flags.add(f"{_BLINDS[position]}_steal_fold")

    def _count_raises(self, seat: int, action: Action, *, can_raise: bool) -> None:
        """Count the raises after the first, and the folds to them."""
        raisers, note = self._raisers, self._flags[seat].add
        raises, folds = isinstance(action, Bet | RaiseTo), isinstance(action, Fold)
        if len(raisers) == 1 and raisers[0] != seat and can_raise:
            for name in ("3bet", "squeeze")[: 2 if self._callers else 1]:
                self._chance(seat, name, is_taken=raises)
        elif len(raisers) == 2 and raisers[0] == seat:
            self._chance(seat, "f3bet", is_taken=folds)
            if can_raise:
                note("4bet_opp")
            if raises:
                note("4bet")
        elif len(raisers) == 3 and raisers[1] == seat:
            self._chance(seat, "f4bet", is_taken=folds)

    def _act_after_flop(self, seat: int, action: Action) -> None:
        note, letter = self._flags[seat].add, self._letter
        bets, folds = isinstance(action, Bet), isinstance(action, Fold)
        raises = isinstance(action, RaiseTo)
        done = self._actions[seat]
        done[0] += bets
        done[1] += raises
        done[2] += isinstance(action, Call)
        if folds:
            note("folds")
        if not self._wagers and seat not in self._acted:
            if seat == self._continues:
                self._chance(seat, f"{letter}_cbet", is_taken=bets)
                self._cbet_by = seat if bets else None
            elif letter == "f" and self._is_before_raiser():
                self._chance(seat, "f_donk", is_taken=bets)
        elif self._cbet_by not in {None, seat} and self._wagers == 1 and seat not in self._answered:
            self._chance(seat, f"{letter}_fcbet", is_taken=folds)
        if self._wagers:
            if seat in self._checked and seat not in self._answered:
                self._chance(seat, f"{letter}_xr", is_taken=raises)
            self._answered.add(seat)
        if isinstance(action, Check):
            self._checked.add(seat)
        self._wagers += bets or raises

    def _is_before_raiser(self) -> bool:
        """Return whether the last raiser before the flop has still to act on this street."""
        raiser = self._continues
        return raiser is not None and raiser not in self._acted and self._betting.stacks[raiser] > 0

    def finish(self) -> tuple[SeatCount, ...]:
        """Return the counters after the last event."""
        seats = range(len(self._flags))
        if self._street == 0:
            for seat in set(seats) - self._acted:
                self._flags[seat].add("walks")
        live = set(seats) - self._folded
        for seat in live:
            flags = self._flags[seat]
            if "saw_f" in flags and len(live) > 1:
                flags.add("wtsd")
                if seat in self.won:
                    flags.add("wsd")
            if "saw_f" in flags and seat in self.won:
                flags.add("wwsf")
        return tuple([SeatCount(pack_flags(self._flags[seat]), *self._actions[seat]) for seat in seats])


def _open_betting(setup: Setup) -> BettingRound:
    """Return the betting of a deal at its first decision, with antes and blinds posted."""
    betting = BettingRound(setup)
    for seat, ante in enumerate(setup.antes):
        betting.post(seat, ante)
    if setup.antes_are_dead:
        betting.make_antes_dead()
    elif setup.antes:
        betting.end_street()
    for seat, blind in enumerate(setup.blinds):
        betting.post(seat, abs(blind))
    plan = setup.game.streets[0]
    betting.begin_street(plan)
    if plan.first_to_act is FirstToAct.AFTER_BLINDS and any(setup.blinds):
        betting.open_with_blinds()
    return betting


def seats_of_hand(hand: PlayedHand) -> Iterator[CountedSeat]:
    """Yield the counted seats of a recorded hand; chips that the house has taken from the pots are nobody's."""
    deal, setup = hand.deal, hand.deal.setup
    shown = {
        int(event.seat): "".join(map(str, event.cards))
        for event in deal.events
        if isinstance(event, HandShown) and hand.known.issuperset(event.cards)
    }
    big_blind, game = setup.big_blind, next(key for key, each in GAMES.items() if each == setup.game)
    seats = zip(hand.names, count_deal(deal), positions_of(setup), setup.stacks, hand.final_stacks, strict=True)
    for seat, (name, counted, position, before, after) in enumerate(seats):
        kind, net = kind_of(shown.get(seat, "")), after - before
        depth, decimals = depth_of(before, big_blind), hand.decimals
        yield CountedSeat(name, game, position, depth, decimals, counted, net, net / big_blind, kind)
