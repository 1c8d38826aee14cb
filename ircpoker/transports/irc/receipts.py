"""What became of lines that somebody must be sure of: a game does not go on before the cards are there.

A server says nothing of a line that it has delivered, and for some refusals of a NOTICE nothing either. So
behind such lines goes a PING: answers come in the order of the lines, and what was not refused before the PONG
is accepted. Where the bot shares no channel with the reader it would not see them leave; then it asks with ISON
as well. A reader who changes the nick on the way is followed to the new one; if somebody else takes the old one
before the PONG, it may be them who read the line, and it counts as refused.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.delivery import Delivery
from ircpoker.transports.irc.sendqueue import UNSEEN_STALE_AFTER, Outgoing

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from ircpoker.delivery import OnDelivery
    from ircpoker.transports.irc.connection import Connection
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.wire import Line

TOKEN = "ircpoker-receipt-"  # noqa: S105 - marks a PING, no secret
MOST_PENDING = 1000
"""Lines that somebody waits for; a server that answers none of them must not fill the memory."""
_MOST_UNCONFIRMED = 4
"""A PING goes at the latest behind so many lines."""

ABSENT = "nobody of that nick is there"
TAKEN = "somebody else took that nick while it was on its way"
_BLOCKED = "the server lets nobody write there now"
_STRANGERS = "the reader takes messages from chosen people only"
_TOO_MANY = "the server lets the bot write to no more people now"
NO_ANSWER = "the server did not confirm it in time"
NOT_SENT = "it could not be sent in time"
NOT_CONNECTED = "not connected"
UNKNOWN = frozenset({NO_ANSWER, NOT_CONNECTED})
"""Reasons that leave open whether the line arrived."""
_COLOURS = frozenset({"404", "408"})
"""Refusals that may mean the colours alone."""
_REASONS = {
    "401": ABSENT,  # ERR_NOSUCHNICK
    "403": ABSENT,  # ERR_NOSUCHCHANNEL
    "404": _BLOCKED,  # ERR_CANNOTSENDTOCHAN, and to a user on some
    "406": ABSENT,  # ERR_WASNOSUCHNICK
    "407": _TOO_MANY,  # ERR_TOOMANYTARGETS
    "408": _BLOCKED,  # ERR_NOCOLOURSONCHAN of Bahamut
    "439": _TOO_MANY,  # ERR_TARGETTOOFAST
    "442": _BLOCKED,  # ERR_NOTONCHANNEL
    "477": _BLOCKED,  # ERR_NEEDREGGEDNICK
    "482": _BLOCKED,  # ERR_CHANOPRIVSNEEDED
    "486": _STRANGERS,  # ERR_NONONREG: only registered nicks may write there (ngIRCd +b, UnrealIRCd +R)
    "487": _BLOCKED,  # ERR_MSGSERVICES
    "488": _STRANGERS,  # ERR_NONONSSL
    "489": _STRANGERS,  # ERR_SECUREONLYCHAN
    "492": _BLOCKED,  # ERR_CANNOTSENDTOUSER
    "494": _STRANGERS,  # ERR_OWNMODE: we ignore whom we write to
    "502": _BLOCKED,  # ERR_USERSDONTMATCH
    "531": _STRANGERS,  # ERR_CANTSENDTOUSER (InspIRCd, UnrealIRCd)
    "707": _TOO_MANY,  # ERR_TARGCHANGE (Solanum)
    "716": _STRANGERS,  # RPL_TARGUMODEG
    "717": _STRANGERS,  # RPL_TARGNOTIFY
}
REFUSALS = frozenset(_REASONS)
"""Numerics that name a target and say that a line to it was not delivered."""

_logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Pending:
    """A line that somebody waits for.

    Attributes:
        verb: PRIVMSG or NOTICE.
        target: who is to read it.
        pieces: the text, in as many lines as it needs.
        plain: the same without colours; empty if there are none.
        receipt: is told what became of it.
    """

    verb: str
    target: str
    pieces: list[str]
    plain: list[str]
    receipt: OnDelivery
    key: str = ""
    items: list[Outgoing] = field(default_factory=list)
    unsent: int = 0
    attempt: int = 0
    """A line that is said again has nothing to do with the PING of the time before."""
    former: dict[str, int] = field(default_factory=dict)
    """Nicks, folded, to which it may still be on its way, and the attempt that went there."""
    timer: asyncio.TimerHandle | None = None
    is_settled: bool = False


@dataclass(slots=True, eq=False)
class _Fence:
    """A PING and the lines before it."""

    token: str
    lines: list[tuple[Pending, int]]
    strangers: frozenset[str]
    """Readers of whom ISON has still to tell whether they are there, folded."""

    def open_lines(self) -> list[Pending]:
        return [pending for pending, attempt in self.lines if not pending.is_settled and pending.attempt == attempt]


class Receipts:
    """Sends lines and tells what became of them, each exactly once."""

    def __init__(
        self,
        connection: Connection,
        features: ServerFeatures,
        is_visible: Callable[[str], bool],
        answer_within: float,
        send_within: float,
    ) -> None:
        """Begin with nothing pending.

        Args:
            connection: where lines go.
            features: how the server folds names.
            is_visible: whether the bot would see the bearer of this folded nick leave.
            answer_within: seconds that the server has to answer.
            send_within: seconds that a line may wait to be sent.
        """
        self._connection = connection
        self._features = features
        self._is_visible = is_visible
        self._answer_within = answer_within
        self._send_within = send_within
        self._loop: asyncio.AbstractEventLoop = connection.reactor.loop
        self._pending: list[Pending] = []
        self._unfenced: list[tuple[Pending, int]] = []
        self._fences: list[_Fence] = []
        self._fences_sent = 0
        self._is_fence_planned = False

    def send(self, pending: Pending) -> None:
        """Send a line and tell its receipt in the end what became of it."""
        if len(self._pending) >= MOST_PENDING or not self._connection.is_open:
            _tell(pending.receipt, NOT_SENT if self._connection.is_open else NOT_CONNECTED)
            return
        self._pending.append(pending)
        self._put(pending)

    def on_refusal(self, line: Line) -> None:
        """Settle the lines to whom the server has just refused one."""
        key = self._features.fold(line.param(1))
        for pending in self._sent_to(key):
            if pending.plain and line.command in _COLOURS:
                pending.pieces, pending.plain = pending.plain, []
                self._put(pending)
            else:
                self._settle(pending, _REASONS[line.command])

    def on_present(self, line: Line) -> None:
        """Take the answer to the oldest ISON: who is not in it did not get the line either."""
        fence = next((fence for fence in self._fences if fence.strangers), None)
        if fence is None:
            return
        absent = fence.strangers - {self._features.fold(nick) for nick in line.param(-1).split()}
        fence.strangers = frozenset()
        for pending in fence.open_lines():
            if pending.key in absent:
                self._settle(pending, ABSENT)

    def on_pong(self, line: Line) -> None:
        """Settle what was sent before the PING that is answered here."""
        token = line.param(-1)
        index = next((index for index, fence in enumerate(self._fences) if fence.token == token), None)
        if index is None:
            return
        passed, self._fences = self._fences[: index + 1], self._fences[index + 1 :]
        for fence in passed:
            for pending, attempt in fence.lines:
                pending.former = {key: last for key, last in pending.former.items() if last > attempt}
            for pending in fence.open_lines():
                self._settle(pending, "")

    def rename(self, old: str, nick: str, split: Callable[[str], list[str]]) -> None:
        """Follow somebody to a new nick.

        Args:
            old: the old nick, folded.
            nick: the new one.
            split: gives text in pieces that fit in a line to the new one.
        """
        for pending in [pending for pending in self._pending if pending.key == old]:
            if pending.unsent < len(pending.items) and self._features.fold(nick) != old:
                pending.former[old] = pending.attempt
            self._withdraw(pending)
            pending.target = nick
            pending.pieces = [part for piece in pending.pieces for part in split(piece)]
            pending.plain = [part for piece in pending.plain for part in split(piece)]
            # Nobody knows which nick the server still knew when the line came. Twice does no harm.
            self._put(pending)

    def forget(self, key: str) -> None:
        """Settle what was to be read by somebody who has left the network; `key` is the folded nick."""
        for pending in [pending for pending in self._pending if pending.key == key]:
            self._settle(pending, ABSENT)

    def take(self, key: str, by: str = "") -> None:
        """Settle what somebody may have read in its reader's place.

        Args:
            key: the nick that they took, folded.
            by: the nick that they had, folded; the reader may come back to it.
        """
        for pending in [pending for pending in self._pending if key in pending.former and pending.key != by]:
            self._settle(pending, TAKEN)

    def lose_sight(self, key: str) -> None:
        """Give up soon what has not been sent to somebody whom the bot will not see leave."""
        for pending in [pending for pending in self._pending if pending.key == key and pending.unsent]:
            self._set_timer(pending, self._unsent_patience(pending), NOT_SENT)

    def end(self) -> None:
        """Settle everything: the connection is gone."""
        for pending in list(self._pending):
            self._settle(pending, NOT_CONNECTED)

    def _put(self, pending: Pending) -> None:
        pending.attempt += 1
        pending.key = self._features.fold(pending.target)
        on_sent = self._on_sent_of(pending)
        pending.items = [
            Outgoing(piece, pending.verb, pending.target, pending.key, is_urgent=True, on_sent=on_sent)
            for piece in pending.pieces
        ]
        pending.unsent = len(pending.items)
        self._set_timer(pending, self._unsent_patience(pending), NOT_SENT)
        for item in pending.items:
            self._connection.send_in_turn(item)

    def _on_sent_of(self, pending: Pending) -> Callable[[], None]:
        def on_sent() -> None:
            pending.unsent -= 1
            if not pending.unsent and not pending.is_settled:
                self._set_timer(pending, self._answer_within, NO_ANSWER)
                self._unfenced.append((pending, pending.attempt))
            self._fence_if_due()

        return on_sent

    def _fence_if_due(self) -> None:
        """Send a PING behind what went at once; it does not wait for lines to others that go later.

        Until the PONG comes, a reader who leaves is taken for one who has not read the line: there must be no time
        to read it, dislike it and leave.
        """
        if len(self._unfenced) >= _MOST_UNCONFIRMED:
            self._fence()
        elif self._unfenced and not self._is_fence_planned:
            # Not at once: a game says something to each of its players in the same breath.
            self._is_fence_planned = True
            self._loop.call_soon(self._fence)

    def _fence(self) -> None:
        self._is_fence_planned = False
        lines = [line for line in self._unfenced if not line[0].is_settled]
        self._unfenced = []
        if not lines:
            return
        self._fences_sent += 1
        fence = _Fence(f"{TOKEN}{self._fences_sent}", lines, self._strangers(lines))
        self._fences.append(fence)
        if fence.strangers:
            nicks = sorted({pending.target for pending, _ in lines if pending.key in fence.strangers})
            self._connection.send_behind(f"ISON {' '.join(nicks)}")
        self._connection.send_behind(f"PING {fence.token}")

    def _strangers(self, lines: Iterable[tuple[Pending, int]]) -> frozenset[str]:
        """Return the readers, folded, whom the bot would not see leave."""
        people = {pending.key for pending, _ in lines if not self._features.is_channel(pending.target)}
        return frozenset(key for key in people if not self._is_visible(key))

    def _unsent_patience(self, pending: Pending) -> float:
        if self._features.is_channel(pending.target) or self._is_visible(pending.key):
            return self._send_within
        return min(self._send_within, UNSEEN_STALE_AFTER)

    def _sent_to(self, key: str) -> list[Pending]:
        return [pending for pending in self._pending if pending.key == key and not pending.unsent]

    def _withdraw(self, pending: Pending) -> None:
        """Take back what has not been sent yet."""
        if pending.unsent:
            pending.unsent = 0
            for item in pending.items:
                self._connection.queue.remove(item)

    def _set_timer(self, pending: Pending, seconds: float, reason: str) -> None:
        if pending.timer is not None:
            pending.timer.cancel()
        pending.timer = self._loop.call_later(seconds, self._settle, pending, reason)

    def _settle(self, pending: Pending, reason: str) -> None:
        if pending.is_settled:
            return
        pending.is_settled = True
        self._pending.remove(pending)
        if pending.timer is not None:
            pending.timer.cancel()
        self._withdraw(pending)
        self._fence_if_due()
        _tell(pending.receipt, reason)


def _tell(receipt: OnDelivery, reason: str) -> None:
    outcome = Delivery.UNKNOWN if reason in UNKNOWN else Delivery.REFUSED if reason else Delivery.SENT
    try:
        receipt(outcome)
    except Exception:
        _logger.exception("a receipt failed")
