"""Sends all that the bot says on one connection: each line waits here, and only here, until its outcome is known.

Lines to a channel are PRIVMSGs, lines to one person NOTICEs, which no bot may answer (RFC 2812, section 3.3.2). Only
the first answer to somebody's private lines begins with a PRIVMSG (`composer.Talks`).

A private line is for a person, not for the current owner of a nick. Lines for people in the bot's channels follow them
to a new nick, host or account. For others, if a line names their address, the server is asked (USERHOST) right before.

A server does not confirm a delivered line, and does not report every refused NOTICE. So a PING follows lines with
cards: answers come in the order of the lines, and a line that was not refused before the PONG was accepted. Before
the PING, the server is asked again for the addresses of readers whom the bot would not see leave. A reader who changes
nick is followed; if somebody else takes the old nick before the PONG, the line counts as refused: they may have it.
"""

from __future__ import annotations

import logging
from collections import deque
from itertools import chain, groupby
from math import inf
from typing import TYPE_CHECKING

from ircpoker.chat.outgoing import LineKind, lose
from ircpoker.runtime.delivery import Delivery
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.transports.irc.composer import Composer
from ircpoker.transports.irc.queued import Awaited, LineState, Outcomes
from ircpoker.transports.irc.rendering import Rendering
from ircpoker.transports.irc.sendqueue import PRIVATE_STALE_AFTER, STALE_AFTER, UNSEEN_STALE_AFTER, SendQueue
from ircpoker.transports.irc.signals import Signals
from ircpoker.transports.irc.wire import parse_addresses

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Container, Iterator, Sequence

    from ircpoker.chat.message import Reply
    from ircpoker.chat.outgoing import Outgoing, Reader
    from ircpoker.runtime.delivery import OnDelivery
    from ircpoker.transports.irc.connection import Connection
    from ircpoker.transports.irc.context import ClientContext
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.people import Channel, UserTracker
    from ircpoker.transports.irc.queued import QueuedLine
    from ircpoker.transports.irc.wire import IrcLine, Source

TOKEN = "ircpoker-line-"  # noqa: S105 - marks a PING, is not a secret
_MOST_ASKED = 5
"""Nicks that a server answers for in one USERHOST (RFC 2812, section 4.8)."""

_ABSENT = "nobody of that nick is there"
_SOMEBODY_ELSE = "somebody else has that nick"
_TAKEN = "somebody else took that nick while it was on its way"
_COLOUR_REFUSALS = frozenset({"404", "408"})
"""The refusals that may be only of the colours."""

_logger = logging.getLogger(__name__)


class Sender:
    """Sends lines as fast as the server allows, and reports the outcome of each exactly once.

    Attributes:
        rendering: formats lines.
        signals: sends what has no text.
    """

    def __init__(
        self,
        setup: ClientContext,
        connection: Connection,
        features: ServerFeatures,
        people: UserTracker,
        capabilities: Container[str],
    ) -> None:
        """Begin with no lines.

        Args:
            setup: the client's configuration.
            connection: where lines go.
            features: how the server folds names.
            people: the people that the bot sees.
            capabilities: those in force.
        """
        network = setup.network
        self.rendering = Rendering(setup.bot, people)
        self._composer = Composer(network.name, self.rendering, features, people)
        self._network = network.name
        self._answer_within = setup.network.answer
        self._connection = connection
        self._lines_sent = setup.games.activity.lines_sent
        self._features = features
        self._people = people
        self._capabilities = capabilities
        self._loop: asyncio.AbstractEventLoop = connection.reactor.loop
        self._queue = SendQueue(network.send_burst, network.send_interval, people.channels)
        self.signals = Signals(self._queue, connection, people, features, capabilities)
        self._awaited: deque[Awaited] = deque()
        self._pings_sent = 0
        self._outcomes, self._is_pumping = Outcomes(), False
        self._timer: asyncio.TimerHandle | None = None
        self._dropped, self._troubles = 0, OnceAMinute(self._loop.time)

    # Lines that come in

    def reply(
        self, replies: Sequence[Reply], source: Source, channel: Channel | None, asker: str, msgid: str = ""
    ) -> None:
        """Queue an answer.

        Args:
            replies: its lines, at least one.
            source: the person who asked.
            channel: where they asked; None in private.
            asker: the key of the person under any nick: people who ask much wait for others.
            msgid: the server's id of the line that is answered.
        """
        if channel is not None and any(reply.moment == "queued" for reply in replies):
            self.signals.show_queued(channel.name, msgid)
        for line in self._composer.answers(replies, source, channel, asker, msgid):
            self._put(line)
        self.pump()

    def answer_ctcp(self, source: Source, answer: str) -> None:
        """Answer a CTCP request of a person."""
        self._put(self._composer.answer_ctcp(source, answer))
        self.pump()

    def post(self, lines: Sequence[Outgoing]) -> None:
        """Queue lines of games; they are sent after the event in progress, with all the others of that event."""
        for outgoing in lines:
            try:
                line = self._composer.compose(outgoing)
            except Exception:  # It must not lose the others.
                _logger.exception("%s: a line to %a is lost", self._network, outgoing.reader.target)
                lose([outgoing])
            else:
                self._put(line)
            self._pump_at(self._loop.time())

    def check_reach(self, reader: Reader, on_delivery: OnDelivery) -> None:
        """Find out whether private lines reach somebody."""
        self._put(self._composer.reach_check(reader, on_delivery))
        self._pump_at(self._loop.time())

    def command(self, text: str) -> None:
        """Queue a line to the server itself."""
        self._enqueue(self._composer.command(text))
        self.pump()

    def release(self) -> None:
        """Send lines at once that wait for their time: the bot is about to leave."""
        self._queue.release()
        self.pump()

    def untold(self, asker: str) -> int:
        """Return how many results of their stakes somebody has not got yet."""
        return self._queue.results_for(asker)

    def delay(self) -> float:
        """Return the seconds that a table's line would wait now."""
        return self._queue.delay(self._loop.time())

    @property
    def is_busy(self) -> bool:
        """Whether a line waits for its turn."""
        return self._queue.wait(self._loop.time()) is not None

    @property
    def waiting(self) -> int:
        """The number of lines that wait for their turn or their time."""
        return sum(1 for _ in self._queue)

    def _put(self, line: QueuedLine) -> None:
        if refusal := self._composer.refusal(line):
            self._refuse(line, refusal)
        else:
            self._enqueue(line)

    def _enqueue(self, line: QueuedLine) -> None:
        surplus = self._queue.put(line, self._loop.time())
        if surplus is not None:
            self._drop(surplus)

    # The server's answers, and changes among the people

    def on_addresses(self, line: IrcLine) -> None:
        """Take the answer to a USERHOST; a nick that it lacks is not on the network."""
        answer = parse_addresses(line.param(-1))
        found = {self._features.fold(nick): address for nick, address in answer.items()}
        question = next((wait for wait in self._awaited if wait.asked and found.keys() <= wait.asked), None)
        if question is None:
            return
        self._awaited.remove(question)
        for nick, address in answer.items():
            self._people.see(nick, address)
        depending = [each for each in question.lines if each.is_open]
        for each in depending:
            now = found.get(each.key, "")
            if self._people.is_somebody_else(each.key, each.required_address, each.reader.account, now):
                self._refuse(each, _SOMEBODY_ELSE)
            elif not (self._people.address(each.key) or now) and each.key in question.asked:
                self._refuse(each, _ABSENT)
            elif each.state is LineState.ASKING:
                each.state = LineState.WAITING
        good = [each for each in depending if each.state is LineState.WAITING]
        for lines in (list(group) for _, group in groupby(good, key=lambda each: each.stream)):
            # At once: a moment later somebody else may have the nick.
            is_sure = all(each.key in question.asked or not self._is_unknown(each) for each in lines)
            if is_sure and self._queue.stream_of(lines[0])[0] is lines[0]:
                self._send(lines)
        self.pump()

    def on_pong(self, line: IrcLine) -> None:
        """Confirm the lines sent before the PING that is answered here."""
        token = line.param(-1)
        if token.startswith(TOKEN):
            while any(wait.token == token for wait in self._awaited):
                self._end_wait(self._awaited.popleft(), Delivery.SENT)
            self.pump()

    def on_refusal(self, line: IrcLine) -> bool:
        """Settle the lines to a target after a refusal; return whether they are only repeated, without colours."""
        target = line.param(1).rpartition(" ")[2]  # ngIRCd's 486 ends with it.
        key = self._features.fold(target)
        again = self.rendering.refuse_colours(key, self._loop.time()) if line.command in _COLOUR_REFUSALS else []
        for each in again:
            self._say_again(each, each.reader.target)
        if not again:
            _logger.debug("%s: not sent to %a: %a", self._network, target, line.param(-1))
            # Answers come in order: lines after the first unanswered PING are not meant.
            for each in next((wait.lines for wait in self._awaited if wait.token), ()):
                if each.key == key and each.is_refused_by(line.command):
                    self._settle(each, Delivery.REFUSED)
        self.pump()
        return bool(again)

    def follow(self, old: str, nick: str) -> None:
        """Follow somebody to a new nick; `old` is folded."""
        key = self._features.fold(nick)
        if key == old:
            return
        self.refuse_taken(key, by=old)
        self.forget(key)  # The nick was free: lines that wait there are for somebody who left unseen.
        for line in reversed(self._lines_to(old)):
            if line.state is LineState.SENT:
                # The server may have known either nick when the line came. Sending twice does no harm.
                self._say_again(line, nick)
            else:
                line.reader, line.key, line.rest = line.reader._replace(target=nick), key, ""

    def see(self, nick: str, address: str, account: str | None = None) -> None:
        """Take over the new address or account of somebody, and let the lines for them follow."""
        for line in self._lines_to(self._features.fold(nick)):
            if self._people.is_surely(line.key, line.reader.address, line.reader.account):
                line.readdress(address, account)
        self._people.see(nick, address, account)

    def refuse_taken(self, key: str, by: str) -> None:
        """Settle the lines that somebody may have read in place of their reader.

        Args:
            key: the folded nick that this person took.
            by: the folded nick that they had; the reader may come back to it.
        """
        for line in chain.from_iterable(wait.lines for wait in self._awaited):
            is_repeated = line.resent_as is not None and line.state is LineState.SENT
            if line.key == key and is_repeated and line.latest_copy.key != by:
                self._refuse(line.latest_copy, _TAKEN)

    def forget(self, key: str) -> None:
        """Drop the lines to somebody who has left the network: the next owner of the nick must not read them."""
        for line in self._lines_to(key):
            self._refuse(line, _ABSENT)
        self.rendering.plain.discard(key)
        self._composer.talks.end(key)

    def end(self) -> None:
        """Report an unknown outcome for each line; those whose outcome does not matter may still be sent."""
        for line in list(self._lines()):
            if line.is_awaited:
                self._settle(line, Delivery.UNKNOWN)
        self._awaited.clear()
        self._outcomes.report()

    # Sending

    def pump(self) -> None:
        """Send the lines that may go now, report outcomes, and plan the next sending."""
        if self._is_pumping:
            return
        self._is_pumping = True
        try:
            self._expire()
            self._send_ready()
            while self._outcomes.known:
                self._outcomes.report()
                self._send_ready()
        finally:
            self._is_pumping = False
        now = self._loop.time()
        until = self._awaited[0].until if self._awaited else inf
        if (wait := self._queue.wait(now)) is not None:
            until = min(until, now + wait)
        if until < inf and self._connection.is_open:
            self._pump_at(until)

    def _pump_at(self, when: float) -> None:
        if self._timer is None or when < self._timer.when():
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_at(when, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self.pump()

    def _expire(self) -> None:
        """Give up the questions that the server has not answered in time, and log how many lines were dropped."""
        now = self._loop.time()
        while self._awaited and self._awaited[0].until <= now:
            self._end_wait(self._awaited.popleft(), Delivery.UNKNOWN)
        if self._dropped and self._troubles.is_due("dropped lines"):
            count, self._dropped = self._dropped, 0
            _logger.warning("lines not sent, because more was to be said than the server allows: %d", count)

    def _send_ready(self) -> None:
        now = self._loop.time()
        while (lines := self._queue.pick(now)) and self._connection.is_open:
            for line in lines:
                if line.is_outdated:
                    self._settle(line, Delivery.UNKNOWN)
                elif now - line.since >= self._patience(line):
                    self._drop(line)
                elif self._people.is_somebody_else(line.key, line.reader.address, line.reader.account):
                    self._refuse(line, _SOMEBODY_ELSE)
            lines = [line for line in lines if line.state is LineState.WAITING]
            if any(map(self._is_unknown, lines)):
                self._ask_about(lines)
            elif lines:
                self._send(lines)

    def _patience(self, line: QueuedLine) -> float:
        """Return how many seconds a line may wait.

        There is no limit for the lines of a table, which follow from each other, for the results of stakes, nor if a
        game waits for the outcome, unless the reader is out of sight and has no known address.
        """
        if line.is_private and not (line.required_address or self._people.is_visible(line.key)):
            return UNSEEN_STALE_AFTER
        is_shut_out = line.is_public and line.key not in self._people.channels
        is_of_table = line.outgoing.kind is LineKind.NEWS and line.outgoing.table != ""
        is_kept = line.is_awaited or is_of_table or line.is_result
        if not line.verb or (is_kept and not is_shut_out):
            return inf
        return PRIVATE_STALE_AFTER if line.is_private else STALE_AFTER

    def _send(self, lines: Sequence[QueuedLine]) -> None:
        """Send as much of a line as fits into one line of IRC; or lines to confirm, and a PING after them."""
        for line in lines:
            self._send_piece(line)
            while line.rest and line.outgoing.confirm:
                self._send_piece(line)
            if line.outgoing.confirm:
                self._queue.remove(line)
                line.state = LineState.SENT
            elif not line.rest:
                self._settle(line, Delivery.SENT)
        if lines[0].outgoing.confirm:
            # Before the PING, ask for the addresses of readers whom the bot would not see leave.
            unseen = [line for line in lines if line.is_private and not self._people.is_visible(line.key)]
            self._ask(unseen, unseen)
            self._pings_sent += 1
            token = f"{TOKEN}{self._pings_sent}"
            self._write(f"PING {token}")
            self._awaited.append(Awaited(list(lines), self._loop.time() + self._answer_within, token=token))

    def _send_piece(self, line: QueuedLine) -> None:
        to = f"{line.verb} {line.reader.target} :" if line.verb else ""
        if line.tags and "message-tags" in self._capabilities:
            to = f"@{line.tags} {to}"
        self._write(to + self.rendering.cut(line, self._loop.time()))

    def _write(self, text: str) -> None:
        self._queue.tokens -= 1
        self._lines_sent[self._network] += 1
        self._connection.send_raw(text)

    def _end_wait(self, wait: Awaited, delivery: Delivery) -> None:
        """Settle the lines that depend on an answer, which has come or will not come any more."""
        for line in wait.lines:
            if wait.token and line.state is LineState.SENT:
                self._settle(line, delivery)
            elif line.state is LineState.ASKING and line.key in wait.asked:
                self._settle(line, Delivery.UNKNOWN)
            elif line.state is LineState.ASKING:
                line.state = LineState.WAITING

    def _is_unknown(self, line: QueuedLine) -> bool:
        """Return whether the server must be asked who would get a line."""
        return bool(line.required_address) and not self._people.address(line.key)

    def _ask_about(self, lines: Sequence[QueuedLine]) -> None:
        """Ask who has the nicks in a group of lines, and, if there is room, in the first lines of other tables."""
        asked = list(lines)
        unknown = list(filter(self._is_unknown, lines))
        most = 0 if self._queue.is_reserved else min(_MOST_ASKED, self._queue.burst)
        for group in self._queue.groups(self._loop.time()):
            more = list(filter(self._is_unknown, group))
            if more and group[0] not in asked and len(unknown + more) <= most:
                unknown += more
                asked += group
        for line in asked:
            line.state = LineState.ASKING
        self._ask(asked, unknown)

    def _ask(self, lines: Sequence[QueuedLine], unknown: Sequence[QueuedLine]) -> None:
        """Ask who has the nicks of some lines; all of them then depend on the answer."""
        until = self._loop.time() + self._answer_within
        for start in range(0, len(unknown), _MOST_ASKED):
            nicks = {line.key: line.reader.target for line in unknown[start : start + _MOST_ASKED]}
            self._write(f"USERHOST {' '.join(nicks.values())}")
            depending = [line for line in lines if line.key in nicks or line not in unknown]
            self._awaited.append(Awaited(depending, until, frozenset(nicks)))

    def _say_again(self, line: QueuedLine, target: str) -> None:
        if line.state in {LineState.WAITING, LineState.ASKING}:
            line.rest = ""
            return
        self._queue.put_first(line.send_again(target, self._features.fold(target)))

    def _drop(self, line: QueuedLine) -> None:
        self._dropped += 1
        self._settle(line, Delivery.UNKNOWN)

    def _refuse(self, line: QueuedLine, reason: str) -> None:
        _logger.debug("%s: not sent to %a: %s", self._network, line.reader.target, reason)
        self._settle(line, Delivery.REFUSED)

    def _settle(self, line: QueuedLine, delivery: Delivery) -> None:
        self._queue.remove(line)
        self._outcomes.note(line, delivery)

    def _lines(self) -> Iterator[QueuedLine]:
        """Yield all lines whose outcome is still open, some of them twice."""
        return chain(self._queue, *(wait.lines for wait in self._awaited))

    def _lines_to(self, key: str) -> list[QueuedLine]:
        """Return the lines to a folded nick that were not repeated."""
        return list(dict.fromkeys(line for line in self._lines() if line.key == key and line.is_open))
