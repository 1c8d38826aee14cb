import csv
from pathlib import Path

import pytest

from ircpoker.equity import equity
from ircpoker.equity.grid import format_grid, kind_equities, make_grid, pack_shares, unpack_shares
from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.errors import CardCountError, SetupError
from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF

with (Path(__file__).parents[1] / "data" / "preflop_equities.csv").open() as file:
    AGAINST_ANY = {row["kind"]: float(row["equity"]) for row in csv.DictReader(file)}


def test_every_kind_has_one_cell():
    grid = make_grid("any")
    cells = [cell for row in grid.rows for cell in row]
    assert sorted(cell.kind for cell in cells) == sorted(BEST_FIRST)
    assert all(cell.hands == cell.possible == COMBINATIONS_OF[cell.kind] for cell in cells)
    assert [grid.rows[index][index].kind for index in range(13)] == [letter * 2 for letter in "AKQJT98765432"]
    assert (grid.rows[0][1].kind, grid.rows[1][0].kind) == ("AKs", "AKo")
    assert (grid.hands, grid.possible) == (1326, 1326)


def test_a_board_leaves_hands_out():
    grid = make_grid("AK,QQ", "Ah Kh 2c")
    assert grid.rows[0][1][1:3] == (3, 3)
    assert grid.rows[1][0][1:3] == (6, 6)
    assert (grid.hands, grid.possible) == (15, 1176)
    with pytest.raises(SetupError):
        make_grid("AhAs", "Ah Kh 2c")
    with pytest.raises(CardCountError):
        make_grid("AA", "Ah Kh")


def test_rendered_grid():
    lines = format_grid(make_grid("TT+,AKs,AQs:0.5,AhKd")).splitlines()
    assert len(lines) == 15
    assert lines[0].split() == list("AKQJT98765432")
    assert lines[1].split() == ["A", "AA", "AKs", "50%"] + ["."] * 10
    assert lines[2].split()[:3] == ["K", "8%", "KK"]
    assert lines[-1] == ("TT+,AKs,AQs:0.5,AhKd: 39 of 1326 combinations (2.9 %), with their weights 37 (2.8 %)")


def test_equities_before_the_flop_are_those_against_any_hand():
    found = kind_equities(make_grid("any"))
    assert found == pytest.approx(AGAINST_ANY, abs=1e-9)


def test_equities_on_a_board_are_those_of_the_hands():
    grid = make_grid("KK,AsKs,72o", "Kh 7c 2d 2h")
    found = kind_equities(grid)
    for kind in ("KK", "AsKs"):
        assert found[kind if kind == "KK" else "AKs"] == pytest.approx(equity([kind, "any"], "Kh 7c 2d 2h")[0].equity)


def test_packed_shares():
    weights = [0.2 if hand[0] < 4 else 0.1 for hand in COMBINATIONS]
    board = (0, 1, 2, 51)
    rows = unpack_shares(pack_shares(weights, board))
    shares = {cell.kind: cell.weight for row in rows for cell in row}
    assert sorted(shares) == sorted(BEST_FIRST)
    # With one deuce and three aces left, some kinds cannot be dealt.
    assert shares["22"] == 0
    assert (shares["A2o"], shares["AKo"], shares["KK"]) == (1, *[pytest.approx(0.5, abs=0.002)] * 2)
    assert {cell.kind: cell.hands for row in rows for cell in row}["22"] == 0
    tiny = unpack_shares(pack_shares([1.0] + [1e-6] * 1325, ()))
    assert tiny[0][0].hands == 1
    assert pack_shares([0.0] * 1326, ()) == "00" * 169
    for text in ("", "00" * 168, "x" * 338):
        with pytest.raises(ValueError, match=r"."):
            unpack_shares(text)
