"""A real ngIRCd on a free port of 127.0.0.1, run as nobody, started and stopped by handle."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

_START_WITHIN = 10.0

_CONFIG = """\
[Global]
    Name = {name}
    Info = ircpoker test
    Listen = 127.0.0.1
    {ports}
    MotdPhrase = hi
[Limits]
    MaxConnectionsIP = 0
    MaxPenaltyTime = {penalty}
    MaxNickLength = 20
{limits}
[Options]
    DNS = no
    Ident = no
    PAM = no
    IncludeDir = /nonexistent
{more}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find_ngircd() -> str:
    path = shutil.which("ngircd", path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin")
    if path is None:
        pytest.fail("ngircd is not installed: on Debian and Ubuntu `apt-get install ngircd`")
    return path


class Ngircd:
    """One server that can be stopped and started again on the same port.

    Args of the constructor: `penalty` and `limits` are lines of its section [Limits], `tls` a certificate and
    its key, `more` further sections.
    """

    def __init__(
        self,
        *,
        name: str = "irc.test.local",
        penalty: int = 0,
        limits: str = "",
        tls: tuple[Path, Path] | None = None,
        more: str = "",
    ) -> None:
        self.port = free_port()
        self._program = find_ngircd()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="ircpoker-ngircd-"))
        self._folder.chmod(0o755)  # The server runs as nobody and reads its files there.
        ports = f"Ports = {self.port}"
        if tls is not None:
            for source, file in zip(tls, ("cert.pem", "key.pem"), strict=True):
                shutil.copy(source, self._folder / file)
                (self._folder / file).chmod(0o644)
            more += (
                f"[SSL]\nCertFile = {self._folder}/cert.pem\nKeyFile = {self._folder}/key.pem\nPorts = {self.port}\n"
            )
            ports = f"Ports = {free_port()}"
        config = _CONFIG.format(name=name, ports=ports, penalty=penalty, limits=limits, more=more)
        (self._folder / "ngircd.conf").write_text(config)

    def start(self) -> None:
        command = [self._program, "-n", "-f", str(self._folder / "ngircd.conf")]
        if os.getuid() == 0:
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + _START_WITHIN
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        self.stop()
        pytest.fail(f"ngircd did not start: {(self._folder / 'log').read_text()}")

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """End it without a word to anybody."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def pause(self) -> None:
        """Let the server fall silent with its connections open, as behind a dead link."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)
