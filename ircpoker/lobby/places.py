"""Places of tables, as values that are independent of the transport."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ircpoker.config.networks import MOST_CHANNEL_TABLES
from ircpoker.errors import SavedGameError, UsageError, quote
from ircpoker.ledger import PlayerId
from ircpoker.runtime.shares import SHARES

MOST_BY_LINES = SHARES["by lines"].total
_FURTHER = tuple(map(str, range(2, MOST_CHANNEL_TABLES + 1)))
"""The numbers that stand behind the channel of a stored table: all but that of the first."""


@dataclass(frozen=True)  # without slots, so that what each line asks is worked out once
class Place:
    """The place of a table: of a channel, of the private conversation with one person, or of private lines to all.

    A place has at most one table.

    Attributes:
        network: the network's name.
        channel: the channel in small letters; empty without one.
        player: the player in a private conversation; else None.
        number: the number of the table in its channel, or among those of private lines, from 1; 1 in private.

    Examples:
        >>> str(Place.of_channel("libera", "#Poker"))
        'channel:libera/#poker'
        >>> str(Place.of_channel("libera", "#Poker").numbered(2))
        'channel:libera/#poker 2'
        >>> Place.parse("private:guest:console/alice").player
        PlayerId(network='console', name='alice', identity=<Identity.GUEST: 'guest'>, address='')
    """

    network: str
    channel: str = ""
    player: PlayerId | None = None
    number: int = 1

    @classmethod
    def of_channel(cls, network: str, channel: str) -> Place:
        """Return the place of a channel's first table; the channel's name may be in upper or lower case."""
        return cls(network, channel.lower())

    @classmethod
    def of_player(cls, player: PlayerId) -> Place:
        """Return the place of the private conversation with a player."""
        return cls(player.network, "", player)

    @classmethod
    def of_lines(cls, network: str, number: int) -> Place:
        """Return the place of a table that has no channel: each of its players gets private lines."""
        return cls(network, number=number)

    @cached_property
    def is_by_lines(self) -> bool:
        """Whether each player gets private lines, because the table has no channel."""
        return not self.channel and self.player is None

    @cached_property
    def is_private(self) -> bool:
        """Whether it is a private conversation."""
        return self.player is not None

    def numbered(self, number: int) -> Place:
        """Return the place of the table with a number in the same channel."""
        return self if number == self.number else replace(self, number=number)

    def is_beside(self, other: Place) -> bool:
        """Return whether two places are in the same channel, or the same private conversation."""
        return self == other or (bool(self.channel) and self.numbered(1) == other.numbered(1))

    @property
    def title(self) -> str:
        """The channel, with the number of any table but the first: `#poker 2`; empty without a channel."""
        return self.channel if self.number == 1 or not self.channel else f"{self.channel} {self.number}"

    def __str__(self) -> str:
        if self.is_by_lines:
            return f"lines:{self.network}/{self.number}"
        # A channel's name has no blank.
        return f"private:{self.player}" if self.player else f"channel:{self.network}/{self.title}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read a place as `str` writes it.

        Args:
            text: `channel:NETWORK/CHANNEL`, `channel:NETWORK/CHANNEL NUMBER`, `lines:NETWORK/NUMBER` or
                `private:PLAYER`.

        Returns:
            The place.

        Raises:
            SavedGameError: any other text.
        """
        kind, _, rest = text.partition(":")
        network, slash, channel = rest.partition("/")
        channel, blank, number = channel.partition(" ")
        if kind == "channel" and network and slash and channel and (not blank or number in _FURTHER):
            return cls(network, channel, number=int(number or 1))
        if kind == "lines" and network and rest.isascii() and channel.isdigit() and 1 <= int(channel) <= MOST_BY_LINES:
            return cls.of_lines(network, int(channel))
        if kind == "private":
            try:
                return cls.of_player(PlayerId.parse(rest))
            except UsageError as error:
                raise SavedGameError(f"{quote(text)} is not a place of a table") from error
        raise SavedGameError(f"{quote(text)} is not a place of a table")


def free_by_lines(network: str, taken: Collection[Place]) -> Iterator[Place]:
    """Yield the places of a network without a channel that have no table."""
    places = [Place.of_lines(network, number) for number in range(1, MOST_BY_LINES + 1)]
    yield from (place for place in places if place not in taken)
