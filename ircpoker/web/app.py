"""The page as an ASGI application: its paths, and its server."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ircpoker.config.web import WebSettings
from ircpoker.errors import TransportError
from ircpoker.web.figures import FigurePages
from ircpoker.web.pages import Pages
from ircpoker.web.rendering import ASSETS, Renderer, asset
from ircpoker.web.seat_pages import SeatPages, accepts_json
from ircpoker.web.server import BACKLOG, Guard, make_server
from ircpoker.web.site import Site
from ircpoker.words import Phrase

_EXPLAINED = frozenset({404, 405, 413, 503})
"""The statuses that have words of their own."""


def make_app(site: Site) -> Starlette:
    """Return the application.

    Args:
        site: the page's state.
    """
    pages, figures, player = Pages(site), FigurePages(site), SeatPages(site)
    words = site.renderer.words.text

    async def refuse(request: Request, error: Exception) -> Response:
        status, reason = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, "")
        if status not in {400, 403, 404, 409} or reason in {"", "Not Found"}:
            reason = words(Phrase(f"web.error_{status if status in _EXPLAINED else 500}"))
        if accepts_json(request):
            return JSONResponse({"lines": [reason]}, status)
        page = site.renderer.page("error.html", status=status, reason=reason, visitor=None)
        return HTMLResponse(page, status)

    routes = [
        Route("/", pages.lobby),
        Route("/table/{name}", pages.table),
        Route("/table/{name}/events", pages.events),
        Route("/hands", pages.hands),
        Route("/hand/{number}", pages.hand),
        Route("/hand/{number}/picture", pages.picture),
        Route("/hand/{number}/picture.png", pages.picture),
        Route("/hand/{number}/{form}", pages.download),
        Route("/proof/{number}", pages.proof),
        Route("/about", pages.about),
        Route("/tournaments", pages.tournaments),
        Route("/tournament/{name}", pages.tournament),
        Route("/standings", figures.standings),
        Route("/player", figures.player),
        Route("/robots", figures.robots),
        Route("/machines", figures.machines),
        Route("/static/{name}", _static),
        Route("/sit/{code}", player.ask, methods=["GET"]),
        Route("/sit/{code}", player.sign_in, methods=["POST"]),
        Route("/join/{code}", player.invitation, methods=["GET"]),
        Route("/join", player.show_invitation, methods=["GET"]),
        Route("/join", player.join, methods=["POST"]),
        Route("/guest", player.enter, methods=["POST"]),
        Route("/sign-out", player.sign_out, methods=["POST"]),
        Route("/say", player.say, methods=["POST"]),
        Route("/table/{name}/act", player.act, methods=["POST"]),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: refuse, Exception: refuse})
    app.router.redirect_slashes = False  # it would lead to a path that the proxy does not have
    return app


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in ASSETS:
        raise HTTPException(404)
    headers = {"cache-control": "public, max-age=300"}
    return Response(asset(name), media_type=ASSETS[name][1], headers=headers)


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
