from ircpoker.chat.commands import Command


def test_form_is_what_one_types() -> None:
    command = Command("value", usage="system cards", summary="", handler=lambda *_: [], examples=[], aliases=("v",))
    assert command.form("!") == "!value system cards"
    assert command.names == ("value", "v")
    assert Command("about", summary="", handler=lambda *_: [], examples=[]).form(".") == ".about"
