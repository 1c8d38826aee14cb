"""The pages that everybody may read, among them those of tournaments: which there are, and all about one."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ircpoker.cards import CARDS
from ircpoker.feed import requests
from ircpoker.feed.data import Deals, DealText, FinishedDeal, ShuffleFacts, Tournament, Tournaments, Why
from ircpoker.feed.table_parts import Offer
from ircpoker.records.pictures.page import replay_article, source_hash
from ircpoker.records.pictures.picture import HIDDEN
from ircpoker.records.pictures.steps import deal_title
from ircpoker.records.pictures.svg import draw_cards, draw_deals, plain_style
from ircpoker.runtime.json_text import to_json
from ircpoker.web.live_table import OVER, FeedConnection
from ircpoker.web.rendering import trusted
from ircpoker.web.site import Site
from ircpoker.web.streaming import EVENT_STREAM, Stream
from ircpoker.words import Phrase
from ircpoker.words.plain_text import parse_deal_number

_OF_SHUFFLES = {
    "slot": Phrase("web.slot"),
    "videopoker": Phrase("web.videopoker"),
    "tournament": Phrase("web.seat_draw"),
}
"""What a number is that is no deal at a table."""
DOWNLOADS: Mapping[Literal["phh", "pokerstars"], str] = {"phh": "phhs", "pokerstars": "txt"}
"""The forms in which a deal can be had, with the endings of their files."""
MOST_ENTRANTS = 1000
"""The entrants that a page shows."""
_LONGEST_NAME = 100
_NOT_FOUND = 404
SIZE = (1200, 630)
MOST_KEPT = 64
"""The pictures that are kept, of some 50 KB each."""
_PREVIEW_SECONDS = 20.0
"""How long a preview is waited for; how many wait is limited with all requests of an address."""
_DRAW = """
import sys, resvg_py
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode()))
"""
_ALL_CARDS = draw_cards([HIDDEN, *map(str, CARDS)])


class Pages:
    """Tables, finished deals, proofs and tournaments."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._drawn = DrawnPictures()

    async def lobby(self, request: Request) -> Response:
        """Show the tables."""

        async def gather(view: FeedConnection) -> dict[str, object]:
            offers: tuple[Offer, ...] = ()
            if view.client.person is not None:
                offers = (await self._site.ask_by(view, requests.ListOffers(), requests.Offers)).offers
            return {"tables": await self._site.tables(view), "offers": offers}

        return await self._site.show_live(request, "lobby.html", gather)

    async def table(self, request: Request) -> Response:
        """Show a live table."""
        view = await self._site.view(request)
        live = await self._site.live(view, request.path_params["name"])
        live.flush()
        return await self._site.show(
            request,
            "table.html",
            table=live.shown,
            drawing=trusted(live.drawing()),
            cards=trusted(_ALL_CARDS),
            parts={part: trusted(html) for part, html in live.view.html.items()},
            log=list(map(trusted, live.log)),
            longest_line=view.client.bot.longest_line,
        )

    async def events(self, request: Request) -> Response:
        """Stream a live table's frames; somebody whose stream was cut off may come when it is over."""
        try:
            live = await self._site.live(await self._site.view(request), request.path_params["name"])
        except HTTPException as error:
            if error.status_code == 404 and EVENT_STREAM in request.headers.get("accept", ""):
                return Response(OVER, media_type=EVENT_STREAM)
            raise
        return Stream(live)  # type: ignore[return-value] # an ASGI application

    async def hand(self, request: Request) -> Response:
        """Show a finished deal, or what proves a number that is none."""
        deal = await self._deal(request)
        if isinstance(deal, ShuffleFacts):
            return await self._show_proof(request, deal)
        place = deal.place if deal.place == "private" else f"{deal.network}/{deal.place}"
        why, listed = None, Deals((), ())
        with suppress(HTTPException):  # the bot is away
            listed = await self._site.ask(request, requests.ListDeals(place), Deals)
        if place != "private" and any(seat.kind == "robot" for seat in deal.table.seats):
            with suppress(HTTPException):  # it is not the last deal there, or not shown yet
                why = await self._site.ask(request, requests.GetWhy(place=place), Why)
        beside = sorted({int(each.deal) for each in (listed.own if deal.reader else listed.deals)})
        own = int(deal.deal)
        return await self._site.show(
            request,
            "hand.html",
            deal=deal,
            why=why.lines if why is not None and why.deal == deal.deal else (),
            summary=deal.moments[-1].event.words,
            size=SIZE,
            before=max([each for each in beside if each < own], default=None),
            after=min([each for each in beside if each > own], default=None),
            title=deal_title(deal, self._site.renderer.words.text),
            article=trusted(await asyncio.to_thread(replay_article, deal, self._site.renderer.words.text)),
        )

    async def picture(self, request: Request) -> Response:
        """Show a finished deal as a picture, as everybody may see it; as PNG its end, for previews of links to it."""
        view, words = await self._site.spectators(), self._site.renderer.words.catalogue
        deal = await self._site.ask_by(view, requests.GetDeal(_number_in(request)), FinishedDeal)
        if request.url.path.endswith(".png"):
            return Response(await self._drawn.png(draw_deals([deal], words, size=SIZE)), media_type="image/png")
        policy = f"default-src 'none'; style-src {source_hash(plain_style())}"
        picture = await asyncio.to_thread(draw_deals, [deal], words)
        return Response(picture, media_type="image/svg+xml", headers={"content-security-policy": policy})

    async def download(self, request: Request) -> Response:
        """Give a finished deal as a file for other programs, as who asks may see it."""
        form = next((form for form in DOWNLOADS if form == request.path_params["form"]), None)
        if form is None:
            raise HTTPException(404)
        found = await self._site.ask(request, requests.GetDealText(_number_in(request), form), DealText)
        name = f"hand-{found.deal}.{DOWNLOADS[form]}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(found.text, media_type="text/plain", headers=headers)

    async def hands(self, request: Request) -> Response:
        """List the last finished deals: the visitor's own, and those of open tables, or of one place."""
        place = request.query_params.get("at", "")[:_LONGEST_NAME]
        listed = await self._site.ask(request, requests.ListDeals(place or None), Deals)
        return await self._site.show(request, "hands.html", listed=listed, place=place)

    async def proof(self, request: Request) -> Response:
        """Show the proof of a deal's deck, which the visitor's browser checks."""
        return await self._show_proof(request, await self._deal(request))

    async def _show_proof(self, request: Request, deal: FinishedDeal | ShuffleFacts) -> Response:
        is_hand, proof, say = isinstance(deal, FinishedDeal), deal.proof, self._site.renderer.words.text
        if isinstance(deal, FinishedDeal):
            title = deal_title(deal, say)
        else:
            title = say(_OF_SHUFFLES.get(deal.kind, Phrase("web.table_deal")))
        shown = to_json(proof.shown, ascii_only=False) if proof and proof.is_due else ""
        values = {"deal": deal, "is_hand": is_hand, "title": title, "proof": proof, "shown": shown}
        return await self._site.show(request, "proof.html", **values)

    async def about(self, request: Request) -> Response:
        """Say how a deck is checked, and check a proof that the visitor pastes."""
        return await self._site.show(request, "about.html")

    async def tournaments(self, request: Request) -> Response:
        """List the tournaments that are open, run, or have ended lately."""
        say = self._site.renderer.words.text

        async def gather(view: FeedConnection) -> dict[str, object]:
            listed = (await self._site.ask_by(view, requests.ListTournaments(), Tournaments)).tournaments
            groups = {
                say(Phrase("web.registering")): [each for each in listed if each.phase == "registering"],
                say(Phrase("web.playing")): [each for each in listed if each.phase == "playing"],
                say(Phrase("web.over")): [each for each in listed if each.phase in {"ended", "cancelled"}],
            }
            return {"groups": groups}

        return await self._site.show_live(request, "tournaments.html", gather)

    async def tournament(self, request: Request) -> Response:
        """Show a tournament: its blinds, players, prizes and results."""
        name = request.path_params["name"]
        if len(name) > _LONGEST_NAME:
            raise HTTPException(404)

        async def gather(view: FeedConnection) -> dict[str, object]:
            event = await self._site.ask_by(view, requests.GetTournament(name), Tournament)
            entrants, more = event.entrants, event.more
            while more and len(entrants) < MOST_ENTRANTS:
                page = await self._site.ask_by(view, requests.GetTournament(name, after=len(entrants)), Tournament)
                entrants, more = entrants + page.entrants, page.more
            return {
                "event": replace(event, entrants=entrants),
                "levels": list(level_rows(event.levels, self._site.renderer.words.text)),
                "prizes": prize_rows(event.prizes),
            }

        return await self._site.show_live(request, "tournament.html", gather)

    async def _deal(self, request: Request) -> FinishedDeal | ShuffleFacts:
        """Return a finished deal, or what proves another number: of a draw of seats, a spin, a deal to come."""
        number = _number_in(request)
        try:
            return await self._site.ask(request, requests.GetDeal(number), FinishedDeal)
        except HTTPException as refusal:
            if refusal.status_code != _NOT_FOUND:
                if kept := self._site.kept.get(number):
                    return kept
                raise
            with suppress(HTTPException):
                return await self._site.ask(request, requests.GetShuffle(number), ShuffleFacts)
            raise


def _number_in(request: Request) -> int:
    """Return the number of a deal in an address.

    Raises:
        HTTPException: it is none.
    """
    number = parse_deal_number(request.path_params["number"])
    if not number:
        raise HTTPException(404)
    return int(number)


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


def level_rows(levels: Sequence[str], say: Callable[[Phrase], str] = str) -> Iterator[LevelRow]:
    """Yield the levels of the feed as rows.

    Examples:
        >>> list(level_rows(["10/20@8", "20/40/5@6h"]))[1]
        LevelRow(number=2, blinds='20/40', ante='5', length='6 hands')
    """
    for number, text in enumerate(levels, 1):
        stakes, _, length = text.partition("@")
        small, big, *ante = stakes.split("/")
        of_hands = length.endswith("h")
        lasts = Phrase("web.level_hands", n=int(length[:-1])) if of_hands else Phrase("web.minutes", count=length)
        yield LevelRow(number, f"{small}/{big}", "".join(ante), say(lasts))


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


class DrawnPictures:
    """Pictures of finished deals for previews of links, as PNG: chat programs show no SVG.

    One is drawn at a time, in another process: it takes a third of a second, in which no other thread runs.
    """

    def __init__(self) -> None:
        self._kept = OrderedDict[str, bytes]()
        self._turn = asyncio.Semaphore(1)

    async def png(self, svg: str) -> bytes:
        """Return a picture as PNG.

        Raises:
            HTTPException: it takes too long, or cannot be drawn.
        """
        if svg not in self._kept:
            with suppress(TimeoutError):
                async with asyncio.timeout(_PREVIEW_SECONDS), self._turn:
                    if svg not in self._kept:
                        self._kept[svg] = await _draw(svg.encode())
        picture = self._kept.pop(svg, b"")
        if not picture:
            raise HTTPException(503)
        self._kept[svg] = picture
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return picture


async def _draw(svg: bytes) -> bytes:
    """Return a picture as PNG; nothing if it cannot be drawn."""
    try:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-c", _DRAW, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
    except OSError:  # There is no room for another process.
        return b""
    try:
        picture, _ = await child.communicate(svg)
    finally:
        with suppress(ProcessLookupError):
            child.kill()
    return picture
