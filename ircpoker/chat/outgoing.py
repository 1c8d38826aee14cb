"""What the bot says: a worded line with its reader, and the ways to the transport of its network.

Games post lines to the `Outbox` and know no transport; a transport takes the lines of its network and knows no game.
`Asides` are private lines that a command causes beside its answer: they come before it, in the same window.
`PacedLines` keeps lines that may not be shown before their time, for transports without a queue.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.message import Reply
from ircpoker.chat.segments import private_front
from ircpoker.runtime.delivery import Delivery, OnDelivery
from ircpoker.runtime.foreign import is_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.message import Message
    from ircpoker.ledger import PlayerId
    from ircpoker.people import Person
    from ircpoker.runtime.scheduler import Scheduler
    from ircpoker.words import Phrase
    from ircpoker.words.catalogue import Catalogue

_logger = logging.getLogger(__name__)


class Reader(NamedTuple):
    """The reader of a line.

    Attributes:
        network: the network's name in the configuration.
        target: a channel; or a nick, and then only this person reads the line.
        address: the person's `user@host`: nobody else with that nick gets the line. Empty if it is not known.
        account: the person's services account, as the server or the ledger spells it: nobody else gets the line, if the
            server reports accounts. Empty for a guest.
        channel: the channel to which a private line belongs; empty if none.
        player: the person's player, by whom people who come by a socket are told apart; None for a channel.
    """

    network: str
    target: str
    address: str = ""
    account: str = ""
    channel: str = ""
    player: PlayerId | None = None


def reader_of(person: Person, channel: str = "") -> Reader:
    """Return a person as the only reader of a private line, which may belong to a channel."""
    player = person.id
    return Reader(player.network, person.nick, person.address, player.account, channel, player)


class LineKind(Enum):
    """Why a line is sent; on IRC it decides how long the line waits."""

    NEWS = auto()
    """A game has changed: people wait for the line."""
    ANSWER = auto()
    """Its reader has just asked."""
    COURTESY = auto()
    """Nobody asked or plays: it waits with the answers, and a person gets it only in a channel with the bot."""
    REACH_CHECK = auto()
    """It shows whether private lines reach somebody who has sat down, and is not shown to them."""
    COMMAND = auto()
    """It is for the server itself."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A worded line with its reader, built once. What a transport has to remember about it is the transport's own.

    Attributes:
        reader: the reader.
        reply: the line. A private reply never goes to a channel.
        kind: why it is sent.
        table: the key of the table that says it; lines of a table stay in order, and tables take turns.
        on_delivery: is called with the `Delivery` of the line; None if nobody needs to know.
        confirm: whether `SENT` waits for the server's answer to a PING after the line, as for cards.
        not_before: the earliest time, in monotonic seconds of the scheduler's clock, which is that of asyncio's loops;
            later lines of the same table wait with it. None for at once.
        follows: the keys of other tables whose lines go before it: who is out of a tournament follows from deals.
        is_timely: is asked right before the line is sent, which is left out if it is no longer true: a line about a
            robot that has decided meanwhile. None for a line that always is.
    """

    reader: Reader
    reply: Reply
    kind: LineKind = LineKind.NEWS
    table: str = ""
    on_delivery: OnDelivery | None = None
    confirm: bool = False
    not_before: float | None = None
    is_timely: Callable[[], bool] | None = None
    follows: tuple[str, ...] = ()

    @property
    def is_outdated(self) -> bool:
        """Whether the line need not be sent any more."""
        return self.is_timely is not None and not self.is_timely()


Sink = Callable[[Sequence[Outgoing]], None]
"""A transport's function: takes lines of its network, in order, and always reports each `Delivery` in the end.

It fails only if it has taken none of them.
"""

ReachChecker = Callable[[Reader, OnDelivery], None]
"""A transport's function: finds out whether a private line reaches somebody, and reports its `Delivery`."""


class _Carrier(NamedTuple):
    """The functions of a transport, as `Outbox.open` takes them."""

    post: Sink
    delay: Callable[[], float]
    check_reach: ReachChecker
    show_typing: Callable[[str], None]


def lose(lines: Sequence[Outgoing]) -> None:
    """Report an unknown delivery for each line."""
    for line in lines:
        if line.on_delivery is not None:
            line.on_delivery(Delivery.UNKNOWN)


_CLOSED = _Carrier(lose, lambda: 0.0, lambda _reader, on_delivery: on_delivery(Delivery.UNKNOWN), lambda _target: None)


class Outbox:
    """Hands lines to the transports.

    While a transport answers a message, lines wait, so that they come after the replies of the command; then each
    transport gets all of its own at once.
    """

    def __init__(self) -> None:
        self._carriers: dict[str, _Carrier] = {}
        self._held: list[Outgoing] | None = None

    def open(
        self,
        network: str,
        sink: Sink,
        delay: Callable[[], float] = lambda: 0.0,
        check_reach: ReachChecker = lambda _reader, on_delivery: on_delivery(Delivery.SENT),
        show_typing: Callable[[str], None] = lambda _target: None,
    ) -> None:
        """Hand the lines of a network to its transport from now on.

        Args:
            network: the network's name in the configuration.
            sink: takes the lines.
            delay: returns the seconds that a new line would wait there.
            check_reach: finds out whether a private line reaches somebody; without it, every line does.
            show_typing: shows to a channel or a nick that a line will come, if that can be shown there.
        """
        self._carriers[network] = _Carrier(sink, delay, check_reach, show_typing)

    def close(self, network: str) -> None:
        """Report the lines of a network as lost from now on."""
        self._carriers.pop(network, None)

    def _carrier(self, network: str) -> _Carrier:
        return self._carriers.get(network, _CLOSED)

    def check_reach(self, reader: Reader, on_delivery: OnDelivery) -> None:
        """Find out whether a private line reaches somebody, without saying anything to them."""
        self._carrier(reader.network).check_reach(reader, on_delivery)

    def delay(self, network: str) -> float:
        """Return the seconds that a new line of a table would wait before it is sent."""
        return self._carrier(network).delay()

    def show_typing(self, network: str, target: str) -> None:
        """Show to a channel or a nick that a line will come."""
        self._carrier(network).show_typing(target)

    def post(self, line: Outgoing) -> None:
        """Hand a line on; a line for a closed network is lost."""
        if self._held is None:
            self._carrier(line.reader.network).post([line])
        else:
            self._held.append(line)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Collect the lines posted in the body and hand them on at its end, or at the end of an outer body."""
        if self._held is not None:
            yield
            return
        held: list[Outgoing] = []
        self._held = held
        try:
            yield
        finally:
            self._held = None
            by_network: dict[str, list[Outgoing]] = {}
            for line in held:
                by_network.setdefault(line.reader.network, []).append(line)
            for network, lines in by_network.items():
                self._hand_on_safely(network, lines)

    def _hand_on_safely(self, network: str, lines: Sequence[Outgoing]) -> None:
        """Hand lines on; a fault of one transport must not lose the lines of the others."""
        try:
            self._carrier(network).post(lines)
        except BaseException as error:
            if is_interrupt(error):
                raise
            _logger.exception("%d lines to %s are lost", len(lines), network)
            lose(lines)


class Asides:
    """Collects such lines for the author of the line that is being answered; others get theirs after the answer."""

    def __init__(self, outbox: Outbox) -> None:
        """Begin without a line.

        Args:
            outbox: takes the lines for others.
        """
        self._outbox = outbox
        self._message: Message | None = None
        self._replies: list[Reply] = []

    def begin(self, message: Message) -> None:
        """Collect the lines for the author of a message, which is answered now."""
        self._message = message

    def end(self) -> list[Reply]:
        """Return what was collected; whatever has happened, no such line comes before the answer to somebody else."""
        self._message = None
        if not self._replies:
            return []
        collected, self._replies = self._replies, []
        return collected

    def say(self, person: Person, phrase: Phrase, words: Catalogue) -> None:
        """Say a private line to a person."""
        message = self._message
        if message is not None and (message.sender.network, message.sender.nick_key) == (
            person.network,
            person.nick_key,
        ):
            self._replies.append(Reply((phrase,), private=True))
            return
        channel = (message.channel if message is not None else None) or ""
        reply = Reply((private_front(channel, 0), phrase), private=True).worded(words)
        self._outbox.post(Outgoing(reader_of(person, channel), reply))


class PacedLines:
    """Shows lines in order, each when its time has come; a line that waits holds up the later ones of its table."""

    def __init__(self, scheduler: Scheduler, name: str, show: Callable[[Outgoing], Delivery]) -> None:
        """Begin without lines.

        Args:
            scheduler: calls when a line is due.
            name: the name of these calls.
            show: shows a line, and returns its `Delivery`; never raises.
        """
        self._scheduler = scheduler
        self._calls = scheduler.calls(name)
        self._show = show
        self._waiting: list[Outgoing] = []

    def take(self, lines: Sequence[Outgoing]) -> None:
        """Show lines: those that are due at once."""
        self._waiting += lines
        self._show_due(self._scheduler.now())

    def hurry(self) -> None:
        """Show all lines at once."""
        self._show_due(inf)

    def _show_due(self, now: float) -> None:
        waiting: list[Outgoing] = []
        due: list[Outgoing] = []
        held: dict[str, float] = {}
        for line in self._waiting:
            stream, when = line.table or line.reader.target, line.not_before or now
            if when > now:
                held.setdefault(stream, when)
            (waiting if stream in held else due).append(line)
        self._waiting = waiting
        if held:
            self._calls.call_at(min(held.values()), "due", lambda: self._show_due(self._scheduler.now()))
        for line, delivery in [(line, self._show(line)) for line in due]:
            if line.on_delivery is not None:
                line.on_delivery(delivery)
