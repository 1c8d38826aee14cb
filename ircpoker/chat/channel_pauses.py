"""Stops the clocks of a channel's tables while nobody there can be told anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.lobby import Place
from ircpoker.lobby.lobby import JOIN_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.chat.table_games import TableGames
    from ircpoker.lobby import Table


class ChannelPauses:
    """Pauses the tables of a channel in which the bot is not, or is not heard: a `ChannelListener`."""

    def __init__(self, games: TableGames) -> None:
        self._games = games
        self._silent: set[Place] = set()

    def muted(self, network: str, channel: str) -> None:
        """Tell each player in private, once, and stop the clocks."""
        for table in self._tables(network, channel):
            if not table.calls.is_paused:
                table.say_muted(channel)
        self.left(network, channel)

    def left(self, network: str, channel: str) -> None:
        """Stop the clocks."""
        place = Place.of_channel(network, channel)
        self._silent.add(place)
        for table in self._tables(network, channel):
            table.pause()
        if self._games.is_open:
            self._games.lobby.on_place(place, False)

    def heard(self, network: str, channel: str) -> None:
        """Let the clocks run again, when somebody is seen there."""
        place = Place.of_channel(network, channel)
        if place not in self._silent:
            return
        self._silent.discard(place)
        for table in self._tables(network, channel):
            if table.calls.is_paused:
                table.go_on(JOIN_SECONDS)
        if self._games.is_open:
            self._games.lobby.on_place(place, True)

    def _tables(self, network: str, channel: str) -> Sequence[Table]:
        place = Place.of_channel(network, channel)
        return self._games.lobby.tables.in_channel(place) if self._games.is_open else ()
