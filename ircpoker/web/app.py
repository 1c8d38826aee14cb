"""The page as an ASGI application: its paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ircpoker.web.figures import FigurePages
from ircpoker.web.pages import Pages
from ircpoker.web.rendering import ASSETS, asset
from ircpoker.web.seat_pages import SeatPages, accepts_json
from ircpoker.web.tournaments import TournamentPages

if TYPE_CHECKING:
    from starlette.requests import Request

    from ircpoker.web.site import Site

_REASONS = {
    404: "There is nothing here.",
    405: "This cannot be done here.",
    413: "That is too long.",
    503: "The bot is not running. This page comes back when it does.",
}


def make_app(site: Site) -> Starlette:
    """Return the application.

    Args:
        site: the page's state.
    """
    pages, figures, player = Pages(site), FigurePages(site), SeatPages(site)
    events = TournamentPages(site)

    async def refuse(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) and status in {400, 403, 404, 409} else ""
        reason = detail if detail and detail != "Not Found" else _REASONS.get(status, "Something went wrong.")
        if accepts_json(request):
            return JSONResponse({"lines": [reason]}, status)
        return HTMLResponse(pages.error_page(request, status, reason), status)

    routes = [
        Route("/", pages.lobby),
        Route("/table/{name}", pages.table),
        Route("/table/{name}/events", pages.events),
        Route("/hand/{number}", pages.hand),
        Route("/proof/{number}", pages.proof),
        Route("/about", pages.about),
        Route("/tournaments", events.tournaments),
        Route("/tournament/{name}", events.tournament),
        Route("/standings", figures.standings),
        Route("/player", figures.player),
        Route("/robots", figures.robots),
        Route("/machines", figures.machines),
        Route("/static/{name}", _static),
        Route("/sit/{code}", player.ask, methods=["GET"]),
        Route("/sit/{code}", player.sign_in, methods=["POST"]),
        Route("/sign-out", player.sign_out, methods=["POST"]),
        Route("/table/{name}/say", player.say, methods=["POST"]),
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
