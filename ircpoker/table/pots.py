"""Main pot, side pots and their division."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ircpoker.hands import HandValue
from ircpoker.table.seat_numbers import DealSeat, deal_seats


class Pot(NamedTuple):
    """Chips and the seats that can win them."""

    amount: int
    seats: tuple[DealSeat, ...]


def pots_so_far(
    totals: Sequence[int], bets: Sequence[int], stacks: Sequence[int], in_hand: Sequence[bool], dead: int
) -> list[Pot]:
    """Divide the chips as far as they are in; only a seat that is all-in has a side pot above it.

    Args:
        totals: the chips that each seat has put in.
        bets: those of this street, which others may still call.
        stacks: the chips in front of each seat.
        in_hand: whether each seat can still win.
        dead: dead money, which belongs to the main pot.

    Examples:
        Seat 2 has bet 20 into a pot of 60, and the others are to call; then seat 3 is all-in for 10:

        >>> pots_so_far((20, 40, 20), (0, 20, 0), (50, 30, 10), (True, True, True), 0)
        [Pot(amount=80, seats=(0, 1, 2))]
        >>> pots_so_far((20, 40, 30), (0, 20, 10), (50, 30, 0), (True, True, True), 0)
        [Pot(amount=80, seats=(0, 1, 2)), Pot(amount=10, seats=(0, 1))]
    """
    highest = max(bets)
    if not highest:
        return make_pots(totals, in_hand, dead)
    called = [put + highest - bet if stack else put for put, bet, stack in zip(totals, bets, stacks, strict=True)]
    return make_pots(totals, in_hand, dead, called)


def make_pots(
    totals: Sequence[int], in_hand: Sequence[bool], dead: int = 0, called: Sequence[int] | None = None
) -> list[Pot]:
    """Divide the chips into the main pot and the side pots.

    Args:
        totals: the chips that each seat has put in, after uncalled bets were returned.
        in_hand: whether each seat can still win.
        dead: dead money, which belongs to the main pot.
        called: what each seat will have put in if it calls; by default nothing is left to call.

    Returns:
        The main pot and then the side pots, the one with the fewest seats last. None of them is empty, and together
        they hold all chips.

    Examples:
        Seat 1 is all-in for 20, seat 2 folded after 30, the others put in 50:

        >>> make_pots((50, 20, 30, 50), (True, True, False, True))
        [Pot(amount=80, seats=(0, 1, 3)), Pot(amount=70, seats=(0, 3))]
    """
    remaining = [seat for seat in deal_seats(len(in_hand)) if in_hand[seat]]
    reach = totals if called is None else called
    tops = sorted({reach[seat] for seat in remaining})
    if len(tops) == 1 and max(totals) <= tops[0]:  # as in most deals
        chips = sum(totals) + dead
        return [Pot(chips, tuple(remaining))] if chips else []
    pots: list[Pot] = []
    below = 0
    carried = dead
    for top in tops:
        for total in totals:
            if total > below:
                carried += min(total, top) - below
        if carried:
            pots.append(Pot(carried, tuple([seat for seat in remaining if reach[seat] >= top])))
        below, carried = top, 0
    # Chips above the bets of all remaining seats are there only if the highest bettor gave up.
    rest = sum(total - below for total in totals if total > below)
    if rest:
        last = pots.pop() if pots else Pot(0, tuple(remaining))
        pots.append(Pot(last.amount + rest, last.seats))
    return pots


def prize(totals: Sequence[int], dead: int, seat: int, price: int) -> int:
    """Return the chips that a seat can win by paying a price: from each seat as many as it has then put in itself.

    The part of a bet that the seat cannot match is no prize: it goes back, or is won by others.

    Args:
        totals: the chips that each seat has put in, folded or not.
        dead: dead money, which belongs to the main pot.
        seat: the seat.
        price: the chips that it pays now, which it has.

    Returns:
        The chips in the pots that it can win, without the price.

    Examples:
        The big blind has 100 chips and faces an all-in of 900: it pays 90 to win 110.

        >>> prize((10, 900), 0, 0, 90)
        110
    """
    reach = totals[seat] + price
    return dead + sum(min(total, reach) for total in totals)


def split(amount: int, winners: Sequence[DealSeat]) -> list[tuple[DealSeat, int]]:
    """Divide a pot among the seats that tie for it.

    Args:
        amount: the chips in the pot.
        winners: the seats in order from the left of the button.

    Returns:
        Each seat with its share. Odd chips go one by one to the first seats left of the button (TDA 20-A).

    Examples:
        >>> split(11, [0, 2, 3])
        [(0, 4), (2, 4), (3, 3)]
    """
    share, odd = divmod(amount, len(winners))
    return [(seat, share + (index < odd)) for index, seat in enumerate(winners)]


def divide_pots(pots: Sequence[Pot], value_of: Callable[[DealSeat], HandValue]) -> Iterator[tuple[int, DealSeat, int]]:
    """Divide all pots among their winners, the side pots first.

    Args:
        pots: the main pot, then the side pots.
        value_of: returns the value of a seat's hand; it is not called for a pot that only one seat can win.

    Yields:
        The number of a pot, a seat that wins part of it, and the chips.
    """
    for number in range(len(pots) - 1, -1, -1):
        pot = pots[number]
        winners: Sequence[DealSeat] = pot.seats
        if len(winners) > 1:
            best = max(value_of(seat) for seat in winners)
            winners = [seat for seat in winners if value_of(seat) == best]
        for seat, share in split(pot.amount, winners):
            if share:
                yield number, seat, share
