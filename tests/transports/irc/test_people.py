"""The reports of a stay about people."""

from __future__ import annotations

import pytest

from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.irc import UnaskedLines
from ircpoker.transports.irc.people import MOST_MEMBERS
from tests.chat.test_presence import Diary
from tests.servers.bots import EchoRouter
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay


class PersonDiary(Diary):
    """Keeps the people, too."""

    def __init__(self) -> None:
        super().__init__()
        self.people: list[Person] = []

    def joined(self, person: Person, channel: str) -> None:
        super().joined(person, channel)
        self.people.append(person)


@pytest.fixture
def diary(stay: Stay) -> PersonDiary:
    diary = PersonDiary()
    stay.games.presence.listen(diary)
    stay.games.presence.follow = diary.renamed
    return diary


def test_members_are_reported_when_the_bot_joins(make_stay: MakeStay) -> None:
    games, diary = UnaskedLines(), PersonDiary()
    games.presence.listen(diary)
    stay = make_stay(games=games)
    stay.join("CASEMAPPING=ascii")
    assert diary.entries == [("connected", "net")], "a nick is nobody yet"
    stay.who("alice!a@h", "dealer!d@h", "bob!b@h")
    assert diary.entries == [("connected", "net"), ("joined", "alice", "#poker"), ("joined", "bob", "#poker")]
    assert [(person.nick, person.address) for person in diary.people] == [("alice", "a@h"), ("bob", "b@h")]


def test_an_early_speaker_is_reported_at_once(stay: Stay, diary: PersonDiary) -> None:
    stay.say("!echo hi", "bob")
    assert diary.entries == [("joined", "bob", "#poker")]
    stay.who("alice!a@h", "bob!user@host")
    assert diary.entries == [("joined", "bob", "#poker"), ("joined", "alice", "#poker")]


def test_unlisted_people_are_not_reported(stay: Stay, diary: PersonDiary) -> None:
    stay.who("alice!a@h")
    stay.receive(":bob!b@h PART #poker :bye")
    assert diary.entries == [("joined", "alice", "#poker")]


def test_coming_and_going(stay: Stay, diary: PersonDiary) -> None:
    stay.who("alice!a@h", "bob!b@h")
    diary.entries.clear()
    diary.people.clear()
    stay.receive(
        ":Carol[!c@h JOIN #POKER",
        ":irc.test 353 dealer = #poker :@alice bob dealer Carol[",
        ":Carol[!c@h NICK Caro",
        ":bob!b@h PART #poker :bye",
        ":alice!a@h KICK #poker caro :out",
        ":alice!a@h QUIT :net.split net.split",
        ":dealer!d@h NICK croupier",
    )
    assert diary.entries == [
        ("joined", "Carol[", "#poker"),
        ("renamed", "Carol[", "Caro"),
        ("parted", "bob", "#poker"),
        ("parted", "Caro", "#poker"),
        ("quit", "alice"),
    ]
    assert diary.people == [Person("net", "Carol[", "carol[")]


def test_strangers_and_other_channels_are_ignored(stay: Stay, diary: PersonDiary) -> None:
    stay.receive(
        ":carol!c@h JOIN #elsewhere",
        ":carol!c@h PART #poker",
        ":irc.test 353 dealer = #elsewhere :carol",
        ":dealer!d@h JOIN #elsewhere",
        ":irc.test 353 dealer = #elsewhere :dave",
    )
    assert diary.entries == []


def test_a_kicked_bot_sees_nobody_until_it_is_back(make_stay: MakeStay) -> None:
    games, diary = UnaskedLines(), PersonDiary()
    stay = make_stay(games=games)
    stay.join()
    stay.who("alice!a@h", "bob!b@h")
    games.presence.listen(diary)
    stay.receive(":alice!a@h KICK #poker dealer :out")
    assert diary.entries == [("parted", "alice", "#poker"), ("parted", "bob", "#poker")]
    stay.receive(":dealer!d@h JOIN #poker", ":irc.test 353 dealer = #poker :dealer bob")
    stay.who("bob!b@h")
    assert diary.entries[2:] == [("joined", "bob", "#poker")]


def test_the_end_is_reported_once_and_closes_the_outbox(stay: Stay, diary: PersonDiary) -> None:
    outcomes: list[Delivery] = []
    stay.end()
    stay.games.outbox.post(Outgoing(Reader("net", "alice"), Reply(("x",)), on_delivery=outcomes.append))
    assert diary.entries == [("disconnected", "net")]
    assert outcomes == [Delivery.UNKNOWN]


def test_a_stay_without_a_join_is_not_reported(make_stay: MakeStay) -> None:
    games, diary = UnaskedLines(), Diary()
    games.presence.listen(diary)
    stay = make_stay(games=games)
    stay.receive(":s 433 * dealer :Nickname is already in use")
    stay.end()
    assert diary.entries == []


def test_messages_and_presence_speak_of_the_same_people(make_stay: MakeStay) -> None:
    class Witness(EchoRouter):
        def handle(self, message: Message) -> list[Reply]:
            heard.append(message)
            return []

    heard: list[Message] = []
    games, diary = UnaskedLines(), PersonDiary()
    games.presence.listen(diary)
    stay = make_stay(games=games, router=Witness())
    stay.join("CASEMAPPING=rfc1459")
    stay.receive(":Bob[!b@h JOIN #PoKeR", ":Bob[!b@h PRIVMSG #POKER :!echo")
    assert diary.people[-1] == Person("net", "Bob[", "bob{") == heard[0].sender
    assert diary.entries[-1][2] == "#poker" == heard[0].channel


class TestNewsBeforeTheBotIsThere:
    def test_news_waits_for_the_join(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
        stay.games.outbox.post(Outgoing(Reader("net", "#Poker"), Reply(("the deal goes on",))))
        assert stay.receive(":dealer!d@h JOIN #other", ":dealer!d@h JOIN #poker")[1:] == [
            "MODE #poker",
            "PRIVMSG #Poker :the deal goes on",
            "WHO #poker",
        ]
        assert stay.receive(":dealer!d@h PART #poker", ":dealer!d@h JOIN #poker") == ["MODE #poker", "WHO #poker"]

    def test_news_for_other_channels_does_not_wait(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
        stay.games.outbox.post(Outgoing(Reader("net", "#other"), Reply(("hello",))))
        assert stay.receive(":dealer!d@h JOIN #other") == ["PART #other"]


def test_notices_follow_the_replies_that_cause_them(make_stay: MakeStay) -> None:
    games = UnaskedLines()

    class Game(EchoRouter):
        def handle(self, message: Message) -> list[Reply]:
            games.outbox.post(
                Outgoing(Reader("net", "alice", channel="#poker"), Reply(("your cards",), private=True), table="one")
            )
            games.outbox.post(Outgoing(Reader("net", "#poker"), Reply(("your turn",)), table="one"))
            return [Reply((f"{message.sender.nick} sits down",))]

    stay = make_stay(games=games, router=Game())
    stay.join()
    assert stay.say("!sit") == [
        "PRIVMSG #poker :a-lice sits down",
        "NOTICE alice :your cards",
        "PRIVMSG #poker :your turn",
    ]


@pytest.mark.slow(1)
def test_a_large_channel_takes_little_memory(stay: Stay, diary: PersonDiary) -> None:
    nicks = [f"nick{number}" for number in range(MOST_MEMBERS + 1000)]
    for start in range(0, len(nicks), 40):
        stay.receive(f":irc.test 353 dealer = #poker :{' '.join(nicks[start : start + 40])}")
    for start in range(0, len(nicks), 500):
        stay.who(*[f"{nick}!u@h" for nick in nicks[start : start + 500]])
    assert len(diary.people) <= MOST_MEMBERS
    assert len(stay.session.people.channels["#poker"].members) == MOST_MEMBERS
    # They are answered like everybody else, and departures make room.
    assert stay.say("!echo hi", nicks[-1]) == ["PRIVMSG #poker :hi"]
    diary.entries.clear()
    stay.receive(f":{nicks[0]}!u@h PART #poker", f":{nicks[-1]}!u@h JOIN #poker", ":carol!u@h JOIN #poker")
    assert diary.entries == [("parted", nicks[0], "#poker"), ("joined", nicks[-1], "#poker")]


class Addresses(Diary):
    """Records new nicks and addresses."""

    def renamed(self, old: Person, person: Person) -> None:
        self.entries.append((old.nick, old.address, person.nick, person.address))


@pytest.fixture
def addresses(stay: Stay) -> Addresses:
    addresses = Addresses()
    stay.games.presence.listen(addresses)
    stay.games.presence.follow = addresses.renamed
    return addresses


def test_a_new_owner_of_a_nick_is_another_person(stay: Stay, addresses: Addresses) -> None:
    stay.receive(":alice!a@h PRIVMSG #poker :hello", ":stranger!s@h NICK alice")
    assert addresses.entries[1:] == [("stranger", "s@h", "alice", "s@h")]


@pytest.mark.parametrize("lock", ["k", "i", "s", "p"])
def test_a_channel_is_open_while_everybody_may_join_and_know_of_it(stay: Stay, lock: str) -> None:
    def is_open() -> bool:
        return stay.games.presence.is_open("net", "#poker")

    assert not is_open(), "the server has not said it"
    stay.receive(f":irc.test 324 dealer #poker +nt{lock} secret")
    assert not is_open()
    stay.receive(f":alice!a@h MODE #poker -{lock}")
    assert is_open()
    stay.receive(f":alice!a@h MODE #poker +{lock} secret")
    assert not is_open()
