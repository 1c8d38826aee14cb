"""Tables without a channel: opened where somebody is, seen by everybody or by those who have the code."""

from __future__ import annotations

import re

import pytest

from ircpoker.lobby.stored_form import dump_state, load_state
from tests.feed.server.visitors import FeedHall, Visitor, error


def listed(visitor: Visitor) -> list[list[str]]:
    """Return the names at the tables that somebody sees."""
    tables = visitor.ask("tables")[-1]["tables"]
    return [[seat["name"] for seat in table["seats"]] for table in tables]


def opened(hall: FeedHall, words: str, endpoint: str = "ssh") -> tuple[Visitor, str]:
    """Let ann open a table, and return her and its code."""
    ann = Visitor(hall, endpoint, "ann", account="SHA256:ann")
    answer = ann.say(words, None)
    code = re.search(r"join ([0-9a-f]{16}),", answer[0])
    assert code is not None
    assert len(answer) <= 3
    return ann, code[1]


def test_a_private_table_is_joined_by_its_code_from_any_network(hall: FeedHall) -> None:
    ann, code = opened(hall, "open 10/20 300")
    bob, stranger = Visitor(hall, "ssh", "bob", account="SHA256:bob"), Visitor(hall, "ssh", "sam", account="SHA256:sam")
    (table,) = hall.router.tables.lobby.tables
    assert "sits down in seat 2" in bob.say(f"join {code}", None)[0]
    assert "sits down in seat 3" in hall.tell("zoe", f"join {code}")[0]
    assert [seat.nick for seat in table.seats.people] == ["ann", "bob", "zoe"]
    assert any("zoe sits down in seat 3" in line.get("text", "") for line in bob.listen()), "others read who comes"
    assert (listed(ann), listed(stranger)) == ([["ann", "bob", "zoe"]], [])
    assert error(stranger.ask("watch", table=table.id)) == "there is no such table"
    assert error(stranger.ask("say", place=table.id, text="sit")) == "there is no such place"


def test_others_read_once_who_takes_a_seat(hall: FeedHall) -> None:
    ann, code = opened(hall, "open private 300")
    bob = Visitor(hall, "ssh", "bob", account="SHA256:bob")
    for words in (f"join {code}", "sitout", "sit", "sitout", f"join {code}"):
        bob.say(words, None)
        hall.wait(20)
    ann.listen()
    lines = [line["text"] for line in ann.received if line.get("kind") == "private" and "bob" in line["text"]]
    assert [line for line in lines if "bob sits down" in line or "again" in line] == lines[:1], lines


def test_everybody_sees_a_public_table_and_sits_down_there(hall: FeedHall) -> None:
    ann, _ = opened(hall, "open public")
    web = Visitor(hall, "web", "wendy")
    assert listed(web) == [["ann"]]
    (table,) = hall.router.tables.lobby.tables
    assert error(web.ask("watch", place="private")) == "there is no such table", "it is nobody's private table"
    assert error(web.ask("say", place="private", text="sit")) == "there is no such place"
    web.watch(table=table.id)
    (offer,) = web.state["you"]["offers"] if web.state["you"] else web.state["offers"]
    assert (offer["command"], offer["place"]) == ("sit", table.id)
    assert "sits down in seat 2" in web.say("sit 300", table.id)[0]
    hall.wait(30)
    assert table.hand is not None
    ann.watch(table=table.id)
    who = {"ann": ann, "wendy": web}[table.seats[table.hand.actor].nick]
    assert who.say("call", table.id) == []
    assert table.hand.deal.actions
    web.say("leave", table.id)
    ann.say("leave", table.id)
    hall.wait(60)
    assert not list(hall.router.tables.lobby.tables)


def test_many_tables_of_one_person_are_meant_by_their_names(hall: FeedHall) -> None:
    ann, _ = opened(hall, "open private 100", "local")
    for _ in range(9):
        ann.say("open public 100", None)
    tables = list(hall.router.tables.lobby.tables)
    assert len({table.place for table in tables}) == 10
    for table, robot in zip(tables[4:7], ("caller", "random", "raiser"), strict=True):
        assert f"{robot} sits down" in ann.say(f"addbot {robot}", table.id)[0]
        assert [seat.robot for seat in table.seats.values()] == ["", robot]
    assert "several tables" in ann.say("leave", None)[0]


def test_a_table_in_a_channel_is_as_public_as_the_channel(hall: FeedHall) -> None:
    assert hall.say("alice", "!open private") == [
        "a table in a channel is as public as the channel: say open private in private"
    ]


@pytest.mark.parametrize("words", ["open public", "open private"])
def test_who_may_see_a_table_is_stored(hall: FeedHall, words: str) -> None:
    opened(hall, words)
    (table,) = hall.router.tables.lobby.tables
    again, *_ = load_state(dump_state(table.state))
    assert (again.is_public, again.place) == (words == "open public", table.place)
