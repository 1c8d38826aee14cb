"""The feed for people with several identities: who sees whose cards, `redeem`, sessions, and their end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ircpoker.chat.limits import MINUTES
from ircpoker.config.web import WebSettings
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.session import FeedSession
from ircpoker.feed.server.table_feeds import TableFeeds
from tests.feed.wire import fields_of
from tests.lobby.hall import CHANNEL, Hall

URL = "https://poker.example.org"
CARDS = re.compile(r'"cards":\[("\w\w"(?:,"\w\w")*)\]')
ADDRESS = "192.0.2.7"


class Visit:
    """A front-end's connection, and all that it was ever sent."""

    def __init__(self, endpoint: FeedEndpoint, hall: Hall) -> None:
        self.hall = hall
        self.session: FeedSession = endpoint.connect(lambda: None)
        self.sent: list[dict[str, Any]] = []

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message; return the last answer to it."""
        self.session.receive({**message, "id": 7})
        return [answer for answer in self.read() if answer.get("id") == 7][-1]

    def hello(self, nick: str, **person: str) -> dict[str, Any]:
        return self.ask(do="hello", protocol=2, person={"nick": nick, "address": ADDRESS, **person})

    def say(self, text: str) -> str:
        self.session.receive({"do": "say", "text": text, "id": 7})
        return " ".join(each.get("text", "") for each in self.read())

    def read(self) -> list[dict[str, Any]]:
        self.hall.run()
        new = list(map(fields_of, self.session.take()))
        self.sent += new
        return new

    def cards(self) -> str:
        """Return all hole cards that it was ever sent."""
        self.read()
        own = [each.get("you") or (each.get("set") or {}).get("you") for each in self.sent]
        return json.dumps([you["cards"] for you in own if you and you["cards"]])


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall(seed=3, plugins=("holdem", "bank", "help")) as hall:
        others = {**hall.settings.others, "web": WebSettings(URL)}
        hall.services.settings = replace(hall.services.settings, others=others)
        hall.services.presence.note_open("net", CHANNEL, is_open=True)
        yield hall


@pytest.fixture
def endpoints(hall: Hall) -> Iterator[dict[str, FeedEndpoint]]:
    feeds = TableFeeds(hall.router)
    endpoints = {name: FeedEndpoint(name, name, hall.router, feeds) for name in ("web", "ssh", "local")}
    for endpoint in endpoints.values():
        endpoint.open()
    yield endpoints
    for endpoint in endpoints.values():
        endpoint.close()


@pytest.fixture
def page(endpoints: dict[str, FeedEndpoint], hall: Hall) -> Visit:
    return Visit(endpoints["web"], hall)


def web_code(hall: Hall, nick: str = "ann") -> str:
    [line] = hall.tell(nick, "!web")
    found = re.fullmatch(rf"{URL}/sit/([0-9a-f]{{16}}) opens your seat on the page\. .*", line)
    assert found, line
    return found[1]


def test_a_redeemed_code_is_the_seat_on_the_page(hall: Hall, page: Visit) -> None:
    hall.seat("ann", "bob")
    welcome = page.ask(do="redeem", code=web_code(hall))
    assert (welcome["is"], welcome["person"]["network"], welcome["person"]["nick"]) == ("welcome", "net", "ann")
    assert welcome["person"]["tables"] == [hall.table().id]
    assert len(welcome["session"]) == 64
    snapshot = page.ask(do="watch", table=hall.table().id)
    own = hall.dealt("ann").split("you hold ")[1].split(" |")[0].split()
    assert snapshot["you"]["cards"] == own
    turn = snapshot["you"]["turn"]
    assert page.ask(do="act", table=hall.table().id, turn=turn, action="raise_to", amount=30)["is"] == "done"
    assert "ann raises to 30" in " ".join(hall.to(CHANNEL))
    assert hall.services.ledger.linked_players() == [], "redeeming joins no accounts"


def test_cards_go_to_their_owner_alone(hall: Hall, endpoints: dict[str, FeedEndpoint]) -> None:
    """Ann is seated from IRC. The same nick on the page is somebody else, until linked or redeemed."""
    visits = {name: Visit(endpoints["web"], hall) for name in ("same nick", "linked", "redeemed", "bob", "nobody")}
    visits["same nick"].hello("ann", account="another")
    visits["linked"].hello("Ann2", account="hers")
    visits["bob"].hello("bob")
    code = re.search(r"Your code is (\w+)", " ".join(hall.tell("ann", "!link")))
    assert code
    assert "have one account now" in visits["linked"].say(f"link {code[1]}")
    visits["redeemed"].ask(do="redeem", code=web_code(hall))
    hall.seat("ann", "bob")
    for visit in visits.values():
        assert visit.ask(do="watch", place=CHANNEL)["is"] == "snapshot"
    for _ in range(3):
        hall.say(hall.actor(), "!fold")
        hall.wait(6)
    own = " ".join(line for line in hall.to("ann") if "you hold" in line)
    for name, visit in visits.items():
        seen = set(re.findall(r'"(\w\w)"', visit.cards()))
        if name in {"linked", "redeemed"}:
            assert len(seen) > 3
            assert all(card in own for card in seen), name
        else:
            assert not seen, name
            assert not [each for each in visit.sent if each.get("event") == "cards"], name


@pytest.mark.slow(1)
def test_a_session_goes_on_after_a_reconnect_at_its_door_alone(hall: Hall, endpoints: dict[str, FeedEndpoint]) -> None:
    page, again, ssh = Visit(endpoints["web"], hall), Visit(endpoints["web"], hall), Visit(endpoints["ssh"], hall)
    token = page.ask(do="redeem", code=web_code(hall))["session"]
    page.session.close()
    assert again.ask(do="hello", session=token)["person"]["nick"] == "ann"
    refused = "this session is not valid here, or has ended"
    assert ssh.ask(do="hello", session=token) == {"is": "error", "id": 7, "text": refused}
    assert ssh.ask(do="hello", session="x" * 64)["text"] == refused
    assert ssh.ask(do="hello", session=7)["is"] == "error"
    hall.wait(12 * 3600)
    assert Visit(endpoints["web"], hall).ask(do="hello", session=token)["text"] == refused
    hall.wait(61)
    assert {"is": "logged_out"} in again.read(), "an open connection speaks for nobody then"
    assert "hello" in again.say("bank")


def test_logging_out_ends_open_connections_at_once(hall: Hall, page: Visit) -> None:
    hall.seat("ann", "bob")
    token = page.ask(do="redeem", code=web_code(hall))["session"]
    page.ask(do="watch", place=CHANNEL)
    before = page.cards()
    assert hall.tell("ann", "!web logout") == ["You are logged out of the page."]
    assert {"is": "logged_out"} in page.read()
    hall.say(hall.actor(), "!fold")
    hall.wait(6)
    assert page.cards() == before
    assert page.sent[-1]["is"] in {"event", "snapshot"}, "it still watches, as a spectator"
    assert page.ask(do="hello", session=token)["is"] == "error"


def test_a_code_works_once_at_one_place(hall: Hall, endpoints: dict[str, FeedEndpoint]) -> None:
    first, second = Visit(endpoints["web"], hall), Visit(endpoints["ssh"], hall)
    code = web_code(hall)
    assert first.ask(do="redeem", code=code)["is"] == "welcome"
    for visit in (second, first):
        assert "not valid" in visit.ask(do="redeem", code=code)["text"]
    code = web_code(hall)
    hall.wait(600)
    assert "not valid" in second.ask(do="redeem", code=code)["text"]


def test_codes_are_not_guessed(hall: Hall, endpoints: dict[str, FeedEndpoint]) -> None:
    visit = Visit(endpoints["web"], hall)
    for number in range(5):
        assert "not valid" in visit.ask(do="redeem", code=f"{number:016x}", address=ADDRESS)["text"]
    code = web_code(hall)
    assert "too many wrong codes" in visit.ask(do="redeem", code=code)["text"]
    another = Visit(endpoints["web"], hall)
    assert "too many wrong codes" in another.ask(do="redeem", code=code, address=ADDRESS)["text"]
    assert another.ask(do="redeem", code=code, address="192.0.2.8")["is"] == "welcome"
    hall.wait(60 * MINUTES)
    assert "not valid" in another.ask(do="redeem", code=code, address=ADDRESS)["text"], "it may be tried again"


@pytest.mark.parametrize("code", [None, 7, [], {}, "x" * 129, "", "\ud800", "\0"])
def test_hostile_codes(hall: Hall, page: Visit, code: Any) -> None:
    assert hall.person("ann")
    assert page.ask(do="redeem", code=code)["is"] == "error"
    assert page.session.person is None


def test_a_redeemed_administrator_gives_no_orders(hall: Hall, page: Visit) -> None:
    hall.say("ann", "!bank", account="boss")
    [line] = hall.say("ann", "!web", None, account="boss")
    page.ask(do="redeem", code=line.split("/sit/")[1].split()[0])
    assert page.session.person
    assert page.session.person.account == "boss"
    assert "you have 1000 chips" in page.say("bank")
    assert page.ask(do="status")["is"] == "error"


def test_the_door_decides_the_network(hall: Hall, page: Visit) -> None:
    assert hall.person("ann")
    for message in ({"network": "net"}, {"person": {"nick": "ann", "network": "net", "address": ADDRESS}}):
        assert "the endpoint decides" in page.ask(do="redeem", code="0" * 16, **message)["text"]


def test_a_connection_follows_a_guest_to_a_new_nick(hall: Hall, page: Visit) -> None:
    page.ask(do="redeem", code=web_code(hall))
    hall.nick_owners["annie"] = hall.person("ann").address
    hall.services.presence.renamed(hall.person("ann"), hall.person("annie"))
    hall.run()
    assert page.session.person
    assert page.session.person.id == hall.player("annie")
    assert "you have 1000 chips" in page.say("bank")
    assert hall.services.ledger.audit().accounts == 1


def test_hello_as_somebody_else_ends_speaking_for_the_first(hall: Hall, page: Visit) -> None:
    page.ask(do="redeem", code=web_code(hall))
    assert page.hello("carol")["person"]["network"] == "web"
    hall.tell("ann", "!web logout")
    assert {"is": "logged_out"} not in page.read()
    assert page.session.person
    assert page.session.person.nick == "carol"


def test_web_refuses_without_a_page(hall: Hall) -> None:
    others = {**hall.settings.others, "web": WebSettings("")}
    hall.services.settings = replace(hall.services.settings, others=others)
    assert "there is no page here" in hall.tell("ann", "!web")[0]


def test_a_code_can_be_looked_at_without_using_it_up(hall: Hall, page: Visit) -> None:
    code = web_code(hall)
    for _ in range(3):
        assert page.ask(do="redeem", code=code, peek=True) == {"is": "code", "nick": "ann", "id": 7}
    assert page.session.person is None
    assert page.ask(do="redeem", code=code)["is"] == "welcome"
    assert page.ask(do="redeem", code=code, peek=True)["is"] == "error"


def test_the_link_is_never_public(hall: Hall) -> None:
    lines = hall.say("ann", "!web")
    assert URL in lines[0]
    assert not any(URL in line for line in hall.to(CHANNEL))
    assert any(URL in line for line in hall.to("ann"))


def test_no_connection_ever_gets_a_code_that_was_given_on_irc(hall: Hall, endpoints: dict[str, FeedEndpoint]) -> None:
    """A front-end that was broken into may name whom it likes on its own network."""
    hall.seat("ann", "bob")
    visits = {name: Visit(endpoints["web"], hall) for name in ("", "ann", "mallory")} | {
        "root": Visit(endpoints["local"], hall)
    }
    for name, visit in visits.items():
        if name:
            assert visit.hello(name)["is"] == "welcome"
        assert visit.ask(do="watch", place=CHANNEL)["is"] == "snapshot"
    given = [line for words in ("!web", "!link") for line in (*hall.tell("ann", words), *hall.say("ann", words))]
    codes = set(re.findall(r"\b[0-9a-f]{16}\b", " ".join(given)))
    assert len(codes) == 3
    for visit in visits.values():
        for words in ("!web", "!link"):
            visit.say(words)
        visit.read()
        assert not [code for code in codes if code in json.dumps(visit.sent)]
    own = re.findall(r"/sit/([0-9a-f]{16})", json.dumps(visits["ann"].sent))
    assert Visit(endpoints["web"], hall).ask(do="redeem", code=own[0])["person"]["id"] == f"guest:web/ann!{ADDRESS}"
    for person in ({"id": str(hall.player("ann"))}, {"account": str(hall.player("ann"))}, {"account": "net/ann"}):
        answer = visits["mallory"].hello("ann", **person)
        assert answer["is"] == "error" or answer["person"]["network"] == "web"
    assert all("you hold" not in json.dumps(visit.sent) for visit in visits.values())


def test_the_operator_may_link_too_and_stays_the_only_operator(hall: Hall, endpoints: dict[str, FeedEndpoint]) -> None:
    local, page = Visit(endpoints["local"], hall), Visit(endpoints["web"], hall)
    local.hello("root")
    page.hello("rita", account="rita")
    code = re.search(r"Your code is (\w+)", local.say("link"))
    assert code
    assert "have one account now" in page.say(f"link {code[1]}")
    assert "Your code has been used: web/rita and you have one account now." in local.say("bank")
    assert local.say("bank") == page.say("bank")
    assert page.ask(do="status")["is"] == "error"
