"""Accepts connections, counts them by host, and hands each to the worker with the fewest.

The workers are processes of their own: one that ends takes its sessions with it, and is started again. The gate sends a
worker the socket of a connection with its number; the worker sends the number back when the connection has logged in,
and when it has ended. Until the login the gate keeps the socket, too, to end it when others need its place.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from struct import Struct

from ircpoker.errors import TransportError
from ircpoker.ssh.settings import Address, HostLimits, SshSettings

NUMBER = Struct("!I")
"""The number of a connection, as the gate sends it."""
NEWS = Struct("!I?")
"""The number of a connection, as a worker sends it: with whether it has logged in; otherwise it has ended."""
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
        self._limits = HostLimits(settings, self._close)
        self._before_login: dict[int, socket.socket] = {}
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
        self._workers = [_WorkerProcess(self._command, self._hear) for _ in range(self._settings.workers)]
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
        number = self._last_number = (self._last_number + 1) % (1 << 32)
        refusal = self._limits.refusal(number, address, asyncio.get_running_loop().time())
        if refusal:
            # Lines before the one that names the protocol are for people (RFC 4253, 4.2).
            with suppress(OSError):
                connection.send(f"{refusal}\r\n".encode())
            return
        worker = min(self._workers, key=lambda each: (not each.is_running, len(each.connections)))
        if worker.take(connection, number):
            self._before_login[number] = connection.dup()
        else:
            self._limits.end(number)

    def _hear(self, number: int, has_logged_in: bool) -> None:
        """Note that a connection has logged in, or has ended."""
        if has_logged_in:
            self._limits.log_in(number)
        else:
            self._limits.end(number)
        if (own := self._before_login.pop(number, None)) is not None:
            own.close()

    def _close(self, number: int) -> None:
        """End a connection that a worker has; the worker tells when it has ended."""
        own = self._before_login.get(number)
        if own is not None:
            with suppress(OSError):
                own.shutdown(socket.SHUT_RDWR)


class _WorkerProcess:
    """A worker process as the gate knows it; when it ends by itself, another takes its place.

    Attributes:
        connections: the numbers of its connections.
        started: whether it can be given connections.
    """

    def __init__(self, command: tuple[str, ...], hear: Callable[[int, bool], None]) -> None:
        self.connections: set[int] = set()
        self.started = asyncio.Event()
        self._command = command
        self._tell = hear
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

    def take(self, connection: socket.socket, number: int) -> bool:
        """Hand a connection over; return whether the worker could take it."""
        if self._link is None:
            return False
        try:
            socket.send_fds(self._link, [NUMBER.pack(number)], [connection.fileno()])
        except OSError as error:
            _logger.warning("a worker of ssh takes no connection: %s", error)
            return False
        self.connections.add(number)
        return True

    async def _hear(self) -> None:
        """Hear which connections have logged in or ended, until the worker has."""
        link, waiting = self._link, b""
        if link is None:
            return
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await loop.sock_recv(link, 1 << 12):
                waiting += data
                whole = len(waiting) - len(waiting) % NEWS.size
                for number, has_logged_in in NEWS.iter_unpack(waiting[:whole]):
                    if number in self.connections:
                        self._tell(number, has_logged_in)
                        self.connections -= set() if has_logged_in else {number}
                waiting = waiting[whole:]

    def _close(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
        for number in self.connections:
            self._tell(number, False)
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
