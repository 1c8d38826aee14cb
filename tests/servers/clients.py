"""Chat clients with one channel window: WeeChat without a screen, irssi in tmux, 80 columns wide."""

from __future__ import annotations

import os
import re
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from tests.servers.tmux import Tmux
from tests.waiting import PATIENCE

CHANNEL = "#poker"
_INVISIBLE = re.compile("[\u2060\u200b\u200d]")
_WEECHAT = (
    "/set irc.server_default.anti_flood_prio_high 0",
    "/set irc.server_default.anti_flood_prio_low 0",
    "/set logger.file.flush_delay 0",
    '/set logger.file.mask "$name.log"',
    "/set logger.file.path {folder}/logs",
    '/set logger.file.time_format "%H:%M"',
    "/set fifo.file.path {folder}/fifo",
    "/set fifo.file.enabled off",
    "/set fifo.file.enabled on",
    "/server add net 127.0.0.1/{port} -nicks={nick} -autojoin={channel}",
    "/connect net",
)
_IRSSI = (
    "/set cmd_queue_speed 10msec",
    "/set cmds_max_at_once 1000",
    "/set autolog off",
    "/network add net",
    "/server add -auto -network net 127.0.0.1 {port}",
    "/channel add -auto {channel} net",
)


class Client(ABC):
    """A person with a chat client, who reads the channel and types there.

    Attributes:
        nick: theirs.
    """

    def __init__(self, nick: str, port: int, folder: Path, channel: str = CHANNEL) -> None:
        self.nick = nick
        self.folder = folder
        folder.mkdir()
        self._values = {"folder": folder, "port": port, "nick": nick, "channel": channel}
        self.start()

    @abstractmethod
    def start(self) -> None:
        """Start the client, which joins the channel."""

    @abstractmethod
    def say(self, text: str) -> None:
        """Type a line in the channel."""

    @abstractmethod
    def lines(self) -> list[str]:
        """Return the lines in the channel's window, each whole and without its time."""

    @abstractmethod
    def close(self) -> None:
        """End the client."""

    def meet_the_bot(self) -> None:
        """Wait until the bot is in the channel with the first person there, whoever came first."""
        self.wait_for(lambda lines: any("dealer" in line or ": 2 nicks" in line for line in lines))

    def wait_for(self, shows: Callable[[list[str]], bool]) -> None:
        """Wait until the window shows something."""
        end = time.monotonic() + PATIENCE
        while not shows(self.lines()):
            assert time.monotonic() < end, self.lines()[-5:]
            time.sleep(0.05)


class WeeChat(Client):
    """WeeChat without a screen: its log holds the channel's buffer, and its FIFO takes typed lines."""

    def start(self) -> None:
        commands = ";".join(_WEECHAT).format(**self._values)
        self._process = subprocess.Popen(
            ["weechat-headless", "--dir", str(self.folder), "-r", commands],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm"},
        )

    def say(self, text: str) -> None:
        with (self.folder / "fifo").open("w", encoding="utf-8") as fifo:
            fifo.write(f"irc.net.{CHANNEL} *{text}\n")

    def lines(self, buffer: str = CHANNEL) -> list[str]:
        log = self.folder / "logs" / f"net.{buffer}.log"
        if not log.exists():
            return []
        text = _INVISIBLE.sub("", log.read_text(encoding="utf-8"))
        return [line.partition("\t")[2] for line in text.splitlines()]

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)


class Irssi(Client):
    """irssi on a terminal of 80 columns, whose text is the window."""

    rows = 60

    def start(self) -> None:
        (self.folder / "startup").write_text("\n".join(_IRSSI).format(**self._values) + "\n", encoding="utf-8")
        self.tmux = Tmux(f"IRCUSER={self.nick} irssi --home={self.folder} -n {self.nick}", self.rows)
        self.wait_for(self._is_in_channel)

    def say(self, text: str) -> None:
        self.tmux.type(text)

    def _is_in_channel(self, lines: list[str]) -> bool:
        """Return whether the channel's window is shown and complete; open it once it exists."""
        if any("was synced" in line for line in lines):
            return True
        self.say("/window goto 2")
        return False

    def screen(self) -> list[str]:
        """Return the rows of the terminal."""
        return self.tmux.screen()

    def lines(self) -> list[str]:
        whole: list[str] = []
        for row in self.screen()[1:-2]:
            if re.match(r"\d\d:\d\d ", row):
                whole.append(row[6:])
            elif whole:
                whole[-1] += f" {row.strip()}"
        return whole

    def close(self) -> None:
        self.tmux.close()
