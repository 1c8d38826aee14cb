"""A bot with its page, in a loop of their own: tests drive the bot's clock, and look at the page from outside."""

from __future__ import annotations

import asyncio
import http.client
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from ircpoker.config.web import Listen, WebSettings
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.web.app import serve
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.ports import free_port

T = TypeVar("T")
PATIENCE = 60.0


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def own_page(**settings: Any) -> WebSettings:
    """Return settings of a page on a port that is free now."""
    port = free_port()
    return WebSettings(url=f"http://127.0.0.1:{port}", listen=Listen("127.0.0.1", port), **settings)


class WebHall:
    """A hall whose tables can be watched by a page.

    Attributes:
        hall: the bot; only touch it by `call`.
        address: the page's address, without a slash at the end.
        endpoint: the bot's endpoint for the page.
    """

    hall: Hall
    address: str
    endpoint: FeedEndpoint

    def __init__(
        self,
        folder: Path,
        *,
        settings: WebSettings | None = None,
        make_hall: Callable[..., Hall] = Hall,
        make_loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
        **rules: Any,
    ) -> None:
        self._folder = folder
        self._make_hall = make_hall
        self._make_loop = make_loop
        self._settings = settings or own_page(per_address=500)
        self._rules = rules
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._end: asyncio.Event | None = None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        assert self._loop is not None
        assert self._end is not None
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        if kind is None and self._failure is not None:
            raise self._failure

    def call(self, work: Callable[[Hall], T]) -> T:
        """Do something with the bot, in its loop, and return the result."""

        async def run() -> T:
            return work(self.hall)

        return self._wait(run())

    def people(self) -> list[str]:
        """Return the nicks of those for whom the page has a connection."""
        sessions = self.call(lambda _: tuple(self.endpoint.sessions))
        return [session.person.nick for session in sessions if session.person is not None]

    def stop_bot(self) -> None:
        """Let the bot's socket be gone, as when the bot has ended."""
        self._wait(self._endpoint.stop())

    def restart_bot(self) -> None:
        """Start another bot on the ledger and on the socket."""

        async def run() -> None:
            lasting = {key: self._rules[key] for key in ("plugins", "services") if key in self._rules}
            self.hall = self.hall.restarted(**lasting)
            await self._open_door()

        self._wait(run())

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def get(self, path: str, *, method: str = "GET", body: str = "", **headers: str) -> Answer:
        """Ask the page for something."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body or None, named)
        response = connection.getresponse()
        answer = Answer(
            response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
        )
        connection.close()
        return answer

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://")

    def table_path(self, where: str = CHANNEL) -> str:
        """Return the path of a table's page."""
        return f"/table/{self.call(lambda hall: hall.table(where).id)}".replace(":", "%3A")

    # Inside

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=self._make_loop) as runner:
                runner.run(self._serve())
        except BaseException as error:  # the test's thread shows it
            self._failure = error
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        self.hall = self._make_hall(**self._rules)
        started = asyncio.Event()

        def on_start(address: str, stop: Callable[[], None]) -> None:
            self.address, self._stop = address.rstrip("/"), stop
            started.set()

        await self._open_door()
        try:
            serving = asyncio.create_task(serve(self._settings, self._socket, on_start))
            waiting = asyncio.create_task(started.wait())
            await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                await serving
            await asyncio.sleep(0.05)  # until it accepts connections
            self._ready.set()
            await self._end.wait()
            self._stop()
            await serving
            self.hall.check_ledger()
        finally:
            await self._endpoint.stop()
            self.hall.close()

    @property
    def _socket(self) -> Path:
        return self._folder / "feed" / "web.sock"

    async def _open_door(self) -> None:
        hall = self.hall
        hall.settings = replace(hall.settings, others={**hall.settings.others, "web": self._settings})
        hall.services.settings = hall.settings
        hall.services.presence.note_open(NET, CHANNEL, is_open=True)
        self.endpoint = FeedEndpoint("web", "web", hall.router)
        self._endpoint = SocketEndpoint(EndpointPlace(self._socket), self.endpoint)
        await self._endpoint.start()
