"""What the bot says: a worded line with its reader, and the ways to the transport of its network.

Games post lines to the `Outbox` and know no transport; a transport takes the lines of its network and knows no game.
`Asides` are private lines that a command causes beside its answer: they come before it, in the same window.
`ChatLines` shows lines where any number can be shown, on terminals and pages, in their order and at their time.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from functools import partial
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from ircpoker.chat.message import Message, Reply
from ircpoker.chat.segments import private_front
from ircpoker.ledger import PlayerId
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery, OnDelivery
from ircpoker.runtime.scheduler import Scheduler, attempt
from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import Fact, State, Telling
from ircpoker.telling.untold import Untold
from ircpoker.words import SEPARATOR, Phrase
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


class Outgoing(Telling, frozen=True):
    """A worded line with its reader, built once. What a transport has to remember about it is the transport's own.

    Attributes:
        reader: the reader.
        reply: the line. A private reply never goes to a channel.
        kind: why it is sent.
        remainder: what is said in place of a line that is no longer true: what led to a turn that is over.
        brief: what is said in its place where more is to be said than the network takes; None for the same.
    """

    reader: Reader
    reply: Reply
    kind: LineKind = LineKind.NEWS
    remainder: Reply | None = None
    brief: Reply | None = None

    @property
    def shown(self) -> Reply | None:
        """The line as it is true now; None if it need not be said any more."""
        return self.reply if self.still is None or self.still() else self.remainder


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


def report_delivery(lines: Sequence[Outgoing], delivery: Delivery = Delivery.UNKNOWN) -> None:
    """Report a delivery for each line."""
    for line in lines:
        if line.on_delivery is not None:
            line.on_delivery(delivery)


_CLOSED = _Carrier(
    report_delivery, lambda: 0.0, lambda _, on_delivery: on_delivery(Delivery.UNKNOWN), lambda _target: None
)


class Outbox:
    """Hands lines to the transports.

    While a transport answers a message, lines wait, so that they come after the replies of the command; then each
    transport gets all of its own at once.

    Attributes:
        most_lines: returns the most public lines a minute for a channel of a network; 0 for no limit.
    """

    def __init__(self) -> None:
        self.most_lines: Callable[[str, str], int] = lambda _network, _channel: 0
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
                # A fault of one transport must not lose the lines of the others.
                post = partial(self._carrier(network).post, lines)
                if not attempt(post, _logger, "%d lines to %s are lost", len(lines), network):
                    report_delivery(lines)


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


class _Shown(Fact, eq=False, kw_only=True):
    """A fact of a transport that takes any number of lines.

    Attributes:
        outgoing: the line.
    """

    outgoing: Outgoing


class _Everywhere:
    """All channels: nothing waits for the bot to be in one."""

    def __contains__(self, _channel: object) -> bool:
        return True


class ChatLines:
    """Shows lines as they come, each when its time has come; a line that waits holds up the later ones of its table."""

    def __init__(self, scheduler: Scheduler, name: str, show: Callable[[Outgoing], None]) -> None:
        """Begin without lines.

        Args:
            scheduler: calls when a line is due.
            name: the name of these calls.
            show: shows a line, and reports its `Delivery` if it has `on_delivery`; never raises.
        """
        self._scheduler = scheduler
        self._calls = scheduler.calls(name)
        self._show = show
        self._untold: Untold[_Shown] = Untold(LineBucket(1, 0.0), _Everywhere())
        self._is_showing = False

    def take(self, lines: Sequence[Outgoing]) -> None:
        """Show lines: those that are due at once, in their order."""
        for line in lines:
            thread, text = line.table or line.reader.target, line.reply.text
            rest = line.remainder.text if line.remainder else ""
            fact = _Shown(
                place=line.reader.target,
                thread=thread,
                telling=line,
                text=text,
                remainder=rest,
                is_play=True,
                outgoing=line,
            )
            if surplus := self._untold.put(fact, self._scheduler.now()):
                report_delivery([surplus.outgoing])
            self._go_on()

    def hurry(self) -> None:
        """Show all lines at once."""
        self._untold.release()
        self._go_on()

    def _go_on(self) -> None:
        if self._is_showing:
            return  # What a delivery causes comes after the line.
        self._is_showing, now = True, self._scheduler.now()
        try:
            while (line := self._untold.pick(now)) is not None:
                for fact in (*line.left_out, *line.facts):
                    self._untold.remove(fact)
                    fact.state = State.DONE
                report_delivery([fact.outgoing for fact in line.left_out], Delivery.OMITTED)
                if line.facts:
                    self._show(_in_one([fact.outgoing for fact in line.facts]))
        finally:
            self._is_showing = False
        if (wait := self._untold.wait(now)) < inf:
            self._calls.call_at(now + wait, "due", self._go_on)


def _in_one(lines: Sequence[Outgoing]) -> Outgoing:
    """Return lines to one reader as one."""
    parts = [part for line in lines if (reply := line.shown) is not None for part in (SEPARATOR, *reply.parts)]
    is_awaited = any(line.on_delivery is not None for line in lines)
    on_delivery = partial(report_delivery, lines) if is_awaited else None
    return replace(
        lines[-1], reply=dataclasses.replace(lines[-1].reply, parts=tuple(parts[1:])), on_delivery=on_delivery
    )
