"""`[feed]` and `[admin]`: the bot's own sockets, and the people who may give its orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ircpoker.config.keys import Section, key, seconds
from ircpoker.config.kinds import PATH, SWITCH, matching, several
from ircpoker.config.networks import NetworkSettings

ENDPOINTS = ("local", "ssh", "web", "program")
"""The names of the sockets; people who come by one of them have no services account."""
LONGEST_SOCKET_PATH = 107
"""In bytes; Linux allows no longer one (unix(7))."""
LOCAL = "local"
LONGEST_ACCOUNT = 64

_GROUP = matching(r"[A-Za-z0-9_.-]{0,32}", "the name of a group of this machine, or nothing")
_ACCOUNT = matching(rf"[A-Za-z0-9][A-Za-z0-9_.-]{{0,31}}/[^\s,/]{{1,{LONGEST_ACCOUNT}}}", "network/account")


def _group(endpoint: str) -> str:
    """Return the declaration of the key with the group of a socket."""
    return key(
        "",
        _GROUP,
        name=f"group.{endpoint}",
        doc=f"the group that may use {endpoint}.sock, too; empty: only the bot's own user",
    )


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """The sockets by which other processes of this machine reach the running bot.

    Attributes:
        folder: the folder of the sockets.
        local: whether there is `local.sock`, for the operator and people at this machine's terminals.
        ssh: whether there is `ssh.sock`, for people who come by SSH.
        web: whether there is `web.sock`, for people in a browser.
        program: whether there is `program.sock`, for programs that play or watch.
        group_local: the group that may use `local.sock`, too; empty for none.
        group_ssh: the group that may use `ssh.sock`.
        group_web: the group that may use `web.sock`.
        group_program: the group that may use `program.sock`.
        delay: the seconds after which those without a seat at a table see what happens there.
    """

    folder: Path = key("feed", PATH, doc="the folder of the bot's sockets; /run/ircpoker for a service")
    local: bool = key(
        "on", SWITCH, doc="on: local.sock there, for `ircpoker admin`, `ircpoker status` and tables on this terminal"
    )
    ssh: bool = key("off", SWITCH, doc="on: ssh.sock there, for a front-end that brings people by SSH")
    web: bool = key("off", SWITCH, doc="on: web.sock there, for a front-end that brings people by a page")
    program: bool = key("off", SWITCH, doc="on: program.sock there, for programs that play or watch")
    group_local: str = _group("local")
    group_ssh: str = _group("ssh")
    group_web: str = _group("web")
    group_program: str = _group("program")
    delay: float = seconds("0", 0, 3600, doc="how much later people without a seat at a table see what happens")

    @property
    def endpoints(self) -> tuple[str, ...]:
        """The names of the sockets that are opened."""
        return tuple([endpoint for endpoint in ENDPOINTS if getattr(self, endpoint)])

    def group(self, endpoint: str) -> str:
        """Return the group that may use a socket, too; empty for none."""
        group: str = getattr(self, f"group_{endpoint}")
        return group

    def socket(self, endpoint: str) -> Path:
        """Return the path of a socket."""
        return self.folder / f"{endpoint}.sock"


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
    for path in map(feed.socket, feed.endpoints):
        length = len(bytes(path))
        if length > LONGEST_SOCKET_PATH:
            expected = f"expected a shorter folder, at most {LONGEST_SOCKET_PATH} bytes"
            yield "feed", "folder", f"{path.name} there would have a path of {length} bytes: {expected}"
    by_name = {network.name.lower(): network for network in networks}
    for account in admin.accounts:
        name = account.partition("/")[0].lower()
        network = by_name.get(name)
        if network is None and name in ENDPOINTS:
            yield "admin", "accounts", f"{account}: people who come by a socket cannot be administrators"
        elif network is None:
            yield "admin", "accounts", f"{account}: there is no [network:{name}]"
        elif network.is_embedded or not network.services:
            where = f"[network:{network.name}]"
            yield "admin", "accounts", f"{account}: {where} has no services, so nobody there can prove an account"


def door_network(networks: Iterable[NetworkSettings], endpoint: str) -> str:
    """Return the network of the people who come by a socket: its name, unless a network of IRC has that already.

    Examples:
        >>> from ircpoker.config import NetworkSettings
        >>> door_network([], "local"), door_network([NetworkSettings("Local")], "local")
        ('local', 'local.sock')
    """
    is_taken = any(network.name.lower() == endpoint for network in networks)
    return f"{endpoint}.sock" if is_taken else endpoint
