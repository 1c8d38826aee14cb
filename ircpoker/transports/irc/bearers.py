"""Asks the server who has a nick, where the bot does not know: lines for one person go to nobody else.

The bot sees by itself who has a nick in its channels, as long as it is there with them and heard their address once.
Of all others it knows nothing: after a start NAMES gives it nicks alone, and people in private come and go unseen.
There it asks with USERHOST, and knows from the PONG behind it that somebody who is not in the answer is not there.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from ircpoker.transports.irc.receipts import ABSENT, MOST_PENDING, NO_ANSWER, NOT_CONNECTED, NOT_SENT
from ircpoker.transports.irc.sendqueue import Outgoing

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from ircpoker.transports.irc.connection import Connection
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.people import People
    from ircpoker.transports.irc.wire import Line

TOKEN = "ircpoker-bearer-"  # noqa: S105 - marks a PING, no secret
SOMEBODY_ELSE = "somebody else has that nick now"
_MOST_IN_A_LINE = 5
"""Nicks that a server answers for in one USERHOST (RFC 2812, section 4.8)."""


_logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Question:
    """Whether a nick is that of the person at an address.

    Attributes:
        nick: the nick.
        key: the same, folded.
        address: the person's.
        verdict: is told the answer.
        is_put: it waits to be sent, or was.
        fence: the number of the PING behind it; 0 as long as it was not sent.
        timer: after it nobody waits for the answer any more.
    """

    nick: str
    key: str
    address: str
    verdict: Callable[[str, str], None]
    is_put: bool = False
    fence: int = 0
    timer: asyncio.TimerHandle | None = None


class Bearers:
    """Answers whether a nick is still that of a person, of whom the game knows the address."""

    def __init__(
        self,
        connection: Connection,
        features: ServerFeatures,
        people: People,
        answer_within: float,
        send_within: float,
    ) -> None:
        """Begin without a question.

        Args:
            connection: to the server.
            features: how it folds names.
            people: whom the bot sees.
            answer_within: seconds that the server has to answer.
            send_within: seconds that a question may wait to be sent.
        """
        self._connection = connection
        self._features = features
        self._people = people
        self._answer_within = answer_within
        self._send_within = send_within
        self._loop: asyncio.AbstractEventLoop = connection.reactor.loop
        self._questions: list[_Question] = []
        self._fences_sent = 0
        self._is_planned = False
        self._is_fence_planned = False

    def check(self, nick: str, address: str, verdict: Callable[[str, str], None]) -> None:
        """Find out whether a nick is that of the person at an address.

        Args:
            nick: the nick, which can be a target.
            address: the person's `user@host`.
            verdict: is told once, now or later, which nick the person has, and "" or why nothing may be sent there.
                Verdicts on one nick come in the order of the questions.
        """
        question = _Question(nick, self._features.fold(nick), address, verdict)
        is_asked = any(other.key == question.key for other in self._questions)
        if self._people.address(question.key) and not is_asked:
            self._tell(question, self._compare(question))
        elif len(self._questions) >= MOST_PENDING or not self._connection.is_open:
            self._tell(question, NOT_SENT if self._connection.is_open else NOT_CONNECTED)
        else:
            self._questions.append(question)
            self._set_timer(question, self._send_within, NOT_SENT)
            if not self._is_planned:
                # Not at once: a game says something to each of its players in the same breath.
                self._is_planned = True
                self._loop.call_soon(self._ask)

    def on_addresses(self, line: Line) -> None:
        """Take the answer to a USERHOST: entries like `nick*=+user@host`."""
        for entry in line.param(-1).split():
            nick, _, address = entry.partition("=")
            nick = nick.removesuffix("*")
            key = self._features.fold(nick)
            asked = [question for question in self._questions if question.key == key and question.fence]
            if asked and "@" in address[1:]:
                self._people.note(nick, address[1:])
                self._settle_all(asked)

    def on_pong(self, line: Line) -> None:
        """Take those for absent of whom the answers before this one said nothing."""
        number = line.param(-1).removeprefix(TOKEN)
        if line.param(-1) == TOKEN + number and number.isascii() and number.isdigit():
            for question in [one for one in self._questions if 0 < one.fence <= int(number)]:
                self._settle(question, ABSENT)

    def rename(self, old: str, nick: str) -> None:
        """Follow somebody to a new nick, with an address that is known by now; `old` is folded."""
        moved = [question for question in self._questions if question.key == old]
        for question in moved:
            question.nick, question.key = nick, self._features.fold(nick)
        self._settle_all(moved)

    def forget(self, key: str) -> None:
        """Settle the questions for a nick that has left the network; `key` is the folded nick."""
        for question in [one for one in self._questions if one.key == key]:
            self._settle(question, ABSENT)

    def end(self) -> None:
        """Settle everything: the connection is gone."""
        for question in list(self._questions):
            self._settle(question, NOT_CONNECTED)

    def _ask(self) -> None:
        self._is_planned = False
        by_key: dict[str, list[_Question]] = {}
        for question in self._questions:
            if not question.is_put:
                question.is_put = True
                by_key.setdefault(question.key, []).append(question)
        askers = list(by_key.values())
        for start in range(0, len(askers), _MOST_IN_A_LINE):
            some = askers[start : start + _MOST_IN_A_LINE]
            text = f"USERHOST {' '.join(questions[0].nick for questions in some)}"
            # In turn: after a start a hundred people may have to be asked for.
            on_sent = partial(self._on_sent, list(chain.from_iterable(some)))
            self._connection.send_in_turn(Outgoing(text, is_urgent=True, on_sent=on_sent))

    def _on_sent(self, questions: Iterable[_Question]) -> None:
        for question in questions:
            if question in self._questions:
                question.fence = self._fences_sent + 1
                self._set_timer(question, self._answer_within, NO_ANSWER)
        if not self._is_fence_planned:
            # One PING for all that is sent in the same breath.
            self._is_fence_planned = True
            self._loop.call_soon(self._fence)

    def _fence(self) -> None:
        self._is_fence_planned = False
        self._fences_sent += 1
        self._connection.send_behind(f"PING {TOKEN}{self._fences_sent}")

    def _set_timer(self, question: _Question, seconds: float, reason: str) -> None:
        if question.timer is not None:
            question.timer.cancel()
        question.timer = self._loop.call_later(seconds, self._settle, question, reason)

    def _compare(self, question: _Question) -> str:
        known = self._people.address(question.key)
        if not known:
            return ABSENT
        return "" if known == question.address else SOMEBODY_ELSE

    def _settle_all(self, questions: Iterable[_Question]) -> None:
        for question in questions:
            self._settle(question, self._compare(question))

    def _settle(self, question: _Question, reason: str) -> None:
        if question not in self._questions:
            return
        self._questions.remove(question)
        if question.timer is not None:
            question.timer.cancel()
        self._tell(question, reason)

    @staticmethod
    def _tell(question: _Question, reason: str) -> None:
        if reason:
            _logger.debug("nothing is sent to %a: %s", question.nick, reason)
        try:
            question.verdict(question.nick, reason)
        except Exception:
            _logger.exception("a line could not be sent")
