"""A nick in `!give`, `!bank` and `!stats` means the person whom the bot sees under it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from ircpoker.chat.router import Router
from ircpoker.runtime.clock import ManualClock
from ircpoker.transports.irc import UnaskedLines
from tests.chat.routers import make_router
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay

SERVICES = ("account-notify", "account-tag", "extended-join")
ABSENT = "{} is not in a channel with me now, and anybody could have had that nick: give the chips when they are here"


class Network:
    """A bot in its channel, people with accounts or without, and the ledger.

    Attributes:
        accounts: the services account of each nick; others are guests.
    """

    def __init__(self, make_stay: MakeStay, capabilities: tuple[str, ...] = SERVICES) -> None:
        self.router: Router = make_router(("bank",), clock=ManualClock(), cards="ascii")
        services = self.router.services
        games = UnaskedLines(services.outbox, services.presence)
        self.stay: Stay = make_stay(router=self.router, games=games, host="irc.test")
        self.accounts: dict[str, str] = {}
        self.stay.receive(f":s CAP * LS :{' '.join(capabilities)}", f":s CAP * ACK :{' '.join(capabilities)}")
        self.stay.receive(":s 001 dealer :Welcome", ":s 005 dealer CASEMAPPING=rfc1459 WHOX :are", ":s 376 dealer :End")
        self.stay.receive(":dealer!d@host JOIN #poker")
        self.has_tags = "account-tag" in capabilities

    def join(self, nick: str, account: str = "*") -> None:
        """Let somebody join, whose user name is their first nick."""
        self.stay.receive(f":{nick}!{nick}@home JOIN #poker {account} :x")
        self.accounts[nick] = account

    def rename(self, old: str, new: str, user: str) -> None:
        self.stay.receive(f":{old}!{user}@home NICK {new}")
        self.accounts[new] = self.accounts.pop(old)

    def tell(self, nick: str, text: str, *, user: str = "") -> str:
        """Say something in private; return the first answer."""
        account = self.accounts.get(nick, "*")
        tag = f"@account={account} " if account != "*" and self.has_tags else ""
        lines = self.stay.receive(f"{tag}:{nick}!{user or nick}@home PRIVMSG dealer :{text}")
        to_them = [line.partition(" :")[2] for line in lines if line.split()[1] == nick]
        return to_them[0]

    def pass_a_week(self) -> None:
        clock = self.router.services.clock
        assert isinstance(clock, ManualClock)
        clock.advance(timedelta(days=8))


@pytest.fixture
def network(make_stay: MakeStay) -> Iterator[Network]:
    """Alice, bob and mallory are in the channel, all with accounts and chips."""
    network = Network(make_stay)
    for nick, account in (("alice", "alice"), ("bob", "robert"), ("mallory", "mallory")):
        network.join(nick, account)
        assert network.tell(nick, "bank") == "you have 1000 chips"
    network.pass_a_week()
    yield network
    assert network.router.services.ledger.audit().is_clean
    network.router.services.close()


def wear(network: Network) -> None:
    """Mallory wears the nick bob for one command, while bob is away, and bob is back."""
    network.stay.receive(":bob!bob@home QUIT :bye")
    network.rename("mallory", "bob", "mallory")
    network.tell("bob", "bank", user="mallory")
    network.rename("bob", "mallory", "mallory")
    network.join("bob", "robert")


class TestInSight:
    def test_a_borrowed_nick_brings_no_gift(self, network: Network) -> None:
        wear(network)
        assert network.tell("alice", "give bob 300") == (
            "alice gives bob (account robert) 300 chips: alice has 700, bob has 1300"
        )
        assert network.tell("bob", "bank") == "you have 1300 chips"
        assert network.tell("mallory", "bank") == "you have 1000 chips"

    def test_only_the_receiver_reads_of_it(self, network: Network) -> None:
        lines = network.stay.receive("@account=alice :alice!alice@home PRIVMSG dealer :give bob 3")
        assert [line for line in lines if line.startswith("NOTICE bob ")] == [
            "NOTICE bob :alice gives bob (account robert) 3 chips: you have 1003 chips now"
        ]

    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("bank bob", "bob (account robert) has 1000 chips"),
            ("bank BOB", "bob (account robert) has 1000 chips"),
            ("bank mallory", "mallory has 1000 chips"),
            ("stats bob", "you have finished no deal with bob (account robert) yet"),
            ("bank alice", "you have 1000 chips"),
            ("bank dealer", "nobody called 'dealer' has chips here: expected a player's nick"),
        ],
    )
    def test_questions(self, network: Network, text: str, answer: str) -> None:
        wear(network)
        assert network.tell("alice", text) == answer

    def test_somebody_new_with_the_nick_of_an_account(self, network: Network) -> None:
        """The nick is worn by a guest who has no chips: the ledger's bob is not meant."""
        network.stay.receive(":bob!bob@home QUIT :bye")
        network.join("bob")
        unknown = "nobody called 'bob' has chips here: expected a player's nick"
        assert network.tell("alice", "give bob 3") == unknown
        assert network.tell("alice", "bank bob") == unknown

    def test_the_ledger_follows_a_new_nick(self, network: Network) -> None:
        network.rename("bob", "bobby", "bob")
        network.stay.receive(":bobby!bob@home QUIT :bye")
        assert network.tell("alice", "bank bobby") == "bobby (account robert) has 1000 chips"
        assert network.tell("alice", "bank bob") == "nobody called 'bob' has chips here: expected a player's nick"

    def test_nicks_are_compared_as_the_network_does(self, network: Network) -> None:
        network.rename("bob", "bob[1]", "bob")
        assert network.tell("alice", "give BOB{1} 3").startswith("alice gives bob[1] (account robert) 3 chips")


class TestOutOfSight:
    def test_a_borrowed_nick_brings_no_gift_while_its_owner_is_away(self, network: Network) -> None:
        network.stay.receive(":bob!bob@home QUIT :bye", ":mallory!mallory@home PART #poker :bye")
        network.accounts["bob"] = "mallory"
        network.tell("bob", "bank", user="mallory")
        assert network.tell("alice", "give bob 3") == ABSENT.format("bob")
        assert network.tell("alice", "bank bob") == "bob (account mallory) has 1000 chips"

    def test_an_account_by_its_name(self, network: Network) -> None:
        network.stay.receive(":bob!bob@home QUIT :bye")
        assert network.tell("alice", "bank robert") == "bob (account robert) has 1000 chips"
        assert network.tell("alice", "give ROBERT 3").startswith("alice gives bob (account robert) 3 chips")

    def test_who_quits_before_the_gift(self, network: Network) -> None:
        network.stay.receive(":bob!bob@home QUIT :bye")
        assert network.tell("alice", "give bob 3") == ABSENT.format("bob")

    @pytest.mark.parametrize("text", ["bank no/body", f"bank {'x' * 300}", "give a\u200bb 3", "stats !"])
    def test_texts_that_name_nobody(self, network: Network, text: str) -> None:
        assert network.tell("alice", text).startswith("nobody called ")


class TestGuests:
    @pytest.fixture
    def guests(self, make_stay: MakeStay) -> Iterator[Network]:
        network = Network(make_stay, ())
        for nick in ("alice", "bob"):
            network.stay.receive(f":{nick}!{nick}@home JOIN #poker")
            network.tell(nick, "bank")
        # Somebody out of sight had the nick, too, and had it last.
        network.stay.receive(":bob!bob@home PART #poker :bye")
        network.tell("bob", "bank", user="mallory")
        network.tell("carol", "bank")
        network.pass_a_week()
        yield network
        network.router.services.close()

    def test_the_address_decides(self, guests: Network) -> None:
        guests.stay.receive(":bob!bob@home JOIN #poker")
        assert guests.tell("alice", "give bob 3").startswith("alice gives bob 3 chips: alice has 997, bob has 1003")
        assert guests.tell("bob", "bank") == "you have 1003 chips"

    def test_two_guests_of_that_nick(self, guests: Network) -> None:
        assert guests.tell("alice", "give bob 3") == ABSENT.format("bob")
        assert guests.tell("alice", "give carol 3").startswith("alice gives carol 3 chips")

    def test_a_nick_that_the_server_has_not_confirmed(self, guests: Network) -> None:
        guests.stay.receive(":s 353 dealer = #poker :bob")
        unconfirmed = "the server has not told me yet who bob is: try again in a moment"
        assert guests.tell("alice", "give bob 3") == unconfirmed
        assert guests.tell("alice", "bank bob") == unconfirmed
        guests.stay.receive(":s 354 dealer 152 bob home bob 0", ":s 315 dealer #poker :End")
        assert guests.tell("alice", "give bob 3").startswith("alice gives bob 3 chips")
        assert guests.tell("bob", "bank") == "you have 1003 chips"


def test_nobody_is_seen_where_the_bot_is_away(network: Network) -> None:
    assert network.router.services.presence.find("net", "bob") is not None
    network.stay.session.end()
    assert network.router.services.presence.find("net", "bob") is None
