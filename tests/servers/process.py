"""The bot as people run it: a process of its own with a configuration in a folder, which may be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]

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
[network:net]
host = {host}
port = {port}
channels = {channels}
send_burst = 100
send_interval = 0.01
{more}
"""


def wait_for_server(port: int, timeout: float = 20.0) -> None:
    """Wait until somebody listens on a port."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < deadline, "no server"
            time.sleep(0.05)
        else:
            return


class BotProcess:
    """`python -m ircpoker run`; what it logs is kept in the folder."""

    def __init__(
        self,
        folder: Path,
        port: int,
        *channels: str,
        plugins: str = "parse, help",
        plugin_path: str = "",
        host: str = "127.0.0.1",
        more: str = "",
    ) -> None:
        self.folder = folder
        self.config = folder / "config.ini"
        text = _CONFIG.format(
            folder=folder,
            port=port,
            host=host,
            channels=", ".join(channels),
            plugins=plugins,
            plugin_path=plugin_path,
            more=more,
        )
        self.config.write_text(text)
        self._process: subprocess.Popen[bytes] | None = None

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
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", "-m", "ircpoker", "run", "--config", str(self.config)],
                cwd=ROOT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """End it as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(10)

    def stop(self) -> float:
        """Ask it to end, and return the seconds that this took."""
        assert self._process is not None
        since = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(10) == 0
        return time.monotonic() - since

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command of the program on the same configuration's folder."""
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "ircpoker", *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
