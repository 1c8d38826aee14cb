"""Kuhn and Leduc poker for three players: their trees of betting, and best responses to a strategy.

The rules are those of OpenSpiel: an ante of 1, a rank more than players, in Leduc poker twice; in Kuhn poker a bet of
1; in Leduc poker bets of 2 and then 4, two a street, and a pair with the board wins.
"""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

from ircpoker.postflop.engine.native import KUHN, LEDUC

SEATS = 3
RANKS = SEATS + 1
FOLDS, CALLS, BETS = 1, 2, 4
BET = {KUHN: (1,), LEDUC: (2, 4)}
MOST = {KUHN: 1, LEDUC: 2}


@dataclass
class SmallTree:
    """The arrays of a tree, as the solver takes them, by their order there."""

    game: int
    seat: list = field(default_factory=list)
    put: list = field(default_factory=list)
    edges: list = field(default_factory=list)
    street: list = field(default_factory=list)
    choices: list = field(default_factory=list)
    live: list = field(default_factory=list)
    paid: list = field(default_factory=list)

    @property
    def classes(self):
        return (RANKS,) if self.game == KUHN else (RANKS, RANKS * RANKS)

    @property
    def offsets(self):
        """The first chance of each node, and the end."""
        sizes = [self.classes[street] * len(edges) for street, edges in zip(self.street, self.edges, strict=True)]
        return np.cumsum([0, *sizes])

    def arrays(self):
        firsts = np.cumsum([0, *map(len, self.edges)])
        return (
            np.array(self.seat, np.uint8), np.array(self.put, np.uint16), np.arange(len(self.seat), dtype=np.int32),
            firsts.astype(np.int32), np.array([to for edges in self.edges for to in edges], np.int32),
            np.array(self.street, np.uint8), np.array(self.choices, np.uint8), np.array(self.live, np.uint8),
            np.array(self.paid, np.uint16).ravel(),
        )  # fmt: skip


def make_small(game):
    tree = SmallTree(game)
    _add(tree, (1,) * SEATS, (True,) * SEATS, (0, 0, tuple(range(SEATS)), max((1,) * SEATS)))
    return tree


def _add(tree, put, live, turn):
    """Add a decision and all after it; `turn`: street, bets on it, seats to act, the amount to match."""
    street, bets, (me, *behind), to_match = turn
    node = len(tree.seat)
    may_bet = bets < MOST[tree.game]
    tree.seat.append(me)
    tree.put.append(put[me])
    tree.street.append(street)
    owes = put[me] < to_match
    tree.choices.append(owes * FOLDS | CALLS | may_bet * BETS)
    edges = []
    tree.edges.append(edges)
    if owes:
        edges.append(_go_on(tree, put, _with(live, me, value=False), (street, bets, behind, to_match)))
    called = _with(put, me, value=to_match)
    edges.append(_go_on(tree, called, live, (street, bets, behind, to_match)))
    if may_bet:
        bet = to_match + BET[tree.game][street]
        answers = [seat % SEATS for seat in range(me + 1, me + SEATS) if live[seat % SEATS]]
        edges.append(_go_on(tree, _with(put, me, value=bet), live, (street, bets + 1, answers, bet)))
    return node


def _go_on(tree, put, live, turn):
    street, bets, pending, to_match = turn
    if sum(live) > 1:
        if pending:
            return _add(tree, put, live, (street, bets, pending, to_match))
        if street + 1 < len(BET[tree.game]):
            return _add(tree, put, live, (street + 1, 0, [seat for seat in range(SEATS) if live[seat]], to_match))
    tree.live.append(sum(is_live << seat for seat, is_live in enumerate(live)))
    tree.paid.append(put)
    return -len(tree.live)


def _with(values, place, *, value):
    return tuple([value if each == place else old for each, old in enumerate(values)])


class Deals:
    """All deals by the ranks of the hands, and in Leduc poker of the board, with their probabilities."""

    def __init__(self, tree):
        self.tree = tree
        copies = 1 if tree.game == KUHN else 2
        cards = SEATS + (tree.game == LEDUC)
        found = np.array(list(product(range(RANKS), repeat=cards)))
        weights = np.ones(len(found))
        for place in range(cards):
            before = (found[:, :place] == found[:, place : place + 1]).sum(axis=1)
            weights *= np.maximum(copies - before, 0)
        kept = weights > 0
        self.ranks = found[kept]
        self.chance = weights[kept] / weights.sum()
        board = self.ranks[:, SEATS] if tree.game == LEDUC else np.full(len(self.ranks), -1)
        hands = self.ranks[:, :SEATS]
        self.strength = np.where(hands == board[:, None], RANKS, hands)
        self.classes = [hands, hands * RANKS + board[:, None]]

    def won(self, end, seat):
        tree = self.tree
        live = np.array([tree.live[end] >> each & 1 for each in range(SEATS)], bool)
        if not live[seat]:
            return np.full(len(self.chance), -float(tree.paid[end][seat]))
        strength = np.where(live, self.strength, -1)
        best = strength.max(axis=1, keepdims=True)
        share = (strength[:, seat] == best[:, 0]) / (strength == best).sum(axis=1)
        return share * sum(tree.paid[end]) - tree.paid[end][seat]


def strategy_of(tree, averages):
    """Return the chances of each node, [class][action]; where nothing was learnt, each action equally often."""
    offsets, found = tree.offsets, []
    for node, edges in enumerate(tree.edges):
        rows = averages[offsets[node] : offsets[node + 1]].reshape(-1, len(edges)).astype(float)
        sums = rows.sum(axis=1, keepdims=True)
        found.append(np.where(sums > 0, rows / np.maximum(sums, 1e-30), 1 / len(edges)))
    return found


def values(tree, strategy, best=None):
    """Return what each seat wins on average, or what the seat `best` wins if it answers as well as it can."""
    deals = Deals(tree)
    if best is None:
        return [float(_walk(deals, strategy, 0, deals.chance, seat, answers=False).sum()) for seat in range(SEATS)]
    return float(_walk(deals, strategy, 0, deals.chance, best, answers=True).sum())


def nash_conv(tree, strategy):
    return sum(values(tree, strategy, seat) for seat in range(SEATS)) - sum(values(tree, strategy))


def _walk(deals, strategy, node, reach, hero, *, answers):
    """Return what the hero wins from a node on, by deal, times the chance that the others come there."""
    tree = deals.tree
    if node < 0:
        return reach * deals.won(-1 - node, hero)
    seat, street = tree.seat[node], tree.street[node]
    classes = deals.classes[street][:, seat]
    chances = strategy[node][classes]
    if seat != hero or not answers:
        return sum(
            _walk(deals, strategy, to, reach * chances[:, place], hero, answers=answers)
            for place, to in enumerate(tree.edges[node])
        )
    found = np.stack([_walk(deals, strategy, to, reach, hero, answers=True) for to in tree.edges[node]])
    sums = np.stack([np.bincount(classes, each, tree.classes[street]) for each in found])
    return found[sums.argmax(axis=0)[classes], np.arange(len(classes))]
