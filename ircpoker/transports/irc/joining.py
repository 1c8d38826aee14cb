"""How the bot comes into its channels and leaves them: joins, kicks, invitations and returns."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial

from ircpoker.runtime.event_log import log_event
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.sender import Sender
from ircpoker.transports.irc.upkeep import WantedState, names
from ircpoker.transports.irc.wanted import is_word
from ircpoker.transports.irc.wire import IrcLine

WHO_MARK = "152"
"""Marks the answers to our own WHO; up to three digits."""
_BAD_KEY = "475"

_logger = logging.getLogger(__name__)


class ChannelJoiner:
    """Brings the bot into the wanted channels of one connection, and keeps it there."""

    def __init__(self, stay: StayContext, sender: Sender, tend: Callable[[], None]) -> None:
        """Prepare; nothing is joined yet.

        Args:
            stay: has the wanted channels, and those that the bot is in.
            sender: sends commands.
            tend: looks whether the bot is in its channels, and joins them where that is due.
        """
        self._setup, self._features, self._people = stay.setup, stay.features, stay.people
        self._network = stay.setup.network.name
        self._sender = sender
        self._tend = tend
        self._now = stay.now
        self._refused = OnceAMinute(stay.now)

    def begin(self) -> None:
        """Note that the bot is on the network, and in none of its channels yet: their tables wait."""
        for name in self._setup.wanted:
            self._setup.games.presence.left(self._network, name)

    def states(self) -> Iterator[WantedState]:
        """Yield for each wanted channel the wish to be there."""
        for name in self._setup.wanted:
            yield WantedState(
                f"{name!a} cannot be joined",
                self._setup.wanted.attempts(name),
                is_so=partial(self.is_in, name),
                attempt=partial(self.join, name),
                concerns=partial(names, self._features, name),
                advice=partial(self._advice, name),
            )

    def is_in(self, name: str) -> bool:
        """Return whether the bot is in a channel, or in the one that its owner accepts in its place."""
        forward = self._setup.wanted.forward(name, self._features.fold)
        return any(self._people.channel(each) is not None for each in (name, forward) if each)

    def join(self, name: str) -> None:
        """Join a channel, with its key if it has one."""
        key = self._setup.wanted.key(name, self._features.fold)
        self._sender.command(f"JOIN {name} {key}".rstrip())

    def part(self, name: str, reason: str = "") -> None:
        """Leave a channel if the bot is in it.

        Args:
            name: the channel.
            reason: what others read; empty for none.
        """
        channel = self._people.channel(name)
        if channel is not None:
            self._sender.command(f"PART {channel.name}" + (f" :{reason}" if reason else ""))

    def joined(self, name: str) -> None:
        """Handle that the bot is in a channel now: ask who is there, or leave it if it is not wanted."""
        own_name = self._people.wanted_name(name)
        if not own_name:
            # A server may forward or force the bot into another channel, where nobody wants it.
            if self._setup.troubles.is_due(f"put into {name}"):
                _logger.warning("%s: put into %a, leaving", self._network, name)
            self._sender.command(f"PART {name}")
            return
        self._people.enter(own_name)
        self._sender.rendering.plain.discard(self._features.fold(name))
        self._sender.command(f"MODE {name}")
        self._sender.command(f"WHO {name} %tuhna,{WHO_MARK}" if self._features.has_whox else f"WHO {name}")
        facts = {"network": self._network, "channel": own_name}
        log_event(_logger, "join", "%s: joined %a", self._network, name, facts=facts)
        self._tend()

    def on_leave(self, name: str, nick: str, words: str, *, is_banned: bool = False) -> None:
        """Handle that somebody has left a channel; the bot, which never leaves a wanted one itself, comes back.

        Args:
            name: the channel.
            nick: who has left.
            words: why, for the log, if it is the bot.
            is_banned: whether somebody sent them away.
        """
        own = self._setup.wanted.origin(name, self._features.fold)
        if own and self._people.is_me(nick) and self._people.channel(name) is not None:
            self._setup.wanted.attempts(own).hear(words, is_banned=is_banned)
        self._people.leave(name, nick)
        self._tend()

    def _advice(self, name: str, line: IrcLine) -> str:
        """Return how the owner helps, where a channel has a key that the bot does not know."""
        if line.command != _BAD_KEY:
            return ""
        has_key = bool(self._setup.wanted.key(name, self._features.fold))
        return f" ({'another' if has_key else 'its'} key belongs into channel_keys_file)"

    def on_invite(self, line: IrcLine, is_accepted: Callable[[IrcLine], bool]) -> None:
        """Handle an invitation: into a wanted channel at once, into others only if an administrator invites.

        Args:
            line: the INVITE.
            is_accepted: returns whether an administrator sent it.
        """
        name = line.param(1)
        if not (self._people.is_me(line.param(0)) and self._features.is_channel(name) and is_word(name)):
            return
        if is_accepted(line):
            self._setup.wanted.add(name, None, self._features.fold)
        inviter, own_name = line.source.nick, self._people.wanted_name(name)
        if not own_name:
            if self._refused.is_due("an invitation"):
                _logger.warning("%s: %a invites the bot into %a, where nobody wants it", self._network, inviter, name)
        elif self._people.channel(name) is None:
            if self._refused.is_due(name):
                _logger.info("%s: %a invites the bot into %a", self._network, inviter, name)
            self.hurry(own_name)

    def hurry(self, name: str) -> None:
        """Join a wanted channel as soon as may be."""
        own = self._setup.wanted.origin(name, self._features.fold)
        if own:
            self._setup.wanted.attempts(own).hurry(self._now())
        self._tend()
