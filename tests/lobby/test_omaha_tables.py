"""Pot-limit Omaha at tables: four cards each, the pot as the most that may be bet, robots, and nine seats."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from ircpoker.cards import parse_cards
from ircpoker.hands.short_names import short_name
from ircpoker.table import GAMES
from tests.lobby.hall import CHANNEL, Hall, play_on


def test_four_cards_and_at_most_the_pot(hall: Hall) -> None:
    hall.say("alice", "!open omaha 300")
    assert hall.to(CHANNEL)[0].startswith("A table of pot-limit Omaha, blinds 5/10: alice sits down with 300 chips")
    hall.say("bob", "!sit 300")
    hall.wait(5)
    first = hall.actor()
    assert re.search(r"\] (\w\w ){3}\w\w \| 5 to win 15, 295 left, \w+ has 290 left", hall.to(first)[-1])
    assert hall.to(first)[-1].endswith("your turn: !call 5, !raise 20-30, !fold")
    assert hall.say(first, "!raise 31")[0].startswith("31 is too much. 20 to 30,")


def test_the_winner_is_named_by_two_hole_cards(hall: Hall) -> None:
    hall.seat("alice", "bob", game="omaha", chips=300)
    while hall.table().hand is not None and hall.table().hand.deal_id == "1":
        legal = hall.table().hand.deal.legal_actions()
        hall.say(hall.actor(), "!check" if legal.can_check else "!call")
    river = next(text for text in hall.to(CHANNEL) if "RIVER" in text)
    board = parse_cards(re.search(r"RIVER ([^|]*?) \|", river)[1].translate({91: None, 93: None}))
    line = next(text for text in hall.to(CHANNEL) if re.match(r"#1 \w+ wins ", text))
    shown = [(cards, name) for name, cards in re.findall(r" with ([A-Z][^|:]*): ((?:\w\w ?){4})", line)]
    shown += re.findall(r"\| \w+ ((?:\w\w ){4})([A-Z][^|]*?)(?= \||$)", line)
    assert shown
    for cards, name in shown:
        assert name == short_name(GAMES["omaha"].hand_value(parse_cards(cards), board))


@pytest.mark.slow(1)
def test_nine_seats_and_no_more(hall: Hall) -> None:
    ledger = hall.services.ledger
    ledger.economy = replace(ledger.economy, house_stake=4000)
    hall.say("alice", "!open omaha 300")
    for _ in range(8):
        hall.say("alice", "!addbot caller")
    assert hall.say("bob", "!sit 300") == ["the table is full: 9 sit here"]
    hall.wait(5)
    play_on(hall, Random(2), 60)
    hall.check_ledger()


@pytest.mark.parametrize("robot", ["folder", "caller", "raiser", "random"])
def test_the_baseline_robots_play_heads_up(hall: Hall, robot: str) -> None:
    answers = hall.tell("alice", f"play {robot} omaha 200")
    assert answers[0].startswith(f"Heads-up pot-limit Omaha against {robot}, blinds 5/10, 200 chips each.")
    hall.wait(5)
    play_on(hall, Random(3), 40, "alice", None)
    played = [int(number) for text in hall.to("alice") for number in re.findall(r"^#(\d+) .* wins? ", text)]
    assert len(played) >= 3


def test_a_default_robot_plays_omaha(hall: Hall) -> None:
    assert hall.tell("alice", "play omaha")[0].startswith("Heads-up pot-limit Omaha against random, ")
    assert hall.tell("bob", "play manual omaha")[0].startswith("manual does not play omaha: ")
