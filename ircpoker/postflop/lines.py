"""A line: what happened since the start of a spot, as text such as `check, bet 94, call, 7c`.

Actions are `fold`, `check`, `call`, `bet 94`, `raise 260` and `all-in`, with short forms `f k c b r a`; the amount may
be left out if there is only one such action. A card is dealt when the betting of a street is over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ircpoker import errors
from ircpoker.cards import CARDS, format_cards, parse_cards
from ircpoker.postflop.engine.engine import Floats32
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.postflop.tree import ALL_IN, BET, CALL, CHECK, FOLD, FOLDED, RAISE, SHOWDOWN, TreeAction, TreeNode

LONGEST_LINE = 2000
MOST_BYTES = 1 << 20
_SHORT = {"f": FOLD, "k": CHECK, "x": CHECK, "c": CALL, "b": BET, "r": RAISE, "a": ALL_IN, "allin": ALL_IN}
_NAMES = (FOLD, CHECK, CALL, BET, RAISE, ALL_IN)
_FIRST_BOARD = 3


class LinePlace(NamedTuple):
    """Where a line leads.

    Attributes:
        node: the next decision; `FOLDED` or `SHOWDOWN` if there is none.
        board: the card codes so far.
        reach: how often each hand gets there, [player][hand].
        shown: the same; but of a player who never takes one of the actions, the hands that could have taken it.
        words: the steps that lead there.
    """

    node: int
    board: bytes
    reach: Floats32
    shown: Floats32
    words: tuple[str, ...]

    @property
    def absent(self) -> list[int]:
        """The players who never get there by their own play."""
        return [player for player, hands in enumerate(self.reach) if not hands.any()]

    @property
    def text(self) -> str:
        """The line as text; empty for the start."""
        return ", ".join(self.words)

    @property
    def board_text(self) -> str:
        """The board as text."""
        return format_cards([CARDS[code] for code in self.board])

    def needs_card(self, nodes: list[TreeNode]) -> bool:
        """Return whether a card comes next."""
        return self.node >= 0 and nodes[self.node].street + _FIRST_BOARD > len(self.board)

    def is_over(self) -> bool:
        """Return whether no decision is left."""
        return self.node in {FOLDED, SHOWDOWN}


def take_lines(path: Path, take: Callable[[str], object]) -> None:
    """Read a text file line by line, without empty lines and those that begin with #.

    Args:
        path: the file.
        take: is called with each line.

    Raises:
        SolverError: the file cannot be read.
        UsageError: it is too long, or `take` raised an error.
    """
    name = errors.printable(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise errors.SolverError(f"{name} cannot be read: {error.strerror}") from error
    if len(content) > MOST_BYTES:
        raise errors.UsageError(f"{name}: expected at most {MOST_BYTES} bytes")
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                take(line)
            except errors.PokerError as error:
                raise errors.UsageError(f"{name}, line {number}: {error}") from error


def split_line(text: str) -> Iterator[str]:
    """Yield the steps of a line, each an action with its amount, or a card.

    Raises:
        UsageError: it is too long.
    """
    if len(text) > LONGEST_LINE:
        raise errors.UsageError(f"a line of {len(text)} characters: expected at most {LONGEST_LINE}")
    step = ""
    for word in re.split(r"[\s,/]+", text.strip()):
        if step and word.isdecimal():
            step = f"{step} {word}"
        else:
            if step:
                yield step
            step = word
    if step:
        yield step


def find_action(step: str, node: TreeNode) -> int:
    """Return the number of an action at a node.

    Args:
        step: as `split_line` yields it.
        node: the decision.

    Raises:
        UsageError: it is not one of the actions there, or could be several.
    """
    name, _, amount = step.lower().partition(" ")
    name = _SHORT.get(name, name)
    named = [number for number, action in enumerate(node.actions) if action.name == name]
    numbers = [number for number in named if not amount or str(node.actions[number].amount) == amount]
    if not named and name in {BET, RAISE}:
        numbers = [n for n, action in enumerate(node.actions) if amount and str(action.amount) == amount]
    if len(numbers) == 1:
        return numbers[0]
    raise errors.UsageError(f"{errors.quote(step)}: expected {_choices(node.actions)}")


def _choices(actions: tuple[TreeAction, ...]) -> str:
    *most, last = map(str, actions)
    return f"{', '.join(most)} or {last}" if most else last


def read_card(step: str, board: bytes) -> int:
    """Return the code of the next card.

    Raises:
        UsageError: it is not one card.
        DuplicateCardError: it is on the board.
    """
    try:
        cards = parse_cards(step)
    except errors.NotUnderstoodError:
        cards = ()
    if len(cards) != 1:
        raise errors.UsageError(f"{errors.quote(step)}: expected the next card, such as 7c")
    if cards[0].code in board:
        raise errors.DuplicateCardError(str(cards[0]))
    code: int = cards[0].code
    return code


def without_cards(reach: Floats32, codes: bytes) -> Floats32:
    """Return how often hands get on after cards are dealt."""
    left = reach.copy()
    left[..., np.isin(hand_pairs(), list(codes)).any(axis=1)] = 0
    return left
