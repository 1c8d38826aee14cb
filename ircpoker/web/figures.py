"""The pages with figures: standings, one's own, robots, machines.

docs/statistics.md has the corner cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ircpoker.feed.data import Pays, Robots, Standings, Stats
from ircpoker.feed.requests import GetPays, GetStandings, GetStats, ListRobots, Order
from ircpoker.web.live_table import FeedConnection
from ircpoker.web.site import Site

RANKINGS: tuple[Order, ...] = ("chips", "week", "won", "hands")
"""The orders of the standings."""
CURVE = (640, 160)
"""The size of the course of one's chips."""
_MOST_PLACES, _LONGEST_NAME = 100, 100


class FigurePages:
    """Standings, one's own figures, robots, machines."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def standings(self, request: Request) -> Response:
        """Show what `!top` shows."""
        asked = request.query_params.get("by", "chips")
        by = next((order for order in RANKINGS if order == asked), None)
        if by is None:
            raise HTTPException(404)
        asked_of = request.query_params.get("of")

        async def gather(view: FeedConnection) -> dict[str, object]:
            networks = await self._networks(view)
            network = asked_of if asked_of is not None else networks[0] if networks else ""
            question = GetStandings(by=by, of=network or None)
            page = await self._site.ask_by(view, question, Standings)
            places = page.places
            while page.more and len(places) < _MOST_PLACES:
                page = await self._site.ask_by(view, replace(question, after=len(places)), Standings)
                places += page.places
            return {
                "places": places,
                "by": by,
                "rankings": RANKINGS,
                "networks": networks,
                "network": page.of,
                "has_person": view.client.person is not None,
            }

        return await self._site.show_live(request, "standings.html", gather)

    async def _networks(self, view: FeedConnection) -> list[str]:
        """Return the networks whose tables a connection may see, that of its person first."""
        own = view.client.person.network if view.client.person is not None else ""
        tables = await self._site.tables(view)
        return list(dict.fromkeys([*([own] if own else []), *[table.network for table in tables]]))

    async def player(self, request: Request) -> Response:
        """Show the figures of the visitor, or of somebody else by the rule of `!stats`; of robots to everybody."""
        who = request.query_params.get("who", "")[:_LONGEST_NAME]
        visitor = await self._site.visitor(request)
        stats = None
        try:
            if visitor is not None or who:
                stats = await self._site.ask(request, GetStats(who or None), Stats)
        except HTTPException:
            if visitor is not None:  # Somebody who has not signed in sees how one does.
                raise
        shown: dict[str, object] = {"stats": stats}
        if stats is not None:
            lines = visitor.lines[::-1] if visitor is not None and not who else []
            shown |= {"curve": curve_of(stats.nets), "size": CURVE, "lines": lines}
        return await self._site.show(request, "player.html", **shown)

    async def robots(self, request: Request) -> Response:
        """Show the robots with their measured strength."""
        found = await self._site.ask(request, ListRobots(), Robots)
        return await self._site.show(request, "robots.html", robots=found.robots, grades=found.grades)

    async def machines(self, request: Request) -> Response:
        """Show the pay tables with their exact returns."""
        found = await self._site.ask(request, GetPays(), Pays)
        return await self._site.show(request, "machines.html", machines=found.machines)


class Curve(NamedTuple):
    """The course of somebody's chips as a path, with its values and the height of zero."""

    path: str
    low: int
    high: int
    last: int
    zero: int


def curve_of(nets: Sequence[int]) -> Curve | None:
    """Return the course of somebody's chips; None for too few hands.

    Examples:
        >>> curve_of([10, -30, 50]).path
        'M0 103L213 77L427 155L640 25'
    """
    if len(nets) < 2:
        return None
    course = [0, *accumulate(nets)]
    low, high = min(course), max(course)
    width, height = CURVE
    margin = 5
    scale = (height - 2 * margin - 20) / max(1, high - low)
    points = [
        f"{width * place / (len(course) - 1):.0f} {height - margin - (value - low) * scale:.0f}"
        for place, value in enumerate(course)
    ]
    zero = round(height - margin + low * scale)
    return Curve(f"M{'L'.join(points)}", low, high, course[-1], zero)
