"""`[ssh]` of the configuration, and its limits: the connections of one host at a time, and in a minute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ircpoker.config import Section, key
from ircpoker.config.kinds import OPTIONAL_PATH, PATH, SWITCH, BadValueError, Kind, whole
from ircpoker.runtime.recent import LastMinute
from ircpoker.runtime.shares import SHARES, Holder, SharedPlaces
from ircpoker.words.plain_text import host_of

PORT = 2222


@dataclass(frozen=True, slots=True)
class Address:
    """An address to listen on.

    Attributes:
        host: the host; empty for all addresses of this machine.
        port: the port; 0 for a free one.
    """

    host: str
    port: int

    def __str__(self) -> str:
        """Return it as it stands in the configuration."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def _read_address(text: str, _folder: Path) -> Address:
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise BadValueError(text)
    if not colon or not (port.isascii() and port.isdecimal() and int(port[:6]) <= 65535) or any(map(str.isspace, host)):
        raise BadValueError(text)
    return Address(host, int(port))


ADDRESS: Kind[Address] = Kind(
    "HOST:PORT, such as 127.0.0.1:2222, [::1]:2222, or :2222 for all addresses", _read_address
)


@dataclass(frozen=True, slots=True)
class SshSettings:
    """The server of `ircpoker ssh`.

    Attributes:
        listen: the address on which it listens.
        host_key: the file of its own key, made at the first start.
        workers: the number of processes that serve sessions.
        guests: whether anybody with a key may log in.
        keys: the public keys that may log in without `guests`, as in OpenSSH's authorized_keys; None for none.
        sessions_per_host: the most connections of one host at a time.
        logins_per_minute: the most new connections of one host in a minute.
        most_sessions: the most connections in all.
        idle: minutes after which a session without a seat ends if nothing is typed.
    """

    listen: Address = key(f"127.0.0.1:{PORT}", ADDRESS, doc="where it listens; :2222 lets other machines in")
    host_key: Path = key("ssh_host_key", PATH, doc="the server's own key, made at the first start; keep it")
    workers: int = key("1", whole(1, 64), doc="processes that share the sessions; about 100 sessions each")
    guests: bool = key("on", SWITCH, doc="on: a new key is a new guest; off: only the keys in `keys` may log in")
    keys: Path | None = key("", OPTIONAL_PATH, doc="a file like OpenSSH's authorized_keys, for guests = off")
    sessions_per_host: int = key("3", whole(1, 1000), doc="connections of one host at a time (IPv6: of one /64)")
    logins_per_minute: int = key("10", whole(1, 1000), doc="new connections of one host in a minute")
    most_sessions: int = key("250", whole(1, 10_000), doc="connections of all hosts at a time")
    idle: int = key("60", whole(1, 10_000), unit="minutes", doc="after this time without a key press or a seat it ends")


SSH = Section("ssh", SshSettings, "tables by SSH: ircpoker ssh")


class HostLimits:
    """The connections of all hosts: before and after the login, and the new ones of a minute.

    Somebody who comes always finds room before the login: the oldest connection that has not logged in gives way, of
    the own host if that has its part, otherwise of the host that has most.
    """

    def __init__(self, settings: SshSettings, close: Callable[[int], object] = lambda _: None) -> None:
        """Begin without connections.

        Args:
            settings: the limits.
            close: is called with the number of a connection that gives way.
        """
        self._settings = settings
        self._close = close
        self._logins: SharedPlaces[int] = SharedPlaces(SHARES["logins"], least=settings.sessions_per_host)
        self._sessions: SharedPlaces[int] = SharedPlaces(
            SHARES["sessions"], total=settings.most_sessions, least=settings.sessions_per_host
        )
        self._holders: dict[int, Holder] = {}
        self._new = LastMinute()

    def refusal(self, number: int, address: str, now: float) -> str:
        """Count a new connection, unless it is one too many.

        Args:
            number: its number.
            address: the address of IPv4 or IPv6 that it comes from.
            now: monotonic seconds.

        Returns:
            Why it is refused, in words for its user; empty if it is counted.
        """
        holder, limits = Holder(host_of(address)), self._settings
        self._new.forget(now)
        full = self._sessions.full_for(holder)
        if full == "host":
            return f"Only {limits.sessions_per_host} connections at a time from one host."
        if self._new.counts[holder.host] >= limits.logins_per_minute:
            return f"Only {limits.logins_per_minute} new connections a minute from one host: try again later."
        if full is None and self._logins.take(number, holder) is not None:
            oldest = self._logins.make_room(holder)
            if oldest is not None:
                self.end(oldest)
                self._close(oldest)
            full = self._logins.take(number, holder)
        if full is not None:
            return "All seats in the lobby are taken: try again later."
        self._holders[number] = holder
        self._new.add(holder.host, now)
        return ""

    def log_in(self, number: int) -> None:
        """Count a connection among the sessions; it is closed if it is one too many, as several came at once."""
        holder = self._holders.get(number)
        self._logins.give_back(number)
        if holder is not None and self._sessions.take(number, holder) is not None:
            self.end(number)
            self._close(number)

    def end(self, number: int) -> None:
        """Forget a connection that `refusal` has counted."""
        self._logins.give_back(number)
        self._sessions.give_back(number)
        self._holders.pop(number, None)
