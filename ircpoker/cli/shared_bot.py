"""The bot of several windows of one user: the first one has it and serves the others by a socket in the data folder.

When that window closes or dies, the next one takes the bot over with its ledger, and all go on in the same deal: their
clients come back to the same socket.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING

from ircpoker.cli.own_ledger import open_own_router
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import TransportError, UsageError
from ircpoker.feed import FeedClient, RefusedError
from ircpoker.feed.lines import SocketLink
from ircpoker.transports.loop import run_scheduler

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from ircpoker.chat.router import Router
    from ircpoker.config import Settings

_TRY_SECONDS = 0.2
"""Seconds between two looks whether the ledger of a window that closes is free, or another one has taken it."""

_TRIES = 10
_ANSWER_SECONDS = 5.0
"""Seconds in which a bot greets a window: that of a stopped window takes the connection, and never answers."""


@asynccontextmanager
async def open_shared(settings: Settings, socket: Path, nick: str) -> AsyncIterator[FeedClient]:
    """Connect a person to the bot that all windows share, while the body runs.

    Args:
        settings: those of the bot, if this window has it, or takes it over.
        socket: where the bot is.
        nick: the person's nick.

    Yields:
        The connection.

    Raises:
        TransportError: the ledger cannot be used, and no window serves the others.
        UsageError: the bot refuses this window, or is stopped.
    """
    router = open_own_router(settings, lambda _: None)
    async with AsyncExitStack() as served:
        if router is not None:
            await served.enter_async_context(_serve(router, socket))
        client = await served.enter_async_context(await _connect(socket, nick))
        # The client ends before the bot does, so that it does not look for another one.
        keeping = asyncio.create_task(_stand_by(settings, socket)) if router is None else None
        try:
            yield client
        finally:
            await client.close()
            if keeping is not None:
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)


async def _connect(socket: Path, nick: str) -> FeedClient:
    """Return a connection; a window that has just started serves a moment later."""
    tries = 0
    while True:
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return await FeedClient.connect(socket, stays=True, nick=nick)
        except TimeoutError:
            stopped = "another window has the bot and does not answer: go on there (fg after Ctrl-Z), or close it"
            raise UsageError(stopped) from None
        except RefusedError as error:
            raise UsageError(str(error)) from None
        except TransportError:
            tries += 1
            if tries > _TRIES:
                raise
        await asyncio.sleep(_TRY_SECONDS)


async def _stand_by(settings: Settings, socket: Path) -> None:
    """Take the bot over as soon as no window has it, and serve the others until this one closes."""
    while True:
        with suppress(TransportError):
            link = await SocketLink.open(socket)
            try:
                while await link.receive() is not None:
                    pass
            finally:
                link.close()
        with suppress(Exception):  # Whatever has failed, the other windows need a bot, and the next try may succeed.
            router = open_own_router(settings, lambda _: None)
            if router is not None:
                async with _serve(router, socket):
                    await asyncio.Event().wait()
        await asyncio.sleep(_TRY_SECONDS)


@asynccontextmanager
async def _serve(router: Router, socket: Path) -> AsyncIterator[None]:
    """Serve all windows while the body runs, and leave the ledger free."""
    from ircpoker.feed.server.endpoints import FeedEndpoint
    from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint

    endpoint = FeedEndpoint("local", CONSOLE_NETWORK, router)
    endpoint.rules = endpoint.rules._replace(is_operator=False)  # There is nothing to administer.
    keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
    try:
        async with SocketEndpoint(EndpointPlace(socket), endpoint):
            try:
                yield
            finally:
                router.services.presence.closing()
                endpoint.hurry()
    finally:
        keeping_time.cancel()
        await asyncio.gather(keeping_time, return_exceptions=True)
        router.services.close()
