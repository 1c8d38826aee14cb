"""The numbers of move sequences from many positions equal those in tests/data/perft.jsonl, counted by naive rules.

Each sequence is played from the start, so the tree walks nothing but the public interface.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ircpoker.cards import CARDS
from ircpoker.table.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, Bet, Discard, RaiseTo, parse_action
from ircpoker.table.deal import Deal, replay
from ircpoker.table.games import GAMES
from ircpoker.table.setup import Setup
from tests import tiers
from tools.perft import MOST_NODES, count

ROWS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data" / "perft.jsonl").read_text("utf-8").splitlines()
]
NODES = tiers.count(MOST_NODES, 300)
"""Depths with more sequences than this are left to the other tiers."""
PUBLISHED = {
    "known: no-limit heads-up": [5, 12, 20, 28, 36],
    "known: limit heads-up, five bets": [3, 5, 10, 20, 39, 76],
    "known: limit heads-up": [3, 5, 10, 19, 36, 72],
    "known: no-limit three-handed": [4, 13, 31, 54, 78],
}
LIMIT_HEADS_UP = Setup(GAMES["limit"], (200, 200), small_bet=2, big_bet=4, blinds=(2, 1))


def moves(deal: Deal) -> list[Action]:
    """Return all actions of the actor, with one discard of each size; no fold with nothing to call."""
    legal = deal.legal_actions()
    if legal is None:
        return []
    plain = (
        (FOLD, legal.call),
        (CHECK, legal.can_check),
        (CALL, legal.call),
        (SHOW, legal.can_show),
        (MUCK, legal.can_muck),
    )
    amounts = [*map(Bet, legal.bet), *map(RaiseTo, legal.raise_to)]
    discards = [Discard(deal.hole_cards[legal.seat][:size]) for size in legal.discard]
    return [*[action for action, is_legal in plain if is_legal], *amounts, *discards]


def read_setup(fields: dict[str, object]) -> Setup:
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return Setup(**{**known, "game": GAMES[str(fields["game"])]})


def go(deal: Deal, move: str) -> Deal:
    """Make a move of the file, where a discard names a number of cards."""
    assert deal.actor is not None
    verb, _, size = move.partition(" ")
    cards = deal.hole_cards[deal.actor]
    deal.act(deal.actor, Discard(cards[: int(size)]) if verb == "discard" else parse_action(move))
    return deal


@dataclass
class Counts:
    nodes: int = 0
    over: int = 0
    pots: int = 0

    def add(self, deal: Deal) -> None:
        self.nodes += 1
        self.over += deal.is_over
        self.pots += 0 if deal.is_over else deal.pot


def walk(setup: Setup, line: list[str]) -> Iterator[Counts]:
    """Yield the counts of each depth."""
    deal = Deal(setup, CARDS)
    for move in line:
        go(deal, move)
    deals = [deal]
    while deals:
        counts = Counts()
        longer = []
        for before in deals:
            for action in moves(before):
                assert before.actor is not None
                after = replay(setup, CARDS, [*before.actions, (before.actor, action)])
                counts.add(after)
                longer.append(after)
        yield counts
        deals = longer


@pytest.mark.few(16)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_same_counts_as_naive_rules(row: dict) -> None:
    depths = max(1, sum(nodes <= NODES for nodes in row["nodes"]))
    found = [counts for _, counts in zip(range(depths), walk(read_setup(row["setup"]), row["line"]), strict=False)]
    for name in ("nodes", "over", "pots"):
        assert [getattr(counts, name) for counts in found] == row[name][:depths], name


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts_are_among_them(name: str) -> None:
    counts = PUBLISHED[name]
    assert next(row for row in ROWS if row["name"] == name)["nodes"][: len(counts)] == counts


def test_the_file_covers_every_game_and_table_size() -> None:
    kinds = {(row["setup"]["game"], len(row["setup"]["stacks"])) for row in ROWS}
    assert kinds >= {(name, seats) for name, game in GAMES.items() for seats in (2, 3, min(6, game.most_seats))}


def test_the_file_has_the_counts_of_the_naive_rules() -> None:
    """Some lines of the file; `python -m tools.perft` compares all."""
    for row in sorted(ROWS, key=lambda row: max(row["nodes"]))[:25]:
        assert count(row["setup"], row["line"]) == {name: row[name] for name in ("nodes", "over", "pots")}


@pytest.mark.slow(2)
def test_heads_up_limit_decisions_showdowns_and_folds() -> None:
    """Decisions on the four streets, showdowns and folds, four bets a street: published numbers."""
    decisions = dict.fromkeys((plan.street for plan in LIMIT_HEADS_UP.game.streets), 0)
    showdowns = folds = 0
    lines: list[list[tuple[int, Action]]] = [[]]
    while lines:
        line = lines.pop()
        deal = replay(LIMIT_HEADS_UP, CARDS, line)
        if deal.actor is not None:
            decisions[deal.street] += 1
            lines += [[*line, (deal.actor, action)] for action in moves(deal)]
        elif all(deal.in_hand) or any(deal.shown):
            showdowns += 1
        else:
            folds += 1
    assert list(decisions.values()) == [8, 70, 630, 5_670]
    assert (showdowns, folds) == (5_103, 5_103)
