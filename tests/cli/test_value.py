"""`ircpoker value`: the systems themselves are tested in tests/systems."""

import json

import pytest

from ircpoker.systems import SYSTEMS
from tests.cli.conftest import Ircpoker


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["parsecards", "Ah Td 4c 3s Js 7h"], "10 1 4 5 8 11"),
        (["manual", "Ah Kd"], "12423000000"),
        (["manual", "Ah Kd", "5c 3s 2h"], "12423151312"),
        (["manual", "A♥/K♦/5♣/3♠/2♥"], "12423151312"),
        (["manual", "AhKd/6c6d"], "12423000000\n21600000000\nB wins|21600000000 over 12423000000"),
        (
            ["kev", "Ah", "Qc", "Td", "5d", "3s", "/", "AdQsTc6h2c"],
            "6409 0.1411\n6407 0.1414\nB wins|class 6407 before 6409",
        ),
        (["kev", "Ah Td 4c 3s Js", "7h"], "6485 0.1309"),
        (["director", "8h 8d Jc Qs 6h"], "pair 8, 6 8 8 11 12"),
        (["openholdem", "7h 6c", "9d 8s 5h 2c Kd"], "134842213 pcbits 6 npcbits 2"),
        (["openholdem", "7h 6c / 9d 8s 5h 2c Kd"], "134842213 pcbits 6 npcbits 2"),
        (["openholdem", ""], "0 pcbits 0 npcbits 0"),
        (["openholdem", "", ""], "0 pcbits 0 npcbits 0"),
    ],
)
def test_arguments(ircpoker: Ircpoker, arguments: list[str], answer: str) -> None:
    done = ircpoker("value", *arguments)
    assert (done.status, done.out, done.err) == (0, f"{answer}\n", "")


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_answers_in_both_forms(ircpoker: Ircpoker, name: str) -> None:
    cards = "Ah Td 4c" if name == "draw" else "Ah" if name == "openholdem" else "Ah Td 4c 3s Js"
    value = SYSTEMS[name].value(cards)
    assert ircpoker("value", name, cards).out == f"{value.text}\n"
    for arguments in [[name, "--json", cards], ["--json", name, cards], [name, cards, "--json"]]:
        done = ircpoker("value", *arguments)
        assert done.out.count("\n") == 1
        assert next(iter(json.loads(done.out))) == "system"
        assert json.loads(done.out) == json.loads(json.dumps(value.json))


def test_lines_with_and_without_a_board(ircpoker: Ircpoker) -> None:
    done = ircpoker("value", "openholdem", stdin="As Ah / Kc Kd 2s\n/ Kc Kd 2s\nAs Ah\nAs/Ah/2c\nAs Ah / As\n")
    system = SYSTEMS["openholdem"]
    *good, slashes, twice = done.out.splitlines()
    assert done.status == 1
    assert good == [
        system.value("As Ah", "Kc Kd 2s").text,
        system.value("", "Kc Kd 2s").text,
        system.value("As Ah").text,
    ]
    assert slashes == "error|there are 2 slashes: expected at most one, between the cards and the board|"
    assert twice == "error|As is given twice: each card can be used once|"


def test_bad_lines_in_json(ircpoker: Ircpoker) -> None:
    done = ircpoker("value", "manual", "--json", stdin="Ah Kd\n\n")
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"system": "manual", "value": 12423000000},
        {"error": "0 cards given: expected 2, 5, 6 or 7", "line": 2},
    ]


def test_bad_cards_and_boards(ircpoker: Ircpoker) -> None:
    for status, *arguments in ((1, "manual", "Ah"), (2, "draw", "Ah Td 4c", "3s"), (1, "kev", "")):
        done = ircpoker("value", *arguments)
        assert (done.status, done.out) == (status, "")
        assert done.err.startswith("ircpoker: ")
        assert done.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["9h 8d 6c", "2c"], ["9h 8d 6c / 2c"], ["", "9h 8d 6c"]])
def test_draw_takes_no_board(ircpoker: Ircpoker, arguments: list[str]) -> None:
    done = ircpoker("value", "draw", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err == "ircpoker: draw takes no board: its 3 to 5 cards are the board\n"


def test_help_shows_where_errors_go(ircpoker: Ircpoker) -> None:
    for command in ("parse", "value"):
        assert "Bad CARDS are reported only on standard error" in ircpoker(command, "--help").out.replace("\n", " ")


def test_more_than_two_arguments_are_cards_without_quotes(ircpoker: Ircpoker) -> None:
    done = ircpoker("value", "manual", "Ah", "Kd", "5c", "3s", "2h")
    assert (done.status, done.out) == (2, "")
    assert 'put the cards in quotes, "Ah Kd 5c 3s 2h"' in done.err
    assert 'put the cards in quotes, "Ah Kd ?[2J"' in ircpoker("value", "manual", "Ah", "Kd", "\x1b[2J").err


@pytest.mark.parametrize("arguments", [[], ["cactus"], ["manual", "--jsn"]])
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str]) -> None:
    done = ircpoker("value", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("usage: ircpoker value SYSTEM")
