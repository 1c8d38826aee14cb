"""The page's state: its connection for spectators, and those of the people who have signed in."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar
from urllib.parse import quote, unquote
from weakref import WeakValueDictionary

from msgspec import Struct, field
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ircpoker.config.web import WebSettings
from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, RefusedError
from ircpoker.feed import requests as asked
from ircpoker.feed.data import Deals, FinishedDeal
from ircpoker.feed.lines import SocketLink
from ircpoker.feed.messages import Answer
from ircpoker.feed.requests import CodeOwner, GetDeal, ListDeals, ListedTable, PersonGiven, Redeem, Welcome
from ircpoker.runtime.shares import is_full
from ircpoker.web.live_table import ANSWER_SECONDS, FeedConnection, LivePage, LiveTable
from ircpoker.web.rendering import Renderer
from ircpoker.web.streaming import EVENT_STREAM, Stream

COOKIE, GUEST = "session", "guest"
"""The cookies: of a session, and of somebody whom only this cookie knows."""
SESSION_SECONDS = 12 * 3600
GUEST_SECONDS = 180 * 24 * 3600
IDLE_SECONDS = 600.0
"""After this time without a request or a stream, a person's connection is closed; their session stays valid."""
_LOOKS = 10
"""How often in that time it is looked for such connections."""
MOST_LINES = 30
_LONGEST_TOKEN = 420
_GUEST = re.compile(
    r"guest\.(?P<code>[0-9a-f]{16})?\.[0-9a-f]{32}\.(?P<nick>(?:%[0-9A-F]{2}|[\w.~-]){1,120})", re.ASCII
)
"""The token of a guest: by an invitation, as long as it is valid; without one, where the page has guests."""
_CHOICES = ("by", "of")
"""The fields of addresses that choose what a page shows that changes."""
A = TypeVar("A", bound="Answer")
T = TypeVar("T")
Values: TypeAlias = "dict[str, object]"


class Visitor(Struct):
    """Somebody who has signed in.

    Attributes:
        nick: their nick.
        is_guest: whether their browser has the only key to their account.
        view: their connection.
        lines: the last private lines for them.
        seen: when they last asked for something, on a clock that never goes back.
    """

    nick: str
    is_guest: bool
    view: FeedConnection
    lines: list[str] = field(default_factory=list)
    seen: float = 0.0

    def hear(self, line: str) -> None:
        """Keep a line."""
        self.lines.append(line)
        del self.lines[:-MOST_LINES]


class Site:
    """The page's connections to the bot: one for spectators, and one for each person who has signed in.

    Attributes:
        settings: `[web]`.
        renderer: makes pages.
        prefix: what stands before the bot's commands in channels.
        kept: the deals that can be read while the bot is away.
    """

    def __init__(self, settings: WebSettings, socket: Path, renderer: Renderer) -> None:
        """Prepare the page.

        Args:
            settings: `[web]`.
            socket: the feed's socket for front-ends that bring people by a page.
            renderer: makes pages.
        """
        self.settings = settings
        self.renderer = renderer
        self.prefix = "!"  # until a bot has said another one
        self._open_link = partial(SocketLink.open, socket)
        self._spectators: FeedConnection | None = None
        self._opening = asyncio.Lock()
        self._resuming = WeakValueDictionary[str, asyncio.Lock]()
        self._visitors: dict[str, Visitor] = {}
        self._tending: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.kept = KeptDeals()

    async def close(self) -> None:
        """End all connections."""
        for task in (self._tending, self._keeping):
            if task is not None:
                task.cancel()
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
                self._spectators = FeedConnection(await self._connect(stays=True), self.renderer)
                self._keeping = asyncio.create_task(self.kept.follow(self))
        if not self._spectators.client.is_connected:
            raise HTTPException(503)
        return self._spectators

    async def _connect(self, *, token: str = "", address: str = "", stays: bool = False) -> FeedClient:
        """Return a new connection.

        Raises:
            RefusedError: the session is not valid.
            HTTPException: the bot is not running, or does not answer: nobody may wait for it without end.
        """
        person, session, invitation = None, token, ""
        guest = _GUEST.fullmatch(token)
        if guest is not None and (guest["code"] or self.settings.guests):
            person = PersonGiven(unquote(guest["nick"]), f"guest-{_key(token)[:32]}", address)
            session, invitation = "", guest["code"] or ""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                client = await FeedClient.start(
                    self._open_link, person=person, session=session, invitation=invitation, stays=stays
                )
        except RefusedError as error:
            if token:
                raise
            raise HTTPException(503) from error
        except (TimeoutError, TransportError) as error:
            raise HTTPException(503) from error
        self.prefix = client.bot.prefix
        self.renderer.words.speak_as(client.bot)
        return client

    async def view(self, request: Request) -> FeedConnection:
        """Return the connection by which a request is answered: the visitor's own, or that of spectators."""
        visitor = await self.visitor(request)
        return visitor.view if visitor is not None else await self.spectators()

    async def tables(self, view: FeedConnection) -> list[ListedTable]:
        """Return the tables that a connection may watch.

        Raises:
            HTTPException: the bot is not running.
        """
        return await _answer(view.client, view.client.list_tables(), 503)

    async def show_live(
        self, request: Request, template: str, gather: Callable[[FeedConnection], Awaitable[Values]]
    ) -> Response:
        """Return a page for who asks, or the stream of its parts that change.

        Args:
            request: what the visitor wants.
            template: has those parts as its blocks named `live_ID`.
            gather: returns the values of the template as a connection sees them.
        """
        view = await self.view(request)
        values = await gather(view)
        if EVENT_STREAM not in request.headers.get("accept", ""):
            return await self.show(request, template, **values)

        async def read() -> dict[str, str]:
            return self.renderer.live_parts(template, await gather(view))

        html = self.renderer.live_parts(template, values)
        key = (request.url.path, *[request.query_params.get(name) for name in _CHOICES])
        page = view.pages.get(key)
        if page is None or page.is_closed:
            view.pages = {key: each for key, each in view.pages.items() if not each.is_closed}
            page = view.pages[key] = LivePage(read, html)
        page.show(html)  # it is as old as its last look
        return Stream(page)  # type: ignore[return-value] # an ASGI application

    async def show(self, request: Request, template: str, **values: object) -> HTMLResponse:
        """Return a page for who asks."""
        visitor = None
        with suppress(HTTPException):  # some pages need no bot
            visitor = await self.visitor(request)
        return HTMLResponse(
            self.renderer.page(template, visitor=visitor, prefix=self.prefix, web=self.settings, **values)
        )

    async def live(self, view: FeedConnection, name: str) -> LiveTable:
        """Return a table as a connection sees it.

        Raises:
            HTTPException: there is no such table, or the bot is not running.
        """
        return await _answer(view.client, view.table(name))

    async def ask(self, request: Request, question: asked.Request, kind: type[A]) -> A:
        """Ask the bot for one thing, as the visitor.

        Args:
            request: what the visitor wants.
            question: what the bot is asked.
            kind: the type of its answer.

        Raises:
            HTTPException: the bot refuses it, or is not running.
        """
        return await self.ask_by(await self.view(request), question, kind)

    async def ask_by(self, view: FeedConnection, question: asked.Request, kind: type[A]) -> A:
        """Ask the bot for one thing by a connection; as `ask`."""
        return await _answer(view.client, view.client.get(question, kind))

    # People

    async def visitor(self, request: Request) -> Visitor | None:
        """Return who asks; None for somebody who has not signed in, or not validly.

        Raises:
            HTTPException: the bot, who knows it, is not running.
        """
        for token in (request.cookies.get(name, "") for name in (COOKIE, GUEST)):
            if token and len(token) <= _LONGEST_TOKEN and (visitor := await self._whose(token, request)) is not None:
                return visitor
        return None

    async def _whose(self, token: str, request: Request) -> Visitor | None:
        key = _key(token)
        # Nobody waits for the session of somebody else.
        async with self._resuming.setdefault(key, asyncio.Lock()):
            visitor = self._visitors.get(key)
            if visitor is None or visitor.view.is_over or not visitor.view.client.is_connected:
                visitor = await self._resume(token, address_of(request))
        if visitor is not None:
            visitor.seen = time.monotonic()
        return visitor

    async def _resume(self, token: str, address: str) -> Visitor | None:
        await self._drop(_key(token))
        try:
            client = await self._connect(token=token, address=address, stays=True)
        except RefusedError:
            return None
        return await self._welcome(token, client)

    async def _welcome(self, token: str, client: FeedClient) -> Visitor:
        await self._make_room()
        nick, guest = client.person.nick if client.person is not None else "", _GUEST.fullmatch(token)
        is_guest = guest is not None and not guest["code"]
        visitor = Visitor(nick, is_guest, FeedConnection(client, self.renderer))
        visitor.view.on_line = visitor.hear
        self._visitors[_key(token)] = visitor
        return visitor

    async def enter(self, request: Request, code: str, nick: str) -> tuple[str, Visitor]:
        """Let a guest in, by an invitation or by a name alone; return the token of their browser, and who they are now.

        Raises:
            HTTPException: the invitation is not valid, the nick cannot be theirs, or the bot is not running.
        """
        token = f"guest.{code}.{secrets.token_hex(16)}.{quote(nick, safe='')}"
        try:
            client = await self._connect(token=token, address=address_of(request), stays=True)
        except RefusedError as error:
            raise HTTPException(403, str(error)) from error
        return token, await self._welcome(token, client)

    async def sign_in(self, request: Request, code: str) -> str:
        """Use a code up, and return the session that it gives.

        Raises:
            HTTPException: it is not valid, or the bot is not running.
        """
        return (await self._redeem(request, Redeem(code), Welcome)).session

    async def owner_of(self, request: Request, code: str) -> str:
        """Return the nick of whose code it is, without using it up.

        Raises:
            HTTPException: it is not valid, or the bot is not running.
        """
        return (await self._redeem(request, Redeem(code, peek=True), CodeOwner)).nick

    async def _redeem(self, request: Request, question: Redeem, kind: type[A]) -> A:
        client = await self._connect()
        try:
            return await _answer(client, client.get(replace(question, address=address_of(request)), kind), 403)
        finally:
            await client.close()

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
        while is_full("signed in", len(self._visitors)):
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


async def _answer(client: FeedClient, asking: Awaitable[T], refused: int = 404) -> T:
    """Return what the bot answers.

    Args:
        client: the connection by which it is asked.
        asking: the question.
        refused: the status if the bot refuses it.

    Raises:
        HTTPException: the bot refuses it, does not answer in time, or is not running.
    """
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asking
    except TimeoutError as error:
        raise HTTPException(503) from error
    except TransportError as error:
        raise HTTPException(refused if client.is_connected else 503, str(error)) from error


def address_of(request: Request) -> str:
    """Return the address of who asks."""
    return request.client.host if request.client else ""


def _key(token: str) -> str:
    """Return what stands for a session in memory."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


LOOK_SECONDS = 20.0
"""The time between two looks at the list of deals."""


class KeptDeals(dict[int, FinishedDeal]):
    """The deals of the bot's list, by number."""

    async def follow(self, site: Site) -> None:
        """Keep the deals that end from now on, and those that are listed now."""
        while True:
            with suppress(HTTPException):  # the bot is away, or shows the rest of a list later
                await self._look(site)
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self, site: Site) -> None:
        view = await site.spectators()
        listed = [int(each.deal) for each in (await site.ask_by(view, ListDeals(), Deals)).deals]
        for number in [number for number in self if number not in listed]:
            del self[number]
        for number in [number for number in listed if number not in self]:
            with suppress(HTTPException):  # told to everybody a little later
                self[number] = await site.ask_by(view, GetDeal(number), FinishedDeal)
