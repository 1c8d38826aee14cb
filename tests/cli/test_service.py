"""`ircpoker run` as a service: it says when it is ready, on which networks, that its loop runs, and that it stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.children import child
from tests.cli.conftest import COMMAND, Ircpoker
from tests.ports import free_port
from tests.waiting import PATIENCE

WATCHDOG = 0.2
"""Seconds, as a unit would have in WatchdogSec."""
PLUGIN = """
from ircpoker.chat.commands import command


@command("hang", summary="hangs")
def hang(message, arguments):
    with open("fifo", "rb") as fifo:
        fifo.read()
"""


class ServiceSocket:
    """What systemd would hear."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))

    def wait_for(self, wanted: str) -> list[str]:
        """Return the lines up to one."""
        lines: list[str] = []
        self._socket.settimeout(PATIENCE)
        while wanted not in lines:
            lines += self._socket.recv(999).decode().splitlines()
        return lines

    def is_silent_for(self, seconds: float) -> bool:
        """Return whether nothing comes within some seconds, after the lines that are there already."""
        self._socket.setblocking(False)
        try:
            while True:
                self._socket.recv(999)
        except BlockingIOError:
            self._socket.settimeout(seconds)
        try:
            self._socket.recv(999)
        except TimeoutError:
            return True
        return False

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[ServiceSocket]:
    heard = ServiceSocket(tmp_path / "notify")
    yield heard
    heard.close()


@contextmanager
def service(folder: Path, config: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the bot as a service manager would."""
    (folder / "config.ini").write_text(config)
    variables = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(int(WATCHDOG * 1e6))}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            child(*COMMAND, "run"), cwd=folder, env=os.environ | variables, stdin=subprocess.DEVNULL, stderr=log
        ) as bot,
    ):
        try:
            yield bot
        finally:
            bot.kill()


@pytest.mark.slow(1)
def test_a_service_from_start_to_stop(tmp_path: Path, systemd: ServiceSocket) -> None:
    lost, here = free_port(), free_port()
    config = f"[bot]\nowner = a\n[network:lost]\nhost = 127.0.0.1\nport = {lost}\n"
    with service(tmp_path, f"{config}[network:here]\nport = {here}\n") as bot:
        first = systemd.wait_for("READY=1")
        assert first == ["READY=1"], "nothing comes before"
        systemd.wait_for("STATUS=on here; not on lost")
        assert systemd.wait_for("WATCHDOG=1")
        bot.send_signal(signal.SIGTERM)
        systemd.wait_for("STOPPING=1")
        assert bot.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_a_new_start_is_no_end(ircpoker: Ircpoker, tmp_path: Path, systemd: ServiceSocket) -> None:
    """systemd would kill a service that stops and does not end."""
    with service(tmp_path, f"[network:local]\nport = {free_port()}\n") as bot:
        systemd.wait_for("STATUS=on local")
        assert ircpoker("admin", "restart").status == 0
        lines = systemd.wait_for("READY=1")
        assert "RELOADING=1" in lines
        assert "STOPPING=1" not in lines
        systemd.wait_for("STATUS=on local")
        assert bot.poll() is None


@pytest.mark.slow(1)
def test_a_hung_loop_is_silent(tmp_path: Path, systemd: ServiceSocket) -> None:
    (tmp_path / "hanging.py").write_text(PLUGIN)
    os.mkfifo(tmp_path / "fifo")
    port = free_port()
    config = f"[bot]\nplugins = hanging\nplugin_path = .\n[network:local]\nport = {port}\n"
    with service(tmp_path, config):
        systemd.wait_for("STATUS=on local")
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as person:
            person.sendall(b"NICK ann\r\nUSER ann 0 * :ann\r\nPRIVMSG dealer :hang\r\n")
            # This waits until the bot reads from the other end, which it then does until this one is closed.
            with (tmp_path / "fifo").open("wb"):
                assert systemd.is_silent_for(2 * WATCHDOG)
            systemd.wait_for("WATCHDOG=1")
