from ircpoker.chat.commands import Command
from ircpoker.words.catalogue import ENGLISH, load_catalogue


def test_command_form() -> None:
    command = Command("value", usage="system cards", summary="", handler=lambda *_: [], examples=[], aliases=("v",))
    assert command.form(load_catalogue(ENGLISH, "!")) == "!value system cards"
    assert command.names == ("value", "v")
    assert (
        Command("about", summary="", handler=lambda *_: [], examples=[]).form(load_catalogue(ENGLISH, ".")) == ".about"
    )
