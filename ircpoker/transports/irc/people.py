"""Who is where: the channels the bot is in and the people it sees there, told on to whoever wants to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.message import Person
from ircpoker.transports.irc.channels import Channel

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.chat.news import Presence
    from ircpoker.transports.irc.features import ServerFeatures


class People:
    """The channels of one stay and their members.

    Attributes:
        channels: those the bot is in, by folded name.
    """

    def __init__(
        self, network: str, features: ServerFeatures, presence: Presence, is_me: Callable[[str], bool]
    ) -> None:
        """Begin in no channel.

        Args:
            network: its name in the configuration.
            features: how the server folds names.
            presence: is told of everybody but the bot itself.
            is_me: whether a nick is the bot's own.
        """
        self.channels: dict[str, Channel] = {}
        self._network = network
        self._features = features
        self._presence = presence
        self._is_me = is_me

    def person(self, nick: str, address: str = "") -> Person:
        """Return who bears a nick, at `user@host` if that is known."""
        return Person(self._network, nick, self._features.fold(nick), address=address)

    def channel(self, name: str) -> Channel | None:
        """Return the channel of this name if the bot is in it."""
        return self.channels.get(self._features.fold(name))

    def is_visible(self, key: str) -> bool:
        """Return whether the bearer of this folded nick is in a channel of the bot's, so that it sees them leave."""
        return any(key in channel.members for channel in self.channels.values())

    def enter(self, name: str) -> Channel:
        """The bot is in a channel now; who is there follows."""
        channel = self.channels[self._features.fold(name)] = Channel(name)
        return channel

    def join(self, channel: Channel, nick: str, address: str = "") -> None:
        """Somebody came in or was found there."""
        key = self._features.fold(nick)
        is_new = key not in channel.members
        channel.members[key] = nick
        if is_new and not self._is_me(nick):
            self._presence.joined(self.person(nick, address), channel.name)

    def leave(self, channel: Channel, nick: str) -> None:
        """Somebody left a channel; if it was the bot, it sees nobody there any more."""
        key = self._features.fold(nick)
        gone = channel.members.pop(key, None)
        if not self._is_me(nick):
            if gone is not None:
                self._presence.parted(self.person(gone), channel.name)
            return
        self.channels.pop(self._features.fold(channel.name), None)
        for member in channel.members.values():
            self._presence.parted(self.person(member), channel.name)

    def quit(self, nick: str, address: str = "") -> None:
        """Somebody left the network."""
        key = self._features.fold(nick)
        for channel in self.channels.values():
            channel.members.pop(key, None)
        if not self._is_me(nick):
            self._presence.quit(self.person(nick, address))

    def rename(self, old: str, new: str, address: str = "") -> None:
        """Somebody has another nick."""
        key, new_key = self._features.fold(old), self._features.fold(new)
        for channel in self.channels.values():
            if channel.members.pop(key, None) is not None:
                channel.members[new_key] = new
        if not self._is_me(old):
            self._presence.renamed(self.person(old, address), self.person(new, address))
