"""A ledger that does not answer stops only the commands that need it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ledger.test_surroundings import HOLD
from tests.servers.conftest import MakeHuman
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess

pytestmark = pytest.mark.slow

REFUSED = "the ledger is not answering: try again in a minute"


def ask(person: Human, text: str) -> str:
    person.say("dealer", text)
    return person.hear("dealer", person.nick)


def test_a_held_lock_stops_nothing_else(tmp_path: Path, ngircd: Ngircd, channel: str, human: MakeHuman) -> None:
    bot = BotProcess(tmp_path, ngircd.port, channel, plugins="parse, help, bank, holdem, slots")
    watcher = human(ngircd.port, "watcher", channel)
    with bot:
        watcher.expect(" JOIN ")
        alice, bob = human(ngircd.port, "alice", channel), human(ngircd.port, "bob", channel)
        assert "1100" in ask(alice, "daily")
        command = [sys.executable, "-c", HOLD, f"{tmp_path}/ircpoker.db"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdin is not None
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            assert "this fails now" in ask(alice, "daily")
            for person, command_line in ((alice, "daily"), (bob, "bank"), (alice, "slot 10"), (bob, "play caller")):
                assert ask(person, command_line) == REFUSED
                assert "Ace High" in ask(person, "parse Ah Td 4c 3s Js 7h")
            # A guest who takes another nick meanwhile finds the same chips under it.
            alice.send("NICK ally")
            alice.nick = alice.expect(" NICK ").rpartition(":")[2]
            assert ask(alice, "bank") == REFUSED
            holder.stdin.write("\n")
            holder.stdin.flush()
            assert holder.stdout.readline() == "free\n"
        while (answer := ask(alice, "bank")) == REFUSED:
            pass
        assert "1100" in answer
        bot.stop()
    assert "Traceback" not in bot.log
    assert bot.log.count("whatever needs the ledger is refused until it answers") == 1
    assert bot.log.count("the ledger answers again") == 1
