"""Cards to value: vectors, laws, and the errors of bad input."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, card_of, parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import Category, best_hand, evaluate, evaluate_unchecked
from ircpoker.hands.evaluator import evaluate_mask, mask_of

DATA = Path(__file__).parents[1] / "data"
VECTORS = [json.loads(line) for line in (DATA / "evaluator.jsonl").read_text().splitlines()]


def hands(fewest=5, most=10):
    return st.lists(st.sampled_from(CARDS), unique=True, min_size=fewest, max_size=most).map(tuple)


def test_every_vector():
    assert len(VECTORS) == 1066
    for vector in VECTORS:
        best = best_hand(vector["cards"])
        numbers = [best.value.category.number, *(15 - rank for rank in best.value.ranks)]
        assert best.value.class_ == vector["class"], vector
        assert best.value.category == vector["category"], vector
        assert " ".join(map(str, numbers)) == vector["rank"], vector
        assert set(best.cards) <= set(parse_cards(vector["cards"])), vector
        assert evaluate(best.cards) is best.value, vector


@given(hands(5, 8))
def test_the_best_of_n_is_the_best_of_all_fives(cards):
    assert evaluate(cards) == max(evaluate_unchecked(five) for five in combinations(cards, 5))


@pytest.mark.parametrize("suit", range(4))
def test_every_flush_of_seven_cards_of_one_suit(suit):
    """Without checks, too: the tables of flushes have an entry for each of the 1,716 sets of ranks."""
    suited = [card for card in CARDS if card.suit == suit]
    for seven in combinations(suited, 7):
        value = evaluate_unchecked(seven)
        assert value is evaluate(seven)
        assert value.category in {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
        if value.category is Category.FLUSH:
            assert value.ranks == tuple(sorted((card.rank for card in seven), reverse=True)[:5])
        else:
            assert value is max(evaluate_unchecked(five) for five in combinations(seven, 5))


@given(st.integers(0, 3), st.integers(5, 7), st.randoms(use_true_random=False))
def test_a_flush_among_seven_cards_is_the_best_of_its_fives(suit, count, rng):
    suited = rng.sample([card for card in CARDS if card.suit == suit], count)
    others = rng.sample([card for card in CARDS if card.suit != suit], 7 - count)
    seven = rng.sample(suited + others, 7)
    assert evaluate_unchecked(seven) is max(evaluate_unchecked(five) for five in combinations(seven, 5))
    assert evaluate_unchecked(seven).category in {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}


@given(hands(5, 52))
def test_sums_masks_and_text_agree(cards):
    value = evaluate(cards)
    assert evaluate_unchecked(cards) is evaluate_mask(mask_of(cards)) is evaluate(" ".join(map(str, cards))) is value
    assert evaluate(list(cards)) is evaluate(frozenset(cards)) is evaluate("".join(map(str, cards))) is value


@given(hands(), st.randoms(use_true_random=False), st.permutations(range(4)))
def test_order_and_suit_relabelling_change_nothing(cards, random, suits):
    shuffled = random.sample(cards, len(cards))
    assert evaluate(shuffled) == evaluate(cards)
    assert evaluate([card_of(card.rank, suits[card.suit]) for card in cards]) == evaluate(cards)


@given(hands(6, 12))
def test_one_more_card_never_lowers_the_value(cards):
    assert evaluate(cards) >= evaluate(cards[:-1])


@given(hands(5, 9), hands(5, 9))
def test_values_order_as_their_numbers_do(first, second):
    a, b = evaluate(first), evaluate(second)
    assert (a > b) == (a.class_ < b.class_)
    assert (a == b) == (a is b)


def test_the_whole_deck_is_the_royal_flush_in_hearts():
    assert str(best_hand(CARDS)) == "Ah Kh Qh Jh Th"


@pytest.mark.parametrize("count", [0, 1, 4])
def test_too_few_cards(count):
    for cards in (CARDS[:count], " ".join(map(str, CARDS[:count]))):
        for function in (evaluate, best_hand):
            with pytest.raises(CardCountError, match=rf"^{count} cards? given: expected 5 to 52$"):
                function(cards)


@pytest.mark.parametrize("count", range(5, 12))
def test_duplicates_are_found_anywhere(count):
    cards = list(CARDS[7 : 7 + count])
    for first, second in combinations(range(count), 2):
        twice = cards.copy()
        twice[second] = twice[first]
        with pytest.raises(DuplicateCardError) as caught:
            evaluate(twice)
        assert caught.value.card == str(cards[first])


def test_53_cards_hold_a_duplicate():
    with pytest.raises(DuplicateCardError):
        evaluate((*CARDS, CARDS[0]))


def test_invalid_card_text():
    with pytest.raises(InvalidCardError, match="'Zz' is not a card"):
        evaluate("Ah Kh Qh Jh Th 9h Zz")
    with pytest.raises(DuplicateCardError, match="Ah"):
        evaluate("Ah Kh Qh Jh Th 9h aH")


@given(hands(5, 9))
def test_codes_and_names_are_understood(cards):
    codes, names = [int(card) for card in cards], [str(card) for card in cards]
    mixed = [cards[0], *codes[1:3], *names[3:]]
    for given_cards in (codes, tuple(codes), names, tuple(names), mixed):
        assert evaluate(given_cards) is evaluate(cards)
        assert best_hand(given_cards) == best_hand(cards)


@pytest.mark.parametrize(
    ("cards", "token"),
    [
        ([0, 1, 2, 3, 52], "52"),
        ([0, 1, 2, 3, 4, 5, -1], "-1"),
        (["Ah", "Kh", "Qh", "Jh", "Zh"], "Zh"),
        ([*CARDS[:6], ""], ""),
        (["Ah", "Kh", "Qh Jh", "Th", "9h", "8h", "7h"], "Qh Jh"),
    ],
)
def test_bad_cards_are_named(cards, token):
    named = any(isinstance(card, str) for card in cards)
    problem = "is not a card: expected a rank" if named else "is not the code of a card: expected 0 to 51"
    for function in (evaluate, best_hand):
        with pytest.raises(InvalidCardError, match=f"^'{token}' {problem}"):
            function(cards)


def test_objects_other_than_cards_codes_and_names_are_refused():
    for function in (evaluate, best_hand):
        with pytest.raises(TypeError, match="float"):
            function([0, 1, 2, 3, 4.5])


def test_names_given_twice():
    for count in (5, 7):
        with pytest.raises(DuplicateCardError, match="Ah"):
            evaluate(["Ah", "A♥", *map(str, CARDS[: count - 2])])


def test_codes_given_twice():
    for count in (5, 7):
        with pytest.raises(DuplicateCardError, match="2c"):
            evaluate([0] * count)
