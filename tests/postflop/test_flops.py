import pytest

from ircpoker.cards import parse_cards
from ircpoker.errors import PokerError
from ircpoker.postflop.flops import all_flops, choose_flops, read_flops


@pytest.mark.slow(1)
def test_all_flops():
    flops = all_flops()
    assert (len(flops), sum(flop.weight for flop in flops)) == (1755, 22100)
    by_suits = [0, 0, 0]
    for flop in flops:
        by_suits[len({card.suit for card in parse_cards(flop.board)}) - 1] += flop.weight
    assert by_suits == [4 * 286, 12 * 78 * 13, 4 * 13**3]


@pytest.mark.slow(1)
@pytest.mark.parametrize("count", [3, *[pytest.param(count, marks=pytest.mark.slow(2)) for count in (1, 25, 184)]])
def test_few_flops_stand_for_all(count):
    flops = choose_flops(count)
    assert len({flop.board for flop in flops}) == len(flops) == count
    assert sum(flop.weight for flop in flops) == 22100
    assert choose_flops(count) == flops


@pytest.mark.slow(1)
def test_25_flops_are_like_all():
    def share(flops, holds):
        return sum(flop.weight for flop in flops if holds(parse_cards(flop.board))) / 22100

    few, whole = choose_flops(25), all_flops()
    for holds in (
        lambda cards: len({card.suit for card in cards}) == 1,
        lambda cards: len({card.suit for card in cards}) == 2,
        lambda cards: len({card.rank for card in cards}) < 3,
        lambda cards: max(card.code >> 2 for card in cards) == 12,
    ):
        assert share(few, holds) == pytest.approx(share(whole, holds), abs=0.06)


def test_files_of_flops(tmp_path):
    path = tmp_path / "flops"
    path.write_text("# three\nQsJh2h 3\nAh Kh 2c\nTd,9d,8c 0.5\n7c7d2h,12\n", encoding="utf-8")
    assert [tuple(flop) for flop in read_flops(path)] == [
        ("Qs Jh 2h", 3), ("Ah Kh 2c", 1), ("Td 9d 8c", 0.5), ("7c 7d 2h", 12),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected flops, one a line"),
        ("QsJh\n", "line 1: 2 cards"),
        ("QsJh2h\nQsJh2x\n", "line 2"),
        ("QsQs2h\n", "line 1"),
        ("QsJh2h 0\n", "a weight: expected a number above 0"),
    ],
)
def test_wrong_files(tmp_path, text, message):
    path = tmp_path / "flops"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PokerError) as caught:
        read_flops(path)
    assert message in str(caught.value)
