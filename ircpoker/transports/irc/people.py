"""Keeps track of people: the channels that the bot is in and everybody it sees there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.chat.message import Person
from ircpoker.transports.irc.wire import Source

if TYPE_CHECKING:
    from ircpoker.chat.news import Presence
    from ircpoker.config import NetworkSettings
    from ircpoker.transports.irc.features import ServerFeatures


MOST_MEMBERS = 10_000
"""Members kept for one channel; for others the server is asked, as for people out of sight."""


@dataclass(slots=True)
class Channel:
    """One channel while the bot is in it.

    Attributes:
        name: as the configuration spells it.
        members: nicks by folded nick. Ranks are not kept: no right rests on them.
    """

    name: str
    members: dict[str, str] = field(default_factory=dict)


class LastSeen(NamedTuple):
    """What is known about somebody in sight: `user@host` and the services account; empty where unknown or none."""

    address: str = ""
    account: str = ""


_NOBODY = LastSeen()


class UserTracker:
    """The channels of one connection and their members.

    What the bot knows about somebody is true while they share a channel with it; afterwards it is forgotten.

    Attributes:
        me: the bot as others see it; the host is empty until it is known.
        channels: the bot's channels, by folded name.
    """

    def __init__(self, network: NetworkSettings, features: ServerFeatures, presence: Presence, nick: str) -> None:
        """Begin in no channel.

        Args:
            network: its name and the channels that the bot should be in.
            features: how the server folds names.
            presence: learns about everybody but the bot itself.
            nick: the bot's nick.
        """
        self.me = Source(nick)
        self.channels: dict[str, Channel] = {}
        self._network = network
        self._features = features
        self._presence = presence
        self._seen: dict[str, LastSeen] = {}

    def fold(self, nick: str) -> str:
        """Return a nick as the key of `members`."""
        return self._features.fold(nick)

    def is_me(self, nick: str) -> bool:
        """Return whether this is the bot's own nick."""
        return self._features.fold(nick) == self._features.fold(self.me.nick)

    def person(self, nick: str, address: str = "", account: str | None = None) -> Person:
        """Return the person with a nick: with `user@host` if known, and with this account or the one last seen."""
        key = self._features.fold(nick)
        if account is None:
            account = self._seen.get(key, _NOBODY).account
        return Person(self._network.name, nick, key, account=account or None, address=address)

    def channel(self, name: str) -> Channel | None:
        """Return the channel of this name if the bot is in it."""
        return self.channels.get(self._features.fold(name))

    def configured_name(self, name: str) -> str:
        """Return a channel's name as the configuration spells it; empty if the channel is not configured."""
        key = self._features.fold(name)
        return next((own for own in self._network.channels if self._features.fold(own) == key), "")

    def is_visible(self, key: str) -> bool:
        """Return whether the person with this folded nick shares a channel with the bot, so that it sees them leave."""
        return any(key in channel.members for channel in self.channels.values())

    def address(self, key: str) -> str:
        """Return the `user@host` of the person with a folded nick; empty if the bot does not see them."""
        return self._seen.get(key, _NOBODY).address

    def see(self, nick: str, address: str, account: str | None = None) -> Person:
        """Return the person behind a line; for somebody who stayed in sight, a new address replaces the old one.

        Args:
            nick: the person's nick.
            address: `user@host` as the server shows it now; empty if it does not.
            account: the services account, empty for somebody who is not logged in; None if the server does not say.
        """
        before = self._seen.get(self._features.fold(nick), _NOBODY)
        seen = LastSeen(address or before.address, before.account if account is None else account)
        person = self.person(nick, seen.address, seen.account)
        if self.is_visible(person.nick_key):
            self._seen[person.nick_key] = seen
            if before != _NOBODY and (before.address or seen.address, before.account) != seen:
                self._presence.renamed(self.person(nick, before.address or seen.address, before.account), person)
        return person

    def enter(self, name: str) -> None:
        """Note that the bot is in a channel now; its members follow."""
        self.channels[self._features.fold(name)] = Channel(name)

    def join(self, name: str, nick: str, address: str = "", account: str | None = None) -> None:
        """Note that somebody joined a channel or was found there; ignored for a channel that the bot is not in."""
        channel, key = self.channel(name), self._features.fold(nick)
        if channel is None:
            return
        is_new = key not in channel.members
        if is_new and len(channel.members) >= MOST_MEMBERS and not self.is_me(nick):
            return
        channel.members[key] = nick
        if address:
            self.see(nick, address, account)
        if is_new and not self.is_me(nick):
            self._presence.joined(self.person(nick, address), channel.name)

    def leave(self, name: str, nick: str) -> None:
        """Note that somebody left a channel; if it was the bot, it no longer sees anybody there."""
        channel = self.channel(name)
        if channel is None:
            return
        if self.is_me(nick):
            del self.channels[self._features.fold(channel.name)]
            gone = channel.members
        else:
            key = self._features.fold(nick)
            gone = {key: channel.members.pop(key)} if key in channel.members else {}
        for key, member in gone.items():
            person = self.person(member)
            if not self.is_visible(key):
                self._seen.pop(key, None)
            if not self.is_me(member):
                self._presence.parted(person, channel.name)

    def quit(self, nick: str, address: str = "") -> None:
        """Note that somebody left the network."""
        key, person = self._features.fold(nick), self.person(nick, address)
        self._seen.pop(key, None)
        for channel in self.channels.values():
            channel.members.pop(key, None)
        if not self.is_me(nick):
            self._presence.quit(person)

    def rename(self, old: str, new: str, address: str = "") -> None:
        """Note that somebody has another nick."""
        key, new_key = self._features.fold(old), self._features.fold(new)
        for channel in self.channels.values():
            if channel.members.pop(key, None) is not None:
                channel.members[new_key] = new
        if self.is_me(old):
            self.me = self.me._replace(nick=new)
            return
        before = self._seen.pop(key, _NOBODY)
        # The former owner of the nick is gone, or the server would have refused it.
        self._seen.pop(new_key, None)
        was = self.person(old, before.address or address, before.account)
        self._presence.renamed(was, self.see(new, address, before.account))
