"""An embedded server on its own loop, in a thread, for tests that talk to it by blocking sockets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Self

from ircpoker.transports.embedded import EmbeddedServer
from tests.waiting import PATIENCE


class EmbeddedThread:
    """The server, from `start` to `stop`; also a context manager."""

    def __init__(self, port: int = 0) -> None:
        self._server = EmbeddedServer(port=port)
        self._runner = asyncio.Runner()
        self._thread = threading.Thread(target=self._run)
        self._loop: asyncio.AbstractEventLoop

    @property
    def port(self) -> int:
        return self._server.port

    def start(self) -> None:
        self._loop = self._runner.get_loop()
        self._thread.start()
        self._call(self._server.start())

    def stop(self) -> None:
        """Stop the server and the loop; a second time does nothing."""
        if self._thread.is_alive():
            self._call(self._server.stop())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive(), "the server's loop does not stop"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _call(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def _run(self) -> None:
        with self._runner:
            self._loop.run_forever()
