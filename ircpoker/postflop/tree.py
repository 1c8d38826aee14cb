"""The betting from a street after the flop on, as a tree.

Player 0 is out of position and acts first on each street. Nodes are numbered depth first, so that a node's descendants
come right after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ircpoker.errors import UsageError
from ircpoker.postflop.engine.engine import TreeArrays
from ircpoker.postflop.sizes import STREETS, BetSize, BetSizes, SizeUnit, round_half_up

OOP, IP = range(2)
FOLDED, SHOWDOWN = -1, -2
"""The targets of actions that lead to no node."""
FOLD, CHECK, CALL, BET, RAISE, ALL_IN = "fold", "check", "call", "bet", "raise", "all-in"
MOST_NODES = 1 << 20
MOST_CHIPS = 10**6
_MOST_DEPTH = 200
_BOARD = 2
"""The number of a street in the solver, 1 for the flop, and this are the cards of its board."""


@dataclass(frozen=True)
class TreeSetup:
    """What a tree is made of.

    Attributes:
        pot: the chips in the pot at the start.
        stack: the chips that each player has left.
        bets: the sizes of bets.
        raises: the sizes of raises.
        donks: the sizes of bets of the player out of position on the street after a call; None for those of `bets`.
        all_in: a bet of at least this part of what is left is all-in.
    """

    pot: int
    stack: int
    bets: BetSizes = field(default_factory=BetSizes)
    raises: BetSizes = field(default_factory=BetSizes)
    donks: BetSizes | None = None
    all_in: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            UsageError: one is impossible.
        """
        for name, value in (("pot", self.pot), ("stack", self.stack)):
            if not 1 <= value <= MOST_CHIPS:
                raise UsageError(f"{name} {value}: expected chips from 1 to {MOST_CHIPS}")
        if not 0 < self.all_in <= 1:
            raise UsageError("all-in: expected a percentage above 0 and up to 100%")
        for sizes in (self.bets, self.raises, self.donks or BetSizes()):
            if (chips := sizes.most_chips()) > self.stack:
                raise UsageError(f"a size of {chips} chips: expected at most the {self.stack} of the stack, or all-in")
        for size in self.bets.all + (self.donks or BetSizes()).all:
            if size.unit is SizeUnit.TIMES:
                raise UsageError(f"a bet of {size}: there is no bet to multiply; that is for raises")


class TreeAction(NamedTuple):
    """An action at a node.

    Attributes:
        name: `fold`, `check`, `call`, `bet`, `raise` or `all-in`.
        amount: the chips that its player has then put in on this street, for a bet, a raise or an all-in; else 0.
        to: the node that follows, `FOLDED` or `SHOWDOWN`.
        loss: if it ends the betting for good: the chips that the loser has put in, with half the first pot.
    """

    name: str
    amount: int
    to: int
    loss: float

    def __str__(self) -> str:
        """Return the action as text."""
        return f"{self.name} {self.amount}" if self.amount else self.name


class TreeNode(NamedTuple):
    """A decision.

    Attributes:
        street: 0 the flop, 1 the turn, 2 the river.
        player: who acts.
        put: the chips that both have put in since the start.
        actions: the actions.
    """

    street: int
    player: int
    put: tuple[int, int]
    actions: tuple[TreeAction, ...]


class _TreePoint(NamedTuple):
    """A decision that is to be added; `before`: the chips that each had put in before the street."""

    street: int
    player: int
    put: tuple[int, int]
    before: int
    last_raise: int
    is_first: bool
    is_donk: bool


def make_tree(betting: TreeSetup, street: int) -> list[TreeNode]:
    """Return the nodes of a tree.

    Args:
        betting: the chips and the sizes.
        street: where it begins: 0 the flop, 1 the turn, 2 the river.

    Raises:
        UsageError: it has too many nodes.
    """
    return _TreeBuilder(betting).build(street)


class _TreeBuilder:
    def __init__(self, betting: TreeSetup) -> None:
        self._betting = betting
        self._nodes: list[TreeNode] = []

    def build(self, street: int) -> list[TreeNode]:
        self._add(_TreePoint(street, OOP, (0, 0), 0, 0, is_first=True, is_donk=False), 0)
        return self._nodes

    def _add(self, at: _TreePoint, depth: int) -> int:
        number = len(self._nodes)
        if number >= MOST_NODES or depth > _MOST_DEPTH:
            raise UsageError(
                f"the tree has more than {MOST_NODES} decisions, or {_MOST_DEPTH} in a row: drop some sizes"
            )
        self._nodes.append(TreeNode(at.street, at.player, at.put, ()))
        actions = list(self._passive(at, depth))
        for name, amount in self._wagers(at):
            put = (amount, at.put[1]) if at.player == OOP else (at.put[0], amount)
            bet = at.put[1 - at.player]
            after = at._replace(player=1 - at.player, put=put, last_raise=amount - bet, is_first=False, is_donk=False)
            actions.append(TreeAction(name, amount - at.before, self._add(after, depth + 1), 0.0))
        self._nodes[number] = TreeNode(at.street, at.player, at.put, tuple(actions))
        return number

    def _passive(self, at: _TreePoint, depth: int) -> Iterator[TreeAction]:
        """Yield fold, check and call."""
        own, bet = at.put[at.player], at.put[1 - at.player]
        half = self._betting.pot / 2
        if own < bet:
            yield TreeAction(FOLD, 0, FOLDED, half + own)
        name = CALL if own < bet else CHECK
        if at.is_first:
            after = at._replace(player=1 - at.player, is_first=False, is_donk=False)
            yield TreeAction(name, 0, self._add(after, depth + 1), 0.0)
        elif bet == self._betting.stack or at.street + 1 == len(STREETS):
            yield TreeAction(name, 0, SHOWDOWN, half + bet)
        else:
            is_donk = own < bet and at.player == OOP
            after = _TreePoint(at.street + 1, OOP, (bet, bet), bet, 0, is_first=True, is_donk=is_donk)
            yield TreeAction(name, 0, self._add(after, depth + 1), 0.0)

    def _wagers(self, at: _TreePoint) -> list[tuple[str, int]]:
        """Return the bets and raises, each with the chips that the player has put in since the start."""
        betting, bet = self._betting, at.put[1 - at.player]
        left = betting.stack - bet
        if left <= 0:
            return []
        facing = bet > at.put[at.player]
        least = min(left, max(1, at.last_raise))
        names: dict[int, str] = {}
        for size in self._sizes(at, facing=facing):
            if size.unit is SizeUnit.TIMES and not facing:
                continue
            more = size.amount(betting.pot + 2 * bet, bet - at.before, left, len(STREETS) - at.street)
            more = max(least, more)
            if more >= left or more >= round_half_up(betting.all_in * left):
                more = left
            names[bet + more] = ALL_IN if more == left else RAISE if facing else BET
        return [(names[amount], amount) for amount in sorted(names)]

    def _sizes(self, at: _TreePoint, *, facing: bool) -> tuple[BetSize, ...]:
        betting = self._betting
        if facing:
            return betting.raises.get(at.player, at.street)
        if at.is_donk and betting.donks is not None:
            return betting.donks.get(at.player, at.street)
        return betting.bets.get(at.player, at.street)


def tree_arrays(nodes: list[TreeNode]) -> TreeArrays:
    """Return a tree in the form that the solver needs."""
    starts: list[int] = []
    edges_of = [0] * len(STREETS)
    for node in nodes:
        starts.append(edges_of[node.street])
        edges_of[node.street] += len(node.actions)
    actions = [action for node in nodes for action in node.actions]
    return (
        np.array([node.street + 1 for node in nodes], np.uint8),
        np.array([node.player for node in nodes], np.uint8),
        np.cumsum([0, *(len(node.actions) for node in nodes)]).astype(np.int32),
        np.array(starts, np.int32),
        np.array([action.to for action in actions], np.int32),
        np.array([action.loss for action in actions], np.float32),
    )
