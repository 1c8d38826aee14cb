"""Sends all that the bot says on one connection: each line waits here, and only here, until its outcome is known.

A private line for somebody out of the bot's sight names their address, and the server is asked (USERHOST) right before.

Few servers confirm a delivered line (`receipts.py`). On others a PING follows lines with cards: a line that was not
refused before the PONG was accepted. Before it the server is asked again for the addresses of readers whom the bot
would not see leave.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import groupby
from math import inf

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader, report_delivery
from ircpoker.runtime.delivery import Delivery, OnDelivery
from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import State
from ircpoker.telling.rules import Role
from ircpoker.transports.irc.composer import Composer
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.open_lines import ABSENT, OpenLines
from ircpoker.transports.irc.people import Channel
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.receipts import Awaited, Receipts
from ircpoker.transports.irc.rendering import Rendering
from ircpoker.transports.irc.signals import Signals
from ircpoker.transports.irc.wire import IrcLine, Source, parse_addresses

_MOST_ASKED = 5
"""Nicks that a server answers for in one USERHOST (RFC 2812, section 4.8)."""

_SOMEBODY_ELSE = "somebody else has that nick"

_logger = logging.getLogger(__name__)


class Sender:
    """Sends lines as fast as the server allows, and reports the outcome of each exactly once.

    Attributes:
        rendering: formats lines.
        bucket: how fast lines go.
        signals: sends what has no text.
        lines: those whose outcomes are open.
    """

    def __init__(self, stay: StayContext) -> None:
        """Begin with no lines."""
        network = stay.setup.network
        self._network = network.name
        self._stay = stay
        self._features, self._people = stay.features, stay.people
        self._lines_sent = stay.setup.games.activity.lines_sent
        self.rendering = Rendering(stay.setup.bot, stay.people)
        self._composer = Composer(stay, self.rendering)
        self.bucket = LineBucket(network.send_burst, network.send_interval)
        self._receipts = Receipts(stay, self.bucket)
        self.lines = OpenLines(stay, self._composer, self.bucket, self._receipts)
        self._untold = self.lines.untold
        self.signals = Signals(stay, self._untold.take_spare)
        self._is_pumping = False
        self._timer: asyncio.TimerHandle | None = None

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
                report_delivery([outgoing])
            else:
                self._put(line)
            self._pump_at(self._stay.now())

    def check_reach(self, reader: Reader, on_delivery: OnDelivery) -> None:
        """Find out whether private lines reach somebody."""
        self._put(self._composer.reach_check(reader, on_delivery))
        self._pump_at(self._stay.now())

    def command(self, text: str) -> None:
        """Queue a line to the server itself."""
        self._enqueue(self._composer.command(text))
        self.pump()

    def release(self) -> None:
        """Send lines at once that wait for their time: the bot is about to leave."""
        self._untold.release()
        self.pump()

    def untold(self, asker: str) -> int:
        """Return how many results of their stakes somebody has not got yet."""
        return self._untold.count(f" {asker}", Role.STAKE)

    def delay(self) -> float:
        """Return the seconds that a table's line would wait now."""
        return self._untold.delay(self._stay.now())

    @property
    def is_busy(self) -> bool:
        """Whether a line waits for its turn."""
        return self._untold.wait(self._stay.now()) < inf

    @property
    def waiting(self) -> tuple[int, float]:
        """The number of lines that wait, and for how many seconds the oldest waits that could go."""
        return sum(1 for _ in self._untold), self._untold.longest_wait(self._stay.now())

    def _put(self, line: QueuedLine) -> None:
        if refusal := self._composer.refusal(line):
            self.lines.refuse(line, refusal)
        else:
            self._enqueue(line)

    def _enqueue(self, line: QueuedLine) -> None:
        if (surplus := self._untold.put(line, self._stay.now())) is not None:
            self.lines.drop(surplus)

    def on_addresses(self, line: IrcLine) -> None:
        """Take the answer to a USERHOST; a nick that it lacks is not on the network."""
        answer = parse_addresses(line.param(-1))
        found = {self._features.fold(nick): address for nick, address in answer.items()}
        question = next((wait for wait in self._receipts.awaited if wait.asked and found.keys() <= wait.asked), None)
        if question is None:
            return
        self._receipts.awaited.remove(question)
        for nick, address in answer.items():
            self._people.see(nick, address)
        depending = [each for each in question.lines if each.is_open]
        for each in depending:
            now, place = found.get(each.place, ""), each.place
            if not each.look():
                self.lines.settle(each, Delivery.OMITTED)
            elif self._people.is_somebody_else(place, each.required_address, each.reader.account, now):
                self.lines.refuse(each, _SOMEBODY_ELSE)
            elif not (self._people.address(place) or now) and place in question.asked:
                self.lines.refuse(each, ABSENT)
            elif each.state is State.ASKING:
                each.state = State.WAITING
        good = [each for each in depending if each.state is State.WAITING]
        for lines in (list(group) for _, group in groupby(good, key=lambda each: each.thread)):
            # At once: a moment later somebody else may have the nick.
            thread = self._untold.thread_of(lines[0])
            is_next = next(each for each in thread if each in lines or not each.rule.waits) is lines[0]
            is_next &= all(self._untold.may_go(each, self._stay.now()) for each in lines)
            is_sure = all(each.place in question.asked or not self._is_unknown(each) for each in lines)
            if is_sure and is_next:
                self._send(lines)
        self.pump()

    def on_receipt(self, line: IrcLine) -> None:
        """Confirm the lines whose receipt this is; those before them were taken, too."""
        if confirmed := list(self._receipts.confirmed(line, self._stay.now())):
            for wait in confirmed:
                self._end_wait(wait, Delivery.SENT)
            self.pump()

    def on_refusal(self, line: IrcLine) -> bool:
        """Settle the lines to a target after a refusal; return whether they are only repeated, without colours."""
        target = line.param(1).rpartition(" ")[2]  # ngIRCd's 486 ends with it.
        key = self._features.fold(target)
        again = self.rendering.refuse_colours(line.command, key, self._stay.now())
        for each in again:
            self.lines.say_again(each, each.reader.target)
        if not again:
            _logger.debug("%s: not sent to %a: %a", self._network, target, line.param(-1))
            for each in self._receipts.refused(line, self.lines.unconfirmed):
                if each.place == key and each.is_refused_by(line.command):
                    self.lines.settle(each, Delivery.REFUSED)
        self.pump()
        return bool(again)

    def resume(self) -> None:
        """Tell the results of stakes that were untold when the last connection was lost."""
        for line in self.lines.take_results():
            self._put(line)
        self._pump_at(self._stay.now())

    def pump(self) -> None:
        """Send the lines that may go now, report outcomes, and plan the next sending."""
        if self._is_pumping:
            return
        self._is_pumping = True
        try:
            for wait in self._receipts.expired(self._stay.now()):
                self._end_wait(wait, Delivery.UNKNOWN)
            self.lines.warn()
            self._send_ready()
            while self.lines.report():
                self._send_ready()
        finally:
            self._is_pumping = False
        now = self._stay.now()
        until = min(now + self._untold.wait(now), self._receipts.until)
        if until < inf and self._stay.connection.is_open:
            self._pump_at(until)

    def _pump_at(self, when: float) -> None:
        if self._timer is None or when < self._timer.when():
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._stay.connection.loop.call_at(when, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self.pump()

    def _send_ready(self) -> None:
        now = self._stay.now()
        self._ask_to_confirm()
        while self._stay.connection.is_open and (line := self._untold.pick(now)) is not None:
            for fact in line.left_out:
                self.lines.settle(fact, Delivery.OMITTED)
            for fact in line.facts:
                if now - fact.since >= self._composer.patience(fact):
                    self.lines.drop(fact)
                elif self._people.is_somebody_else(fact.place, fact.reader.address, fact.reader.account):
                    self.lines.refuse(fact, _SOMEBODY_ELSE)
            lines = [fact for fact in line.facts if fact.state is State.WAITING]
            self._untold.note(lines)
            if any(map(self._is_unknown, lines)):
                self._ask_about(lines)
            elif lines:
                self._send(lines[: max(1, int(self.bucket.tokens))] if lines[0].telling.confirm else lines)
            self._ask_to_confirm()

    def _send(self, lines: Sequence[QueuedLine]) -> None:
        """Send facts in one line, as much of it as fits into one of IRC; or lines to confirm, one each."""
        if len(lines) > 1 and not lines[0].telling.confirm:
            for other in lines[1:]:
                self._untold.remove(other)
            lines[0].take_in(lines[1:])
            lines = lines[:1]
        for line in lines:
            if not line.rest:
                self.lines.referee.read((line, *line.joined), self._stay.now())
            self._send_piece(line)
            while line.rest and line.telling.confirm:
                self._send_piece(line)
            if line.telling.confirm:
                self._untold.remove(line)
                line.state = State.SENT
                if not any(line in wait.lines for wait in self._receipts.awaited):
                    self.lines.unconfirmed.append(line)
            elif not line.rest:
                self.lines.settle(line, Delivery.SENT)

    def _ask_to_confirm(self) -> None:
        """Send a PING after cards, when those of the same deal that only wait for their turn were sent, too."""
        lines = [line for line in self.lines.unconfirmed if not self._goes_on(line)]
        self.lines.unconfirmed = [line for line in self.lines.unconfirmed if line not in lines]
        lines = [line for line in lines if line.state is State.SENT]
        if not lines:
            return
        # Before the PING, ask for the addresses of readers whom the bot would not see leave.
        unseen = [line for line in lines if line.is_private and not self._people.is_visible(line.place)]
        self._ask(unseen, unseen)
        ping = Awaited(lines, self._stay.now(), token=self._receipts.ping())
        self._write(f"PING {ping.token}")
        self._receipts.awaited.append(ping)

    def _goes_on(self, line: QueuedLine) -> bool:
        """Return whether another line to confirm comes right after one that was sent."""
        after = next((each for each in self._untold.thread_of(line) if not each.rule.waits), None)
        is_next = after is not None and after.telling.confirm and after.state is State.WAITING
        return after is not None and is_next and not self._is_unknown(after)

    def _send_piece(self, line: QueuedLine) -> None:
        to = f"{line.verb} {line.reader.target} :" if line.verb else ""
        text = self.rendering.cut(line, self._stay.now())
        token, label = "", ""
        if line.telling.confirm and not line.rest and (line.is_public or self._people.is_visible(line.place)):
            token, label = self._receipts.mark(line.place, text)
        tags = ";".join(filter(None, (label, line.tags if "message-tags" in self._stay.capabilities else "")))
        self._write(f"@{tags} {to}{text}" if tags else to + text)
        if token:
            self._receipts.awaited.append(Awaited([line], self._stay.now(), token=token))

    def _write(self, text: str) -> None:
        self.bucket.tokens -= 1
        self._lines_sent[self._network] += 1
        self._stay.connection.send_raw(text)

    def _end_wait(self, wait: Awaited, delivery: Delivery) -> None:
        """Settle the lines that depend on an answer, which has come or will not come any more."""
        for line in wait.lines:
            if wait.token and line.state is State.SENT:
                self.lines.settle(line, delivery)
            elif line.state is State.ASKING and line.place in wait.asked:
                self.lines.settle(line, Delivery.UNKNOWN)
            elif line.state is State.ASKING:
                line.state = State.WAITING

    def _is_unknown(self, line: QueuedLine) -> bool:
        """Return whether the server must be asked who would get a line."""
        return bool(line.required_address) and not self._people.address(line.place)

    def _ask_about(self, lines: Sequence[QueuedLine]) -> None:
        """Ask who has the nicks in a group of lines, and, if there is room, in the first lines of other tables."""
        asked = list(lines)
        unknown = list(filter(self._is_unknown, lines))
        now = self._stay.now()
        most = 0 if self._untold.is_playing(now) else min(_MOST_ASKED, self.bucket.burst)
        for group in self._untold.groups(now):
            more = list(filter(self._is_unknown, group))
            if more and group[0] not in asked and len(unknown + more) <= most:
                unknown += more
                asked += group
        for line in asked:
            line.state = State.ASKING
        self._ask(asked, unknown)

    def _ask(self, lines: Sequence[QueuedLine], unknown: Sequence[QueuedLine]) -> None:
        """Ask who has the nicks of some lines; all of them then depend on the answer."""
        for start in range(0, len(unknown), _MOST_ASKED):
            nicks = {line.place: line.reader.target for line in unknown[start : start + _MOST_ASKED]}
            self._write(f"USERHOST {' '.join(nicks.values())}")
            depending = [line for line in lines if line.place in nicks or line not in unknown]
            self._receipts.awaited.append(Awaited(depending, self._stay.now(), frozenset(nicks)))
