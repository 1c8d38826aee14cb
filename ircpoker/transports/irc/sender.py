"""Sends all that the bot says on one connection: each line waits here, and only here, until its outcome is known.

Lines to a channel are PRIVMSGs, lines to one person NOTICEs, which no bot may answer (RFC 2812, section 3.3.2). Only
the first answer to somebody's private lines begins with a PRIVMSG (`talks`).

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
from dataclasses import replace
from itertools import chain, groupby
from math import inf
from typing import TYPE_CHECKING

from ircpoker.delivery import Delivery
from ircpoker.transports.irc.outgoing import Awaited, Dropped, LineState, Outcomes, Outgoing, make_test
from ircpoker.transports.irc.rendering import Rendering, wants_message
from ircpoker.transports.irc.sendqueue import PRIVATE_STALE_AFTER, STALE_AFTER, UNSEEN_STALE_AFTER, SendQueue
from ircpoker.transports.irc.signals import Signals
from ircpoker.transports.irc.talks import Talks
from ircpoker.transports.irc.wire import make_tags, parse_addresses

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Container, Iterator, Sequence

    from ircpoker.chat.message import Reply
    from ircpoker.chat.news import Notice
    from ircpoker.delivery import OnDelivery
    from ircpoker.transports.irc.connection import Connection
    from ircpoker.transports.irc.context import ClientContext
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.people import Channel, UserTracker
    from ircpoker.transports.irc.wire import IrcLine, Source

TOKEN = "ircpoker-line-"  # noqa: S105 - marks a PING, is not a secret
_MOST_ASKED = 5
"""Nicks that a server answers for in one USERHOST (RFC 2812, section 4.8)."""

_ABSENT = "nobody of that nick is there"
_NO_TARGET = "nobody can be called that, or there is nothing to say"
_NOT_PUBLIC = "a private line never goes to a channel"
_NOT_SEEN = "not in a channel with the bot"
_NOT_THERE = "the bot is not in that channel"
_SOMEBODY_ELSE = "somebody else has that nick"
_TAKEN = "somebody else took that nick while it was on its way"
_OF_COLOURS = frozenset({"404", "408"})  # Refusals that may mean only the colours.

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
        self.rendering, self._talks = Rendering(setup.bot, people), Talks()
        self._network = network.name
        self._answer_within = setup.timing.answer
        self._connection = connection
        self._features = features
        self._people = people
        self._capabilities = capabilities
        self._loop: asyncio.AbstractEventLoop = connection.reactor.loop
        self._queue = SendQueue(network.send_burst, network.send_interval, people.channels)
        self.signals = Signals(self._queue, connection, people, features, capabilities)
        self._awaited: deque[Awaited] = deque()
        self._fences_sent = 0
        self._outcomes = Outcomes()
        self._is_pumping = False
        self._timer: asyncio.TimerHandle | None = None
        self._dropped = Dropped()

    # Lines that come in

    def reply(
        self, replies: Sequence[Reply], source: Source, channel: Channel | None, asker: str, msgid: str = ""
    ) -> None:
        """Queue an answer.

        Args:
            replies: its lines.
            source: the person who asked.
            channel: where they asked; None in private.
            asker: the key of the person under any nick: people who ask much wait for others.
            msgid: the server's id of the line that is answered.
        """
        if not replies:
            return
        if channel is not None and any(reply.moment == "queued" for reply in replies):
            self.signals.show_queued(channel.name, msgid)
        for number, reply in enumerate(replies):
            if channel is None or reply.private:
                line = self._answer("NOTICE", source.nick, self.rendering.text(reply), asker)
                if not self._people.is_visible(line.key):  # Somebody in sight is followed, even to another address.
                    line.asker, line.address = source.address, source.address if reply.holds_own_cards else ""
                begins = channel is None and self._talks.begins(line.key, source.address)
                line.as_message = wants_message(reply, begins=begins)
                line.tags = make_tags(msgid=msgid, channel=channel.name if channel else "")
            else:
                line = self._answer("PRIVMSG", channel.name, self.rendering.text(reply, channel), asker)
                line.continues, line.tags = number > 0, make_tags(msgid=msgid)
            self._put(line)
        self.pump()

    def answer_ctcp(self, nick: str, answer: str, asker: str) -> None:
        """Answer a CTCP request of a person."""
        self._put(self._answer("NOTICE", nick, f"\x01{answer}\x01", asker))
        self.pump()

    def post(self, notice: Notice) -> None:
        """Queue a game's message; it is sent after the event in progress, with all the others of that event."""
        key, reply, refusal = self._features.fold(notice.target), notice.reply, ""
        channel = self._people.channels.get(key)
        text = self.rendering.text(reply, channel)
        line = Outgoing("NOTICE", notice.target, key, text, notice.table or key, notice.is_courtesy, notice.address)
        line.on_delivery, line.confirm, line.account = notice.on_delivery, notice.confirm, notice.account
        if channel is not None or self._features.is_channel(notice.target):
            line.verb = "PRIVMSG"
            if reply.private:
                _logger.error("%s: a private line was to go to %a", self._network, notice.target)
                refusal = _NOT_PUBLIC
            elif channel is None and not self._people.configured_name(notice.target):
                refusal = _NOT_THERE
        else:
            line.as_message, line.tags = wants_message(reply), make_tags(channel=notice.channel)
            if notice.is_courtesy and not self._people.is_visible(key):
                refusal = _NOT_SEEN
        self._put(line, refusal)
        self._pump_at(self._loop.time())

    def test(self, nick: str, address: str, on_delivery: OnDelivery) -> None:
        """Send a test of private lines to a person."""
        self._put(make_test(nick, self._features.fold(nick), address, on_delivery))
        self._pump_at(self._loop.time())

    def command(self, text: str) -> None:
        """Queue a line to the server itself."""
        self._queue.put(Outgoing("", "", "", text, "", is_answer=True), self._loop.time())
        self.pump()

    def delay(self) -> float:
        """Return the seconds that a table's line would wait now."""
        return self._queue.delay(self._loop.time())

    @property
    def is_busy(self) -> bool:
        """Whether a line waits for its turn."""
        return self._queue.wait(self._loop.time()) is not None

    def _answer(self, verb: str, target: str, text: str, asker: str) -> Outgoing:
        key = self._features.fold(target)
        return Outgoing(verb, target, key, text, f"{key if verb == 'PRIVMSG' else ''} {asker}", is_answer=True)

    def _put(self, line: Outgoing, refusal: str = "") -> None:
        if refusal or not self.rendering.is_possible(line):
            self._refuse(line, refusal or _NO_TARGET)
            return
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
            if self._people.is_somebody_else(each.key, each.address, each.account, now):
                self._refuse(each, _SOMEBODY_ELSE)
            elif not (self._people.address(each.key) or now) and each.key in question.asked:
                self._refuse(each, _ABSENT)
            elif each.state is LineState.ASKING:
                each.state = LineState.WAITING
        good = [each for each in depending if each.state is LineState.WAITING]
        for lines in (list(group) for _, group in groupby(good, key=lambda each: each.lane)):
            # At once: a moment later somebody else may have the nick.
            is_sure = all(each.key in question.asked or not self._is_unknown(each) for each in lines)
            if is_sure and self._queue.lane_of(lines[0])[0] is lines[0]:
                self._send(lines)
        self.pump()

    def on_pong(self, line: IrcLine) -> None:
        """Confirm the lines sent before the PING that is answered here."""
        token = line.param(-1)
        if token.startswith(TOKEN):
            while any(wait.token == token for wait in self._awaited):
                self._end_wait(self._awaited.popleft(), Delivery.SENT)
            self.pump()

    def on_refusal(self, line: IrcLine) -> None:
        """Settle the lines to a target after a refusal."""
        target = line.param(1).rpartition(" ")[2]  # ngIRCd's 486 ends with it.
        key = self._features.fold(target)
        again = self.rendering.refuse_colours(key, self._loop.time()) if line.command in _OF_COLOURS else []
        for each in again:
            self._say_again(each, each.target)
        if not again:
            _logger.info("%s: not sent to %a: %a", self._network, target, line.param(-1))
            # Answers come in order: lines after the first unanswered PING are not meant.
            for each in next((wait.lines for wait in self._awaited if wait.token), ()):
                if each.key == key and each.is_refused_by(line.command):
                    self._settle(each, Delivery.REFUSED)
        self.pump()

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
                line.target, line.key, line.rest = nick, key, ""

    def see(self, nick: str, address: str, account: str | None = None) -> None:
        """Take over the new address or account of somebody, and let the lines for them follow."""
        for line in self._lines_to(self._features.fold(nick)):
            if self._people.is_surely(line.key, line.reader, line.account):
                line.readdress(address, account)
        self._people.see(nick, address, account)

    def refuse_taken(self, key: str, by: str) -> None:
        """Settle the lines that somebody may have read in place of their reader.

        Args:
            key: the folded nick that this person took.
            by: the folded nick that they had; the reader may come back to it.
        """
        for line in chain.from_iterable(wait.lines for wait in self._awaited):
            if line.key == key and line.heir is not None and line.state is LineState.SENT and line.last.key != by:
                self._refuse(line.last, _TAKEN)

    def forget(self, key: str) -> None:
        """Drop the lines to somebody who has left the network: the next owner of the nick must not read them."""
        for line in self._lines_to(key):
            self._refuse(line, _ABSENT)
        self.rendering.plain.discard(key)
        self._talks.end(key)

    def end(self) -> None:
        """Report an unknown outcome for each line; those whose outcome does not matter may still be sent."""
        for line in list(self._lines()):
            if line.on_delivery is not None:
                self._settle(line, Delivery.UNKNOWN)
        self._awaited.clear()
        self._outcomes.tell()

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
                self._outcomes.tell()
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
        """Give up the questions that the server has not answered in time."""
        now = self._loop.time()
        while self._awaited and self._awaited[0].until <= now:
            self._end_wait(self._awaited.popleft(), Delivery.UNKNOWN)
        self._dropped.report(now)

    def _send_ready(self) -> None:
        now = self._loop.time()
        while (lines := self._queue.pick(now)) and self._connection.is_open:
            for line in lines:
                if now - line.since >= self._patience(line):
                    self._drop(line)
                elif self._people.is_somebody_else(line.key, line.reader, line.account):
                    self._refuse(line, _SOMEBODY_ELSE)
            lines = [line for line in lines if line.state is LineState.WAITING]
            if any(map(self._is_unknown, lines)):
                self._ask_about(lines)
            elif lines:
                self._send(lines)

    def _patience(self, line: Outgoing) -> float:
        """Return how many seconds a line may wait; without limit if a game waits for its outcome."""
        is_surely_theirs = line.verb != "NOTICE" or line.address or self._people.is_visible(line.key)
        if not is_surely_theirs:
            return UNSEEN_STALE_AFTER
        is_shut_out = line.verb == "PRIVMSG" and line.key not in self._people.channels
        if not line.verb or (line.on_delivery is not None and not is_shut_out):
            return inf
        return PRIVATE_STALE_AFTER if line.verb == "NOTICE" else STALE_AFTER

    def _send(self, lines: Sequence[Outgoing]) -> None:
        """Send as much of a line as fits into one line of IRC; or lines to confirm, and a PING after them."""
        for line in lines:
            self._send_piece(line)
            while line.rest and line.confirm:
                self._send_piece(line)
            if line.confirm:
                self._queue.remove(line)
                line.state = LineState.SENT
            elif not line.rest:
                self._settle(line, Delivery.SENT)
        if lines[0].confirm:
            # Before the PING, ask for the addresses of readers whom the bot would not see leave.
            unseen = [line for line in lines if line.verb == "NOTICE" and not self._people.is_visible(line.key)]
            self._ask(unseen, unseen)
            self._fences_sent += 1
            token = f"{TOKEN}{self._fences_sent}"
            self._write(f"PING {token}")
            self._awaited.append(Awaited(list(lines), self._loop.time() + self._answer_within, token=token))

    def _send_piece(self, line: Outgoing) -> None:
        to = f"{'PRIVMSG' if line.as_message else line.verb} {line.target} :" if line.verb else ""
        if line.tags and "message-tags" in self._capabilities:
            to = f"@{line.tags} {to}"
        self._write(to + self.rendering.cut(line, self._loop.time()))

    def _write(self, text: str) -> None:
        self._queue.tokens -= 1
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

    def _is_unknown(self, line: Outgoing) -> bool:
        """Return whether the server must be asked who would get a line."""
        return bool(line.address) and not self._people.address(line.key)

    def _ask_about(self, lines: Sequence[Outgoing]) -> None:
        """Ask who has the nicks in a group of lines, and, if there is room, in the first lines of other tables."""
        asked = list(lines)
        unknown = list(filter(self._is_unknown, lines))
        most = 0 if self._queue.is_reserved else min(_MOST_ASKED, self._queue.burst)
        for head in self._queue.heads(self._loop.time()):
            group = self._queue.together(head)
            more = list(filter(self._is_unknown, group))
            if more and head not in asked and len(unknown + more) <= most:
                unknown += more
                asked += group
        for line in asked:
            line.state = LineState.ASKING
        self._ask(asked, unknown)

    def _ask(self, lines: Sequence[Outgoing], unknown: Sequence[Outgoing]) -> None:
        """Ask who has the nicks of some lines; all of them then depend on the answer."""
        until = self._loop.time() + self._answer_within
        for start in range(0, len(unknown), _MOST_ASKED):
            nicks = {line.key: line.target for line in unknown[start : start + _MOST_ASKED]}
            self._write(f"USERHOST {' '.join(nicks.values())}")
            depending = [line for line in lines if line.key in nicks or line not in unknown]
            self._awaited.append(Awaited(depending, until, frozenset(nicks)))

    def _say_again(self, line: Outgoing, target: str) -> None:
        if line.state in {LineState.WAITING, LineState.ASKING}:
            line.rest = ""
            return
        key = self._features.fold(target)
        again = replace(line, target=target, key=key, state=LineState.WAITING, rest="", heir=None)
        line.heir, line.on_delivery = again, None
        self._queue.put_first(again)

    def _drop(self, line: Outgoing) -> None:
        self._dropped.count += 1
        self._settle(line, Delivery.UNKNOWN)

    def _refuse(self, line: Outgoing, reason: str) -> None:
        _logger.info("%s: not sent to %a: %s", self._network, line.target, reason)
        self._settle(line, Delivery.REFUSED)

    def _settle(self, line: Outgoing, delivery: Delivery) -> None:
        self._queue.remove(line)
        self._outcomes.note(line, delivery)

    def _lines(self) -> Iterator[Outgoing]:
        """Yield all lines whose outcome is still open, some of them twice."""
        return chain(self._queue, *(wait.lines for wait in self._awaited))

    def _lines_to(self, key: str) -> list[Outgoing]:
        """Return the lines to a folded nick that were not repeated."""
        return list(dict.fromkeys(line for line in self._lines() if line.key == key and line.is_open))
