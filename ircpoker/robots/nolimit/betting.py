"""The abstract betting of heads-up no-limit hold'em: the tree for training and playing the blueprint.

Amounts are small blinds, always whole ones: every pot of the tree is 4 · 2^a · 3^b. Seat 0 has the big blind, seat 1
the small blind and the button. An action is a letter: `f` fold, `c` check or call, `h` and `p` a bet or raise of half
the pot and of the pot (both counted after the call), `a` all-in. A size that takes three quarters of the remaining
chips or more is replaced by all-in; after three bets on a street only all-in is left.

Nodes are numbered depth first, actions in the order of `LETTERS`, so that a node's descendants come right after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

Sizes: TypeAlias = "Callable[[int, int, int], list[tuple[str, int]]]"
"""Street, the actor's chips in the pot after a call, and bets on the street so far → sizes, as `wager_sizes` returns
them."""
FOLD, CALL, HALF, POT, ALL_IN = LETTERS = "fchpa"
REAL = "b"
"""The letter of a bet at the table that is not one of the sizes."""
BLINDS = (2, 1)
BIG_BLIND = max(BLINDS)
STREETS = 4
FLOP, TURN, RIVER = 1, 2, 3
MOST_BETS = 3
"""The most bets of half the pot or the pot on a street; an all-in counts, the blinds do not."""
FOLDED, SHOWDOWN = -1, -2
"""The targets of actions that lead to no node."""
LARGEST = (3, 4)
"""A size that takes this part of the remaining chips is replaced by all-in."""
ALMOST = (1, 10)
"""Two bets count as almost the same if they differ by at most this part of the pot."""


@dataclass(frozen=True)
class BettingTree:
    """The betting for one depth of stacks, as lists by node and by edge; an edge is an action at a node.

    Attributes:
        stack: the stack of each player, in small blinds.
        street: the street of each node, 0 to 3.
        actor: the seat to act at each node; 0 is the big blind.
        put: the chips that both seats have put in before each node.
        first: the edge of each node's first action, and one entry more for the end.
        edge_start: the index of each node's first action among the edges of its street.
        letter: the letter of each edge.
        to: the target of each edge: a node, `FOLDED` or `SHOWDOWN`.
        amount: for each edge, the chips that its actor has put in after it; if the hand ends, the loser's chips.
        edges_of: the number of edges of each street.
    """

    stack: int
    street: list[int] = field(default_factory=list)
    actor: list[int] = field(default_factory=list)
    put: list[tuple[int, int]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    edge_start: list[int] = field(default_factory=list)
    letter: list[str] = field(default_factory=list)
    to: list[int] = field(default_factory=list)
    amount: list[int] = field(default_factory=list)
    edges_of: list[int] = field(default_factory=lambda: [0] * STREETS)

    def edges(self, node: int) -> range:
        """Return the edges of a node."""
        return range(self.first[node], self.first[node + 1])

    def count(self, street: int) -> int:
        """Return the number of nodes of a street."""
        return self.street.count(street)


@lru_cache(maxsize=4)
def make_tree(big_blinds: int) -> BettingTree:
    """Return the tree of a depth.

    Args:
        big_blinds: the stack of each player.
    """
    return _Builder(big_blinds * BIG_BLIND).build()


@lru_cache(maxsize=16)
def count_stored(big_blinds: int) -> tuple[int, ...]:
    """Return, by street, the number of edges less that of nodes in the tree of a depth, which is not built for it.

    Args:
        big_blinds: the stack of each player.
    """
    stack = big_blinds * BIG_BLIND

    @cache
    def below(street: int, own: int, bet: int, bets: int, *, is_first: bool) -> tuple[int, ...]:
        sizes = wager_sizes(stack, bet, bets)
        counts = [0] * STREETS
        counts[street] = len(sizes) + (own < bet)
        parts = [below(street, bet, amount, bets + 1, is_first=False) for _, amount in sizes]
        if is_first:
            parts.append(below(street, bet, bet, bets, is_first=False))
        elif bet < stack and street + 1 < STREETS:
            parts.append(below(street + 1, bet, bet, 0, is_first=True))
        return tuple(map(sum, zip(counts, *parts, strict=True)))

    return below(0, min(BLINDS), BIG_BLIND, 0, is_first=True)


def subgame_tree(stack: int, street: int, bet: int, sizes: Sizes | None = None) -> BettingTree:
    """Return the betting from the beginning of a street after the flop.

    Args:
        stack: the stack of each player before the deal.
        street: 1 to 3.
        bet: the chips that each player has put in before the street; above 0.
        sizes: returns the bets and raises; `wager_sizes` if not given.
    """
    return _Builder(stack, sizes).build(street, bet)


class BettingSituation(NamedTuple):
    """A decision after the flop, at which a betting tree may begin.

    Attributes:
        street: 1 to 3.
        actor: the seat to act.
        put: the chips that both seats have put in.
        bets: the number of bets on this street so far.
        is_first: whether a check leaves the other seat a decision.
    """

    street: int
    actor: int
    put: tuple[int, int]
    bets: int
    is_first: bool


def tree_from(
    stack: int, root: BettingSituation, sizes: Sizes, line: Sequence[int] = (), *, alone: bool = False
) -> BettingTree:
    """Return the betting from a situation on.

    Args:
        stack: the stack of each player before the deal.
        root: the situation.
        sizes: returns the bets and raises.
        line: actions at the table that the tree must have, in order, each as the chips that its actor has put in.
        alone: whether a bet of the line takes the place of all sizes there, but all-in.
    """
    return _Builder(stack, sizes, alone=alone).build_from(root, line)


class _Builder:
    """Builds a tree depth first. Edges are numbered when all nodes are known."""

    def __init__(self, stack: int, sizes: Sizes | None = None, *, alone: bool = False) -> None:
        self._tree, self._alone = BettingTree(stack), alone
        self._edges: list[list[tuple[str, int, int]]] = []
        self._sizes = sizes or (lambda _, bet, bets: wager_sizes(stack, bet, bets))

    def build(self, street: int = 0, bet: int = 0) -> BettingTree:
        """Return the whole tree from the beginning of a street on."""
        return self.build_from(BettingSituation(street, 0 if street else 1, (bet, bet) if street else BLINDS, 0, True))

    def build_from(self, root: BettingSituation, line: Sequence[int] = ()) -> BettingTree:
        """Return the tree from a situation on, with the actions of a line."""
        self._add(root, line)
        tree = self._tree
        for node, edges in enumerate(self._edges):
            street = tree.street[node]
            tree.first.append(len(tree.to))
            tree.edge_start.append(tree.edges_of[street])
            tree.edges_of[street] += len(edges)
            for letter, to, amount in edges:
                tree.letter.append(letter)
                tree.to.append(to)
                tree.amount.append(amount)
        tree.first.append(len(tree.to))
        return tree

    def _add(self, at: BettingSituation, line: Sequence[int] = ()) -> int:
        """Add a node and its descendants; return its number."""
        tree, (street, actor, put, bets, _) = self._tree, at
        node, other = len(tree.street), 1 - actor
        tree.street.append(street)
        tree.actor.append(actor)
        tree.put.append(put)
        edges: list[tuple[str, int, int]] = []
        self._edges.append(edges)
        bet, made = put[other], line[0] if line else 0
        if put[actor] < bet:
            edges.append((FOLD, FOLDED, put[actor]))
        edges.append((CALL, self._call(at, bet, line[1:] if made == bet else ()), bet))
        sizes = self._sizes(street, bet, bets)
        for letter, amount in add_size(sizes, bet, made, alone=self._alone) if made > bet else sizes:
            after = (amount, bet) if actor == 0 else (bet, amount)
            rest = line[1:] if made == amount else ()
            edges.append((letter, self._add(BettingSituation(street, other, after, bets + 1, False), rest), amount))
        return node

    def _call(self, at: BettingSituation, bet: int, rest: Sequence[int]) -> int:
        """Return the target of a check or call."""
        both = (bet, bet)
        if at.is_first:  # even a call of the blind leaves the other player an action
            return self._add(BettingSituation(at.street, 1 - at.actor, both, at.bets, False), rest)
        if bet == self._tree.stack or at.street + 1 == STREETS:
            return SHOWDOWN
        return self._add(BettingSituation(at.street + 1, 0, both, 0, True), rest)


def add_size(sizes: list[tuple[str, int]], bet: int, made: int, *, alone: bool = False) -> list[tuple[str, int]]:
    """Add a bet from the table to the sizes; it replaces a size that is almost the same.

    Args:
        sizes: as `wager_sizes` returns them.
        bet: the actor's chips in the pot after a call.
        made: the actor's chips in the pot after the bet.
        alone: whether it replaces all sizes but all-in.

    Examples:
        >>> add_size([("h", 40), ("p", 60), ("a", 120)], 20, 50)
        [('h', 40), ('b', 50), ('p', 60), ('a', 120)]
        >>> add_size([("h", 40), ("p", 60), ("a", 120)], 20, 62)
        [('h', 40), ('b', 62), ('a', 120)]
    """
    if any(amount == made and (letter == ALL_IN or not alone) for letter, amount in sizes):
        return sizes
    part, whole = ALMOST
    far = [each for each in sizes if each[0] == ALL_IN or (whole * abs(each[1] - made) > part * 2 * bet and not alone)]
    return sorted([*far, (REAL, made)], key=itemgetter(1))


def wager_sizes(stack: int, bet: int, bets: int) -> list[tuple[str, int]]:
    """Return the bets and raises, each as a letter and the actor's chips in the pot after it.

    Args:
        stack: the stack of each player before the deal.
        bet: the actor's chips in the pot after a call.
        bets: the number of bets on this street so far.
    """
    left = stack - bet
    if not left:
        return []
    part, whole = LARGEST
    sizes = [(HALF, bet), (POT, 2 * bet)] if bets < MOST_BETS else []
    return [*[(letter, bet + size) for letter, size in sizes if whole * size < part * left], (ALL_IN, stack)]
