"""The embedded server with people, a bot, and the first lines of real clients."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from functools import partial

import pytest

from ircpoker.config import LimitSettings
from ircpoker.words.plain_text import strip_formatting
from tests.chat.routers import make_router
from tests.servers.conftest import MakeHuman, StartBot
from tests.servers.embedded import EmbeddedThread
from tests.servers.human import Human
from tests.waiting import PATIENCE, wait_until

WELCOME = ["001", "002", "004", "005", "375", "372", "376"]


@pytest.fixture
def server() -> Iterator[EmbeddedThread]:
    with EmbeddedThread() as server:
        yield server


@pytest.fixture
def alice(server: EmbeddedThread, human: MakeHuman) -> Human:
    return human(server.port, "alice", "#poker")


@pytest.fixture
def bob(server: EmbeddedThread, human: MakeHuman, alice: Human) -> Human:
    person = human(server.port, "bob", "#poker")
    alice.expect(":bob!~human@localhost JOIN #poker")
    return person


class TestBot:
    def test_answers(self, server: EmbeddedThread, alice: Human, start_bot: StartBot) -> None:
        start_bot(server.port, "#poker", host="embedded", router=make_router())
        for target, reader in (("#poker", "#poker"), ("dealer", "alice")):
            alice.say(target, "!parse Ah Td 4c 3s Js 7h")
            assert strip_formatting(alice.hear("dealer", reader)).startswith("Ah Js Td 7h 4c | Ace High")

    def test_limits_each_connection(
        self, server: EmbeddedThread, alice: Human, bob: Human, start_bot: StartBot
    ) -> None:
        """Both have the same user name on the same machine, and a new nick is no new person."""
        limits = LimitSettings(command_burst=3, command_interval=600)
        start_bot(server.port, "#poker", host="embedded", router=make_router(), limits=limits)
        for _ in range(4):
            alice.say("#poker", "!about")
        alice.expect("NOTICE alice :[#poker] Too many commands at once")
        alice.send("NICK carol")
        alice.say("#poker", "!parse Ah Td 4c 3s Js")
        bob.say("#poker", "!parse 2h 2d 4c 3s Js")
        bob.expect("One Pair")
        alice.never("Ace High")

    def test_is_back_after_a_restart(self, server: EmbeddedThread, human: MakeHuman, start_bot: StartBot) -> None:
        bot = start_bot(server.port, "#poker", "#other")
        again = EmbeddedThread(port=server.port)
        server.stop()
        bot.wait_gone()
        with again:
            bot.wait_joined(2)
            person = human(again.port, "alice", "#poker")
            person.say("#poker", "!echo hi")
            assert person.hear("dealer", "#poker") == "hi"
            bot.stop()

    def test_says_goodbye(self, server: EmbeddedThread, alice: Human, start_bot: StartBot) -> None:
        start_bot(server.port, "#poker").stop("the table closes")
        assert alice.expect(" QUIT ").endswith(":Quit: the table closes")


class TestStartOfRealClients:
    """Their lines are from their sources; without these answers they wait or complain."""

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            # weechat: capabilities first, then the name, and its questions last.
            (
                "CAP LS 302|NICK wee|USER wee 0 * :wee|CAP END|MODE wee +i|JOIN #poker|MODE #poker|WHO #poker|"
                "PING :1234 5",
                [
                    "CAP * LS :",
                    *WELCOME,
                    "JOIN #poker",
                    "353",
                    "366",
                    "324 wee #poker +",
                    "352",
                    "315",
                    "PONG ircpoker.local :1234 5",
                ],
            ),
            # irssi: the same, with WHOIS of its own nick and the list of bans.
            (
                "CAP LS 302|NICK irs|USER irs irs localhost :irs|CAP REQ :multi-prefix|CAP END|JOIN #poker|MODE #poker|"
                "MODE #poker b|WHO #poker|USERHOST irs|PING ircpoker.local",
                [
                    *(
                        "CAP * LS :",
                        "CAP irs NAK :multi-prefix",
                        *WELCOME,
                        "JOIN #poker",
                        "353",
                        "366",
                        "324",
                        "368",
                        "352",
                        "315",
                    ),
                    *("302 irs :irs=+~irs@localhost", "PONG ircpoker.local :ircpoker.local"),
                ],
            ),
            # ii and netcat: line ends without CR, and nothing but the name.
            ("NICK ii|USER ii localhost 127.0.0.1 :ii\nJOIN #poker", [*WELCOME, "JOIN #poker", "353", "366"]),
            # Others: a password nobody asked for, the name before the nick, LIST and WHOIS at the start.
            (
                "PASS x|USER hex 0 * :hex|NICK hex|LIST|WHOIS hex|AWAY :busy|AWAY|MOTD|ISON hex nobody|MODE hex|LUSERS|"
                "NAMES #x",
                [
                    *WELCOME,
                    "323",
                    "311",
                    "312",
                    "318",
                    "306",
                    "305",
                    "376",
                    "303 hex :hex",
                    "221",
                    "421 hex LUSERS",
                    "366 hex #x",
                ],
            ),
        ],
    )
    def test_each_command_is_answered(self, server: EmbeddedThread, lines: str, expected: list[str]) -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
            client.sendall(lines.replace("|", "\r\n").encode() + b"\r\nQUIT\r\n")
            received = b"".join(iter(lambda: client.recv(65536), b"")).decode()
        at = 0
        for text in expected:
            at = received.find(f" {text}", at)
            assert at >= 0, f"no {text} in {received}"
        assert received.endswith("ERROR :Closing link ()\r\n")


class TestPeople:
    def test_chat(self, alice: Human, bob: Human) -> None:
        alice.say("#poker", "hello  there ")
        assert bob.hear("alice", "#poker") == "hello  there "
        bob.say("ALICE", "hi")
        alice.expect(":bob!~human@localhost PRIVMSG ALICE :hi")
        alice.never("hello")

    def test_latin_1_arrives_as_utf_8(self, alice: Human, bob: Human) -> None:
        alice.send(b"PRIVMSG #poker :caf\xe9 \xff")
        assert bob.hear("alice", "#poker") == "café ÿ"

    def test_nothing_can_be_injected(self, alice: Human, bob: Human) -> None:
        alice.send(b"PRIVMSG #poker :a\rQUIT :b\x00c")
        assert bob.hear("alice", "#poker") == "aQUIT :bc"
        alice.send(b"NICK :al\rice2")
        alice.send(b"TOPIC #poker :x\rQUIT")
        assert bob.expect("TOPIC").endswith(":xQUIT")

    def test_long_lines_are_cut_between_characters(self, alice: Human, bob: Human) -> None:
        alice.say("#poker", "♪" * 400)
        line = bob.expect("PRIVMSG #poker :")
        assert set(line.split(" :", 1)[1]) == {"♪"}
        assert 507 <= len(line.encode()) <= 510

    def test_nicks_are_equal_in_any_case(self, alice: Human, bob: Human) -> None:
        bob.send("NICK Alice")
        bob.expect(" 433 bob Alice :")
        alice.send("NICK ALICE")
        bob.expect(":alice!~human@localhost NICK :ALICE")
        alice.expect(":alice!~human@localhost NICK :ALICE")
        bob.send("NICK bob")
        bob.send("NICK carol[")
        alice.expect("NICK :carol[")
        alice.say("CAROL{", "found")
        bob.expect("found")

    def test_one_line_for_two_shared_channels(self, alice: Human, bob: Human) -> None:
        for person in (alice, bob):
            person.join("#second")
        alice.expect(" JOIN #second")
        bob.send("NICK carol")
        alice.expect("NICK :carol")
        bob.send("QUIT :bye")
        assert alice.expect("carol") == ":carol!~human@localhost QUIT :Quit: bye"
        alice.never("carol")

    def test_topic_part_and_an_empty_channel(self, alice: Human, bob: Human) -> None:
        alice.send("TOPIC #poker")
        alice.expect(" 331 ")
        alice.send("TOPIC #POKER :play well")
        bob.expect(":alice!~human@localhost TOPIC #poker :play well")
        bob.send("PART #poker :later")
        alice.expect(":bob!~human@localhost PART #poker :later")
        bob.send("JOIN #Poker")
        assert bob.expect(" JOIN ").endswith("#poker")
        assert bob.expect(" 332 ").endswith(":play well")
        for person in (alice, bob):
            person.send("PART #poker")
        alice.expect(" PART ")
        bob.expect(" PART ")
        bob.send("LIST")
        bob.expect(" 323 ")
        bob.join("#poker")
        bob.send("TOPIC #poker")
        bob.expect(" 331 ")

    @pytest.mark.usefixtures("alice")
    def test_errors(self, bob: Human) -> None:
        bob.send("PART #poker")
        bob.expect(" PART ")
        for line, numeric in (
            ("PRIVMSG #poker :x", "404"),
            ("PRIVMSG nobody :x", "401"),
            ("PRIVMSG alice", "412"),
            ("PRIVMSG", "461"),
            ("PART #poker", "442"),
            ("PART #none", "403"),
            ("TOPIC #none :x", "403"),
            ("JOIN poker,#a:b,", "403"),
            ("JOIN", "461"),
            ("MODE #poker +o alice", "482"),
            ("MODE alice +i", "502"),
            ("WHOIS nobody", "318"),
            ("USER a 0 * :a", "462"),
            ("NICK", "431"),
            ("OPER a b", "421"),
            ("DUMP", "421"),
        ):
            bob.send(line)
            bob.expect(f" {numeric} bob ")
        for line in ("NOTICE nobody :x", "NOTICE #none :x", "NOTICE", "PONG x", "", "   ", ":"):
            bob.send(line)
        bob.never(" bob")

    def test_a_nick_without_registration_is_not_there(self, server: EmbeddedThread, bob: Human) -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as half:
            half.sendall(b"NICK half\nPING x\n")
            assert b"PONG" in half.recv(65536)
            for line, answer in (
                ("ISON half bob", " 303 bob :bob"),
                ("USERHOST half bob", " 302 bob :bob=+~human@localhost"),
                ("WHOIS half", " 401 bob half :No such nick"),
                ("WHO half", " 315 bob half :End of WHO list"),
                ("PRIVMSG half :x", " 401 bob half :No such nick or channel"),
            ):
                bob.send(line)
                assert bob.expect(answer[:8]).endswith(answer)

    def test_lost_connection(self, alice: Human, bob: Human) -> None:
        bob.close()
        assert alice.expect(" QUIT ") == ":bob!~human@localhost QUIT :Connection closed"

    def test_many_clients_at_once(self, server: EmbeddedThread, alice: Human) -> None:
        clients = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(60)]
        for number, client in enumerate(clients):
            client.sendall(b"NICK n%d\nUSER n 0 * :n\nJOIN #poker\nPRIVMSG #poker :hello\n" % number)
        for number, client in enumerate(clients):
            if number % 2:
                client.close()
            else:
                client.sendall(b"NICK m%d\nPART #poker\nJOIN #poker\nQUIT\n" % number)
        for client in clients[::2]:
            assert b"ERROR :" in b"".join(iter(partial(client.recv, 65536), b""))
            client.close()

        def is_alone() -> bool:
            alice.send("NAMES #poker")
            return alice.expect(" 353 ").endswith(":alice")

        wait_until(is_alone)
        alice.say("alice", "still there")
        alice.expect("still there")

    def test_a_client_that_never_reads_stops_nobody(self, server: EmbeddedThread, alice: Human, bob: Human) -> None:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            deaf.connect(("127.0.0.1", server.port))
            deaf.sendall(b"NICK deaf\r\nUSER d 0 * :d\r\nJOIN #poker\r\n")
            bob.expect(":deaf!")
            for number in range(3000):
                alice.say("#poker", f"{number} " + "x" * 450)
            alice.say("#poker", "the end")
            bob.expect("the end")
