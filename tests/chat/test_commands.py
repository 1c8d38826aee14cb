from pathlib import Path

import pytest

from ircpoker.chat.commands import Command
from ircpoker.config import default_settings
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue
from ircpoker.words.languages import ENGLISH, read_language
from tests.chat.routers import make_router


def test_command_form() -> None:
    command = Command("value", usage="system cards", summary="", handler=lambda *_: [], examples=[], aliases=("v",))
    assert command.form(load_catalogue(ENGLISH, "!")) == "!value system cards"
    assert command.names == ("value", "v")
    assert (
        Command("about", summary="", handler=lambda *_: [], examples=[]).form(load_catalogue(ENGLISH, ".")) == ".about"
    )


@pytest.mark.parametrize(
    ("usage", "summary", "shown"),
    [
        ("", None, ("[stake | again | max] | pays", "one spin of the poker slot machine")),
        ("", "mine", ("", "mine")),
        ("x", "mine", ("x", "mine")),
        ("x", Phrase("commands.vp.summary"), ("x", "video poker: ")),
    ],
)
def test_the_catalogue_describes_a_command_without_a_plain_summary(
    usage: str, summary: str | Phrase | None, shown: tuple[str, str]
) -> None:
    words = load_catalogue(ENGLISH, "!")
    command = Command("slot", usage=usage, summary=summary, handler=lambda *_: []).described(words)
    assert words.text(command.usage) == shown[0]
    assert words.text(command.summary).startswith(shown[1])


def test_the_catalogue_describes_exactly_our_own_commands() -> None:
    keys = read_language(ENGLISH).keys.values()
    described = {key.split(".")[1] for key in keys if key.startswith("commands.")}
    assert described == set(make_router(default_settings(Path("/")).bot.plugins).commands)
