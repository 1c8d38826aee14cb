"""What people say to the bot, and what the bot says: commands in, replies out, in the manners of IRC.

The bot answers in the channel by PRIVMSG, and people alone by NOTICE, whether they asked in a channel or in
private: no bot may answer a NOTICE (RFC 2812, section 3.3.2), so two bots never talk to each other for ever.
It highlights nobody.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal

from ircpoker.chat.message import Message, Person, Reply
from ircpoker.chat.text import Style, render, strip_formatting
from ircpoker.transports.irc.identity import answer_ctcp
from ircpoker.transports.irc.wire import LONGEST_OUTGOING, clean_text, parse_source, split_text

if TYPE_CHECKING:
    from ircpoker.transports.irc.channels import Channel
    from ircpoker.transports.irc.session import Session
    from ircpoker.transports.irc.setup import Setup
    from ircpoker.transports.irc.wire import Line

_CTCP = "\x01"
_BOT_TAG = "bot"
_UNKNOWN_ADDRESS_BYTES = 11 + 1 + 63
"""User name, @ and host at their longest (USERLEN 10 and a tilde, HOSTLEN 63), until we know our own."""
_LEAST_ROOM = 64
"""Bytes for text without which nothing is said: a target whose name takes all the room is no sane one."""
_WARNING = "Too many commands at once: I listen again in a few seconds."

_logger = logging.getLogger(__name__)


class Talk:
    """Answers messages of one session."""

    def __init__(self, setup: Setup, session: Session) -> None:
        self._setup = setup
        self._session = session
        cards: Literal["ascii", "unicode"] = "unicode" if setup.bot.cards == "unicode" else "ascii"
        self._plain = Style(cards)
        self._coloured = Style(cards, "irc")
        # A new nick does not give new patience: the key of a person's limit stays the first nick seen.
        self._limit_keys: dict[str, str] = {}

    def on_privmsg(self, line: Line) -> None:
        """Answer what somebody said, if it is for the bot."""
        source = parse_source(line.source)
        target, text = line.param(0), line.param(1)
        # Servers have no host and need no answer; our own words come back as an echo on some.
        if not source.host or not text or self._session.is_me(source.nick) or _BOT_TAG in line.tags:
            return
        channel = self._session.channel(target)
        if channel is None and not self._session.is_me(target):
            return
        if text.startswith(_CTCP):
            if channel is None:
                self._on_ctcp(source.nick, text)
            return
        fold = self._session.features.fold
        person = Person(self._setup.network.name, source.nick, fold(source.nick))
        where = channel.name if channel is not None else None
        self._answer(Message(person, strip_formatting(text), where, self._session.nick), channel)

    def say(self, target: str, reply: Reply) -> None:
        """Say something that nobody asked for.

        Args:
            target: a channel, or the nick of a person, who gets a NOTICE.
            reply: what to say; `private` lets it go to a person only.
        """
        is_channel = self._session.features.is_channel(target)
        if is_channel and reply.private:
            _logger.error("%s: a private line was to go to %a: not sent", self._setup.network.name, target)
            return
        self._send("PRIVMSG" if is_channel else "NOTICE", target, reply)

    def resend_plain(self, channel: Channel) -> bool:
        """Say again without colours what a channel has just refused; return whether there was anything."""
        lines = channel.refuse_colours(self._session.now)
        for text in lines:
            self._send_text("PRIVMSG", channel.name, text)
        return bool(lines)

    def rename(self, old: str, new: str) -> None:
        """Follow a person to a new nick."""
        fold = self._session.features.fold
        self._limit_keys[fold(new)] = self._limit_keys.pop(fold(old), fold(old))

    def forget(self, nick: str) -> None:
        """Forget the former nicks of somebody who left the network."""
        self._limit_keys.pop(self._session.features.fold(nick), None)

    def _answer(self, message: Message, channel: Channel | None) -> None:
        nick = message.sender.nick
        if self._setup.router.is_command(message):
            key = message.sender.nick_key
            person = (message.sender.network, self._limit_keys.get(key, key))
            verdict = self._setup.limiter.check(person, self._session.now)
            if verdict == "warn":
                self._send_text("NOTICE", nick, _WARNING)
            if verdict != "allow":
                return
        for reply in self._setup.router.handle(message):
            if channel is None or reply.private:
                self._send("NOTICE", nick, reply)
            else:
                self._send("PRIVMSG", channel.name, reply)

    def _on_ctcp(self, nick: str, request: str) -> None:
        answer = answer_ctcp(request, self._setup.bot.owner)
        if answer is None or self._setup.ctcp_limiter.check("ctcp", self._session.now) != "allow":
            return
        if self._is_target(nick):
            self._session.connection.send_in_turn(f"NOTICE {nick} :{_CTCP}{answer}{_CTCP}", nick, can_go_stale=True)

    def _send(self, verb: str, target: str, reply: Reply) -> None:
        channel = self._session.channel(target)
        in_colour = self._setup.bot.colour and not (channel is not None and channel.plain)
        text = render(reply, self._coloured if in_colour else self._plain)
        plain = strip_formatting(text)
        if channel is not None and text != plain:
            channel.note_coloured(plain, self._session.now)
        self._send_text(verb, target, text)

    def _send_text(self, verb: str, target: str, text: str) -> None:
        room = self._room(verb, target)
        if not self._is_target(target) or room < _LEAST_ROOM:
            _logger.warning("%s: nothing can be sent to %a", self._setup.network.name, target[:_LEAST_ROOM])
            return
        is_public = verb == "PRIVMSG"
        for piece in split_text(clean_text(text), room):
            self._session.connection.send_in_turn(f"{verb} {target} :{piece}", target, can_go_stale=is_public)

    def _room(self, verb: str, target: str) -> int:
        """Return the bytes for text in a line as the reader gets it: the server puts our address before it."""
        source = self._session.source
        address = len(f"{source.user}@{source.host}".encode()) if source.host else _UNKNOWN_ADDRESS_BYTES
        return LONGEST_OUTGOING - len(f":{source.nick}! {verb} {target} :".encode()) - address

    @staticmethod
    def _is_target(name: str) -> bool:
        """Return whether the name is one target: a comma would make it several, a space a command."""
        return bool(name) and name[0] != ":" and name.isprintable() and not set(name) & {" ", ","}
