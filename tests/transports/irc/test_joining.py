from __future__ import annotations

import logging

import pytest

from ircpoker.config import NetworkSettings, Secret
from ircpoker.transports.irc.context import UnaskedLines
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay, times

KEYS = NetworkSettings("net")


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
