"""The registry: every system through the one endpoint that the command line and the chat use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ircpoker
from ircpoker.cli import value
from ircpoker.cli.parsers import help_of
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError, PokerError, UsageError
from ircpoker.systems import SYSTEMS

ANSWERS = [
    ("parsecards", "Ah Td 4c 3s Js 7h", "", "10 1 4 5 8 11", {"value": [10, 1, 4, 5, 8, 11]}),
    ("manual", "Ah Kd", "", "12423000000", {"value": 12423000000}),
    (
        "draw",
        "9h 8d 6c",
        "",
        "straight 3 flush 0 paired 0 sf 0 high 9 0 0 0",
        {
            "straight": 3,
            "flush": 0,
            "paired": 0,
            "sf": 0,
            "high": {"straight": 9, "flush": 0, "paired": 0, "sf": 0},
        },
    ),
    (
        "director",
        "8:H 6:C 12:C 8:S 11:C",
        "",
        "pair 8, 6 8 8 11 12",
        {"value": {"pair": 8}, "val_list": [6, 8, 8, 11, 12]},
    ),
    ("director", "3:H 13:S 7:S 8:C 4:D", "", "none, 3 4 7 8 13", {"value": {}, "val_list": [3, 4, 7, 8, 13]}),
    (
        "kev",
        "Kd 5s Jc Ah 2c",
        "",
        "6262 0.1608",
        {
            "value": 6262,
            "strength": 1 - 6262 / 7462,
            "words": [0x08004B25, 0x00081307, 0x0200891D, 0x10002C29, 0x00018002],
        },
    ),
    ("openholdem", "", "", "0 pcbits 0 npcbits 0", {"value": 0, "pcbits": 0, "npcbits": 0}),
    (
        "openholdem",
        "9c 8s",
        "7s 5h 6s",
        "134842213 pcbits 24 npcbits 2",
        {"value": 134842213, "pcbits": 24, "npcbits": 2},
    ),
]


def test_the_systems_in_their_order():
    assert list(SYSTEMS) == ["parsecards", "manual", "draw", "director", "kev", "openholdem"]
    assert all(system.name == name for name, system in SYSTEMS.items())
    shown = help_of(value.__doc__)[0]
    assert all(f"  {name:10}  {each.summary} ({each.counts})\n" in shown for name, each in SYSTEMS.items())


@pytest.mark.parametrize(("name", "cards", "board", "text", "expected"), ANSWERS)
def test_text_and_json(name, cards, board, text, expected):
    answer = SYSTEMS[name].value(cards, board)
    assert answer.text == text
    found = dict(answer.json)
    assert found.pop("system") == name
    assert found.pop("symbols", {}).get("nstraight", None) in {None, 1, 5}
    assert found == expected
    assert json.loads(json.dumps(answer.json)) == answer.json
    assert next(iter(answer.json)) == "system"


def test_the_board_is_joined_to_the_cards():
    for name, cards, board in [
        ("parsecards", "Ah Td 4c", "3s Js 7h"),
        ("parsecards", "", "Ah Td 4c 3s Js 7h"),
        ("manual", "Ah", "Kd"),
        ("director", "8:H 6:C", "QC8SJC"),
        ("kev", "Ah Td 4c 3s Js 7h", " "),
    ]:
        assert SYSTEMS[name].value(cards, board).json == SYSTEMS[name].value(f"{cards},{board}").json


@pytest.mark.parametrize("board", ["7h", "7h 6h 5h", "nonsense"])
def test_draw_takes_no_board(board):
    with pytest.raises(UsageError, match="draw takes no board"):
        SYSTEMS["draw"].value("9h 8d 6c", board)
    assert SYSTEMS["draw"].value("9h 8d 6c", " ").text == "straight 3 flush 0 paired 0 sf 0 high 9 0 0 0"


DECK = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "hcds"]


@pytest.mark.parametrize(
    ("name", "allowed", "expected"),
    [
        ("parsecards", range(5, 53), "5 to 52"),
        ("manual", (2, 5, 6, 7), "2, 5, 6 or 7"),
        ("draw", (3, 4, 5), "3 to 5"),
        ("director", (5,), "5"),
        ("kev", range(5, 53), "5 to 52"),
        ("openholdem", (0, 1, 2), "0 to 2 hole cards"),
    ],
)
def test_other_numbers_of_cards_are_named(name, allowed, expected):
    assert SYSTEMS[name].counts.startswith(expected)
    for count in range(53):
        if count in allowed:
            SYSTEMS[name].value(" ".join(DECK[:count]))
        else:
            with pytest.raises(CardCountError) as caught:
                SYSTEMS[name].value(" ".join(DECK[:count]))
            assert (caught.value.count, caught.value.expected) == (count, expected)


def test_openholdem_counts_the_board_by_itself():
    with pytest.raises(CardCountError, match="6 cards given: expected 0 to 5 board cards"):
        SYSTEMS["openholdem"].value("", " ".join(DECK[:6]))


@pytest.mark.parametrize("name", SYSTEMS)
def test_duplicates_and_other_objects_are_refused(name):
    with pytest.raises(DuplicateCardError, match="7h"):
        SYSTEMS[name].value("7h 7h")
    with pytest.raises(InvalidCardError, match="Zh"):
        SYSTEMS[name].value("7h Zh")
    if name != "draw":
        with pytest.raises(DuplicateCardError, match="7h"):
            SYSTEMS[name].value("7h 6h", "5c 7H 4c")
        with pytest.raises(InvalidCardError, match="Zh"):
            SYSTEMS[name].value("7h", "Zh")


@given(st.sampled_from(list(SYSTEMS)), st.text(), st.text())
def test_any_text_gets_a_printable_line(name, cards, board):
    try:
        answer = SYSTEMS[name].value(cards, board)
    except PokerError as error:
        assert str(error).isprintable()
    else:
        assert answer.text.isprintable()


@pytest.mark.few(1)
@pytest.mark.no_cover  # the same lines, very often
@pytest.mark.parametrize("line", ["7h" * 500_000, "Ah " * 400_000, "x" * 1_000_000])
def test_an_endless_line_is_refused(line):
    for name, system in SYSTEMS.items():
        for cards, board in ((line, ""), ("", line)):
            with pytest.raises(PokerError) as caught:
                system.value(cards, board)
            assert len(str(caught.value)) < 200, name


def test_a_system_imports_no_other():
    program = f"""
import sys
sys.path.insert(0, {str(Path(ircpoker.__file__).parents[1])!r})
from ircpoker.systems import SYSTEMS
SYSTEMS["kev"].value("Ah Td 4c 3s Js 7h")
print(*sorted(name for name in sys.modules if name.startswith("ircpoker.systems.")))
print({{"dataclasses", "numpy", "typing"}} & set(sys.modules))
"""
    # Without `site`, which may import anything for other packages.
    shown = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines() == ["ircpoker.systems.answer ircpoker.systems.kev", "set()"]
