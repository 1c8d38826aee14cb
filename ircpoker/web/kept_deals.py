"""The last deals that everybody may see, for readers while the bot is away."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from ircpoker.feed.data import Deals, FinishedDeal
from ircpoker.feed.requests import GetDeal, ListDeals

if TYPE_CHECKING:
    from ircpoker.web.site import Site

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
