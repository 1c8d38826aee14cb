"""Poker Evaluation by Pat McClellan: what he says of scores and of who wins, sentence by sentence."""

import pytest

from ircpoker.cards import parse_cards
from ircpoker.errors import CardCountError
from ircpoker.hands import evaluate
from ircpoker.systems.director import SCORE_PROPERTIES, eval2hands, poker_eval

HAND_1, HAND_2 = "8:H 6:C 12:C 8:S 11:C", "3:H 13:S 7:S 8:C 4:D"
TENS_UP, NINES_UP = "10:h 10:c 3:d 3:s 5:h", "9:h 9:c 8:d 8:s 5:h"


def score(hand):
    return dict(poker_eval(hand).properties)


def test_five_cards():
    """I'm just going to limit this article to a straight evaluation of a 5 card hand with no wild cards."""
    with pytest.raises(CardCountError, match="expected 5"):
        poker_eval("2:h 3:h 4:h 5:h 6:h 7:h")


def test_the_next_highest_card_decides_between_equal_pairs():
    """In the case of a tie -- for example, both players have a pair of 8s, then we'll do as in real life and see
    who has the highest card other than the 8s.
    """
    assert eval2hands("8:h 8:s 14:c 3:c 2:c", "8:c 8:d 13:c 12:c 11:c") == 1


def test_the_card_after_next_decides():
    """And if they both have the same high card, we'll look at the next highest, etc."""
    assert eval2hands("8:h 8:s 13:c 12:c 2:c", "8:c 8:d 13:h 11:c 10:c") == 1
    assert eval2hands("8:h 8:s 13:c 12:c 3:c", "8:c 8:d 13:h 12:h 2:c") == 1


def test_a_winner_or_equal_values():
    """There will be a winner every time -- unless neither player has anything, and they happen to have the exact
    same values of cards in their hand (unlikely).
    """
    assert eval2hands("3:H 13:S 7:S 8:C 4:D", "3:D 13:C 7:H 8:H 4:H") == 0
    assert eval2hands("3:H 13:S 7:S 8:C 5:D", "3:D 13:C 7:H 8:H 4:H") == 1


def test_face_cards_are_numbers():
    """Let's change the names of the face cards to integers, jack=11, queen=12, king=13, and ace=14."""
    assert poker_eval("11:h 12:h 13:h 14:h 9:h") == poker_eval("Jh Qh Kh Ah 9h")
    assert poker_eval("Jh Qh Kh Ah 9h").val_list == (9, 11, 12, 13, 14)


def test_card_names():
    """2:h, 3:h, 4:h, 5:h, 6:h, 7:h, 8:h, 9:h, 10:h, 11:h, 12:h, 13:h, 14:h"""
    names = "2:h, 3:h, 4:h, 5:h, 6:h, 7:h, 8:h, 9:h, 10:h, 11:h, 12:h, 13:h, 14:h"
    assert " ".join(map(str, parse_cards(names))) == "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


def test_value_and_suit_are_the_items_of_a_name():
    """We can refer to the value of a card as item 1 of its name, and the suit is item 2 of the name."""
    for name, card in zip(HAND_1.split(), parse_cards(HAND_1), strict=True):
        value, suit = name.split(":")
        assert (int(value), suit.lower()) == (card.rank, card.suit.letter)


def test_typical_hands():
    """gHand1 = ["8:H", "6:C", "12:C", "8:S", "11:C"], gHand2 = ["3:H", "13:S", "7:S", "8:C", "4:D"]."""
    assert (score(HAND_1), score(HAND_2)) == ({"pair": 8}, {})
    assert eval2hands(HAND_1, HAND_2) == 1


def test_sorted_val_list():
    """The sorted valList would be [6,8,8,11,12]."""
    assert poker_eval(HAND_1).val_list == (6, 8, 8, 11, 12)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("8h 8s 2c 3c 4c", "pair"),
        ("8h 8s 3d 3c 4c", "two_pair"),
        ("8h 8s 8d 3c 4c", "trip"),
        ("8h 8s 8d 8c 4c", "quad"),
    ],
)
def test_matches(hand, name):
    """Checks for a single pair (#pair), two pair (#twoPair), 3-of-a-kind (#trips), and 4-of-a-kind (#quad)."""
    assert name in score(hand)


def test_a_pair_of_eights():
    """So a pair of eights would show up like this: score = [#pair:8]."""
    assert score(HAND_1) == {"pair": 8}


def test_val_list_is_part_of_the_score():
    """Remember, the valList is included in the score because if the other player also has a pair of eights, we'll
    need to see who has the high card.
    """
    assert str(poker_eval(HAND_1)) == "pair 8, 6 8 8 11 12"


def test_a_second_pair_makes_two_pair():
    """When it finds a pair, if there is already a pair, then the score should be updated to
    reflect #twoPair.
    """
    assert set(score("8h 8s 3d 3c 4c")) == {"pair", "two_pair"}


def test_the_higher_pair_wins():
    """If Joe has a pair of 10s and a pair of 3s, that beats Franco's pair of 9s and pair of 8s."""
    assert eval2hands(TENS_UP, NINES_UP) == 1


def test_the_lowest_pair_is_found_first():
    """Because the valList is sorted, it'll always find the lowest valued pair first: score = [#pair:3]."""
    assert score("8h 8s 3d 3c Qc")["pair"] == score("3d 3c 8h Qc 8s")["pair"] == 3


def test_the_formula_of_two_pair():
    """twoPairVal = (currentVal * 13) + firstPairVal; score = [#pair:3, # twoPair: 107]."""
    assert score("8:h 8:d 3:c 3:s 12:h") == {"pair": 3, "two_pair": 8 * 13 + 3}


def test_aces_and_twos_beat_kings_and_queens():
    """Using this formula, a pair of aces and a pair of 2s will beat a player with a pair of kings and a pair of
    queens -- as it should.
    """
    aces, kings = "14:h 14:c 2:d 2:s 5:h", "13:h 13:c 12:d 12:s 5:h"
    assert (score(aces)["two_pair"], score(kings)["two_pair"]) == (184, 181)
    assert eval2hands(aces, kings) == 1


def test_the_formula_of_a_full_house():
    """In this case, I multiply the #trip value by 100 and add the pair value."""
    assert score("2:h 2:c 2:d 14:s 14:h")["full_house"] == 214


def test_the_trips_decide_between_full_houses():
    """It's necessary to change the multiplier by 100 because the value of the #trip is what determines the winner
    and it could be lower than the pair value.
    """
    assert eval2hands("3:h 3:c 3:d 2:s 2:h", "2:h 2:c 2:d 14:s 14:h") == 1


def test_no_straight_or_flush_among_matches():
    """If there are any matches (in a 5 card hand), then there can't be any straights."""
    assert score("5h 6h 7h 8h 8d") == {"pair": 8}


def test_a_straight_has_consecutive_values():
    """To check for straights, we simply need to look through the valList and see if each subsequent value is one
    more than the last.
    """
    assert "straight" in score("9h 8d 7c 6s 5h")
    assert "straight" not in score("Th 8d 7c 6s 5h")


def test_an_ace_at_the_top_or_the_bottom():
    """There's one exception to this because an ace can be counted at the top or bottom of a straight."""
    assert "straight" in score("Ah Kd Qc Js Th")
    assert "straight" in score("Ah 2d 3c 4s 5h")
    assert "straight" not in score("Ah 2d 3c 4s Kh")


def test_a_straight_has_its_high_card():
    """For a 5, 6, 7, 8, 9 straight, you'd have this: score = [#straight: 9]."""
    assert score("5h 6d 7c 8s 9h") == {"straight": 9}


def test_a_flush_has_its_high_card():
    """If you had the 2, 3, 7, 9, and queen (12) of hearts, you'd have a score like this: score =
    [#flush: 12].
    """
    assert score("2:h 3:h 7:h 9:h 12:h") == {"flush": 12}


def test_a_straight_flush_instead_of_a_flush():
    """If there is a flush, the checkForFlush looks to see if there's also a straight. If so, then the score is
    entered as a #straightFlush instead.
    """
    found = score("5h 6h 7h 8h 9h")
    assert found["straight_flush"] == 9
    assert "flush" not in found


def test_the_order_of_properties():
    """scoreProps = [# straightFlush, #quad, # fullHouse, #flush, #straight, #trip, #twoPair, #pair]"""
    order = ("straight_flush", "quad", "full_house", "flush", "straight", "trip", "two_pair", "pair")
    assert order == SCORE_PROPERTIES
    hands = ["5h 6h 7h 8h 9h", "2h 2c 2d 2s 3h", "2h 2c 2d 3s 3h", "2h 3h 4h 5h 7h", "6c 2d 3h 4s 5c"]
    hands += ["2h 2c 2d 3s 4h", "2h 2c 3d 3s 4h", "2h 2c 3d 4s 5h", "7h 2c 3d 4s 5h"]
    for index, hand in enumerate(hands):
        assert [eval2hands(hand, other) for other in hands] == [-1] * index + [0] + [1] * (len(hands) - index - 1)


def test_the_only_straight_flush_wins():
    """If only one player has the straightFlush, then the other player's #straightFlush value is -- which is less
    than the first player's score.
    """
    assert eval2hands("14:h 2:h 3:h 4:h 5:h", "14:c 14:d 14:s 13:c 14:h") == 1


def test_straight_flushes_are_compared_by_value():
    """First it checks to see if either score list contains a straightFlush. If so, it compares the values for the
    two players.
    """
    assert eval2hands("9:h 8:h 7:h 6:h 5:h", "8:c 7:c 6:c 5:c 4:c") == 1


def test_the_first_property_that_differs_decides():
    """It does this looping through each of the properties until it finds one player that scores higher than the
    other.
    """
    assert eval2hands("8h 8s 3d 3c 4c", "8c 8d 2d 2c Ac") == 1


# Slips and gaps, and what we do.


def test_high_cards_are_compared_too():
    """Unlike the typical single player version where only a high pair constitutes a win, there will be a winner
    every time.
    """
    assert eval2hands("3:H 13:S 7:S 8:C 5:D", "3:D 12:S 7:H 8:H 5:H") == 1
    assert eval2hands("14:h 13:h 12:h 11:h 9:h", "14:c 13:c 12:c 11:c 8:c") == 1


def test_an_ace_low_straight_is_the_lowest():
    """If a straight is found, the high-card value is entered. (The last value of the list is 14.)"""
    assert score("14:h 2:c 3:d 4:s 5:h") == {"straight": 5}
    assert score("14:h 2:h 3:h 4:h 5:h") == {"straight": 5, "straight_flush": 5}
    assert eval2hands("14:h 2:c 3:d 4:s 5:h", "2:h 3:c 4:d 5:s 6:h") == -1
    assert eval2hands("14:h 2:h 3:h 4:h 5:h", "2:c 3:c 4:c 5:c 6:c") == -1


def test_all_equal_hands_tie():
    """Unless neither player has anything."""
    for first, second in [("8h 8s 2c 3c 4c", "8d 8c 2h 3h 4h"), ("9h 8h 7h 6h 4h", "9c 8c 7c 6c 4c")]:
        assert evaluate(first) == evaluate(second)
        assert eval2hands(first, second) == 0


def test_trip_and_trips_are_one_property():
    """3-of-a-kind (#trips); three is a #trip, etc."""
    assert score("8h 8s 8d 3c 4c") == {"trip": 8}
    assert eval2hands("8h 8s 8d 3c 4c", "7h 7s 7d Ac Kc") == 1


def test_suits_in_either_case():
    """["8:H", "6:C", …] and 2:h, 3:h, 4:h."""
    assert poker_eval(HAND_1) == poker_eval(HAND_1.lower())


def test_all_78_two_pairs_have_different_values():
    """This formula gives us a single integer value which can be used to compare various
    combinations of two pair.
    """
    values = {
        (high, low): score(f"{high}:h {high}:c {low}:d {low}:s {next(r for r in (2, 3, 4) if r not in {high, low})}:h")[
            "two_pair"
        ]
        for high in range(3, 15)
        for low in range(2, high)
    }
    assert len(values) == len(set(values.values())) == 78
    assert sorted(values, key=values.get) == sorted(values)
