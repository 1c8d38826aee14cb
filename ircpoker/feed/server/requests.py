"""Who speaks, and what they say: `hello`, `say` and `status`; and what all requests use."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from ircpoker.chat.message import Message
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.feed.lines import PROTOCOL, FeedMessage
from ircpoker.feed.server.session import reply_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.chat.message import Reply
    from ircpoker.feed.server.session import FeedSession
    from ircpoker.people import Person

_LONGEST_TEXT = 1000


def text_of(message: FeedMessage, name: str, most: int = _LONGEST_TEXT) -> str:
    """Return a field that is a text.

    Raises:
        UsageError: it is none, or too long.
    """
    text = message.get(name)
    if not isinstance(text, str) or len(text) > most:
        raise UsageError(f"expected {name}: a text of at most {most} characters")
    return text


def whole_of(message: FeedMessage, name: str) -> int | None:
    """Return a field that is a whole number; None if it is missing.

    Raises:
        UsageError: it is none, or too large.
    """
    number = message.get(name)
    if number is not None and (type(number) is not int or abs(number) >= 1 << 53):
        raise UsageError(f"expected {name}: a whole number")
    return number


def speaker_of(session: FeedSession) -> Person:
    """Return the person for whom a session speaks.

    Raises:
        UsageError: it speaks for nobody.
    """
    if session.person is None:
        raise UsageError("expected hello with a person first")
    return session.person


def message_of(session: FeedSession, text: str, network: str = "", channel: str | None = None) -> Message:
    """Return a line of the session's person, in private or in a channel."""
    services, endpoint = session.router.services, session.endpoint
    return Message(
        speaker_of(session),
        text,
        channel,
        services.settings.bot.nick,
        limits=endpoint.limits,
        is_operator=endpoint.rules.is_operator,
        network=network,
    )


def hello(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Let a connection speak for a person of its endpoint's network; without a person it is a spectator's."""
    protocol, fields = message.get("protocol", PROTOCOL), message.get("person")
    if type(protocol) is not int or protocol < PROTOCOL:
        raise UsageError(f"expected protocol {PROTOCOL} or later")
    if fields is None:
        session.endpoint.introduce(session, None)
        return [{"is": "welcome", "protocol": PROTOCOL, "person": None}]
    if not isinstance(fields, dict):
        raise UsageError('expected a person: {"nick":"ann"}')
    session.endpoint.introduce(session, session.endpoint.person_of(fields))
    return [welcome(session)]


def welcome(session: FeedSession) -> FeedMessage:
    """Return the greeting of a person: who they are, their chips and choices, and where they sit."""
    person, services, tables = speaker_of(session), session.router.services, session.router.tables
    seats = tables.lobby.tables.seats_of_person(person.id) if tables is not None and tables.is_open else []
    facts: FeedMessage = {
        "id": person.id.text,
        "network": person.network,
        "nick": person.nick,
        "chips": services.ledger.balance(person.id),
        "at_tables": tables.chips_of(person) if tables is not None else 0,
        "preferences": {name: value for name, value in asdict(services.preferences.of(person.id)).items() if value},
        "tables": [table.id for table, _ in seats],
    }
    return {"is": "welcome", "protocol": PROTOCOL, "person": facts}


def me(session: FeedSession, _message: FeedMessage) -> list[FeedMessage]:
    """Return the person with their chips and seats as they are now."""
    return [welcome(session)]


def say(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Say a line: in private, or where `place` is."""
    text = text_of(message, "text")
    network, channel = "", None
    if message.get("place") is not None:
        place = session.endpoint.feeds.channel_called(session, text_of(message, "place"))
        if place is None:
            raise UsageError("there is no such place")
        network, channel = place
    line = message_of(session, text, network, channel)
    services = session.router.services
    with services.outbox.held():
        replies = session.router.handle(line)
        for reply in replies:
            if network and channel and reply.news_of is not None:
                # On IRC everybody sees who sits down; a line from elsewhere is seen by nobody.
                services.outbox.post(Outgoing(Reader(network, channel), reply))
    answers = reply_messages(replies)
    services.scheduler.run_all_due()
    return [*answers, {"is": "done"}]


def reply_messages(replies: Sequence[Reply]) -> list[FeedMessage]:
    """Return the replies to a line as messages."""
    return [reply_message(reply) for reply in replies]


def status(session: FeedSession, _message: FeedMessage) -> list[FeedMessage]:
    """Return what the bot is doing, for its operator."""
    if not session.endpoint.rules.is_operator:
        raise NotAllowedError("only the bot's operator may ask that")
    running = session.router.services.running
    if running is None:
        raise UsageError("the bot is not on its networks")
    return [{"is": "status", **asdict(running.status())}]
