"""What a solution says at a decision: sums, grids of the 169 kinds of hands, and data for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.equity.grid import HIGH_TO_LOW
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.equity.ranges import hands_of_kind
from ircpoker.postflop.sizes import PLAYERS
from ircpoker.postflop.tree import IP, OOP
from ircpoker.subgames.solving import disjoint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from ircpoker.postflop.lines import LinePlace
    from ircpoker.postflop.solution import Solution

    Floats = NDArray[np.float64]

NAMES = ("out of position", "in position")
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


def kinds() -> list[list[str]]:
    """Return the kinds row by row: pairs on the diagonal, suited hands above it."""
    return [
        [
            first + second + "s" if row < column else second + first + "o" * (row > column)
            for column, second in enumerate(HIGH_TO_LOW)
        ]
        for row, first in enumerate(HIGH_TO_LOW)
    ]


def play_of_kinds(solution: Solution, place: LinePlace) -> list[list[KindPlay]]:
    """Return what each kind does at a decision, row by row."""
    player = solution.player(place)
    reach, strategy = place.reach[player], solution.strategy(place)
    rows = []
    for row in kinds():
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
        hands: how many hands each player has there, with their weights.
        ev: the chips that each player wins from here on.
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
    weights = place.reach[player] * disjoint(place.reach[1 - player])
    strategy, worth = solution.strategy(place), np.nan_to_num(solution.action_ev(place))
    total = float(weights.sum()) or 1.0
    taken = (strategy * weights).sum(axis=1)
    values = (strategy * weights * worth).sum(axis=1) / np.where(taken > 0, taken, 1)
    return PlaceSums(
        player,
        (float(place.reach[OOP].sum()), float(place.reach[IP].sum())),
        (solution.mean(OOP, solution.ev(OOP, place), place), solution.mean(IP, solution.ev(IP, place), place)),
        (solution.mean(OOP, solution.equity(OOP, place), place), solution.mean(IP, solution.equity(IP, place), place)),
        tuple(float(share) for share in taken / total),
        tuple(map(float, values)),
    )


def format_sums(solution: Solution, place: LinePlace) -> str:
    """Return the sums at a decision as text."""
    sums, node = sums_at(solution, place), solution.nodes[place.node]
    pot = solution.spot.setup.pot + sum(node.put)
    lines = [
        f"{place.board_text} | pot {pot} | {NAMES[sums.player]} to act"
        + (f" after {place.text}" if place.words else ""),
    ]
    for player, name in enumerate(NAMES):
        lines.append(
            f"{name:15} {sums.hands[player]:7.1f} hands  EV {sums.ev[player]:8.2f}  "
            f"equity {100 * sums.equity[player]:5.2f} %"
        )
    for action, share, worth in zip(solution.actions(place), sums.shares, sums.worth, strict=True):
        lines.append(f"  {action:12} {100 * share:5.1f} %" + (f"  EV {worth:8.2f}" if share > 0 else ""))
    return "\n".join(lines)


def format_plain_grid(solution: Solution, place: LinePlace) -> str:
    """Return the grid as plain text: for each kind its most frequent action, by its number, and how often."""
    lines = ["    " + "     ".join(HIGH_TO_LOW)]
    for letter, row in zip(HIGH_TO_LOW, play_of_kinds(solution, place), strict=True):
        lines.append(f"{letter}  " + " ".join([f"{_plain(cell):5}" for cell in row]).rstrip())
    named = ", ".join(f"{number} {action}" for number, action in enumerate(solution.actions(place), 1))
    return "\n".join([*lines, f"the most frequent action of each kind, in percent: {named}"])


def _plain(cell: KindPlay) -> str:
    if cell.weight < _LEAST:
        return "."
    most = max(range(len(cell.shares)), key=cell.shares.__getitem__)
    return f"{most + 1}:{100 * cell.shares[most]:.0f}"


def hand_lines(solution: Solution, place: LinePlace, numbers: Mapping[int, object]) -> Iterator[str]:
    """Yield a line for each of some hands of who decides: its actions, EV and equity."""
    player = solution.player(place)
    strategy, worth = solution.strategy(place), solution.action_ev(place)
    ev, equity = solution.ev(player, place), solution.equity(player, place)
    for number in numbers:
        parts = [
            f"{action} {100 * share:.1f} % (EV {value:.2f})" if share > 0 else f"{action} 0 %"
            for action, share, value in zip(solution.actions(place), strategy[:, number], worth[:, number], strict=True)
        ]
        if place.reach[player][number] > 0 and not np.isnan(ev[number]):
            yield (
                f"{hand_name(number)} weight {place.reach[player][number]:.3f} | EV {ev[number]:.2f} | "
                f"equity {100 * equity[number]:.2f} % | {', '.join(parts)}"
            )


def hand_name(number: int) -> str:
    """Return a hand as text, the higher card first.

    Examples:
        >>> hand_name(1325)
        'AsAh'
    """
    low, high = COMBINATIONS[number]
    return f"{CARDS[high]}{CARDS[low]}"


def data_at(solution: Solution, place: LinePlace) -> dict[str, object]:
    """Return what a solution says at a decision, as data for JSON."""
    sums, player = sums_at(solution, place), solution.player(place)
    strategy, worth = solution.strategy(place), solution.action_ev(place)
    hands: dict[str, dict[str, dict[str, object]]] = {}
    for seat, name in enumerate(PLAYERS):
        ev, equity, reach = solution.ev(seat, place), solution.equity(seat, place), place.reach[seat]
        hands[name] = {}
        for number in np.flatnonzero((reach > 0) & ~np.isnan(ev)):
            of_hand: dict[str, object] = {
                "weight": float(reach[number]), "ev": float(ev[number]), "equity": float(equity[number])
            }  # fmt: skip
            if seat == player:
                of_hand |= {"strategy": strategy[:, number].tolist(), "action_ev": worth[:, number].tolist()}
            hands[name][hand_name(int(number))] = of_hand
    return {
        "line": place.text,
        "board": place.board_text,
        "player": PLAYERS[player],
        "actions": solution.actions(place),
        "frequencies": list(sums.shares),
        "ev": dict(zip(PLAYERS, sums.ev, strict=True)),
        "equity": dict(zip(PLAYERS, sums.equity, strict=True)),
        "hands": hands,
    }


def solution_data(solution: Solution, places: list[LinePlace]) -> dict[str, object]:
    """Return a solution with some decisions, as data for JSON."""
    return {
        **solution.spot.as_data(),
        "iterations": solution.engine.done,
        "exploitability_percent_of_pot": solution.exploitability,
        "decisions": [data_at(solution, place) for place in places],
    }


def street_places(solution: Solution, place: LinePlace) -> Iterator[LinePlace]:
    """Yield the decisions of a street from one on."""
    yield place
    for action in solution.actions(place):
        after = solution.follow(place, action)
        if not after.is_over() and not after.needs_card(solution.nodes):
            yield from street_places(solution, after)
