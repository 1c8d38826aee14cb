"""What a solution says at a decision, as text: sums, grids of the 169 kinds of hands, single hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS
from ircpoker.equity.grid import HIGH_TO_LOW, kind_rows
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.equity.range_terms import hands_of_kind
from ircpoker.postflop.engine.solving import disjoint
from ircpoker.postflop.lines import LinePlace, without_cards
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.tree import IP, OOP
from ircpoker.words import Phrase, Say

Floats = NDArray[np.float64]


NAMES = (Phrase("solve.out_of_position"), Phrase("solve.in_position"))
_LEAST = 1e-4
"""Hands that get to a decision more rarely are not in the grid."""


class KindPlay(NamedTuple):
    """What the hands of a kind do at a decision.

    Attributes:
        kind: `AA`, `AKs`, `AKo`.
        weight: the mean weight of its hands in the range there, 0 to 1.
        shares: the mean chance of each action, weighted by how often hands are there.
    """

    kind: str
    weight: float
    shares: tuple[float, ...]


def play_of_kinds(solution: Solution, place: LinePlace) -> list[list[KindPlay]]:
    """Return what each kind does at a decision, row by row."""
    player = solution.player(place)
    reach, strategy = place.shown[player], solution.strategy(place)
    rows = []
    for row in kind_rows():
        cells = []
        for kind in row:
            numbers = [combination_number(*hand) for hand in hands_of_kind(kind) if not {*hand} & {*place.board}]
            weights = reach[numbers].astype(np.float64)
            total = float(weights.sum())
            shares = (strategy[:, numbers] * weights).sum(axis=1) / total if total else np.zeros(len(strategy))
            cells.append(KindPlay(kind, total / len(numbers) if numbers else 0.0, tuple(map(float, shares))))
        rows.append(cells)
    return rows


class PlaceSums(NamedTuple):
    """Sums over the ranges at a decision.

    Attributes:
        player: who decides.
        hands: how many hands each player has there, with their weights; none if the player never gets there.
        ev: the chips that each player wins from here on; NaN where no two hands meet.
        equity: the part of all pots that each would win without more betting.
        shares: how often each action is taken.
        worth: the chips that the player wins after each action, over the hands that take it.
    """

    player: int
    hands: tuple[float, float]
    ev: tuple[float, float]
    equity: tuple[float, float]
    shares: tuple[float, ...]
    worth: tuple[float, ...]


def sums_at(solution: Solution, place: LinePlace) -> PlaceSums:
    """Return sums over the ranges at a decision."""
    player = solution.player(place)
    weights = place.shown[player] * disjoint(place.shown[1 - player])
    strategy, worth = solution.strategy(place), np.nan_to_num(solution.action_ev(place))
    total = float(weights.sum()) or float("nan")
    taken = (strategy * weights).sum(axis=1)
    values = (strategy * weights * worth).sum(axis=1) / np.where(taken > 0, taken, np.nan)
    return PlaceSums(
        player,
        (float(place.reach[OOP].sum()), float(place.reach[IP].sum())),
        (solution.mean(OOP, solution.ev(OOP, place), place), solution.mean(IP, solution.ev(IP, place), place)),
        (solution.mean(OOP, solution.equity(OOP, place), place), solution.mean(IP, solution.equity(IP, place), place)),
        tuple(float(share) for share in taken / total),
        tuple(map(float, values)),
    )


def format_sums(solution: Solution, place: LinePlace, say: Say) -> str:
    """Return the sums at a decision as text."""
    sums, node = sums_at(solution, place), solution.nodes[place.node]
    names = [say(name) for name in NAMES]
    width = max(map(len, names))
    pot = str(solution.spot.setup.pot + sum(node.put))
    after = Phrase("solve.after", line=place.text) if place.words else ""
    lines = [say(Phrase("solve.to_act", board=place.board_text, pot=pot, who=NAMES[sums.player], after=after))]
    for player, name in enumerate(names):
        ev, equity = format_number(sums.ev[player], 8), format_number(100 * sums.equity[player], 5)
        facts = {"who": f"{name:{width}}", "hands": f"{sums.hands[player]:7.1f}", "ev": ev, "equity": equity}
        lines.append(say(Phrase("solve.sums", **facts)))
    lines += [say(Phrase("solve.never_here", who=NAMES[player])) for player in place.absent]
    for action, share, worth in zip(solution.actions(place), sums.shares, sums.worth, strict=True):
        ev = say(Phrase("solve.worth", ev=format_number(worth, 8))) if share > 0 else ""
        lines.append(f"  {action:12} {format_number(100 * share, 5, 1)} %{ev}")
    return "\n".join(lines)


def format_number(number: float, width: int = 0, digits: int = 2) -> str:
    """Return a number as text; what is not known is a dash, and nothing is less than zero after rounding to it."""
    return f"{'-':>{width}}" if np.isnan(number) else f"{round(number, digits) + 0.0:{width}.{digits}f}"


def format_plain_grid(solution: Solution, place: LinePlace, say: Say) -> str:
    """Return the grid as plain text: for each kind its most frequent action, by its number, and how often."""
    lines = ["    " + "     ".join(HIGH_TO_LOW)]
    for letter, row in zip(HIGH_TO_LOW, play_of_kinds(solution, place), strict=True):
        lines.append(f"{letter}  " + " ".join([f"{_plain(cell):5}" for cell in row]).rstrip())
    named = ", ".join(f"{number} {action}" for number, action in enumerate(solution.actions(place), 1))
    return "\n".join([*lines, say(Phrase("solve.most_frequent", actions=named))])


def _plain(cell: KindPlay) -> str:
    if cell.weight < _LEAST:
        return "."
    most = max(range(len(cell.shares)), key=cell.shares.__getitem__)
    return f"{most + 1}:{100 * cell.shares[most]:.0f}"


def hand_lines(solution: Solution, place: LinePlace, numbers: Mapping[int, object], say: Say) -> Iterator[str]:
    """Yield a line for each of some hands in the range of who decides: its actions, EV and equity."""
    player = solution.player(place)
    strategy, worth = solution.strategy(place), solution.action_ev(place)
    ev, equity = solution.ev(player, place), solution.equity(player, place)
    held = without_cards(solution.spot.weights[player], place.board) > 0
    for number in numbers:
        parts = [
            say(Phrase("solve.share", action=action, share=f"{100 * share:.1f}", ev=format_number(value)))
            for action, share, value in zip(solution.actions(place), strategy[:, number], worth[:, number], strict=True)
        ]
        if held[number]:
            facts = {"ev": format_number(ev[number]), "equity": format_number(100 * equity[number])}
            facts |= {"hand": hand_name(number), "weight": f"{place.shown[player][number]:.3f}"}
            yield say(Phrase("solve.hand", **facts, actions=", ".join(parts)))


def hand_name(number: int) -> str:
    """Return a hand as text, the higher card first.

    Examples:
        >>> hand_name(1325)
        'AsAh'
    """
    low, high = COMBINATIONS[number]
    return f"{CARDS[high]}{CARDS[low]}"
