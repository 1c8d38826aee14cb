"""`ircpoker ssh` beside a bot on ngIRCd, and OpenSSH's client."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.children import child
from tests.servers.human import Human
from tests.servers.process import ROOT, BotProcess
from tests.waiting import PATIENCE, wait_for_socket, wait_until

_LISTENING = re.compile(r"listening on 127\.0\.0\.1:(\d+)")
_SECTIONS = """\
[feed]
folder = {folder}/feed
ssh = on
{more}
[economy]
given_per_host = 0
[holdem]
deal_pause = 0
robot_pause = 0
[ssh]
listen = 127.0.0.1:0
{ssh}
"""
STRICT = """\
[ssh]
listen = 127.0.0.1:0
host_key = {folder}/ssh_host_key
guests = off
keys = {folder}/known
sessions_per_host = 3
logins_per_minute = 1000
"""
"""`ircpoker ssh` with the usual limit of a host, for somebody whose key is known."""
CHANNELS = ("#poker", "#keys", "#lost", "#lines", "#crowd")
"""A test that opens a table has a channel of its own."""
PLUGINS = "parse, holdem, draw, slots, videopoker, bank, help"


class SshServer:
    """`ircpoker ssh`, and the people who come by it; also a context manager.

    Attributes:
        folder: holds the keys and the log.
        port: the port of SSH.
        arguments: the command and its arguments.
    """

    def __init__(self, folder: Path, config: Path, *options: str) -> None:
        self.folder = folder
        self.port = 0
        self.arguments = ["ssh", "--config", str(config), *options]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except AssertionError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with (self.folder / "ssh.log").open("wb") as log:
            self._process = subprocess.Popen(
                child(sys.executable, "-W", "error", "-m", "ircpoker", *self.arguments),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        wait_until(lambda: _LISTENING.search(self.log) is not None, lambda: self.log)
        found = _LISTENING.search(self.log)
        assert found is not None
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a power failure would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(PATIENCE)

    @property
    def pid(self) -> int:
        """The number of the process that listens."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has printed."""
        return (self.folder / "ssh.log").read_text()

    def key(self, name: str) -> Path:
        """Return the private key of a person, made when it is first asked for."""
        path = self.folder / f"key-{name}"
        if not path.exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
            subprocess.run(command, check=True, timeout=PATIENCE)
        return path

    def command(self, name: str, *options: str, words: str = "") -> list[str]:
        """Return the command line with which a person comes."""
        known = f"UserKnownHostsFile={self.folder}/known_hosts"
        basic = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", known, "-o", "IdentitiesOnly=yes"]
        own = [] if "-i" in options else ["-i", str(self.key(name))]
        where = ["-p", str(self.port), f"{name}@127.0.0.1", *([words] if words else [])]
        return ["ssh", *basic, "-o", "LogLevel=ERROR", *own, *options, *where]

    def line(self, name: str, *options: str, words: str = "") -> str:
        """Return the same for a shell."""
        return shlex.join(self.command(name, *options, words=words))

    def ask(self, name: str, *options: str, words: str = "", typed: str = "") -> subprocess.CompletedProcess[str]:
        """Let a person come without a terminal, type something, and leave."""
        command = self.command(name, *options, words=words)
        return subprocess.run(
            child(*command),
            input=typed,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )


class SshHouse(SshServer):
    """A bot with the endpoint of SSH, and `ircpoker ssh`.

    Attributes:
        bot: the bot.
    """

    def __init__(self, folder: Path, irc_port: int, *, ssh: str = "", more: str = "") -> None:
        self._irc_port = irc_port
        text = _SECTIONS.format(folder=folder, ssh=ssh, more=more)
        self.bot = BotProcess(folder, irc_port, *CHANNELS, plugins=PLUGINS, more=text)
        # Without services it counts ten times.
        few = self.bot.config.read_text().replace("accounts_per_hour = 1000", "accounts_per_hour = 4")
        self.bot.config.write_text(few)
        super().__init__(folder, self.bot.config)

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.bot.__exit__(None, None, None)

    def start(self) -> None:
        """Start both, and wait until the bot has its endpoint."""
        self.bot.start()
        super().start()
        wait_until(lambda: f"joined {CHANNELS[-1]!r}" in self.bot.log, lambda: self.bot.log)
        wait_for_socket(self.folder / "feed" / "ssh.sock", lambda: self.bot.log)

    def person(self, nick: str, channel: str) -> Human:
        """Return somebody on IRC, in a channel of the bot."""
        return Human(self._irc_port, nick, channel)
