"""A loop on which time passes only when nothing else is ready: a test that waits an hour is over at once.

Servers in the same loop are reached without a network: their clients get one end of a pair of sockets, so that
what was written has come before any time passes.
"""

from __future__ import annotations

import asyncio
import selectors
import socket
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
Visit = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

_START = 1000.0
_FIRST_PORT = 100_000
"""Beyond the real ones."""


class _Selector(selectors.DefaultSelector):
    """Advances the clock to the next call and does not wait."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or (timeout > 0 and self.loop.threads):  # it is not only time that will wake it
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self.loop.now += max(0.0, timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own.

    Attributes:
        now: what `time` says.
        threads: how many functions run in threads; time stands still for them.
    """

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self.now = _START
        self.threads = 0
        self._visits: dict[int, Visit] = {}
        self._visitors: set[asyncio.Task[None]] = set()
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        self.threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._thread_ended)
        return future

    def _thread_ended(self, _future: asyncio.Future[Any]) -> None:
        self.threads -= 1

    def serve(self, visit: Visit) -> int:
        """Let each connection to a port be met by `visit`; return the port."""
        port = _FIRST_PORT + len(self._visits)
        self._visits[port] = visit
        return port

    async def create_connection(
        self, protocol_factory: Any, host: str | None = None, port: int | None = None, **options: Any
    ) -> tuple[asyncio.Transport, Any]:
        if port not in self._visits:
            return await super().create_connection(protocol_factory, host, port, **options)
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=theirs)
        visitor = self.create_task(self._meet(self._visits[port], reader, writer))
        self._visitors.add(visitor)
        visitor.add_done_callback(self._visitors.discard)
        return await super().create_connection(protocol_factory, sock=ours, **options)

    @staticmethod
    async def _meet(visit: Visit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await visit(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def pass_time(seconds: float) -> None:
    """Let so many seconds pass on the running loop."""
    loop = asyncio.get_running_loop()
    over = loop.create_future()
    loop.call_later(seconds, over.set_result, None)
    await over


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """Run on a loop with virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
