import json

import pytest

from tests.cli.conftest import Ircpoker


def test_two_hands(ircpoker: Ircpoker) -> None:
    done = ircpoker("odds", "AsAh", "KdKc")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "AsAh | 81.2555 % | wins 1388072 | ties 6538 | loses 317694",
        "KdKc | 18.7445 % | wins 317694 | ties 6538 | loses 1388072",
        "exact: 1712304 boards",
    ]


def test_json(ircpoker: Ircpoker) -> None:
    found = json.loads(ircpoker("odds", "--json", "AsAh", "KdKc").out)
    assert list(found) == ["exact", "boards", "hands"]
    assert (found["exact"], found["boards"]) == (True, 1712304)
    aces = found["hands"][0]
    assert list(aces) == ["hand", "win", "tie", "lose", "equity"]
    assert (aces["hand"], aces["win"], aces["tie"], aces["lose"]) == ("AsAh", 1388072, 6538, 317694)
    assert aces["equity"] == pytest.approx((1388072 + 6538 / 2) / 1712304, abs=1e-15)


@pytest.mark.no_cover  # the same lines, very often
def test_sampled_json(ircpoker: Ircpoker) -> None:
    done = ircpoker("odds", "--json", "AsKs", "any", "any", "any")
    found = json.loads(done.out)
    assert list(found) == ["exact", "samples", "hands"]
    assert found["exact"] is False
    assert found["samples"] > 10_000
    assert all(0 < hand["stderr"] < 0.01 for hand in found["hands"])
    assert ircpoker("odds", "--json", "AsKs", "any", "any", "any").out == done.out


def test_ranges_on_a_board_with_dead_cards(ircpoker: Ircpoker) -> None:
    done = ircpoker("odds", "QQ+,AKs", "22-55:0.5", "--board", "2c 7d 9h", "--dead", "Ac,Ad")
    assert done.status == 0
    assert done.out.splitlines()[-1].startswith("exact: ")


def test_omaha_with_outs(ircpoker: Ircpoker) -> None:
    arguments = ("odds", "--game", "omaha", "--board", "Ah 7h 2s", "--json", "AsAcKdKc", "KhQhJhTs")
    aces, draw = json.loads(ircpoker(*arguments).out)["hands"]
    assert aces["outs"] == {}
    assert "3h" in draw["outs"]["flush"]
    assert "2h" not in draw["outs"]["flush"]


def test_street_by_street(ircpoker: Ircpoker) -> None:
    arguments = ("odds", "--streets", "AhKh", "QsQd", "--board", "Qh 7h 2c Jh")
    lines = ircpoker(*arguments).out.splitlines()
    assert [line for line in lines if "|" not in line] == [
        "preflop",
        "exact: 1712304 boards",
        "flop Qh 7h 2c",
        "exact: 990 boards",
        "turn Qh 7h 2c Jh",
        "exact: 44 boards",
    ]
    streets = [json.loads(line) for line in ircpoker(*arguments, "--json").out.splitlines()]
    assert [street["street"] for street in streets] == ["preflop", "flop", "turn"]
    assert streets[2]["board"] == ["Qh", "7h", "2c", "Jh"]
    assert streets[2]["hands"][1]["outs"] == {
        "four_of_a_kind": ["Qc"],
        "full_house": ["Js", "Jd", "Jc", "7s", "7d", "7c", "2s", "2h", "2d"],
    }


@pytest.mark.parametrize(
    ("arguments", "status", "problem"),
    [
        (["AsAh"], 2, "hands: 1 given, expected 2 to 10; any is a random hand"),
        (["As Ah", "Xx"], 1, "'Xx' is not a range of hands"),
        (["AsAh", "AsKs"], 1, "As is given twice"),
        (["AsAh", "KsKh", "--board", "2c 3c"], 1, "2 cards given: expected none, 3, 4 or 5 on the board"),
        (["AA", "KK", "--board", "Ks Kh Kd Kc"], 2, "KK: no hand of this range is left"),
        (["AA", "AA", "AA"], 2, "hands: these ranges cannot be dealt together"),
        ([], 2, ""),
        (["AsAh", "KsKh", "--game", "draw"], 2, ""),
    ],
)
def test_bad_input(ircpoker: Ircpoker, arguments: list[str], status: int, problem: str) -> None:
    done = ircpoker("odds", *arguments)
    assert (done.status, done.out) == (status, "")
    assert problem in done.err
    if status == 1:
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (("AA**", "KK"), "'KK' is not a range of hands: expected AhKhQdJd, AA**"),
        (("JT98-8764", "AA**"), "'JT98-8764' is not a range of hands: expected from one to the other"),
        (("QQ", "XX"), "'XX' is not a range of hands: expected cards like AhKd, or like QQ+"),
    ],
)
def test_an_error_is_in_the_words_of_the_game_of_the_hands(
    ircpoker: Ircpoker, hands: tuple[str, ...], named: str
) -> None:
    done = ircpoker("odds", *hands)
    assert done.status == 1
    assert named in done.err


def test_four_cards_or_kinds_of_them_are_omaha(ircpoker: Ircpoker) -> None:
    known = ircpoker("odds", "AhKhQdJd", "AcAdKcKd")
    assert known.out.endswith("exact: 1086008 boards\n")
    assert ircpoker("odds", "AAKKds", "JhTh9s8s", "--board", "2c 7d 9h 3c").out.splitlines()[0].startswith("AAKKds | ")
