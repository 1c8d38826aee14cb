"""How the server shows that it took a line: by an answer with the line's label, by its echo, or by a PONG.

Every server answers a PING after lines. Where it labels its answers (IRCv3 `labeled-response`) or sends lines back
(`echo-message`), the PING is saved: of sixteen lines of a deal one. A server whose receipts do not come is not trusted
with them again on this connection.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from math import inf

from msgspec import Struct

from ircpoker.telling.bucket import LineBucket
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.login import ECHO, LABELS
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.wire import IrcLine

REFUSALS = frozenset(
    {
        *("401", "403", "406"),  # no such nick or channel
        *("404", "408", "442", "477", "482"),  # a channel where the bot may not write, or not in colour (408: Bahamut)
        *("407", "439", "707"),  # too many targets in too short a time
        *("486", "487", "488", "489", "492", "494", "502", "531"),  # a person's user modes, such as +b, +R, +z
        *("716", "717"),  # a person who accepts lines only from chosen people (+g)
    }
)
"""Numerics that name a target and mean that a line to it was not delivered."""
TOKEN = "ircpoker-line-"  # noqa: S105 - marks a PING, is not a secret
LABEL = "ircpoker-label-"
_MOST_BATCHES = 100
"""Answers of several lines that may be on their way at once."""
_LATE = 2.0
"""Seconds longer than ever before after which an answer shows that the server lets the bot wait."""
_NOT_WORDS = re.compile(r"\x03\d{0,2}|\W")
"""What a server may have changed in a line that it sends back."""


class Awaited(Struct, eq=False):
    """What the server has not answered yet: a USERHOST, or lines to confirm.

    Attributes:
        lines: the lines that depend on the answer.
        since: when it was sent.
        asked: the folded nicks in the USERHOST.
        token: by what the receipt is known.
    """

    lines: list[QueuedLine]
    since: float
    asked: frozenset[str] = frozenset()
    token: str = ""


class Receipts:
    """What the server has not answered yet, and how its receipts are known.

    Attributes:
        awaited: what is not answered, in the order in which it was sent; servers answer in that order.
    """

    def __init__(self, stay: StayContext, bucket: LineBucket) -> None:
        """Begin without lines.

        Args:
            stay: has the capabilities, and the people whom the bot sees.
            bucket: how fast lines go.
        """
        self.awaited: deque[Awaited] = deque()
        self._answer_within = stay.setup.network.answer
        self._are_trusted = True
        self._capabilities = stay.capabilities
        self._people = stay.people
        self._bucket = bucket
        self._marked = 0
        self._pings = 0
        self._batches: dict[str, str] = {}
        self._quickest = _LATE

    def mark(self, place: str, text: str) -> tuple[str, str]:
        """Return by what the receipt of a line is known, and the tag that the line needs; empty without receipts.

        Args:
            place: the folded target.
            text: what is sent.
        """
        if not self._are_trusted:
            return "", ""
        if LABELS in self._capabilities:
            self._marked += 1
            return f"{LABEL}{self._marked}", f"label={LABEL}{self._marked}"
        return (_echo(place, text), "") if ECHO in self._capabilities else ("", "")

    def ping(self) -> str:
        """Return the token of another PING."""
        self._pings += 1
        return f"{TOKEN}{self._pings}"

    @property
    def until(self) -> float:
        """When the first answer is given up; infinity if none is awaited."""
        return self.awaited[0].since + self._answer_within if self.awaited else inf

    def expired(self, now: float) -> Iterator[Awaited]:
        """Yield what is given up, as no answer has come in time."""
        while self.until <= now:
            wait = self.awaited.popleft()
            if wait.token and not wait.token.startswith(TOKEN) and any(line.is_open for line in wait.lines):
                self._are_trusted = False
            yield wait

    def confirmed(self, line: IrcLine, now: float) -> Iterator[Awaited]:
        """Yield what a line from the server is the receipt of, and all before it, which was taken, too."""
        token = self._token(line)
        if not token or all(wait.token != token for wait in self.awaited):
            return
        is_found = False
        while not is_found:
            wait = self.awaited.popleft()
            is_found = wait.token == token
            yield wait
        self._note_lag(now - wait.since, now)

    def refused(self, line: IrcLine, unconfirmed: Sequence[QueuedLine]) -> list[QueuedLine]:
        """Return the lines of which a refusal may mean those to its target.

        Args:
            line: the refusal.
            unconfirmed: the lines after the last PING. Those after the first one that is unanswered are not meant.
        """
        if label := self._label(line):
            return [each for wait in self.awaited if wait.token == label for each in wait.lines]
        lines: list[QueuedLine] = []
        for wait in self.awaited:
            if wait.token and not wait.token.startswith(LABEL):
                lines += wait.lines
                if wait.token.startswith(TOKEN):
                    return lines
        return [*lines, *unconfirmed]

    def _token(self, line: IrcLine) -> str:
        """Return which receipt a line from the server is, or ends; empty if it is none."""
        if line.command == "PONG":
            return line.param(-1)
        if line.command == "BATCH" and line.param(0).startswith("-"):
            return self._batches.pop(line.param(0)[1:], "")
        if label := self._label(line):
            if line.command != "BATCH":
                return "" if line.tag("batch") else label
            if len(self._batches) < _MOST_BATCHES:
                self._batches[line.param(0)[1:]] = label
        elif line.command in {"NOTICE", "PRIVMSG"} and ECHO in self._capabilities:
            is_own = self._people.is_me(line.source.nick)
            return _echo(self._people.fold(line.param(0)), line.param(1)) if is_own else ""
        return ""

    def _label(self, line: IrcLine) -> str:
        """Return the label of the line that a line from the server answers; empty if it has none."""
        return (line.tag("label") or self._batches.get(line.tag("batch"), "")) if LABELS in self._capabilities else ""

    def _note_lag(self, seconds: float, now: float) -> None:
        """Send more slowly while answers take longer: some servers let those wait who send much."""
        self._quickest = min(self._quickest, seconds)
        if seconds > self._quickest + _LATE:
            self._bucket.slow_down(now)
        else:
            self._bucket.speed_up()


def _echo(place: str, text: str) -> str:
    return f"{place} {_NOT_WORDS.sub('', text)}"
