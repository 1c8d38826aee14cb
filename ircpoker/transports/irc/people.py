"""Who is where: the channels the bot is in and the people it sees there, told on to whoever wants to know."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.message import Person
from ircpoker.transports.irc.channels import Channel
from ircpoker.transports.irc.sendqueue import UNSEEN_STALE_AFTER

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.chat.news import Presence
    from ircpoker.transports.irc.features import ServerFeatures


MOST_SIGHTINGS = 10_000
"""Addresses that are kept; the server is asked for older ones again."""


MOST_MEMBERS = 10_000
"""Members of one channel that are kept; of the others the server is asked, as of people out of sight."""


class _Sighting(NamedTuple):
    """Where the bearer of a nick came from at a time; for as long as the bot has them in sight that stays true."""

    address: str
    at: float
    is_in_sight: bool


class People:
    """The channels of one stay and their members.

    Attributes:
        channels: those the bot is in, by folded name.
    """

    def __init__(
        self,
        network: str,
        features: ServerFeatures,
        presence: Presence,
        is_me: Callable[[str], bool],
        now: Callable[[], float],
    ) -> None:
        """Begin in no channel.

        Args:
            network: its name in the configuration.
            features: how the server folds names.
            presence: is told of everybody but the bot itself.
            is_me: whether a nick is the bot's own.
            now: the monotonic seconds.
        """
        self.channels: dict[str, Channel] = {}
        self._network = network
        self._features = features
        self._presence = presence
        self._is_me = is_me
        self._now = now
        self._sightings: OrderedDict[str, _Sighting] = OrderedDict()

    def person(self, nick: str, address: str = "") -> Person:
        """Return who bears a nick, at `user@host` if that is known."""
        return Person(self._network, nick, self._features.fold(nick), address=address)

    def channel(self, name: str) -> Channel | None:
        """Return the channel of this name if the bot is in it."""
        return self.channels.get(self._features.fold(name))

    def is_visible(self, key: str) -> bool:
        """Return whether the bearer of this folded nick is in a channel of the bot's, so that it sees them leave."""
        return any(key in channel.members for channel in self.channels.values())

    def address(self, key: str) -> str:
        """Return the `user@host` of the bearer of a folded nick; empty if the bot cannot know it now."""
        sighting = self._sightings.get(key)
        if sighting is None:
            return ""
        is_true = sighting.is_in_sight or self._now() - sighting.at <= UNSEEN_STALE_AFTER
        return sighting.address if is_true else ""

    def note(self, nick: str, address: str) -> None:
        """Somebody was seen to come from an address; one who was in sight all the time has got another one."""
        if self._is_me(nick):
            return
        key = self._features.fold(nick)
        before = self._sightings.pop(key, None)
        is_in_sight = self.is_visible(key)
        self._sightings[key] = _Sighting(address, self._now(), is_in_sight)
        if len(self._sightings) > MOST_SIGHTINGS:
            self._sightings.popitem(last=False)
        if before is not None and before.is_in_sight and before.address != address:
            self._presence.renamed(self.person(nick, before.address), self.person(nick, address))

    def enter(self, name: str) -> Channel:
        """The bot is in a channel now; who is there follows."""
        channel = self.channels[self._features.fold(name)] = Channel(name)
        return channel

    def join(self, channel: Channel, nick: str, address: str = "") -> None:
        """Somebody came in or was found there."""
        key = self._features.fold(nick)
        is_new = key not in channel.members
        if is_new and len(channel.members) >= MOST_MEMBERS and not self._is_me(nick):
            return
        channel.members[key] = nick
        if address:
            self.note(nick, address)
        if is_new and not self._is_me(nick):
            self._presence.joined(self.person(nick, address), channel.name)

    def leave(self, channel: Channel, nick: str) -> None:
        """Somebody left a channel; if it was the bot, it sees nobody there any more."""
        key = self._features.fold(nick)
        gone = channel.members.pop(key, None)
        if not self._is_me(nick):
            self._lose_sight(key)
            if gone is not None:
                self._presence.parted(self.person(gone), channel.name)
            return
        self.channels.pop(self._features.fold(channel.name), None)
        for member_key, member in channel.members.items():
            self._lose_sight(member_key)
            self._presence.parted(self.person(member), channel.name)

    def quit(self, nick: str, address: str = "") -> None:
        """Somebody left the network."""
        key = self._features.fold(nick)
        self._sightings.pop(key, None)
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
        if self._is_me(old):
            return
        known = self._sightings.pop(key, None)
        old_address = known.address if known is not None and known.is_in_sight else address
        # Whoever had that nick is gone, or the server would not have let them take it.
        self._sightings.pop(new_key, None)
        self.note(new, address)
        self._presence.renamed(self.person(old, old_address), self.person(new, address))

    def _lose_sight(self, key: str) -> None:
        """Nobody will tell any more what the bearer of a folded nick does."""
        sighting = self._sightings.get(key)
        if sighting is not None and sighting.is_in_sight and not self.is_visible(key):
            self._sightings[key] = _Sighting(sighting.address, self._now(), is_in_sight=False)
