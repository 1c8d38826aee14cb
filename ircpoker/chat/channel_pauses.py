"""Stops the clocks of a channel's tables while nobody there can be told anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.lobby import Place
from ircpoker.lobby.lobby import JOIN_SECONDS
from ircpoker.runtime.quiet import OnceAnHour

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.lobby import Lobby, Table


class ChannelPauses:
    """Pauses the tables of a channel in which the bot is not, or is not heard: a `ChannelListener`."""

    def __init__(self, find_lobby: Callable[[], Lobby | None], now: Callable[[], float]) -> None:
        """Begin with nothing paused.

        Args:
            find_lobby: returns None as long as there is no table.
            now: returns the scheduler's time.
        """
        self._find_lobby = find_lobby
        self._notices = OnceAnHour(now)
        self._silent: set[Place] = set()

    def muted(self, network: str, channel: str) -> None:
        """Tell each player in private, once an hour, and stop the clocks."""
        playing = [table for table in self._tables(network, channel) if not table.calls.is_paused]
        # Somebody who changes the mode again and again must not make the bot talk.
        if playing and self._notices.is_due(str(Place.of_channel(network, channel))):
            for table in playing:
                table.say_muted(channel)
        self.left(network, channel)

    def left(self, network: str, channel: str) -> None:
        """Stop the clocks."""
        place = Place.of_channel(network, channel)
        self._silent.add(place)
        for table in self._tables(network, channel):
            table.pause()
        if (lobby := self._find_lobby()) is not None:
            lobby.on_place(place, False)

    def heard(self, network: str, channel: str) -> None:
        """Let the clocks run again, when somebody is seen there."""
        place = Place.of_channel(network, channel)
        if place not in self._silent:
            return
        self._silent.discard(place)
        for table in self._tables(network, channel):
            if table.calls.is_paused:
                table.go_on(JOIN_SECONDS)
        if (lobby := self._find_lobby()) is not None:
            lobby.on_place(place, True)

    def _tables(self, network: str, channel: str) -> Sequence[Table]:
        place = Place.of_channel(network, channel)
        lobby = self._find_lobby()
        return lobby.tables.in_channel(place) if lobby is not None else ()
