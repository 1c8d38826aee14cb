"""What somebody on IRC may do: the rows of the table of rights for guests and for accounts, on real servers."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.test_rights import EXPECTED
from tests.servers.atheme import Atheme
from tests.servers.conftest import MakeHuman
from tests.servers.human import Human
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.test_admin import is_on, log_in

pytestmark = [pytest.mark.servers, pytest.mark.slow(20)]

CHANNEL = "#rights"
MORE = """\
[economy]
given_per_host = 0
gift_age = 0
[tournaments]
create = operators
[feed]
folder = {folder}/feed
program = on
"""
_STEERED = re.compile("nobody is ignored|only an administrator")
PLUGINS = "holdem, tournaments, bank, help, admin"


@pytest.fixture
def inspircd() -> Iterator[Inspircd]:
    services = Atheme()
    with Inspircd(more=services.for_inspircd) as server, services:
        yield server


def _chips(person: Human) -> int:
    person.say("dealer", "bank")
    return int(re.findall(r"you have (\d+) chips", person.expect("you have"))[0])


def _rights(person: Human, other: Human, name: str) -> str:
    """Return the rights that somebody turns out to have; what they should have and do not is waited for in vain."""
    person.say("dealer", "play caller")
    person.expect("Heads-up")
    person.expect("you hold")
    person.say("dealer", "leave")
    before = _chips(other)
    person.say("dealer", f"give {other.nick} 10")
    person.expect(f"{other.nick} has {before + 10}")
    person.say("dealer", "link")
    person.expect("Your code is")
    person.say(CHANNEL, f"!tournament new {name} in 1 h")
    person.expect(f"{name}: no-limit")
    person.say("dealer", "admin ignored")
    while not (steers := _STEERED.search(person.hear("dealer", person.nick))):
        pass
    return f"play see give codes link organise {'steer' if steers[0] == 'nobody is ignored' else '-'}"


def _link(person: Human, folder: Path) -> None:
    """Let somebody have one account with a person of the socket of programs."""
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(str(folder / "feed" / "program.sock"))
        stream = link.makefile("rwb")
        for request in ({"do": "hello", "protocol": 2, "person": {"nick": "cat"}}, {"do": "say", "text": "link"}):
            stream.write(json.dumps(request).encode() + b"\n")
        stream.flush()
        lines = iter(stream.readline, b"")
        code = next(found[1] for line in lines if (found := re.search(r"Your code is (\w+)", line.decode())))
    person.say("dealer", f"link {code}")
    person.expect("have one account now")


def test_a_guest(ngircd: Ngircd, human: MakeHuman, folder: Path) -> None:
    ann, bob = (human(ngircd.port, nick, CHANNEL, user=nick) for nick in ("ann", "bob"))
    with BotProcess(folder, ngircd.port, CHANNEL, plugins=PLUGINS, more=MORE.format(folder=folder)) as bot:
        is_on(bot, CHANNEL)
        assert _rights(ann, bob, "cup") == EXPECTED["IRC guest"]
        _link(ann, folder)
        assert _rights(ann, bob, "dip") == EXPECTED["linked"]


def test_an_account(inspircd: Inspircd, human: MakeHuman, folder: Path) -> None:
    boss, bob = (human(inspircd.port, nick, CHANNEL, user=nick) for nick in ("boss", "bob"))
    for person in (boss, bob):
        log_in(person, person.nick, new=True)
    more = f"{MORE.format(folder=folder)}[admin]\naccounts = net/boss\n"
    with BotProcess(folder, inspircd.port, CHANNEL, plugins=PLUGINS, more=more, services="on") as bot:
        is_on(bot, CHANNEL)
        _link(boss, folder)
        assert _rights(boss, bob, "cup") == EXPECTED["IRC account"]
