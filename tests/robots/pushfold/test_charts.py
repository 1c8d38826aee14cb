"""The charts: an equilibrium, as published by others; an incomplete file is refused."""

import hashlib
from itertools import pairwise

import numpy as np
import pytest

from ircpoker.errors import StrategyError
from ircpoker.robots.pushfold.charts import KINDS, SHIPPED, TENTHS, WHOLE, kind_name, read_charts, verify
from tools import make_pushfold

HEADER = 8 + 4 + 32


@pytest.fixture(scope="module")
def match_ups():
    return make_pushfold.count_match_ups()


def share(chart):
    hands = [6 if kind % 14 == 0 else 4 if kind // 13 < kind % 13 else 12 for kind in range(KINDS)]
    return sum(number * count for number, count in zip(chart, hands, strict=True)) / WHOLE / 1326


def plays(kind, tenths, which):
    return getattr(read_charts(tenths), which)[[kind_name(number) for number in range(KINDS)].index(kind)] / WHOLE


@pytest.mark.slow(1)
def test_no_deviation_gains_a_millionth_of_a_big_blind(match_ups):
    stacks = np.array(TENTHS)[:, None] / 10
    all_in, calls = make_pushfold.shipped()
    found = make_pushfold.gains(match_ups, stacks, all_in, calls)
    assert found.shape == (2, 191)
    assert found.min() >= 0
    assert found.max() < 1e-6
    # The measure is able to find some: with 72o instead of nothing, or with all hands called.
    all_in[90, 12 * 13 + 7] = 1
    calls[:] = 1
    assert make_pushfold.gains(match_ups, stacks, all_in, calls)[:, 90].min() > 1e-3


@pytest.mark.slow(1)
def test_all_pairs_of_hands_are_counted_once(match_ups):
    assert match_ups.pairs.sum() == 1326 * 1225
    assert (match_ups.pairs == match_ups.pairs.T).all()
    assert np.abs(match_ups.won + match_ups.won.T).max() < 1e-9
    assert match_ups.won[0, 168] / match_ups.pairs[0, 168] == pytest.approx(0.7, abs=0.1)


def test_published_shares():
    """The usual tables: with 10 big blinds 58.3 % go all-in and 37.4 % call."""
    assert 100 * share(read_charts(100).all_in) == pytest.approx(58.3, abs=0.1)
    assert 100 * share(read_charts(100).calls) == pytest.approx(37.4, abs=0.1)
    # With one big blind half of the pot is in: everything calls, and nearly everything goes in.
    assert share(read_charts(10).calls) == share(read_charts(10).all_in) == 1
    for which in ("all_in", "calls"):
        by_stack = [share(getattr(read_charts(tenths), which)) for tenths in (20, 50, 100, 150, 200)]
        assert by_stack == sorted(by_stack, reverse=True)


@pytest.mark.parametrize(
    ("kind", "which", "stacks"),
    [
        # Small suited connectors stop and begin again: the footnotes of the usual tables.
        ("53s", "all_in", [(10, 24), (41, 121), (123, 129)]),
        ("63s", "all_in", [(10, 23), (63, 71)]),
        ("43s", "all_in", [(10, 22), (49, 78)]),
        ("K2o", "all_in", [(10, 116)]),
        ("Q2o", "all_in", [(10, 70)]),
        ("72o", "all_in", [(10, 16)]),
        ("32o", "all_in", [(10, 14)]),
        ("22", "calls", [(10, 150)]),
        ("Q2o", "calls", [(10, 56)]),
        ("AA", "all_in", [(10, 200)]),
        ("AA", "calls", [(10, 200)]),
    ],
)
def test_kinds_of_hands(kind, which, stacks):
    for low, high in stacks:
        assert all(plays(kind, tenths, which) > 0.99 for tenths in (low, (low + high) // 2, high))
    for (_, high), (low, _) in pairwise(stacks):
        assert high == 121 or plays(kind, (high + low) // 2, which) == 0
    deeper = stacks[-1][1] + 40
    assert deeper > 200 or plays(kind, deeper, which) == 0


def refused(tmp_path, content):
    file = tmp_path / "charts.bin"
    file.write_bytes(content)
    verify.cache_clear()
    with pytest.raises(StrategyError) as caught:
        verify(file)
    return str(caught.value).removeprefix("the strategy file 'charts.bin' is refused: ")


def test_incomplete_files_are_refused(tmp_path):
    content = SHIPPED.read_bytes()
    assert hashlib.sha256(content[HEADER:]).digest() == content[12:HEADER]
    with pytest.raises(StrategyError, match="it cannot be read: No such file"):
        verify(tmp_path / "none.bin")
    assert refused(tmp_path, b"") == "it does not hold push-or-fold charts"
    assert refused(tmp_path, b"ircpLIM\n" + content[8:]) == "it does not hold push-or-fold charts"
    assert refused(tmp_path, content[:20]) == "it ends within its header"
    assert refused(tmp_path, content[:8] + b"\2\0\0\0" + content[12:]) == "it has format 2: expected 1"
    size = 2 * 2 * 169 * 191
    assert refused(tmp_path, content[:-1]) == f"it has {size - 1} bytes after its header: expected {size}"
    flipped = content[:-1] + bytes([content[-1] ^ 1])
    assert refused(tmp_path, flipped) == "it is damaged: its SHA-256 is not the one that it names"
