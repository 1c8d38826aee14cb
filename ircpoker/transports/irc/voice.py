"""What the bot says on one stay: replies and news in, lines that no server cuts out.

In a channel by PRIVMSG, to people alone by NOTICE: no bot may answer a NOTICE (RFC 2812, section 3.3.2), so
two bots never talk to each other for ever. It highlights nobody.

A line to a person is for this person, not for whoever has the nick when it is sent: what waits follows a new nick
and is dropped at a QUIT, and what a game says goes only to who comes from the person's address. Nobody tells the bot
what people do whom it does not see: it asks, and lines to them wait a few seconds at most after the answer; in these
somebody else may still take the nick.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from ircpoker.chat.text import Style, render, strip_formatting
from ircpoker.delivery import Delivery
from ircpoker.transports.irc.receipts import UNKNOWN, Pending
from ircpoker.transports.irc.sendqueue import ANSWER_STALE_AFTER, STALE_AFTER, UNSEEN_STALE_AFTER, Outgoing
from ircpoker.transports.irc.wire import LONGEST_OUTGOING, clean_text, split_text

if TYPE_CHECKING:
    from ircpoker.chat.message import Reply
    from ircpoker.chat.news import Notice
    from ircpoker.delivery import OnDelivery
    from ircpoker.transports.irc.channels import Channel
    from ircpoker.transports.irc.session import Session
    from ircpoker.transports.irc.setup import Setup

_UNKNOWN_ADDRESS_BYTES = 11 + 1 + 63
"""User name, @ and host at their longest (USERLEN 10 and a tilde, HOSTLEN 63), until we know our own."""
_LEAST_ROOM = 64
"""Bytes for text without which nothing is said: a target whose name takes all the room is no sane one."""
_MOST_UNTIL_JOINED = 64
_NO_TARGET = "nobody can be called that"
_NOT_THERE = "the bot is not in that channel"
_NOT_SEEN = "not in a channel with the bot"
_NOT_PUBLIC = "a private line never goes to a channel"

_logger = logging.getLogger(__name__)


class Voice:
    """Says things on one stay."""

    def __init__(self, setup: Setup, session: Session) -> None:
        self._setup = setup
        self._session = session
        cards: Literal["ascii", "unicode"] = "unicode" if setup.bot.cards == "unicode" else "ascii"
        self._plain = Style(cards)
        self._coloured = Style(cards, "irc")
        self._until_joined: deque[tuple[float, Notice]] = deque(maxlen=_MOST_UNTIL_JOINED)

    def reply(self, reply: Reply, nick: str, channel: Channel | None) -> None:
        """Say an answer.

        Args:
            reply: what to say.
            nick: who asked.
            channel: where; None in private.
        """
        if channel is None or reply.private:
            self._send("NOTICE", nick, self._render(reply, None))
        else:
            text = self._render(reply, channel)
            channel.note_coloured(text, self._session.now)
            self._send("PRIVMSG", channel.name, text)

    def tell(self, nick: str, text: str) -> None:
        """Say plain text to a person alone, as an answer."""
        self._send("NOTICE", nick, text)

    def answer_ctcp(self, nick: str, answer: str) -> None:
        """Answer a CTCP request of a person."""
        if _is_target(nick):
            key = self._session.features.fold(nick)
            patience = self._patience("NOTICE", key)
            item = Outgoing(f"\x01{answer}\x01", "NOTICE", nick, key, stale_after=patience)
            self._session.connection.send_in_turn(item)

    def post(self, notice: Notice) -> None:
        """Say what a game says; it goes before answers to commands.

        Args:
            notice: to a channel, or to a person, who gets a NOTICE.
        """
        if not self._session.features.is_channel(notice.target):
            key = self._session.features.fold(notice.target)
            if notice.is_courtesy and not self._session.people.is_visible(key):
                _tell(notice.on_delivery, _NOT_SEEN)
            elif notice.address and _is_target(notice.target):
                self._session.bearers.check(notice.target, notice.address, partial(self._post_to, notice))
            else:
                self._announce("NOTICE", notice, None)
            return
        channel = self._session.channel(notice.target)
        if notice.reply.private:
            _logger.error("%s: a private line was to go to %a: not sent", self._setup.network.name, notice.target)
            _tell(notice.on_delivery, _NOT_PUBLIC)
        elif channel is not None:
            self._announce("PRIVMSG", notice, channel)
        elif notice.on_delivery is None and self._session.configured_name(notice.target):
            # After a start or a kick the bot is still on its way; who needs to know is better told at once.
            self._until_joined.append((self._session.now, notice))
        else:
            _tell(notice.on_delivery, _NOT_THERE)

    def _post_to(self, notice: Notice, nick: str, reason: str) -> None:
        if reason:
            _tell(notice.on_delivery, reason)
        else:
            self._announce("NOTICE", replace(notice, target=nick), None)

    def enter(self, channel: Channel) -> None:
        """Say in a channel what was to be said there when the bot was not in it yet."""
        fold, now = self._session.features.fold, self._session.now
        waiting = list(self._until_joined)
        self._until_joined.clear()
        for since, notice in waiting:
            if fold(notice.target) != fold(channel.name):
                self._until_joined.append((since, notice))
            elif now - since <= STALE_AFTER:
                self.post(notice)

    def split_again(self, nick: str, text: str) -> list[str]:
        """Return text that was split for another nick in pieces that fit in a NOTICE to this one."""
        return split_text(text, max(_LEAST_ROOM, self._room("NOTICE", nick)))

    def resend_plain(self, channel: Channel) -> bool:
        """Say again without colours what a channel has just refused; return whether there was anything."""
        lines = channel.refuse_colours(self._session.now)
        for text in lines:
            self._send("PRIVMSG", channel.name, text, is_urgent=True)
        return bool(lines)

    def _announce(self, verb: str, notice: Notice, channel: Channel | None) -> None:
        text = self._render(notice.reply, channel)
        if notice.on_delivery is None:
            if channel is not None:
                channel.note_coloured(text, self._session.now)
            self._send(verb, notice.target, text, is_urgent=not notice.is_courtesy)
            return
        pieces = self._split(verb, notice.target, text)
        if not pieces:
            _tell(notice.on_delivery, _NO_TARGET)
            return
        plain = strip_formatting(text)
        plain_pieces = self._split(verb, notice.target, plain) if plain != text else []
        self._session.receipts.send(Pending(verb, notice.target, pieces, plain_pieces, notice.on_delivery))

    def _render(self, reply: Reply, channel: Channel | None) -> str:
        in_colour = self._setup.bot.colour and not (channel is not None and channel.plain)
        return render(reply, self._coloured if in_colour else self._plain)

    def _send(self, verb: str, target: str, text: str, *, is_urgent: bool = False) -> None:
        key = self._session.features.fold(target)
        for piece in self._split(verb, target, text):
            item = Outgoing(piece, verb, target, key, is_urgent, stale_after=self._patience(verb, key))
            self._session.connection.send_in_turn(item)

    def _patience(self, verb: str, key: str) -> float:
        """Return how many seconds a line may wait."""
        if verb == "PRIVMSG":
            return STALE_AFTER
        return ANSWER_STALE_AFTER if self._session.people.is_visible(key) else UNSEEN_STALE_AFTER

    def _split(self, verb: str, target: str, text: str) -> list[str]:
        """Return the text in pieces that fit; none if nothing can be sent to this target."""
        room = self._room(verb, target)
        if room < _LEAST_ROOM or not _is_target(target):
            _logger.warning("%s: nothing can be sent to %a", self._setup.network.name, target[:_LEAST_ROOM])
            return []
        return split_text(clean_text(text), room)

    def _room(self, verb: str, target: str) -> int:
        """Return the bytes for text in a line as the reader gets it: the server puts our address before it."""
        source = self._session.source
        address = len(f"{source.user}@{source.host}".encode()) if source.host else _UNKNOWN_ADDRESS_BYTES
        return LONGEST_OUTGOING - len(f":{source.nick}! {verb} {target} :".encode()) - address


def _tell(on_delivery: OnDelivery | None, reason: str) -> None:
    if on_delivery is not None:
        on_delivery(Delivery.UNKNOWN if reason in UNKNOWN else Delivery.REFUSED)


def _is_target(name: str) -> bool:
    """Return whether the name is one target: a comma would make it several, a space a command."""
    return bool(name) and name[0] != ":" and name.isprintable() and not set(name) & {" ", ","}
