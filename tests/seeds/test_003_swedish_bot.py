"""The Swedish poker bot: what its text says of classes, card words and strength, sentence by sentence.

Discards, stakes and decisions are tested with the draws and the robot.
"""

from collections import Counter
from functools import reduce
from itertools import combinations
from math import comb, prod
from operator import and_, or_

import numpy as np
import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.hands import Category, evaluate, evaluate_many
from ircpoker.systems.kev import FLUSH_BITS, PRIMES, card_word, hand_class, strength
from tests.systems.hands import HANDS_BEST_FIRST

FLUSHES = {Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FLUSH}
UNPAIRED = {Category.STRAIGHT, Category.HIGH_CARD}


def words(hand):
    return [card_word(card) for card in hand]


def index(hand):
    return reduce(or_, words(hand)) >> 16


def hands_of(categories):
    return [hand for hand in HANDS_BEST_FIRST if evaluate(hand).category in categories]


@pytest.fixture(scope="module")
def all_classes():
    return evaluate_many(np.array(list(combinations(range(52), 5)), np.uint8), 5)


@pytest.mark.slow(1)
def test_all_hands(all_classes):
    """Totalt finns det 2 598 960 unika korthänder."""
    assert len(all_classes) == comb(52, 5) == 2_598_960


@pytest.mark.slow(1)
def test_all_classes(all_classes):
    """Antalet olika korthänder som kan slå ut varandra är endast 7462."""
    assert len(np.unique(all_classes)) == 7462


@pytest.mark.slow(1)
def test_many_hands_have_the_same_value(all_classes):
    """Många av dessa korthänder innehar däremot samma värde, de kan alltså inte slå ut varandra."""
    hands = np.bincount(all_classes)
    assert (hands[1], hands[10], hands[11], hands[7462]) == (4, 4, 4, 1020)
    assert hand_class("Ah Kh Qh Jh Th") == hand_class("As Ks Qs Js Ts")


def test_class_one_is_best(all_classes):
    """den korthand spelaren har rankas där 1 är bäst och 7462 är sämst"""
    assert (all_classes.min(), all_classes.max()) == (1, 7462)
    assert (hand_class("Ah Kh Qh Jh Th"), hand_class("2c 3d 4h 5s 7c")) == (1, 7462)


def test_32_bits():
    """används en tabell där varje kort i kortleken representeras av 32 bitar"""
    assert all(0 < card_word(card) < 1 << 32 for card in CARDS)
    assert len(set(words(CARDS))) == 52


def test_the_layout():
    """x x x A K Q J T 9 8 7 6 5 4 3 2 C D H S r r r r x x P P P P P P"""
    layout = "xxxAKQJT98765432CDHSrrrrxxPPPPPP"
    assert len(layout) == 32
    for card in CARDS:
        bits = dict(enumerate(f"{card_word(card):032b}"))
        by_name = Counter(name for index, name in enumerate(layout) if bits[index] == "1" and name not in "rP")
        assert by_name == {str(card)[0]: 1, str(card)[1].upper(): 1}
        assert {bits[index] for index, name in enumerate(layout) if name == "x"} == {"0"}


def test_the_prime():
    """Från höger börjar bitsträngen med 6 bitar som innehåller ett primtal."""
    for card in CARDS:
        prime = card_word(card) & 0x3F
        assert prime > 1
        assert all(prime % divisor for divisor in range(2, prime))


def test_the_primes_by_rank():
    """Tvåa får primtalet 2, trea får värdet 3 och ett ess får tillslut värdet 41."""
    assert [card_word(*parse_cards(card)) & 0x3F for card in ("2c", "3c", "Ac")] == [2, 3, 41]
    assert sorted({card_word(card) & 0x3F for card in CARDS}) == list(PRIMES)


def test_the_rank_as_a_number():
    """Nästa bitsekvens betecknad med 'r' håller kortets valör i decimalform, 0 för tvåa"""
    assert [card_word(card) >> 8 & 0xF for card in CARDS[::4]] == list(range(13))


def test_the_suit():
    """En bit för varje färg ger att en av dessa fyra bitar sätts som etta för varje kort."""
    for card in CARDS:
        assert f"{card_word(card) >> 12 & 0xF:04b}".index("1") == "cdhs".index(card.suit.letter)
        assert (card_word(card) & FLUSH_BITS).bit_count() == 1


def test_the_rank_as_a_bit():
    """Därefter kommer 13 bitar som anger kortets valör där en av dessa 13 bitar sätts till etta."""
    assert [card_word(card) >> 16 for card in CARDS] == [1 << card.rank - 2 for card in CARDS]


def test_bitwise_and_finds_flushes():
    """Med denna operation ger ett värde som är skilt från noll så har alla kort samma färg."""
    assert FLUSH_BITS == 0xF000
    for hand in HANDS_BEST_FIRST:
        one_suit = reduce(and_, words(hand)) & 0xF000 != 0
        assert one_suit == (len({card.suit for card in hand}) == 1) == (evaluate(hand).category in FLUSHES)


def test_bitwise_or_leaves_the_ranks():
    """Det är en OR-operation mellan alla fem kort som sedan skiftas åt höger med 16 bitar. Då kvarstår endast de
    13 bitar som anger kortets valör.
    """
    for hand in HANDS_BEST_FIRST:
        assert index(hand) == sum(1 << rank - 2 for rank in {card.rank for card in hand}) < 1 << 13


def test_each_flush_has_its_index():
    """Om korthanden skulle ha färg kommer alla olika kombinationer av färg som finns att få unika värden i
    OR-operationen.
    """
    flushes = hands_of(FLUSHES)
    assert len(set(map(index, flushes))) == len(flushes)


def test_1287_flushes():
    """Med dessa två operationen kan 1287 korthänder sällas bort."""
    assert len(hands_of(FLUSHES)) == 1287


def test_each_straight_or_high_card_has_its_index():
    """Skulle det inte vara färg så används resultatet från OR-operationen som index igen i en annan tabell. Denna
    gången för att se om korthanden innehåller stege eller högt kort.
    """
    unpaired = hands_of(UNPAIRED)
    assert len(set(map(index, unpaired))) == len(unpaired) == 1287
    assert not set(map(index, unpaired)) & set(map(index, hands_of(set(Category) - FLUSHES - UNPAIRED)))


def test_2574_by_two_tables():
    """Men två bitoperationer och värden inhämtat från två tabeller har totalt 2574 kombinationer uteslutits."""
    assert len(hands_of(FLUSHES | UNPAIRED)) == 2574


def test_products_of_primes():
    """Därför används en hash-tabell där varje rank som återstår indexerar med de olika resultaten som går att få
    från multiplikationen av primtal.
    """
    rest = hands_of(set(Category) - FLUSHES - UNPAIRED)
    products = {prod(word & 0x3F for word in words(hand)) for hand in rest}
    assert len(products) == len(rest) == 7462 - 2574 == 4888


def test_strength():
    r"""Normaliseras rankingvärdet mellan 1 och 0 genom följande beräkning där 1 är bäst och 0 sämst:
    $$1 - \frac{r}{7462}$$
    """
    assert [strength(hand) for hand in HANDS_BEST_FIRST] == [1 - r / 7462 for r in range(1, 7463)]


# Slips, and what we do.


def test_the_ace_is_12():
    """0 för tvåa och 13 för ess (thirteen ranks from 0 end at 12)."""
    assert card_word(*parse_cards("Ah")) >> 8 & 0xF == 12


def test_the_best_strength_is_below_1():
    """mellan 1 och 0 … där 1 är bäst och 0 sämst (class 1 gives 1 − 1/7462)."""
    assert round(strength("Ah Kh Qh Jh Th"), 6) == 0.999866
    assert strength("2c 3d 4h 5s 7c") == 0
