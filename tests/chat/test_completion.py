import pytest

from ircpoker.chat.completion import complete
from tests.chat.routers import make_router

ROUTER = make_router()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", ["parse", "value", "discards", "odds", "help", "about", "botlist"]),
        ("p", ["parse"]),
        ("!", ["!parse", "!value", "!discards", "!odds", "!help", "!about", "!botlist"]),
        ("!B", ["!botlist"]),
        ("value ", ["parsecards", "manual", "draw", "director", "kev", "openholdem"]),
        ("!value D", ["draw", "director"]),
        ("help v", ["value"]),
        ("help value ", []),
        ("parse ", []),
        ("nothing ", []),
        ("x", []),
    ],
)
def test_complete(typed: str, words: list[str]) -> None:
    assert complete(ROUTER, typed) == words
