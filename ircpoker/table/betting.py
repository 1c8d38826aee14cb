"""Chips and betting rounds: the legal calls, bets and raises, and their effect on the rest of the street.

This module knows seats, chips and turns, but no cards. Rule numbers are those of the Poker TDA rules of 2024
(docs/rules.md).
"""

from __future__ import annotations

from copy import copy

from ircpoker.table.actions import NOTHING, LegalActions
from ircpoker.table.games import Betting, StreetPlan
from ircpoker.table.pots import Pot, pots_so_far
from ircpoker.table.seat_numbers import DealSeat, deal_seats
from ircpoker.table.setup import Setup

_NOT_YET = -1


class BettingRound:
    """The chips of one deal, and the betting round in progress.

    Attributes:
        stacks: the chips in front of each seat.
        bets: the chips that each seat has bet on this street.
        totals: the chips that each seat has put in over the whole deal, without dead antes.
        in_hand: whether each seat has neither folded nor mucked.
        pot: all chips put in, including the bets of this street.
        dead: antes that belong to the main pot and count as no seat's bet.
        seats_in_hand: the number of seats in the hand.
        seats_with_chips: the number of these seats that still have chips.
        bet_to_match: the bet to match on this street.
        aggressor: the seat that bet or raised last on this street.
    """

    __slots__ = (
        "_acted_at",
        "_assumed",
        "_bets_made",
        "_cap",
        "_kind",
        "_last_full_bet",
        "_order",
        "_pending",
        "_seats",
        "_setup",
        "_step",
        "aggressor",
        "bet_to_match",
        "bets",
        "dead",
        "in_hand",
        "pot",
        "seats_in_hand",
        "seats_with_chips",
        "stacks",
        "totals",
    )

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._seats = seats = len(setup.stacks)
        self._order = deal_seats(seats)
        self._kind = setup.game.betting
        self._cap = setup.bet_cap
        self.stacks = list(setup.stacks)
        self.bets = [0] * seats
        self.totals = [0] * seats
        self.in_hand = [True] * seats
        self.pot = self.dead = 0
        self.seats_in_hand = self.seats_with_chips = seats
        self.bet_to_match = 0
        self.aggressor: DealSeat | None = None
        self._assumed = 0
        self._pending = 0
        self._step = setup.small_bet
        self._last_full_bet = 0
        self._bets_made = 0
        self._acted_at = [_NOT_YET] * seats

    def copy(self) -> BettingRound:
        """Return an independent copy."""
        other = copy(self)
        other.stacks, other.bets, other.totals = self.stacks[:], self.bets[:], self.totals[:]
        other.in_hand, other._acted_at = self.in_hand[:], self._acted_at[:]
        return other

    # Putting chips in

    def post(self, seat: int, due: int) -> int:
        """Take a blind or an ante from a seat; return the chips that it could pay."""
        return self._pay(seat, min(due, self.stacks[seat]))

    def make_antes_dead(self) -> None:
        """Make the antes dead money, which belongs to the main pot."""
        self.dead = self.pot
        self.bets = [0] * self._seats
        self.totals = [0] * self._seats

    def _pay(self, seat: int, chips: int) -> int:
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.totals[seat] += chips
        self.pot += chips
        if chips and not self.stacks[seat]:
            self.seats_with_chips -= 1
        return chips

    # A street

    def begin_street(self, plan: StreetPlan) -> None:
        """Begin a betting round in which nobody has bet."""
        setup = self._setup
        self._step = setup.big_bet if plan.doubles and self._kind is Betting.LIMIT else setup.small_bet
        self.bet_to_match = self._last_full_bet = self._bets_made = self._assumed = 0
        self.aggressor = None
        self._acted_at = [_NOT_YET] * self._seats
        self._pending = self.seats_with_chips

    def open_with_blinds(self) -> int:
        """Make the blinds just posted the first bet of the street.

        A short big blind does not lower the price: a player who enters must match the full one.

        Returns:
            The seat of the highest blind; the last one if there are several.
        """
        blinds = self._setup.blinds
        posted = [abs(blind) for blind in blinds]
        self.bet_to_match = self._last_full_bet = max(posted)
        self._bets_made = 1
        # TDA 54-B: for a pot-sized bet before the flop dead and short blinds count as full ones.
        self._assumed = max(0, max(self._setup.full_blinds, sum(posted)) - sum(self.bets))
        highest = max(blinds)
        return max(seat for seat, blind in enumerate(blinds) if blind == highest)

    def next_actor(self, seat: int) -> DealSeat | None:
        """Return the next seat after `seat` that has something to decide on this street, or None."""
        if not self._pending or self.seats_in_hand == 1:
            return None
        while True:
            seat = seat + 1 if seat + 1 < self._seats else 0
            if self.in_hand[seat] and self.stacks[seat]:
                # The last seat with chips has nothing to decide unless there is something to call.
                return self._order[seat] if self.seats_with_chips > 1 or self.to_call(seat) else None

    def end_street(self) -> tuple[DealSeat, int] | None:
        """Collect the bets.

        Returns:
            The seat that got the uncalled part of its bet back, and the amount; None if there was no such part.
        """
        bets = self.bets
        highest = max(bets)
        returned = None
        if highest and bets.count(highest) == 1:
            seat = self._order[bets.index(highest)]
            if self.in_hand[seat]:
                bets[seat] = 0
                uncalled = highest - max(bets)
                if not self.stacks[seat]:
                    self.seats_with_chips += 1
                self.stacks[seat] += uncalled
                self.totals[seat] -= uncalled
                self.pot -= uncalled
                returned = (seat, uncalled)
        self.bets = [0] * self._seats
        return returned

    def showing_order(self) -> list[DealSeat]:
        """Return the seats in the hand, beginning with the last aggressor, or else left of the button."""
        first = self.aggressor or 0
        return [seat for seat in self._order[first:] + self._order[:first] if self.in_hand[seat]]

    def pots(self) -> list[Pot]:
        """Return the main pot and the side pots, as they are now."""
        return pots_so_far(self.totals, self.bets, self.stacks, self.in_hand, self.dead)

    # Legal actions

    def to_call(self, seat: int) -> int:
        """Return the chips that a call costs the seat."""
        bet_to_match = self.bet_to_match
        bets = self.bets
        if self._assumed and max(bets) < bet_to_match:
            # Only after a short blind is the bet to match above every bet: nobody must put in more than others can.
            reach = max(
                bets[other] + self.stacks[other]
                for other in range(self._seats)
                if other != seat and self.in_hand[other]
            )
            bet_to_match = min(bet_to_match, reach)
        owed, stack = bet_to_match - bets[seat], self.stacks[seat]
        return 0 if owed < 0 else owed if owed < stack else stack

    def legal_actions(self, seat: DealSeat) -> LegalActions:
        """Return the legal actions of the seat on its turn to bet."""
        call = self.to_call(seat)
        raise_to = self._raise_to(seat)
        if self.bet_to_match:
            return LegalActions(seat, True, not call, call, NOTHING, raise_to)
        return LegalActions(seat, True, not call, call, raise_to, NOTHING)

    def _raise_to(self, seat: int) -> range:
        bet_to_match = self.bet_to_match
        all_in = self.bets[seat] + self.stacks[seat]
        if all_in <= bet_to_match or self._is_closed(seat) or not self._has_opponent(seat):
            return NOTHING
        if self._kind is Betting.LIMIT:
            if self._bets_made >= self._cap:
                return NOTHING
            least = most = self._last_full_bet + self._step
        else:
            least = bet_to_match + self._step
            most = all_in
            if self._kind is Betting.POT_LIMIT:
                # Call first, then raise by the pot.
                most = max(least, bet_to_match + self.pot + self._assumed + bet_to_match - self.bets[seat])
        return range(least if least < all_in else all_in, (most if most < all_in else all_in) + 1)

    def _is_closed(self, seat: int) -> bool:
        """Return whether the seat has acted, and bets since then add up to less than a full bet or raise.

        Short all-ins add up (TDA 47-A); in limit half a bet reopens the betting (TDA 47-B).
        """
        acted_at = self._acted_at[seat]
        if acted_at == _NOT_YET:
            return False
        faced = self.bet_to_match - acted_at
        return faced * 2 < self._step if self._kind is Betting.LIMIT else faced < self._step

    def _has_opponent(self, seat: int) -> bool:
        """Return whether anybody else can put in more than the bet to match; if not, a raise could not be called."""
        for other in range(self._seats):
            if other != seat and self.in_hand[other] and self.bets[other] + self.stacks[other] > self.bet_to_match:
                return True
        return False

    # The effect of an action

    def fold(self, seat: int) -> None:
        """Take the seat out of the hand."""
        self.give_up(seat)
        self._pending -= 1

    def give_up(self, seat: int) -> None:
        """Take a seat out of the hand after the betting."""
        self.in_hand[seat] = False
        self.seats_in_hand -= 1
        if self.stacks[seat]:
            self.seats_with_chips -= 1

    def call(self, seat: int) -> int:
        """Let the seat check or call; return the chips that it put in."""
        self._acted_at[seat] = self.bet_to_match
        self._pending -= 1
        return self._pay(seat, self.to_call(seat))

    def wager(self, seat: DealSeat, amount: int) -> int:
        """Let the seat bet or raise to `amount`, which is legal; return the chips that it put in."""
        if self._kind is Betting.LIMIT:
            # Half a bet or more counts as a full one; less leaves the next seat to complete it.
            if (amount - self._last_full_bet) * 2 >= self._step:
                self._last_full_bet = amount
                self._bets_made += 1
        elif amount - self.bet_to_match >= self._step:
            # TDA 43-A: the next raise is at least as large as the largest full bet or raise of the street.
            self._step = amount - self.bet_to_match
        self.bet_to_match = amount
        self.aggressor = seat
        self._acted_at[seat] = amount
        paid = self._pay(seat, amount - self.bets[seat])
        self._pending = self.seats_with_chips - (self.stacks[seat] > 0)
        return paid

    def award(self, seat: int, amount: int) -> None:
        """Move chips from the pot to a seat."""
        self.pot -= amount
        self.stacks[seat] += amount
