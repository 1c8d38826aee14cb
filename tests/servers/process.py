"""The bot as people run it: its own process with a configuration in a folder, which may be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from ircpoker.cli.main import main
from tests import tiers
from tests.children import child
from tests.cli.forkserver import commands
from tests.servers.crashing import KillableProgram
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-W", "error", "-m", "ircpoker")

_CONFIG = """\
[bot]
owner = alice
nick = dealer
colour = off
database = sqlite:///{folder}/ircpoker.db
history = {folder}/history
plugins = {plugins}
plugin_path = {plugin_path}
[limits]
command_burst = 100
command_interval = 0.01
accounts_per_hour = 1000
[network:net]
host = {host}
port = {port}
channels = {channels}
services = {services}
send_burst = {burst}
send_interval = {interval}
{more}
"""


def wait_for_server(port: int) -> None:
    """Wait until somebody listens on a port."""
    wait_until(lambda: listens(port), "no server")


def listens(port: int) -> bool:
    """Return whether somebody listens."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except OSError:
        return False
    return True


class BotProcess:
    """`ircpoker run`; its log is kept in the folder.

    Attributes:
        folder: its folder.
        config: its configuration.
        program: the words of the command line before the arguments; empty for a fork with all imports.
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        *channels: str,
        plugins: str = "parse, help",
        plugin_path: str = "",
        host: str = "127.0.0.1",
        more: str = "",
        umask: int = -1,
        seed: int | None = None,
        services: str = "off",
        program: Sequence[str] = (),
        pace: tuple[int, float] = (100, 0.01),
    ) -> None:
        self.folder = folder
        self.program = program
        self._seed = seed
        self._umask = umask
        self.config = folder / "config.ini"
        text = _CONFIG.format(
            folder=folder,
            port=port,
            host=host,
            channels=", ".join(channels),
            plugins=plugins,
            plugin_path=plugin_path,
            more=more,
            services=services,
            burst=pace[0],
            interval=pace[1],
        )
        self.config.write_text(text)
        self._process: subprocess.Popen[bytes] | KillableProgram | None = None
        self._starts = 0

    def __enter__(self) -> BotProcess:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def start(self) -> None:
        # Other decks after each start, as if by chance: the same secret twice would be no secret.
        self._starts += 1
        seed = str(tiers.seed(self._starts) if self._seed is None else self._seed)
        arguments = ["run", "--config", str(self.config), "--seed", seed]
        if not self.program and self._umask == -1:
            self._process = KillableProgram(main, arguments, self.folder / "log")
            return
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                child(*(self.program or PROGRAM), *arguments),
                cwd=self.folder if self.program and self.program[0] != sys.executable else ROOT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                umask=self._umask,
            )

    def kill(self) -> None:
        """End it as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def stop(self) -> None:
        """Ask it to end."""
        assert self._process is not None
        os.kill(self.pid, signal.SIGTERM)
        assert self._process.wait(PATIENCE) == 0

    @property
    def has_ended(self) -> bool:
        """Whether the process is over."""
        assert self._process is not None
        return self._process.poll() is not None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def order(self, *words: str) -> str:
        """Give the running bot an order, and return its answer."""
        done = self.run("admin", "--config", str(self.config), "--yes", *words)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command of the program on the same configuration's folder."""
        if not self.program:
            status, out, err = commands().run(arguments, b"", self.folder, dict(os.environ))
            return subprocess.CompletedProcess(arguments, status, out.decode(), err.decode())
        return subprocess.run(
            [*self.program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
