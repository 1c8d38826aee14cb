"""The position of a deal in the tree: the betting at the table, with each bet read as one of the tree's sizes.

A bet of the opponent between two sizes is one of them by chance: the smaller one with the probability (B - x)(1 + A) /
(B - A)(1 + x), where x, A and B are the bet and the two sizes as parts of the pot after the call ("pseudo-harmonic":
Ganzfried and Sandholm, IJCAI 2013). The chance comes from the robot's cards and the bets so far, so that the same deal
is always read alike, and nobody who does not see the cards can predict the reading.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from ircpoker.robots.nolimit.betting import ALL_IN, CALL, HALF, LARGEST, POT
from ircpoker.table.actions import Bet, Call, Check, RaiseTo
from ircpoker.table.events import AntePosted, BlindPosted, PlayerActed, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.robots.nolimit.betting import BettingTree
    from ircpoker.table.view import PlayerView

FRACTIONS = {HALF: 0.5, POT: 1.0}
_SEATS = 2


@dataclass
class TreePosition:
    """The position of a deal in the tree.

    Attributes:
        node: the node at the viewer's turn; below 0 if the tree has ended before the deal.
        history: the letters of the actions, `/` between streets.
        changed: whether a bet was read as one of another size.
        steps: the node of each action but folds, and the edge that it takes there; both below 0 after the tree's end.
    """

    node: int
    history: str
    changed: bool
    steps: list[tuple[int, int]] = field(default_factory=list, compare=False, repr=False)


class _TreeReader:
    """Follows the events of a deal through the tree."""

    def __init__(self, tree: BettingTree, view: PlayerView) -> None:
        self._tree = tree
        self._view = view
        self._node = 0
        self._letters: list[str] = []
        self._steps: list[tuple[int, int]] = []
        self._changed = False
        self._left = list(view.setup.stacks)
        self._bets = [0] * _SEATS
        self._pot = 0

    def read(self) -> TreePosition:
        """Return the position of the deal."""
        for event in self._view.events:
            if isinstance(event, AntePosted):
                self._pot += event.amount
                self._left[event.seat] -= event.amount
            elif isinstance(event, BlindPosted):
                self._bet(event.seat, event.amount)
            elif isinstance(event, StreetBegan) and event.board:
                self._letters.append("/")
                self._bets = [0] * _SEATS
            elif isinstance(event, PlayerActed):
                self._act(event)
        return TreePosition(self._node, "".join(self._letters), self._changed, self._steps)

    def _bet(self, seat: int, amount: int) -> None:
        self._pot += amount
        self._bets[seat] += amount
        self._left[seat] -= amount

    def _act(self, event: PlayerActed) -> None:
        seat, action = event.seat, event.action
        letter = CALL
        if isinstance(action, Bet | RaiseTo):
            letter = self._find_letter(seat, action.amount)
        elif not isinstance(action, Check | Call):
            return
        self._bet(seat, event.paid)
        self._letters.append(letter)
        self._follow(letter)

    def _follow(self, letter: str) -> None:
        tree, node = self._tree, self._node
        edge = next((edge for edge in tree.edges(node) if tree.letter[edge] == letter), -1) if node >= 0 else -1
        self._steps.append((node, edge))
        self._node = tree.to[edge] if edge >= 0 else -1

    def _find_letter(self, seat: int, amount: int) -> str:
        """Return the tree's size as which a bet is read."""
        bet = max(self._bets)
        pot = max(1, self._pot + bet - self._bets[seat])
        all_in = min(of_street + left for of_street, left in zip(self._bets, self._left, strict=True))
        size = (amount - bet) / pot
        sizes = self._sizes()
        if amount >= all_in or not sizes:
            return ALL_IN
        # All-in has the size of the table's stacks, not of the tree's.
        sizes[ALL_IN] = (all_in - bet) / pot
        below = max((each for each in sizes if sizes[each] <= size), key=sizes.__getitem__, default=None)
        above = min((each for each in sizes if sizes[each] > size), key=sizes.__getitem__, default=None)
        if below is None or above is None:
            letter = below or above or ALL_IN
        elif seat == self._view.seat:
            letter = below if size - sizes[below] <= sizes[above] - size else above
        else:
            letter = below if self._chance(amount) < smaller_chance(size, sizes[below], sizes[above]) else above
        # Half a pot is not always a whole number of chips.
        self._changed |= abs(sizes[letter] - size) * pot > 0.5
        return letter

    def _sizes(self) -> dict[str, float]:
        """Return the sizes of the tree at this node as parts of the pot."""
        if self._node < 0:
            return {}
        tree = self._tree
        letters = [tree.letter[edge] for edge in tree.edges(self._node)]
        return {letter: FRACTIONS.get(letter, 0.0) for letter in letters if letter in FRACTIONS or letter == ALL_IN}

    def _chance(self, amount: int) -> float:
        """Return a number from 0 to below 1 that the opponent cannot know."""
        cards = " ".join(map(str, self._view.hole_cards))
        text = f"{cards} {self._left} {self._bets} {amount} {''.join(self._letters)}"
        return int.from_bytes(sha256(text.encode()).digest()[:6], "big") / (1 << 48)


def smaller_chance(size: float, smaller: float, larger: float) -> float:
    """Return the probability that a bet is read as the smaller of the two sizes around it.

    Examples:
        >>> smaller_chance(0.5, 0.5, 1.0), smaller_chance(1.0, 0.5, 1.0)
        (1.0, 0.0)
        >>> round(smaller_chance(0.75, 0.5, 1.0), 3)
        0.429
    """
    return (larger - size) * (1 + smaller) / ((larger - smaller) * (1 + size))


def read_deal(tree: BettingTree, view: PlayerView) -> TreePosition:
    """Return the position of a deal in a tree."""
    return _TreeReader(tree, view).read()


def amount_of(letter: str, view: PlayerView, tree: BettingTree, node: int) -> int:
    """Return the amount at the table for a size of the tree.

    All-in is the same part of the pot as in the tree. A bet of three quarters of the remaining chips becomes all-in.

    Args:
        letter: the letter of the size.
        view: the view of the seat whose turn it is.
        tree: the tree of the depth in use.
        node: the position in the tree.
    """
    seat, to_match = view.seat, view.bet_to_match
    assert seat is not None  # noqa: S101 - it is somebody's turn
    if letter == ALL_IN:
        matched = max(tree.put[node])
        fraction = (tree.stack - matched) / (2 * matched)
    else:
        fraction = FRACTIONS[letter]
    size = round(fraction * (view.pot + to_match - view.bets[seat]))
    left = min(bet + stack for bet, stack in zip(view.bets, view.stacks, strict=True)) - to_match
    part, whole = LARGEST
    return to_match + (left if whole * size >= part * left else size)


def depth_for(stack: float, depths: Sequence[int]) -> int:
    """Return the depth that is nearest to a stack; both in big blinds.

    Examples:
        >>> [depth_for(stack, (50, 100)) for stack in (12, 70, 71, 400)]
        [50, 50, 100, 100]
    """
    return min(depths, key=lambda depth: max(stack / depth, depth / stack))
