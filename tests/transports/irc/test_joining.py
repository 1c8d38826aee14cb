from __future__ import annotations

import logging
from itertools import pairwise
from pathlib import Path

import pytest

from ircpoker.config import NetworkSettings, Secret
from ircpoker.people import Listener
from ircpoker.transports.irc.context import UnaskedLines
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay, times

KEYS = NetworkSettings("net")
FOLDER = Path(__file__).parents[2] / "data" / "irc"


def test_a_key_is_sent_with_every_join(make_stay: MakeStay) -> None:
    stay = make_stay()
    stay.wanted.add("#Secret", Secret("k3y"), str.lower)
    assert stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End") == ["JOIN #poker", "JOIN #Secret k3y"]
    stay.receive(":dealer!d@h JOIN #poker", ":s 475 dealer #secret :Cannot join channel (+k)")
    assert times(stay, "JOIN #Secret k3y", 100) == [KEYS.answer + KEYS.join_retry]


def test_an_unwanted_channel_is_not_joined_again(stay: Stay) -> None:
    stay.receive(":op!o@h KICK #poker dealer :out")
    stay.wanted.remove("#POKER", str.lower)
    assert stay.run(3600) == []
    assert stay.receive(":dealer!d@host JOIN #poker") == ["PART #poker"]


def test_a_new_channel_is_entered(stay: Stay) -> None:
    stay.wanted.add("#more", None, str.lower)
    stay.receive(":dealer!d@host JOIN #More")
    assert stay.say("!echo hi", target="#more") == ["PRIVMSG #more :hi"]


@pytest.mark.few(3)
@pytest.mark.parametrize("answer", [*(FOLDER / "join-refused.txt").read_text().splitlines(), ""])
def test_a_refused_join_is_tried_again_ever_later(make_stay: MakeStay, answer: str) -> None:
    """Also where the server has answered nothing that the bot knows, or nothing at all."""
    stay = make_stay()
    stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
    assert stay.receive(*filter(None, [answer])) == []
    assert times(stay, "JOIN #poker", 3300) == [80, 220, 480, 980, 1480, 1980, 2480, 2980]
    assert stay.attempts.nick.is_reached


@pytest.mark.slow(1)
def test_the_servers_words_are_logged_once_an_hour(make_stay: MakeStay, caplog: pytest.LogCaptureFixture) -> None:
    stay = make_stay()
    stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
    for second in range(3 * 3600):
        if "JOIN #poker" in stay.run(1.0):
            stay.receive(f":s 495 dealer #poker :You must wait {second} seconds (+J)")
    assert len(caplog.messages) == 4, caplog.messages  # The first time, nothing was answered.
    assert caplog.messages[1].startswith("net: '#poker' cannot be joined: You must wait ")
    stay.receive(":dealer!d@host JOIN #poker")
    assert stay.wanted.attempts("#poker").words == ""


@pytest.mark.slow(1)
def test_a_ban_is_waited_for_longest(make_stay: MakeStay) -> None:
    stay = make_stay()
    stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
    tried = [0.0]
    for _ in range(8):
        stay.receive(":s 474 dealer #poker :Cannot join channel (+b)")
        tried += [tried[-1] + wait for wait in times(stay, "JOIN #poker", 3600, most=1)]
    assert [round(later - earlier) for earlier, later in pairwise(tried)][-2:] == [1820, 1820]


class TestForwards:
    FORWARDED = (":s 470 dealer #poker ##poker :Forwarding to another channel", ":dealer!d@host JOIN ##poker")

    def test_where_nobody_wants_the_bot(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
        assert stay.receive(*self.FORWARDED) == ["PART ##poker"]
        stay.receive(":dealer!d@host PART ##poker")
        assert times(stay, "JOIN #poker", 100) == [80]

    def test_where_its_owner_wants_it(self, make_stay: MakeStay) -> None:
        stay = make_stay(forwards=(("#Poker", "##poker"),))
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End")
        assert not [line for line in stay.receive(*self.FORWARDED) if line.startswith("PART")]
        assert stay.say("!echo hi", target="##poker") == ["PRIVMSG ##poker :hi"]
        assert times(stay, "JOIN #poker", 3600) == []
        stay.receive(":op!o@h KICK ##poker dealer :out")
        assert times(stay, "JOIN #poker", 20) == [10]


class TestModeration:
    @pytest.fixture
    def news(self, stay: Stay) -> list[str]:
        found: list[str] = []

        class Notes(Listener):
            def muted(self, _network: str, channel: str) -> None:
                found.append(f"muted {channel}")

            def left(self, _network: str, channel: str) -> None:
                found.append(f"left {channel}")

            def heard(self, _network: str, channel: str) -> None:
                found.append(f"heard {channel}")

        stay.games.presence.listen(Notes())
        return found

    def modes(self, stay: Stay, modes: str, own: str = "dealer") -> None:
        stay.receive(f":s 324 dealer #poker {modes}", f":s 353 dealer = #poker :@alice +bob {own}")

    def test_the_state_is_asked_for(self, stay: Stay, news: list[str], caplog: pytest.LogCaptureFixture) -> None:
        assert stay.receive(":alice!a@h MODE #poker +m") == ["MODE #poker", "NAMES #poker"]
        assert news == []
        self.modes(stay, "+mnt")
        self.modes(stay, "+mnt")
        assert news == ["muted #poker"]
        assert [line for line in caplog.messages if "is moderated" in line] == caplog.messages[:1]
        assert stay.receive(":alice!a@h MODE #poker +v dealer") == ["MODE #poker", "NAMES #poker"]
        self.modes(stay, "+mnt", "+dealer")
        assert news == ["muted #poker", "heard #poker"]
        assert stay.receive(":alice!a@h MODE #poker +o bob", ":alice!a@h MODE #poker +k key") == []

    def test_it_was_moderated_before_the_bot_came(self, stay: Stay, news: list[str]) -> None:
        stay.receive(":op!o@h KICK #poker dealer :out", ":dealer!d@host JOIN #poker")
        self.modes(stay, "+mnt")
        assert news == ["left #poker", "heard #poker", "muted #poker"]

    def test_a_refused_line_is_a_reason_to_ask_once_a_minute(self, stay: Stay) -> None:
        refused = ":s 404 dealer #poker :Cannot send to channel"
        assert stay.receive(refused, refused) == ["MODE #poker", "NAMES #poker"]
        stay.run(61)
        assert stay.receive(refused) == ["MODE #poker", "NAMES #poker"]


class TestInvitations:
    def test_into_a_wanted_channel(self, stay: Stay) -> None:
        assert stay.receive(":op!o@h INVITE dealer #Poker") == []  # The bot is there.
        stay.run(60)
        stay.receive(":op!o@h KICK #poker dealer :out")
        assert stay.receive(":op!o@h INVITE dealer #Poker", ":op!o@h INVITE dealer #poker") == ["JOIN #poker"]
        assert stay.receive(":op!o@h INVITE dealer #Poker") == []
        assert times(stay, "JOIN #poker", 15) == [KEYS.join_retry / 6]
        assert stay.receive(":irc.test INVITE dealer #poker") == []
        assert times(stay, "JOIN #poker", 15) == [5]

    @pytest.mark.parametrize("line", ["INVITE bob #poker", "INVITE dealer poker", "INVITE dealer", "INVITE"])
    def test_of_others_or_into_nothing(self, stay: Stay, line: str) -> None:
        stay.receive(":op!o@h KICK #poker dealer :out")
        assert stay.receive(f":op!o@h {line}") == []

    @pytest.mark.parametrize(
        ("tag", "capabilities", "sent"),
        [
            ("@account=boss ", "account-tag", ["JOIN #More"]),
            ("@account=eve ", "account-tag", []),
            ("", "account-tag", []),
            ("@account=boss ", "batch", []),  # Without the capability, the tag could be anybody's.
        ],
    )
    def test_only_an_administrator_brings_the_bot_anywhere(
        self, make_stay: MakeStay, caplog: pytest.LogCaptureFixture, tag: str, capabilities: str, sent: list[str]
    ) -> None:
        caplog.set_level(logging.INFO)
        stay = make_stay(games=UnaskedLines(accepts=lambda message, _: message.account == "boss"))
        stay.receive(f":s CAP * LS :{capabilities}", f":s CAP * ACK :{capabilities}")
        stay.join()
        invite = f"{tag}:boss!b@h INVITE dealer #More"
        assert stay.receive(invite, invite) == sent
        assert len([line for line in caplog.messages if "'boss' invites the bot into '#More'" in line]) == 1
        parted = [] if sent else ["PART #more"]
        assert [line for line in stay.receive(":dealer!d@host JOIN #more") if line.startswith("PART")] == parted


def test_a_missing_key_is_reported(stay: Stay, caplog: pytest.LogCaptureFixture) -> None:
    for name, key in (("#locked", None), ("#changed", Secret("k3y"))):
        stay.wanted.add(name, key, str.lower)
        stay.session.upkeep.tend()
        stay.receive(f":s 475 dealer {name} :Cannot join channel (+k)")
    stay.run(KEYS.answer + 1)
    refused = "Cannot join channel (+k)"
    assert caplog.messages == [
        f"net: '#locked' cannot be joined: {refused} (its key belongs into channel_keys_file); trying again in 60 s",
        f"net: '#changed' cannot be joined: {refused} (another key belongs into channel_keys_file); "
        "trying again in 60 s",
    ]
