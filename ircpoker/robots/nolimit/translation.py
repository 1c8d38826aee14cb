"""The position of a deal in the tree: the betting at the table, with each bet read as one of the tree's sizes.

A bet of the opponent between two sizes is one of them by chance: the smaller one with the probability (B - x)(1 + A) /
(B - A)(1 + x), where x, A and B are the bet and the two sizes as parts of the pot after the call ("pseudo-harmonic":
Ganzfried and Sandholm, IJCAI 2013). The chance comes from the robot's cards and the bets so far, so that the same deal
is always read alike, and nobody who does not see the cards can predict the reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from ircpoker.cards import CARDS
from ircpoker.robots.features import smaller_chance
from ircpoker.robots.nolimit.betting import ALL_IN, CALL, HALF, LARGEST, POT, BettingTree
from ircpoker.table.actions import Bet, Call, Check, RaiseTo
from ircpoker.table.events import AntePosted, BlindPosted, PlayerActed, StreetBegan
from ircpoker.table.view import PlayerView

Hand: TypeAlias = "tuple[int, int]"
"""Two card codes, in the order of dealing."""
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


class _Reading(NamedTuple):
    """A bet as it is read.

    Attributes:
        letter: the size of the tree.
        changed: whether the bet has another size.
        hands: the hands that read it so.
    """

    letter: str
    changed: bool
    hands: Sequence[Hand]


class _TreeReader:
    """Follows the events of a deal through the tree, for hands that have read all bets alike so far."""

    def __init__(self, tree: BettingTree, view: PlayerView, hands: Sequence[Hand]) -> None:
        self._tree = tree
        self._view = view
        self._hands = hands
        self._next = 0
        self._node = 0
        self._letters: list[str] = []
        self._steps: list[tuple[int, int]] = []
        self._changed = False
        self._left = list(view.setup.stacks)
        self._bets = [0] * _SEATS
        self._pot = 0

    def read(self) -> list[tuple[TreePosition, Sequence[Hand]]]:
        """Return each position in which hands see the deal, with these hands."""
        others: list[_TreeReader] = []
        for event in self._view.events[self._next :]:
            self._next += 1
            if isinstance(event, AntePosted):
                self._pot += event.amount
                self._left[event.seat] -= event.amount
            elif isinstance(event, BlindPosted):
                self._bet(event.seat, event.amount)
            elif isinstance(event, StreetBegan) and event.board:
                self._letters.append("/")
                self._bets = [0] * _SEATS
            elif isinstance(event, PlayerActed):
                others += self._act(event)
        position = TreePosition(self._node, "".join(self._letters), self._changed, self._steps)
        return [(position, self._hands), *[reading for other in others for reading in other.read()]]

    def _bet(self, seat: int, amount: int) -> None:
        self._pot += amount
        self._bets[seat] += amount
        self._left[seat] -= amount

    def _act(self, event: PlayerActed) -> list[_TreeReader]:
        """Follow an action; return a reader for each group of hands that read it otherwise."""
        readings: Sequence[_Reading] = ()
        if isinstance(event.action, Bet | RaiseTo):
            readings = self._read_bet(event.seat, event.action.amount)
        elif isinstance(event.action, Check | Call):
            readings = [_Reading(CALL, changed=False, hands=self._hands)]
        others = [self._copy() for _ in readings[1:]]
        for reader, reading in zip((self, *others), readings, strict=False):
            reader._take(event, reading)
        return others

    def _copy(self) -> _TreeReader:
        other = copy(self)
        other._letters, other._steps = self._letters[:], self._steps[:]
        other._left, other._bets = self._left[:], self._bets[:]
        return other

    def _take(self, event: PlayerActed, reading: _Reading) -> None:
        self._hands = reading.hands
        self._changed |= reading.changed
        self._bet(event.seat, event.paid)
        self._letters.append(reading.letter)
        tree, node = self._tree, self._node
        edges = tree.edges(node) if node >= 0 else ()
        edge = next((edge for edge in edges if tree.letter[edge] == reading.letter), -1)
        self._steps.append((node, edge))
        self._node = tree.to[edge] if edge >= 0 else -1

    def _read_bet(self, seat: int, amount: int) -> list[_Reading]:
        """Return the tree's sizes as which hands read a bet."""
        bet = max(self._bets)
        pot = max(1, self._pot + bet - self._bets[seat])
        all_in = min(of_street + left for of_street, left in zip(self._bets, self._left, strict=True))
        size = (amount - bet) / pot
        sizes = self._sizes()
        if amount >= all_in or not sizes:
            return [_Reading(ALL_IN, changed=False, hands=self._hands)]
        # All-in has the size of the table's stacks, not of the tree's.
        sizes[ALL_IN] = (all_in - bet) / pot
        below = max((each for each in sizes if sizes[each] <= size), key=sizes.__getitem__, default=None)
        above = min((each for each in sizes if sizes[each] > size), key=sizes.__getitem__, default=None)
        if below is None or above is None:
            parts = {below or above or ALL_IN: self._hands}
        elif seat == self._view.seat:
            parts = {below if size - sizes[below] <= sizes[above] - size else above: self._hands}
        else:
            chance = smaller_chance(size, sizes[below], sizes[above])
            smaller = [self._chance(hand, amount) < chance for hand in self._hands]
            parts = {
                letter: [hand for hand, is_smaller in zip(self._hands, smaller, strict=True) if is_smaller is wanted]
                for letter, wanted in ((below, True), (above, False))
            }
        # Half a pot is not always a whole number of chips.
        return [
            _Reading(letter, abs(sizes[letter] - size) * pot > 0.5, hands) for letter, hands in parts.items() if hands
        ]

    def _sizes(self) -> dict[str, float]:
        """Return the sizes of the tree at this node as parts of the pot."""
        if self._node < 0:
            return {}
        tree = self._tree
        letters = [tree.letter[edge] for edge in tree.edges(self._node)]
        return {letter: FRACTIONS.get(letter, 0.0) for letter in letters if letter in FRACTIONS or letter == ALL_IN}

    def _chance(self, hand: Hand, amount: int) -> float:
        """Return a number from 0 to below 1 that the opponent cannot know."""
        cards = " ".join([str(CARDS[code]) for code in hand])
        text = f"{cards} {self._left} {self._bets} {amount} {''.join(self._letters)}"
        return int.from_bytes(sha256(text.encode()).digest()[:6], "big") / (1 << 48)


def read_deal(tree: BettingTree, view: PlayerView) -> TreePosition:
    """Return the position of a deal in a tree."""
    first, second = (card.code for card in view.hole_cards)
    return read_hands(tree, view, [(first, second)])[0][0]


def read_hands(tree: BettingTree, view: PlayerView, hands: Sequence[Hand]) -> list[tuple[TreePosition, Sequence[Hand]]]:
    """Return each position in which the viewer would see the deal with one of these hands, and the hands.

    Args:
        tree: the tree.
        view: the deal; its hole cards do not count.
        hands: at least one hand.
    """
    return _TreeReader(tree, view, hands).read()


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
