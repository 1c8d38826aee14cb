"""How often a draw makes a better hand: exact counts, and a sample where there are too many."""

import pytest

from ircpoker.cards import parse_cards
from ircpoker.draws import chance_of_better


@pytest.mark.parametrize(
    ("hand", "kept", "chance"),
    [
        # Nine hearts make the flush, and three aces, kings, nines and fours each a pair.
        ("Ah Kh 9h 4h 2c", "Ah Kh 9h 4h", 21 / 47),
        # Two tens and two sevens fill up.
        ("Th Tc 7h 7d 2c", "Th Tc 7h 7d", 4 / 47),
        ("Ah Kh Qh Jh Th", "Ah Kh Qh Jh Th", 0.0),
    ],
)
def test_exact(hand: str, kept: str, chance: float) -> None:
    assert chance_of_better(parse_cards(hand), parse_cards(kept)) == pytest.approx(chance)


def test_a_pair_improves_as_often_as_the_books_say() -> None:
    cards = parse_cards("9h 9c Kd 5s 2c")
    assert chance_of_better(cards, cards[:2]) == pytest.approx(0.287, abs=0.0005)


def test_a_sample_is_the_same_each_time() -> None:
    cards = parse_cards("Kh Jd 9c 5s 2h")
    found = {chance_of_better(cards, cards[:1]) for _ in range(2)}
    assert len(found) == 1
    assert 0.4 < found.pop() < 0.9
