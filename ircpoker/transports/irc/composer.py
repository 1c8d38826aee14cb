"""Makes the lines of a connection from words, readers and kinds: how they are sent there, and among which they wait.

Lines to a channel are PRIVMSGs, lines to one person NOTICEs, which no bot may answer (RFC 2812, section 3.3.2).

The first one to somebody is a PRIVMSG, too: WeeChat and irssi open a window for it, and show later NOTICEs there.
Without it, they show the answers to `/msg dealer help` in the window of the server, which most people do not look at.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from math import inf

from msgspec.structs import replace

from ircpoker.cards import Card
from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.chat.segments import public_front
from ircpoker.runtime.delivery import OnDelivery
from ircpoker.telling.facts import STALE_AFTER
from ircpoker.telling.rules import Role
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.people import Channel
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.rendering import Rendering
from ircpoker.transports.irc.wire import Source, make_tags
from ircpoker.words import Phrase

MOST_TALKS = 1000
PRIVATE_STALE_AFTER = 30.0
"""Seconds after which a private line is too old to be read."""
UNSEEN_STALE_AFTER = 10.0
"""The same for a person out of sight: soon somebody else may have that nick."""


_PROBE = "\x01PING ircpoker\x01"
"""A line that people's programs answer by themselves: it shows whether the server lets private lines through."""

_NO_TARGET = "nobody can be called that, or there is nothing to say"
_NOT_PUBLIC = "a private line never goes to a channel"
_NOT_SEEN = "not in a channel with the bot"
_NOT_THERE = "the bot is not in that channel"

_logger = logging.getLogger(__name__)


class Composer:
    """Makes lines for a network's queue."""

    def __init__(self, stay: StayContext, rendering: Rendering) -> None:
        self._talks: dict[str, str] = {}
        self._network = stay.setup.network.name
        self._features, self._people = stay.features, stay.people
        self._rendering = rendering

    def answers(
        self, replies: Sequence[Reply], source: Source, channel: Channel | None, asker: str, msgid: str
    ) -> Iterator[QueuedLine]:
        """Yield the lines of an answer; see `Sender.reply`."""
        for number, reply in enumerate(replies):
            if channel is None or reply.private:
                reader = self._asker(source, channel)
            else:
                reader = Reader(self._network, channel.name)
            if reply.news_of is not None and channel is not None:
                front = public_front(reply.table)
                brief = Reply(reply.brief) if reply.brief else None
                news = Outgoing(reader, reply, table=reply.news_of, brief=brief, role=Role.SEATED, front=front)
                yield self.compose(news, msgid=msgid)
                continue
            begins = channel is None and self.begins_talk(self._features.fold(source.nick), source.address)
            line = self.compose(Outgoing(reader, reply, LineKind.ANSWER), asker, msgid, begins=begins)
            line.continues = number > 0 and line.is_public
            yield line

    def begins_talk(self, key: str, address: str) -> bool:
        """Return whether somebody asks in private for the first time, and note that they did.

        They get a PRIVMSG as the first line of the answer: one each, so that no two bots talk for ever.

        Args:
            key: the folded nick.
            address: `user@host`; at another address it is another person.
        """
        if self._talks.get(key) == address:
            return False
        if len(self._talks) >= MOST_TALKS:
            del self._talks[next(iter(self._talks))]
        self._talks[key] = address
        return True

    def answer_ctcp(self, source: Source, text: str) -> QueuedLine:
        """Return the answer to a CTCP request."""
        outgoing = Outgoing(self._asker(source, None), Reply((text,), private=True), LineKind.ANSWER)
        return self.compose(outgoing, source.address, text=f"\x01{text}\x01")

    def reach_check(self, reader: Reader, on_delivery: OnDelivery) -> QueuedLine:
        """Return a line whose delivery shows whether private lines reach somebody.

        It is a PRIVMSG, because some servers do not report refused NOTICEs.
        """
        kind = LineKind.REACH_CHECK
        outgoing = Outgoing(reader, Reply((), private=True), kind, on_delivery=on_delivery, confirm=True)
        line = self.compose(outgoing, text=_PROBE)
        # Not among the answers to that person: it is sent alone.
        line.verb, line.thread = "PRIVMSG", f"{line.thread} {kind.name}"
        return line

    def command(self, text: str) -> QueuedLine:
        """Return a line to the server itself."""
        outgoing = Outgoing(Reader(self._network, ""), Reply((text,)), LineKind.COMMAND)
        return QueuedLine(place="", thread="", text=text, outgoing=outgoing, reader=outgoing.reader)

    def compose(
        self, outgoing: Outgoing, asker: str = "", msgid: str = "", *, begins: bool = False, text: str = ""
    ) -> QueuedLine:
        """Return the line of a game, or of an answer.

        Args:
            outgoing: the words, the reader and the kind.
            asker: the key of the person who asked under any nick; empty if nobody did.
            msgid: the server's id of the line that is answered.
            begins: whether a private talk begins with this line.
            text: what is sent in place of the words.
        """
        reader, reply, kind = outgoing.reader, outgoing.reply, outgoing.kind
        key = self._features.fold(reader.target)
        channel = self._people.channels.get(key)
        is_public = channel is not None or self._features.is_channel(reader.target)
        is_news = kind is LineKind.NEWS
        chosen = reply.preferences.private or ("privmsg" if begins else "notice")
        role = Role.STAKE if reply.machine is not None else outgoing.role if is_news else Role.ANSWER
        return QueuedLine(
            place=key,
            # Whoever has asked gets all answers in order, those in channels, too.
            thread=f" {asker}" if asker else outgoing.table or key,
            telling=outgoing if outgoing.role is role else replace(outgoing, role=role),
            text=text or self._rendering.text(reply, channel),
            is_public=is_public,
            is_play=is_news and bool(is_public or (outgoing.table and reader.channel)),
            remainder=self._rendering.text(outgoing.remainder, channel) if outgoing.remainder is not None else "",
            brief=self._rendering.text(outgoing.brief, channel) if outgoing.brief is not None else "",
            outgoing=outgoing,
            reader=reader,
            verb="PRIVMSG" if is_public or chosen == "privmsg" else "NOTICE",
            # Most answers have no cards of their reader, and somebody who has just asked is hardly gone.
            is_personal=kind is not LineKind.ANSWER or _has_own_cards(reply),
            tags=make_tags(msgid=msgid, channel="" if is_public else reader.channel),
        )

    def refusal(self, line: QueuedLine) -> str:
        """Return why a line cannot be sent; empty if it can."""
        reader = line.reader
        if not self._rendering.is_possible(line):
            return _NO_TARGET
        if line.is_public:
            if line.outgoing.reply.private:
                _logger.error("%s: a private line was to go to %a", self._network, reader.target)
                return _NOT_PUBLIC
            return "" if line.place in self._people.channels or self._people.wanted_name(reader.target) else _NOT_THERE
        is_seen = line.outgoing.kind is not LineKind.COURTESY or self._people.is_visible(line.place)
        return "" if is_seen else _NOT_SEEN

    def forget(self, key: str) -> None:
        """Forget somebody who has left the network; the next owner of the nick may see colours and windows."""
        self._rendering.plain.discard(key)
        self._talks.pop(key, None)

    def patience(self, line: QueuedLine) -> float:
        """Return how many seconds a line may wait.

        There is no limit for the lines of a table, which follow from each other, for the results of stakes, nor if a
        game waits for the outcome, unless the reader is out of sight and has no known address.
        """
        if line.is_private and not (line.required_address or self._people.is_visible(line.place)):
            return UNSEEN_STALE_AFTER
        is_shut_out = line.is_public and line.place not in self._people.channels
        is_of_table = line.outgoing.kind is LineKind.NEWS and line.outgoing.table != ""
        is_kept = line.is_awaited or is_of_table or line.is_result or line.telling.is_kept
        if not line.verb or (is_kept and not is_shut_out):
            return inf
        return PRIVATE_STALE_AFTER if line.is_private else STALE_AFTER

    def _asker(self, source: Source, channel: Channel | None) -> Reader:
        """Return the reader of a private answer; somebody in sight is followed, even to another address."""
        address = "" if self._people.is_visible(self._features.fold(source.nick)) else source.address
        return Reader(self._network, source.nick, address, channel=channel.name if channel else "")


def _has_own_cards(reply: Reply) -> bool:
    """Return whether a line may have cards that only its reader may see, also inside phrases."""
    return reply.private and any(isinstance(part, Card | Phrase) for part in reply.parts)
