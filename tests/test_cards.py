"""Cards and their text: liberal input, strict output, errors that name the token."""

import copy
import json
import operator
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import (
    CARDS,
    RANKS,
    SUIT_ORDER,
    Card,
    Rank,
    Suit,
    card_of,
    check_distinct,
    format_cards,
    parse_cards,
)
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError, PokerError

cards_in_order = st.lists(st.sampled_from(CARDS), unique=True, max_size=52)


def test_the_52_cards_are_int_like_singletons_with_the_documented_codes():
    assert len(set(map(str, CARDS))) == 52
    for code, card in enumerate(CARDS):
        assert int(card) == code == 4 * (card.rank - 2) + card.suit
        assert Card(code) is card is card_of(card.rank, card.suit)
        assert list(range(52))[card] == code
        assert hash(card) == hash(code)
        assert card == code
        assert card != str(card)
    assert [str(CARDS[code]) for code in (0, 3, 50, 51)] == ["2c", "2s", "Ah", "As"]
    assert sorted([CARDS[9], CARDS[51], CARDS[3]]) == [3, 9, 51]
    assert CARDS[3] < CARDS[4] <= 4 <= CARDS[4]
    assert CARDS[5] > CARDS[4] >= 4
    assert bytes(CARDS[:3]) == b"\0\1\2"


def test_cards_calculate_as_their_codes():
    card = CARDS[50]
    assert (card // 4, card % 4, divmod(card, 4), card >> 2, card & 3, 1 << card) == (12, 2, (12, 2), 12, 2, 1 << 50)
    assert (card + 1, 1 + card, card - 1, 51 - card, card * 2, card | 1, card ^ card) == (51, 51, 49, 1, 100, 51, 0)
    assert sum(CARDS) == sum(range(52))
    assert f"{card:>4}|{card}" == "  Ah|Ah"
    with pytest.raises(TypeError):
        card + "h"


@pytest.mark.parametrize("other", [3.7, "10", None, 50.0])
@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_cards_compare_only_with_cards_and_integers(compare, other):
    for operands in ((CARDS[50], other), (other, CARDS[50])):
        with pytest.raises(TypeError):
            compare(*operands)


@pytest.mark.parametrize("other", [3, 50, 51])
@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne])
def test_cards_order_as_their_codes(compare, other):
    expected = compare(50, other)
    assert compare(CARDS[50], CARDS[other]) is compare(CARDS[50], other) is compare(50, CARDS[other]) is expected


def test_a_card_is_made_from_code_text_or_card():
    for card in CARDS:
        assert Card(str(card)) is Card(card.unicode) is Card(card) is card
    assert Card("10h") is Card(" tH ") is Card("10:H") is CARDS[34]


@pytest.mark.parametrize("code", [-1, 52, 10**30, "Zh", "5", "", "Ah Kh", "AhAh"])
def test_other_cards_are_refused(code):
    with pytest.raises(InvalidCardError, match=f"^'{str(code)[:24]}"):
        Card(code)


@pytest.mark.parametrize("code", [3.7, 3.0, None, b"Ah"])
def test_other_objects_are_not_cards(code):
    with pytest.raises(TypeError, match=type(code).__name__):
        Card(code)


def test_copies_are_the_same_object():
    for card in CARDS:
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is copy.copy(card) is card


def test_ranks_and_suits_in_words():
    assert [rank.word for rank in Rank] == [
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Seven",
        "Eight",
        "Nine",
        "Ten",
        "Jack",
        "Queen",
        "King",
        "Ace",
    ]
    assert [rank.plural for rank in (Rank.SIX, Rank.TEN, Rank.ACE)] == ["Sixes", "Tens", "Aces"]
    assert "".join(rank.letter for rank in RANKS) == "23456789TJQKA"
    assert "".join(suit.letter for suit in SUIT_ORDER) == "hcds"
    assert [suit.sign for suit in Suit] == list("♣♦♥♠")
    assert card_of(14, Suit.HEARTS).unicode == "A♥"


def test_ranks_and_suits_are_numbers_with_names():
    assert list(Rank) == list(range(2, 15))
    assert list(reversed(Suit)) == [3, 2, 1, 0]
    assert len(Rank) == 13
    assert Rank(14) is Rank["ACE"] is Rank.ACE
    assert Suit(True) is Suit.DIAMONDS
    assert repr(Rank.TEN) == "<Rank.TEN: 10>"
    assert f"{Rank.TEN}" == str(Rank.TEN) == json.dumps(Rank.TEN) == "10"
    assert (Suit.HEARTS.name, Suit.HEARTS.value, Suit.HEARTS + 1, {2: 1}[Suit.HEARTS]) == ("HEARTS", 2, 3, 1)
    for member in (*Rank, *Suit):
        assert pickle.loads(pickle.dumps(member)) is copy.deepcopy(member) is copy.copy(member) is member
    with pytest.raises(ValueError, match=r"^15 is not a valid Rank$"):
        Rank(15)


@pytest.mark.parametrize(
    "text",
    [
        "Ah Td 4c",
        "ah tD 4C",
        "AhTd4c",
        "ah10d4c",
        "A♥ 10♦ 4♣",
        "A♥10♦4♣",
        "A\u2661,T\u2662,4\u2667",
        "A♥\ufe0f T♦\ufe0e 4♣\ufe0f",
        "Ah,Td,4c",
        "  Ah , Td,,4c  ",
        "14:H 10:D 4:C",
        "14:h,10:d,4:c",
        "14:H10:D4:C",
        "Ah\tTd\u00a04c",
        "Ah 10:d 4C",
    ],
)
def test_liberal_input_gives_one_strict_output(text):
    assert format_cards(parse_cards(text)) == "Ah Td 4c"


@given(cards_in_order)
def test_parse_of_format_is_the_identity(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards("".join(map(str, cards)).upper()) == tuple(cards)
    assert parse_cards(", ".join(card.unicode for card in cards)) == tuple(cards)


@given(cards_in_order)
def test_the_director_form_of_every_card(cards):
    assert parse_cards(" ".join(f"{int(card.rank)}:{card.suit.letter.upper()}" for card in cards)) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("Ah Zz 4c", "Zz"),
        ("Ah 1h", "1h"),
        ("Ah 11h", "11h"),
        ("Ah 110h", "110h"),
        ("Ah A", "A"),
        ("Ah h", "h"),
        ("AhTdX", "AhTdX"),
        ("AhXxTd", "AhXxTd"),
        ("Ah 1:H", "1:H"),
        ("Ah 15:H", "15:H"),
        ("Ah 08:H", "08:H"),
        ("Ah 8:", "8:"),
        ("Ah :H", ":H"),
        ("Ah; Td", "Ah;"),
        ("Ah '$(reboot)'", "'$(reboot)'"),
        ("Ah \x00", "\x00"),
        ("Ah \u0663h", "\u0663h"),
        ("Ah ｋｈ", "ｋｈ"),
    ],
)
def test_bad_input_never_guesses_and_names_the_token(text, token):
    with pytest.raises(InvalidCardError) as caught:
        parse_cards(text)
    assert caught.value.token == token
    message = str(caught.value)
    assert message.isprintable()
    assert token.isprintable() <= (token in message)
    assert "expected a rank (23456789TJQKA) and a suit (hcds)" in message


def test_a_duplicate_is_named():
    with pytest.raises(DuplicateCardError, match=r"^4c is given twice") as caught:
        parse_cards("Ah 4c Td 4♣ Ah")
    assert caught.value.card == "4c"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 cards given: expected 5 to 10"),
        ("Ah", "1 card given: expected 5 to 10"),
        ("Ah Kh Qh Jh", "4 cards given: expected 5 to 10"),
        ("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "11 cards given: expected 5 to 10"),
    ],
)
def test_a_wrong_count_names_the_expected_count(text, message):
    with pytest.raises(CardCountError) as caught:
        parse_cards(text, fewest=5, most=10)
    assert str(caught.value) == message


def test_an_exact_count_is_one_number():
    with pytest.raises(CardCountError, match=r"expected 5$"):
        parse_cards("Ah", fewest=5, most=5)


@pytest.mark.parametrize("text", ["Ah" * 500_000, "Ah " * 350_000, "x" * 1_000_000, "," * 1_000_000, "1" * 1_000_000])
def test_a_megabyte_gets_one_short_error(text):
    with pytest.raises(PokerError) as caught:
        parse_cards(text, fewest=5)
    assert len(str(caught.value)) < 130


@given(st.text())
def test_any_text_is_parsed_or_refused(text):
    try:
        cards = parse_cards(text)
    except PokerError as error:
        assert str(error).isprintable()
    else:
        check_distinct(cards)
        assert parse_cards(format_cards(cards)) == cards
