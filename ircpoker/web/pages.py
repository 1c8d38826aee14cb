"""The pages that everybody may read, among them those of tournaments: which there are, and all about one."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

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
    from collections.abc import Iterator, Sequence

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


MOST_ENTRANTS = 1000
"""The entrants that a page shows."""
_LONGEST_NAME = 100


class LevelRow(NamedTuple):
    """A level as the page shows it.

    Attributes:
        number: from 1.
        blinds: small and big blind.
        ante: the ante; empty for none.
        length: how long it lasts, in words.
    """

    number: int
    blinds: str
    ante: str
    length: str


class PrizeRow(NamedTuple):
    """Places that get the same prize.

    Attributes:
        places: `1`, or `4–6`.
        prize: in chips, for each of them.
    """

    places: str
    prize: int


class TournamentPages:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def tournaments(self, request: Request) -> Response:
        """List the tournaments that are open, run, or have ended lately."""
        found = (await self._site.ask(request, "tournaments"))["tournaments"]
        groups = {
            "Registration is open": [each for each in found if each["phase"] == "registering"],
            "Being played": [each for each in found if each["phase"] == "playing"],
            "The last seven days": [each for each in found if each["phase"] in {"ended", "cancelled"}],
        }
        return await self._site.show(request, "tournaments.html", groups=groups, time_words=time_words)

    async def tournament(self, request: Request) -> Response:
        """Show a tournament: its blinds, players, prizes and results."""
        name = request.path_params["name"]
        if len(name) > _LONGEST_NAME:
            raise HTTPException(404)
        found = await self._site.ask(request, "tournament", tournament=name)
        entrants, more = found["entrants"], found["more"]
        while more and len(entrants) < MOST_ENTRANTS:
            page = await self._site.ask(request, "tournament", tournament=name, after=len(entrants))
            entrants, more = entrants + page["entrants"], page["more"]
        return await self._site.show(
            request,
            "tournament.html",
            event=found | {"entrants": entrants},
            levels=list(level_rows(found["levels"])),
            prizes=prize_rows(found["prizes"]),
            time_words=time_words,
        )


def time_words(seconds: float) -> str:
    """Return a time as people read it.

    Examples:
        >>> time_words(45), time_words(312), time_words(7500), time_words(200_000)
        ('45 s', '5 min', '2 h 5 min', '2 d 7 h')
    """
    minutes, rest = divmod(round(seconds), 60)
    if rest and not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = ((days, "d"), (hours, "h"), (minutes, "min"))
    words = [f"{count} {unit}" for count, unit in parts if count]
    return " ".join(words[:2]) or "0 min"


def level_rows(levels: Sequence[str]) -> Iterator[LevelRow]:
    """Yield the levels of the feed as rows.

    Examples:
        >>> list(level_rows(["10/20@8", "20/40/5@6h"]))[1]
        LevelRow(number=2, blinds='20/40', ante='5', length='6 hands')
    """
    for number, text in enumerate(levels, 1):
        stakes, _, length = text.partition("@")
        small, big, *ante = stakes.split("/")
        words = f"{length[:-1]} hands" if length.endswith("h") else f"{length} min"
        yield LevelRow(number, f"{small}/{big}", "".join(ante), words)


def prize_rows(prizes: Sequence[int]) -> list[PrizeRow]:
    """Return the prizes, equal ones in one row.

    Examples:
        >>> prize_rows([450, 270, 90, 90])[1:]
        [PrizeRow(places='2', prize=270), PrizeRow(places='3–4', prize=90)]
    """
    rows = []
    place = 1
    for prize, same in groupby(prizes):
        last = place + len(list(same)) - 1
        rows.append(PrizeRow(str(place) if place == last else f"{place}–{last}", prize))
        place = last + 1
    return rows
