"""`[feed]` and `[admin]`: the bot's own sockets, and the people who may give its orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.config.keys import Section, key
from ircpoker.config.kinds import PATH, SWITCH, matching, several

if TYPE_CHECKING:
    from ircpoker.config.settings import NetworkSettings

DOORS = ("local", "ssh", "web", "program")
"""The names of the sockets; people who come by one of them have no services account."""
LONGEST_SOCKET_PATH = 107
"""In bytes; Linux allows no longer one (unix(7))."""
LOCAL = "local"
LOCAL_SOCKET = f"{LOCAL}.sock"

LONGEST_ACCOUNT = 64

_ACCOUNT = matching(rf"[A-Za-z0-9][A-Za-z0-9_.-]{{0,31}}/[^\s,/]{{1,{LONGEST_ACCOUNT}}}", "network/account")


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """The sockets by which other processes of this machine reach the running bot.

    Attributes:
        folder: the folder of the sockets.
        local: whether there is `local.sock`, for `ircpoker admin` and `ircpoker status`.
    """

    folder: Path = key("feed", PATH, doc="the folder of the bot's sockets; /run/ircpoker for a service")
    local: bool = key("on", SWITCH, doc="on: `ircpoker admin` and `ircpoker status` reach the bot by local.sock there")

    @property
    def local_socket(self) -> Path:
        """The path of `local.sock`."""
        return self.folder / LOCAL_SOCKET


@dataclass(frozen=True, slots=True)
class AdminSettings:
    """The administrators.

    Attributes:
        accounts: services accounts as `network/account`.
    """

    accounts: tuple[str, ...] = key(
        "",
        several(_ACCOUNT, "services accounts as network/account"),
        doc="who may use !admin, as network/account; empty: nobody but this machine's terminal",
    )


FEED = Section("feed", FeedSettings, "sockets for other programs of this machine")
ADMIN = Section("admin", AdminSettings, "administrators")


def complaints(
    feed: FeedSettings, admin: AdminSettings, networks: Iterable[NetworkSettings]
) -> Iterator[tuple[str, str, str]]:
    """Yield what keeps a bot from running with these settings: section, key and complaint."""
    length = len(bytes(feed.local_socket))
    if feed.local and length > LONGEST_SOCKET_PATH:
        expected = f"expected a shorter folder, at most {LONGEST_SOCKET_PATH} bytes"
        yield "feed", "folder", f"{LOCAL_SOCKET} there would have a path of {length} bytes: {expected}"
    by_name = {network.name.lower(): network for network in networks}
    for account in admin.accounts:
        name = account.partition("/")[0].lower()
        network = by_name.get(name)
        if network is None and name in DOORS:
            yield "admin", "accounts", f"{account}: people who come by a socket cannot be administrators"
        elif network is None:
            yield "admin", "accounts", f"{account}: there is no [network:{name}]"
        elif network.is_embedded or not network.services:
            where = f"[network:{network.name}]"
            yield "admin", "accounts", f"{account}: {where} has no services, so nobody there can prove an account"


def door_network(networks: Iterable[NetworkSettings], door: str) -> str:
    """Return the network of the people who come by a socket: its name, unless a network of IRC has that already.

    Examples:
        >>> from ircpoker.config import NetworkSettings
        >>> door_network([], "local"), door_network([NetworkSettings("Local")], "local")
        ('local', 'local.sock')
    """
    is_taken = any(network.name.lower() == door for network in networks)
    return f"{door}.sock" if is_taken else door
