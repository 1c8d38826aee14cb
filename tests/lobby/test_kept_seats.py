"""A guest's nick is free when they leave: who takes it gets neither cards, nor seat, nor chips."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ircpoker.lobby.seating import SEAT_IS_KEPT
from tests.lobby.hall import CHANNEL, Hall, person, player


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


def dealt(hall: Hall) -> str:
    """Seat alice and bob, deal, and return who acts first."""
    hall.say("alice", "!open")
    hall.say("bob", "!sit")
    hall.wait(5)
    return hall.actor()


def at(nick: str):
    return replace(person(nick), address=f"{nick}@home")


def test_a_stranger_with_the_nick_gets_nothing(hall: Hall) -> None:
    victim = dealt(hall)
    hall.services.presence.quit(at(victim))
    before = len(hall.said(victim))
    for command in ("!cards", "!fold", "!call", "!leave", "!sit"):
        assert hall.say(victim, command) == [SEAT_IS_KEPT]
        assert not any("hold" in line for line in hall.say(victim, command, None))
    assert not any("hold" in line for line in hall.said(victim)[before:])
    assert hall.actor() == victim
    hall.check_ledger()


def test_the_opponent_with_the_nick_gets_nothing(hall: Hall) -> None:
    victim = dealt(hall)
    thief = "bob" if victim == "alice" else "alice"
    hall.services.presence.quit(at(victim))
    hall.services.presence.renamed(at(thief), replace(at(thief), nick=victim, nick_key=victim))
    assert hall.say(victim, "!cards") == [SEAT_IS_KEPT]
    hall.services.presence.renamed(replace(at(thief), nick=victim, nick_key=victim), at(thief))
    assert {seat.nick for seat in hall.table().state.people} == {"alice", "bob"}
    assert hall.actor() == victim
    hall.check_ledger()


def test_the_same_address_comes_back(hall: Hall) -> None:
    victim = dealt(hall)
    hall.services.presence.quit(at(victim))
    hall.services.presence.joined(at(victim), CHANNEL)
    assert hall.say(victim, "!fold") == []
    assert hall.table().kept == {}


def test_a_new_nick_at_the_table_brings_the_purse_along(hall: Hall) -> None:
    hall.say("farm", "!open 1000")
    hall.services.ledger.open_player(player("main"), nick="main", nick_key="main")
    hall.services.presence.renamed(person("farm"), person("main"))
    hall.say("main", "!leave")
    purse = hall.services.ledger.purse(player("main"))
    assert purse.balance == 2000
    assert purse.giftable == 0
    hall.check_ledger()


def test_a_person_called_like_the_robot_sees_it_act(hall: Hall) -> None:
    hall.say("Manual", "play manual 200", None)
    hall.wait(30)
    assert {seat.nick for table in hall.lobby.tables.values() for seat in table.state.seats.values()} == {
        "Manual",
        "manual2",
    }
