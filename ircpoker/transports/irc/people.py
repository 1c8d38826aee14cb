"""Who is where: the bot, the channels it is in and the people it sees there, told on to whoever wants to know."""

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
"""Members of one channel that are kept; of the others the server is asked, as of people out of sight."""


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
    """What is known of somebody in sight: `user@host` and the services account, empty where there is none."""

    address: str = ""
    account: str = ""


_NOBODY = LastSeen()


class UserTracker:
    """The channels of one stay and their members.

    What the bot knows of somebody is true as long as they are in a channel with it, and forgotten then.

    Attributes:
        me: the bot as others see it; the host is empty until it is known.
        channels: those the bot is in, by folded name.
    """

    def __init__(self, network: NetworkSettings, features: ServerFeatures, presence: Presence, nick: str) -> None:
        """Begin in no channel.

        Args:
            network: its name and the channels that the bot should be in.
            features: how the server folds names.
            presence: is told of everybody but the bot itself.
            nick: the bot's.
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
        """Return who bears a nick, at `user@host` if that is known, with this account or the one they are seen with."""
        key = self._features.fold(nick)
        if account is None:
            account = self._seen.get(key, _NOBODY).account
        return Person(self._network.name, nick, key, account=account or None, address=address)

    def channel(self, name: str) -> Channel | None:
        """Return the channel of this name if the bot is in it."""
        return self.channels.get(self._features.fold(name))

    def configured_name(self, name: str) -> str:
        """Return a channel as the configuration spells it, whoever made it there; empty if it is not ours."""
        key = self._features.fold(name)
        return next((own for own in self._network.channels if self._features.fold(own) == key), "")

    def is_visible(self, key: str) -> bool:
        """Return whether the bearer of this folded nick is in a channel of the bot's, so that it sees them leave."""
        return any(key in channel.members for channel in self.channels.values())

    def address(self, key: str) -> str:
        """Return the `user@host` of the bearer of a folded nick; empty if the bot does not see it."""
        return self._seen.get(key, _NOBODY).address

    def see(self, nick: str, address: str, account: str | None = None) -> Person:
        """Return who comes from an address; one who was in sight all the time has got another one.

        Args:
            nick: theirs.
            address: `user@host` as the server shows it now; empty if it does not say.
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
        """The bot is in a channel now; who is there follows."""
        self.channels[self._features.fold(name)] = Channel(name)

    def join(self, name: str, nick: str, address: str = "", account: str | None = None) -> None:
        """Somebody came into a channel or was found there; it means nothing where the bot is not."""
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
        """Somebody left a channel; if it was the bot, it sees nobody there any more."""
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
        """Somebody left the network."""
        key, person = self._features.fold(nick), self.person(nick, address)
        self._seen.pop(key, None)
        for channel in self.channels.values():
            channel.members.pop(key, None)
        if not self.is_me(nick):
            self._presence.quit(person)

    def rename(self, old: str, new: str, address: str = "") -> None:
        """Somebody has another nick."""
        key, new_key = self._features.fold(old), self._features.fold(new)
        for channel in self.channels.values():
            if channel.members.pop(key, None) is not None:
                channel.members[new_key] = new
        if self.is_me(old):
            self.me = self.me._replace(nick=new)
            return
        before = self._seen.pop(key, _NOBODY)
        # Whoever had that nick is gone, or the server would not have let them take it.
        self._seen.pop(new_key, None)
        was = self.person(old, before.address or address, before.account)
        self._presence.renamed(was, self.see(new, address, before.account))
