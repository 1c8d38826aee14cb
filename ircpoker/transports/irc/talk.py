"""What people say to the bot on one stay: commands go to the router, CTCP is answered in private."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.message import Message
from ircpoker.chat.text import strip_formatting
from ircpoker.transports.irc.identity import answer_ctcp
from ircpoker.transports.irc.wire import parse_source

if TYPE_CHECKING:
    from ircpoker.transports.irc.channels import Channel
    from ircpoker.transports.irc.session import Session
    from ircpoker.transports.irc.setup import Setup
    from ircpoker.transports.irc.wire import Line

MOST_RENAMED = 10_000
"""People whose first nick is remembered."""
_CTCP = "\x01"
_BOT_TAG = "bot"
_WARNING = "Too many commands at once: I listen again in a few seconds."


class Talk:
    """Answers messages of one session."""

    def __init__(self, setup: Setup, session: Session) -> None:
        self._setup = setup
        self._session = session
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
        where = channel.name if channel is not None else None
        self._session.people.note(source.nick, source.address)
        person = self._session.people.person(source.nick, source.address)
        fold = self._session.features.fold
        self._answer(Message(person, strip_formatting(text), where, self._session.nick, fold), channel)

    def rename(self, old: str, new: str) -> None:
        """Follow a person to a new nick."""
        fold = self._session.features.fold
        self._limit_keys[fold(new)] = self._limit_keys.pop(fold(old), fold(old))
        if len(self._limit_keys) > MOST_RENAMED:
            # Whoever leaves the channel first is not seen to quit.
            del self._limit_keys[next(iter(self._limit_keys))]

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
                self._session.voice.tell(nick, _WARNING)
            if verdict != "allow":
                return
        with self._setup.games.outbox.held():
            for reply in self._setup.router.handle(message):
                self._session.voice.reply(reply, nick, channel)

    def _on_ctcp(self, nick: str, request: str) -> None:
        answer = answer_ctcp(request, self._setup.bot.owner)
        if answer is not None and self._setup.ctcp_limiter.check("ctcp", self._session.now) == "allow":
            self._session.voice.answer_ctcp(nick, answer)
