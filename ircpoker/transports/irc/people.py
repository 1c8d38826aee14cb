"""Keeps track of people: the channels that the bot is in and everybody it sees there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, field

from ircpoker.chat.presence import Presence
from ircpoker.config import NetworkSettings
from ircpoker.people import Person
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.wanted import WantedChannels
from ircpoker.transports.irc.wire import Source
from ircpoker.words.plain_text import fold_account

MOST_MEMBERS = 10_000
"""Members kept for one channel; for others the server is asked, as for people out of sight."""


class Channel(Struct):
    """One channel while the bot is in it.

    Attributes:
        name: as the configuration spells it.
        members: nicks by folded nick. Ranks are not kept: the server is asked when one counts.
        unknown: members who were not announced yet, because their addresses are not known.
        locks: the modes for which its tables are not for everybody; None until the server has listed the modes.
        is_moderated: whether only members with a rank are heard.
        has_rank: whether the bot has one, such as voice.
    """

    name: str
    members: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    locks: frozenset[str] | None = None
    is_moderated: bool = False
    has_rank: bool = False

    @property
    def is_muted(self) -> bool:
        """Whether nothing that the bot says there is heard."""
        return self.is_moderated and not self.has_rank


class LastSeen(NamedTuple):
    """The known facts about somebody in sight.

    Attributes:
        address: `user@host`; empty if unknown.
        account: the services account; empty for somebody who is not logged in, None if unknown.
    """

    address: str = ""
    account: str | None = None


_NOBODY = LastSeen()


class UserTracker:
    """The channels of one connection and their members.

    The facts about a person are true while they share a channel with the bot; afterwards they are forgotten. People are
    announced only after the server has named their address, because a guest is a nick at an address.

    Attributes:
        me: the bot as others see it; the host is empty until it is known.
        channels: the bot's channels, by folded name.
        fold: returns a nick as the key of `members`.
    """

    def __init__(
        self,
        network: NetworkSettings,
        features: ServerFeatures,
        presence: Presence,
        nick: str,
        wanted: WantedChannels,
    ) -> None:
        """Begin in no channel.

        Args:
            network: its name, and whether it is the embedded one.
            features: how the server folds names.
            presence: learns about everybody but the bot itself.
            nick: the bot's nick.
            wanted: the channels that the bot should be in.
        """
        self.me = Source(nick)
        self.channels: dict[str, Channel] = {}
        self._network = network
        self._wanted = wanted
        self._is_known_by_nick = network.is_embedded
        self.fold = features.fold
        self._presence = presence
        self._seen: dict[str, LastSeen] = {}
        # One record for all lines of a person, who is looked up once.
        self._record = lru_cache(1024)(Person)

    def is_me(self, nick: str) -> bool:
        """Return whether this is the bot's own nick."""
        return self.fold(nick) == self.fold(self.me.nick)

    def person(self, nick: str, address: str = "", account: str | None = None) -> Person:
        """Return the person with a nick: with this address and account or those last seen."""
        key = self.fold(nick)
        seen = self._seen.get(key, _NOBODY)
        return self._as_seen(nick, key, LastSeen(address or seen.address, seen.account if account is None else account))

    def _as_seen(self, nick: str, key: str, seen: LastSeen, connection: str = "") -> Person:
        name, account = self._network.name, seen.account or None
        return self._record(name, nick, key, account, seen.address, self._is_known_by_nick, connection)

    def channel(self, name: str) -> Channel | None:
        """Return the channel of this name if the bot is in it."""
        return self.channels.get(self.fold(name))

    def wanted_name(self, name: str) -> str:
        """Return a channel's name as the configuration spells it; empty if nobody wants the bot there."""
        return self._wanted.own_name(name, self.fold)

    def is_visible(self, key: str) -> bool:
        """Return whether the person with this folded nick shares a channel with the bot, so that it sees them leave."""
        return any(key in channel.members for channel in self.channels.values())

    def in_sight(self, key: str) -> Person | None:
        """Return the person whom the bot sees under a folded nick; None if it sees nobody.

        They have neither address nor account as long as the server's lists have not named them.
        """
        there = [channel for channel in self.channels.values() if key in channel.members]
        if not there:
            return None
        nick = there[0].members[key]
        if all(key in channel.unknown for channel in there):
            return self._as_seen(nick, key, _NOBODY)
        return self.person(nick, self.me.address if self.is_me(nick) else "")

    def address(self, key: str) -> str:
        """Return the `user@host` of the person with a folded nick; empty if the bot does not see them."""
        return self._seen.get(key, _NOBODY).address

    def is_somebody_else(self, key: str, address: str, account: str, named_address: str = "") -> bool:
        """Return whether somebody else than the reader of a line is known to have the reader's nick.

        The services account decides where it is known: an address may change, and people may share one.

        Args:
            key: the folded nick.
            address: `user@host` of the reader; empty if unknown.
            account: the reader's services account; empty for a guest.
            named_address: the address that the server has just named, which counts for somebody out of sight.
        """
        seen = self._seen.get(key) or LastSeen(named_address)
        if account and seen.account is not None:
            return fold_account(seen.account) != fold_account(account)
        return bool(address and seen.address) and address != seen.address

    def is_surely(self, key: str, address: str, account: str) -> bool:
        """Return whether the reader of a line is known to be in sight under a folded nick."""
        seen = self._seen.get(key, _NOBODY)
        has_the_facts = seen.account is not None if account else bool(address and seen.address)
        return has_the_facts and not self.is_somebody_else(key, address, account)

    def see(
        self, nick: str, address: str, account: str | None = None, connection: str = "", *, is_found: bool = False
    ) -> Person:
        """Return the sender of a line; for somebody who stayed in sight, a new address replaces the old one.

        Args:
            nick: the person's nick.
            address: `user@host` as the server shows it now; empty if it does not.
            account: the services account, empty for somebody who is not logged in; None if the server does not say.
            connection: the connection that the line came by, if the server tells it.
            is_found: whether it comes from a list, which may go on with more.

        Returns:
            Who they are now.
        """
        key = self.fold(nick)
        before = self._seen.get(key, _NOBODY)
        seen = LastSeen(address or before.address, before.account if account is None else account)
        person = self._as_seen(nick, key, seen, connection)
        if not self.is_visible(key):
            return person
        self._seen[key] = seen
        if any(key in channel.unknown for channel in self.channels.values()):
            if address and not is_found:
                self._announce(person)
        elif (seen.address, seen.account or "") != (before.address, before.account or ""):
            self._presence.renamed(self._as_seen(nick, key, before), person)
        return person

    def find(self, nick: str, address: str, account: str | None = None) -> None:
        """Note a person in a server's list; all are announced together when the list is over."""
        self.see(nick, address, account, is_found=True)

    def announce_found(self, name: str) -> None:
        """Announce those in a channel whom the server's lists have named."""
        channel = self.channel(name)
        for key in [key for key in channel.members if key in channel.unknown] if channel else ():
            if channel is not None and self.address(key):
                self._announce(self.person(channel.members[key]))

    def _announce(self, person: Person) -> None:
        """Announce a person in the channels in which they were not announced yet."""
        for channel in self.channels.values():
            if person.nick_key in channel.unknown:
                channel.unknown.discard(person.nick_key)
                self._presence.joined(person, channel.name)

    def enter(self, name: str) -> None:
        """Note that the bot is in a channel now; its members follow."""
        self.channels[self.fold(name)] = Channel(name)
        self._presence.heard(self._network.name, name)

    def note_heard(self, channel: Channel) -> None:
        """Note that the bot is heard in a channel, or not any more; people there are announced again."""
        if channel.is_muted:
            self._presence.muted(self._network.name, channel.name)
            return
        self._presence.heard(self._network.name, channel.name)
        for key, nick in channel.members.items():
            if key not in channel.unknown and not self.is_me(nick):
                self._presence.joined(self.person(nick), channel.name)

    def join(self, name: str, nick: str, address: str = "", account: str | None = None) -> None:
        """Note that somebody joined a channel; ignored for a channel that the bot is not in."""
        if self._add(name, nick):
            self.see(nick, address, account)

    def found(self, name: str, nick: str, address: str = "") -> None:
        """Note that somebody is in a channel, perhaps since before the bot came."""
        if self._add(name, nick) and address:
            self.find(nick, address)

    def _add(self, name: str, nick: str) -> bool:
        """Add a member to a channel; return whether they are kept there."""
        channel, key = self.channel(name), self.fold(nick)
        if channel is None:
            return False
        if key not in channel.members:
            if len(channel.members) >= MOST_MEMBERS and not self.is_me(nick):
                return False
            if not self.is_me(nick):
                channel.unknown.add(key)
        channel.members[key] = nick
        return not self.is_me(nick)

    def note_locks(self, key: str, added: frozenset[str], removed: frozenset[str], *, has_all: bool) -> None:
        """Note that other modes decide whether a channel's tables are for everybody.

        Args:
            key: the folded channel.
            added: the modes that are set now.
            removed: the modes that are not set any more.
            has_all: whether the server has listed all modes of the channel.
        """
        channel = self.channels.get(key)
        if channel is not None and (has_all or channel.locks is not None):
            channel.locks = added if has_all else ((channel.locks or frozenset()) | added) - removed
            self._presence.note_open(self._network.name, channel.name, is_open=not channel.locks)

    def leave(self, name: str, nick: str) -> None:
        """Note that somebody left a channel; if it was the bot, it no longer sees anybody there."""
        channel = self.channel(name)
        if channel is None:
            return
        if self.is_me(nick):
            if self.wanted_name(channel.name):
                self._presence.left(self._network.name, channel.name)
            del self.channels[self.fold(channel.name)]
            gone = channel.members
        else:
            key = self.fold(nick)
            gone = {key: channel.members.pop(key)} if key in channel.members else {}
        for key, member in gone.items():
            person = self.person(member)
            if not self.is_visible(key):
                self._seen.pop(key, None)
            if not self.is_me(member) and key not in channel.unknown:
                self._presence.parted(person, channel.name)
            channel.unknown.discard(key)

    def quit(self, nick: str, address: str = "") -> None:
        """Note that somebody left the network."""
        key, person = self.fold(nick), self.person(nick, address)
        self._seen.pop(key, None)
        for channel in self.channels.values():
            channel.members.pop(key, None)
            channel.unknown.discard(key)
        if not self.is_me(nick):
            self._presence.quit(person)

    def rename(self, old: str, new: str, address: str = "") -> None:
        """Note that somebody has another nick."""
        key, new_key = self.fold(old), self.fold(new)
        before = self._seen.pop(key, _NOBODY)
        was = self.person(old, before.address or address, before.account)
        # The old owner of that nick is gone, or the server would not have let them take it.
        self._seen.pop(new_key, None)
        for channel in self.channels.values():
            if channel.members.pop(key, None) is not None:
                channel.members[new_key] = new
                if key in channel.unknown:
                    channel.unknown.discard(key)
                    channel.unknown.add(new_key)
        if self.is_me(old):
            self.me = self.me._replace(nick=new)
            return
        person = self.person(new, was.address, before.account)
        if self.is_visible(new_key):
            self._seen[new_key] = LastSeen(was.address, before.account)
        if was.address:
            self._presence.renamed(was, person)
            self._announce(person)
