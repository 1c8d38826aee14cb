"""The holders of chips: players, the house, and the games in progress.

These are names of accounts, not the accounts themselves: values that other parts make, compare and keep.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ircpoker.errors import UsageError, quote

LONGEST_OWNER = 255
"""Characters of an account's text form."""
LONGEST_NAME = 64
"""Characters of the name of a kind of game, and kept of a nick."""


class AccountKind(StrEnum):
    """The three kinds of accounts."""

    PLAYER = "player"
    HOUSE = "house"
    GAME = "game"


class Identity(StrEnum):
    """What makes a player the same player next time."""

    ACCOUNT = "account"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class PlayerId:
    """One player: a services account on a network or, without one, a guest under a nick.

    Attributes:
        network: the network's name, without a slash.
        name: the services account (letters A to Z folded, as services compare them), or the nick as
            folded by that network.
        identity: which of the two.

    Examples:
        >>> str(PlayerId.of("libera", nick_key="al^", account="Alice"))
        'account:libera/alice'
        >>> PlayerId.parse("guest:console/bob") == PlayerId.of("console", nick_key="bob")
        True
    """

    network: str
    name: str
    identity: Identity

    def __post_init__(self) -> None:
        """Check the parts.

        Raises:
            UsageError: a part is empty, too long or unprintable, or the network has a slash.
        """
        text = str(self)
        if not (self.network and self.name) or "/" in self.network:
            raise UsageError(f"{quote(text)} is not a player: expected a network without '/' and a name")
        if len(text) > LONGEST_OWNER or not text.isprintable():
            raise UsageError(f"{quote(text)} is not a player: expected at most {LONGEST_OWNER} printable characters")

    def __str__(self) -> str:
        return f"{self.identity}:{self.network}/{self.name}"

    @classmethod
    def of(cls, network: str, *, nick_key: str, account: str | None = None) -> PlayerId:
        """Return the player that a network's data identify.

        Args:
            network: the network's name.
            nick_key: the nick as folded by that network.
            account: the services account, None without a login.

        Returns:
            The account if there is one, else the guest.

        Raises:
            UsageError: a part is empty, too long or unprintable.
        """
        if account:
            return cls(network, _fold(account), Identity.ACCOUNT)
        return cls(network, nick_key, Identity.GUEST)

    @classmethod
    def parse(cls, text: str) -> PlayerId:
        """Read the form that `str` gives.

        Args:
            text: `account:NETWORK/NAME` or `guest:NETWORK/NICK`.

        Returns:
            The player.

        Raises:
            UsageError: any other text.
        """
        identity, colon, rest = text.partition(":")
        network, slash, name = rest.partition("/")
        if not (colon and slash) or identity not in set(Identity):
            raise UsageError(f"{quote(text)} is not a player: expected account:NETWORK/NAME or guest:NETWORK/NICK")
        return cls(network, name, Identity(identity))

    @property
    def kind(self) -> AccountKind:
        """The kind of the account."""
        return AccountKind.PLAYER


@dataclass(frozen=True, slots=True)
class HouseAccount:
    """The account that issues chips, pays winners and keeps lost stakes: its balance is minus the chips given out."""

    def __str__(self) -> str:
        return "house"

    @property
    def kind(self) -> AccountKind:
        """The kind of the account."""
        return AccountKind.HOUSE


HOUSE = HouseAccount()


@dataclass(frozen=True, slots=True)
class GameAccount:
    """The chips on the tables and in the unfinished games of one kind.

    One account holds the chips of all games of a kind; which game has how many stands in the game's own
    row, and the two are kept equal.

    Attributes:
        game: the kind of game, such as `videopoker` or `holdem`.
    """

    game: str

    def __post_init__(self) -> None:
        """Check the kind of game.

        Raises:
            ValueError: empty, too long or unprintable.
        """
        check_game_kind(self.game)

    def __str__(self) -> str:
        return f"game:{self.game}"

    @property
    def kind(self) -> AccountKind:
        """The kind of the account."""
        return AccountKind.GAME


Account = PlayerId | HouseAccount | GameAccount


def check_game_kind(kind: str) -> None:
    """Raise ValueError unless `kind` can name a kind of game: 1 to `LONGEST_NAME` printable characters."""
    if not 0 < len(kind) <= LONGEST_NAME or not kind.isprintable():
        raise ValueError(f"no name of a kind of game: {kind!r}")


def _fold(account: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in account)
