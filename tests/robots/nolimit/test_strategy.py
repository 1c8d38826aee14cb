"""The strategy files: they are read as written; damaged and other files are refused."""

import numpy as np
import pytest

from ircpoker.errors import StrategyError
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.nolimit.file import PARTS, layout
from ircpoker.robots.nolimit.strategy import Blueprint, pack_chances
from ircpoker.robots.strategy_file import size_of
from tests.robots.limit.test_strategy import SHAPE as OTHER_SHAPE
from tests.robots.limit.test_strategy import random_arrays as other_arrays
from tests.robots.nolimit.made import DEPTH, SHAPE, made_blueprint, random_arrays

NUMBERS_AT = 8 + 4


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    file = tmp_path_factory.mktemp("made") / "whole.bin"
    Blueprint.write(file, SHAPE, random_arrays(), DEPTH)
    return file.read_bytes()


def refused(tmp_path, content):
    file = tmp_path / "50.bin"
    file.write_bytes(content)
    with pytest.raises(StrategyError) as caught:
        Blueprint.open(file)
    return str(caught.value).removeprefix("the strategy file '50.bin' is refused: ")


def test_strategies_round_trip(tmp_path):
    blueprint, arrays = made_blueprint(tmp_path), random_arrays()
    assert (blueprint.depth, len(blueprint.fingerprint)) == (DEPTH, 64)
    assert not any(array.flags.owndata for array in blueprint.arrays.values())
    for name, array in arrays.items():
        np.testing.assert_array_equal(blueprint.arrays[name], array)


BOARDS = ([], [3, 9, 20], [3, 9, 20, 50], [3, 9, 20, 50, 7])


def test_chances_belong_to_the_edges(tmp_path):
    """Each action of each node gets its own number: all are different, by street, as far as a byte goes."""
    arrays = random_arrays()
    blueprint = made_blueprint(tmp_path)
    tree = blueprint.tree
    for street, board in enumerate(BOARDS):
        bucket = blueprint.bucket([0, 1], board)
        # The same without the packing: what is left out is the first edge of each node.
        firsts = {tree.edge_start[node] for node, of in enumerate(tree.street) if of == street}
        stored = [index for index in range(tree.edges_of[street]) if index not in firsts]
        row = arrays[f"play{street}"][bucket].tolist()
        numbers = row if street < 2 else [part for byte in row for part in (byte & 15, byte >> 4)]
        by_index = dict(zip(stored, numbers, strict=False))
        for node in [node for node, of in enumerate(tree.street) if of == street]:
            found = blueprint.chances(node, [0, 1], board)
            others = [by_index[tree.edge_start[node] + i] for i in range(1, len(found.letters))]
            assert found.parts == (max(0, PARTS[street] - sum(others)), *others)
            assert found.bucket == bucket
            assert sum(found.parts) > 0


def test_packing():
    parts = np.array([[1, 2, 3], [15, 0, 7]], np.uint8)
    assert pack_chances(1, parts).tolist() == parts.tolist()
    assert pack_chances(2, parts).tolist() == [[0x21, 0x03], [0x0F, 0x07]]


def test_damaged_files(tmp_path, content):
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    assert refused(tmp_path, flipped) == "it is damaged: its SHA-256 is not the one that it names"
    size = size_of(layout(SHAPE, DEPTH))
    assert refused(tmp_path, content[:-1]) == f"it has {size - 1} bytes after its header: expected {size}"
    assert refused(tmp_path, content[:40]) == "it ends within its header"


def test_files_for_other_depths_and_games(tmp_path, content):
    for depth in (9, 201, 2**32 - 1):
        changed = content[:NUMBERS_AT] + depth.to_bytes(4, "little") + content[NUMBERS_AT + 4 :]
        assert refused(tmp_path, changed) == "it is damaged: no strategy has these numbers of buckets"
    changed = content[:NUMBERS_AT] + (40).to_bytes(4, "little") + content[NUMBERS_AT + 4 :]
    assert refused(tmp_path, changed) == "it is damaged: its size does not fit its buckets"
    LimitStrategy.write(tmp_path / "limit.bin", OTHER_SHAPE, other_arrays())
    assert refused(tmp_path, (tmp_path / "limit.bin").read_bytes()) == "it is not a strategy for no-limit hold'em"


def test_a_signed_file_with_impossible_buckets(tmp_path):
    for name, value in (("flop", 4), ("rivers", 30), ("starts", 1_286_792)):
        arrays = random_arrays()
        arrays[name].ravel()[7] = value
        Blueprint.write(tmp_path / "bad.bin", SHAPE, arrays, DEPTH)
        expected = "it is damaged: a hand has a bucket that does not exist"
        assert refused(tmp_path, (tmp_path / "bad.bin").read_bytes()) == expected
