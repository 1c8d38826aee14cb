"""Who is an operator of a channel: the server is asked, and the rank belongs to the person who spoke."""

from __future__ import annotations

import pytest

from ircpoker.config import NetworkSettings
from ircpoker.people import Person
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import CHANNEL, Stay

PEOPLE = ("alice!a@h", "bob!b@h", "carol!c@h")


class Desk:
    """Asks on a stay and takes the answers."""

    def __init__(self, stay: Stay) -> None:
        self.stay = stay
        self.answers: list[bool | None] = []
        stay.receive(":carol!c@h JOIN #poker")
        stay.who(*PEOPLE)
        stay.receive()

    def ask(self, nick: str, channel: str = CHANNEL, address: str = "") -> list[str]:
        """Ask about somebody, and return the lines sent."""
        person = Person("net", nick, nick.lower(), address=address or f"{nick[0]}@h")
        self.stay.receive()
        self.stay.games.presence.ask_rank(person, channel, self.answers.append)
        return self.stay.sent

    def names(self, *names: str, channel: str = CHANNEL) -> None:
        self.stay.receive(f":s 353 dealer = {channel} :{' '.join(names)}", f":s 366 dealer {channel} :End")

    def pong(self, number: int) -> list[bool | None]:
        """Answer the PING of a question, and return the answers so far."""
        self.stay.receive(f":s PONG s :ircpoker-rank-{number}")
        return self.answers


@pytest.fixture
def desk(make_stay: MakeStay) -> Desk:
    stay = make_stay(burst=50, host="irc.example.org")
    stay.join("PREFIX=(qaohv)~&@%+", "CHANMODES=b,k,l,imnpstc", "CASEMAPPING=ascii")
    return Desk(stay)


@pytest.mark.parametrize("entry", ["@alice", "~alice", "&alice", "@+alice", "~@alice", "@ALICE", "@alice!a@h"])
def test_an_operator(desk: Desk, entry: str) -> None:
    assert desk.ask("alice") == ["NAMES #poker", "PING ircpoker-rank-1"]
    desk.names("dealer", "+bob")
    desk.names("dealer", "+bob", entry)
    assert desk.answers == []
    assert desk.pong(1) == [True]
    assert desk.pong(1) == [True]


@pytest.mark.parametrize("entry", ["alice", "+alice", "%alice", "%+alice", "@alicia", "@alice!x@h", "@", "@bob"])
def test_no_operator(desk: Desk, entry: str) -> None:
    desk.ask("alice")
    desk.names("dealer", entry)
    assert desk.pong(1) == [False]


def test_a_rank_of_another_channel(desk: Desk) -> None:
    desk.ask("alice")
    desk.names("@alice", channel="#other")
    desk.names("alice")
    assert desk.pong(1) == [False]


def test_a_rank_of_before(desk: Desk) -> None:
    """What the server listed for another question does not count."""
    desk.names("@alice")
    desk.ask("alice")
    desk.ask("alice")
    desk.names("@alice")
    assert desk.pong(1) == [True]
    desk.names("alice")
    assert desk.pong(2) == [True, False]
    desk.ask("alice")
    assert desk.pong(3) == [True, False, None]


@pytest.mark.parametrize(
    "lines",
    [
        [":alice!a@h NICK ally", ":bob!b@h NICK alice"],
        [":alice!a@h NICK ally", ":bob!b@h NICK alice", ":s 352 dealer #poker a h s alice H@ :0 x"],
        [":alice!a@h NICK ally", ":ally!a@h NICK alice"],
        [":alice!a@h QUIT :split", ":alice!a@h JOIN #poker"],
        [":alice!a@h PART #poker", ":alice!a@h JOIN #poker"],
        [":op!o@h KICK #poker alice :out", ":alice!a@h JOIN #poker"],
        [":op!o@h KILL alice :out", ":alice!a@h JOIN #poker"],
        [":alice!a@h CHGHOST a cloak"],
        [":alice!a@h QUIT :gone"],
        [":dealer!d@h PART #poker"],
    ],
)
def test_the_rank_belongs_to_the_person(desk: Desk, lines: list[str]) -> None:
    desk.ask("alice")
    desk.stay.receive(*lines)
    desk.names("@alice", "bob")
    assert desk.pong(1) == [False]


def test_another_channel_may_be_left(desk: Desk) -> None:
    desk.ask("alice")
    desk.stay.receive(":alice!a@h PART #other", ":bob!b@h QUIT")
    desk.names("@alice")
    assert desk.pong(1) == [True]


def test_somebody_who_is_not_there(desk: Desk) -> None:
    assert desk.ask("mallory") == []
    assert desk.ask("alice", "#other") == []
    assert desk.answers == [False, False]


def test_another_person_of_that_nick(desk: Desk) -> None:
    desk.ask("alice", address="x@elsewhere")
    desk.names("@alice")
    assert desk.pong(1) == [False]


def test_a_server_that_does_not_answer(desk: Desk) -> None:
    desk.ask("alice")
    desk.stay.run(NetworkSettings("net").answer + 0.1)
    assert desk.answers == [None]
    desk.names("@alice")
    assert desk.pong(1) == [None]


def test_many_questions(desk: Desk) -> None:
    asked = [desk.ask("alice", address=f"a@host{number // 3}") for number in range(18)]
    # Two of one host, ten in all.
    assert [len(lines) for lines in asked] == [2, 2, 0] * 5 + [0] * 3
    assert desk.answers == [None] * 8


def test_a_network_that_is_lost(desk: Desk) -> None:
    desk.ask("alice")
    desk.stay.end()
    desk.ask("alice")
    assert desk.answers == [None]
