"""A robot calls an all-in as often whether it comes from a stack like its own, a larger one or a smaller one."""

from __future__ import annotations

import pytest

from benchmarks.all_ins import NAMES, AllInCell, cells_of
from tests import tiers

MOST = 0.03
"""The most by which two shares may differ."""
CELLS = [(name, game, seats) for name in NAMES for game, seats in sorted({cell[:2] for cell in cells_of(name)})]


@pytest.mark.slow(1)
@pytest.mark.few(1, 12)
@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "game", "seats"), CELLS)
def test_an_all_in_is_called_as_often_from_any_stack(name: str, game: str, seats: int) -> None:
    for cell in cells_of(name):
        if cell[:2] == (game, seats):
            shares = cell.shares(name, tiers.count(4000, fraction=40))
            assert max(shares) - min(shares) < MOST, (cell, shares)
            assert 0 < max(shares) < 0.75, (cell, shares)


@pytest.mark.parametrize("name", ["regular", "tight", "loose", "wild"])
@pytest.mark.parametrize("seats", [2, 6])
def test_nobody_calls_with_everything_when_covered(name: str, seats: int) -> None:
    """As the test above, with few hands."""
    equal, covered, _ = AllInCell("holdem", seats, "preflop", False).shares(name, 40)
    assert equal == covered < 0.75
