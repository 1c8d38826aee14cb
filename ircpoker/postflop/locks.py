"""Files with the frequencies of a decision, which is locked to them.

Each line names hands and their actions, `AA,KK: bet 94 70% check 30%`; a single action may stand without a number. A
later line replaces what an earlier one says about the same hands; so a file mostly begins with `any: …`. Empty lines
and those that begin with # do not count.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import UsageError, printable, quote
from ircpoker.postflop.lines import find_action, take_lines
from ircpoker.postflop.spot import HANDS

if TYPE_CHECKING:
    from ircpoker.postflop.engine.engine import Floats32
    from ircpoker.postflop.tree import TreeNode

_PART = re.compile(
    r"(?P<action>[a-z-]+(?: [0-9]+(?![0-9.]*%))?)(?: (?P<share>[0-9]{1,3}(?:\.[0-9]{1,6})?)%)?", re.IGNORECASE
)
_ROUNDING = 0.5
"""In percent: how far a hand's frequencies may be from 100% together."""


def read_lock(path: Path, node: TreeNode, weights: Floats32) -> Floats32:
    """Return the frequencies that a file gives, [action][hand].

    Args:
        path: the file.
        node: the decision.
        weights: the weights of the hands that get there; hands with 0 need no line.

    Raises:
        SolverError: the file cannot be read.
        UsageError: a line is wrong, or a hand has none.
    """
    policy = np.zeros((len(node.actions), HANDS), np.float32)
    take_lines(path, lambda line: _add_line(line, node, policy))
    missing = np.flatnonzero((weights > 0) & (policy.sum(axis=0) == 0))
    if len(missing):
        low, high = COMBINATIONS[int(missing[0])]
        raise UsageError(
            f"{printable(str(path))}: no line for {CARDS[high]}{CARDS[low]}: begin with a line for any hand"
        )
    return policy


def _add_line(line: str, node: TreeNode, policy: Floats32) -> None:
    hands, colon, rest = line.rpartition(":")
    if not colon:
        raise UsageError(
            f"{quote(line.strip())}: expected hands, a colon and actions, such as AA,KK: check 30% bet 94 70%"
        )
    shares = np.zeros(len(node.actions), np.float32)
    text = " ".join(rest.replace(",", " ").split())
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if not match:
            raise UsageError(f"{quote(text[at:])}: expected an action and its frequency, such as check 30%")
        share = 100.0 if match["share"] is None else float(match["share"])
        shares[find_action(match["action"], node)] += share
        at = match.end() + 1
    if abs(float(shares.sum()) - 100) > _ROUNDING:
        raise UsageError(f"{quote(text)}: the frequencies add up to {float(shares.sum()):g}%, expected 100%")
    for first, second in parse_range(hands).weights:
        policy[:, combination_number(first, second)] = shares / shares.sum()
