"""How the bot comes into its channels and leaves them: joins, refusals, kicks and returns."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ircpoker.event_log import log_event
from ircpoker.quiet import OnceAMinute
from ircpoker.transports.irc.wanted import is_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.transports.irc.context import ClientContext
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.people import UserTracker
    from ircpoker.transports.irc.sender import Sender
    from ircpoker.transports.irc.wire import IrcLine

WHO_MARK = "152"
"""Marks the answers to our own WHO; up to three digits."""
_BAD_KEY = "475"

_logger = logging.getLogger(__name__)


class ChannelJoiner:
    """Brings the bot into the wanted channels of one connection, and back into them."""

    def __init__(
        self,
        setup: ClientContext,
        features: ServerFeatures,
        people: UserTracker,
        sender: Sender,
        later: Callable[[float, Callable[[], None]], None],
        now: Callable[[], float],
    ) -> None:
        """Prepare; nothing is joined yet.

        Args:
            setup: the client's configuration, with the wanted channels.
            features: how the server folds names.
            people: the channels that the bot is in.
            sender: sends commands.
            later: calls a function after so many seconds, unless the connection has ended.
            now: returns the loop's time.
        """
        self._setup = setup
        self._network = setup.network.name
        self._features = features
        self._people = people
        self._sender = sender
        self._later = later
        self._now = now
        self._refused = OnceAMinute(now)
        self._invited_at: dict[str, float] = {}
        self._kicked_at: dict[str, float] = {}
        self._joining_later: set[str] = set()

    def join_all(self) -> None:
        """Join all wanted channels."""
        for name in self._setup.wanted:
            self.join(name)

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
            _logger.warning("%s: put into %a, leaving", self._network, name)
            self._sender.command(f"PART {name}")
            return
        self._people.enter(own_name)
        self._sender.rendering.plain.discard(self._features.fold(name))
        self._sender.command(f"MODE {name}")
        self._sender.command(f"WHO {name} %tuhna,{WHO_MARK}" if self._features.has_whox else f"WHO {name}")
        facts = {"network": self._network, "channel": own_name}
        log_event(_logger, "join", "%s: joined %a", self._network, name, facts=facts)

    def on_kick(self, line: IrcLine) -> None:
        """Handle a kick; the bot comes back once in a while."""
        name, nick = line.param(0), line.param(1)
        was_in = self._people.channel(name) is not None
        self._people.leave(name, nick)
        if not was_in or not self._people.is_me(nick):
            return
        key = self._features.fold(name)
        last = self._kicked_at.get(key)
        self._kicked_at[key] = self._now()
        reason, timing = line.param(2), self._setup.timing
        if last is not None and self._now() - last < timing.rejoin_again:
            _logger.warning("%s: kicked from %a again (%a), staying out", self._network, name, reason)
            return
        where = self._network
        _logger.warning("%s: kicked from %a (%a), coming back once in %g s", where, name, reason, timing.rejoin)
        self._join_later(name, timing.rejoin)

    def on_refused(self, line: IrcLine) -> None:
        """Handle a join that the server has refused: it is tried again."""
        name = line.param(1)
        # 403 also answers other commands; only a wanted channel is joined again.
        if not self._people.wanted_name(name) or self._people.channel(name) is not None:
            return
        _logger.warning("%s: %a cannot be joined: %a%s", self._network, name, line.param(-1), self._advice(line))
        self._join_later(name, self._setup.timing.join_retry)

    def _advice(self, line: IrcLine) -> str:
        """Return how the owner helps, where a channel has a key that the bot does not know."""
        if line.command != _BAD_KEY:
            return ""
        has_key = bool(self._setup.wanted.key(line.param(1), self._features.fold))
        return f" ({'another' if has_key else 'its'} key belongs into channel_keys_file)"

    def on_invite(self, line: IrcLine, *, is_accepted: bool) -> None:
        """Handle an invitation: into a wanted channel at once, into others only if an administrator invites.

        Args:
            line: the INVITE.
            is_accepted: whether an administrator sent it.
        """
        name, fold = line.param(1), self._features.fold
        if not self.can_accept(line):
            return
        if is_accepted:
            self._setup.wanted.add(name, None, fold)
        inviter, own_name = line.source.nick, self._people.wanted_name(name)
        if not own_name:
            if self._refused.is_due("an invitation"):
                _logger.warning("%s: %a invites the bot into %a, where nobody wants it", self._network, inviter, name)
        elif self._people.channel(name) is None and not self._is_joining(fold(name)):
            _logger.info("%s: %a invites the bot into %a", self._network, inviter, name)
            self.join(own_name)

    def can_accept(self, line: IrcLine) -> bool:
        """Return whether an INVITE is meant for the bot and names a channel."""
        name = line.param(1)
        return self._people.is_me(line.param(0)) and self._features.is_channel(name) and is_word(name)

    def _is_joining(self, key: str) -> bool:
        """Return whether the bot has just accepted another invitation into a channel; from now on it has."""
        last, now = self._invited_at.get(key), self._now()
        if last is not None and now - last < self._setup.timing.rejoin:
            return True
        self._invited_at[key] = now
        return False

    def _join_later(self, name: str, seconds: float) -> None:
        """Plan to join a channel in so many seconds, once, however often this is called until then."""
        key = self._features.fold(name)

        def join() -> None:
            self._joining_later.discard(key)
            if key not in self._people.channels and self._people.wanted_name(name):
                self.join(name)

        if key not in self._joining_later:
            self._joining_later.add(key)
            self._later(seconds, join)
