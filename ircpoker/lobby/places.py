"""Places of tables, as values that are independent of the transport."""

from __future__ import annotations

from dataclasses import dataclass

from ircpoker.errors import SavedGameError, UsageError, quote
from ircpoker.ledger import PlayerId


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a table: a channel, or the private conversation with one person. A place has at most one table.

    Attributes:
        network: the network's name.
        channel: the channel in small letters; empty in private.
        player: the player in a private conversation; None in a channel.

    Examples:
        >>> str(Place.of_channel("libera", "#Poker"))
        'channel:libera/#poker'
        >>> Place.parse("private:guest:console/alice").player
        PlayerId(network='console', name='alice', identity=<Identity.GUEST: 'guest'>, address='')
    """

    network: str
    channel: str = ""
    player: PlayerId | None = None

    @classmethod
    def of_channel(cls, network: str, channel: str) -> Place:
        """Return the place of a channel, whose name may be in upper or lower case."""
        return cls(network, channel.lower())

    @classmethod
    def of_player(cls, player: PlayerId) -> Place:
        """Return the place of the private conversation with a player."""
        return cls(player.network, "", player)

    @property
    def is_private(self) -> bool:
        """Whether it is a private conversation."""
        return self.player is not None

    def __str__(self) -> str:
        return f"private:{self.player}" if self.player else f"channel:{self.network}/{self.channel}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read a place as `str` writes it.

        Args:
            text: `channel:NETWORK/CHANNEL` or `private:PLAYER`.

        Returns:
            The place.

        Raises:
            SavedGameError: any other text.
        """
        kind, _, rest = text.partition(":")
        network, slash, channel = rest.partition("/")
        if kind == "channel" and network and slash and channel:
            return cls(network, channel)
        if kind == "private":
            try:
                return cls.of_player(PlayerId.parse(rest))
            except UsageError as error:
                raise SavedGameError(f"{quote(text)} is not a place of a table") from error
        raise SavedGameError(f"{quote(text)} is not a place of a table")
