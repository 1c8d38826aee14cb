"""A line on one connection until its outcome is known, and what waits for it.

These are questions that the server has not answered yet, and deliveries to report.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from ircpoker.chat.outgoing import LineKind

if TYPE_CHECKING:
    from ircpoker.chat.outgoing import Outgoing, Reader
    from ircpoker.runtime.delivery import Delivery, OnDelivery

_NO_CTCP = "492"
"""The refusal of user mode +T of InspIRCd and UnrealIRCd: it lets all other lines through."""


class LineState(Enum):
    """The state of a line."""

    WAITING = auto()
    """It waits for its turn, for its time, or for the bot to be in the channel."""
    ASKING = auto()
    """The server was asked who has the nick."""
    SENT = auto()
    """It was sent and is not confirmed yet."""
    DONE = auto()


class Traffic(Enum):
    """The kinds of lines that share what the server allows; where two are equal, the first one here goes first."""

    COMMAND = auto()
    CHANNEL_TABLE = auto()
    CHANNEL_ANSWER = auto()
    PRIVATE_TABLE = auto()
    PRIVATE_ANSWER = auto()


@dataclass(slots=True, eq=False)
class QueuedLine:
    """What a connection remembers about an `Outgoing`.

    Attributes:
        outgoing: the line; its reader may have changed since.
        reader: the reader as known now.
        key: the target, folded.
        text: the text; it may need several lines of IRC.
        traffic: the kind of lines among which it waits.
        stream: lines of a stream keep their order: those of a table, or the answers to one person in one place.
        verb: PRIVMSG or NOTICE; empty for a line to the server itself.
        is_public: whether a channel reads it.
        is_personal: whether it waits until it is certain that the nick belongs to somebody at the reader's address.
        continues: whether it follows the line before it at once, as both are an answer in a channel.
        tags: client-only message tags, for servers that take them.
        since: when it began to wait for its turn.
        state: how far it has come.
        rest: the text that is left after a part of it was sent.
        resent_as: the copy that was sent again; the outcome of the copy counts.
        follows: the lines that go before it, though they wait in other streams: those of the same table to other
            readers, those of the tables from which it follows, other answers to the same person.
    """

    outgoing: Outgoing
    reader: Reader
    key: str
    text: str
    traffic: Traffic
    stream: str
    verb: str = ""
    is_public: bool = False
    is_personal: bool = False
    continues: bool = False
    tags: str = ""
    since: float = 0.0
    state: LineState = LineState.WAITING
    rest: str = ""
    resent_as: QueuedLine | None = None
    follows: tuple[QueuedLine, ...] = ()

    @property
    def is_result(self) -> bool:
        """Whether it tells what a machine has done with somebody's stake: it is never too old, nor dropped."""
        return self.outgoing.reply.machine is not None

    @property
    def is_private(self) -> bool:
        """Whether one person reads it."""
        return self.verb != "" and not self.is_public

    @property
    def required_address(self) -> str:
        """The address that the owner of the nick must be known to have; empty for any."""
        return self.reader.address if self.is_personal else ""

    @property
    def is_open(self) -> bool:
        """Whether its own outcome, not that of its repetition, still counts."""
        return self.state is not LineState.DONE and self.resent_as is None

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for its own outcome."""
        return self.is_open and self.outgoing.on_delivery is not None

    @property
    def latest_copy(self) -> QueuedLine:
        """The latest repetition of the line; itself if there is none."""
        return self if self.resent_as is None else self.resent_as.latest_copy

    @property
    def is_outdated(self) -> bool:
        """Whether it need not be sent any more; a line that has begun is always sent to its end."""
        return self.outgoing.is_timely is not None and not self.rest and self.outgoing.is_outdated

    def send_again(self, target: str, key: str) -> QueuedLine:
        """Return a copy of the line, to be sent in full to a target; from now on the outcome of the copy counts."""
        again = replace(self, key=key, state=LineState.WAITING, rest="", resent_as=None, follows=())
        again.reader = self.reader._replace(target=target)
        self.resent_as = again
        return again

    def readdress(self, address: str, account: str | None) -> None:
        """Follow the reader, who has another address or account; empty and None mean that it has not changed."""
        old = self.reader
        now = (address or old.address) if old.address or old.account else ""
        self.reader = old._replace(address=now, account=old.account if account is None else account)

    def is_refused_by(self, numeric: str) -> bool:
        """Return whether a server's refusal of a line to this target means this line, too."""
        return numeric != _NO_CTCP or self.outgoing.kind is not LineKind.REACH_CHECK


_logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Awaited:
    """A question that the server has not answered yet: a USERHOST, or the PING after lines to confirm.

    Attributes:
        lines: the lines that depend on the answer.
        until: when the sender gives up waiting.
        asked: the folded nicks in the USERHOST.
        token: the token of the PING.
    """

    lines: list[QueuedLine]
    until: float
    asked: frozenset[str] = frozenset()
    token: str = ""


@dataclass(slots=True)
class Outcomes:
    """The deliveries of lines, held in `known` until their callbacks are called."""

    known: deque[tuple[OnDelivery, Delivery]] = field(default_factory=deque)

    def note(self, line: QueuedLine, delivery: Delivery) -> None:
        """Note the delivery of a line."""
        if line.is_open and line.outgoing.on_delivery is not None:
            self.known.append((line.outgoing.on_delivery, delivery))
        line.state = LineState.DONE

    def report(self) -> None:
        """Call all callbacks, including those that become due during the calls."""
        while self.known:
            on_delivery, delivery = self.known.popleft()
            try:
                on_delivery(delivery)
            except Exception:
                _logger.exception("the callback of a delivery failed")
