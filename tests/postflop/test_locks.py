import numpy as np
import pytest

from ircpoker.equity.range_counts import combination_number
from ircpoker.errors import PokerError
from ircpoker.postflop.storage import read_lock
from tests.lab.small import needs_solver
from tests.postflop.spots import opened

pytestmark = needs_solver


@pytest.fixture(scope="module")
def river():
    return opened()


def read(river, tmp_path, text):
    path = tmp_path / "lock"
    path.write_text(text, encoding="utf-8")
    place = river.decision("")
    return read_lock(path, river.nodes[place.node], river.spot.weights[0])


def test_later_lines_win(river, tmp_path):
    policy = read(river, tmp_path, "# a comment\n\nany: check 60% bet 50 40%\nAA,KQ: bet\nAhAd: check 50%, bet 50%\n")
    assert np.allclose(policy.sum(axis=0), 1)
    assert policy[:, combination_number(51, 50)] == pytest.approx([0, 1])  # AsAh
    assert policy[:, combination_number(50, 49)] == pytest.approx([0.5, 0.5])  # AhAd
    assert policy[:, combination_number(32, 28)] == pytest.approx([0.6, 0.4])  # Tc9c


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lock: no line for"),
        ("AA: bet\n", "lock: no line for"),
        ("any\n", "lock, line 1: 'any': expected hands, a colon and actions"),
        ("any: check 60%\n", "line 1: 'check 60%': the frequencies add up to 60%, expected 100%"),
        ("any: check 60% bet 60%\n", "add up to 120%"),
        ("any: fold\n", "line 1: 'fold': expected check or bet 50"),
        ("any: check\nAX: check\n", "line 2: 'AX' is not a range"),
        ("any: !\n", "'!': expected an action"),
        (": check\n", "is not a range"),
    ],
)
def test_wrong_locks(river, tmp_path, text, message):
    with pytest.raises(PokerError) as caught:
        read(river, tmp_path, text)
    assert message in str(caught.value)


def test_files_that_cannot_be_read(river, tmp_path):
    with pytest.raises(PokerError, match="cannot be read: Is a directory"):
        read_lock(tmp_path, river.nodes[0], river.spot.weights[0])
    large = tmp_path / "large"
    large.write_bytes(b"#" * (1 << 20) + b"\n")
    with pytest.raises(PokerError, match="expected at most 1048576 bytes"):
        read_lock(large, river.nodes[0], river.spot.weights[0])
