"""What is said without having been asked for, and what happens to people: between games and transports.

Games post a `Notice` to the `Outbox`, which hands it to the transport of its network; transports tell
`Presence` who came, left or changed a nick, and games listen. Neither side knows the other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
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
    """One line to say, and to whom.

    Attributes:
        network: where, by its name in the configuration.
        target: the channel; or the nick, and then only this person sees it.
        reply: the line. One that is private never goes to a channel.
        on_delivery: is told what became of it; None if nobody needs to know.
        confirm: whether `SENT` waits for the server's answer to a PING behind it, as it does for cards.
        table: the table that says it, as a key; lines of one table stay in order, and tables take turns.
        address: `user@host` of the person it is for: nobody else with that nick gets it. Empty where nobody knows.
        is_courtesy: whoever it is for has asked for nothing and plays nothing: it goes among the answers, and only to
            somebody who is in a channel with the bot.
    """

    network: str
    target: str
    reply: Reply
    on_delivery: OnDelivery | None = None
    confirm: bool = False
    table: str = ""
    address: str = ""
    is_courtesy: bool = False


Sink = Callable[[Notice], None]
"""A transport's end: takes a notice of its network, and tells in the end what became of it whatever happens."""


class Outbox:
    """Hands notices to the transports that have opened their end.

    While a transport answers a message, notices wait: what a command leads to is said after its replies.
    """

    def __init__(self) -> None:
        self._sinks: dict[str, Sink] = {}
        self._delays: dict[str, Callable[[], float]] = {}
        self._held: list[Notice] | None = None

    def open(self, network: str, sink: Sink, delay: Callable[[], float] = lambda: 0.0) -> None:
        """Send the notices of a network to its transport from now on.

        Args:
            network: its name in the configuration.
            sink: takes them.
            delay: gives the seconds that a notice would wait there now.
        """
        self._sinks[network] = sink
        self._delays[network] = delay

    def close(self, network: str) -> None:
        """Drop the notices of `network` from now on."""
        self._sinks.pop(network, None)
        self._delays.pop(network, None)

    def delay(self, network: str) -> float:
        """Return the seconds that a notice of a table would wait now before it is sent."""
        delay = self._delays.get(network)
        return 0.0 if delay is None else delay()

    def post(self, notice: Notice) -> None:
        """Hand a notice on; of one for a network that is away nobody will know."""
        if self._held is None:
            self._hand_on(notice)
        else:
            self._held.append(notice)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep what is posted in the body, and hand it on at its end, in order; within another one, at that one's."""
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
                self._hand_on(notice)

    def _hand_on(self, notice: Notice) -> None:
        sink = self._sinks.get(notice.network)
        if sink is not None:
            sink(notice)
        elif notice.on_delivery is not None:
            notice.on_delivery(Delivery.UNKNOWN)


class Listener(Protocol):
    """What a game wants to hear of people. `person` is who they are after the event."""

    def renamed(self, old: Person, person: Person) -> None:
        """Somebody has another nick or logged in or out; `old` is who they were."""

    def joined(self, person: Person, channel: str) -> None:
        """Somebody came into a channel of the bot's, or was found there."""

    def parted(self, person: Person, channel: str) -> None:
        """Somebody left a channel, or was kicked out of it."""

    def quit(self, person: Person) -> None:
        """Somebody left the network, or can no longer be seen by the bot."""

    def disconnected(self, network: str) -> None:
        """The bot has lost a network: nobody there can be seen or told anything."""

    def connected(self, network: str) -> None:
        """The bot is on a network (again); who is in its channels follows with `joined`."""

    def closing(self) -> None:
        """The process is about to end: say what people should know."""


class Presence:
    """Passes on to all listeners what transports see; a listener that fails does not stop the others."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell `listener` all that happens from now on."""
        self._listeners.append(listener)

    def renamed(self, old: Person, person: Person) -> None:
        """Tell that `old` is now `person`."""
        self._tell(lambda listener: listener.renamed(old, person))

    def joined(self, person: Person, channel: str) -> None:
        """Tell that somebody is in a channel."""
        self._tell(lambda listener: listener.joined(person, channel))

    def parted(self, person: Person, channel: str) -> None:
        """Tell that somebody left a channel."""
        self._tell(lambda listener: listener.parted(person, channel))

    def quit(self, person: Person) -> None:
        """Tell that somebody left the network."""
        self._tell(lambda listener: listener.quit(person))

    def disconnected(self, network: str) -> None:
        """Tell that the bot has lost a network."""
        self._tell(lambda listener: listener.disconnected(network))

    def connected(self, network: str) -> None:
        """Tell that the bot is on a network."""
        self._tell(lambda listener: listener.connected(network))

    def closing(self) -> None:
        """Tell that the process is about to end."""
        self._tell(lambda listener: listener.closing())

    def _tell(self, event: Callable[[Listener], None]) -> None:
        for listener in self._listeners:
            try:
                event(listener)
            except BaseException as error:
                if is_interrupt(error):
                    raise
                _logger.exception("a listener to presence failed")
