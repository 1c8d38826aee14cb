"""The betting of heads-up limit hold'em in the order of the strategy file.

An action is a letter: `f` fold, `c` check or call, `r` bet or raise. A street's nodes are its decisions, depth first,
calls before raises; its ends, in the same order, are the bettings after which the deal goes on.
"""

from __future__ import annotations

from functools import cache

BET_CAP = 4
"""The most bets on a street; before the flop the big blind is the first."""
NODES = (8, 10, 10, 10)
ENDS = (7, 9, 9)
HISTORIES = (1, 7, 63, 567)
"""The number of histories that lead to each street."""
FOLD, CALL, RAISE = range(3)
LETTERS = "fcr"


@cache
def street_nodes(*, is_preflop: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the betting that leads to each node of a street, and to each of its ends."""
    nodes: list[str] = []
    ends: list[str] = []

    def visit(betting: str, bets: int) -> None:
        nodes.append(betting)
        if betting:
            ends.append(f"{betting}c")
        else:
            visit("c", bets)
        if bets < BET_CAP:
            visit(f"{betting}r", bets + 1)

    visit("", 1 if is_preflop else 0)
    return tuple(nodes), tuple(ends)


def index_of(history: str) -> tuple[int, int, int]:
    """Return the position of a decision in the file.

    Args:
        history: the betting of each street, with `/` between them, such as `rc/cr`.

    Returns:
        The street, from 0; the number of the history before it; the node on the street.

    Raises:
        ValueError: the game has no such decision.
    """
    *before, now = history.split("/")
    number = 0
    for street, betting in enumerate(before):
        _, ends = street_nodes(is_preflop=street == 0)
        number += ends.index(betting) * HISTORIES[street]
    nodes, _ = street_nodes(is_preflop=not before)
    if len(before) >= len(HISTORIES):
        raise ValueError(f"{history} has too many streets")
    return len(before), number, nodes.index(now)
