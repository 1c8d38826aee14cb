"""The people on networks: one record, which transports make, and commands and tables read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256

from ircpoker.ledger import PlayerId
from ircpoker.words.plain_text import host_of


@dataclass(frozen=True)
class Person:
    """A person on a network, with what it shows of them now.

    Attributes:
        network: the network's name in the configuration; `console` for the console.
        nick: the nick as the network shows it.
        nick_key: the nick folded by that network's casemapping, for comparisons; empty if it is not needed.
        account: the services account; None if the network has not shown one.
        address: `user@host`; empty if the network has not shown it. A guest is a nick at an address.
        is_known_by_nick: whether the nick is the person, whatever the address: on the embedded server.
        connection: the connection that they speak by, where the address distinguishes nobody; else empty.
        host: the host that limits count, of somebody who is known without an address; else empty.
    """

    network: str
    nick: str
    nick_key: str
    account: str | None = None
    address: str = field(default="", compare=False)
    is_known_by_nick: bool = field(default=False, compare=False)
    connection: str = field(default="", compare=False)
    host: str = field(default="", compare=False)

    @classmethod
    @lru_cache(1024)
    def of(cls, player: PlayerId, nick: str, address: str = "") -> Person:
        """Return the person who is a player of the ledger, by the last nick and address that are known.

        Examples:
            >>> alice = PlayerId.of("libera", nick_key="al^", account="Alice")
            >>> Person.of(alice, "Al^", "al@example.org").id == alice
            True
        """
        key, account = ("", player.account) if player.account else (player.name, None)
        address = player.address or address
        person = cls(player.network, nick, key, account, address, is_known_by_nick=not player.address)
        person.__dict__["id"] = player  # as if it had been worked out
        return person

    @cached_property
    def id(self) -> PlayerId:
        """The person's player: a services account, or a guest, who is a nick at an address.

        Raises:
            UsageError: the nick, the account or the address has characters that cannot be stored.

        Examples:
            >>> str(Person("libera", "Al^", "al^", address="al@example.org").id)
            'guest:libera/al^!al@example.org'
            >>> str(Person("libera", "Al^", "al^", account="Alice").id)
            'account:libera/alice'
        """
        return _player(self.network, self.nick_key, self.account, "" if self.is_known_by_nick else self.address)

    @property
    def where(self) -> str:
        """From where they come, for all limits by host: a connection, a host, or the /64 of IPv6; empty if unknown.

        Nothing else reads addresses for limits.

        Examples:
            >>> Person("libera", "al", "al", address="~al@2001:db8:0:1::7").where
            '2001:db8:0:1::/64'
            >>> Person("ssh", "al", "SHA256:abc", host="192.0.2.7").where
            '192.0.2.7'
        """
        return f"connection {self.connection}" if self.connection else host_of(self.address) or self.host

    @property
    def mark(self) -> str:
        """A short mark of `where`, which tables and tournaments keep in its place; empty if that is unknown.

        Somebody with a services account belongs to no host: it is a mark of the account.
        """
        own = f"account {self.id.text}" if self.account else self.where
        return _mark(f"{self.network} {own}" if self.account or self.connection else own)


@lru_cache(1024)
def _mark(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()[:12] if text else ""


@lru_cache(1024)
def _player(network: str, nick_key: str, account: str | None, address: str) -> PlayerId:
    """Return the player with these data; cached, because a person's record is made for each line."""
    return PlayerId.of(network, nick_key=nick_key, account=account, address=address)


class Listener:
    """Hears the news of people, and of the bot in its channels; it does nothing with what it does not override.

    `person` is the person after the event.
    """

    def arrived(self, person: Person) -> None:
        """Somebody came by a socket; they are there until they quit."""

    def joined(self, person: Person, channel: str) -> None:
        """Somebody joined a channel of the bot, or was found there."""

    def parted(self, person: Person, channel: str) -> None:
        """Somebody left a channel, or was kicked out of it."""

    def quit(self, person: Person) -> None:
        """Somebody left the network, or is no longer visible to the bot."""

    def disconnected(self, network: str) -> None:
        """The bot has lost a network: nobody there can be seen or reached."""

    def connected(self, network: str) -> None:
        """The bot is on a network (again); the people in its channels follow with `joined`."""

    def closing(self) -> None:
        """The process is about to end: send last lines."""

    def muted(self, network: str, channel: str) -> None:
        """The bot is in a channel where nobody hears it; the people there still read private lines."""

    def left(self, network: str, channel: str) -> None:
        """The bot is not in a channel any more, and will try to come back."""

    def heard(self, network: str, channel: str) -> None:
        """The bot is heard in a channel (again); the people there follow with `joined`."""
