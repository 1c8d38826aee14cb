"""One connection of the feed: what it has asked, watches and has not read yet."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ircpoker.chat.limits import Bucket
from ircpoker.errors import NotAllowedError, PokerError, UsageError
from ircpoker.feed.lines import FeedMessage
from ircpoker.runtime.foreign import is_interrupt
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.message import Reply, TransportLimits
    from ircpoker.chat.router import Router
    from ircpoker.feed.server.table_feed import TableFeed
    from ircpoker.feed.server.table_feeds import TableFeeds
    from ircpoker.ledger import PlayerId
    from ircpoker.people import Person

MOST_WAITING = 256
"""Events that may wait for a connection; with more it gets a snapshot in place of them."""
MOST_UNREAD = 1000
"""Lines for a person that may wait for a connection; with more it is given up."""
BURST = 240
"""Requests that a connection may send at once, without `UNCOUNTED`."""
PER_SECOND = 20.0
"""The requests a second that it may send for ever."""
UNCOUNTED = frozenset({"say", "act", "unwatch"})
"""The first two count among the commands of the person, as on IRC; the last one only saves work."""
LONGEST_ID = 64
LARGEST_ID = 1 << 63

_logger = logging.getLogger(__name__)


class EndpointRules(NamedTuple):
    """What people who come by an endpoint may do.

    Attributes:
        is_operator: whether they give the orders of administrators.
        needs_address: whether a front-end has to say from where each person comes.
        is_limited: whether their commands are limited, as on IRC, and the requests of each connection.
    """

    is_operator: bool = False
    needs_address: bool = False
    is_limited: bool = True


class TokenHolders(Protocol):
    """The connections that speak for somebody by a token."""

    def begin(self, session: FeedSession, token: str, player: PlayerId) -> None:
        """Let a connection speak for a player as long as a token is valid."""


class SessionEndpoint(Protocol):
    """What a session needs to know of its endpoint."""

    name: str
    network: str
    router: Router
    feeds: TableFeeds
    rules: EndpointRules

    @property
    def redeemed(self) -> TokenHolders:
        """The connections that speak for people of other networks, by a code."""

    @property
    def limits(self) -> TransportLimits:
        """The limits of its people."""

    def person_of(self, fields: Mapping[str, Any]) -> Person:
        """Return the person whom a front-end names."""

    def introduce(self, session: FeedSession, person: Person | None) -> None:
        """Let a session speak for a person, who is there from now on, and no more for another one; or for nobody."""

    def dismiss(self, session: FeedSession) -> None:
        """Tell a session that it speaks for nobody any more."""

    def left(self, session: FeedSession) -> None:
        """Note that a session has ended."""


class FeedSession:
    """One connection, whatever carries it.

    Attributes:
        endpoint: the endpoint by which it came; it decides the network of its person.
        person: for whom it speaks; None for a spectator.
        watched: the tables that it watches.
        wrong_codes: how many wrong codes it has given.
        is_overrun: whether it has not read for so long that it is to be ended.
    """

    def __init__(
        self, endpoint: SessionEndpoint, handlers: Mapping[str, RequestHandler], on_more: Callable[[], None]
    ) -> None:
        """Begin without a person.

        Args:
            endpoint: the endpoint.
            handlers: the functions that answer requests, by `do`.
            on_more: is called when there is something to take; it must return at once.
        """
        self.endpoint = endpoint
        self.person: Person | None = None
        self.watched: dict[str, TableFeed] = {}
        self.wrong_codes = 0
        self.is_overrun = False
        self._handlers = handlers
        self._budget = Bucket(BURST, 1 / PER_SECOND)
        self._on_more = on_more
        self._waiting: list[FeedMessage] = []
        self._events = 0
        self._missed: set[str] = set()

    @property
    def router(self) -> Router:
        """The router of the bot."""
        return self.endpoint.router

    # What comes

    def receive(self, message: FeedMessage) -> None:
        """Answer a message. Never raises."""
        number: str | int | None = None
        try:
            number = _number(message)
            answers = self._answers(message)
        except PokerError as error:
            answers = [error_message(self.router, error)]
        except BaseException as error:
            if is_interrupt(error):
                raise
            answers = [{"is": "error", "text": "the bot has failed here: its log says why"}]
            _logger.exception("%s: a message could not be answered", self.endpoint.name)
        for answer in answers:
            self.put({**answer, "id": number} if number is not None else answer)

    def refuse(self, error: PokerError) -> None:
        """Answer a line that is no message."""
        self.put({"is": "error", "text": str(error)})

    def _answers(self, message: FeedMessage) -> list[FeedMessage]:
        name, person = message.get("do"), message.get("person")
        if "network" in message or (isinstance(person, dict) and "network" in person):
            raise UsageError("network: the door decides it, not the message")
        if name not in UNCOUNTED:
            self._count_request()
        handler = self._handlers.get(name) if isinstance(name, str) else None
        if handler is None:
            raise UsageError(f"expected do: {', '.join(sorted(self._handlers))}")
        return list(handler(self, message))

    def _count_request(self) -> None:
        """Count a request. The connection of a front-end for nobody is not limited: many people share it.

        Raises:
            NotAllowedError: there were too many.
        """
        rules, services = self.endpoint.rules, self.router.services
        now = services.clock.monotonic()
        if not rules.is_limited or (rules.needs_address and self.person is None) or self._budget.take(now) == "allow":
            return
        services.activity.refused[self.endpoint.network] += 1
        raise NotAllowedError(Phrase("router.too_many", seconds=ceil(self._budget.wait(now))))

    # What goes

    def put(self, message: FeedMessage) -> None:
        """Queue an answer, or another message that must not be lost."""
        self._waiting.append(message)
        self.is_overrun = self.is_overrun or len(self._waiting) - self._events > MOST_UNREAD
        self._on_more()

    def put_line(self, reply: Reply, table: str = "") -> bool:
        """Queue a line that the person has not asked for; return whether it can still be read.

        Args:
            reply: the line.
            table: the name of the table that says it; empty if none does. Who watches that table has it in an event.
        """
        if self.is_overrun:
            return False
        message = {**reply_message(reply), "kind": "private"}
        self.put({**message, "table": table} if table else message)
        return not self.is_overrun

    def put_event(self, table: str, message: FeedMessage) -> None:
        """Queue an event of a table, or put a snapshot in the place of all that wait if there are too many."""
        if _is_last(message):
            self.put(message)  # No snapshot takes its place.
            return
        if table in self._missed:
            return
        if self._events >= MOST_WAITING:
            self._waiting = [each for each in self._waiting if each.get("is") != "event" or _is_last(each)]
            self._events = 0
            self._missed.update(self.watched)
            return
        self._events += 1
        self._waiting.append(message)
        self._on_more()

    def miss(self, table: str) -> None:
        """Have a snapshot of a table taken in place of what has been lost."""
        self._missed.add(table)
        self._on_more()

    def take(self) -> list[FeedMessage]:
        """Return what is to be sent now, in order."""
        waiting, self._waiting, self._events = self._waiting, [], 0
        missed, self._missed = self._missed, set()
        for table in sorted(missed & self.watched.keys()):
            waiting += self.watched[table].snapshots(self)
        return waiting

    @property
    def has_waiting(self) -> bool:
        """Whether there is something to take."""
        return bool(self._waiting or self._missed)

    def ended(self, table: str) -> None:
        """Note that a table is not watched any more; what waits of it is still sent."""
        self.watched.pop(table, None)
        self._missed.discard(table)

    def close(self) -> None:
        """End it: its tables are not watched any more, and a person without another connection is gone."""
        for feed in tuple(self.watched.values()):
            feed.unwatch(self)
        self.endpoint.left(self)


RequestHandler = Callable[[FeedSession, FeedMessage], Iterable[FeedMessage]]
"""Answers a request; an error that it raises is the answer."""


def _is_last(message: FeedMessage) -> bool:
    """Return whether a message ends a table for its reader."""
    return message.get("event") == "closed"


def reply_message(reply: Reply) -> FeedMessage:
    """Return a line for a person as a message; what a machine shows with it is in `machine`."""
    kind = "error" if reply.error is not None else "private" if reply.private else "answer"
    message: FeedMessage = {"is": "reply", "kind": kind, "text": reply.text}
    return message if reply.machine is None else {**message, "machine": reply.machine.to_data()}


def error_message(router: Router, error: PokerError) -> FeedMessage:
    """Return an error as a message, in the words of the bot's language."""
    return {"is": "error", "text": router.services.words.text(error.phrase)}


def _number(message: FeedMessage) -> str | int | None:
    """Return the number of a message, None if it has none.

    Raises:
        UsageError: it is neither a number nor a short text.
    """
    number = message.get("id")
    if number is None or (isinstance(number, str) and len(number) <= LONGEST_ID):
        return number
    if type(number) is int and abs(number) < LARGEST_ID:
        return number
    raise UsageError("expected a whole number or a short text as id")
