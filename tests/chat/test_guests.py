"""New guests of one host: how many, and what those read who are too many."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs

from ircpoker.config import LimitSettings
from tests.lobby.hall import Hall


def come(hall: Hall, number: int) -> str:
    """Return the answer to a guest who has not been here before, in the channel."""
    nick = f"new{number}"
    hall.nick_owners[nick] = f"u{number}@gate.example"
    before = len(hall.lines)
    hall.say(nick, "!bank")
    [line] = hall.lines[before:]
    assert line.target == nick
    return line.text.removeprefix("[#poker] ").removeprefix(f"{nick}: ")


@pytest.mark.parametrize(("services", "most"), [(True, 5), (False, 50)])
def test_so_many_new_guests_of_a_host_an_hour(services: bool, most: int, caplog: pytest.LogCaptureFixture) -> None:
    with Hall(plugins=("bank", "holdem"), services=services) as hall:
        hall.services.ledger.economy = structs.replace(hall.services.ledger.economy, given_per_host=0)
        assert {come(hall, number) for number in range(most)} == {"you have 1000 chips"}
        assert not caplog.records
        answer = f"{most} new guests have come from your host within an hour: try again in 60 min"
        login = ", or log in to services now" if services else ""
        assert come(hall, most) == come(hall, most + 1) == answer + login
        assert hall.say("member", "!bank", account="member") == ["you have 1000 chips"]
        hall.wait(3600)
        assert come(hall, most) == "you have 1000 chips"
    [text] = [record.getMessage() for record in caplog.records]
    assert re.search(r"gate\.example on net .*: \[limits\] accounts_per_hour$", text)


@pytest.mark.parametrize("services", [True, False])
def test_the_words_for_a_host_over_its_limit(services: bool, caplog: pytest.LogCaptureFixture) -> None:
    with Hall(plugins=("bank", "holdem"), services=services) as hall:
        commands = LimitSettings(command_burst=2, command_interval=1200, host_factor=1)
        hall.limits = replace(hall.limits, commands=commands)
        hall.nick_owners |= {nick: f"{nick}@2001:db8::{nick}" for nick in "abcd"}
        asked = [hall.say(nick, "!daily")[:1] for nick in "abcdcd"]
        login = ", or log in to services: an account has its own limit" if services else ""
        warned = [f"Too many commands from your host 2001:db8::/64: try again in 1200 s{login}."]
        assert asked[2:] == [warned, warned, [], []]
        assert [line.target for line in hall.lines[-2:]] == ["c", "d"]
        assert hall.say("c", "!daily", account="carol") == ["100 chips for today: you have 1100 chips"]
    [text] = [record.getMessage() for record in caplog.records]
    assert text == "guests of 2001:db8::/64 on net have to wait: [limits] host_factor"
