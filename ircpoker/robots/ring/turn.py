"""A decision of `ring`, and the chips of its actions."""

from __future__ import annotations

from typing import NamedTuple

from ircpoker.robots.ring.features import MAY_ALL_IN, TableBetting

SHORT = 10
"""Up to this many big blinds, the first raise is all-in."""
LEAST_POT = 4
"""With fewer big blinds in the pot at the start of a street it is not solved."""
LEAST_STACK = 32
"""With shorter stacks at the start of the deal, in big blinds, solving wins too little more than the strategy."""
TURN = 2
"""The number of that street."""
_TWO = 2


class RingTurn(NamedTuple):
    """A decision as the strategy sees it.

    Attributes:
        betting: where the betting stands.
        seat: whose turn it is.
        choices: what it may do, as bits.
        key: the features.
    """

    betting: TableBetting
    seat: int
    choices: int
    key: int


def stack_of(turn: RingTurn) -> float:
    """Return the chips that the seat can lose in the deal, in big blinds: none if all others are all-in by antes."""
    betting = turn.betting
    return max(1, betting.put[turn.seat] + betting.reach(turn.seat)) / betting.big_blind


def read_turn(betting: TableBetting, seat: int, *, may_raise: bool = True) -> RingTurn:
    """Return a seat's decision.

    Args:
        betting: where the betting stands.
        seat: the seat to act.
        may_raise: whether the rules allow a bet or raise.
    """
    choices = betting.choices(seat, may_raise=may_raise)
    return RingTurn(betting, seat, choices, betting.key(seat, choices))


def amount_of(choice: int, turn: RingTurn) -> int:
    """Return the bet to which an action that is a bet or raise raises."""
    betting, seat = turn.betting, turn.seat
    most, owed = betting.bets[seat] + betting.reach(seat), betting.owed(seat)
    if choice == MAY_ALL_IN or (betting.street == 0 and stack_of(turn) <= SHORT):
        return most
    # After more raises than the strategy knows there is no size: the pot.
    return min(most, betting.size(seat) or max(betting.bets) + betting.pot + owed)


def is_solved(betting: TableBetting) -> bool:
    """Return whether the street that has begun is solved: exactly two are left, with chips and a pot worth it."""
    stack = min(betting.put[seat] + betting.left[seat] for seat in betting.live)
    return (
        betting.street >= TURN
        and betting.began_with == len(betting.live) == _TWO
        and min(betting.began_left[seat] for seat in betting.live) > 0
        and betting.began_pot >= LEAST_POT * betting.big_blind
        and stack >= LEAST_STACK * betting.big_blind
    )
