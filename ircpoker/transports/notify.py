"""Says to the service manager (systemd) that the bot is ready, which networks it is on, and that its loop still runs.

The protocol is that of `sd_notify(3)`: datagrams to the socket that `NOTIFY_SOCKET` names. Without this variable, as in
a terminal, nothing is sent. Where there is no such manager, as in a container, `IRCPOKER_ALIVE` may name a file, which
is touched as long as the loop runs.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

_ADDRESS, _PERIOD, _PROCESS = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
_FILE = "IRCPOKER_ALIVE"
_LOOK = 5.0
"""The most seconds between two messages, and until a network that has come or gone is in one."""

_logger = logging.getLogger(__name__)


class ServiceManager:
    """The service manager that has started this process, if there is one.

    Examples:
        >>> ServiceManager({}).send("READY=1")
        False
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Find the service manager; nothing is sent yet.

        Args:
            environment: the variables that it sets for its services.
        """
        self._address = environment.get(_ADDRESS, "")
        self._file = environment.get(_FILE, "")
        self._has_failed = False
        period = environment.get(_PERIOD, "")
        is_for_us = environment.get(_PROCESS) in {None, str(os.getpid())}
        self.watchdog = int(period) / 1e6 if period.isdecimal() and is_for_us else 0.0
        """Seconds of silence after which the manager restarts the bot; 0 if it does not."""

    @property
    def is_there(self) -> bool:
        """Whether anybody wants to know how the bot is."""
        return self._has_socket or bool(self._file)

    @property
    def _has_socket(self) -> bool:
        # `@` stands for the zero byte of a name without a file. Other addresses are not those of this machine.
        return self._address.startswith(("/", "@")) and hasattr(socket, "AF_UNIX")

    def send(self, *lines: str) -> bool:
        """Send one message; never waits and never fails.

        Args:
            lines: assignments such as `READY=1`.

        Returns:
            Whether it was sent.
        """
        if not self._has_socket:
            return False
        path = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                sender.sendto("\n".join(lines).encode(), path)
        except OSError as error:
            self._complain(f"the service manager cannot be reached: {error}")
            return False
        self._has_failed = False
        return True

    def _touch(self) -> None:
        try:
            if self._file:
                Path(self._file).touch(mode=0o600)
        except OSError as error:
            self._complain(f"{_FILE}: {error}")

    def _complain(self, fault: str) -> None:
        """Log the first fault: when more of them follow, the manager restarts the bot, or nobody listens at all."""
        if not self._has_failed:
            _logger.warning("%s", fault)
        self._has_failed = True

    async def keep_informed(self, networks: Callable[[], Mapping[str, bool]]) -> None:
        """Send which networks the bot is on, and that the loop runs, until the task is cancelled.

        Args:
            networks: returns whether the bot is on a network, for each one by name.
        """
        pause = min(_LOOK, self.watchdog / 2) if self.watchdog else _LOOK
        sent = ""
        while True:
            self._touch()
            status = describe(networks())
            lines = [f"STATUS={status}"] if status != sent else []
            lines += ["WATCHDOG=1"] if self.watchdog else []
            if lines and self.send(*lines):
                sent = status
            await asyncio.sleep(pause)


def describe(networks: Mapping[str, bool]) -> str:
    """Return one line about the networks.

    Args:
        networks: whether the bot is on it, for each one by name.

    Examples:
        >>> describe({"libera": True, "oftc": True}), describe({"libera": True, "oftc": False})
        ('on libera, oftc', 'on libera; not on oftc')
        >>> describe({"libera": False})
        'not on libera'
    """
    present = ", ".join(name for name, is_on in networks.items() if is_on)
    absent = ", ".join(name for name, is_on in networks.items() if not is_on)
    return "; ".join([f"on {present}"] * bool(present) + [f"not on {absent}"] * bool(absent))


@asynccontextmanager
async def reporting(networks: Callable[[], Mapping[str, bool]]) -> AsyncIterator[ServiceManager]:
    """Report to the service manager that the bot is ready, and then how it is, while the block runs.

    Args:
        networks: returns whether the bot is on a network, for each one by name.

    Yields:
        The service manager; it may be none.
    """
    manager = ServiceManager(os.environ)
    if not manager.is_there:
        yield manager
        return
    manager.send("READY=1")
    informing = asyncio.create_task(manager.keep_informed(networks))
    try:
        yield manager
    finally:
        informing.cancel()
        await asyncio.gather(informing, return_exceptions=True)
