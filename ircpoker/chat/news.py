"""Connects games and transports: unasked lines go out, news of people come in.

Games post a `Notice` to the `Outbox`, which hands it to the transport of its network. Transports report to `Presence`
who came, left or changed their nick, and games listen. Neither side knows the other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from ircpoker.delivery import Delivery
from ircpoker.foreign import is_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Person, Reply
    from ircpoker.delivery import OnDelivery

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """A line that nobody asked for, with its target.

    Attributes:
        network: the network's name in the configuration.
        target: a channel; or a nick, and then only this person sees the line.
        reply: the line. A private reply never goes to a channel.
        on_delivery: is called with the `Delivery` of the line; None if nobody needs to know.
        confirm: whether `SENT` waits for the server's answer to a PING after the line, as for cards.
        table: the key of the table that says it; lines of a table stay in order, and tables take turns.
        address: the reader's `user@host`: nobody else with that nick gets the line. Empty if it is not known.
        account: the reader's services account, as the server or the ledger spells it: nobody else gets the line, if the
            server reports accounts. Empty for a guest.
        is_courtesy: whether the reader has neither asked for the line nor plays: it waits with the answers, and is only
            sent to somebody who is in a channel with the bot.
        channel: the channel to which a private line belongs; empty if none.
    """

    network: str
    target: str
    reply: Reply
    on_delivery: OnDelivery | None = None
    confirm: bool = False
    table: str = ""
    address: str = ""
    account: str = ""
    is_courtesy: bool = False
    channel: str = ""


Sink = Callable[[Notice], None]
"""A transport's function: takes a notice of its network, and always reports its `Delivery` in the end."""


Tester = Callable[[str, str, "OnDelivery"], None]
"""A transport's function: tests whether a private line reaches a nick at an address, and reports its `Delivery`."""


Finder = Callable[[str], "Person | None"]
"""A transport's function: returns the person whom it sees under a folded nick; None if it sees nobody.

Until the server has said who has the nick, the person has neither an address nor an account.
"""


class Outbox:
    """Hands notices to the transports.

    While a transport answers a message, notices wait, so that they come after the replies of the command.
    """

    def __init__(self) -> None:
        self._transports: dict[str, tuple[Sink, Callable[[], float], Tester, Callable[[str], None]]] = {}
        self._held: list[Notice] | None = None

    def open(
        self,
        network: str,
        sink: Sink,
        delay: Callable[[], float] = lambda: 0.0,
        test: Tester = lambda _nick, _address, on_delivery: on_delivery(Delivery.SENT),
        show_typing: Callable[[str], None] = lambda _target: None,
    ) -> None:
        """Hand the notices of a network to its transport from now on.

        Args:
            network: the network's name in the configuration.
            sink: takes the notices.
            delay: returns the seconds that a new notice would wait there.
            test: finds out whether a private line reaches somebody; without it, every line does.
            show_typing: shows to a channel or a nick that a line will come, if that can be shown there.
        """
        self._transports[network] = sink, delay, test, show_typing

    def close(self, network: str) -> None:
        """Drop the notices of `network` from now on."""
        self._transports.pop(network, None)

    def test(self, network: str, nick: str, address: str, on_delivery: OnDelivery) -> None:
        """Find out whether a private line reaches somebody, without saying anything to them."""
        if network in self._transports:
            self._transports[network][2](nick, address, on_delivery)
        else:
            on_delivery(Delivery.UNKNOWN)

    def delay(self, network: str) -> float:
        """Return the seconds that a new notice of a table would wait before it is sent."""
        return self._transports[network][1]() if network in self._transports else 0.0

    def show_typing(self, network: str, target: str) -> None:
        """Show to a channel or a nick that a line will come."""
        if network in self._transports:
            self._transports[network][3](target)

    def post(self, notice: Notice) -> None:
        """Hand a notice on; a notice for a closed network is lost."""
        if self._held is None:
            self._hand_on(notice)
        else:
            self._held.append(notice)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Collect the notices posted in the body and hand them on at its end, or at the end of an outer body."""
        if self._held is not None:
            yield
            return
        held: list[Notice] = []
        self._held = held
        try:
            yield
        finally:
            self._held = None
            for notice in held:
                self._hand_on_safely(notice)

    def _hand_on_safely(self, notice: Notice) -> None:
        """Hand a notice on; a fault there must not lose the others."""
        try:
            self._hand_on(notice)
        except BaseException as error:
            if is_interrupt(error):
                raise
            _logger.exception("a line to %s is lost", notice.target)
            if notice.on_delivery is not None:
                notice.on_delivery(Delivery.UNKNOWN)

    def _hand_on(self, notice: Notice) -> None:
        if notice.network in self._transports:
            self._transports[notice.network][0](notice)
        elif notice.on_delivery is not None:
            notice.on_delivery(Delivery.UNKNOWN)


class Listener(Protocol):
    """The news of people that a game listens to. `person` is the person after the event."""

    def renamed(self, old: Person, person: Person) -> None:
        """Somebody has a new nick, or has logged in or out; `old` is the person before."""

    def joined(self, person: Person, channel: str) -> None:
        """Somebody joined a channel of the bot, or was found there."""

    def parted(self, person: Person, channel: str) -> None:
        """Somebody left a channel, or was kicked out of it."""

    def quit(self, person: Person) -> None:
        """Somebody left the network, or is no longer visible to the bot."""

    def disconnected(self, network: str) -> None:
        """The bot has lost a network: nobody there can be seen or reached."""

    def connected(self, network: str) -> None:
        """The bot is on a network (again); the people in its channels follow with `joined`."""

    def closing(self) -> None:
        """The process is about to end: send last lines."""


class Presence:
    """Passes the news of transports to all listeners; a listener that fails does not stop the others.

    Attributes:
        follow: moves the accounts of people to their new names, before listeners hear of these.
    """

    def __init__(self) -> None:
        self.follow: Callable[[Person, Person], None] = lambda _old, _person: None
        self._listeners: list[Listener] = []
        self._seen: set[tuple[str, str, str]] = set()
        self._finders: dict[str, Finder] = {}

    @property
    def people(self) -> int:
        """The number of people in the channels of all networks."""
        return len({(network, nick) for network, nick, _ in self._seen})

    def find(self, network: str, nick_key: str) -> Person | None:
        """Return the person who has a nick now, as the network's transport sees it.

        Args:
            network: the network's name in the configuration.
            nick_key: the nick as folded by the network.

        Returns:
            The person, as a `Finder` returns it.
        """
        finder = self._finders.get(network)
        return finder(nick_key) if finder is not None else None

    def listen(self, listener: Listener) -> None:
        """Pass all news to `listener` from now on."""
        self._listeners.append(listener)

    def renamed(self, old: Person, person: Person) -> None:
        """Report that `old` is now `person`."""
        was = (old.network, old.nick_key)
        self._seen = {(*_named(person), seen[2]) if seen[:2] == was else seen for seen in self._seen}
        _shielded(lambda: self.follow(old, person))
        self._tell(lambda listener: listener.renamed(old, person))

    def joined(self, person: Person, channel: str) -> None:
        """Report that somebody is in a channel."""
        self._seen.add((*_named(person), channel.lower()))
        self._tell(lambda listener: listener.joined(person, channel))

    def parted(self, person: Person, channel: str) -> None:
        """Report that somebody left a channel."""
        self._seen.discard((*_named(person), channel.lower()))
        self._tell(lambda listener: listener.parted(person, channel))

    def quit(self, person: Person) -> None:
        """Report that somebody left the network."""
        self._seen = {seen for seen in self._seen if seen[:2] != _named(person)}
        self._tell(lambda listener: listener.quit(person))

    def disconnected(self, network: str) -> None:
        """Report that the bot has lost a network."""
        self._seen = {seen for seen in self._seen if seen[0] != network}
        self._finders.pop(network, None)
        self._tell(lambda listener: listener.disconnected(network))

    def connected(self, network: str, finder: Finder | None = None) -> None:
        """Report that the bot is on a network.

        Args:
            network: the network's name in the configuration.
            finder: finds people by their nicks; None where the bot sees nobody, as on the console.
        """
        if finder is not None:
            self._finders[network] = finder
        self._tell(lambda listener: listener.connected(network))

    def closing(self) -> None:
        """Report that the process is about to end."""
        self._tell(lambda listener: listener.closing())

    def _tell(self, event: Callable[[Listener], None]) -> None:
        for listener in self._listeners:
            _shielded(partial(event, listener))


def _named(person: Person) -> tuple[str, str]:
    return person.network, person.nick_key


def _shielded(call: Callable[[], None]) -> None:
    """Make a call whose failure stops nothing else."""
    try:
        call()
    except BaseException as error:
        if is_interrupt(error):
            raise
        _logger.exception("a listener to presence failed")
