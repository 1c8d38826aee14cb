"""Capabilities and the login to services."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator

import pytest
from scramp import ScramMechanism

from ircpoker.chat.message import Message, Reply
from ircpoker.config import Secret
from ircpoker.transports.irc import Timing, UnaskedLines
from ircpoker.transports.irc.login import CONNECTION, ECHO, LABELS, WANTED
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay, times

PASSWORD = "correct horse battery staple"
ACCOUNTS = ("account-notify", "account-tag", "extended-join")


@pytest.fixture
def plain(make_stay: MakeStay) -> Stay:
    """A stay on a network where the bot is to log in."""
    return make_stay(sasl="plain", account="dealer", password=Secret(PASSWORD))


@pytest.fixture
def scram(make_stay: MakeStay) -> Stay:
    return make_stay(sasl="scram-sha-256", account="dealer", password=Secret(PASSWORD))


def payload(text: str) -> bytes:
    """Return the decoded text of an AUTHENTICATE."""
    assert text.startswith("AUTHENTICATE ")
    return base64.b64decode(text.split()[1])


class TestCapabilities:
    def test_capabilities_are_requested_first(self, make_stay: MakeStay) -> None:
        assert make_stay().sent == ["CAP LS 302"]

    def test_only_useful_capabilities_are_requested(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        assert stay.receive(":s CAP * LS * :away-notify account-tag=x", ":s CAP * LS :chghost sasl=PLAIN") == [
            "CAP REQ :account-tag chghost"
        ]
        assert stay.receive(":s CAP * ACK :account-tag chghost") == ["CAP END"]
        assert stay.session.login.active == {"account-tag", "chghost"}

    def test_no_capabilities(self, make_stay: MakeStay) -> None:
        assert make_stay().receive(":s CAP * LS :") == ["CAP END"]

    def test_refused_capabilities(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s CAP * LS :chghost")
        assert stay.receive(":s CAP * NAK :chghost") == ["CAP END"]
        assert stay.session.login.active == set()

    def test_capabilities_that_change_later(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s CAP * LS :chghost", ":s CAP * ACK :chghost", ":s 001 dealer :Welcome")
        assert stay.receive(":s CAP dealer NEW :account-tag sasl") == ["CAP REQ :account-tag"]
        assert stay.receive(":s CAP dealer ACK :account-tag", ":s CAP dealer DEL :chghost") == []
        assert stay.session.login.active == {"account-tag"}

    def test_endless_offers_take_no_memory(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(*(f":s CAP * LS * :{' '.join(f'x{line}.{n}' for n in range(500))}" for line in range(20)))
        assert len(stay.session.login._offered) == 200

    def test_all_wanted_capabilities_are_used(self, make_stay: MakeStay) -> None:
        """Each has a test below, or in test_session.py (chghost), test_talk.py (batches, tags) and test_receipts.py."""
        assert {*ACCOUNTS, LABELS, ECHO, "batch", "chghost", "message-tags", "userhost-in-names", CONNECTION} == WANTED
        stay = make_stay()
        stay.join()
        stay.receive(":s 353 dealer = #poker :@carol!c@home")
        assert stay.session.people.address("carol") == "c@home"


class TestPlain:
    def test_logs_in_before_anybody_sees_the_bot(self, plain: Stay) -> None:
        assert plain.receive(":s CAP * LS :sasl=EXTERNAL,PLAIN chghost") == ["CAP REQ :chghost sasl"]
        assert plain.receive(":s CAP * ACK :chghost sasl") == ["AUTHENTICATE PLAIN"]
        (answer,) = plain.receive("AUTHENTICATE +")
        assert payload(answer) == f"\0dealer\0{PASSWORD}".encode()
        assert plain.receive(":s 900 * * dealer :You are now logged in", ":s 903 * :SASL successful") == ["CAP END"]
        plain.receive(":s 001 dealer :Welcome")
        assert plain.session.registered

    def test_a_long_password_goes_in_several_lines(self, make_stay: MakeStay) -> None:
        # 6 + 294 bytes make 400 characters: a full line, ended by an empty one.
        stay = make_stay(sasl="plain", account="dealer", password=Secret("x" * 292))
        stay.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl")
        first, last = stay.receive("AUTHENTICATE +")
        assert (len(payload(first)), last) == (300, "AUTHENTICATE +")

    @pytest.mark.parametrize(
        ("lines", "reason"),
        [
            ([":s CAP * LS :chghost"], "the server offers no sasl now, perhaps as its services are away"),
            ([":s CAP * LS :sasl=EXTERNAL"], "sasl = plain is not offered there: expected one of external"),
            ([":s CAP * LS :sasl", ":s CAP * NAK :sasl"], "the server refused to begin a sasl login"),
            ([":s 421 * CAP :Unknown command"], "the server knows no capabilities, so sasl is impossible: leave it"),
            ([":s 001 dealer :Welcome"], "the server let us in without the login that sasl asks for"),
            (
                [":s CAP * LS :sasl", ":s CAP * ACK :sasl", "AUTHENTICATE +", ":s 904 * :SASL authentication failed"],
                "sasl = plain: not logged in: SASL authentication failed",
            ),
            (
                [":s CAP * LS :sasl", ":s CAP * ACK :sasl", "AUTHENTICATE %%"],
                "the server's part of the sasl login is wrong: ",
            ),
        ],
    )
    def test_a_server_that_does_not_log_us_in_is_left(
        self, plain: Stay, caplog: pytest.LogCaptureFixture, lines: list[str], reason: str
    ) -> None:
        assert "CAP END" not in plain.receive(*lines)
        assert not plain.connection.is_open
        assert plain.session.was_refused
        assert not plain.session.registered
        assert caplog.messages[-1].startswith(f"net: {reason}")
        assert PASSWORD not in caplog.text

    def test_the_mechanisms_of_908_are_no_failure_by_themselves(self, plain: Stay) -> None:
        plain.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl", ":s 908 * PLAIN :are available")
        assert plain.connection.is_open


def test_external_names_the_account(make_stay: MakeStay) -> None:
    stay = make_stay(sasl="external", account="dealer")
    stay.receive(":s CAP * LS :sasl")
    assert stay.receive(":s CAP * ACK :sasl") == ["AUTHENTICATE EXTERNAL"]
    assert payload(stay.receive("AUTHENTICATE +")[0]) == b"dealer"


def test_external_without_an_account_uses_the_certificate(make_stay: MakeStay) -> None:
    stay = make_stay(sasl="external")
    stay.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl")
    assert stay.receive("AUTHENTICATE +") == ["AUTHENTICATE +"]


class TestNickServ:
    """A network without SASL."""

    @pytest.fixture
    def stay(self, make_stay: MakeStay) -> Stay:
        return make_stay(sasl="nickserv", account="croupier", password=Secret("pa55"))

    def test_nickserv_gets_the_password_before_the_bot_joins(self, stay: Stay) -> None:
        stay.receive(":s CAP * LS :sasl")
        welcome = stay.receive(":s 001 dealer :Welcome")
        assert welcome == ["NICKSERV IDENTIFY croupier pa55"]
        assert stay.receive(":s 376 dealer :End") == []
        assert stay.receive(":s 900 dealer d!d@h croupier :You are now logged in") == ["JOIN #poker"]

    def test_a_login_waits_for_the_features(self, stay: Stay) -> None:
        stay.receive(":s 001 dealer :Welcome")
        assert stay.receive(":s 900 dealer d!d@h croupier :You are now logged in") == []
        assert stay.receive(":s 376 dealer :End") == ["JOIN #poker"]

    def test_a_server_without_the_command_is_left(self, stay: Stay, caplog: pytest.LogCaptureFixture) -> None:
        stay.receive(":s 001 dealer :Welcome")
        assert stay.receive(":s 421 dealer NICKSERV :Unknown command", ":s 376 dealer :End") == []
        assert caplog.messages[-1].startswith("net: sasl = nickserv: the server has no NICKSERV command, and by any")
        assert "pa55" not in caplog.text
        assert not stay.connection.is_open

    def test_services_give_the_nick_back(self, stay: Stay) -> None:
        """The server hands the line to services; where it cannot, the bot stays without its nick."""
        stay.receive(":s 433 * dealer :Nickname is already in use", ":s 001 dealer_ :Welcome", ":s 376 dealer_ :End")
        lines = stay.receive(":s 900 dealer_ d!d@h croupier :You are now logged in")
        assert lines == ["JOIN #poker", "NICKSERV GHOST dealer", "NICK dealer"]
        stay.receive(":s 421 dealer_ NICKSERV :Unknown command")
        assert stay.connection.is_open

    def test_a_server_with_silent_services_is_left(self, stay: Stay, caplog: pytest.LogCaptureFixture) -> None:
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
        assert stay.run(Timing().register + 1) == []
        assert "NickServ has not logged the bot in" in caplog.text
        assert "pa55" not in caplog.text
        assert not stay.connection.is_open


class TestScram:
    @staticmethod
    def talk(stay: Stay, password: str) -> Iterator[list[str]]:
        """Yield the bot's lines, step by step, to a server that knows this password."""
        mechanism = ScramMechanism("SCRAM-SHA-256")
        stored = mechanism.make_auth_info(password, iteration_count=4096)
        server = mechanism.make_server(lambda _name: stored)
        stay.receive(":s CAP * LS :sasl=SCRAM-SHA-256")
        yield stay.receive(":s CAP * ACK :sasl")
        (first,) = stay.receive("AUTHENTICATE +")
        server.set_client_first(payload(first).decode())
        (final,) = stay.receive(f"AUTHENTICATE {_encoded(server.get_server_first())}")
        server.set_client_final(payload(final).decode())
        yield stay.receive(f"AUTHENTICATE {_encoded(server.get_server_final())}")

    def test_both_sides_prove_that_they_know_the_password(self, scram: Stay) -> None:
        assert list(self.talk(scram, PASSWORD)) == [["AUTHENTICATE SCRAM-SHA-256"], ["AUTHENTICATE +"]]
        assert scram.receive(":s 903 * :SASL successful") == ["CAP END"]

    def test_a_server_without_proof_is_left(self, scram: Stay, caplog: pytest.LogCaptureFixture) -> None:
        scram.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl")
        assert scram.receive("AUTHENTICATE +", ":s 903 * :SASL successful")[-1] != "CAP END"
        assert caplog.messages[-1] == "net: the server did not prove that it knows the password"

    def test_a_server_with_a_wrong_proof_is_left(self, scram: Stay, caplog: pytest.LogCaptureFixture) -> None:
        scram.receive(":s CAP * LS :sasl", ":s CAP * ACK :sasl", "AUTHENTICATE +")
        scram.receive(f"AUTHENTICATE {_encoded('r=notours,s=QSXCR+Q6sek8bf92,i=4096')}")
        assert caplog.messages[-1].startswith("net: the server's part of the sasl login is wrong: ")
        assert not scram.connection.is_open


class Names:
    """A router that answers with the sender's account."""

    def handle(self, message: Message) -> list[Reply]:
        return [Reply((str(message.sender.account),))]


class TestWhoIsLoggedIn:
    @pytest.fixture
    def stay(self, make_stay: MakeStay) -> Stay:
        stay = make_stay(router=Names())
        stay.receive(":s CAP * LS :account-notify account-tag extended-join")
        stay.receive(":s CAP * ACK :account-notify account-tag extended-join")
        stay.join()
        return stay

    @pytest.mark.parametrize(
        ("lines", "account"),
        [
            ([], "None"),
            (["@account=Ann :alice!user@host PRIVMSG #poker :!who"], "Ann"),
            ([":alice!user@host ACCOUNT Ann"], "None"),
            ([":alice!user@host ACCOUNT Ann", ":alice!user@host ACCOUNT *"], "None"),
        ],
    )
    def test_the_tag_of_a_line_decides(self, stay: Stay, lines: list[str], account: str) -> None:
        """A line without the tag is from somebody who is not logged in, despite earlier news."""
        stay.receive(*lines[:-1])
        lines = lines[-1:] if lines and "PRIVMSG" in lines[-1] else [*lines[-1:], ":alice!user@host PRIVMSG #poker :!x"]
        assert stay.receive(*lines)[-1] == f"PRIVMSG #poker :{account}"

    def test_without_tags_earlier_lines_count(self, stay: Stay) -> None:
        stay.receive(":s CAP dealer DEL :account-tag", ":eve!e@home JOIN #poker Eve :Eve Ling")
        assert stay.say("!x", "eve") == ["PRIVMSG #poker :E-ve"]
        stay.receive(":eve!e@home ACCOUNT *")
        assert stay.say("!x", "eve") == ["PRIVMSG #poker :None"]
        stay.receive(":eve!e@home JOIN #poker * :Eve Ling", ":eve!e@home ACCOUNT Eva", ":eve!e@home NICK :eva")
        assert stay.say("!x", "eva") == ["PRIVMSG #poker :E-va"]

    def test_accounts_of_earlier_members_are_asked_for(self, make_stay: MakeStay) -> None:
        stay = make_stay(router=Names())
        stay.join("WHOX")
        lines = (":dealer!d@host JOIN #poker", ":s 353 dealer = #poker :alice bob")
        assert "WHO #poker %tuhna,152" in stay.receive(*lines)
        stay.receive(*[f":s 354 dealer {answer}" for answer in ("152 u h alice Ann", "152 u h bob 0", "9 u h bob Bob")])
        assert stay.say("!x") == ["PRIVMSG #poker :Ann"]
        assert stay.say("!x", "bob") == ["PRIVMSG #poker :None"]

    def test_a_private_line_from_out_of_sight_has_its_tag(self, stay: Stay) -> None:
        assert stay.receive("@account=Zoe :zoe!z@home PRIVMSG dealer :x")[-1] == "PRIVMSG zoe :Zoe"


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


class TestLoggedOut:
    OUT = ":s 901 dealer dealer!d@host :You are now logged out"

    @pytest.fixture
    def there(self, plain: Stay) -> Stay:
        """A stay that is logged in and in its channel."""
        return self.log_in(plain)

    def log_in(self, stay: Stay) -> Stay:
        stay.receive(":s CAP * LS :sasl=PLAIN", ":s CAP * ACK :sasl", "AUTHENTICATE +", ":s 900 * * dealer :Hi")
        stay.receive(":s 903 * :SASL successful")
        stay.join()
        stay.run(120)
        return stay

    def logged_out_of_games(self, make_stay: MakeStay, is_quiet: Callable[[], bool]) -> Stay:
        games = UnaskedLines(is_quiet=lambda _: is_quiet())
        stay = self.log_in(make_stay(games=games, sasl="plain", account="dealer", password=Secret(PASSWORD)))
        stay.receive(self.OUT)
        assert times(stay, "AUTHENTICATE PLAIN", 10) == [5]
        return stay

    def test_it_logs_in_again(self, there: Stay) -> None:
        there.receive(self.OUT)
        assert not there.session.login.is_in
        assert there.attempts.login.words == "You are now logged out"
        assert times(there, "AUTHENTICATE PLAIN", 10) == [5]
        (answer,) = there.receive("AUTHENTICATE +")
        assert payload(answer) == f"\0dealer\0{PASSWORD}".encode()
        there.receive(":s 900 dealer d!d@h dealer :Hi", ":s 903 dealer :SASL successful")
        assert there.session.login.is_in
        assert times(there, "AUTHENTICATE PLAIN", 3600) == []

    def test_services_that_come_back_know_it_soon(self, there: Stay) -> None:
        there.receive(":s CAP dealer DEL :sasl", self.OUT)
        assert times(there, "CAP REQ :sasl", 1800) == []
        assert there.receive(":s CAP dealer NEW :sasl=PLAIN") == ["CAP REQ :sasl"]
        assert there.receive(":s CAP dealer ACK :sasl") == ["AUTHENTICATE PLAIN"]

    def test_services_that_were_started_anew_are_asked(self, there: Stay) -> None:
        there.receive(":s CAP dealer DEL :sasl")
        assert there.receive(":s CAP dealer NEW :sasl=PLAIN") == ["CAP REQ :sasl"]
        there.receive(":s CAP dealer ACK :sasl", ":s 907 dealer :You have already completed SASL authentication")
        assert there.session.login.is_in, "nobody has said that it was logged out"

    def test_a_refused_login_is_tried_again_ever_later(self, there: Stay) -> None:
        there.receive(self.OUT)
        tried = []
        for _ in range(8):
            tried += times(there, "AUTHENTICATE PLAIN", 3600, most=1)
            there.receive("AUTHENTICATE +", ":s 904 dealer :SASL authentication failed")
        assert tried == [5, 80, 140, 260, 500, 500, 500, 500]
        assert there.connection.is_open

    @pytest.mark.parametrize("answer", ["", ":s 907 dealer :You have already completed SASL authentication"])
    def test_it_connects_again_where_that_is_the_only_way(self, there: Stay, answer: str) -> None:
        there.receive(self.OUT)
        assert times(there, "AUTHENTICATE PLAIN", 10) == [5]
        there.receive(*filter(None, [answer]))
        assert times(there, "QUIT :logging in again", 3600) == [75]
        assert not there.connection.is_open

    def test_not_in_the_middle_of_a_deal(self, make_stay: MakeStay) -> None:
        is_quiet = False
        stay = self.logged_out_of_games(make_stay, lambda: is_quiet)
        assert times(stay, "QUIT :logging in again", 200) == []
        is_quiet = True
        assert len(times(stay, "QUIT :logging in again", 600, most=1)) == 1

    def test_at_last_in_the_middle_of_a_deal(self, make_stay: MakeStay) -> None:
        stay = self.logged_out_of_games(make_stay, lambda: False)
        (after,) = times(stay, "QUIT :logging in again", 3600, most=1)
        assert 580 < after <= 1200

    def test_nickserv_hears_again(self, make_stay: MakeStay) -> None:
        stay = make_stay(sasl="nickserv", account="dealer", password=Secret(PASSWORD))
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End", ":s 900 dealer d!d@h dealer :Hi")
        stay.run(120)
        stay.receive(self.OUT)
        assert times(stay, f"NICKSERV IDENTIFY dealer {PASSWORD}", 10) == [5]
