"""Where a table stands and who sits there, as values that no transport knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from ircpoker.errors import SavedGameError, UsageError, quote
from ircpoker.ledger import PlayerId


@dataclass(frozen=True, slots=True)
class Player:
    """A person as the lobby knows one.

    Attributes:
        id: who they are, for ever.
        nick: how they are called now.
        nick_key: the same, folded by the network; empty where nobody looks them up by it.
        address: `user@host` from which they come, if the network says so; not part of who they are.
    """

    id: PlayerId
    nick: str
    nick_key: str = ""
    address: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: a channel, or a private talk with one person. There is one table at a place.

    Attributes:
        network: the network's name.
        channel: the channel in small letters; empty in private.
        player: whose private talk it is; None in a channel.

    Examples:
        >>> str(Place.of_channel("libera", "#Poker"))
        'channel:libera/#poker'
        >>> Place.parse("private:guest:console/alice").player
        PlayerId(network='console', name='alice', identity=<Identity.GUEST: 'guest'>)
    """

    network: str
    channel: str = ""
    player: PlayerId | None = None

    @classmethod
    def of_channel(cls, network: str, channel: str) -> Place:
        """Return the place of a channel; its name is the same in any case."""
        return cls(network, channel.lower())

    @classmethod
    def of_player(cls, player: PlayerId) -> Place:
        """Return the place of the private talk with a player."""
        return cls(player.network, "", player)

    @property
    def is_private(self) -> bool:
        """Whether only one person is there."""
        return self.player is not None

    def __str__(self) -> str:
        return f"private:{self.player}" if self.player else f"channel:{self.network}/{self.channel}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read the form that `str` gives.

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
