"""The 7,462 values: order, categories, ranks, names."""

import json
import pickle
from collections import Counter
from itertools import pairwise

import pytest

from ircpoker.hands import CLASS_COUNT, VALUES, Category, best_hand, evaluate
from ircpoker.hands.categories import FIRST_CLASS, WHEEL, ranks_of_category

ALL = [VALUES[class_] for class_ in range(1, CLASS_COUNT + 1)]

# Interfaces, "Plain-English names", one for each line there and each special case.
NAMES = {
    "Ah Kh Qh Jh Th": "Royal Flush",
    "9h 8h 7h 6h 5h": "Straight Flush, Nine High",
    "5h 4h 3h 2h Ah": "Straight Flush, Ace Low",
    "9h 9d 9c 9s 2h": "Four Of A Kind, Nines, Two Kicker",
    "7h 7d 7c 4s 4h": "Full House, Sevens Over Fours",
    "2h 2d 2c As Ah": "Full House, Twos Over Aces",
    "Qh Jh 9h 4h 2h": "Flush, Queen High, Jack Kicker",
    "Th 9d 8c 7s 6h": "Straight, Ten High",
    "5h 4d 3c 2s Ah": "Straight, Ace Low",
    "8h 8d 8c 7s 3h": "Three Of A Kind, Eights, Seven Kicker",
    "Ks Kd 4h 4c 9d": "Two Pair, Kings And Fours, Nine Kicker",
    "6s 6d 3h 3c Ad": "Two Pair, Sixes And Threes, Ace Kicker",
    "3c 3d Ah Kd Qc": "One Pair, Threes, Ace Kicker",
    "Ah Jd Tc 7s 4h": "Ace High, Jack Kicker",
    "7c 5s 4h 3d 2c": "Seven High, Five Kicker",
}


@pytest.mark.parametrize(("cards", "name"), NAMES.items())
def test_exact_names(cards, name):
    assert evaluate(cards).name == best_hand(cards).name == name


def test_the_7462_values_are_ordered_singletons():
    assert len(set(ALL)) == CLASS_COUNT == 7462
    assert [value.class_ for value in ALL] == list(range(1, 7463))
    assert all(better > worse for better, worse in pairwise(ALL))
    assert all(VALUES[value.class_] is value for value in ALL)
    assert evaluate("7c 5s 4h 3d 2c") is VALUES[7462]


@pytest.mark.parametrize("class_", [0, -1, 7463])
def test_other_classes_are_refused(class_):
    with pytest.raises(KeyError):
        VALUES[class_]


def test_each_category_has_its_number_of_classes():
    counts = Counter(value.category for value in ALL)
    assert list(counts.values()) == [1, 9, 156, 156, 1277, 10, 858, 858, 2860, 1277]
    assert list(counts) == list(Category)
    assert [category.number for category in Category] == list(range(1, 11))
    assert all(len(list(ranks_of_category(category))) == counts[category] for category in Category)
    assert [str(category) for category in Category][-1] == "high_card"


@pytest.mark.slow(1)
def test_ranks_stand_in_order_of_significance():
    assert VALUES[10].ranks == VALUES[1609].ranks == WHEEL == (5, 4, 3, 2, 14)
    assert evaluate("4s 4h 9d Ks Kd").ranks == (13, 13, 4, 4, 9)
    for category, first in FIRST_CLASS.items():
        assert [VALUES[first + index].ranks for index in range(4)] == list(ranks_of_category(category))[
            :4
        ] or first == 1
    by_category = {category: [value.ranks for value in ALL if value.category is category] for category in Category}
    for category, ranks in by_category.items():
        without_wheel = [five for five in ranks if five != WHEEL]
        assert without_wheel == sorted(without_wheel, reverse=True), category


@pytest.mark.slow(1)
def test_every_value_has_one_name_and_names_tell_categories_apart():
    names = {value.name: value.category for value in ALL}
    assert all(value.name.isascii() for value in ALL)
    assert all(names[value.name] is value.category for value in ALL)


def test_strength_runs_from_0_999866_to_0():
    assert VALUES[1].strength == pytest.approx(0.999866, abs=5e-7)
    assert VALUES[7462].strength == 0
    assert VALUES[6485].strength == 1 - 6485 / 7462


def test_values_survive_pickling():
    for value in ALL[::97]:
        assert pickle.loads(pickle.dumps(value)) == value


def test_str_gives_the_name_and_int_the_order():
    value = evaluate("Ah Td 4c 3s Js 7h")
    assert str(value) == f"{value}" == value.name == "Ace High, Jack Kicker"
    assert f"{value:>22}|" == " Ace High, Jack Kicker|"
    assert repr(value) == "<HandValue 6485: Ace High, Jack Kicker>"
    assert (int(value), json.dumps(value)) == (7463 - 6485, "978")
