"""The checks of cards that the systems share."""

import pytest

from ircpoker.cards import parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError
from ircpoker.systems.answer import SystemValue, take_cards


def test_text_and_cards_are_accepted():
    hand = parse_cards("Ah Kd 5c")
    assert take_cards("14:h K♦,5c", (3,)) == take_cards(list(hand), range(2, 4)) == hand


@pytest.mark.parametrize(
    ("counts", "words"),
    [((5,), "5"), ((3, 4, 5), "3 to 5"), (range(5, 53), "5 to 52"), ((2, 5, 6, 7), "2, 5, 6 or 7"), ((2, 5), "2 or 5")],
)
def test_the_allowed_numbers_as_text(counts, words):
    with pytest.raises(CardCountError, match=f"1 card given: expected {words}$"):
        take_cards("Ah", counts)
    with pytest.raises(CardCountError, match=f"0 cards given: expected {words} of a kind$"):
        take_cards((), counts, "of a kind")


def test_a_duplicate_is_reported_before_the_count():
    with pytest.raises(DuplicateCardError):
        take_cards(parse_cards("Ah") * 2, (5,))


def test_a_value_shows_itself():
    assert repr(SystemValue("6485 0.1309", {})) == "<SystemValue 6485 0.1309>"
