import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from ircpoker.chat.chances import quick_plan
from ircpoker.config import LimitSettings
from ircpoker.equity import make_spot
from ircpoker.equity.odds import reading_seconds
from tests.chat.routers import IRC_LIMITS, lines, make_router, message

LOOP_SECONDS = 0.02
"""The seconds for which a command may delay everybody else."""
MOST_LINES = 400_000
"""So many lines of Python take about that long."""
ANY_TEN = " ".join(["any"] * 10)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("AsAh KdKc", "AsAh 81.26 % | KdKc 18.74 % | exact: 1712304 boards"),
        ("asah kdkc / 2c7d9h", "AsAh 91.62 % | KdKc 8.38 %, 2 outs | exact: 990 boards"),
        ("AsAh KdKc / 2c 7d 9h / Ks", "AsAh 95.67 % | KdKc 4.33 %, 1 out | exact: 946 boards"),
        ("AsAh KdKc / / Kh Ks", "AsAh 96.56 % | KdKc 3.44 % | exact: 1370754 boards"),
        ("omaha AsAhKsKh QcJcTd9d / 2c 7d 9h", "AsAhKsKh 46.95 % | QcJcTd9d 53.05 %, 15 outs | exact: 820 boards"),
        ("ring6-100/BTN/open AA", "ring6-100/BTN/open 15.64 % | AA 84.36 % | exact: 35211518090496 boards and hands"),
        (
            "7h6h vs RING6-100/fffrf/call / 8h9hTh 2c Kd",
            "7h6h 99.78 % | RING6-100/fffrf/call 0.22 % | exact: 4480411 boards and hands",
        ),
        ("AsAh KdKc / 2c 7d 9h Th Jh", "AsAh 100.00 % | KdKc 0.00 % | exact: the board is complete"),
    ],
)
def test_one_line(arguments: str, answer: str) -> None:
    assert lines(make_router(), f"odds {arguments}") == [answer]


@pytest.mark.parametrize("file", ["@/etc/passwd", "@/etc/passwd:raise", "@../button.csv:raise", "ring6-100/../../x"])
def test_no_question_reads_a_file(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chat, feed and page ask here; only the command line reads charts from files."""
    router = make_router()
    lines(router, "odds AhKd QsQd")
    monkeypatch.setattr("pathlib.Path.open", None)
    monkeypatch.setattr("builtins.open", None)
    [answer] = lines(router, f"odds {file} AA")
    refused = f"'{file}': files of charts are read on the command line only"
    assert answer.startswith(refused if "@" in file else "at most two slashes")


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
        ("As Ah Ks Kh Qs Qh", "6 cards: which are one hand? Write AhKd QsQd, or AhKd vs QsQd"),
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


def test_no_spot_blocks_the_loop() -> None:
    """By estimate, which depends on no clock."""
    for hands, others in SPOTS:
        spot = make_spot(hands, **others)
        assert reading_seconds(spot) + quick_plan(spot).seconds <= LOOP_SECONDS, (hands, others)


WIDE = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32+"
HOSTILE = {
    "ten ranges, nearly everything": " ".join(f"{99 - number}%" for number in range(10)),
    "ten ranges of all kinds with weights": " ".join(f"{WIDE}:0.{number}" for number in range(1, 11)),
    "the same hands over and over": " ".join([",".join(["any"] * 60)] * 4),
    "percentages without end": " ".join([",".join(f"{99 - number / 100:.2f}%" for number in range(60))] * 2),
    "ranges that take each other's cards": " ".join(["QQ+,AK"] * 10),
    "ways to deal that are listed for nothing": "AK QQ JT / 2c 7d 8h 5s 3d",
    "two wide ranges on a flop": "99% 98% / 2c 7d 9h",
    "ten times any": ANY_TEN,
    "ten hands of Omaha": f"omaha {ANY_TEN}",
}


@pytest.mark.parametrize("arguments", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_question_takes_no_more_work_than_any_other(arguments: str) -> None:
    """Counted in lines of Python, with reading and all that is thrown away; it was up to 2,800,000."""
    router = make_router()
    lines(router, f"odds {arguments}")  # Tables are read once.
    assert count_lines(lambda: lines(router, f"odds {arguments}")) <= MOST_LINES


def count_lines(act: Callable[[], object]) -> int:
    """Return how many lines of Python are run."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def test_questions_cost_tokens_by_their_work() -> None:
    router = make_router()
    limits = replace(IRC_LIMITS, commands=LimitSettings(command_burst=10, command_interval=3600))

    def answered(nick: str, text: str) -> int:
        asked = [router.handle(message(text, nick=nick)._replace(limits=limits)) for _ in range(10)]
        return sum("Too many" not in reply.text for replies in asked for reply in replies)

    assert answered("alice", "odds AsAh KdKc") == 10
    assert answered("bob", f"odds {ANY_TEN}") == 3
    # An error after much work costs as much.
    assert answered("carol", f"odds {' '.join(['QQ+,AK'] * 10)}") == 3
