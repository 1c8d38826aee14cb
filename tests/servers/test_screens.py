"""Two people who see only the channel in WeeChat and in irssi, 80 columns wide, play 20 deals with two robots.

Their last screens are stored in tests/data/screens; to store them again, run this file with `SCREENS=write`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.servers.captures import compare
from tests.servers.clients import CHANNEL, Client, Irssi, WeeChat
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.waiting import wait_until

DEALS = 20
SHOWN = 60
"""The number of WeeChat's last lines that are stored."""
TURN = re.compile(r"(?:^|\| |> |\t)(?P<nick>\w+): (?P<what>[^|:]+) \(\d+ s\)$")
TABLE = """
[holdem]
deal_pause = 0
robot_pause = 0
reminder = 0
"""

pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow(18),
    pytest.mark.needs("weechat-headless", "irssi", "tmux"),
]


class Player:
    """Plays by the channel's window: checks, calls cheap bets, or folds.

    Attributes:
        seen: every line that was ever shown, in order, once.
        turns: own turns.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: dict[str, None] = {}
        self.turns = 0

    def look(self) -> list[str]:
        lines = self.client.lines()
        self.seen.update(dict.fromkeys(lines))
        return lines

    def play(self) -> bool:
        """Act on one's turn; return whether it was."""
        lines = self.look()
        turn = self._turn(lines)
        if turn is None or self.is_over:
            return False
        self.turns += 1
        self.client.wait_for(lambda lines: self._own_line(lines) < self._hint(lines))
        last = self.client.lines()[-1]
        price = re.match(r"(\d+) to call", turn)
        self.client.say("!x" if not price else "!c" if int(price[1]) <= 30 else "!f")
        # The next turn may be there at once.
        self.client.wait_for(
            lambda lines: self._own_line(lines) > max((n for n, line in enumerate(lines) if line == last), default=-1)
        )
        return True

    @property
    def is_over(self) -> bool:
        return any(f"#{DEALS + 1}" in line and "sealed" in line for line in self.seen)

    def _turn(self, lines: list[str]) -> str | None:
        """Return the decision, if one's turn was announced after one's last own line."""
        for line in reversed(lines[self._own_line(lines) + 1 :]):
            if (turn := TURN.search(line)) and turn["nick"] == self.client.nick:
                return turn["what"]
        return None

    def _own_line(self, lines: list[str]) -> int:
        """Return the number of the last line with which they acted; -1 if there is none."""
        own = re.compile(rf"^<?[@ ]?{self.client.nick}[>\t] ?![xcf]\b")
        return max((number for number, line in enumerate(lines) if own.search(line)), default=-1)

    def _hint(self, lines: list[str]) -> int:
        return max((number for number, line in enumerate(lines) if "| your turn: " in line), default=-1)


def test_the_channel_window_is_enough(tmp_path: Path) -> None:
    with Ngircd() as server, BotProcess(tmp_path, server.port, CHANNEL, plugins="holdem", more=TABLE, seed=1):
        clients: list[Client] = []
        try:
            weechat = WeeChat("ann", server.port, tmp_path / "weechat")
            clients.append(weechat)
            weechat.meet_the_bot()
            irssi = Irssi("bob", server.port, tmp_path / "irssi")
            clients.append(irssi)
            play(weechat, irssi)
            compare("weechat-evening.txt", weechat.lines()[-SHOWN:])
            compare("irssi-evening.txt", irssi.screen())
        finally:
            for client in clients:
                client.close()


def test_private_answers_have_a_window(tmp_path: Path) -> None:
    """WeeChat shows a NOTICE in the server's window, unless the sender has one."""
    with Ngircd() as server, BotProcess(tmp_path, server.port, CHANNEL, plugins="bank, help"):
        weechat = WeeChat("ann", server.port, tmp_path / "weechat")
        try:
            weechat.meet_the_bot()
            weechat.say("/msg dealer help")
            weechat.wait_for(lambda _: any("In private no ! is needed" in line for line in weechat.lines("dealer")))
            first, *others = weechat.lines("dealer")
            assert first.startswith("dealer\t"), "a PRIVMSG"
            assert all(line.startswith("--\tdealer: ") for line in others), "NOTICEs"
            weechat.say("/msg dealer bank")
            weechat.wait_for(lambda _: "--\tdealer: you have 1000 chips" in weechat.lines("dealer"))
        finally:
            weechat.close()


def play(weechat: WeeChat, irssi: Irssi) -> None:
    """Sit down and play, and check all lines seen."""
    for client, text, shown in (
        (weechat, "!open", "ann sits down"),
        (irssi, "!sit", " s)"),  # Nobody acts in the first deal before the robots are there.
        (weechat, "!addbot caller", "caller sits down"),
        (weechat, "!addbot random", "random sits down"),
    ):
        client.say(text)
        client.wait_for(lambda lines, shown=shown: shown in " ".join(lines))
    players = [Player(weechat), Player(irssi)]
    while not all(player.is_over for player in players):
        wait_until(lambda: step(players), "nobody's turn is shown")
    for player in players:
        player.client.wait_for(lambda lines, nick=player.client.nick: shows_next(lines, nick))
        seen = "\n".join(player.seen)
        assert "out of time" not in seen
        for number in range(1, DEALS + 1):
            assert f"#{number} you hold " in seen, f"{player.client.nick} did not see the cards of #{number}"
        assert player.turns > DEALS / 2


def shows_next(lines: list[str], nick: str) -> bool:
    """Return whether the deal after the last one is there: its cards, its first turn, and what the actor reads then."""
    begins = next((number for number, line in enumerate(lines) if f"#{DEALS + 1} 5/10 " in line), len(lines))
    rest = lines[begins:]
    turn = next((found for line in rest if (found := TURN.search(line))), None)
    cards = any(f"#{DEALS + 1} you hold" in line for line in rest)
    return turn is not None and cards and (turn["nick"] != nick or any("| your turn: " in line for line in rest))


def step(players: list[Player]) -> bool:
    """Let everybody look and act; return whether somebody did, or all is over."""
    acted = [player.play() for player in players]
    return any(acted) or all(player.is_over for player in players)
