"""Signals: lines without text (TAGMSG) that people's programs show in their own way, such as "dealer is typing".

Nobody needs them. They are sent only where the server passes on their tags, and dropped if another line would wait.
"""

from __future__ import annotations

from collections.abc import Callable

from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.wire import make_tags

_TYPING_EVERY = 3.0
"""The least seconds between two signals of typing to one target (IRCv3 typing)."""
_TYPING, REACTION = "typing", "draft/react"
_QUEUED = "⏳"


class Signals:
    """Sends signals to channels of the bot and to people in them."""

    def __init__(self, stay: StayContext, take_spare: Callable[[float], bool]) -> None:
        self._stay = stay
        self._take_spare = take_spare
        self._typed_at: dict[str, float] = {}

    def show_typing(self, target: str) -> None:
        """Show to a channel or a nick that a line will come; programs show it for six seconds, or until a line."""
        now, key = self._stay.now(), self._stay.people.fold(target)
        self._typed_at = {other: at for other, at in self._typed_at.items() if now - at < _TYPING_EVERY}
        if key not in self._typed_at and self._send(target, _TYPING, "active"):
            self._typed_at[key] = now

    def show_queued(self, channel: str, msgid: str) -> None:
        """React to the line in which a player has said an action before their turn."""
        if tags := make_tags(msgid=msgid):
            self._send(channel, REACTION, f"{_QUEUED};{tags}")

    def _send(self, target: str, tag: str, value: str) -> bool:
        key = self._stay.people.fold(target)
        is_there = key in self._stay.people.channels or self._stay.people.is_visible(key)
        is_passed_on = "message-tags" in self._stay.capabilities and self._stay.features.lets_through(tag)
        is_possible = is_there and is_passed_on and self._stay.connection.is_open
        if not (is_possible and self._take_spare(self._stay.now())):
            return False
        self._stay.connection.send_raw(f"@+{tag}={value} TAGMSG {target}")
        return True
