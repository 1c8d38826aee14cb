"""Signing in by the link of `!web`, and what a player does at a table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import get_args
from urllib.parse import parse_qs, quote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed.requests import Reply
from ircpoker.feed.table_parts import Action
from ircpoker.web.live_table import ANSWER_SECONDS
from ircpoker.web.site import COOKIE, GUEST, GUEST_SECONDS, SESSION_SECONDS, Site, Visitor
from ircpoker.words import Phrase

LONGEST_FORM = 8192
"""In bytes."""
FORM_SECONDS = 10.0
INVITATION = "invitation"
"""The cookie with the code of an invitation."""
_INVITATION = re.compile("[0-9a-f]{16}")
_JOINED: Mapping[str, str] = {"cards": ",", "text": " "}
"""The fields that may be there several times, and what stands between their values."""
_ACTIONS: Mapping[str, Action] = {action: action for action in get_args(Action)}


class SeatPages:
    """Signing in, invitations, and what a player does at a table."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def ask(self, request: Request) -> Response:
        """Show whose link it is, and a button: a preview of the link uses nothing up."""
        code = request.path_params["code"]
        owner = await self._site.owner_of(request, code)
        return await self._site.show(request, "sign_in.html", nick=owner, code=code)

    async def sign_in(self, request: Request) -> Response:
        """Use the link up, and begin a session; an older one of this browser is forgotten."""
        session = await self._site.sign_in(request, request.path_params["code"])
        await self._site.forget(request)
        answer = RedirectResponse(f"{self._site.settings.root}/", 303)
        self._set_cookie(answer, session, SESSION_SECONDS)
        return answer

    async def invitation(self, request: Request) -> Response:
        """Keep the code of an invitation in a cookie, and out of the address of the page that shows it.

        So no other site reads it in `Referer`, and a form of the page can still say where it comes from.

        Raises:
            HTTPException: it is no code.
        """
        code, settings = request.path_params["code"], self._site.settings
        if not _INVITATION.fullmatch(code):
            raise HTTPException(404)
        answer = RedirectResponse(f"{settings.root}/join", 303, {"referrer-policy": "no-referrer"})
        path, is_secure = f"{settings.root}/join", settings.is_secure
        # Not strict: then it would not come along from the page with the link.
        answer.set_cookie(INVITATION, code, 600, path=path, secure=is_secure, httponly=True, samesite="lax")
        return answer

    async def show_invitation(self, request: Request) -> Response:
        """Show an invitation, and a button: to look at it takes no seat."""
        return await self._site.show(request, "join.html", code=_invitation_of(request))

    async def join(self, request: Request) -> Response:
        """Sit down at the table of an invitation, as who has signed in, or as a guest with a name of their own."""
        form = await read_form(request, self._words(Phrase("web.no_form")))
        visitor, code, token = await self._site.visitor(request), _invitation_of(request), ""
        if visitor is None:
            lent = "" if self._site.settings.guests else code
            token, visitor = await self._site.enter(request, lent, form.get("nick", "").strip())
        answer = self._answer(request, visitor, await self._say(visitor, f"join {code}", ""))
        if visitor.is_guest and token:
            self._set_cookie(answer, token, GUEST_SECONDS, GUEST)
        elif token:
            self._set_cookie(answer, token, SESSION_SECONDS)
        return answer

    async def enter(self, request: Request) -> Response:
        """Let somebody play as a guest, whose browser has the key to the account from now on.

        Raises:
            HTTPException: there are no guests here, or the bot refuses this one or the name.
        """
        form = await read_form(request, self._words(Phrase("web.no_form")))
        if not self._site.settings.guests:
            raise HTTPException(404)
        answer = RedirectResponse(_came_from(request) or f"{self._site.settings.root}/", 303)
        if await self._site.visitor(request) is None:  # a second press makes no other account
            token, _ = await self._site.enter(request, "", form.get("nick", "").strip())
            self._set_cookie(answer, token, GUEST_SECONDS, GUEST)
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
        """Say a line to the bot, at a place or in private, and show the replies, or the table that it has led to."""
        visitor, form = await self._player(request)
        client = visitor.view.client
        text, most = " ".join(form.get("text", "").split()).removeprefix(client.bot.prefix), client.bot.longest_line
        if " " not in text:  # No card of a machine is held.
            text = f"{text} {form.get('unchosen', '')}".strip()
        # With its name in front, the bot answers whatever is said in a channel.
        addressed = f"{client.bot.name}: {text}"
        if not text or len(addressed) > most:
            raise HTTPException(400, self._words(Phrase("web.too_long", most=most)))
        before = client.person.tables if client.person is not None else ()
        lines = await self._say(visitor, addressed, form.get("place", ""))
        with suppress(TransportError, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                person = await client.refresh()
            table = next((each for each in person.tables if each not in before), "") if person is not None else ""
            if table and form.get("goes"):
                return RedirectResponse(f"{self._site.settings.root}/table/{quote(table, safe='')}", 303)
        return self._answer(request, visitor, lines)

    async def act(self, request: Request) -> Response:
        """Act on one's turn."""
        visitor, form = await self._player(request)
        action = _ACTIONS.get(form.get("action", ""))
        if action is None:
            raise HTTPException(400, self._words(Phrase("web.no_action")))
        number, cards = None, [int(card) for card in form.get("cards", "").split(",") if card in set("12345")]
        if action in {"bet", "raise_to"}:
            amount = form.get("amount", "").replace(",", "").strip()
            if not (amount.isascii() and amount.isdecimal() and len(amount) <= 15):
                return self._refuse(request, visitor, self._words(Phrase("web.how_much")), 400)
            number = int(amount)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                table, turn = request.path_params["name"], form.get("turn", "")
                await visitor.view.client.act(table, action, number, cards=cards, turn=turn)
        except TimeoutError:
            return self._refuse(request, visitor, self._words(Phrase("web.silent")), 503)
        except TransportError as error:
            return self._refuse(request, visitor, str(error), 409)
        return self._answer(request, visitor, [])

    def _words(self, phrase: Phrase) -> str:
        return self._site.renderer.words.text(phrase)

    async def _player(self, request: Request) -> tuple[Visitor, dict[str, str]]:
        form = await read_form(request, self._words(Phrase("web.no_form")))
        visitor = await self._site.visitor(request)
        if visitor is None:
            raise HTTPException(403, self._words(Phrase("web.not_signed_in")))
        return visitor, form

    async def _say(self, visitor: Visitor, text: str, place: str) -> list[Reply]:
        client: FeedClient = visitor.view.client
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await client.say(text, place)
        except TimeoutError:
            return [Reply("error", self._words(Phrase("web.silent")))]
        except TransportError as error:
            return [Reply("error", str(error))]

    def _answer(self, request: Request, visitor: Visitor, replies: list[Reply], status: int = 200) -> Response:
        """Answer a script with the lines, and a form without scripts with a page."""
        lines = [reply.text for reply in replies]
        if accepts_json(request):
            return JSONResponse({"lines": lines, "html": list(map(self._site.renderer.line, lines))}, status)
        back = _came_from(request) or f"{self._site.settings.root}/"
        if not lines:
            return RedirectResponse(back, 303)
        machine = next((reply.machine for reply in reversed(replies) if reply.machine is not None), None)
        page = self._site.renderer.page("replies.html", visitor=visitor, lines=lines, back=back, machine=machine)
        return HTMLResponse(page, status)

    def _refuse(self, request: Request, visitor: Visitor, line: str, status: int) -> Response:
        return self._answer(request, visitor, [Reply("error", line)], status)

    def _set_cookie(self, answer: Response, token: str, seconds: int, name: str = COOKIE) -> None:
        settings = self._site.settings
        path = settings.root or "/"
        answer.set_cookie(name, token, seconds, path=path, secure=settings.is_secure, httponly=True, samesite="strict")


def _invitation_of(request: Request) -> str:
    """Return the code of an invitation that a browser keeps; empty without one."""
    code = request.cookies.get(INVITATION, "")
    return code if _INVITATION.fullmatch(code) else ""


def accepts_json(request: Request) -> bool:
    """Return whether a script asks, which shows the lines of an answer by itself."""
    return "application/json" in request.headers.get("accept", "")


def _came_from(request: Request) -> str:
    """Return the path of the page with the form, which is one of this site; empty if the browser does not say."""
    path = urlsplit(request.headers.get("referer", "")).path
    return "/" + quote(path.lstrip("/"), safe="/%:~") if path else ""


async def read_form(request: Request, no_form: str) -> dict[str, str]:
    """Return the fields of a form, the last of each name.

    Args:
        request: has the form.
        no_form: is told if it has none.

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
        raise HTTPException(400, no_form) from error
    return {name: _JOINED[name].join(values) if name in _JOINED else values[-1] for name, values in fields.items()}
