"""Outs: the next cards that put a hand in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS, Card
from ircpoker.equity.sampling import best_value
from ircpoker.equity.spots import Spot
from ircpoker.hands import Category, HandValue


class Outs(NamedTuple):
    """The outs of one hand on the flop or the turn.

    Attributes:
        value: the value that the hand has now.
        is_ahead: whether no other hand is better.
        draws: for a hand that is behind, the next cards that make it the only best hand, high cards first; grouped by
            the category that it then has, the best first.
        ties: for a hand that is behind, the next cards with which it shares the pot.
    """

    value: HandValue
    is_ahead: bool
    draws: Mapping[Category, tuple[Card, ...]]
    ties: tuple[Card, ...]

    @property
    def card_count(self) -> int:
        """The number of cards that put the hand in front."""
        return sum(map(len, self.draws.values()))


def find_outs(spot: Spot) -> tuple[Outs, ...]:
    """Return the outs of each hand.

    Args:
        spot: hands, board and dead cards.

    Returns:
        The outs in the order of the hands; none for ranges, before the flop and on the river.
    """
    hands = spot.known
    if not hands or not 3 <= len(spot.board) <= 4:
        return ()
    gone = {*spot.board, *spot.dead, *[card for hand in hands for card in hand]}
    now = _values(hands, spot.board, is_omaha=spot.is_omaha)
    outs: list[dict[Category, tuple[Card, ...]]] = [{} for _ in hands]
    ties: list[list[Card]] = [[] for _ in hands]
    for code in range(MOST_CARDS - 1, -1, -1):
        if code not in gone:
            values = _values(hands, (*spot.board, code), is_omaha=spot.is_omaha)
            best = max(values)
            for hand, value in enumerate(values):
                if value < best or now[hand] == max(now):
                    continue
                if values.count(best) == 1:
                    outs[hand][value.category] = (*outs[hand].get(value.category, ()), CARDS[code])
                else:
                    ties[hand].append(CARDS[code])
    return tuple(
        [
            Outs(value, value == max(now), dict(sorted(draws.items(), key=lambda draw: draw[0].number)), tuple(shared))
            for value, draws, shared in zip(now, outs, ties, strict=True)
        ]
    )


def _values(hands: Sequence[Sequence[int]], board: Sequence[int], *, is_omaha: bool) -> list[HandValue]:
    return [best_value(hand, board, is_omaha=is_omaha) for hand in hands]
