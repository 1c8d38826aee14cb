from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest

from ircpoker.equity import preflop
from ircpoker.equity.exact import showdown_counts
from ircpoker.equity.preflop import BOARDS, RANK_PAIRS, TABLE_FILE, entries, pack, preflop_counts, read_row
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.errors import SurroundingsError
from tests import tiers

PARTS = 8


def counts_of(first, second):
    return preflop_counts({combination_number(*first): 1}, {combination_number(*second): 1})


def assert_as_counted(matches):
    for first, second in matches:
        assert counts_of(first, second) == showdown_counts([first, second])[0][:3], (first, second)


def test_a_changed_bit_is_found_or_changes_nothing(tmp_path, monkeypatch):
    """The last byte of compressed data may have bits to spare."""
    content, residuals, rng = Path(TABLE_FILE).read_bytes(), preflop._residuals(), Random(tiers.seed(1))
    monkeypatch.setattr(preflop, "TABLE_FILE", str(tmp_path / "preflop.bin"))
    found = 0
    for bit in rng.sample(range(8 * len(content)), count := tiers.count(2_000, 20)):
        changed = bytearray(content)
        changed[bit >> 3] ^= 1 << (bit & 7)
        (tmp_path / "preflop.bin").write_bytes(changed)
        try:
            assert preflop._residuals.__wrapped__() == residuals
        except SurroundingsError as error:
            assert "/preflop.bin is damaged" in str(error)
            found += 1
    assert found > 0.99 * count


def test_some_entries_equal_exact_counts():
    assert_as_counted(Random(1).sample(list(entries()), 60))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_all_entries_equal_exact_counts(part):
    assert_as_counted(islice(entries(), part, None, PARTS))


def test_any_two_hands_have_an_entry():
    """In any suits, in any order of the cards and of the hands."""
    rng = Random(2)
    assert_as_counted([(tuple(deal[:2]), tuple(deal[2:])) for deal in (rng.sample(range(52), 4) for _ in range(60))])


def test_pairs_of_equal_ranks():
    for first, second in combinations([(51, 50), (49, 48), (51, 48), (50, 49), (51, 47), (47, 50), (46, 50)], 2):
        if not {*first} & {*second}:
            assert_as_counted([(first, second), (second, first)])


def test_hands_that_share_a_card_have_no_entry():
    assert counts_of((51, 50), (51, 47)) == (0, 0, 0)
    assert counts_of((51, 50), (50, 51)) == (0, 0, 0)


def test_ranges_are_the_sum_of_their_hands():
    rng = Random(3)
    first, second = ({number: rng.randint(1, 5) for number in rng.sample(range(1326), 30)} for _ in range(2))
    win = tie = lose = 0
    for hand, weight in first.items():
        for other, other_weight in second.items():
            counts = counts_of(COMBINATIONS[hand], COMBINATIONS[other])
            win += weight * other_weight * counts.win
            tie += weight * other_weight * counts.tie
            lose += weight * other_weight * counts.lose
    assert preflop_counts(first, second) == (win, tie, lose)
    assert preflop_counts(second, first) == (lose, tie, win)


@pytest.mark.slow(1)
def test_the_file_is_the_packed_table():
    rows = [read_row(row) for row in range(len(RANK_PAIRS))]
    wins, ties = ([count for row in rows for count in row[part]] for part in range(2))
    assert len(wins) == len(ties) == len(list(entries()))
    assert all(win > 0 and tie > 0 and win + tie < BOARDS for win, tie in zip(wins, ties, strict=True))
    assert pack(wins, ties) == Path(TABLE_FILE).read_bytes()
