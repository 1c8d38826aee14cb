"""All-in equity in place of the run-out: results with less luck and the same mean.

When all hands are tabled before the board is complete, no decision is left. The board that comes is one of many equally
likely ones; so the chips that a hand wins on average over all of them can replace those that it won. Folded hands count
as dead cards. Odd chips of a pot that was really split stay where they fell.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ircpoker.equity import SHARES, showdown_counts
from ircpoker.table.events import HandShown, PotWon, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.cards import Card
    from ircpoker.table.deal import Deal
    from ircpoker.table.seat_numbers import DealSeat

_Codes = tuple[int, ...]


def expected_stacks(deal: Deal) -> Sequence[float]:
    """Return each seat's stack after a finished deal, on average over the boards that might have come.

    Args:
        deal: a finished deal of a game with a board.

    Returns:
        The stacks; the real ones if the hands were not tabled before the last street.
    """
    board = _board_at_all_in(deal)
    if board is None:
        return deal.stacks
    stacks: list[float] = list(deal.stacks)
    winners: dict[int, list[DealSeat]] = {}
    for event in deal.events:
        if isinstance(event, PotWon):
            winners.setdefault(event.pot, []).append(event.seat)
    for number, pot in enumerate(deal.pots):
        if len(pot.seats) == 1:
            continue
        dead = tuple(
            [card.code for seat, cards in enumerate(deal.hole_cards) if seat not in pot.seats for card in cards]
        )
        holes = tuple([_codes(deal.hole_cards[seat]) for seat in pot.seats])
        for seat, share in zip(pot.seats, _shares(holes, _codes(board), dead), strict=True):
            stacks[seat] += pot.amount * share
        for seat in winners[number]:
            stacks[seat] -= pot.amount / len(winners[number])
    return stacks


def _board_at_all_in(deal: Deal) -> tuple[Card, ...] | None:
    """Return the board when all hands were tabled, if another street came after that."""
    if not any(plan.board_cards for plan in deal.setup.game.streets):
        return None
    board: tuple[Card, ...] = ()
    tabled = False
    for event in deal.events:
        if isinstance(event, HandShown):
            tabled = True
        elif isinstance(event, StreetBegan):
            if tabled:
                return board
            board += event.board
    return None


def _codes(cards: Sequence[Card]) -> _Codes:
    return tuple([card.code for card in cards])


@lru_cache(maxsize=1024)
def _shares(holes: tuple[_Codes, ...], board: _Codes, dead: _Codes) -> tuple[float, ...]:
    counts = showdown_counts(holes, board, dead, omaha=len(holes[0]) > 2)
    boards = counts[0].win + counts[0].tie + counts[0].lose
    return tuple([count.share / SHARES / boards for count in counts])
