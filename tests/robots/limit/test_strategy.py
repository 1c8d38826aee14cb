"""The strategy file: it is read as written; damaged and other files are refused."""

import hashlib

import numpy as np
import pytest

from ircpoker.errors import StrategyError
from ircpoker.robots.limit.betting import HISTORIES, NODES
from ircpoker.robots.limit.file import layout
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.strategy_file import FileShape, size_of
from tests.robots.limit.made import SHAPE, made_strategy, random_arrays

HEADER = 8 + 4 * 8 + 32


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    file = tmp_path_factory.mktemp("made") / "whole.bin"
    LimitStrategy.write(file, SHAPE, random_arrays())
    return file.read_bytes()


def refused(tmp_path, content):
    file = tmp_path / "strategy.bin"
    file.write_bytes(content)
    with pytest.raises(StrategyError) as caught:
        LimitStrategy.open(file)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix("the strategy file 'strategy.bin' is refused: ")


def signed(content):
    """The same with the right SHA-256: damage that its maker signed."""
    return content[: HEADER - 32] + hashlib.sha256(content[HEADER:]).digest() + content[HEADER:]


def test_a_written_file_is_read(tmp_path):
    strategy, arrays = made_strategy(tmp_path), random_arrays()
    assert strategy.shape == SHAPE
    assert len(strategy.fingerprint) == 64
    assert not any(array.flags.owndata for array in strategy.arrays.values())
    for name, array in arrays.items():
        np.testing.assert_array_equal(strategy.arrays[name], array)
    for street, count in enumerate(SHAPE.buckets):
        assert strategy.arrays[f"play{street}"].shape == (HISTORIES[street], NODES[street], count)


def test_chances_add_up(tmp_path):
    strategy = made_strategy(tmp_path)
    for history, board in (
        ("", []),
        ("rc/cr", [3, 9, 20]),
        ("cc/cc/r", [3, 9, 20, 50]),
        ("cc/cc/cc/", [3, 9, 20, 50, 7]),
    ):
        found = strategy.chances(history, [0, 1], board)
        assert found.fold + found.call + found.raise_ == 15
        assert min(found.fold, found.call, found.raise_) >= 0


def test_other_files(tmp_path, content):
    with pytest.raises(StrategyError, match=r"'none\.bin' is refused: it cannot be read: No such file"):
        LimitStrategy.open(tmp_path / "none.bin")
    assert refused(tmp_path, b"") == "it is not a strategy for limit hold'em"
    assert refused(tmp_path, b"%PDF-1.7 and so on") == "it is not a strategy for limit hold'em"
    assert refused(tmp_path, content[:5]) == "it is not a strategy for limit hold'em"
    assert refused(tmp_path, content[:30]) == "it ends within its header"


def test_damaged_files(tmp_path, content):
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    assert refused(tmp_path, flipped) == "it is damaged: its SHA-256 is not the one that it names"
    size = size_of(layout(SHAPE))
    assert refused(tmp_path, content[:-1]) == f"it has {size - 1} bytes after its header: expected {size}"
    assert refused(tmp_path, content + b"\0") == f"it has {size + 1} bytes after its header: expected {size}"


def test_files_of_another_version_or_shape(tmp_path, content):
    assert refused(tmp_path, content[:8] + b"\2\0\0\0" + content[12:]) == "it has format 2: expected 1"
    wrong = "it is damaged: its size does not fit its buckets"
    assert refused(tmp_path, content[:28] + b"\x3d\0\0\0" + content[32:]) == wrong
    many = "it is damaged: no strategy has these numbers of buckets"
    assert refused(tmp_path, content[:28] + b"\xff\xff\xff\xff" + content[32:]) == many
    assert refused(tmp_path, content[:12] + bytes(4) + content[16:]) == many


def test_a_signed_file_with_impossible_buckets(tmp_path):
    for name, value in (("flop", 12), ("rivers", 60), ("starts", 1_286_792)):
        arrays = random_arrays()
        arrays[name].ravel()[7] = value
        LimitStrategy.write(tmp_path / "bad.bin", SHAPE, arrays)
        expected = "it is damaged: a hand has a bucket that does not exist"
        assert refused(tmp_path, (tmp_path / "bad.bin").read_bytes()) == expected


def test_chances_above_one_are_refused(tmp_path):
    arrays = random_arrays()
    arrays["play3"][566, 9, 59] = 0x88
    LimitStrategy.write(tmp_path / "bad.bin", SHAPE, arrays)
    expected = "it is damaged: chances add up to more than one"
    assert refused(tmp_path, (tmp_path / "bad.bin").read_bytes()) == expected


def test_arrays_of_wrong_size_are_not_written(tmp_path):
    with pytest.raises(ValueError, match=r"means has shape \(4,\): expected \(5,\)"):
        LimitStrategy.write(tmp_path / "bad.bin", FileShape(4, 3, 6, 3, 60), random_arrays())
