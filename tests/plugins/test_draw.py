"""The draw's own words: numbers of cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ircpoker.plugins.draw import parse_places

from ircpoker.errors import UsageError
from tests.chat.routers import lines, make_router


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("1", (0,)),
        ("1 3 5", (0, 2, 4)),
        ("5,3, 1", (0, 2, 4)),
        ("135", (0, 2, 4)),
        ("none", ()),
        ("ALL", (0, 1, 2, 3, 4)),
        ("1 2 3 4 5", (0, 1, 2, 3, 4)),
    ],
)
def test_places(text: str, places: tuple[int, ...]) -> None:
    assert parse_places(text) == places


@pytest.mark.parametrize("text", ["", " ", ",", "0", "6", "1 1", "Ah", "1 2 3 4 5 1", "1.5", "none 1", "٣"])
def test_other_text_is_no_place(text: str) -> None:
    with pytest.raises(UsageError):
        parse_places(text)


@given(st.text())
def test_any_text_is_places_or_our_error(text: str) -> None:
    try:
        places = parse_places(text)
    except UsageError:
        return
    assert list(places) == sorted(set(places))
    assert set(places) <= set(range(5))


def test_without_a_table_it_is_said_how_to_begin() -> None:
    router = make_router(("draw",))
    for text in ("keep 1 2", "discard 3", "pat"):
        assert lines(router, text)[0].startswith("you sit at no table here: !play begins a game")
    assert lines(router, "hint")[0].startswith("there is nothing to keep or to discard")
