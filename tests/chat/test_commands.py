from ircpoker.chat.commands import Command
from ircpoker.words.catalogue import ENGLISH, load_catalogue


def test_the_form_of_a_command() -> None:
    command = Command("value", usage="system cards", summary="", handler=lambda *_: [], examples=[], aliases=("v",))
    assert command.form(load_catalogue(ENGLISH, "!")) == "!value system cards"
    assert command.names == ("value", "v")
    assert (
        Command("about", summary="", handler=lambda *_: [], examples=[]).form(load_catalogue(ENGLISH, ".")) == ".about"
    )
