"""Tournaments on a real ngIRCd: a bot in its own process that is killed, and people who are raw sockets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from ircpoker.ledger import Ledger, TournamentResult
from ircpoker.runtime.clock import SystemClock
from tests.servers.human import Human, as_typed
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import check_ledger
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow(8)

_MORE = """\
[economy]
given_per_host = 0
[holdem]
deal_pause = 0
robot_pause = 0
drama = off
[tournaments]
guests_per_host = 0
channels = {channels}
"""
PLUGINS = "help, holdem, tournaments, admin"


@pytest.fixture
def start(tmp_path: Path, ngircd: Ngircd) -> Iterator[Callable[..., BotProcess]]:
    """Start a bot in channels."""
    bots: list[BotProcess] = []

    def begin(*channels: str) -> BotProcess:
        more = _MORE.format(channels=", ".join(channels))
        bots.append(BotProcess(tmp_path, ngircd.port, *channels, plugins=PLUGINS, more=more))
        bots[-1].start()
        return bots[-1]

    yield begin
    for bot in bots:
        bot.__exit__(None, None, None)


class Players:
    """People who act on their turns by chance."""

    def __init__(self, rng: Random, *humans: Human) -> None:
        self.humans = humans
        self.heard: list[str] = []
        self._rng = rng

    def play(self, until: Callable[[], bool]) -> None:
        """Act until something has happened."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < deadline, self.heard[-20:]
            for human in self.humans:
                for line in map(as_typed, human.lines_so_far()):
                    self.heard.append(line)
                    if "your turn: " in line and f" {human.nick} :" in line:
                        human.say("dealer", self._action(line.split("your turn: ")[1]))
            time.sleep(0.02)

    def _action(self, options: str) -> str:
        if self._rng.random() < 0.3 and "!allin" in options:
            return "allin"
        return "check" if "!check" in options else "call" if "!call" in options and self._rng.random() < 0.6 else "fold"


def results(bot: BotProcess) -> tuple[TournamentResult, ...]:
    with Ledger(f"sqlite:///{bot.folder}/ircpoker.db", SystemClock()) as ledger:
        return ledger.tournament_results("net")


def hands(bot: BotProcess) -> int:
    with Ledger(f"sqlite:///{bot.folder}/ircpoker.db", SystemClock()) as ledger:
        return len(ledger.newest_deals(500))


def begin(start: Callable[..., BotProcess], watcher: Human, *channels: str) -> BotProcess:
    """Start a bot, and wait until it is in its channels: questions before that would wait for it in the server."""
    bot = start(*channels)
    for _ in channels:
        watcher.expect(":dealer!")
    return bot


def test_a_sit_and_go_of_six_is_killed_twice(start: Callable[..., BotProcess], ngircd: Ngircd, channel: str) -> None:
    with Human(ngircd.port, "alice", channel) as alice, Human(ngircd.port, "bob", channel) as bob:
        bot = begin(start, alice, channel)
        alice.say(channel, "!sng 6 turbo")
        alice.expect("A sit-and-go of 6")
        for robot in ("tight", "regular", "loose", "wild"):
            alice.say(channel, f"!addbot {robot}")
            alice.expect(f"{robot} is in")
        bob.say(channel, "!sng")
        players = Players(Random(3), alice, bob)
        is_over = False
        for _ in range(2):
            before = hands(bot)
            players.play(lambda before=before: hands(bot) >= before + 2 or bool(results(bot)))
            bot.kill()
            is_over = bool(results(bot))
            check_ledger(bot, at_tables=0 if is_over else 600)
            bot.start()
        players.play(lambda: bool(results(bot)))
        (result,) = results(bot)
        assert sum(finish.prize for finish in result.finishes) == 600
        assert {finish.nick for finish in result.finishes} == {"alice", "bob", "tight", "regular", "loose", "wild"}
        check_ledger(bot)
        if not is_over:
            # A bot that is killed right after it has paid does not say so any more: `results` tells it.
            players.play(lambda: any("sng is over" in line for line in players.heard))


def test_two_tables_in_two_channels(start: Callable[..., BotProcess], ngircd: Ngircd, channel: str) -> None:
    other = f"{channel}2"
    names = ("ann", "ben", "cat", "dan")
    people = [Human(ngircd.port, name, channel, other) for name in names]
    try:
        bot = begin(start, people[0], channel, other)
        # Whoever is at a terminal of the bot's machine organises it.
        made = bot.run(
            "tournament",
            "--config",
            str(bot.config),
            f"net/{channel}",
            "new cup in 60 min seats 3 buy-in 50 stack 300 10/20@2h 50/100@2h 150/300@9h",
        )
        assert "cup" in made.stdout, made
        for human in people:
            human.say(channel, "!tournament register cup")
            people[0].expect(f"{human.nick} is registered")
        bot.run("tournament", "--config", str(bot.config), f"net/{channel}", "start cup")
        players = Players(Random(4), *people)
        players.play(lambda: bool(results(bot)))
        (result,) = results(bot)
        assert sorted(finish.nick for finish in result.finishes) == sorted(names)
        assert sum(finish.prize for finish in result.finishes) == 200
        check_ledger(bot)
        spoken = {where for line in players.heard for where in (channel, other) if f"PRIVMSG {where} :" in line}
        assert spoken == {channel, other}
        assert any("The final table" in line for line in players.heard)
    finally:
        for human in people:
            human.close()
