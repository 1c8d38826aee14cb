"""The place of two hole cards among all, by exact equity."""

import csv
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.hands.kinds import BEST_FIRST, kind_of
from ircpoker.systems.openholdem import hand_ranks, symbols
from tests.systems.hands import DATA

REPOSITORY = Path(__file__).parents[3]
BOARDS, OPPONENTS = 1_712_304, 1225
with (DATA / "preflop_equities.csv").open() as file:
    EQUITIES = list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("hole", "ranks"),
    [
        ("Ah As", (1, 12, 6, 4)),
        ("Ah Kh", (8, 92, 46, 34)),
        ("Jc Ac", (11, 120, 60, 45)),
        ("Kd Ah", (12, 144, 72, 54)),
        ("3h 2c", (169, 2652, 1326, 1000)),
    ],
)
def test_the_table(hole, ranks):
    assert hand_ranks(*parse_cards(hole)) == ranks
    assert [symbols(hole)[f"handrank{name}"] for name in (169, 2652, 1326, 1000)] == list(ranks)


def test_all_hole_cards_are_counted_once():
    kinds = [kind_of(*pair) for pair in combinations(CARDS, 2)]
    assert kinds == [kind_of(*reversed(pair)) for pair in combinations(CARDS, 2)]
    assert set(kinds) == set(BEST_FIRST)
    assert len(BEST_FIRST) == 169
    below = 0
    for kind in BEST_FIRST:
        below += kinds.count(kind)
        pair = next(pair for pair in combinations(CARDS, 2) if kind_of(*pair) == kind)
        rank = BEST_FIRST.index(kind) + 1
        assert hand_ranks(*pair) == (rank, 2 * below, below, 2000 * below // 2652)
    assert below == 1326


def test_the_order_is_that_of_the_exact_equities():
    assert [row["kind"] for row in EQUITIES] == list(BEST_FIRST)
    pots = [(2 * int(row["wins"]) + int(row["ties"])) / int(row["hands"]) for row in EQUITIES]
    assert all(better > worse for better, worse in pairwise(pots))
    for row, share in zip(EQUITIES, pots, strict=True):
        assert row["equity"] == f"{share / (2 * OPPONENTS * BOARDS):.10f}"
    near = {row["kind"]: row["equity"][:9] for row in EQUITIES}
    assert (near["AA"], near["72s"], near["54o"]) == ("0.8520371", "0.3815589", "0.3815528")


def test_all_wins_and_losses_are_equal():
    shares = sum(2 * int(row["wins"]) + int(row["ties"]) for row in EQUITIES)
    assert sum(int(row["hands"]) for row in EQUITIES) == 1326
    assert shares == 1326 * OPPONENTS * BOARDS
    assert sum(int(row["ties"]) for row in EQUITIES) % 2 == 0


@pytest.mark.deep
def test_the_equities_are_computed_again():
    tool = REPOSITORY / "tools" / "preflop_equities.py"
    printed = subprocess.run([sys.executable, tool], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    assert printed == (DATA / "preflop_equities.csv").read_text()
