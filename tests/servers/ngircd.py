"""A real ngIRCd on a free port of 127.0.0.1."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port
from tests.servers.daemon import Daemon
from tests.servers.process import listens

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


class Ngircd(Daemon):
    """One ngIRCd; started again, it is on the same port.

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
        super().__init__("ngircd", "ngircd")
        self.port = free_port()
        ports = f"Ports = {self.port}"
        if tls is not None:
            for source, file in zip(tls, ("cert.pem", "key.pem"), strict=True):
                shutil.copy(source, self.folder / file)
                (self.folder / file).chmod(0o644)
            more += f"[SSL]\nCertFile = {self.folder}/cert.pem\nKeyFile = {self.folder}/key.pem\nPorts = {self.port}\n"
            ports = f"Ports = {free_port()}"
        config = _CONFIG.format(name=name, ports=ports, penalty=penalty, limits=limits, more=more)
        (self.folder / "ngircd.conf").write_text(config)

    def command(self) -> list[str]:
        return [self._program, "-n", "-f", str(self.folder / "ngircd.conf")]

    def is_up(self) -> bool:
        return listens(self.port)

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()
        self._process = None

    def pause(self) -> None:
        """Let the server fall silent with its connections open, as behind a dead link."""
        self.process.send_signal(signal.SIGSTOP)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let the server read nothing before the body is over."""
        self.pause()
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)
