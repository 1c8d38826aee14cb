from __future__ import annotations

import pytest

from ircpoker.chat.message import Person, Reply
from ircpoker.chat.news import Notice, Outbox, Presence
from ircpoker.delivery import Delivery

ALICE = Person("net", "alice", "alice")


def notice(text: str, network: str = "net") -> Notice:
    return Notice(network, "#poker", Reply((text,)))


class TestOutbox:
    def test_notices_go_to_their_network_only(self) -> None:
        outbox, net, other = Outbox(), list[Notice](), list[Notice]()
        outbox.open("net", net.append)
        outbox.open("other", other.append)
        outbox.post(notice("a"))
        outbox.post(notice("b", "other"))
        assert (net, other) == ([notice("a")], [notice("b", "other")])

    def test_a_closed_network_refuses(self) -> None:
        outbox, heard = Outbox(), list[str]()
        lost = Notice("net", "alice", Reply(("a",)), heard.append)
        outbox.post(lost)
        outbox.open("net", lambda _: None)
        outbox.close("net")
        outbox.close("never")
        outbox.post(lost)
        outbox.post(notice("nobody cares"))
        assert heard == [Delivery.UNKNOWN] * 2

    def test_held_notices_come_at_the_end_in_order(self) -> None:
        outbox, lines = Outbox(), list[Notice]()
        outbox.open("net", lines.append)
        with outbox.held():
            outbox.post(notice("a"))
            with outbox.held():
                outbox.post(notice("b"))
            outbox.post(notice("c"))
            assert lines == []
        assert lines == [notice("a"), notice("b"), notice("c")]

    def test_a_notice_caused_by_another_follows_it(self) -> None:
        outbox, lines = Outbox(), list[str]()

        def sink(given: Notice) -> None:
            lines.append(given.reply.text)
            if given.reply.text == "a":
                outbox.post(notice("a leads to this"))

        outbox.open("net", sink)
        with outbox.held():
            outbox.post(notice("a"))
            outbox.post(notice("b"))
        assert lines == ["a", "a leads to this", "b"]

    def test_a_failure_in_the_body_loses_nothing(self) -> None:
        outbox, lines = Outbox(), list[Notice]()
        outbox.open("net", lines.append)

        def fail() -> None:
            with outbox.held():
                outbox.post(notice("a"))
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert lines == [notice("a")]


class Diary:
    """Records its events."""

    def __init__(self) -> None:
        self.entries: list[tuple[object, ...]] = []

    def renamed(self, old: Person, person: Person) -> None:
        self.entries.append(("renamed", old.nick, person.nick))

    def joined(self, person: Person, channel: str) -> None:
        self.entries.append(("joined", person.nick, channel))

    def parted(self, person: Person, channel: str) -> None:
        self.entries.append(("parted", person.nick, channel))

    def quit(self, person: Person) -> None:
        self.entries.append(("quit", person.nick))

    def disconnected(self, network: str) -> None:
        self.entries.append(("disconnected", network))

    def connected(self, network: str) -> None:
        self.entries.append(("connected", network))

    def closing(self) -> None:
        self.entries.append(("closing",))


class Faulty(Diary):
    def joined(self, person: Person, channel: str) -> None:
        raise RuntimeError(person.nick + channel)


def test_presence_reaches_every_listener_despite_failures(caplog: pytest.LogCaptureFixture) -> None:
    presence, diary = Presence(), Diary()
    presence.listen(Faulty())
    presence.listen(diary)
    presence.connected("net")
    presence.joined(ALICE, "#poker")
    presence.renamed(ALICE, Person("net", "ally", "ally"))
    presence.parted(ALICE, "#poker")
    presence.quit(ALICE)
    presence.disconnected("net")
    assert diary.entries == [
        ("connected", "net"),
        ("joined", "alice", "#poker"),
        ("renamed", "alice", "ally"),
        ("parted", "alice", "#poker"),
        ("quit", "alice"),
        ("disconnected", "net"),
    ]
    assert [record.message for record in caplog.records] == ["a listener to presence failed"]
