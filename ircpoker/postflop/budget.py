"""What a spot costs before it is solved, and which size to drop if that is too much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ircpoker.postflop.data import play_bytes
from ircpoker.postflop.memory import MIB, available_memory
from ircpoker.postflop.sizes import PLAYERS, STREETS, BetSize
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.tree import TreeNode, TreeSetup, make_tree
from ircpoker.words import Phrase, Say

_SECONDS_A_NUMBER = 2.0e-9
"""Of an iteration, for each number of the array of regrets: measured on one core with AVX-512."""
_ITERATIONS, _AT, _SLOPE = 180, 0.1, 0.45
"""A tenth of a percent of the pot takes about 180 iterations, other accuracies a power of that."""
_COSTS = ("decisions", "boards", "hands", "memory", "json", "time")
_KINDS = {"bets": "bet", "raises": "raise", "donks": "donk bet"}


class SpotCost(NamedTuple):
    """What a spot costs.

    Attributes:
        decisions: the decisions of the tree, on the flop, the turn and the river.
        bytes: the memory.
        iterations: about how many it takes.
        seconds: about how long, with one thread.
    """

    decisions: tuple[int, int, int]
    bytes: int
    iterations: int
    seconds: float


class Drop(NamedTuple):
    """A size that may be dropped, and the bytes that are then needed."""

    name: str
    bytes: int


def cost_of(solution: Solution) -> SpotCost:
    """Return what an opened spot costs."""
    decisions = [0, 0, 0]
    for node in solution.nodes:
        decisions[node.street] += 1
    size = solution.engine.size()
    iterations = max(20, round(_ITERATIONS * (_AT / solution.accuracy) ** _SLOPE))
    seconds = iterations * size.regrets * _SECONDS_A_NUMBER
    return SpotCost((decisions[0], decisions[1], decisions[2]), size.bytes, iterations, seconds)


def drops(solution: Solution, limit: int) -> list[Drop]:
    """Return the sizes, each of which fits into a limit if it is dropped: what is lost least comes first.

    Args:
        solution: an opened spot.
        limit: bytes.
    """
    spot = solution.spot
    sizes: dict[str, int] = {}
    whole, actions = solution.engine.size().bytes, _last_actions(solution.nodes)
    for name, setup in _smaller(spot.setup):
        # Nearly all memory is for the actions on the river.
        sizes[name] = round(whole * _last_actions(make_tree(setup, spot.street)) / actions)
    fitting = [Drop(name, size) for name, size in sizes.items() if size <= limit]
    best = sorted(fitting, key=lambda drop: -drop.bytes)
    return best or sorted((Drop(name, size) for name, size in sizes.items()), key=lambda drop: drop.bytes)


def _smaller(setup: TreeSetup) -> Iterator[tuple[str, TreeSetup]]:
    """Yield the setups without one of the sizes."""
    for kind, noun in _KINDS.items():
        sizes = getattr(setup, kind)
        if sizes is None:
            continue
        for street, street_name in enumerate(STREETS):
            for size in _listed(sizes.get(0, street), sizes.get(1, street)):
                both = sizes
                for player in range(len(PLAYERS)):
                    both = both.without(player, street, size)
                yield f"{street_name} {noun} {size}", replace(setup, **{kind: both})


def _last_actions(nodes: list[TreeNode]) -> int:
    last = len(STREETS) - 1
    return sum(len(node.actions) for node in nodes if node.street == last) or 1


def _listed(first: tuple[BetSize, ...], second: tuple[BetSize, ...]) -> list[BetSize]:
    return list(dict.fromkeys([*first, *second]))


def format_cost(solution: Solution, say: Say) -> str:
    """Return the cost of a spot in words, with what to drop if the memory is short."""
    cost, there = cost_of(solution), available_memory()
    first, second = solution.engine.size().hands
    numbers = dict(zip(("flop", "turn", "river"), cost.decisions, strict=True)) | {"first": first, "second": second}
    numbers |= {"decisions": sum(cost.decisions), "boards": sum(solution.engine.size().boards)}
    facts = {name: f"{number:,}" for name, number in numbers.items()}
    facts |= {"memory": f"{cost.bytes / MIB:,.1f}", "json": f"{play_bytes(solution) / MIB:,.1f}"}
    facts |= {"time": f"{cost.seconds:,.0f}", "iterations": str(cost.iterations), "gap": f"{solution.accuracy:g}"}
    free = "" if there is None else Phrase("solve.free", memory=f"{there / MIB:,.0f}")
    lines = [say(Phrase(f"solve.{name}", **facts, free=free)) for name in _COSTS]
    if there is not None and cost.bytes > there:
        lines.append(say(Phrase("solve.too_large")))
        needed = [(drop.name, f"{drop.bytes / MIB:,.0f}") for drop in drops(solution, there)[:3]]
        lines += [say(Phrase("solve.without", size=size, memory=memory)) for size, memory in needed]
    return "\n".join(lines)
