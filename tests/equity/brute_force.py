"""Showdowns by dealing every board and evaluating every hand: independent of `ircpoker.equity`."""

from fractions import Fraction
from itertools import combinations

from ircpoker.cards import CARDS
from ircpoker.hands import evaluate_unchecked


def value_of(hole, board, *, omaha):
    if not omaha:
        return evaluate_unchecked([CARDS[card] for card in (*hole, *board)])
    return max(
        evaluate_unchecked([CARDS[card] for card in (*two, *three)])
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def brute_force(hole, board=(), dead=(), *, omaha=False):
    """Return (win, tie, lose, share as a fraction of pots) of each hand."""
    gone = {*board, *dead, *(card for hand in hole for card in hand)}
    live = [card for card in range(52) if card not in gone]
    totals = [[0, 0, 0, Fraction(0)] for _ in hole]
    for dealt in combinations(live, 5 - len(board)):
        values = [value_of(hand, (*board, *dealt), omaha=omaha) for hand in hole]
        best = max(values)
        winners = values.count(best)
        for total, value in zip(totals, values, strict=True):
            if value < best:
                total[2] += 1
            else:
                total[0 if winners == 1 else 1] += 1
                total[3] += Fraction(1, winners)
    return [tuple(total) for total in totals]
