"""Somebody at the machines with irssi and WeeChat: each stake has its result, in order, within 80 columns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.servers.clients import CHANNEL, Client, Irssi, WeeChat
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.tiers import count

RESULT = re.compile(r"\| ([+-]\d+) \| (\d+) chips?\s*$")
DEALT = re.compile(r"1\) \S+ 2\) .* \| -(\d+) \| (\d+) chips? \| !hold")
FRONT = f"[{CHANNEL}] "
"""How lines begin that only their reader gets."""
PRIVATE = re.compile(r"(?:PvNotice\(dealer\): |\[#poker\] )(.*?)\s*$")
"""WeeChat shows the channel in another way."""
WIDE = 80

pytestmark = [pytest.mark.servers, pytest.mark.slow(60), pytest.mark.needs("weechat-headless", "irssi", "tmux")]


class Gambler:
    """Pulls and holds by what the window shows.

    Attributes:
        shown: the lines of the bot to this person, in order.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.shown: list[str] = []

    def ask(self, line: str, shows: re.Pattern[str]) -> str:
        """Type a line, and return the bot's next line that shows something."""
        number = len(self.found(shows))
        self.client.say(line)
        self.client.wait_for(lambda _: len(self.found(shows)) > number)
        return self.found(shows)[number]

    def found(self, shows: re.Pattern[str]) -> list[str]:
        for line in (" ".join(line.split()) for line in self.client.lines()):
            if line not in self.shown and (RESULT.search(line) or DEALT.search(line)):
                self.shown.append(line)
        return [line for line in self.shown if shows.search(line)]


@pytest.mark.parametrize("kind", [WeeChat, Irssi])
def test_spins_and_hands(tmp_path: Path, kind: type[Client]) -> None:
    games = count(50)
    plugins = "slots, videopoker, bank"
    with Ngircd() as server, BotProcess(tmp_path, server.port, CHANNEL, plugins=plugins, seed=3):
        client = kind("gina", server.port, tmp_path / "client")
        try:
            client.meet_the_bot()
            gambler, chips = Gambler(client), 1000
            for number in range(games):
                line = gambler.ask(f"!slot {1 + number % 5}", RESULT)
                net, left = map(int, RESULT.search(line).groups())
                assert left == chips + net, line
                chips = left
            for number in range(games):
                line = gambler.ask(f"!vp {1 + number % 5}", DEALT)
                stake, left = map(int, DEALT.search(line).groups())
                assert left == chips - stake, line
                line = gambler.ask("!hold none", RESULT)
                net, left = map(int, RESULT.search(line).groups())
                assert left == chips + net, line
                chips = left
            private = [PRIVATE.search(line) for line in gambler.shown]
            assert all(found and len(FRONT) + len(found[1]) <= WIDE for found in private), gambler.shown
        finally:
            client.close()
