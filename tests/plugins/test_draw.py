"""The choice of cards: numbers, cards, all, none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import parse_cards
from ircpoker.chat.card_choices import parse_choice
from ircpoker.errors import NotUnderstoodError
from tests.chat.routers import lines, make_router

HAND = parse_cards("As Kd 7c 7h 2s")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("1", (0,)),
        ("1 3 5", (0, 2, 4)),
        ("5,3, 1", (0, 2, 4)),
        ("135", (0, 2, 4)),
        ("1-3", (0, 1, 2)),
        ("2 4-5", (1, 3, 4)),
        ("none", ()),
        ("ALL", (0, 1, 2, 3, 4)),
        ("1 2 3 4 5", (0, 1, 2, 3, 4)),
        ("7h, As", (0, 3)),
        ("2sKD", (1, 4)),
    ],
)
def test_card_numbers(text: str, places: tuple[int, ...]) -> None:
    assert parse_choice(text, HAND) == places


@pytest.mark.parametrize(
    "text",
    ["", " ", ",", "0", "6", "1 1", "Ah", "1 2 3 4 5 1", "1.5", "none 1", "٣", "As As", "As 2", "1 5-3", "1-3-5"],
)
def test_invalid_card_numbers(text: str) -> None:
    with pytest.raises(NotUnderstoodError):
        parse_choice(text, HAND)


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        places = parse_choice(text, HAND)
    except NotUnderstoodError:
        return
    assert list(places) == sorted(set(places))
    assert set(places) <= set(range(5))


def test_without_a_table_the_answer_names_play() -> None:
    router = make_router(("draw",))
    for text in ("keep 1 2", "discard 3", "pat", "stand pat"):
        assert lines(router, text)[0].startswith("you have no cards to choose from now")
    assert lines(router, "hint")[0].startswith("!hint is for the draw")
