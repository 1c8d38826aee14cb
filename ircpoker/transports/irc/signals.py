"""Signals: lines without text (TAGMSG) that people's programs show in their own way, such as "dealer is typing".

Nobody needs them. They are sent only where the server passes on their tags, and dropped if another line would wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container

from ircpoker.transports.irc.connection import Connection
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.people import UserTracker
from ircpoker.transports.irc.wire import make_tags

_TYPING_EVERY = 3.0
"""The least seconds between two signals of typing to one target (IRCv3 typing)."""
_TYPING, REACTION = "typing", "draft/react"
_QUEUED = "⏳"


class Signals:
    """Sends signals to channels of the bot and to people in them."""

    def __init__(
        self,
        take_spare: Callable[[float], bool],
        connection: Connection,
        people: UserTracker,
        features: ServerFeatures,
        capabilities: Container[str],
    ) -> None:
        self._take_spare = take_spare
        self._connection = connection
        self._people = people
        self._features = features
        self._capabilities = capabilities
        self._loop: asyncio.AbstractEventLoop = connection.reactor.loop
        self._typed_at: dict[str, float] = {}

    def show_typing(self, target: str) -> None:
        """Show to a channel or a nick that a line will come; programs show it for six seconds, or until a line."""
        now, key = self._loop.time(), self._people.fold(target)
        self._typed_at = {other: at for other, at in self._typed_at.items() if now - at < _TYPING_EVERY}
        if key not in self._typed_at and self._send(target, _TYPING, "active"):
            self._typed_at[key] = now

    def show_queued(self, channel: str, msgid: str) -> None:
        """React to the line in which a player has said an action before their turn."""
        if tags := make_tags(msgid=msgid):
            self._send(channel, REACTION, f"{_QUEUED};{tags}")

    def _send(self, target: str, tag: str, value: str) -> bool:
        key = self._people.fold(target)
        is_there = key in self._people.channels or self._people.is_visible(key)
        is_passed_on = "message-tags" in self._capabilities and self._features.lets_through(tag)
        is_possible = is_there and is_passed_on and self._connection.is_open
        if not (is_possible and self._take_spare(self._loop.time())):
            return False
        self._connection.send_raw(f"@+{tag}={value} TAGMSG {target}")
        return True
