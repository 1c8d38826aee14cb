import pytest

from ircpoker.chat.commands import Command, Example


@pytest.mark.parametrize(
    ("reply", "line", "matches"),
    [
        ("6485 0.1309", "6485 0.1309", True),
        ("6485 0.1309", "6485 0.13091", False),
        ("Commands: …", "Commands: !parse", True),
        ("Commands: …", "Command", False),
        ("…", "anything", True),
    ],
)
def test_example_matches(reply: str, line: str, matches: bool) -> None:
    assert Example("x", reply).matches(line) is matches


def test_form_is_what_one_types() -> None:
    command = Command("value", usage="system cards", summary="", handler=lambda *_: [], examples=[], aliases=("v",))
    assert command.form("!") == "!value system cards"
    assert command.names == ("value", "v")
    assert Command("about", summary="", handler=lambda *_: [], examples=[]).form(".") == ".about"
