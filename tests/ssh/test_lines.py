"""Lines by SSH: what a script does with `ssh -T`."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import tiers
from tests.children import child
from tests.servers.human import as_typed
from tests.ssh.house import SshHouse, SshServer
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.servers, pytest.mark.slow]

_DEALT = re.compile(r"#(\d+) you hold")


class Script:
    """A program that plays through `ssh -T`."""

    def __init__(self, house: SshServer, name: str, place: str = "") -> None:
        self._process = subprocess.Popen(
            child(*house.command(name, "-T", words=place)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the session has ended: {self.lines[-10:]}"
        self.lines.append(line.rstrip())
        return self.lines[-1]

    def wait_for(self, text: str) -> str:
        while text not in (line := self.hear()):
            pass
        return line

    def end(self) -> int:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.stdout is not None
        self.lines += self._process.stdout.read().splitlines()
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


@contextmanager
def script(house: SshServer, name: str, place: str = "") -> Iterator[Script]:
    started = Script(house, name, place)
    try:
        yield started
    finally:
        started.kill()


def test_a_script_plays_deals(house: SshHouse) -> None:
    rng = random.Random(tiers.seed(3))
    wanted = tiers.count(100)
    deals: set[str] = set()
    with script(house, "ann") as ann:
        ann.say("play caller")
        while len(deals) <= wanted:
            line = ann.hear()
            deals.update(_DEALT.findall(line))
            if "your turn:" in line:
                ann.say(rng.choice(["call", "call", "fold", "raise min"] if "!fold" in line else ["check", "bet min"]))
            elif "!sit " in line:
                ann.say("sit")
            elif "The table is closed" in line:
                ann.say("play caller 100")
        ann.say("leave")
        ann.say("bank")
        assert ann.end() == 0
    assert not [line for line in ann.lines if "\x1b" in line or "♥" in line]


def test_a_table_in_a_channel(house: SshHouse) -> None:
    with house.person("bob", "#lines") as bob:
        bob.say("#lines", "!open")
        bob.expect("sits down")
        with script(house, "cat", "#lines") as cat:
            cat.wait_for("You watch #lines")
            cat.say("sit")
            own = cat.wait_for("you hold")
            assert own.startswith("[#lines] #")
            cards = own.split("you hold")[1].split()
            assert len(cards) == 2
            # Nobody else gets them.
            heard_line = bob.hear("dealer", "bob")
            while "you hold" not in heard_line:
                heard_line = bob.hear("dealer", "bob")
            heard = as_typed(b"".join(bob.received).decode()).split()
            assert not [card for card in cards if card in heard]


def test_tables_are_listed_and_questions_answered(house: SshHouse) -> None:
    answer = house.ask("jon", "-T", typed="tables\nhow much do I have\nparse Ah Kh Qh Jh Th\nfoo\n")
    assert answer.returncode == 0
    assert "Royal Flush" in answer.stdout
    assert "1000" in answer.stdout


def test_a_place_that_nobody_has(house: SshHouse) -> None:
    answer = house.ask("jon", "-T", words="#elsewhere")
    assert (answer.returncode, answer.stdout.strip()) == (1, "there is no such table")


def test_the_bot_is_away_and_comes_back(house: SshHouse) -> None:
    with script(house, "eve") as eve:
        eve.say("bank")
        eve.wait_for("1000")
        house.bot.kill()
        house.bot.start()
        # It answers as soon as the bot is back.
        while True:
            eve.say("bank")
            line = eve.hear()
            if "1000" in line:
                break
            assert "bot is gone" in line


def test_a_terminal_that_can_show_nothing_gets_lines(house: SshHouse) -> None:
    line = house.line("fay", "-tt")
    done = subprocess.run(
        child("sh", "-c", f"TERM=dumb {line}"),
        input="bank\rquit\r",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "1000" in done.stdout
    assert "\x1b[?1049h" not in done.stdout


def test_two_keys_are_two_people_with_one_nick(house: SshHouse) -> None:
    house.key("one")
    house.key("two")
    first = house.ask("gus", "-i", str(house.key("one")), typed="daily\nbank\n")
    second = house.ask("gus", "-i", str(house.key("two")), typed="bank\n")
    assert "1100" in first.stdout
    assert "1000" in second.stdout


def test_chips_stay_with_a_key_under_another_name(house: SshHouse) -> None:
    house.ask("pia", typed="daily\n")
    other = house.ask("ivo", "-i", str(house.key("pia")), typed="bank\n")
    assert "1100" in other.stdout
