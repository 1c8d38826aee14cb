"""Plain regret minimisation with matrices, also CFR+: slow, and independent of the solver in C."""

import numpy as np

from ircpoker.hands import evaluate_many
from tests.postflop.engine.trees import FOLDED


def payoffs(hands, board):
    """[mine][other]: 1 if mine beats the other on the board, -1 if it loses; and whether both can be dealt."""
    rows = np.array([[*hand, *board] for hand in hands], np.uint8)
    classes = np.asarray(evaluate_many(rows, 7)).astype(np.int64)
    wins = np.sign(classes[None, :] - classes[:, None]).astype(float)
    apart = can_meet(hands)
    return wins * apart, apart


def can_meet(hands):
    return np.array([[not set(hand) & set(other) for other in hands] for hand in hands], float)


class PlainCfr:
    """Two players with one list of hands, and a tree as the solver takes it.

    With `plus` regrets stay above zero, and later policies weigh more (Tammelin 2014).
    """

    def __init__(self, tree, wins, apart, ranges, *, plus=False):
        self.plus, self.number = plus, 0
        self.street, self.actor, self.first, self.edge_start, self.to, self.amount = tree
        self.wins, self.apart, self.ranges = wins, apart, ranges
        self.regrets = np.zeros((len(self.to), len(wins)))
        self.sums = np.zeros_like(self.regrets)

    def edges(self, node):
        return range(self.first[node], self.first[node + 1])

    def run(self, iterations):
        for _ in range(iterations):
            self.number += 1
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
            if self.plus:
                self.regrets[at] = np.maximum(self.regrets[at], 0)
            self.sums[at] += (self.number if self.plus else 1) * own * policy
        return value

    def end(self, node, edge, me, other):
        if self.to[edge] == FOLDED:
            return (-1 if self.actor[node] == me else 1) * self.amount[edge] * (self.apart @ other)
        return self.amount[edge] * (self.wins @ other)


class PlainTurn(PlainCfr):
    """The same from a turn on: what happens on the rivers has a row for each of them, [river][hand]."""

    RIVERS = 44
    """Of the 48 cards that are left, 4 are in the hands of the players."""

    def __init__(self, tree, hands, board, ranges, **options):
        self.rivers = [code for code in range(52) if code not in board]
        self.left = np.array([[code not in hand for hand in hands] for code in self.rivers])
        wins = np.zeros((len(self.rivers), len(hands), len(hands)))
        for code, left, won in zip(self.rivers, self.left, wins, strict=True):
            there = np.flatnonzero(left)
            won[np.ix_(there, there)] = payoffs([hands[at] for at in there], [*board, code])[0]
        super().__init__(tree, wins, can_meet(hands), ranges, **options)
        self.showdown = wins.sum(axis=0) / self.RIVERS
        shapes = [(len(self.rivers), len(hands)) if self.is_river(node) else (1, len(hands)) for node in self.owners()]
        self.regrets = [np.zeros(shape) for shape in shapes]
        self.sums = [np.zeros(shape) for shape in shapes]

    def owners(self):
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))

    def is_river(self, node):
        return self.street[node] > self.street[0]

    def by_regrets(self, node):
        return shares(np.maximum(np.stack([self.regrets[edge] for edge in self.edges(node)]), 0))

    def average(self, node):
        return shares(np.stack([self.sums[edge] for edge in self.edges(node)]))

    def walk(self, node, me, own, other, policy_at, *, best=False):
        if not self.is_river(node):
            own, other = (None if each is None else each.reshape(1, -1) for each in (own, other))
            return self.at(node, me, own, other, policy_at, best)[0]
        left = self.left
        value = self.at(node, me, None if own is None else own * left, other * left, policy_at, best)
        return value.sum(axis=0) / self.RIVERS

    def at(self, node, me, own, other, policy_at, best):
        policy, mine, values = policy_at(node), self.actor[node] == me, []
        for action, edge in enumerate(self.edges(node)):
            own_then = own if own is None or not mine else own * policy[action]
            other_then = other if mine else other * policy[action]
            to = self.to[edge]
            if to < 0:
                values.append(self.end(node, edge, me, other_then))
            elif self.street[to] == self.street[node]:
                values.append(self.at(to, me, own_then, other_then, policy_at, best))
            else:
                values.append(self.walk(to, me, own_then, other_then, policy_at, best=best)[None, :])
        if not mine:
            return sum(values)
        if best:
            return np.max(values, axis=0)
        value = (policy * values).sum(axis=0)
        for action, edge in enumerate(self.edges(node) if own is not None else ()):
            self.regrets[edge] = np.maximum(self.regrets[edge] + values[action] - value, 0 if self.plus else -np.inf)
            self.sums[edge] += (self.number if self.plus else 1) * own * policy[action]
        return value

    def end(self, node, edge, me, other):
        if self.to[edge] == FOLDED:
            left = self.left if self.is_river(node) else 1
            return (-1 if self.actor[node] == me else 1) * self.amount[edge] * (other @ self.apart) * left
        if self.is_river(node):
            return self.amount[edge] * np.einsum("rij,rj->ri", self.wins, other)
        return self.amount[edge] * (other @ self.showdown.T)


def shares(weights):
    total = weights.sum(axis=0)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / len(weights))
