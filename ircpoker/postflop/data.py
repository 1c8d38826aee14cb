"""A solution as data for JSON: what it says at decisions, and the whole play, from which anybody can judge it.

Frequencies in the whole play are whole parts of 65,535, as the solver stores them: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from ircpoker.cards import CARDS, format_cards
from ircpoker.postflop.engine.engine import NO_CAP
from ircpoker.postflop.lines import LinePlace, without_cards
from ircpoker.postflop.sizes import PLAYERS, STREETS
from ircpoker.postflop.solution import Solution
from ircpoker.postflop.tree import FOLDED, SHOWDOWN
from ircpoker.postflop.views import hand_name, sums_at
from ircpoker.runtime.json_text import to_json

UNIT = 65_535
_ENDS = {FOLDED: "fold", SHOWDOWN: "showdown"}
_BYTES_A_NUMBER = 5
"""About so many characters has a number of the play with its comma."""


def data_at(solution: Solution, place: LinePlace) -> dict[str, object]:
    """Return what a solution says at a decision."""
    sums, player = sums_at(solution, place), solution.player(place)
    strategy, worth = solution.strategy(place), solution.action_ev(place)
    hands: dict[str, dict[str, dict[str, object]]] = {}
    for seat, name in enumerate(PLAYERS):
        ev, equity = solution.ev(seat, place), solution.equity(seat, place)
        hands[name] = {}
        for number in np.flatnonzero(without_cards(solution.spot.weights[seat], place.board)):
            of_hand: dict[str, object] = {
                "weight": float(place.shown[seat, number]), "ev": ev[number], "equity": equity[number]
            }  # fmt: skip
            if seat == player:
                of_hand |= {"strategy": strategy[:, number].tolist(), "action_ev": worth[:, number].tolist()}
            hands[name][hand_name(int(number))] = of_hand
    return {
        "line": place.text,
        "board": place.board_text,
        "player": PLAYERS[player],
        "actions": solution.actions(place),
        "never_there": [PLAYERS[seat] for seat in place.absent],
        "frequencies": list(sums.shares),
        "ev": dict(zip(PLAYERS, sums.ev, strict=True)),
        "equity": dict(zip(PLAYERS, sums.equity, strict=True)),
        "hands": hands,
    }


def street_places(solution: Solution, place: LinePlace) -> Iterator[LinePlace]:
    """Yield the decisions of a street from one on."""
    yield place
    for action in solution.actions(place):
        after = solution.follow(place, action)
        if not after.is_over() and not after.needs_card(solution.nodes):
            yield from street_places(solution, after)


def json_lines(solution: Solution, line: str | None = None) -> Iterator[str]:
    """Yield a solution as the lines of one JSON object.

    Args:
        solution: what is written.
        line: the first decision that is described, with those after it on its street; None for the first street, and
            for the whole play.
    """
    spot, cap = solution.spot, solution.spot.rake.cap
    described = street_places(solution, solution.decision(line or ""))
    head: dict[str, object] = {
        **spot.as_data(),
        "rake": [spot.rake.rate, None if cap >= NO_CAP else cap],
        "iterations": solution.engine.done,
        "exploitability_percent_of_pot": solution.exploitability,
        "decisions": [data_at(solution, place) for place in described],
    }
    if line is not None:
        yield f"{to_json(head)}\n"
        return
    held = [np.flatnonzero(weights) for weights in spot.weights]
    head |= {
        "tree": _tree(solution),
        "locked": [[number, _board_text(board)] for _, number, board in solution.locks],
        "unit": UNIT,
        "hands": {
            name: [[hand_name(int(number)), float(spot.weights[seat, number])] for number in held[seat]]
            for seat, name in enumerate(PLAYERS)
        },
    }
    yield f'{to_json(head)[:-1]}, "play": {{\n'
    comma = ""
    for board in _boards(solution):
        yield f"{comma}{to_json(_board_text(board))}: {to_json(_play(solution, board, held), compact=True)}\n"
        comma = ","
    yield "}}\n"


def play_bytes(solution: Solution) -> int:
    """Return about how many bytes the whole play has as JSON."""
    hands = solution.engine.size().hands
    numbers = 0
    for street in range(solution.spot.street, len(STREETS)):
        of_board = sum(len(node.actions) * hands[node.player] for node in solution.nodes if node.street == street)
        numbers += of_board * sum(1 for _ in _orders(solution, street))
    return numbers * _BYTES_A_NUMBER


def _board_text(board: bytes) -> str:
    return format_cards([CARDS[code] for code in board])


def _tree(solution: Solution) -> list[dict[str, object]]:
    return [
        {
            "street": STREETS[node.street],
            "player": PLAYERS[node.player],
            "put": list(node.put),
            "actions": [[str(action), _ENDS.get(action.to, action.to)] for action in node.actions],
        }
        for node in solution.nodes
    ]


def _boards(solution: Solution) -> Iterator[bytes]:
    """Yield the boards of each street: the later cards in each order."""
    for street in sorted({node.street for node in solution.nodes}):
        yield from _orders(solution, street)


def _orders(solution: Solution, street: int) -> Iterator[bytes]:
    board = solution.spot.board
    left = [code for code in range(52) if code not in board]
    for cards in permutations(left, street - solution.spot.street):
        yield board + bytes(cards)


def _play(solution: Solution, board: bytes, held: list[np.ndarray[tuple[int], np.dtype[np.intp]]]) -> dict[int, object]:
    """Return the play of a board: for each decision of its street and each action there the parts of each hand."""
    nodes, street = solution.nodes, len(board) - len(solution.spot.board) + solution.spot.street
    play: dict[int, object] = {}
    parts, row = np.zeros((0, 0)), 0
    for number, node in enumerate(nodes):
        if node.street != street:
            continue
        if row == len(parts):  # the next betting that leads to this street
            parts, row = np.rint(solution.engine.policy(number, board) * UNIT).astype(int), 0
        play[number] = parts[row : row + len(node.actions), held[node.player]].tolist()
        row += len(node.actions)
    return play
