"""The shipped tables are what the tool writes from the rules."""

import importlib.util
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from ircpoker import hands
from ircpoker.cards import RANK_SUM_BITS, RANK_WEIGHTS, SUIT_WEIGHTS
from ircpoker.errors import SurroundingsError
from ircpoker.hands import kernel, tables
from ircpoker.hands.evaluator import flush_shifts
from tests import tiers
from tests.programs import want_of

TOOL = Path(__file__).parents[2] / "tools" / "make_tables.py"


@pytest.mark.slow(1)
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


@pytest.fixture
def spoiled(tmp_path, monkeypatch):
    """A copy of the tables, read in place of the shipped file."""
    path = tmp_path / "ircpoker" / "hands" / "tables.bin"
    path.parent.mkdir(parents=True)
    path.write_bytes(Path(tables.TABLES_FILE).read_bytes())
    for module in (tables, kernel):
        monkeypatch.setattr(module, "TABLES_FILE", str(path))
    return path


def damages(content):
    """Yield the content with single bits changed, then cut and empty."""
    rng = random.Random(tiers.seed(1))
    header = 8 * 8 * len(tables.ARRAYS)
    # The highest bit of the last length among them: the array then ends behind the end of the file.
    bits = [header // 2 - 1, *rng.sample(range(header), tiers.count(header, 20))]
    bits += rng.choices(range(8 * len(content)), k=tiers.count(5_000, 20))
    for bit in bits:
        changed = bytearray(content)
        changed[bit >> 3] ^= 1 << (bit & 7)
        yield changed
    yield from (content[:-2], content[:80], content[:3], b"")


def test_a_changed_bit_is_found(spoiled):
    for content in damages(spoiled.read_bytes()):
        spoiled.write_bytes(content)
        with pytest.raises(SurroundingsError, match=r"^ircpoker/hands/tables\.bin is damaged: install ircpoker again$"):
            tables.read_tables(*tables.ARRAYS)


@pytest.mark.skipif(kernel.KERNEL is None, reason=want_of("cc", "the native kernel is not in use here"))
def test_the_kernel_finds_a_changed_bit(spoiled, monkeypatch):
    spec = importlib.util.spec_from_file_location("ircpoker.hands._kernel", kernel.KERNEL.__file__)
    unspoiled = spoiled.read_bytes()
    for content in (*damages(unspoiled), unspoiled):
        fresh = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(fresh)
        monkeypatch.setattr(hands, "_kernel", fresh)
        spoiled.write_bytes(content)
        if content == unspoiled:
            assert kernel._load() is fresh
            continue
        with pytest.raises(SurroundingsError, match="tables"):
            kernel._load()
