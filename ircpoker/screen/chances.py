"""What everybody's open cards are worth: the chances of an all-in street by street, and the five that have won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from ircpoker.cards import MOST_CARDS
from ircpoker.feed.messages import TableSnapshot
from ircpoker.hands import best_hand

_BOARD = 5
_EXACT_SECONDS, _SAMPLE_SECONDS = 0.05, 0.03
"""A frame waits for it."""
_OMAHA = "omaha"


class StreetChances(NamedTuple):
    """The chances of the open hands on one street.

    Attributes:
        board: how many cards of the board were there.
        shares: the part of the pot that each seat wins on average, from 0 to 1.
        boards: on how many boards that was counted; 0 if some were dealt at random.
    """

    board: int
    shares: dict[int, float]
    boards: int


def chances_of(table: TableSnapshot) -> list[StreetChances]:
    """Return the chances of an all-in on each street that is there; nothing without open hands."""
    hands = _open_hands(table)
    is_even = len({len(cards) for cards in hands.values()}) == 1
    if not table.deal or len(hands) < 2 or not is_even or not any(seat.all_in for seat in table.seats):
        return []
    streets = [count for count in (0, 3, 4) if count <= len(table.board)]
    game = _OMAHA if table.game == _OMAHA else "holdem"
    dealt = [_chances(tuple(hands.values()), tuple(table.board[:count]), game) for count in streets[-2:]]
    return [
        StreetChances(count, dict(zip(hands, shares, strict=True)), boards)
        for count, (shares, boards) in zip(streets[-2:], dealt, strict=True)
    ]


def _open_hands(table: TableSnapshot) -> dict[int, tuple[str, ...]]:
    """Return the cards of all who are in, by their seats; nothing if some are hidden."""
    inside = [seat for seat in table.seats if seat.in_hand]
    hands = {seat.seat: tuple(seat.cards) for seat in inside}
    return hands if all(hands.values()) and not any(seat.drawn is not None for seat in inside) else {}


@lru_cache(256)
def _chances(hands: Sequence[Sequence[str]], board: Sequence[str], game: str) -> tuple[tuple[float, ...], int]:
    """Return the part of the pot of each hand, and on how many boards it was counted."""
    from ircpoker.equity import make_spot, plan, work_out  # noqa: PLC0415 - 3 MB, and few deals are all-ins

    spot = make_spot(["".join(cards) for cards in hands], "".join(board), (), game)
    how = plan(spot, _EXACT_SECONDS, _SAMPLE_SECONDS)
    left = MOST_CARDS - len(board) - sum(map(len, hands))
    boards = comb(left, _BOARD - len(board)) if how.is_exact else 0
    return tuple([each.equity for each in work_out(spot, how)]), boards


def winning_cards(table: TableSnapshot) -> frozenset[str]:
    """Return the cards with which a deal was won that everybody saw; nothing while it goes on."""
    last = table.last
    if table.deal or last is None:
        return frozenset()
    winning: set[str] = set()
    for result in last.results:
        if result.won and result.cards:
            winning |= _best_five(tuple(result.cards), tuple(last.board), table.game)
    return frozenset(winning)


@lru_cache(64)
def _best_five(cards: Sequence[str], board: Sequence[str], game: str) -> frozenset[str]:
    if game == _OMAHA:
        ways = [best_hand([*held, *shown]) for held in combinations(cards, 2) for shown in combinations(board, 3)]
        return frozenset(map(str, max(ways, key=lambda best: best.value).cards)) if ways else frozenset()
    held = [*cards, *board]
    return frozenset(map(str, best_hand(held).cards)) if len(held) >= _BOARD else frozenset()


def part_numbers(table: TableSnapshot) -> dict[int, int]:
    """Return the colour of each seat that is in at an all-in, of four: the player's own is the first."""
    own = table.you.seat if table.you is not None else None
    inside = sorted([seat.seat for seat in table.seats if seat.in_hand], key=lambda number: (number != own, number))
    return {number: min(3, place + (own not in inside)) for place, number in enumerate(inside)}
