"""A second, short and slow implementation of the rules, to check `ircpoker.table` against. The two share no code.

It knows chips, turns and moves but no cards, so nobody wins. A move is text, as `ircpoker.table.parse_action` reads it,
except that `discard 2` gives a number of cards. The rules are in docs/rules.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Rules(NamedTuple):
    """A game: the order of its streets and how high a bet may be."""

    betting: str
    streets: int
    first_big: int
    """The first street of the big bet, in limit."""
    draws: dict[int, int]
    """The streets that begin with a draw, and how many cards it may change."""


RULES = {
    "holdem": Rules("no_limit", 4, 2, {}),
    "pot_limit": Rules("pot_limit", 4, 2, {}),
    "limit": Rules("limit", 4, 2, {}),
    "omaha": Rules("pot_limit", 4, 2, {}),
    "draw": Rules("no_limit", 2, 1, {1: 5}),
    "limit_draw": Rules("limit", 2, 1, {1: 5}),
}


class NaiveDeal:
    """One deal.

    Args:
        setup: fields of a `Setup`, the game by its name; missing fields have their defaults.

    Attributes:
        queue: the seats that are still to act on this street, in order.
        acted: the bet to match when each seat last acted on this street.
        unit: the bet of this street.
        bet_to_match: the bet to match.
        largest: the largest full bet or raise; full: the last bet to match that counts as a full bet, in limit.
        counted: the number of bets on this street, in limit.
        missing: the chips that dead and short blinds leave out of the pot; a pot-sized bet counts them all the same.
    """

    def __init__(self, setup: Mapping[str, Any]) -> None:
        seats = len(setup["stacks"])
        self.setup = setup
        self.rules = RULES[setup["game"]]
        self.stacks: list[int] = list(setup["stacks"])
        self.bets = [0] * seats
        self.folded: set[int] = set()
        self.middle = 0  # chips of earlier streets and dead antes
        self.street, self.phase = 0, "betting"
        self.acted: dict[int, int] = {}
        self.aggressor: int | None = None
        self.bet_to_match = self.unit = self.largest = self.full = self.counted = self.missing = 0
        for seat, ante in enumerate(setup.get("antes") or ()):
            self.pay(seat, min(ante, self.stacks[seat]))
        self.collect(is_dead=setup.get("antes_are_dead", False))
        for seat, blind in enumerate(setup.get("blinds") or ()):
            self.pay(seat, min(blind, self.stacks[seat]))
        self.folded |= {*setup.get("dead", ())}
        self.begin_betting()

    # Facts about the deal

    def in_hand(self) -> list[int]:
        """Return the seats still in."""
        return [seat for seat in range(len(self.stacks)) if seat not in self.folded]

    def with_chips(self) -> list[int]:
        """Return the seats still in that are not all-in."""
        return [seat for seat in self.in_hand() if self.stacks[seat]]

    def pot(self) -> int:
        """Return all chips in the pot."""
        return self.middle + sum(self.bets)

    def actor(self) -> int | None:
        """Return the seat whose turn it is; None if the deal is over."""
        return None if self.phase == "over" else self.queue[0]

    def moves(self) -> list[str]:
        """Return the actor's moves; a fold with nothing to call is left out, though it is legal."""
        if self.phase == "over":
            return []
        if self.phase == "drawing":
            return [f"discard {count}" for count in range(self.rules.draws[self.street] + 1)]
        if self.phase == "showdown":
            return ["show", "muck"]
        verb = "raise" if self.bet_to_match else "bet"
        passive = ["fold", "call"] if self.call(self.queue[0]) else ["check"]
        return passive + [f"{verb} {amount}" for amount in self.wagers(self.queue[0])]

    def call(self, seat: int) -> int:
        """Return the price of a call."""
        bet_to_match = self.bet_to_match
        if max(self.bets) < bet_to_match:  # a short blind: nobody pays more than an opponent can match
            bet_to_match = min(
                bet_to_match, max(self.bets[other] + self.stacks[other] for other in self.in_hand() if other != seat)
            )
        return max(0, min(bet_to_match - self.bets[seat], self.stacks[seat]))

    def wagers(self, seat: int) -> range:
        """Return the totals that the seat may bet or raise to."""
        all_in = self.bets[seat] + self.stacks[seat]
        rivals = [
            other
            for other in self.in_hand()
            if other != seat and self.bets[other] + self.stacks[other] > self.bet_to_match
        ]
        limit = self.rules.betting == "limit"
        if seat in self.acted:
            faced = self.bet_to_match - self.acted[seat]
            closed = 2 * faced < self.unit if limit else faced < self.largest
        else:
            closed = False
        if closed or not rivals or all_in <= self.bet_to_match:
            return range(0)
        if limit:
            least = most = self.full + self.unit
            if self.counted >= self.setup.get("bet_cap", 4):
                return range(0)
        else:
            least, most = self.bet_to_match + self.largest, all_in
        if self.rules.betting == "pot_limit":
            called = self.pot() + self.missing + self.bet_to_match - self.bets[seat]
            most = max(least, self.bet_to_match + called)
        return range(min(least, all_in), min(most, all_in) + 1)

    # The effect of a move

    def play(self, move: str) -> None:
        """Let the actor make a move, and go on to the next one."""
        verb, _, amount = move.partition(" ")
        seat = self.queue.pop(0)
        if verb in {"fold", "muck"}:
            self.folded.add(seat)
        elif verb in {"check", "call"}:
            self.acted[seat] = self.bet_to_match
            self.pay(seat, self.call(seat))
        elif verb in {"bet", "raise"}:
            self.wager(seat, int(amount))
        self.go_on()

    def wager(self, seat: int, amount: int) -> None:
        """Bet or raise; all others who can act will act again."""
        if self.rules.betting != "limit":
            self.largest = max(self.largest, amount - self.bet_to_match)
        elif 2 * (amount - self.full) >= self.unit:
            self.full, self.counted = amount, self.counted + 1
        self.bet_to_match = self.acted[seat] = amount
        self.aggressor = seat
        self.pay(seat, amount - self.bets[seat])
        self.queue = [other for other in self.clockwise(seat) if other in self.with_chips() and other != seat]

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats, beginning with the one after this."""
        seats = len(self.stacks)
        return [(seat + step) % seats for step in range(1, seats + 1)]

    def pay(self, seat: int, chips: int) -> None:
        """Put chips in."""
        self.stacks[seat] -= chips
        self.bets[seat] += chips

    def collect(self, *, is_dead: bool = False) -> None:
        """Take the bets to the middle; the uncalled part goes back, except of dead antes."""
        top = max(self.bets)
        owner = self.bets.index(top)
        if self.bets.count(top) == 1 and owner not in self.folded and not is_dead:
            self.pay(owner, sorted(self.bets)[-2] - top)
        self.middle += sum(self.bets)
        self.bets = [0] * len(self.bets)

    # The course of a deal

    def begin_betting(self) -> None:
        """Begin the betting of a street; the blinds are the first bet of the first one."""
        blinds = (self.setup.get("blinds") or ()) if self.street == 0 else ()
        self.unit = self.largest = self.setup["small_bet"]
        if self.rules.betting == "limit" and self.street >= self.rules.first_big:
            self.unit = self.setup["big_bet"]
        self.bet_to_match = self.full = max((*blinds, 0))
        self.missing = max(0, self.setup.get("full_blinds", 0) - sum(self.bets), sum(blinds) - sum(self.bets))
        if not self.bet_to_match:
            self.missing = 0
        self.counted = 1 if self.bet_to_match else 0
        self.acted = {}
        self.aggressor = None
        last = max(
            [seat for seat, blind in enumerate(blinds) if self.bet_to_match and blind == self.bet_to_match], default=-1
        )
        self.phase = "betting"
        self.queue = [seat for seat in self.clockwise(last) if seat in self.with_chips()]
        self.go_on()

    def go_on(self) -> None:
        """Go on to the next decision, in this phase or the following ones."""
        if self.phase == "betting":
            if len(self.in_hand()) == 1 or not self.queue or self.is_alone():
                self.end_street()
        elif self.phase == "drawing" and not self.queue:
            self.begin_betting()
        elif self.phase == "showdown" and (not self.queue or len(self.in_hand()) == 1):
            self.phase = "over"

    def is_alone(self) -> bool:
        """Return whether the next seat is the only one with chips, and has nothing to call."""
        return len(self.with_chips()) == 1 and not self.call(self.queue[0])

    def end_street(self) -> None:
        """Go to the next street, or to the showdown."""
        self.collect()
        self.street += 1
        if len(self.in_hand()) == 1:
            self.phase = "over"
        elif self.street == self.rules.streets:
            asked = self.setup.get("asks_showdown") and (
                self.setup.get("all_in_may_muck") or self.with_chips() == self.in_hand()
            )
            order = self.clockwise((self.aggressor or 0) - 1)
            self.queue = [seat for seat in order if seat in self.in_hand()] if asked else []
            self.phase = "showdown"
            self.go_on()
        elif self.street in self.rules.draws:
            self.phase, self.queue = "drawing", self.in_hand()
        else:
            self.begin_betting()
