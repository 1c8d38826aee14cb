"""arfer's parsecards 1.1: what its text says of hands, names and numbers, sentence by sentence."""

import random
from itertools import pairwise

import pytest

from ircpoker.cards import CARDS, RANKS, card_of, format_cards
from ircpoker.hands import best_hand, evaluate
from ircpoker.systems.parsecards import numbers, parse
from tests.systems.hands import HANDS_BEST_FIRST

X = "Ah Td 4c 3s Js 7h"
TEN_CARDS = "5c 6h Qc Jc Qh Th 8h 2c 3c 7h"
PLAYER_1, PLAYER_2 = "Ah Qc Td 5d 3s", "Ad Qs Tc 6h 2c"


def test_the_best_hand_of_five_to_nine_cards():
    """in order to derive/recognise the best 5 card poker hand from a string representation of between 5 and 9
    cards
    """
    nine = "Ah Js Td 7h 4c 3s 2d 7c Jd"
    best = {5: "Ah Js Td 7h 4c", 6: "Ah Js Td 7h 4c", 7: "Ah Js Td 7h 4c", 8: "7h 7c Ah Js Td", 9: "Jd Js 7h 7c Ah"}
    for count, hand in best.items():
        assert parse(nine[: 3 * count - 1]).split("|")[0] == hand


def test_the_example():
    """the above code would yield a return value as follows :- "Ah Js Td 7h 4c|Ace High, Jack
    Kicker|10 1 4 5 8 11"
    """
    assert parse(X) == "Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11"


def test_three_components():
    """the return value has 3 components :- 1. a string representaion of the best 5 card poker hand 2. the plain
    english poker name for this 5 card poker hand 3. an enumerated ranking system for this 5 card poker hand
    """
    hand, name, rank = parse(X).split("|")
    best = best_hand(X)
    assert (hand, name) == (str(best), best.name)
    assert tuple(map(int, rank.split())) == numbers(X)


def test_separated_by_a_bar():
    """the 3 components are returned in a single string seperated by the character '|'"""
    assert all(parse(hand).count("|") == 2 for hand in HANDS_BEST_FIRST)


def test_the_highest_rank_is_recognised():
    """there is little point searching for a flush once a straight flush has been detected. it is the highest
    ranking hand that matters.
    """
    assert numbers("9h 8h 7h 6h 5h Ah Kh") == (2, 6, 7, 8, 9, 10)
    assert numbers("9h 9d 9c 9s 8h 8d 8c")[0] == 3


@pytest.mark.parametrize(
    ("entry", "hand"),
    [
        ("1 Royal Flush", "Ah Kh Qh Jh Th"),
        ("2 Straight Flush", "9h 8h 7h 6h 5h"),
        ("2 Straight Flush Ace Low", "5h 4h 3h 2h Ah"),
        ("3 Four Of A Kind", "9h 9d 9c 9s 2h"),
        ("4 Full House", "7h 7d 7c 4s 4h"),
        ("5 Flush", "Jh 9h 6h 4h 2h"),
        ("6 Straight", "Th 9d 8c 7s 6h"),
        ("6 Straight Ace Low", "5c 4d 3h 2s Ah"),
        ("7 Three Of A Kind", "8h 8d 8c 7s 3h"),
        ("8 Two Pair", "Ks Kd 4h 4c 9d"),
        ("9 One Pair", "3c 3d Ah Kd Qc"),
        ("10 High Card", X),
    ],
)
def test_the_procedures_and_major_ranks(entry, hand):
    """the procedures/major ranks are as follows"""
    number, name = entry.split(" ", 1)
    assert numbers(hand)[0] == int(number)
    assert name == "High Card" or best_hand(hand).name.replace(",", "").startswith(name)


def test_ace_low_has_the_same_major_rank():
    """note that straight flush and straight flush ace low have the same major ranking. likewise a straight and a
    straight ace low.
    """
    assert numbers("9h 8h 7h 6h 5h")[0] == numbers("5h 4h 3h 2h Ah")[0] == 2
    assert numbers("Th 9d 8c 7s 6h")[0] == numbers("5c 4d 3h 2s Ah")[0] == 6


def test_the_number_to_the_left_comes_first():
    """the number to the left of the major poker hand ranking above is the first number in the enumerated hand
    ranking
    """
    assert parse("7h 7d 7c 4s 4h").split("|")[2].split()[0] == "4"


def test_a_pair_starts_with_nine():
    """the enumerated hand ranking for a pair of threes (or any other single pair for that matter) would always
    start with 9
    """
    for rank in RANKS:
        others = [card_of(other, 2) for other in (2, 5, 7, 9) if other != rank][:3]
        assert numbers([card_of(rank, 0), card_of(rank, 1), *others])[:3] == (9, 15 - rank, 15 - rank)


def test_the_numbers_of_the_cards():
    """Ace = 1 King = 2 Queen = 3 Jack = 4 Ten = 5 Nine = 6 Eight = 7 Seven = 8 Six = 9 Five = 10 Four = 11 Three =
    12 Two = 13
    """
    for number, rank in enumerate(reversed(RANKS), 1):
        assert numbers([card_of(rank, suit) for suit in range(4)] + [card_of(14 if rank == 2 else 2, 0)])[1] == number


def test_the_hand_can_be_deduced():
    """10 = High Card 1 = Ace 4 = Jack 5 = Ten 8 = Seven 11 = Four so we can sort of reverse deduce from this that
    the hand was Ace High, Jack Kicker followed by a ten, seven and four
    """
    assert numbers(X) == (10, 1, 4, 5, 8, 11)
    assert len({numbers(hand) for hand in HANDS_BEST_FIRST}) == 7462


def test_suits_do_not_separate_hands():
    """where similar hands in poker exist, they are not usually separated by suit. for example, it doesn't matter
    whether a flush is in hearts, clubs, diamonds or spades.
    """
    assert len({numbers(f"J{suit} 9{suit} 6{suit} 4{suit} 2{suit}") for suit in "hcds"}) == 1


def test_successive_values_decide_between_flushes():
    """it is the successive card values that are used to determine the best flush from two or more with the same
    high card
    """
    assert numbers("Qc Jc 5c 3c 2c") < numbers("Qh Th 8h 7h 6h")


def test_a_low_ace_stands_last():
    """for example 5h 4h 3h 2h Ah. in the enumerated ranking, ace would still be represented by 1 but it would be
    last in the sequence of numbers rather than immediatelly following the major hand rank (2 for a straight
    flush) 5h 4h 3h 2h Ah equates to 2 10 11 12 13 1
    """
    assert numbers("5h 4h 3h 2h Ah") == (2, 10, 11, 12, 13, 1)


def test_the_lowest_number_wins():
    """simply by examining each number in turn to find which player's hand has the lowest"""
    pairs = random.Random(2)
    for _ in range(2000):
        first, second = pairs.sample(HANDS_BEST_FIRST, 2)
        assert (numbers(first) < numbers(second)) == (evaluate(first) > evaluate(second))


def test_two_players():
    """Player 1 has Ah Qc Td 5d 3s (Ace High, Queen Kicker) which equates to 10 1 3 5 10 12. Player 2 has Ad Qs Tc
    6h 2c (Ace High, Queen Kicker) which equates to 10 1 3 5 9 13.
    """
    assert parse(PLAYER_1) == "Ah Qc Td 5d 3s|Ace High, Queen Kicker|10 1 3 5 10 12"
    assert parse(PLAYER_2) == "Ad Qs Tc 6h 2c|Ace High, Queen Kicker|10 1 3 5 9 13"


def test_the_fifth_number_decides():
    """the 5th number in the sequences is lower (representing a higher card) for player 2, hence he is the winner.
    we need not take any interest in subsequent number(s).
    """
    first, second = numbers(PLAYER_1), numbers(PLAYER_2)
    assert first[:4] == second[:4]
    assert second[4] < first[4]
    assert second[5] > first[5]
    assert second < first


def test_equal_numbers_are_a_tie():
    """if all the numbers were equal, then the hands would be tied"""
    assert numbers("Ah Qc Td 5d 3s") == numbers("As Qd Tc 5h 3c")
    assert evaluate("Ah Qc Td 5d 3s") == evaluate("As Qd Tc 5h 3c")


def test_the_ten_cards():
    """there are two queen flushes Qh Th 8h 7h 6h and Qc Jc 5c 3c 2c. the winning flush is discerned by looking at
    the minor cards in value order. since Jc beats Th then the queen flush in clubs is the highest (winning)
    hand.
    """
    assert parse(TEN_CARDS) == "Qc Jc 5c 3c 2c|Flush, Queen High, Jack Kicker|5 3 4 10 12 13"


def test_all_flushes_are_collected():
    """if one exists it is returned, if more than one exists then the best one is found and that returned, whilst
    if none exist then it moves on to kings, then queens etc in the same manner.
    """
    low, high = "9 7 5 3 2", "9 7 5 4 2"
    for better in "hcds":
        for worse in "hcds":
            if better != worse:
                hand = [rank + better for rank in high.split()] + [rank + worse for rank in low.split()]
                assert str(best_hand(" ".join(hand))) == " ".join(hand[:5])


def test_the_whole_pack():
    """parsecards.tcl could be used for any number of input cards, all the pack if you wish (though I can't think
    why, since this would always return a royal flush in hearts - because again it looks for hearts first and
    the suit makes no difference to the hand value)
    """
    for count in range(5, 53):
        assert len(parse(format_cards(CARDS[:count])).split("|")) == 3
    assert parse(format_cards(CARDS)) == "Ah Kh Qh Jh Th|Royal Flush|1 1 2 3 4 5"


def test_no_two_flushes_in_nine_cards():
    """it goes without saying that there can't be more than one flush (in different suits) in 9 cards or less"""
    deal = random.Random(3)
    for _ in range(2000):
        suits = [card.suit for card in deal.sample(CARDS, 9)]
        assert sum(suits.count(suit) >= 5 for suit in range(4)) <= 1


# Slips and gaps, and what we do.


def test_the_numbers_follow_the_hand_not_the_values():
    """the remaining five numbers in the enumerated hand ranking represent the five cards in value order"""
    threes, fours = numbers("3c 3d Ah Kd Qc"), numbers("4c 4d Qh Jd Tc")
    assert (threes, fours) == ((9, 12, 12, 1, 2, 3), (9, 11, 11, 3, 4, 5))
    assert fours < threes
    in_value_order = [(six[0], *sorted(six[1:])) for six in (threes, fours)]
    assert in_value_order[0] < in_value_order[1]  # the wrong one would win
    assert all(better < worse for better, worse in pairwise(map(numbers, HANDS_BEST_FIRST)))


def test_not_the_first_flush_in_suit_order():
    """parsecards.tcl would return the queen flush in hearts"""
    assert str(best_hand(TEN_CARDS)) == "Qc Jc 5c 3c 2c"
    assert numbers(TEN_CARDS) < numbers("Qh Th 8h 7h 6h") == (5, 3, 5, 7, 8, 9)
