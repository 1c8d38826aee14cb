"""Signing in by the link of `!web`, and what a player does at a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

from ircpoker.errors import TransportError
from ircpoker.web.site import ANSWER_SECONDS, COOKIE, SESSION_SECONDS

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ircpoker.feed import FeedClient
    from ircpoker.web.rendering import TableSnapshot
    from ircpoker.web.site import Site, Visitor

LONGEST_FORM = 8192
"""In bytes."""
FORM_SECONDS = 10.0
LONGEST_LINE = 400
_SILENT = "The bot does not answer."
_ACTIONS = frozenset({"fold", "check", "call", "bet", "raise_to", "discard", "stand_pat"})


class SeatPages:
    """The handlers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def ask(self, request: Request) -> Response:
        """Show whose link it is, and a button: a preview of the link uses nothing up."""
        code = request.path_params["code"]
        owner = await self._site.owner_of(request, code)
        return await self._site.show(request, "sign_in.html", nick=str(owner["nick"]), code=code)

    async def sign_in(self, request: Request) -> Response:
        """Use the link up, and begin a session; an older one of this browser is forgotten."""
        session = await self._site.sign_in(request, request.path_params["code"])
        await self._site.forget(request)
        answer = RedirectResponse(f"{self._site.settings.root}/", 303)
        self._set_cookie(answer, session, SESSION_SECONDS)
        return answer

    async def sign_out(self, request: Request) -> Response:
        """End all sessions of the person."""
        visitor = await self._site.visitor(request)
        if visitor is not None:
            await self._say(visitor, "web logout", "")
        await self._site.forget(request)
        answer = RedirectResponse(f"{self._site.settings.root}/", 303)
        self._set_cookie(answer, "", 0)
        return answer

    async def say(self, request: Request) -> Response:
        """Say a line at a table, and show the replies."""
        visitor, form = await self._player(request)
        text = " ".join(form.get("text", "").split())
        if not text or len(text) > LONGEST_LINE:
            raise HTTPException(400, f"Say something of at most {LONGEST_LINE} characters.")
        live = await self._site.live(visitor.view, request.path_params["name"])
        replies = await self._say(visitor, text, place_of(live.state))
        return self._answer(request, replies)

    async def act(self, request: Request) -> Response:
        """Act on one's turn."""
        visitor, form = await self._player(request)
        action = form.get("action", "")
        if action not in _ACTIONS:
            raise HTTPException(400, "That is not an action.")
        fields: dict[str, object] = {
            "table": request.path_params["name"],
            "turn": form.get("turn", ""),
            "action": action,
        }
        if action in {"bet", "raise_to"}:
            amount = form.get("amount", "").replace(",", "").strip()
            if not (amount.isascii() and amount.isdecimal() and len(amount) <= 15):
                return self._answer(request, ["How much? A whole number of chips."], 400)
            fields["amount"] = int(amount)
        if action == "discard":
            fields["cards"] = [int(card) for card in form.get("cards", "").split(",") if card in set("12345")]
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await visitor.view.client.ask("act", **fields)
        except TimeoutError:
            return self._answer(request, [_SILENT], 503)
        except TransportError as error:
            return self._answer(request, [str(error)], 409)
        return self._answer(request, [])

    async def _player(self, request: Request) -> tuple[Visitor, dict[str, str]]:
        form = await read_form(request)
        visitor = await self._site.visitor(request)
        if visitor is None:
            raise HTTPException(403, "You are not signed in: say !web to the bot for a link.")
        return visitor, form

    async def _say(self, visitor: Visitor, text: str, place: str) -> list[str]:
        client: FeedClient = visitor.view.client
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                answers = await client.say(text, place)
        except TimeoutError:
            return [_SILENT]
        except TransportError as error:
            return [str(error)]
        return [str(answer.get("text", "")) for answer in answers]

    def _answer(self, request: Request, lines: list[str], status: int = 200) -> Response:
        """Answer a script with the lines, and a form without scripts with a page."""
        if accepts_json(request):
            return JSONResponse({"lines": lines}, status)
        back = f"{self._site.settings.root}/table/{request.path_params['name']}"
        if not lines:
            return RedirectResponse(back, 303)
        return HTMLResponse(self._site.renderer.page("replies.html", visitor=None, lines=lines, back=back), status)

    def _set_cookie(self, answer: Response, session: str, seconds: int) -> None:
        settings = self._site.settings
        path = settings.root or "/"
        answer.set_cookie(
            COOKIE, session, seconds, path=path, secure=settings.is_secure, httponly=True, samesite="strict"
        )


def accepts_json(request: Request) -> bool:
    """Return whether a script asks, which shows the lines of an answer by itself."""
    return "application/json" in request.headers.get("accept", "")


def place_of(table: TableSnapshot) -> str:
    """Return the place of a table as `say` names it."""
    place = str(table["place"])
    return "" if place == "private" else f"{table['network']}/{place}"


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form, the last of each name.

    Raises:
        HTTPException: it is too long, or comes too slowly.
    """
    body = b""
    try:
        async with asyncio.timeout(FORM_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_FORM:
                    raise HTTPException(413)
    except TimeoutError as error:
        raise HTTPException(408) from error
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError as error:
        raise HTTPException(400, "That is not a form.") from error
    return {name: ",".join(values) if name == "cards" else values[-1] for name, values in fields.items()}
