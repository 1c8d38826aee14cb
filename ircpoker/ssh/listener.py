"""Accepts connections, counts them by host, and hands each to the worker with the fewest.

The workers are processes of their own: one that ends takes its sessions with it, and is started again. The gate sends a
worker the socket of a connection with its number; the worker sends the number back when the connection has ended.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from contextlib import suppress
from functools import partial
from struct import Struct
from typing import TYPE_CHECKING

from ircpoker.errors import TransportError
from ircpoker.ssh.settings import HostLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.ssh.settings import Address, SshSettings

NUMBER = Struct("!I")
"""The number of a connection, as gate and worker send it."""
_BACKLOG = 128
_PAUSE = 1.0
"""Seconds until the next try when this process has no free descriptor, or after a worker has ended by itself."""
_GOODBYE_SECONDS = 10.0
"""Seconds in which a worker without its link ends by itself; it says goodbye to its sessions within two."""

_logger = logging.getLogger(__name__)


class SshListener:
    """The listening socket and its workers, from `open` to the end of `serve`.

    Attributes:
        port: the port it listens on.
    """

    def __init__(self, settings: SshSettings, worker_command: Sequence[str]) -> None:
        """Prepare to listen.

        Args:
            settings: the address, the limits and the number of workers.
            worker_command: the command line of a worker, to which the descriptor of its link is added.
        """
        self._settings = settings
        self._command = tuple(worker_command)
        self._limits = HostLimits(settings)
        self._workers: list[_WorkerProcess] = []
        self._last_number = 0
        self._listener = _listen(settings.listen)
        self.port: int = self._listener.getsockname()[1]

    async def serve(self, on_ready: Callable[[], None], stopping: asyncio.Event) -> None:
        """Accept connections until `stopping` is set; then end all sessions.

        Args:
            on_ready: is called when the workers run.
            stopping: ends it.
        """
        self._workers = [_WorkerProcess(self._command, self._limits) for _ in range(self._settings.workers)]
        tending = [asyncio.create_task(worker.run()) for worker in self._workers]
        await asyncio.gather(*(worker.started.wait() for worker in self._workers))
        accepting = asyncio.create_task(self._accept())
        on_ready()
        try:
            await stopping.wait()
        finally:
            accepting.cancel()
            self._listener.close()
            for task in tending:
                task.cancel()
            await asyncio.gather(accepting, *tending, return_exceptions=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(self._listener)
            except OSError as error:
                # Who has given up meanwhile is no reason to wait.
                if error.errno != errno.ECONNABORTED:
                    _logger.warning("no connection can be accepted: %s", error)
                    await asyncio.sleep(_PAUSE)
                continue
            with connection:
                self._take(connection, address[0])

    def _take(self, connection: socket.socket, address: str) -> None:
        """Hand a connection to a worker, or say why not."""
        refusal = self._limits.refusal(address, asyncio.get_running_loop().time())
        if refusal:
            # Lines before the one that names the protocol are for people (RFC 4253, 4.2).
            with suppress(OSError):
                connection.send(f"{refusal}\r\n".encode())
            return
        self._last_number = (self._last_number + 1) % (1 << 32)
        worker = min(self._workers, key=lambda each: (not each.is_running, len(each.connections)))
        if not worker.take(connection, self._last_number, address):
            self._limits.end(address)


class _WorkerProcess:
    """A worker process as the gate knows it; when it ends by itself, another takes its place.

    Attributes:
        connections: the addresses of its connections, by their numbers.
        started: whether it can be given connections.
    """

    def __init__(self, command: tuple[str, ...], limits: HostLimits) -> None:
        self.connections: dict[int, str] = {}
        self.started = asyncio.Event()
        self._command = command
        self._limits = limits
        self._link: socket.socket | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a process now."""
        return self._link is not None

    async def run(self) -> None:
        """Run the process, again and again, until this task is cancelled."""
        while True:
            try:
                process = await self._start()
            except OSError as error:
                _logger.warning("a worker of ssh cannot be started, and it is tried again: %s", error)
                await asyncio.sleep(_PAUSE)
                continue
            try:
                await self._hear()
                _logger.error("a worker of ssh has ended, and with it its sessions: another one starts")
            finally:
                self._close()
                await _end(process)
            await asyncio.sleep(_PAUSE)

    async def _start(self) -> asyncio.subprocess.Process:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            with theirs:
                number = theirs.fileno()
                process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *self._command,
                    str(number),
                    pass_fds=(number,),
                    stdin=asyncio.subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is for the gate.
                )
        except BaseException:
            ours.close()
            raise
        self._link = ours
        self.started.set()
        return process

    def take(self, connection: socket.socket, number: int, address: str) -> bool:
        """Hand a connection over; return whether the worker could take it."""
        if self._link is None:
            return False
        try:
            socket.send_fds(self._link, [NUMBER.pack(number)], [connection.fileno()])
        except OSError as error:
            _logger.warning("a worker of ssh takes no connection: %s", error)
            return False
        self.connections[number] = address
        return True

    async def _hear(self) -> None:
        """Note which connections have ended, until the worker has."""
        link, waiting = self._link, b""
        if link is None:
            return
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await loop.sock_recv(link, 1 << 12):
                waiting += data
                whole = len(waiting) - len(waiting) % NUMBER.size
                for (number,) in NUMBER.iter_unpack(waiting[:whole]):
                    address = self.connections.pop(number, None)
                    if address is not None:
                        self._limits.end(address)
                waiting = waiting[whole:]

    def _close(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
        for address in self.connections.values():
            self._limits.end(address)
        self.connections.clear()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Wait for a worker that has lost its link and ends by itself, or kill it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GOODBYE_SECONDS):
            await process.wait()
            return
    _logger.error("a worker of ssh does not end by itself: it is killed")
    process.kill()
    await process.wait()


def _listen(address: Address) -> socket.socket:
    """Return a listening socket.

    Raises:
        TransportError: it cannot listen there.
    """
    try:
        if address.host:
            family, _, _, _, where = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)[0]
            make = partial(socket.create_server, where, family=family)
        elif socket.has_dualstack_ipv6():
            make = partial(socket.create_server, ("", address.port), family=socket.AF_INET6, dualstack_ipv6=True)
        else:
            make = partial(socket.create_server, ("", address.port))
        listener = make(backlog=_BACKLOG)
    except OSError as error:
        raise TransportError(f"[ssh] listen: {address}: {error.strerror or error}") from error
    listener.setblocking(False)
    return listener
