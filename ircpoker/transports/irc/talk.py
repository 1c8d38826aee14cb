"""What people say to the bot on one stay: commands go to the router, CTCP is answered in private."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.message import Message
from ircpoker.chat.text import strip_formatting
from ircpoker.transports.irc.identity import answer_ctcp
from ircpoker.transports.irc.wire import parse_source

if TYPE_CHECKING:
    from ircpoker.transports.irc.session import Session
    from ircpoker.transports.irc.setup import Setup
    from ircpoker.transports.irc.wire import Line

_CTCP = "\x01"
_BOT_TAG = "bot"


class Talk:
    """Answers messages of one session."""

    def __init__(self, setup: Setup, session: Session) -> None:
        self._setup = setup
        self._session = session

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
        fold, limits = self._session.features.fold, self._setup.limits
        message = Message(person, strip_formatting(text), where, self._session.nick, fold, limits)
        with self._setup.games.outbox.held():
            for reply in self._setup.router.handle(message):
                self._session.voice.reply(reply, source.nick, channel)

    def _on_ctcp(self, nick: str, request: str) -> None:
        answer = answer_ctcp(request, self._setup.bot.owner)
        if answer is not None and self._setup.ctcp_limiter.take(self._session.now) == "allow":
            self._session.voice.answer_ctcp(nick, answer)
