from typing import Any

import pytest

from ircpoker.chat.chances import CHAT_SECONDS
from ircpoker.equity import make_spot, plan
from tests.chat.routers import lines, make_router

LOOP_SECONDS = 0.02
"""The seconds for which a command may delay everybody else."""
ANY_TEN = " ".join(["any"] * 10)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("AsAh KdKc", "AsAh 81.26 % | KdKc 18.74 % | exact: 1712304 boards"),
        ("asah kdkc / 2c7d9h", "AsAh 91.62 % | KdKc 8.38 %, 2 outs | exact: 990 boards"),
        ("AsAh KdKc / 2c 7d 9h / Ks", "AsAh 95.67 % | KdKc 4.33 %, 1 out | exact: 946 boards"),
        ("AsAh KdKc / / Kh Ks", "AsAh 96.56 % | KdKc 3.44 % | exact: 1370754 boards"),
        ("omaha AsAhKsKh QcJcTd9d / 2c 7d 9h", "AsAhKsKh 46.95 % | QcJcTd9d 53.05 %, 15 outs | exact: 820 boards"),
        ("AsAh KdKc / 2c 7d 9h Th Jh", "AsAh 100.00 % | KdKc 0.00 % | exact: the board is complete"),
    ],
)
def test_one_line(arguments: str, answer: str) -> None:
    assert lines(make_router(), f"odds {arguments}") == [answer]


def test_long_questions_are_sampled() -> None:
    [line] = lines(make_router(), f"odds {ANY_TEN}")
    assert line.count(" ± ") == 10
    assert "sampled: " in line
    assert line.endswith("as an exact answer would take years")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("", "!odds for your own hand works only on your turn; for other hands, name two or more"),
        ("AsAh", "hands: 1 given, expected 2 to 10; any is a random hand"),
        ("As Ah Ks Kh", "1 card given: expected 2 for a hand, written without spaces"),
        ("AsAh KdKc / 2c 7d", "2 cards given: expected none, 3, 4 or 5 on the board"),
        ("AsAh KdKc / 2c 7d 9h / Ks / Kh", "at most two slashes: hands / board / dead cards (usage: !odds "),
        ("AsAh AsKc", "As is given twice: each card can be used once"),
    ],
)
def test_invalid_spots(arguments: str, error: str) -> None:
    [line] = lines(make_router(), f"odds {arguments}")
    assert line.startswith(error)


SPOTS: list[tuple[list[str], dict[str, Any]]] = [
    (["any"] * hands, {"board": board, "game": game})
    for game, most in (("holdem", 10), ("omaha", 10))
    for board in ("", "2c 7d 9h", "2c 7d 9h Jh", "2c 7d 9h Jh Qs")
    for hands in range(2, most + 1)
]
SPOTS += [(["25%"] * hands, {"board": board}) for board in ("", "2c 7d 9h") for hands in range(2, 11)]
SPOTS += [(["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9c", "8s8h"][:hands], {}) for hands in range(2, 8)]


@pytest.mark.parametrize(("hands", "others"), SPOTS)
def test_no_spot_blocks_the_loop(hands: list[str], others: dict[str, Any]) -> None:
    """By estimate, which depends on no clock."""
    assert plan(make_spot(hands, **others), *CHAT_SECONDS).seconds <= LOOP_SECONDS
