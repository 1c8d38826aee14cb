"""The holders of chips: players, the house, and the games in progress.

These values are the names of accounts, not the accounts themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from ircpoker.errors import UsageError, quote
from ircpoker.words.plain_text import fold_account

LONGEST_OWNER = 255
"""The most characters of an account's text form."""
LONGEST_NAME = 64
"""The most characters of the name of a kind of game, and of a stored nick."""


_ADDRESS = "!"
"""Separates a guest's nick from the address; no nick on IRC has it."""


class AccountKind(StrEnum):
    """The kinds of accounts; a closed one is that of an identity which owns another account now."""

    PLAYER = "player"
    CLOSED = "closed"
    HOUSE = "house"
    GAME = "game"


class Identity(StrEnum):
    """The way in which a player is recognised."""

    ACCOUNT = "account"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class PlayerId:
    """One player: a services account on a network, or a guest, who is a nick at an address.

    Attributes:
        network: the network's name, without a slash.
        name: the services account (letters A to Z folded, as services compare them), or the nick as folded by that
            network.
        identity: whether the name is an account or a guest's nick.
        address: a guest's `user@host`. Empty for an account, where the nick is the person (the console and the
            embedded server), and for a guest from before addresses counted, until somebody speaks under that nick.
        text: the player as text, as `str` returns it.
        account: the services account; empty for a guest.

    Examples:
        >>> str(PlayerId.of("libera", nick_key="al^", account="Alice"))
        'account:libera/alice'
        >>> str(PlayerId.of("libera", nick_key="bob", address="~bob@example.org"))
        'guest:libera/bob!~bob@example.org'
        >>> PlayerId.parse("guest:console/bob") == PlayerId.of("console", nick_key="bob")
        True
    """

    kind: ClassVar[AccountKind] = AccountKind.PLAYER

    network: str
    name: str
    identity: Identity
    address: str = ""
    text: str = field(init=False, repr=False, compare=False)
    account: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the parts.

        Raises:
            UsageError: a part is empty, too long or unprintable, the network has a slash, or the parts could not be
                distinguished in the text form.
        """
        address = f"{_ADDRESS}{self.address}" if self.address else ""
        text = f"{self.identity}:{self.network}/{self.name}{address}"
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "account", self.name if self.identity is Identity.ACCOUNT else "")
        is_clear = self.identity is not Identity.GUEST or _ADDRESS not in self.name
        if not (self.network and self.name and is_clear) or "/" in self.network:
            raise UsageError(f"{quote(text)} is not a player: expected a network without '/' and a name")
        if len(text) > LONGEST_OWNER or not text.isprintable():
            raise UsageError(f"{quote(text)} is not a player: expected at most {LONGEST_OWNER} printable characters")

    def __str__(self) -> str:
        return self.text

    @classmethod
    def of(cls, network: str, *, nick_key: str, account: str | None = None, address: str = "") -> PlayerId:
        """Return the player with these data on a network.

        Args:
            network: the network's name.
            nick_key: the nick as folded by that network.
            account: the services account, None without a login.
            address: `user@host`; empty where the nick is the person.

        Returns:
            The account if there is one, else the guest.

        Raises:
            UsageError: a part is empty, too long or unprintable.
        """
        if account:
            return cls(network, fold_account(account), Identity.ACCOUNT)
        return cls(network, nick_key, Identity.GUEST, address)

    @classmethod
    def parse(cls, text: str) -> PlayerId:
        """Read a player as `str` writes it.

        Args:
            text: `account:NETWORK/NAME`, `guest:NETWORK/NICK` or `guest:NETWORK/NICK!USER@HOST`.

        Returns:
            The player.

        Raises:
            UsageError: any other text.
        """
        identity, colon, rest = text.partition(":")
        network, slash, name = rest.partition("/")
        if not (colon and slash) or identity not in set(Identity):
            raise UsageError(f"{quote(text)} is not a player: expected account:NETWORK/NAME or guest:NETWORK/NICK")
        if identity == Identity.ACCOUNT:
            return cls(network, name, Identity.ACCOUNT)
        nick_key, _, address = name.partition(_ADDRESS)
        return cls(network, nick_key, Identity.GUEST, address)

    @property
    def is_guest(self) -> bool:
        """Whether it is a guest."""
        return self.identity is Identity.GUEST

    @property
    def host(self) -> str:
        """The host of a guest's address."""
        return self.address.rpartition("@")[2]

    @property
    def without_address(self) -> PlayerId:
        """The same guest without the address, as older versions stored them."""
        return PlayerId(self.network, self.name, self.identity)


@dataclass(frozen=True, slots=True)
class HouseAccount:
    """The account that issues chips, pays winners and keeps lost stakes: its balance is minus the chips given out."""

    kind: ClassVar[AccountKind] = AccountKind.HOUSE

    def __str__(self) -> str:
        return "house"


HOUSE = HouseAccount()


@dataclass(frozen=True, slots=True)
class GameAccount:
    """The chips on the tables and in the unfinished games of one kind.

    One account holds the chips of all games of a kind. Each game's row has its own number of chips; their sum is always
    the balance of the account.

    Attributes:
        game: the kind of game, such as `videopoker` or `holdem`.
    """

    kind: ClassVar[AccountKind] = AccountKind.GAME

    game: str

    def __post_init__(self) -> None:
        """Check the kind of game.

        Raises:
            ValueError: empty, too long or unprintable.
        """
        check_game_kind(self.game)

    def __str__(self) -> str:
        return f"game:{self.game}"


Account = PlayerId | HouseAccount | GameAccount


def check_game_kind(kind: str) -> None:
    """Raise ValueError unless `kind` has 1 to `LONGEST_NAME` printable characters."""
    if not 0 < len(kind) <= LONGEST_NAME or not kind.isprintable():
        raise ValueError(f"not a name of a kind of game: {kind!r}")
