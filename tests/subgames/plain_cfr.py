"""Plain regret minimisation with matrices: slow, and independent of the solver in C."""

import numpy as np

from ircpoker.hands import evaluate_many
from tests.subgames.trees import FOLDED


def payoffs(hands, board):
    """[mine][other]: 1 if mine beats the other on the board, -1 if it loses; and whether both can be dealt."""
    rows = np.array([[*hand, *board] for hand in hands], np.uint8)
    classes = np.asarray(evaluate_many(rows, 7)).astype(np.int64)
    wins = np.sign(classes[None, :] - classes[:, None]).astype(float)
    apart = np.array([[not set(hand) & set(other) for other in hands] for hand in hands])
    return wins * apart, apart.astype(float)


class PlainCfr:
    """Two players with one list of hands, and a tree as the solver takes it."""

    def __init__(self, tree, wins, apart, ranges):
        self.street, self.actor, self.first, self.edge_start, self.to, self.amount = tree
        self.wins, self.apart, self.ranges = wins, apart, ranges
        self.regrets = np.zeros((len(self.to), len(wins)))
        self.sums = np.zeros_like(self.regrets)

    def edges(self, node):
        return range(self.first[node], self.first[node + 1])

    def run(self, iterations):
        for _ in range(iterations):
            for me in (0, 1):
                self.walk(0, me, self.ranges[me], self.ranges[1 - me], self.by_regrets)
        return self.walk(0, 0, None, self.ranges[1], self.average)

    def by_regrets(self, node):
        return shares(np.maximum(self.regrets[self.first[node] : self.first[node + 1]], 0))

    def average(self, node):
        return shares(self.sums[self.first[node] : self.first[node + 1]])

    def walk(self, node, me, own, other, policy_at, *, best=False):
        """The winnings of each of my hands; learns if `own` is given."""
        policy = policy_at(node)
        mine = self.actor[node] == me
        values = []
        for action, edge in enumerate(self.edges(node)):
            own_then = own if own is None or not mine else own * policy[action]
            other_then = other if mine else other * policy[action]
            if self.to[edge] >= 0:
                values.append(self.walk(self.to[edge], me, own_then, other_then, policy_at, best=best))
            else:
                values.append(self.end(node, edge, me, other_then))
        if not mine:
            return sum(values)
        if best:
            return np.max(values, axis=0)
        value = (policy * values).sum(axis=0)
        if own is not None:
            at = slice(self.first[node], self.first[node + 1])
            self.regrets[at] += values - value
            self.sums[at] += own * policy
        return value

    def end(self, node, edge, me, other):
        if self.to[edge] == FOLDED:
            return (-1 if self.actor[node] == me else 1) * self.amount[edge] * (self.apart @ other)
        return self.amount[edge] * (self.wins @ other)


def shares(weights):
    total = weights.sum(axis=0)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(weights))
