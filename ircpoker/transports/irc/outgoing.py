"""A line that the bot says, and a question to the server, from the beginning until their outcome is known."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.delivery import Delivery, OnDelivery

_TEST = "\x01PING ircpoker\x01"
"""A line that people's programs answer by themselves: it shows whether the server lets private lines through."""
_LANE_OF_TESTS = "test"
"""The beginning of the lanes of tests, one for each person; lanes of private answers begin with a space."""
_NO_CTCP = "492"
"""The refusal of user mode +T of InspIRCd and UnrealIRCd: it lets all other lines through."""
_REPORT_EVERY = 60.0
"""Seconds between two reports of lines that were dropped."""

_logger = logging.getLogger(__name__)


class LineState(Enum):
    """The state of a line."""

    WAITING = auto()
    """It waits for its turn, or for the bot to be in the channel."""
    ASKING = auto()
    """The server was asked who has the nick."""
    SENT = auto()
    """It was sent and is not confirmed yet."""
    DONE = auto()


@dataclass(slots=True, eq=False)
class Outgoing:
    """One line to a target, from the moment it is said until its outcome is known.

    Attributes:
        verb: PRIVMSG to a channel, NOTICE to a person; empty for a line to the server itself.
        target: the channel or nick.
        key: the target, folded.
        text: the text; it may need several lines of IRC.
        lane: lines of one lane keep their order: those of a table, or the answers to one person in one place.
        is_answer: whether it waits among the answers.
        address: `user@host` of the reader; empty if unknown.
        account: the reader's services account; empty for a guest.
        asker: the address of a person out of sight who asked; somebody in sight with the same nick is not them.
        on_delivery: is called with the outcome.
        confirm: whether the server must answer a PING after it; it is sent together with others of its lane.
        since: when it began to wait.
        state: how far it has come.
        rest: the text that is left after a part of it was sent.
        heir: the same line, repeated; the outcome of that one counts.
        as_message: whether its reader gets it as a PRIVMSG; in every other respect it is a NOTICE.
        continues: whether it follows the line before it at once, as both are an answer in a channel.
        tags: client-only message tags, for servers that take them.
    """

    verb: str
    target: str
    key: str
    text: str
    lane: str
    is_answer: bool = False
    address: str = ""
    asker: str = ""
    on_delivery: OnDelivery | None = None
    confirm: bool = False
    since: float = 0.0
    state: LineState = LineState.WAITING
    rest: str = ""
    heir: Outgoing | None = None
    as_message: bool = False
    continues: bool = False
    tags: str = ""
    account: str = ""

    @property
    def reader(self) -> str:
        """The `user@host` of the person for whom it is; empty if unknown."""
        return self.address or self.asker

    @property
    def is_open(self) -> bool:
        """Whether its own outcome, not that of its repetition, still counts."""
        return self.state is not LineState.DONE and self.heir is None

    @property
    def last(self) -> Outgoing:
        """The latest repetition of the line; itself if there is none."""
        return self if self.heir is None else self.heir.last

    def readdress(self, address: str, account: str | None) -> None:
        """Follow the reader, who has another address or account; empty and None mean that it has not changed."""
        if self.address or self.account:
            self.address = address or self.address
        self.asker = self.asker and (address or self.asker)
        self.account = self.account if account is None else account

    def is_refused_by(self, numeric: str) -> bool:
        """Return whether a server's refusal of a line to this target means this line, too."""
        return numeric != _NO_CTCP or self.text != _TEST


def make_test(nick: str, key: str, address: str, on_delivery: OnDelivery) -> Outgoing:
    """Return the test of private lines to a nick; it waits among the answers, to somebody who has sat down.

    It is a PRIVMSG, because some servers do not report refused NOTICEs.
    """
    line = Outgoing("NOTICE", nick, key, _TEST, f"{_LANE_OF_TESTS} {key}", is_answer=True, address=address)
    line.on_delivery, line.confirm, line.as_message = on_delivery, True, True
    return line


@dataclass(slots=True, eq=False)
class Awaited:
    """A question that the server has not answered yet: a USERHOST, or the PING after lines to confirm.

    Attributes:
        lines: the lines that depend on the answer.
        until: when the sender gives up waiting.
        asked: the folded nicks in the USERHOST.
        token: the token of the PING.
    """

    lines: list[Outgoing]
    until: float
    asked: frozenset[str] = frozenset()
    token: str = ""


@dataclass(slots=True)
class Outcomes:
    """The deliveries of lines, held in `known` until their callbacks are called."""

    known: deque[tuple[OnDelivery, Delivery]] = field(default_factory=deque)

    def note(self, line: Outgoing, delivery: Delivery) -> None:
        """Note that a line's fate is known."""
        line.state = LineState.DONE
        if line.on_delivery is not None:
            self.known.append((line.on_delivery, delivery))
            line.on_delivery = None

    def tell(self) -> None:
        """Call all callbacks, including those that become due during the calls."""
        while self.known:
            on_delivery, delivery = self.known.popleft()
            try:
                on_delivery(delivery)
            except Exception:
                _logger.exception("who waited for a line failed")


@dataclass(slots=True)
class Dropped:
    """Counts dropped lines, and logs the number once a minute."""

    count: int = 0
    _report_at: float = -inf

    def report(self, now: float) -> None:
        """Log the number, if there is one and a minute has passed."""
        if self.count and now >= self._report_at:
            _logger.warning("lines not sent, because more was to be said than the server allows: %d", self.count)
            self.count, self._report_at = 0, now + _REPORT_EVERY
