"""The lines of a connection until their outcomes are reported: they follow their readers, and each is settled once.

A private line is for a person, not for the current owner of a nick. Lines for people in the bot's channels follow them
to a new nick, host or account. A reader who changes nick before the receipt is followed; if somebody else takes the old
nick before it, the line counts as refused: they may have it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator
from itertools import chain

from ircpoker.runtime.delivery import Delivery, OnDelivery
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.telling.bucket import LineBucket
from ircpoker.telling.facts import State
from ircpoker.telling.referee import Referee
from ircpoker.telling.untold import Untold
from ircpoker.transports.irc.composer import Composer
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.receipts import Receipts

ABSENT = "nobody of that nick is there"
_TAKEN = "somebody else took that nick while it was on its way"

_logger = logging.getLogger(__name__)


class OpenLines:
    """The lines that wait, those that the server is asked about, and those that it has not confirmed.

    Attributes:
        untold: those that wait.
        unconfirmed: those with cards that were sent after the last PING.
        referee: looks at the lines that go.
    """

    def __init__(self, stay: StayContext, composer: Composer, bucket: LineBucket, receipts: Receipts) -> None:
        """Begin with no lines; `Sender` has the parts."""
        network, games, people = stay.setup.network, stay.setup.games, stay.people
        self.untold: Untold[QueuedLine] = Untold(
            bucket, people.channels, lambda place: games.outbox.most_lines(network.name, place)
        )
        self.unconfirmed: list[QueuedLine] = []
        listed = frozenset(map(people.fold, network.channels))
        self.referee = Referee(network.name, listed, people.channels, games.activity)
        self._setup, self._people = stay.setup, people
        self._composer = composer
        self._receipts = receipts
        self._troubles = OnceAMinute(stay.now)
        self._known: deque[tuple[OnDelivery, Delivery]] = deque()
        self._dropped = 0

    def follow(self, old: str, nick: str) -> None:
        """Follow somebody to a new nick; `old` is folded."""
        key = self._people.fold(nick)
        if key == old:
            return
        self.refuse_taken(key, by=old)
        self.forget(key)  # The nick was free: lines that wait there are for somebody who left unseen.
        for line in reversed(self._lines_to(old)):
            if line.state is State.SENT:
                # The server may have known either nick when the line came. Sending twice does no harm.
                self.say_again(line, nick)
            else:
                line.reader, line.place, line.rest = line.reader._replace(target=nick), key, ""

    def see(self, nick: str, address: str, account: str | None = None) -> None:
        """Take over the new address or account of somebody, and let the lines for them follow."""
        for line in self._lines_to(self._people.fold(nick)):
            if self._people.is_surely(line.place, line.reader.address, line.reader.account):
                line.readdress(address, account)
        self._people.see(nick, address, account)

    def refuse_taken(self, key: str, by: str) -> None:
        """Settle the lines to a nick that somebody else took, who was called `by`; the reader may come back to it."""
        for line in chain(self.unconfirmed, *(wait.lines for wait in self._receipts.awaited)):
            is_repeated = line.resent_as is not None and line.state is State.SENT
            if line.place == key and is_repeated and line.latest_copy.place != by:
                self.refuse(line.latest_copy, _TAKEN)

    def forget(self, key: str) -> None:
        """Drop the lines to somebody who has left the network: the next owner of the nick must not read them."""
        for line in self._lines_to(key):
            self.refuse(line, ABSENT)
        self._composer.forget(key)

    def end(self) -> None:
        """Report an unknown outcome for each line; results of stakes are told on the next connection."""
        results = [line for line in self.untold if line.is_result and not line.rest]
        self._setup.results.extend(line.for_later(self._people.address(line.place)) for line in results)
        for line in [line for line in self._lines() if line.is_awaited]:
            self.settle(line, Delivery.UNKNOWN)
        self._receipts.awaited.clear()
        self.unconfirmed.clear()
        self.report()

    def take_results(self) -> list[QueuedLine]:
        """Return the results of stakes that were untold when the last connection was lost, and forget them."""
        results, self._setup.results[:] = self._setup.results[:], []
        for line in results:
            line.place = self._people.fold(line.reader.target)
        return results

    def say_again(self, line: QueuedLine, target: str) -> None:
        """Send a line once more, in full, to a nick or a channel."""
        if line.state in {State.WAITING, State.ASKING}:
            line.rest = ""
            return
        self.untold.put_first(line.send_again(target, self._people.fold(target)))

    def drop(self, line: QueuedLine) -> None:
        """Give up a line because more is to be said than the server allows."""
        self._dropped += 1
        self.settle(line, Delivery.UNKNOWN)

    def refuse(self, line: QueuedLine, reason: str) -> None:
        """Settle a line that its reader does not get."""
        _logger.debug("%s: not sent to %a: %s", self._setup.network.name, line.reader.target, reason)
        self.settle(line, Delivery.REFUSED)

    def settle(self, line: QueuedLine, delivery: Delivery) -> None:
        """Note the delivery of a line, and of those that were sent in it; `report` tells who waits for it."""
        self.untold.remove(line)
        if delivery is not Delivery.SENT:
            self.referee.give_up(line)
        for each in (line, *line.joined):
            if each.is_open and each.telling.on_delivery is not None:
                self._known.append((each.telling.on_delivery, delivery))
            each.state = State.DONE

    def warn(self) -> None:
        """Log how many lines were dropped."""
        if self._dropped and self._troubles.is_due("dropped lines"):
            count, self._dropped = self._dropped, 0
            _logger.warning("lines not sent, because more was to be said than the server allows: %d", count)

    def report(self) -> bool:
        """Call those who wait for deliveries, also if known during the calls; return whether any did."""
        was_any = bool(self._known)
        while self._known:
            on_delivery, delivery = self._known.popleft()
            try:
                on_delivery(delivery)
            except Exception:
                _logger.exception("the callback of a delivery failed")
        return was_any

    def _lines(self) -> Iterator[QueuedLine]:
        """Yield all lines whose outcome is still open, some of them twice."""
        return chain(self.untold, self.unconfirmed, *(wait.lines for wait in self._receipts.awaited))

    def _lines_to(self, key: str) -> list[QueuedLine]:
        """Return the lines to a folded nick that were not repeated."""
        return list(dict.fromkeys(line for line in self._lines() if line.place == key and line.is_open))
