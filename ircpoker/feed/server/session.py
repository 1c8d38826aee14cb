"""One connection of the feed: what it has asked, watches and has not read yet."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ircpoker.cards import Card
from ircpoker.chat import message
from ircpoker.chat.limits import Bucket
from ircpoker.chat.message import TransportLimits, Way
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.errors import LedgerError, NotAllowedError, PokerError, UsageError
from ircpoker.feed.lines import RequestFields, UnfitError, fitted
from ircpoker.feed.messages import Answer, Closed, Event
from ircpoker.feed.requests import MachineFacts, Number, PersonGiven, Refusal, Reply, Request
from ircpoker.feed.server.table_feed import TableFeed
from ircpoker.feed.server.table_feeds import TableFeeds
from ircpoker.ledger import PlayerId
from ircpoker.people import Person
from ircpoker.runtime.foreign import is_interrupt
from ircpoker.words import Bold, Phrase

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

CHECK_EVERY = 60.0
"""Seconds after which it is looked at again whether tokens are still valid; `!web logout` is heard at once."""

_logger = logging.getLogger(__name__)


class EndpointRules(NamedTuple):
    """What people who come by an endpoint may do.

    Attributes:
        is_operator: whether they give the orders of administrators.
        needs_address: whether a front-end has to say from where each person comes.
        is_limited: whether their commands are limited, as on IRC, and the requests of each connection.
        way: how their lines come, for their rights.
    """

    is_operator: bool = False
    needs_address: bool = False
    is_limited: bool = True
    way: Way = Way.PROGRAM


class SessionEndpoint(Protocol):
    """What a session needs to know of its endpoint."""

    name: str
    network: str
    router: Router
    feeds: TableFeeds
    rules: EndpointRules
    redeemed: Redeemed

    @property
    def limits(self) -> TransportLimits:
        """The limits of its people."""

    def person_of(self, given: PersonGiven) -> Person:
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
        is_invited: whether its person is there by an invitation alone.
        watched: the tables that it watches.
        wrong_codes: how many wrong codes it has given.
        is_overrun: whether it has not read for so long that it is to be ended.
        is_over: whether it is to be ended when all answers are read.
    """

    def __init__(
        self, endpoint: SessionEndpoint, handlers: Mapping[str, RequestHandler[Any]], on_more: Callable[[], None]
    ) -> None:
        """Begin without a person.

        Args:
            endpoint: the endpoint.
            handlers: what answers requests, by `do`.
            on_more: is called when there is something to take; it must return at once.
        """
        self.endpoint = endpoint
        self.person: Person | None = None
        self.is_invited = False
        self.watched: dict[str, TableFeed] = {}
        self.wrong_codes = 0
        self.is_overrun = False
        self.is_over = False
        self._handlers = handlers
        self._budget = Bucket(BURST, 1 / PER_SECOND)
        self._on_more = on_more
        self._waiting: list[Sendable] = []
        self._events = 0
        self._missed: set[str] = set()

    @property
    def way(self) -> Way:
        """How the lines of its person come."""
        if self in self.endpoint.redeemed:
            return Way.PAGE_SESSION
        return Way.INVITATION if self.is_invited else self.endpoint.rules.way

    @property
    def router(self) -> Router:
        """The router of the bot."""
        return self.endpoint.router

    # What comes

    def receive(self, fields: RequestFields) -> None:
        """Answer a message. Never raises."""
        number: int | str | None = None
        try:
            number = fitted({"id": fields.get("id")}, _Numbered).id
            answers = self._answers(fields)
        except PokerError as error:
            self.router.services.log_trouble(self.endpoint.name, error)
            answers = [refusal(self.router, error)]
        except BaseException as error:
            if is_interrupt(error):
                raise
            answers = [Refusal("the bot has failed here: its log says why")]
            _logger.exception("%s: a message could not be answered", self.endpoint.name)
        for answer in answers:
            self.put(replace(answer, id=number) if number is not None else answer)

    def refuse(self, error: PokerError) -> None:
        """Answer a line that is no message."""
        try:
            self._count_request()
        except NotAllowedError as too_many:
            error = too_many
        self.put(refusal(self.router, error))

    def _answers(self, fields: RequestFields) -> Sequence[Answer]:
        name, person = fields.get("do"), fields.get("person")
        if "network" in fields or (isinstance(person, dict) and "network" in person):
            raise UsageError("network: the endpoint decides it, not the message")
        if not isinstance(name, str) or name not in self._handlers:
            self._count_request()
            raise UsageError(f"expected do: {', '.join(sorted(self._handlers))}")
        kind, handler = self._handlers[name]
        try:
            request = fitted(fields, kind)
        except UnfitError:
            self._count_request()
            raise
        if name not in UNCOUNTED:
            self._count_request()
        return handler(self, request)

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

    def put(self, message: Sendable) -> None:
        """Queue an answer, or another message that must not be lost."""
        self._waiting.append(message)
        self.is_overrun = self.is_overrun or len(self._waiting) - self._events > MOST_UNREAD
        self._on_more()

    def put_line(self, line: message.Reply, table: str = "") -> bool:
        """Queue a line that the person has not asked for; return whether it can still be read.

        Args:
            line: the line.
            table: the name of the table that says it; empty if none does. Who watches that table has it in an event.
        """
        if self.is_overrun:
            return False
        self.put(replace(reply_to(line), kind="private", table=table))
        return not self.is_overrun

    def put_event(self, event: Event) -> None:
        """Queue an event of a table, or put a snapshot in the place of all that wait if there are too many."""
        if isinstance(event, Closed):
            self.put(event)  # No snapshot takes its place.
            return
        if event.table in self._missed:
            return
        if self._events >= MOST_WAITING:
            self._waiting = [each for each in self._waiting if not isinstance(each, Event) or isinstance(each, Closed)]
            self._events = 0
            self._missed.update(self.watched)
            return
        self._events += 1
        self._waiting.append(event)
        self._on_more()

    def miss(self, table: str) -> None:
        """Have a snapshot of a table taken in place of what has been lost."""
        self._missed.add(table)
        self._on_more()

    def take(self) -> list[Sendable]:
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


class Redeemed:
    """The connections of one endpoint that speak by a token, of a code by `!web`, for as long as it is valid."""

    def __init__(self, services: Services) -> None:
        """Begin without any.

        Args:
            services: the bot's services.
        """
        self._services = services
        self._tokens: dict[FeedSession, str] = {}
        self._calls = services.scheduler.calls("tokens of an endpoint")
        self._is_listening = False

    def __contains__(self, session: FeedSession) -> bool:
        """Return whether a connection speaks by a token."""
        return session in self._tokens

    def begin(self, session: FeedSession, token: str, player: PlayerId) -> None:
        """Let a connection speak for a player as long as a token is valid.

        Args:
            session: the connection.
            token: the token.
            player: who they are.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        nick = self._services.ledger.account_info(player).nick
        if not self._is_listening:
            self._is_listening = True
            self._services.identities.followers.append(self._follow)
            self._services.logged_out.append(self._check)
        self._speak(session, token, Person.of(player, nick))

    def forget(self, session: FeedSession) -> None:
        """Forget a connection: it has ended, or speaks for somebody else."""
        self._tokens.pop(session, None)

    def _speak(self, session: FeedSession, token: str, person: Person) -> None:
        session.endpoint.introduce(session, person)
        self._tokens[session] = token
        if "check" not in self._calls.due:
            self._calls.call_after(CHECK_EVERY, "check", self._check)

    def _check(self) -> None:
        """Dismiss the connections whose tokens are valid no more."""
        self._calls.cancel("check")
        for session, token in tuple(self._tokens.items()):
            try:
                player = self._services.ledger.session(token, session.endpoint.name)
            except LedgerError:
                continue  # Without the ledger nobody can do anything.
            if player is None:
                session.endpoint.dismiss(session)
        if self._tokens:
            self._calls.call_after(CHECK_EVERY, "check", self._check)

    def _follow(self, old: PlayerId, player: PlayerId) -> None:
        """Let connections speak for the player whom their person has become."""
        for session, token in tuple(self._tokens.items()) if old != player else ():
            if session.person is not None and session.person.id == old:
                self._speak(session, token, Person.of(player, session.person.nick))


Sendable = Answer | Event
"""What a connection is sent."""
R = TypeVar("R", bound=Request)


class RequestHandler(NamedTuple, Generic[R]):
    """Answers one kind of requests; an error that it raises is the answer.

    Attributes:
        kind: the requests.
        answer: returns the answers to one.
    """

    kind: type[R]
    answer: Callable[[FeedSession, R], Sequence[Answer]]


class _Numbered(Struct):
    """The number of a message, which its answers repeat whatever else it is."""

    id: Number | None


def reply_to(line: message.Reply) -> Reply:
    """Return a line for a person as a message, with what a machine shows with it."""
    kind: Literal["error", "private", "answer"]
    kind = "error" if line.error is not None else "private" if line.private else "answer"
    machine = None
    if (shown := line.machine) is not None:
        machine = MachineFacts(**{**shown._asdict(), "cards": tuple(map(str, shown.cards))})
    text, cards, bold = "", [], []
    for part in line.parts:
        begin, text = len(text), f"{text}{part}"
        if isinstance(part, Card):
            cards.append(begin)
        elif isinstance(part, Bold | message.Highlighted):
            bold.append((begin, len(text)))
    moment = line.moment if line.moment != "queued" else ""
    return Reply(kind, text, machine=machine, cards=tuple(cards), bold=tuple(bold), moment=moment)


def refusal(router: Router, error: PokerError) -> Refusal:
    """Return an error as a message, in the words of the bot's language."""
    return Refusal(router.services.words.text(error.phrase))
