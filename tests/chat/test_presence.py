"""The news of people, and a listener that writes them down."""

from __future__ import annotations

import pytest

from ircpoker.chat.presence import Presence
from ircpoker.people import Listener, Person

ALICE = Person("net", "alice", "alice")


class Diary(Listener):
    """Records its events."""

    def __init__(self) -> None:
        self.entries: list[tuple[object, ...]] = []

    def renamed(self, old: Person, person: Person) -> None:
        self.entries.append(("renamed", old.nick, person.nick))

    def arrived(self, person: Person) -> None:
        self.entries.append(("arrived", person.nick))

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
    presence.follow = diary.renamed
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
    assert [record.message for record in caplog.records] == ["a listener to news of people failed"]


def test_whoever_came_by_a_socket_is_there_until_they_quit_or_it_closes() -> None:
    presence, diary = Presence(), Diary()
    presence.listen(diary)
    ann, bob = Person("web", "ann", "ann"), Person("web", "bob", "bob")
    presence.arrived(ann)
    presence.arrived(bob)
    assert diary.entries == [("arrived", "ann"), ("arrived", "bob")]
    presence.disconnected("net")
    presence.quit(ann)
    assert [presence.has_arrived(each.id) for each in (ann, bob)] == [False, True]
    presence.disconnected("web")
    assert not presence.has_arrived(bob.id)
