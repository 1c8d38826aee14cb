"""Lists of flops: a few that stand for all, each with its weight, or those of a file.

The 1,755 flops that differ by more than suits are grouped by their ranks, suits and pairs. Each group is stood for by
the flop nearest to all others in it, and weighs as much as its flops come. The same number gives the same list.

A spot on many flops: one row each, and their weighted mean.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS, format_cards, parse_cards
from ircpoker.errors import CardCountError, UsageError, printable
from ircpoker.postflop.engine.engine import Rake
from ircpoker.postflop.lines import take_lines
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.spot import make_spot
from ircpoker.postflop.tree import IP, OOP, TreeSetup
from ircpoker.postflop.views import sums_at

Floats = NDArray[np.float64]


ALL_FLOPS = 1755
_FLOP = 3
_ROUNDS = 20
_SUITS, _PAIRS, _GAPS = 0.9, 0.9, 0.35
"""How much suits, pairs and gaps count beside the ranks."""
_RANKS = (2.0, 1.2, 0.8)
_ACE, _ACE_RANK = 0.5, 12


class WeightedFlop(NamedTuple):
    """A flop, and how many flops it stands for."""

    board: str
    weight: float


@cache
def all_flops() -> tuple[WeightedFlop, ...]:
    """Return the flops that differ by more than suits, with how many look like each; in all 22,100."""
    counts: dict[tuple[int, ...], int] = {}
    for cards in combinations(range(51, -1, -1), _FLOP):
        first = min(_renamed(cards))
        counts[first] = counts.get(first, 0) + 1
    return tuple(WeightedFlop(_text(cards), count) for cards, count in counts.items())


def _renamed(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what a flop becomes with other names of its suits; the least is the same for all that look alike."""
    return [tuple(sorted(((card & ~3) | order[card & 3] for card in cards), reverse=True)) for order in _ORDERS]


_ORDERS = tuple((a, b, c, 6 - a - b - c) for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3)


def _text(cards: tuple[int, ...]) -> str:
    return format_cards([CARDS[code] for code in cards])


def choose_flops(count: int) -> list[WeightedFlop]:
    """Return flops that stand for all.

    Args:
        count: how many, 1 to 1755.

    Examples:
        >>> sum(flop.weight for flop in choose_flops(3))
        22100.0
    """
    flops = all_flops()
    if count >= len(flops):
        return list(flops)
    weights = np.array([flop.weight for flop in flops], np.float64)
    features = np.array([_features(flop.board) for flop in flops])
    chosen = _spread(features, weights, count)
    for _ in range(_ROUNDS):
        nearest = _distances(features, features[chosen]).argmin(axis=1)
        moved = [_middle(features, weights, np.flatnonzero(nearest == group)) for group in range(count)]
        if moved == chosen:
            break
        chosen = moved
    nearest = _distances(features, features[chosen]).argmin(axis=1)
    groups = [WeightedFlop(flops[at].board, float(weights[nearest == group].sum())) for group, at in enumerate(chosen)]
    return sorted(groups, key=lambda flop: [-card.code for card in parse_cards(flop.board)])


def _features(board: str) -> list[float]:
    cards = parse_cards(board)
    ranks = sorted((card.code >> 2 for card in cards), reverse=True)
    suits = len({card.code & 3 for card in cards})
    pair = len(ranks) - len(set(ranks))
    gaps = [min(ranks[0] - ranks[1], 5) / 5, min(ranks[1] - ranks[2], 5) / 5]
    return [
        *(each * rank / 12 for each, rank in zip(_RANKS, ranks, strict=True)),
        _ACE * (ranks[0] == _ACE_RANK),
        *(_SUITS * (suits == each) for each in (1, 2, 3)),
        *(_PAIRS * (pair == each) for each in (0, 1, 2)),
        *(_GAPS * gap for gap in gaps),
    ]


def _distances(features: Floats, others: Floats) -> Floats:
    distances: Floats = ((features[:, None, :] - others[None, :, :]) ** 2).sum(axis=2)
    return distances


def _spread(features: Floats, weights: Floats, count: int) -> list[int]:
    """Return flops far from each other: each next one is the farthest, weighted, from those before it."""
    chosen = [int(weights.argmax())]
    distance = _distances(features, features[chosen])[:, 0]
    while len(chosen) < count:
        chosen.append(int((distance * weights).argmax()))
        distance = np.minimum(distance, _distances(features, features[chosen[-1:]])[:, 0])
    return chosen


def _middle(features: Floats, weights: Floats, group: NDArray[np.intp]) -> int:
    """Return the flop of a group that is nearest to all others in it."""
    within = _distances(features[group], features[group]) @ weights[group]
    return int(group[int(within.argmin())])


def read_flops(path: Path) -> list[WeightedFlop]:
    """Return the flops of a file, one a line, with a weight behind it if wanted: `QsJh2h 3`.

    Raises:
        SolverError: the file cannot be read.
        UsageError: a line is no flop.
    """
    flops: list[WeightedFlop] = []
    take_lines(path, lambda line: flops.append(_read_flop(line)))
    if not flops:
        raise UsageError(f"{printable(str(path))}: expected flops, one a line")
    return flops


def _read_flop(line: str) -> WeightedFlop:
    *words, last = line.replace(",", " ").split()
    weight = 1.0
    if words and (
        last.replace(".", "", 1).isdecimal() and not (len(words) < _FLOP and len("".join(words)) < 2 * _FLOP)
    ):
        weight = float(last)
    else:
        words.append(last)
    cards = parse_cards(" ".join(words))
    if len(cards) != _FLOP:
        raise CardCountError(len(cards), "3 for a flop")
    if not 0 < weight <= 10**6:
        raise UsageError("a weight: expected a number above 0 and up to 1000000")
    return WeightedFlop(format_cards(cards), weight)


MEAN = "mean"


class ReportSetup(NamedTuple):
    """What is the same for all flops.

    Attributes:
        ranges: of both players.
        setup: the chips and the sizes.
        rake: what nobody wins.
        accuracy: the wanted gap in percent of the pot.
    """

    ranges: tuple[str, str]
    setup: TreeSetup
    rake: Rake
    accuracy: float


class ReportRow(NamedTuple):
    """What a report says about a flop.

    Attributes:
        flop: the flop.
        weight: how many it stands for.
        numbers: by name of the column.
    """

    flop: str
    weight: float
    numbers: dict[str, float]


def open_flop(setup: ReportSetup, board: str) -> Solution:
    """Return the solution of a flop, not yet begun."""
    return Solution(make_spot(board, setup.ranges, setup.setup, setup.rake), accuracy=setup.accuracy)


def solve_flop(setup: ReportSetup, flop: WeightedFlop) -> ReportRow:
    """Return the row of a flop."""
    solution = open_flop(setup, flop.board)
    solution.begin()
    progress = solution.run()
    start = solution.place()
    sums = sums_at(solution, start)
    numbers = {
        "iterations": float(progress.iterations),
        "gap_percent": progress.gap,
        "ev_oop": sums.ev[OOP],
        "ev_ip": sums.ev[IP],
        "equity_oop": sums.equity[OOP],
        "equity_ip": sums.equity[IP],
    }
    numbers |= {f"oop {name}": share for name, share in zip(solution.actions(start), sums.shares, strict=True)}
    after = solution.follow(start, "check")
    shares = sums_at(solution, after).shares
    numbers |= {f"ip {name} after check": share for name, share in zip(solution.actions(after), shares, strict=True)}
    return ReportRow(flop.board, flop.weight, numbers)


def mean_row(rows: Sequence[ReportRow]) -> ReportRow:
    """Return the weighted mean of rows."""
    total = sum(row.weight for row in rows)
    names = rows[0].numbers
    return ReportRow(MEAN, total, {name: sum(row.weight * row.numbers[name] for row in rows) / total for name in names})


def format_header(row: ReportRow) -> str:
    """Return the names of the columns as a line of CSV."""
    return _line(["flop", "weight", *row.numbers])


def format_row(row: ReportRow) -> str:
    """Return a row as a line of CSV."""
    return _line([row.flop, f"{row.weight:g}", *(f"{number + 0.0:.6g}" for number in row.numbers.values())])


def _line(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def largest_bytes(setup: ReportSetup, flops: Sequence[WeightedFlop]) -> int:
    """Return the memory that the largest of some flops takes: those without symmetry have the most boards."""
    few = sorted(flops, key=lambda flop: -len({card[-1] for card in flop.board.split()}))[:3]
    return max(open_flop(setup, flop.board).engine.size().bytes for flop in few)
