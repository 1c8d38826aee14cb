"""The lines that people send to the bot: each goes to the router, and its answer to the sender."""

from __future__ import annotations

from itertools import islice

from ircpoker.chat.message import Message
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.identity import answer_ctcp
from ircpoker.transports.irc.login import CONNECTION
from ircpoker.transports.irc.sender import Sender
from ircpoker.transports.irc.wire import IrcLine, Source

_CTCP, _BOT_TAG = "\x01", "bot"
_MOST_BATCHES = 100
"""Batches of history that may be open at once; a server that closes none must not fill the memory."""


class Messages:
    """Takes the lines of people, but those from before the bot's arrival: they are history, not commands.

    Attributes:
        limits: the limits on commands and on the length of lines.
    """

    def __init__(self, stay: StayContext, sender: Sender) -> None:
        """Begin without a batch of history."""
        self.limits = stay.setup.limits
        self._setup, self._features, self._people = stay.setup, stay.features, stay.people
        self._capabilities = stay.capabilities
        self._sender = sender
        self._now = stay.now
        self._histories: set[str] = set()

    def is_history(self, line: IrcLine) -> bool:
        """Return whether a line is one of a batch of history."""
        return bool(self._histories) and line.tag("batch") in self._histories

    def on_batch(self, line: IrcLine) -> None:
        """Note the beginning or the end of a batch of history (IRCv3 `chathistory`, and bouncers' names for it)."""
        name = line.param(0)
        if name.startswith("+") and line.param(1).endswith(("history", "playback")):
            self._histories = {*islice(self._histories, _MOST_BATCHES - 1), name[1:]}
        elif name.startswith("-"):
            self._histories.discard(name[1:])

    def on_privmsg(self, line: IrcLine) -> None:
        """Answer a line that is for the bot."""
        source, me = line.source, self._people.me
        target, text = (*line.params, "", "")[:2]
        # Servers have no host and need no answer; some servers echo our own lines.
        if not source.host or not text or self._people.is_me(source.nick) or _BOT_TAG in line.tags:
            return
        channel = self._people.channel(target)
        if channel is None and not self._people.is_me(target):
            return
        if text.startswith(_CTCP):
            if channel is None:
                self._on_ctcp(source, text)
            return
        where = channel.name if channel is not None else None
        account = line.tag("account") if "account-tag" in self._capabilities else None
        connection = line.tag(CONNECTION) if CONNECTION in self._capabilities else ""
        person = self._people.see(source.nick, source.address, account, connection)
        msgid = line.tag("msgid") if "message-tags" in self._capabilities else ""
        fold = self._features.fold
        asker = connection or person.account or source.address
        message = Message(person, text, where, me.nick, fold, self.limits, msgid, account=account or "")
        message = message._replace(untold=self._sender.untold(asker))
        with self._setup.games.outbox.held():
            if answer := self._setup.router.handle(message):
                self._sender.reply(answer, source, channel, asker, msgid)

    def is_accepted(self, line: IrcLine) -> bool:
        """Return whether the sender of an INVITE may bring the bot into that channel."""
        source, account = line.source, line.tag("account") if "account-tag" in self._capabilities else ""
        if not account or not self._features.is_nick(source.nick):
            return False
        person = self._people.person(source.nick, source.address, account)
        message = Message(person, "", fold=self._features.fold, account=account)
        return self._setup.games.accepts(message, line.param(1))

    def _on_ctcp(self, source: Source, request: str) -> None:
        answer = answer_ctcp(request, self._setup.bot.owner)
        if answer is not None and self._setup.ctcp_limiter.take(self._now()) == "allow":
            self._sender.answer_ctcp(source, answer)
