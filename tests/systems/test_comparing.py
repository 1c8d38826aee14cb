"""Hands compared in each system: as the order of all classes decides, or as the document's own rule does."""

from __future__ import annotations

from random import Random

import pytest
from phevaluator import evaluate_cards

from ircpoker.cards import CARDS, Card, parse_cards
from ircpoker.errors import CardCountError, UsageError
from ircpoker.systems import SYSTEMS
from tests.systems.hands import HANDS_BEST_FIRST
from tests.tiers import count, seed

PAIR = [parse_cards("Ah Qc Td 5d 3s"), parse_cards("Ad Qs Tc 6h 2c")]
"""The players of arfer's text; the second one wins."""
PAIRS = count(20_000, 1_000)


def compare(system: str, *hands: str) -> str:
    return str(SYSTEMS[system].compare([parse_cards(hand) for hand in hands]))


@pytest.mark.parametrize(
    ("system", "answer"),
    [
        ("parsecards", "B wins|at number 5 of the rank: 9 before 10"),
        ("manual", "B wins|12422201612 over 12422201513"),
        ("director", "B wins|card 6 over 5"),
        ("kev", "B wins|class 6407 before 6409"),
    ],
)
def test_the_pair_of_the_text(system: str, answer: str) -> None:
    assert str(SYSTEMS[system].compare(PAIR)) == answer
    assert str(SYSTEMS[system].compare(PAIR[::-1])) == answer.replace("B", "A")


def pairs() -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Return two hands of one deck each, and neighbours among the classes, which differ least."""
    rng = Random(seed(7))
    found = []
    for _ in range(PAIRS // 2):
        dealt = rng.sample(CARDS, 10)
        found.append((tuple(dealt[:5]), tuple(dealt[5:])))
        place = rng.randrange(len(HANDS_BEST_FIRST) - 3)
        first, second = HANDS_BEST_FIRST[place], HANDS_BEST_FIRST[place + rng.randrange(4)]
        found.append((tuple(rng.sample(first, 5)), tuple(rng.sample(second, 5))))
    return found


@pytest.mark.parametrize("system", ["parsecards", "manual", "director", "kev"])
def test_any_two_hands(system: str) -> None:
    """Another program's classes decide, but for the manual, whose number has only the top card of a flush."""
    flushes = 0
    for first, second in pairs():
        a, b = (evaluate_cards(*map(str, hand)) for hand in (first, second))
        wanted = "AB" if a == b else "A" if a < b else "B"
        compared = SYSTEMS[system].compare([first, second])
        if system == "manual" and compared.winners == "AB" and a != b:
            assert {card.suit for card in first} == {first[0].suit}
            assert {card.suit for card in second} == {second[0].suit}
            assert max(card.rank for card in first) == max(card.rank for card in second)
            better = " ".join(str(card) for card in sorted(first if a < b else second, key=lambda card: -card.rank))
            assert compared.reason.endswith(f"; by all five cards {better} wins")
            assert str(compared).startswith("tie|both 6")
            flushes += 1
        else:
            assert compared.winners == wanted, (first, second)
            assert bool(compared.reason) is (a != b)
    assert (flushes > 0) is (system == "manual")


def test_several_hands() -> None:
    hands = ["9h 9d 2c 3s 4d", "Kh Kd 2s 3c 5d", "Ks Kc 2h 3d 5h", "Ah Qc Td 5d 3s"]
    assert compare("parsecards", *hands) == "B and C tie|at number 2 of the rank: 2 before 6"
    assert compare("kev", *hands[1:3]) == "tie"
    assert SYSTEMS["kev"].compare([parse_cards(hand) for hand in hands[1:3]]).json == {
        "winners": ["A", "B"],
        "reason": "",
    }


@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        ("8:H 6:C 12:C 8:S 11:C", "3:H 13:S 7:S 8:C 4:D", "A wins|pair 8 over none"),
        ("10:h 10:c 3:d 3:s 5:h", "9:h 9:c 8:d 8:s 5:h", "A wins|two_pair 133 over 125"),
        ("14:h 14:c 2:d 2:s 5:h", "13:h 13:c 12:d 12:s 5:h", "A wins|two_pair 184 over 181"),
        ("8:h 8:d 12:c 6:c 5:s", "8:c 8:s 11:c 10:h 9:d", "A wins|card 12 over 11"),
    ],
)
def test_the_property_that_decides_in_director(first: str, second: str, answer: str) -> None:
    assert compare("director", first, second) == answer


def test_hands_of_a_wrong_size_and_too_many() -> None:
    with pytest.raises(CardCountError, match="4 cards given: expected 5"):
        compare("director", "Ah Kh Qh Jh", "2c 3c 4c 5c 7d")
    with pytest.raises(UsageError, match="11 hands given: expected at most 10"):
        compare("kev", *["2c 3c 4c 5c 7d"] * 11)
