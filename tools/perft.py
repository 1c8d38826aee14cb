"""Count the sequences of moves from many positions by the naive rules; `ircpoker.table` must give the same counts.

    python -m tools.perft          compare the file with new counts; exit status 1 if they differ
    python -m tools.perft --write  write tests/data/perft.jsonl

One position a line: `setup` has fields of `ircpoker.table.Setup`, `line` the moves that lead to the position. By depth,
1 first: `nodes` counts the sequences of that many moves, `over` those that end the deal, and `pots` adds up the pots of
the others. Every amount is a move, and every number of discarded cards; folds with nothing to call are left out. Chess
programmers call such counts perft.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.naive_rules import RULES, NaiveDeal

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "perft.jsonl"
MOST_NODES = 6_000
"""The most sequences of one depth; deeper ones are left out."""
MOST_DEPTH = 8


def count(setup: dict[str, Any], line: list[str]) -> dict[str, list[int]]:
    """Return the counts by depth, until the deals are over or the count is too large."""
    counts: dict[str, list[int]] = {"nodes": [], "over": [], "pots": []}
    lines = [line]
    for _ in range(MOST_DEPTH):
        lines = [[*before, move] for before in lines for move in play(setup, before).moves()]
        if not lines or len(lines) > MOST_NODES:
            break
        deals = [play(setup, moves) for moves in lines]
        counts["nodes"].append(len(deals))
        counts["over"].append(sum(deal.actor() is None for deal in deals))
        counts["pots"].append(sum(deal.pot() for deal in deals if deal.actor() is not None))
    return counts


def play(setup: dict[str, Any], line: list[str]) -> NaiveDeal:
    """Return the deal after these moves."""
    deal = NaiveDeal(setup)
    for move in line:
        deal.play(move)
    return deal


def passively(setup: dict[str, Any], street: int) -> list[str]:
    """Return the checks and calls that lead to a street; nobody changes a card."""
    deal = NaiveDeal(setup)
    line: list[str] = []
    while deal.street < street and deal.actor() is not None:
        moves = deal.moves()
        line.append(next(move for move in ("check", "call", "discard 0") if move in moves))
        deal.play(line[-1])
    return line


def positions() -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Yield name, setup and line of every position."""
    yield from published()
    for game, rules in RULES.items():
        for seats in (2, 3, 5 if rules.draws else 6):
            name = f"{game}, {seats} seats"
            yield f"{name}, even stacks", usual(game, (13 if rules.betting == "pot_limit" else 8,) * seats), []
            yield f"{name}, short stacks", usual(game, (3, 11, 2, 7, 5, 1)[:seats]), []
            yield f"{name}, antes", usual(game, (9, 6, 12, 4, 7, 10)[:seats], antes=(2,) * seats), []
            setup = usual(game, (9, 5, 8, 7, 6, 4)[:seats], asks_showdown=True)
            yield f"{name}, the last street", setup, passively(setup, rules.streets - 1)
            if rules.draws:
                yield f"{name}, the draw", setup, [*passively(setup, 1), "discard 3"]
    yield from special()


def usual(game: str, stacks: tuple[int, ...], **fields: object) -> dict[str, Any]:
    """Return a setup with blinds of 1 and 2, or with antes of 1 where a game has a draw."""
    seats = len(stacks)
    setup: dict[str, Any] = {"game": game, "stacks": stacks, "small_bet": 2, "big_bet": 4}
    if RULES[game].draws:
        return {**setup, "antes": (1,) * seats, **fields}
    blinds = (2, 1) if seats == 2 else (1, 2) + (0,) * (seats - 2)
    return {**setup, "blinds": blinds, "full_blinds": 3, **fields}


def published() -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Yield positions whose counts are known from elsewhere; the tests have them as well."""
    yield "known: no-limit heads-up", usual("holdem", (6, 6)), []
    yield "known: limit heads-up, five bets", usual("limit", (200, 200), bet_cap=5), []
    yield "known: limit heads-up", usual("limit", (200, 200)), []
    yield "known: no-limit three-handed", usual("holdem", (5, 5, 5)), []


def special() -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Yield rare positions: short and dead blinds, one ante for all, half bets, hands that may be mucked."""
    yield "short big blind", usual("holdem", (8, 1, 8)), []
    yield "short big blind, pot-limit", usual("pot_limit", (20, 1, 20)), []
    yield "both blinds short", usual("holdem", (1, 2, 9, 6), small_bet=4, blinds=(2, 4, 0, 0)), []
    yield "dead small blind, pot-limit", usual("pot_limit", (20, 20, 20), blinds=(2, 0, 0)), []
    yield "no blinds, antes", usual("holdem", (6, 7, 8), blinds=(), full_blinds=0, antes=(1, 1, 1)), []
    yield "one ante for all", usual("holdem", (8, 9, 5), antes=(0, 4, 0), antes_are_dead=True), []
    yield "one ante for all takes the big blind", usual("limit", (8, 4, 5), antes=(0, 4, 0), antes_are_dead=True), []
    yield "an ante nobody can match", usual("draw", (20, 3), antes=(5, 5)), []
    yield "half bets", usual("limit", (50, 13, 17, 50), small_bet=10, big_bet=20, blinds=(5, 10, 0, 0)), []
    setup = usual("limit", (50, 45, 26, 35), small_bet=10, big_bet=20, blinds=(5, 10, 0, 0))
    yield "half bets on the turn", setup, passively(setup, 2)
    setup = usual("holdem", (40, 30, 7, 9))
    yield "short all-ins over a limp", setup, ["call", "raise 7"]
    setup = usual("holdem", (4, 4, 4), asks_showdown=True, all_in_may_muck=True)
    yield "all-in hands may be mucked", setup, ["raise 4", "call"]
    setup = usual("holdem", (9, 9, 3), asks_showdown=True)
    yield "a side pot on the river", setup, ["raise 3", "call", "call", *["check"] * 4]
    setup = usual("draw", (9, 9, 9), asks_showdown=True)
    yield "the middle seat folds before the draw", setup, ["check", "bet 2", "call", "call"]
    yield "the middle seat has folded, the first draws", setup, ["bet 2", "fold", "call", "discard 1"]


def rows() -> Iterator[str]:
    """Yield the lines of the file."""
    for name, setup, line in positions():
        yield json.dumps({"name": name, "setup": setup, "line": line, **count(setup, line)})


def main(arguments: list[str]) -> int:
    """Write the file, or compare it.

    Args:
        arguments: `--write` or nothing.

    Returns:
        1 if the file differs from the new counts.
    """
    text = "\n".join(rows()) + "\n"
    if arguments == ["--write"]:
        FILE.write_text(text, encoding="utf-8", newline="\n")
        return 0
    same = text == FILE.read_text(encoding="utf-8")
    print(f"{FILE.name}: {'as counted' if same else 'differs from the new counts'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
