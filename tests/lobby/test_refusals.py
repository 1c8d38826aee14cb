"""Requests that are refused at a table in a channel: the answer goes to their author only, and no chip moves."""

from random import Random

import pytest

from tests.lobby.hall import CHANNEL, NO_SEAT, Hall, play_on


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("!sit out", "did you mean !sitout? …"),
        ("!sit 50", "'50' is not a buy-in here: expected 100 to 1000 chips"),
        ("!sit 2001", "'2001' is not a buy-in here: expected 100 to 1000 chips"),
        ("!sit 1500", "not enough chips: 1500 needed, you have 1000: 100 to 1000 is possible"),
        ("!sit 0", "'0' is not a buy-in here: expected 100 to 1000 chips"),
        ("!sit all", "'all' is not a buy-in here: expected 100 to 2000 chips, or the code of an invitation"),
        ("!sit -5", "'-5' is not a buy-in here: expected 100 to 2000 chips"),
        ("!open", "there is a table here already, of alice: !sit joins it"),
        ("!play", "there is a table here already, of alice: !sit joins it"),
        ("!addbot caller", NO_SEAT),
        ("!leave", NO_SEAT),
    ],
)
def test_impossible_requests_move_no_chip(hall: Hall, command: str, answer: str) -> None:
    hall.say("alice", "!open")
    [reply] = hall.say("bob", command)
    assert reply == answer or (answer.endswith("…") and reply.startswith(answer[:-1]))
    assert hall.chips("bob") in {0, 1000}
    assert hall.table().seats.chips == 500


def test_without_a_table_no_amount_is_asked_for(hall: Hall) -> None:
    assert hall.say("bob", "!sit abc") == hall.say("bob", "!sit")


def test_sitting_twice(hall: Hall) -> None:
    hall.say("alice", "!open")
    assert hall.say("alice", "!sit") == ["you sit here already, with 500 chips in front of you"]
    assert hall.say("alice", "!open") == ["you sit at a table here already: !table shows it, !leave leaves it"]


def test_the_answer_shows_the_current_stack(hall: Hall) -> None:
    hall.seat("alice", "bob")
    hall.say("alice", "!raise 40")
    assert hall.say("alice", "!sit") == ["you sit here already, with 460 chips in front of you"]
    assert hall.say("bob", "!sit") == ["you sit here already, with 490 chips in front of you"]
    hall.say("bob", "!leave")
    assert hall.say("alice", "!sit")[0] == "you sit here already, with 510 chips in front of you"


@pytest.mark.few(7)
@pytest.mark.parametrize(
    "command",
    [
        "call",
        "check",
        "bet",
        "raise x",
        "fold now",
        "allin",
        "keep",
        "keep 9",
        "discard 1 1",
        "pat",
        "cards",
        "leave",
        "why",
        "why me",
        "history",
        "history 0",
        "hint",
        "addbot",
        "addbot caller",
        "play",
        "play nobody",
        "open",
        "sit x",
    ],
)
def test_errors_go_to_their_author_only(hall: Hall, command: str) -> None:
    hall.seat("alice", "bob")
    before = len(hall.to(CHANNEL))
    [answer] = hall.say("watcher", f"!{command}")
    assert hall.to("watcher") == [f"[{CHANNEL}] {answer}"]
    assert len(hall.to(CHANNEL)) == before


def test_illegal_actions_are_answered_in_private(hall: Hall) -> None:
    hall.seat("alice", "bob")
    before = len(hall.to(CHANNEL))
    hall.say("alice", "!raise 501")
    hall.say("bob", "!check")
    assert len(hall.to(CHANNEL)) == before
    assert hall.to("alice")[-1] == f"[{CHANNEL}] 501 is too much. 20 to 500, or min, half, pot, max."


def test_a_full_table_is_not_offered(hall: Hall) -> None:
    hall.say("alice", "!open")
    hall.say("alice", "!addbot manual")
    assert hall.say("bob", "!play") == [
        "there is a table here already, of alice and manual: !play in private begins another"
    ]


@pytest.mark.parametrize("command", ["!fold", "!cards", "!leave", "!addbot caller"])
def test_a_seat_is_offered_where_one_is_free(hall: Hall, command: str) -> None:
    other = "you have no seat at a table here: !play begins a game against a robot, !open one for several in a channel"
    assert hall.say("bob", command) == [other]
    hall.say("alice", "!open")
    assert hall.say("bob", command) == [NO_SEAT]
    assert hall.tell("bob", command) == [other]
    hall.say("alice", "!addbot manual")
    assert hall.say("bob", command) == [other]


def test_a_table_names_all_who_sit_there(hall: Hall) -> None:
    hall.seat("alice", "bob", "carol")
    assert hall.say("dave", "!open") == ["there is a table here already, of alice, bob and carol: !sit joins it"]


def test_all_in_is_offered_where_legal(hall: Hall) -> None:
    hall.seat("alice", "bob", game="limit")
    assert hall.say("alice", "!check") == ["5 to call: you may !call 5, !raise 20, !fold"]


def test_cards_are_not_changed_while_people_bet(hall: Hall) -> None:
    hall.seat("alice", "bob", game="draw")
    assert hall.say(hall.actor(), "!keep 1") == [
        "cards can be changed once, at the draw: you may !check, !bet 10-490, !allin"
    ]


@pytest.mark.slow(1)
def test_a_full_table(hall: Hall) -> None:
    hall.seat(*[f"player{number}" for number in range(10)])
    assert hall.say("late", "!sit") == ["the table is full: 10 sit here"]
    play_on(hall, Random(5), 100)
