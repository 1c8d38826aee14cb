"""Write `ircpoker/robots/pushfold/charts.bin`: the push-or-fold charts for stacks of 1 to 20 big blinds.

python tools/make_pushfold.py          write the charts (three minutes)
python tools/make_pushfold.py --check  print the most that a deviation from the shipped charts gains

Heads-up, blinds 1/2 and 1: the small blind goes all-in or folds, the big blind calls or folds. Equities are exact: all
boards, hands that share no card. The equilibrium is found by regret matching without negative regrets (CFR+), both
players in turn, each round weighted by its number squared.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.equity.preflop import BOARDS, preflop_counts
from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.robots.pushfold.charts import KINDS, SHIPPED, TENTHS, WHOLE, Charts, kind_of, pack, read_charts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 20_000
PAIRS = 1326 * 1225
SMALL_BLIND, BIG_BLIND = 0.5, 1.0


class MatchUps(NamedTuple):
    """All pairs of hands by their kinds, [small blind's][big blind's].

    Attributes:
        pairs: the number of pairs.
        won: the pairs that the small blind wins less those that it loses, on average over the boards.
    """

    pairs: Floats
    won: Floats


def count_match_ups() -> MatchUps:
    """Return the match-ups of all kinds, from the exact counts of hands."""
    kinds = [kind_of((CARDS[high], CARDS[low])) for low, high in COMBINATIONS]
    hands = [[number for number, second in enumerate(kinds) if second == kind] for kind in range(KINDS)]
    pairs, won = np.zeros((KINDS, KINDS)), np.zeros((KINDS, KINDS))
    for first in range(KINDS):
        for second in range(KINDS):
            counts = preflop_counts({hands[first][0]: 1}, dict.fromkeys(hands[second], 1))
            pairs[first, second] = len(hands[first]) * sum(counts) / BOARDS
            won[first, second] = len(hands[first]) * (counts.win - counts.lose) / BOARDS
    return MatchUps(pairs, won)


def small_blind_values(match_ups: MatchUps, stacks: Floats, calls: Floats) -> Floats:
    """Return the small blind's winnings, times the pairs of hands: [all-in or fold][stack][kind].

    Args:
        match_ups: the match-ups of the kinds.
        stacks: in big blinds, a column.
        calls: how often the big blind calls, [stack][kind].
    """
    pairs, won = match_ups
    all_in = BIG_BLIND * (1 - calls) @ pairs.T + stacks * (calls @ won.T)
    return np.stack([all_in, np.broadcast_to(-SMALL_BLIND * pairs.sum(axis=1), all_in.shape)])


def big_blind_values(match_ups: MatchUps, stacks: Floats, all_in: Floats) -> Floats:
    """Return the big blind's winnings likewise, [call or fold][stack][kind] against the small blind's `all_in`."""
    pairs, won = match_ups
    folded = SMALL_BLIND * (1 - all_in) @ pairs
    return np.stack([folded - stacks * (all_in @ won), folded - BIG_BLIND * all_in @ pairs])


def mean_values(of_actions: Floats, share: Floats) -> Floats:
    """Return the winnings if the first action is taken as often as `share`, and otherwise the second."""
    played: Floats = share * of_actions[0] + (1 - share) * of_actions[1]
    return played


def gains(match_ups: MatchUps, stacks: Floats, all_in: Floats, calls: Floats) -> Floats:
    """Return how much each player could gain by playing otherwise, in big blinds per deal: [player][stack]."""
    found = []
    for of_actions, share in (
        (small_blind_values(match_ups, stacks, calls), all_in),
        (big_blind_values(match_ups, stacks, all_in), calls),
    ):
        found.append((of_actions.max(axis=0) - mean_values(of_actions, share)).sum(axis=1) / PAIRS)
    return np.stack(found)


class _Learner:
    """One player's regrets and average play, for all stacks at once."""

    def __init__(self, stacks: int) -> None:
        self._regrets = np.zeros((2, stacks, KINDS))
        self._sum = np.zeros((stacks, KINDS))
        self.share = np.full((stacks, KINDS), 0.5)

    def learn(self, of_actions: Floats, weight: float) -> None:
        self._regrets = np.maximum(self._regrets + of_actions - mean_values(of_actions, self.share), 0)
        total = self._regrets.sum(axis=0)
        self.share = np.divide(self._regrets[0], total, out=np.full(total.shape, 0.5), where=total > 0)
        self._sum += weight * self.share

    def mean(self, weight: float) -> Floats:
        found: Floats = self._sum / weight
        return found


def solve(match_ups: MatchUps, stacks: Floats, rounds: int = ROUNDS) -> tuple[Floats, Floats]:
    """Return how often each kind goes all-in, and calls: [stack][kind].

    Args:
        match_ups: the match-ups of the kinds.
        stacks: in big blinds, a column.
        rounds: the number of iterations.
    """
    small, big = _Learner(len(stacks)), _Learner(len(stacks))
    for number in range(1, rounds + 1):
        small.learn(small_blind_values(match_ups, stacks, big.share), number**2)
        big.learn(big_blind_values(match_ups, stacks, small.share), number**2)
    weight = float(sum(number**2 for number in range(1, rounds + 1)))
    return small.mean(weight), big.mean(weight)


def shipped() -> tuple[Floats, Floats]:
    """Return the charts of the file as fractions of one: [stack][kind], all-in and calls."""
    numbers = np.array([read_charts(tenths) for tenths in TENTHS]) / WHOLE
    return numbers[:, 0], numbers[:, 1]


def main() -> int:
    """Write or check the charts; return the exit status."""
    match_ups = count_match_ups()
    stacks = np.array(TENTHS)[:, None] / 10
    if "--check" not in sys.argv[1:]:
        all_in, calls = (np.rint(share * WHOLE).astype(int).tolist() for share in solve(match_ups, stacks))
        SHIPPED.write_bytes(pack([Charts(*of_stack) for of_stack in zip(all_in, calls, strict=True)]))
    print(f"a deviation gains at most {gains(match_ups, stacks, *shipped()).max():.1e} big blinds a deal")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
