"""The pages with figures: standings, one's own, robots, machines; and what each figure means.

docs/statistics.md has the corner cases.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from ircpoker.web.site import Site

DEFINITIONS = {
    "vpip": "Put chips in voluntarily before the flop; the big blind that only checks did not.",
    "pfr": "Raised before the flop, of the hands in which a raise was possible.",
    "rfi": "Raised when all before had folded.",
    "limp": "Only called the big blind when all before had folded.",
    "steal": "Raised first in from the cutoff, the button or the small blind.",
    "sb_steal_fold": "Folded the small blind to such a raise.",
    "bb_steal_fold": "Folded the big blind to such a raise.",
    "3bet": "Raised again when exactly one other player had raised.",
    "f3bet": "Raised first, and folded to a 3-bet.",
    "4bet": "Raised first, and raised again over a 3-bet.",
    "f4bet": "Made a 3-bet, and folded to a 4-bet.",
    "squeeze": "Made a 3-bet after a raise and at least one call.",
    "f_cbet": "Raised last before the flop, and bet the flop first.",
    "t_cbet": "After that bet, bet the turn first, too.",
    "r_cbet": "After both, bet the river first, too.",
    "f_fcbet": "Folded to a continuation bet on the flop.",
    "t_fcbet": "Folded to a continuation bet on the turn.",
    "r_fcbet": "Folded to a continuation bet on the river.",
    "f_xr": "Checked the flop and then raised.",
    "t_xr": "Checked the turn and then raised.",
    "r_xr": "Checked the river and then raised.",
    "f_donk": "Bet the flop before the player who raised last before it.",
    "af": "Bets and raises for each call, after the flop.",
    "afq": "Bets and raises among all bets, raises, calls and folds after the flop.",
    "wtsd": "Went to the showdown, of the hands that saw the flop.",
    "wsd": "Won chips at the showdown, of those that went there.",
    "wwsf": "Won chips, of the hands that saw the flop.",
}
"""By the keys of `ircpoker.records.statistics.counters.STATISTICS`."""


RANKINGS = {"chips": "chips", "week": "this week", "won": "won in all", "hands": "hands"}
"""The orders of the standings, by their names in the feed."""
CURVE = (640, 160)
"""The size of the course of one's chips."""
_MOST_PLACES = 100


class FigurePages:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def standings(self, request: Request) -> Response:
        """Show what `!top` shows."""
        by = request.query_params.get("by", "chips")
        if by not in RANKINGS:
            raise HTTPException(404)
        networks = await self._networks(request)
        network = request.query_params.get("of", networks[0] if networks else "")
        fields: dict[str, object] = {"of": network} if network else {}
        found = await self._site.ask(request, "standings", by=by, **fields)
        places = found["places"]
        while found["more"] and len(places) < _MOST_PLACES:
            found = await self._site.ask(request, "standings", by=by, after=len(places), **fields)
            places += found["places"]
        return await self._site.show(
            request,
            "standings.html",
            places=places,
            by=by,
            rankings=RANKINGS,
            networks=networks,
            network=found["of"],
        )

    async def _networks(self, request: Request) -> list[str]:
        """Return the networks whose tables the visitor may see, the visitor's own first."""
        view = await self._site.view(request)
        own = str((view.client.person or {}).get("network", ""))
        tables = await self._site.tables(view)
        return list(dict.fromkeys([*([own] if own else []), *[str(table["network"]) for table in tables]]))

    async def player(self, request: Request) -> Response:
        """Show the visitor's own figures."""
        visitor = await self._site.visitor(request)
        if visitor is None:
            return await self._site.show(request, "player.html", stats=None)
        stats = await self._site.ask(request, "stats")
        return await self._site.show(
            request,
            "player.html",
            stats=stats,
            curve=curve_of(stats["nets"]),
            size=CURVE,
            definitions=DEFINITIONS,
            lines=visitor.lines[::-1],
        )

    async def robots(self, request: Request) -> Response:
        """Show the robots with their measured strength."""
        found = await self._site.ask(request, "robots")
        return await self._site.show(request, "robots.html", robots=found["robots"])

    async def machines(self, request: Request) -> Response:
        """Show the pay tables with their exact returns."""
        found = await self._site.ask(request, "pays")
        machines = [machine | {"total": sum(row["count"] for row in machine["table"])} for machine in found["machines"]]
        return await self._site.show(request, "machines.html", machines=machines)


def curve_of(nets: Sequence[int]) -> dict[str, Any] | None:
    """Return the course of somebody's chips as a path, with its highest and lowest value; None for too few hands.

    Examples:
        >>> curve_of([10, -30, 50])["path"]
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
    return {"path": f"M{'L'.join(points)}", "low": low, "high": high, "last": course[-1], "zero": zero}
