"""The plugins of the tables: their commands, for any selection and order of the plugins."""

import re

import pytest

from ircpoker.chat.router import Router
from tests.chat.routers import CHANNEL, lines, make_router

COMMON = {
    "play",
    "open",
    "sit",
    "leave",
    "addbot",
    "check",
    "call",
    "bet",
    "raise",
    "fold",
    "allin",
    "cards",
    "table",
    "why",
    "history",
}
AT_A_DRAW = {"keep", "discard", "pat", "hint"}


@pytest.mark.parametrize(
    ("plugins", "own"),
    [
        (("holdem",), set()),
        (("draw",), AT_A_DRAW),
        (("holdem", "draw"), AT_A_DRAW),
        (("draw", "holdem"), AT_A_DRAW),
        (("videopoker", "draw", "slots", "holdem", "bank"), AT_A_DRAW),
    ],
)
def test_every_command_is_there_once(plugins: tuple[str, ...], own: set[str]) -> None:
    router = make_router(plugins)
    assert COMMON | own <= set(router.commands)
    assert not AT_A_DRAW - {"hint"} - own & set(router.commands)


def play(plugins: tuple[str, ...], text: str) -> str:
    return lines(make_router(plugins), text)[0]


def test_the_first_plugins_game_is_the_default() -> None:
    assert play(("holdem", "draw"), "play").startswith("Heads-up no-limit hold'em against hard")
    assert play(("draw", "holdem"), "play").startswith("Heads-up no-limit five-card draw against swede")
    assert play(("draw",), "play").startswith("Heads-up no-limit five-card draw against swede")


def test_games_that_are_not_loaded_cannot_be_played() -> None:
    assert play(("holdem",), "play draw").startswith("draw is not played here: expected holdem")
    assert play(("holdem",), "play swede").startswith("swede does not play holdem: ")
    assert play(("draw",), "play holdem").startswith("holdem is not played here: expected draw, limit_draw")


@pytest.fixture
def router() -> Router:
    return make_router(("holdem",))


def test_open_in_private_makes_a_table_for_those_who_have_its_code(router: Router) -> None:
    answer = lines(router, "open")
    opened = r"A table of no-limit .* Others sit down by !join [0-9a-f]{16}, wherever this bot can be reached\."
    assert re.match(opened, answer[0])
    assert len(answer) <= 3


def test_sit_is_for_channels(router: Router) -> None:
    assert lines(router, "sit") == ["!sit works only in a channel: here !play begins a game"]
    assert lines(router, "!open", CHANNEL)[0].startswith("A table of no-limit hold'em, blinds 5/10: alice sits down")
    assert lines(router, "!table", CHANNEL) == [
        "no-limit hold'em, blinds 5/10 | No deal is in progress.",
        "1. alice 500",
    ]


@pytest.mark.parametrize(
    "text", ["!bet 1000000000000000000", "!raise -1", "!bet ٣", "!raise 0", "!bet 1_000", "!raise to 0"]
)
def test_invalid_amounts_without_a_game(router: Router, text: str) -> None:
    [line] = lines(router, text)
    assert line.startswith("you have no seat at a table here: ")


def test_a_commitment_is_public_before_the_deal(router: Router) -> None:
    opened = lines(router, "!open", CHANNEL)[1]
    begins = opened.split("sealed: ")[1].split()[0]
    [proof, *_] = lines(router, "!proof", CHANNEL)
    assert proof.startswith(f"next deal at the table: #1, committed to SHA-256 {begins}")
