"""The page's state: its connection for spectators, and those of the people who have signed in."""

from __future__ import annotations

import asyncio
import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, RefusedError
from ircpoker.feed.link import SocketLink
from ircpoker.web.feed_connection import FeedConnection

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from ircpoker.config.web import WebSettings
    from ircpoker.feed.lines import FeedMessage
    from ircpoker.web.live_table import LiveTable
    from ircpoker.web.rendering import Renderer

COOKIE = "session"
SESSION_SECONDS = 12 * 3600
IDLE_SECONDS = 600.0
"""After this time without a request or a stream, a person's connection is closed; their session stays valid."""
_LOOKS = 10
"""How often in that time it is looked for such connections."""
MOST_SESSIONS = 900
"""The people with a connection; the bot's socket takes 1000 in all, so one who signs in finds room."""
MOST_LINES = 30
ANSWER_SECONDS = 10.0


@dataclass(slots=True)
class Visitor:
    """Somebody who has signed in.

    Attributes:
        nick: their nick.
        view: their connection.
        lines: the last private lines for them.
        seen: when they last asked for something, on a clock that never goes back.
    """

    nick: str
    view: FeedConnection
    lines: list[str] = field(default_factory=list)
    seen: float = 0.0

    def hear(self, line: str) -> None:
        """Keep a line."""
        self.lines.append(line)
        del self.lines[:-MOST_LINES]


class Site:
    """Everything that handlers need."""

    def __init__(self, settings: WebSettings, socket: Path, renderer: Renderer) -> None:
        """Prepare the page.

        Args:
            settings: `[web]`.
            socket: the feed's socket for front-ends that bring people by a page.
            renderer: makes pages.
        """
        self.settings = settings
        self.renderer = renderer
        self._open_link = partial(SocketLink.open, socket)
        self._spectators: FeedConnection | None = None
        self._opening = asyncio.Lock()
        self._resuming = WeakValueDictionary[str, asyncio.Lock]()
        self._visitors: dict[str, Visitor] = {}
        self._tending: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End all connections."""
        if self._tending is not None:
            self._tending.cancel()
        views = [self._spectators, *[visitor.view for visitor in self._visitors.values()]]
        for view in views:
            if view is not None:
                await view.close()

    async def spectators(self) -> FeedConnection:
        """Return the connection of those who only watch.

        Raises:
            HTTPException: the bot is not running.
        """
        async with self._opening:
            if self._spectators is None:
                try:
                    client = await self._connect(stays=True)
                except TransportError as error:
                    raise HTTPException(503) from error
                self._spectators = FeedConnection(client, self.renderer)
        if not self._spectators.client.is_connected:
            raise HTTPException(503)
        return self._spectators

    async def _connect(self, *, session: str = "", stays: bool = False) -> FeedClient:
        """Return a new connection.

        Raises:
            RefusedError: the session is not valid.
            TransportError: the bot is not running, or does not answer: nobody may wait for it without end.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await FeedClient.start(self._open_link, session=session, stays=stays)
        except TimeoutError as error:
            raise TransportError("the bot does not answer") from error

    async def view(self, request: Request) -> FeedConnection:
        """Return the connection by which a request is answered: the visitor's own, or that of spectators."""
        visitor = await self.visitor(request)
        return visitor.view if visitor is not None else await self.spectators()

    async def tables(self, view: FeedConnection) -> list[FeedMessage]:
        """Return the tables that a connection may watch.

        Raises:
            HTTPException: the bot is not running.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await view.client.list_tables()
        except (TimeoutError, TransportError) as error:
            raise HTTPException(503) from error

    async def show(self, request: Request, template: str, **values: object) -> HTMLResponse:
        """Return a page for who asks."""
        visitor = None
        with suppress(HTTPException):  # some pages need no bot
            visitor = await self.visitor(request)
        return HTMLResponse(self.renderer.page(template, visitor=visitor, **values))

    async def live(self, view: FeedConnection, name: str) -> LiveTable:
        """Return a table as a connection sees it.

        Raises:
            HTTPException: there is no such table, or the bot is not running.
        """
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await view.table(name)
        except TimeoutError as error:
            raise HTTPException(503) from error
        except TransportError as error:
            raise HTTPException(404 if view.client.is_connected else 503, str(error)) from error

    async def ask(self, request: Request, do: str, **fields: object) -> FeedMessage:
        """Ask the bot for one thing, as the visitor.

        Raises:
            HTTPException: the bot refuses it, or is not running.
        """
        view = await self.view(request)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answers = await view.client.ask(do, **fields)
        except TimeoutError as error:
            raise HTTPException(503) from error
        except TransportError as error:
            raise HTTPException(404 if view.client.is_connected else 503, str(error)) from error
        return answers[0] if answers else {}

    # People

    async def visitor(self, request: Request) -> Visitor | None:
        """Return who asks; None for somebody who has not signed in, or not validly.

        Raises:
            HTTPException: the bot, who knows it, is not running.
        """
        token = request.cookies.get(COOKIE, "")
        if not token or len(token) > 200:
            return None
        key = _key(token)
        # Nobody waits for the session of somebody else.
        async with self._resuming.setdefault(key, asyncio.Lock()):
            visitor = self._visitors.get(key)
            if visitor is None or visitor.view.is_over or not visitor.view.client.is_connected:
                visitor = await self._resume(token, key)
        if visitor is not None:
            visitor.seen = time.monotonic()
        return visitor

    async def _resume(self, token: str, key: str) -> Visitor | None:
        await self._drop(key)
        try:
            client = await self._connect(session=token, stays=True)
        except RefusedError:
            return None
        except TransportError as error:
            raise HTTPException(503) from error
        return await self._welcome(key, client)

    async def _welcome(self, key: str, client: FeedClient) -> Visitor:
        await self._make_room()
        visitor = Visitor(str(client.person.get("nick", "")), FeedConnection(client, self.renderer))
        visitor.view.on_line = visitor.hear
        self._visitors[key] = visitor
        return visitor

    async def sign_in(self, request: Request, code: str) -> str:
        """Use a code up, and return the session that it gives.

        Raises:
            HTTPException: it is not valid, or the bot is not running.
        """
        return str((await self._redeem(request, code=code))["session"])

    async def owner_of(self, request: Request, code: str) -> FeedMessage:
        """Return whose code it is, without using it up.

        Raises:
            HTTPException: it is not valid, or the bot is not running.
        """
        return await self._redeem(request, code=code, peek=True)

    async def _redeem(self, request: Request, **fields: object) -> FeedMessage:
        try:
            client = await self._connect()
        except TransportError as error:
            raise HTTPException(503) from error
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                (answer,) = await client.ask("redeem", address=address_of(request), **fields)
        except TimeoutError as error:
            raise HTTPException(503) from error
        except TransportError as error:
            raise HTTPException(403, str(error)) from error
        finally:
            await client.close()
        return answer

    async def forget(self, request: Request) -> None:
        """End the connection of who asks."""
        await self._drop(_key(request.cookies.get(COOKIE, "")))

    async def _drop(self, key: str) -> None:
        visitor = self._visitors.pop(key, None)
        if visitor is not None:
            await visitor.view.close()

    async def _make_room(self) -> None:
        """Close the connections of those who asked longest ago, if there are too many."""
        if self._tending is None:
            self._tending = asyncio.create_task(self._tend())
        while len(self._visitors) >= MOST_SESSIONS:
            with suppress(TransportError):
                await self._drop(min(self._visitors, key=lambda key: self._visitors[key].seen))

    async def _tend(self) -> None:
        """Close connections that nobody uses."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / _LOOKS)
            now = time.monotonic()
            for key, visitor in tuple(self._visitors.items()):
                if not visitor.view.has_browsers and now - visitor.seen > IDLE_SECONDS:
                    with suppress(TransportError):
                        await self._drop(key)


def address_of(request: Request) -> str:
    """Return the address of who asks."""
    return request.client.host if request.client else ""


def _key(token: str) -> str:
    """Return what stands for a session in memory."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
