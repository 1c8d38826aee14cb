"""Puts the page together and serves it."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from ircpoker.errors import TransportError
from ircpoker.web.app import make_app
from ircpoker.web.guard import Guard
from ircpoker.web.rendering import Renderer
from ircpoker.web.server import BACKLOG, make_server
from ircpoker.web.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ircpoker.config.web import WebSettings


async def serve(settings: WebSettings, feed: Path, on_start: Callable[[str, Callable[[], None]], object]) -> None:
    """Serve the page until a signal comes.

    Args:
        settings: `[web]`.
        feed: the bot's socket for the page.
        on_start: is called with the page's address, and with a function that ends it.

    Raises:
        TransportError: the address is in use, or not one of this machine.
    """
    site = Site(settings, feed, Renderer(settings.root))
    listening = _listen(settings)
    port = listening.getsockname()[1]
    app = Guard(make_app(site), settings, settings.hosts(port))
    server = make_server(app, settings, site.close)
    host = f"[{settings.listen.host}]" if ":" in settings.listen.host else settings.listen.host

    def stop() -> None:
        server.should_exit = True

    on_start(f"http://{host}:{port}{settings.root}/", stop)
    try:
        await server.serve([listening])
    finally:
        listening.close()


def _listen(settings: WebSettings) -> socket.socket:
    host, port = settings.listen
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=BACKLOG
        )
    except OSError as error:
        raise TransportError(f"[web] listen: {host}:{port}: {error.strerror or error}") from error
