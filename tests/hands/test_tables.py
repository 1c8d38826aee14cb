"""The shipped tables are what the tool writes from the rules."""

import subprocess
import sys
from itertools import product
from pathlib import Path

from ircpoker.cards import RANK_SUM_BITS, RANK_WEIGHTS, SUIT_WEIGHTS
from ircpoker.hands.evaluator import flush_shifts

TOOL = Path(__file__).parents[2] / "tools" / "make_tables.py"


def test_the_tool_writes_the_shipped_file():
    assert subprocess.run([sys.executable, str(TOOL), "--check"], check=False).returncode == 0


def test_rank_sums_stay_below_the_suits():
    top = sorted(RANK_WEIGHTS, reverse=True)
    assert 4 * top[0] + 3 * top[1] < 1 << RANK_SUM_BITS


def test_suit_sums_show_the_flush_and_its_suit():
    for size in (5, 6, 7):
        shifts = flush_shifts(size)
        for suits in product(range(size + 1), repeat=4):
            if sum(suits) == size:
                flush = next((16 * suit for suit, count in enumerate(suits) if count >= 5), -1)
                assert shifts[sum(map(int.__mul__, suits, SUIT_WEIGHTS))] == flush
