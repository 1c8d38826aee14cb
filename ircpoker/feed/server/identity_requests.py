"""Who a connection speaks for, by a code of `!web`: `redeem`, and `hello` with the session that it began."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.limits import MINUTES, MOST_WRONG
from ircpoker.errors import NotAllowedError
from ircpoker.feed.server import requests
from ircpoker.words import Phrase
from ircpoker.words.plain_text import host_of

if TYPE_CHECKING:
    from ircpoker.feed.lines import FeedMessage
    from ircpoker.feed.server.session import FeedSession

_LONGEST_TOKEN = 128


def hello_or_go_on(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Let a connection speak for a person: of its endpoint's network, or by a session."""
    if message.get("session") is None:
        return requests.hello(session, message)
    services = session.router.services
    token = requests.text_of(message, "session", _LONGEST_TOKEN)
    player = services.ledger.session(token, session.endpoint.name)
    if player is None:
        raise NotAllowedError(Phrase("errors.no_session"))
    session.endpoint.redeemed.begin(session, token, player)
    return [requests.welcome(session)]


def redeem(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Let a connection speak for the person who got a code by `!web`; the answer has the token of a session.

    With `peek` the answer only says whose code it is: a preview of a link must not use it up.

    Raises:
        NotAllowedError: the code is not valid, or there were too many wrong ones.
        UsageError: there is no code.
    """
    services, endpoint = session.router.services, session.endpoint
    code = requests.text_of(message, "code", _LONGEST_TOKEN)
    host = host_of(requests.text_of(message, "address")) if message.get("address") is not None else ""
    who = f"{endpoint.name} {host}"
    if host:
        services.guesses.check(who)
    if session.wrong_codes >= MOST_WRONG:
        raise NotAllowedError(Phrase("errors.many_guesses", minutes=MINUTES))
    is_peek = message.get("peek") is True
    owner = services.ledger.code_owner(code) if is_peek else None
    found = None if is_peek else services.ledger.redeem(code, endpoint.name)
    if owner is not None:
        return [{"is": "code", "nick": services.ledger.account_info(owner).nick}]
    if found is None:
        session.wrong_codes += 1
        if host:
            services.guesses.note_wrong(who)
        raise NotAllowedError(Phrase("errors.no_web_code"))
    player, token = found
    session.endpoint.redeemed.begin(session, token, player)
    return [requests.welcome(session) | {"session": token}]
