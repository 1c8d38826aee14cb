"""`[web]`: the page beside the bot."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from ircpoker.config.keys import Section, key
from ircpoker.config.kinds import SWITCH, BadValueError, Kind, matching, several, whole

_HOST = r"(?:[A-Za-z0-9](?:[-A-Za-z0-9.]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])"
_URL = re.compile(rf"https?://{_HOST}(?::[0-9]{{1,5}})?(?:/[-A-Za-z0-9._~]+)*/?")
_LISTEN = re.compile(rf"({_HOST}):([0-9]{{1,5}})")


class Listen(NamedTuple):
    """Where the page's server listens.

    Attributes:
        host: a host name or an address.
        port: the port; 0 for any free one.
    """

    host: str
    port: int


def is_loopback(host: str) -> bool:
    """Return whether a host is certainly this machine.

    Examples:
        >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("[::1]"), is_loopback("example.org")
        (True, True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _read_url(text: str, _folder: Path) -> str:
    if not text:
        return ""
    if not _URL.fullmatch(text) or len(text) > 200:
        raise BadValueError(text)
    parts = urlsplit(text)
    if parts.scheme != "https" and not is_loopback(parts.hostname or ""):
        expected = "https:// for other machines: without it a player's link and cards could be read on the way"
        raise BadValueError(text, expected=expected)
    return text.rstrip("/")


def _read_listen(text: str, _folder: Path) -> Listen:
    match = _LISTEN.fullmatch(text)
    if match is None or int(match[2]) > 65535:
        raise BadValueError(text)
    return Listen(match[1].strip("[]"), int(match[2]))


_ADDRESS = matching(r"[0-9A-Fa-f:.]{2,45}", "an address")
_WAY = matching(r"(?:ircs?|https|ssh)://[!-~]{1,200}", "irc://, ircs://, https:// or ssh://")


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The page.

    Attributes:
        url: where people find it, without a slash at the end; empty if players get no links.
        listen: where its server listens.
        proxies: the addresses of reverse proxies, whose word for a visitor's address is taken.
        per_address: the most connections and streams of one address at a time.
        most_connections: the most connections in all.
        guests: whether people may play who have no other name: their browser keeps the key to their account.
        ways: other ways to the bot, as links.
    """

    url: str = key(
        "",
        Kind("nothing, https://HOST/PATH, or http:// for this machine", _read_url),
        doc="where people find the page, such as https://example.org/poker; empty: !web and !replay give no links",
    )
    listen: Listen = key(
        "127.0.0.1:8080",
        Kind("HOST:PORT", _read_listen),
        doc="where `ircpoker web` listens; a reverse proxy brings others",
    )
    proxies: tuple[str, ...] = key(
        "",
        several(_ADDRESS, "addresses"),
        doc="reverse proxies, whose X-Forwarded-For is believed, such as 127.0.0.1; empty: nobody's is",
    )
    per_address: int = key("64", whole(1, 100_000), unit="connections", doc="the most of one address at a time")
    most_connections: int = key("4000", whole(1, 1_000_000), unit="connections", doc="the most in all")
    guests: bool = key("off", SWITCH, doc="on: people play by the page alone; a cookie is the key to their account")
    ways: tuple[str, ...] = key(
        "",
        several(_WAY, "links"),
        doc="other ways to the bot, shown as links, such as ircs://irc.example.org/poker, ssh://example.org:2222",
    )

    @property
    def root(self) -> str:
        """The path in front of all paths, without a slash at the end; empty for none."""
        return urlsplit(self.url).path.rstrip("/")

    @property
    def is_secure(self) -> bool:
        """Whether people come by https."""
        return self.url.startswith("https:")

    def link(self, kind: Literal["sit", "join", "hand"], code: str) -> str:
        """Return the link that opens a person's seat, takes up an invitation or shows a deal; empty without a page.

        Examples:
            >>> WebSettings("https://poker.example.org").link("sit", "12ab"), WebSettings("").link("sit", "12ab")
            ('https://poker.example.org/sit/12ab', '')
        """
        return f"{self.url}/{kind}/{code}" if self.url else ""

    def hosts(self, port: int) -> frozenset[str]:
        """Return the names by which a browser may ask for the page.

        Any other name means that another site has pointed its own name to this address.

        Args:
            port: the port where the server listens.
        """
        own = [
            "localhost",
            "127.0.0.1",
            "[::1]",
            f"[{self.listen.host}]" if ":" in self.listen.host else self.listen.host,
        ]
        names = {f"{host}:{port}" for host in own} | ({*own} if port == 80 else set())
        return frozenset(names | ({urlsplit(self.url).netloc.lower()} if self.url else set()))


def _check(web: WebSettings) -> Iterable[tuple[str, str]]:
    if web.per_address > web.most_connections:
        yield "per_address", f"expected at most most_connections, {web.most_connections}"


WEB = Section("web", WebSettings, "the page beside the bot, served by `ircpoker web`", check=_check)
