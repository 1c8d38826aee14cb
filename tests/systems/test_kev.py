"""Cactus Kev's classes, the Swedish robot's strength, and the card word."""

import pytest
from hypothesis import given

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError
from ircpoker.hands import Category, evaluate
from ircpoker.systems.kev import answer, card_word, hand_class, strength
from tests.systems.hands import EVALUATED, HANDS_BEST_FIRST, cards, relabel, suit_changes


def test_every_class_and_its_strength():
    for class_, hand in enumerate(HANDS_BEST_FIRST, 1):
        assert hand_class(hand) == class_
        assert strength(hand) == 1 - class_ / 7462
    assert all(hand_class(vector["cards"]) == vector["class"] for vector in EVALUATED)


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("Ah Td 4c 3s Js 7h", "6485 0.1309"),
        ("Ah Kh Qh Jh Th", "1 0.9999"),
        ("2c 3d 4h 5s 7c", "7462 0.0000"),
    ],
)
def test_the_text_has_four_places_and_json_the_full_double(hand, text):
    found = answer(hand)
    assert found.text == text
    words = [card_word(card) for card in parse_cards(hand)]
    strength = 1 - hand_class(hand) / 7462
    assert found.json == {"system": "kev", "value": hand_class(hand), "strength": strength, "words": words}


@pytest.mark.parametrize(
    ("category", "last_class", "least"),
    [
        (Category.STRAIGHT_FLUSH, 10, 0.998660),
        (Category.FOUR_OF_A_KIND, 166, 0.977754),
        (Category.FULL_HOUSE, 322, 0.956848),
        (Category.FLUSH, 1599, 0.785714),
        (Category.STRAIGHT, 1609, 0.784374),
        (Category.THREE_OF_A_KIND, 2467, 0.669392),
        (Category.TWO_PAIR, 3325, 0.554409),
        (Category.ONE_PAIR, 6185, 0.171134),
        (Category.HIGH_CARD, 7462, 0.0),
    ],
)
def test_the_last_class_of_each_category(category, last_class, least):
    of_category = [hand for hand in HANDS_BEST_FIRST if evaluate(hand).category is category]
    assert max(map(hand_class, of_category)) == last_class
    assert round(min(map(strength, of_category)), 6) == least


@pytest.mark.parametrize(
    ("card", "word"),
    [("Kd", 0x08004B25), ("5s", 0x00081307), ("Jc", 0x0200891D), ("Ah", 0x10002C29), ("2c", 0x00018002)],
)
def test_card_words(card, word):
    assert card_word(*parse_cards(card)) == word


def test_the_52_words_differ():
    assert len({card_word(card) for card in CARDS}) == 52


@given(cards(5, 52), suit_changes)
def test_order_and_suits_change_nothing(hand, suits):
    assert hand_class(hand) == hand_class(hand[::-1]) == hand_class(relabel(hand, suits))


def test_bad_cards_are_refused():
    with pytest.raises(CardCountError, match="5 to 52"):
        hand_class("Ah Kh")
    with pytest.raises(DuplicateCardError):
        strength("Ah Kh Qh Jh Ah")
