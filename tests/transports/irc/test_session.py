from __future__ import annotations

import logging
from itertools import pairwise

import pytest

from ircpoker.config import NetworkSettings
from ircpoker.transports.irc import Timing
from ircpoker.transports.irc.composer import PRIVATE_STALE_AFTER, UNSEEN_STALE_AFTER
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay, times

TIMING = Timing()
KEYS = NetworkSettings("net")


class TestRegistration:
    def test_bot_mode_and_channels_when_the_features_are_known(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        assert stay.receive(":s 001 dealer :Welcome", ":s 005 dealer BOT=b CASEMAPPING=ascii :are supported") == []
        assert stay.receive(":s 376 dealer :End") == ["MODE dealer +b", "JOIN #poker"]
        assert stay.receive(":s 376 dealer :End", ":s 422 dealer :No MOTD") == []

    def test_bot_mode_of_004(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome", ":s 004 dealer s ngircd-26 aBi bi")
        assert stay.receive(":s 422 dealer :No MOTD") == ["MODE dealer +B", "JOIN #poker"]

    def test_no_bot_mode(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        assert stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End") == ["JOIN #poker"]

    def test_no_message_of_the_day(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome")
        assert stay.run(TIMING.motd - 0.1) == []
        assert stay.run(0.2) == ["JOIN #poker"]

    def test_nick_in_use(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        assert stay.receive(":s 433 * dealer :Nickname is already in use") == ["NICK dealer_"]
        assert stay.receive(":s 436 * dealer_ :Nickname collision") == ["NICK dealer__"]
        third = stay.receive(":s 437 * dealer__ :Unavailable")[0]
        assert third.removeprefix("NICK dealer").isdigit()
        assert stay.receive(":s 433 * x :Nickname is already in use") != [third]

    def test_refused_nick(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 433 * dealer :Nickname is already in use")
        assert stay.receive(":s 432 * dealer_ :Erroneous nickname") == ["NICK dealer"]
        assert stay.receive(":s 433 * dealer :in use")[0].startswith("NICK dealer")

    @pytest.mark.parametrize("numeric", ["432", "433"])
    def test_a_server_that_refuses_every_nick_is_left(self, make_stay: MakeStay, numeric: str) -> None:
        stay = make_stay()
        tried = [line for _ in range(30) for line in stay.receive(f":s {numeric} * x :No")]
        assert len(tried) == 20
        assert len(set(tried)) > 15
        assert not stay.connection.is_open

    def test_nick_given_by_the_server(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 deal :Welcome")
        assert stay.session.nick == "deal"


class TestNick:
    def test_the_nick_is_regained(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 433 * dealer :in use", ":s 001 dealer_ :Welcome")
        assert stay.receive(":s 376 dealer_ :End") == ["JOIN #poker", "NICK dealer"]
        assert stay.receive(":s 433 dealer_ dealer :in use") == []
        assert times(stay, "NICK dealer", 500) == [50, 130, 270]  # Each time 20 s for the answer, then 30, 60, 120 s.
        assert stay.receive(":Dealer!x@y QUIT :bye") == ["NICK dealer"]
        stay.run(10)
        assert stay.receive(":dealer!x@y NICK other") == ["NICK dealer"]
        stay.receive(":dealer_!x@y NICK dealer")
        assert stay.session.nick == "dealer"
        assert set(stay.run(3600)) == {"JOIN #poker"}  # Nobody has let it in.

    @pytest.mark.slow(1)
    def test_an_impossible_nick_is_tried_ever_more_seldom(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 Guest1 :Welcome", ":s 376 Guest1 :End", ":s 432 Guest1 dealer :Erroneous nickname")
        tried = times(stay, "NICK dealer", 7200)
        assert [later - earlier for earlier, later in pairwise(tried)][-5:] == [500] * 5

    @pytest.mark.slow(1)
    def test_a_nick_that_the_server_has_cut_is_its_own(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 deal :Welcome", ":s 376 deal :End")
        assert times(stay, "NICK dealer", 7200) == []

    def test_a_nick_that_services_have_changed_is_regained(self, stay: Stay) -> None:
        stay.receive(":dealer!d@host NICK Guest12")
        assert times(stay, "NICK dealer", 30) == [5]

    def test_the_nick_is_regained_if_only_a_spare_was_impossible(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 433 * dealer :in use", ":s 432 * dealer_ :Nickname too long", ":s 433 * dealer :in use")
        nick = stay.session.nick
        sent = stay.receive(f":s 001 {nick} :Welcome", f":s 376 {nick} :End")
        assert sent == ["JOIN #poker", "NICK dealer"]

    def test_nick_changed_by_the_server(self, stay: Stay) -> None:
        stay.receive(":dealer!d@host NICK Guest12")
        assert stay.session.nick == "Guest12"
        assert stay.say("!echo hi", target="guest12") == ["PRIVMSG alice :hi"]
        assert set(stay.session.people.channels["#poker"].members) == {"guest12", "alice", "bob"}

    def test_other_case_is_the_same_nick(self, stay: Stay) -> None:
        stay.receive(":dealer!d@host NICK DEALER")
        assert stay.say("!echo hi", target="dealer") == ["PRIVMSG alice :hi"]
        assert stay.say("!echo hi", nick="Dealer") == []


class TestReaders:
    """Waiting lines are for a person, whatever happens to the nick."""

    @pytest.fixture
    def slow(self, make_stay: MakeStay) -> Stay:
        """A bot with more lines for alice than it may send at once, so that some wait."""
        stay = make_stay(interval=0.05)
        stay.join()
        stay.receive(":mallory!m@h JOIN #poker")
        stay.say("many 6", target="dealer")
        assert stay.session.sender.is_busy
        return stay

    @pytest.fixture
    def slower(self, make_stay: MakeStay) -> Stay:
        """The same, where between two lines passes more time than a line waits for somebody out of sight."""
        stay = make_stay(interval=UNSEEN_STALE_AFTER + 1)
        stay.join()
        stay.run(1000)
        stay.say("many 6", target="dealer")
        return stay

    def test_readers_follow_a_new_nick(self, slow: Stay) -> None:
        slow.receive(":alice!a@h NICK ally", ":mallory!m@h NICK alice")
        sent = slow.run(0.5)
        assert not [line for line in sent if line.startswith("NOTICE alice")]
        assert "NOTICE ally :line 5 6" in sent

    @pytest.mark.parametrize(
        "gone",
        [
            ":alice!a@h QUIT :bye",
            ":oper!o@h KILL alice :out",
            ":stranger!s@h NICK alice",  # Alice may be another person now, although no line said so.
        ],
    )
    def test_a_reader_is_gone(self, slow: Stay, gone: str) -> None:
        slow.receive(gone)
        assert not [line for line in slow.run(0.5) if line.startswith("NOTICE")]

    def test_an_empty_nick_is_not_followed(self, slow: Stay) -> None:
        slow.receive(":alice!a@h NICK #poker", ":#poker!a@h NICK mallory")
        assert {line.split()[1] for line in slow.run(0.5) if line.startswith("NOTICE")} == {"alice"}

    @pytest.mark.parametrize(
        "lost", [":alice!a@h PART #poker", ":op!o@h KICK #poker alice", ":op!o@h KICK #poker dealer"]
    )
    def test_a_reader_out_of_sight_is_forgotten_soon(self, slower: Stay, lost: str) -> None:
        slower.receive(lost)
        assert not [line for line in slower.run(100) if line.startswith("NOTICE")]

    def test_a_visible_reader_is_forgotten_later(self, slower: Stay) -> None:
        notices = [line for line in slower.run(100) if line.startswith("NOTICE")]
        assert len(notices) == PRIVATE_STALE_AFTER // (UNSEEN_STALE_AFTER + 1) == 2

    def test_an_unseen_reader_is_forgotten_soon(self, slower: Stay) -> None:
        slower.say("echo hi", nick="stranger", target="dealer")
        assert not [line for line in slower.run(100) if line.startswith("NOTICE stranger")]


class TestHost:
    @pytest.mark.parametrize(
        ("line", "address"),
        [
            (":s 396 dealer cloak.example :is now your hidden host", ("~dealer", "cloak.example")),
            (":s 396 dealer u@cloak.example :is now your hidden host", ("u", "cloak.example")),
            (":dealer!~dealer@host CHGHOST u cloak.example", ("u", "cloak.example")),
            (":alice!u@host CHGHOST u cloak.example", ("~dealer", "host")),
            (":s 396 dealer", ("~dealer", "host")),
            (":dealer!~dealer@host CHGHOST u", ("~dealer", "host")),
        ],
    )
    def test_the_host_is_learnt(self, stay: Stay, line: str, address: tuple[str, str]) -> None:
        stay.receive(line)
        assert stay.session.people.me[1:] == address

    def test_the_host_decides_how_much_fits(self, stay: Stay) -> None:
        assert len(stay.say("!echo " + "x" * 900)[0]) + len(":dealer!~dealer@host ") == 510
        stay.receive(":s 396 dealer a.much.longer.host.example :is now your hidden host")
        assert len(stay.say("!echo " + "x" * 900)[0]) + len(":dealer!~dealer@a.much.longer.host.example ") == 510

    def test_an_unknown_host_counts_as_the_longest(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome")
        longest = f":dealer!~{'u' * 10}@{'h' * 63} "
        # A NOTICE is a byte shorter than the PRIVMSG with which a talk begins.
        for length in (510, 509):
            assert len(stay.say("echo " + "x" * 900, target="dealer")[0]) + len(longest) == length


class TestChannels:
    def test_members_follow_join_part_kick_nick_and_quit(self, stay: Stay) -> None:
        members = stay.session.people.channels["#poker"].members
        assert members == {"alice": "alice", "bob": "bob", "dealer": "dealer"}
        stay.receive(":Carol!c@h JOIN #POKER", ":bob!b@h NICK Bobby", ":alice!a@h PART #poker")
        assert members == {"carol": "Carol", "bobby": "Bobby", "dealer": "dealer"}
        stay.receive(":x!x@h KICK #poker carol", ":bobby!b@h QUIT")
        assert members == {"dealer": "dealer"}

    def test_casemapping_decides_who_is_who(self, make_stay: MakeStay) -> None:
        for casemapping, count in (("ascii", 5), ("rfc1459", 4)):
            stay = make_stay()
            stay.join(f"CASEMAPPING={casemapping}")
            stay.receive(":bob[!b@h JOIN #poker", ":bob{!b@h JOIN #poker")
            assert len(stay.session.people.channels["#poker"].members) == count

    def test_a_forced_join_is_left(self, stay: Stay) -> None:
        assert stay.receive(":dealer!d@host JOIN ##poker-overflow") == ["PART ##poker-overflow"]
        assert stay.say("!echo hi", target="##poker-overflow") == []

    @pytest.mark.slow(1)
    def test_a_kicked_bot_comes_back_ever_later(self, make_stay: MakeStay) -> None:
        stay, waits = make_stay(), list[float]()
        stay.join()
        for _ in range(8):
            assert stay.receive(":op!o@h KICK #poker dealer :out") == []
            assert stay.say("!echo hi") == []
            (wait,) = times(stay, "JOIN #poker", 3600, most=1)
            waits.append(wait)
            stay.receive(":dealer!d@host JOIN #poker")
        assert waits == [10, 60, 120, 240, 480, 960, 1800, 1800]
        stay.run(479)
        stay.receive(":op!o@h KICK #poker dealer :out")
        assert times(stay, "JOIN #poker", 3600, most=1) == [1800]
        stay.receive(":dealer!d@host JOIN #poker")
        stay.run(481)  # Such a long stay begins anew.
        stay.receive(":op!o@h KICK #poker dealer :out")
        assert times(stay, "JOIN #poker", 20) == [10]

    def test_a_kicked_bot_reports_its_return(self, stay: Stay, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.WARNING)
        stay.receive(":op!o@h KICK #poker dealer :out")
        assert caplog.messages == ["net: '#poker' cannot be joined: kicked by op: out; trying again in 10 s"]

    def test_repeated_refusals_cause_one_retry(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
        stay.receive(*[":s 471 dealer #Poker :Cannot join"] * 100)
        assert stay.run(1.5 * KEYS.join_retry) == ["JOIN #poker"]

    def test_no_retry_after_a_join(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End", ":s 471 dealer #poker :Cannot join")
        stay.receive(":dealer!d@host JOIN #poker")
        assert stay.run(10 * KEYS.join_retry) == []

    def test_a_parted_bot_says_nothing(self, stay: Stay) -> None:
        stay.receive(":dealer!d@host PART #poker")
        assert stay.session.people.channels == {}
        assert stay.say("!echo hi") == []


class TestTheEnd:
    @pytest.mark.parametrize(
        "line",
        [":oper!o@h KILL dealer :out", "ERROR :KILLed by oper: out", "ERROR :Closing Link: h (Killed (oper (out)))"],
    )
    def test_a_kill_is_reported(self, stay: Stay, line: str) -> None:
        stay.receive(line)
        assert stay.attempts.connection.is_banned

    @pytest.mark.parametrize("line", [":oper!o@h KILL alice :out", "ERROR :Server going down", "ERROR"])
    def test_a_kill_of_others_is_not_ours(self, stay: Stay, line: str) -> None:
        stay.receive(line)
        assert not stay.attempts.connection.is_banned

    def test_nothing_happens_after_the_end(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 other :Welcome")
        stay.session.end()
        assert stay.run(3600) == []
