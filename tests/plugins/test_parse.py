import pytest

from ircpoker.cards import parse_cards
from ircpoker.hands import best_hand
from tests.chat.routers import lines, make_router, say


def test_random_cards_are_shown_then_their_best_hand() -> None:
    router = make_router()
    seen = set()
    for _ in range(50):
        dealt, answer = say(router, "parse")
        assert dealt.text.startswith("7 random cards: ")
        cards = parse_cards(dealt.text.removeprefix("7 random cards: "), fewest=7, most=7)
        best = best_hand(cards)
        assert answer.text.startswith(f"{best} | {best.name} | ")
        seen.add(cards)
    assert len(seen) == 50


def test_the_random_cards_come_from_the_rng_of_the_services() -> None:
    assert lines(make_router(), "parse") == lines(make_router(), "parse")


@pytest.mark.parametrize("count", range(12))
def test_five_to_ten_cards(count: int) -> None:
    cards = ["2h", "3c", "4d", "5s", "7h", "8c", "9d", "Ts", "Qh", "Kc", "Ad"][:count]
    [answer] = lines(make_router(), f"parse {' '.join(cards)}")[-1:]
    if count == 0 or 5 <= count <= 10:
        assert answer.count(" | ") == 2
    else:
        assert answer == f"{count} {'card' if count == 1 else 'cards'} given: expected 5 to 10"


@pytest.mark.parametrize("system", ["parsecards", "kev"])
def test_systems_that_take_any_number_take_ten_in_chat(system: str) -> None:
    router = make_router()
    ten = "2h 3c 4d 5s 7h 8c 9d Ts - Qh Kc"
    assert "expected" not in lines(router, f"value {system} {ten}")[0]
    assert lines(router, f"value {system} {ten} Ad") == ["11 cards given: expected 5 to 10"]


def test_a_board_before_the_flop() -> None:
    [answer] = lines(make_router(), "value draw Kh Qh Jd / 2c")
    assert answer == "draw takes no board: its 3 to 5 cards are the board (usage: !value draw cards)"


def test_two_slashes() -> None:
    [answer] = lines(make_router(), "value openholdem Ah Kd / Qc Js / Th")
    assert answer.startswith("there are 2 slashes: expected at most one, between the cards and the board (usage: ")


def test_an_openholdem_hand_before_the_deal_is_empty() -> None:
    router = make_router()
    assert lines(router, "value openholdem /") == lines(router, "value openholdem") == ["0 pcbits 0 npcbits 0"]
