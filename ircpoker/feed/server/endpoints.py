"""A endpoint of the feed: whose network it is, who may speak there, and the lines for its people.

The endpoint decides the network of everybody who comes by it, never a message.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from ircpoker.chat.message import TransportLimits, Way
from ircpoker.chat.outgoing import ChatLines, Outgoing, report_delivery
from ircpoker.chat.players import WITHOUT_SERVICES
from ircpoker.chat.router import Router
from ircpoker.errors import HostLimitError, UnknownPlayerError, UsageError
from ircpoker.feed import requests as asked
from ircpoker.feed.lines import name_of
from ircpoker.feed.requests import LoggedOut, PersonGiven
from ircpoker.feed.server import data_requests, requests, table_requests
from ircpoker.feed.server.session import EndpointRules, FeedSession, Redeemed, RequestHandler
from ircpoker.feed.server.table_feeds import TableFeeds
from ircpoker.ledger import PlayerId
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from ircpoker.words.plain_text import host_of, is_nick, is_word

HOUR = 3600.0
"""Seconds in which new guests of a host are counted."""
MOST_NEWCOMERS = 10_000
"""Of so many it is remembered from where they came."""
LONGEST_ACCOUNT = 64
_LINE_BYTES = 400
_OWN_MACHINE = "127.0.0.1"


ENDPOINT_RULES: Mapping[str, EndpointRules] = {
    "local": EndpointRules(is_operator=True, is_limited=False, way=Way.TERMINAL),
    "ssh": EndpointRules(needs_address=True, way=Way.SSH_KEY),
    "web": EndpointRules(needs_address=True, way=Way.PAGE_GUEST),
    "program": EndpointRules(),
}
"""The rules by the name of the endpoint."""


_HANDLERS: tuple[RequestHandler[Any], ...] = (
    RequestHandler(asked.Hello, requests.hello),
    RequestHandler(asked.Redeem, requests.redeem),
    RequestHandler(asked.Me, requests.me),
    RequestHandler(asked.Say, requests.say),
    RequestHandler(asked.ListCommands, requests.commands),
    RequestHandler(asked.GetStatus, requests.status),
    RequestHandler(asked.ListTables, table_requests.tables),
    RequestHandler(asked.Watch, table_requests.watch),
    RequestHandler(asked.Unwatch, table_requests.unwatch),
    RequestHandler(asked.Act, table_requests.act_on_turn),
    RequestHandler(asked.GetDeal, data_requests.deal),
    RequestHandler(asked.GetDealText, data_requests.deal_text),
    RequestHandler(asked.GetShuffle, data_requests.shuffle),
    RequestHandler(asked.ListDeals, data_requests.deals),
    RequestHandler(asked.GetStats, data_requests.stats),
    RequestHandler(asked.GetStandings, data_requests.standings),
    RequestHandler(asked.ListRobots, data_requests.robots),
    RequestHandler(asked.GetPays, data_requests.pays),
    RequestHandler(asked.GetWhy, table_requests.why),
    RequestHandler(asked.GetFigures, table_requests.figures),
    RequestHandler(asked.ListTournaments, data_requests.tournaments),
    RequestHandler(asked.ListOffers, table_requests.offers),
    RequestHandler(asked.GetTournament, data_requests.tournament),
)
HANDLERS: Mapping[str, RequestHandler[Any]] = {name_of(each.kind): each for each in _HANDLERS}
"""The handlers by the name of the request."""


class HostArrivals:
    """The people without an account who have come from each host within an hour."""

    def __init__(self) -> None:
        self._come: deque[tuple[float, str, PlayerId]] = deque()
        self._by_host: dict[str, dict[PlayerId, float]] = {}

    def wait(self, host: str, player: PlayerId, most: int, now: float) -> float:
        """Count somebody who comes; return the seconds for which they have to wait, 0 if they are not too many.

        Args:
            host: their host.
            player: who they would be.
            most: the most of a host.
            now: monotonic seconds.
        """
        while self._come and (self._come[0][0] <= now - HOUR or len(self._come) >= MOST_NEWCOMERS):
            _, old, gone = self._come.popleft()
            self._by_host[old].pop(gone)
            if not self._by_host[old]:
                del self._by_host[old]
        there = self._by_host.get(host, {})
        if player in there:
            return 0.0
        if len(there) >= most:
            return next(iter(there.values())) + HOUR - now
        self._by_host.setdefault(host, {})[player] = now
        self._come.append((now, host, player))
        return 0.0


class FeedEndpoint:
    """A endpoint, from `open` to `close`.

    Attributes:
        name: its name, a key of `ENDPOINT_RULES`.
        network: the network of its people.
        router: answers their lines.
        feeds: the tables that can be watched.
        rules: what its people may do.
        redeemed: the connections that speak for people of other networks, by a code.
        sessions: those who are connected.
    """

    def __init__(self, name: str, network: str, router: Router, feeds: TableFeeds | None = None) -> None:
        """Prepare an endpoint.

        Args:
            name: its name, a key of `ENDPOINT_RULES`.
            network: the network of its people.
            router: answers their lines.
            feeds: the tables that can be watched, shared by all endpoints of a bot; its own if not given.
        """
        self.name = name
        self.network = network
        self.router = router
        self.feeds = feeds or TableFeeds(router)
        self.rules = ENDPOINT_RULES[name]
        self.redeemed = Redeemed(router.services)
        self.sessions: set[FeedSession] = set()
        self._newcomers = HostArrivals()
        self._lines = ChatLines(router.services.scheduler, f"lines to {name}", self._show)

    def open(self) -> None:
        """Take the lines for its people from now on."""
        self.router.services.outbox.open(self.network, self._lines.take)
        self.router.services.presence.connected(self.network)

    def hurry(self) -> None:
        """Show the lines that wait for their time at once."""
        self._lines.hurry()

    def close(self) -> None:
        """Take no lines any more, and end all sessions."""
        self.hurry()
        self.router.services.presence.disconnected(self.network)
        self.router.services.outbox.close(self.network)
        for session in tuple(self.sessions):
            session.close()

    def connect(self, on_more: Callable[[], None]) -> FeedSession:
        """Return a new session; see `FeedSession`."""
        session = FeedSession(self, HANDLERS, on_more)
        self.sessions.add(session)
        return session

    def left(self, session: FeedSession) -> None:
        """Note that a session has ended."""
        self.redeemed.forget(session)
        self.sessions.discard(session)
        person, session.person = session.person, None
        if person is not None:
            self._leave(person)

    @property
    def limits(self) -> TransportLimits:
        """The limits of its people."""
        return TransportLimits(
            _LINE_BYTES, commands=self.router.services.settings.limits if self.rules.is_limited else None
        )

    # People

    def introduce(self, session: FeedSession, person: Person | None) -> None:
        """Let a session speak for a person, who is there from now on, and no more for another one; or for nobody.

        Raises:
            HostLimitError: too many people who have never played come from their host.
        """
        is_own = person is not None and person.network == self.network
        if person is not None and is_own and self.rules.is_limited:
            self._check_newcomer(person)
        self.redeemed.forget(session)
        before, session.person = session.person, person
        if before is not None and (person is None or before.id != person.id):
            self._leave(before)
        self.feeds.person_changed(session)
        if person is not None and is_own:
            self.router.services.presence.arrived(person)

    def dismiss(self, session: FeedSession) -> None:
        """Tell a session that it speaks for nobody any more."""
        self.introduce(session, None)
        session.put(LoggedOut())

    def _check_newcomer(self, person: Person) -> None:
        """Count somebody without an account among the new guests of their host, who are limited as on IRC.

        Raises:
            HostLimitError: they are too many within an hour.
        """
        services = self.router.services
        with suppress(UnknownPlayerError):
            services.ledger.account_info(person.id)
            return
        most = services.settings.limits.accounts_per_hour * WITHOUT_SERVICES
        wait = self._newcomers.wait(person.where, person.id, most, services.clock.monotonic())
        if wait:
            raise HostLimitError(most, wait, can_log_in=False)

    def _leave(self, person: Person) -> None:
        """Note that a person has left, unless they have another connection. People of IRC leave there."""
        others = [each.person for each in self.sessions if each.person is not None]
        if person.network == self.network and all(other.id != person.id for other in others):
            self.router.services.presence.quit(person)

    def person_of(self, given: PersonGiven) -> Person:
        """Return the person whom a front-end names.

        Args:
            given: `nick`; `account`, by which somebody is known whatever their nick; `address`.

        Raises:
            UsageError: a field is missing or wrong, or the person could not be stored.
        """
        nick, account, address = given.nick, given.account, given.address
        if not is_nick(nick):
            raise UsageError("expected a nick without blanks and @, at most 30 characters")
        if account is not None and not (account and is_word(account, LONGEST_ACCOUNT)):
            raise UsageError("expected an account without blanks, at most 64 characters")
        if address is None and self.rules.needs_address:
            raise UsageError("expected the person's address, as in 192.0.2.7")
        address = self._address(address)
        key = account or nick.casefold()
        # Whoever has an account is that account; from elsewhere a guest is a nick at an address, as on IRC.
        is_known = account is not None or not self.rules.needs_address
        where = {"host": host_of(address)} if is_known else {"address": address}
        person = Person(self.network, nick, key, None, is_known_by_nick=is_known, **where)
        _ = person.id  # It may have characters that cannot be stored.
        return person

    def _address(self, address: str | None) -> str:
        if address is None:
            # Programs of this machine share what is given to one host; at the terminal there is no limit.
            return _OWN_MACHINE if self.rules.is_limited else ""
        try:
            return str(ip_address(address))
        except ValueError:
            raise UsageError("expected an address of IPv4 or IPv6 as the person's address") from None

    def _show(self, line: Outgoing) -> None:
        """Show a line of a game to all connections of its reader."""
        player = line.reader.player
        readers = [each for each in self.sessions if each.person is not None and each.person.id == player]
        took = [each.put_line(line.reply, line.table) for each in readers]
        report_delivery([line], Delivery.SENT if any(took) else Delivery.REFUSED)
