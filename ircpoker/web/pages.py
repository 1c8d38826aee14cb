"""The pages that everybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from ircpoker.cards import CARDS
from ircpoker.records.pictures.page import replay_article
from ircpoker.records.pictures.picture import HIDDEN
from ircpoker.records.pictures.svg import draw_cards
from ircpoker.records.steps import deal_title
from ircpoker.runtime.json_text import to_json
from ircpoker.web.rendering import trusted
from ircpoker.web.streaming import TableStream

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ircpoker.web.live_table import LiveTable
    from ircpoker.web.site import Site

_ALL_CARDS = draw_cards([HIDDEN, *map(str, CARDS)])


class Pages:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def lobby(self, request: Request) -> Response:
        """Show the tables."""
        tables = await self._site.tables(await self._site.view(request))
        return await self._site.show(request, "lobby.html", tables=tables)

    async def table(self, request: Request) -> Response:
        """Show a live table."""
        live = await self._live(request)
        live.flush()
        state = live.state
        return await self._site.show(
            request,
            "table.html",
            table=state,
            drawing=trusted(live.drawing()),
            cards=trusted(_ALL_CARDS),
            parts={part: trusted(html) for part, html in live.view.html.items()},
            log=list(map(trusted, live.log)),
        )

    async def events(self, request: Request) -> Response:
        """Stream a live table's frames."""
        return TableStream(await self._live(request))  # type: ignore[return-value] # an ASGI application

    async def hand(self, request: Request) -> Response:
        """Show a finished deal."""
        deal = await self._deal(request)
        return await self._site.show(
            request, "hand.html", deal=deal, title=deal_title(deal), article=trusted(replay_article(deal))
        )

    async def proof(self, request: Request) -> Response:
        """Show the proof of a deal's deck, which the visitor's browser checks."""
        deal = await self._deal(request)
        proof = deal["proof"]
        shown = to_json(proof["shown"], ascii_only=False) if proof and proof["is_due"] else ""
        return await self._site.show(request, "proof.html", deal=deal, title=deal_title(deal), proof=proof, shown=shown)

    async def about(self, request: Request) -> Response:
        """Say how a deck is checked, and check a proof that the visitor pastes."""
        return await self._site.show(request, "about.html")

    def error_page(self, request: Request, status: int, reason: str) -> str:
        """Return a page that says what went wrong."""
        del request
        return self._site.renderer.page("error.html", status=status, reason=reason, visitor=None)

    async def _deal(self, request: Request) -> dict[str, Any]:
        number = request.path_params["number"]
        if not (number.isascii() and number.isdecimal() and len(number) <= 18):
            raise HTTPException(404)
        return await self._site.ask(request, "deal", deal=int(number))

    async def _live(self, request: Request) -> LiveTable:
        return await self._site.live(await self._site.view(request), request.path_params["name"])
