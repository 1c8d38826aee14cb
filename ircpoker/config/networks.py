"""`[network:NAME]`: where the bot plays, how it logs in, and how fast its lines may go."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ircpoker.config.keys import Section, key, seconds
from ircpoker.config.kinds import (
    OPTIONAL_PATH,
    SWITCH,
    BadValueError,
    Kind,
    choice,
    matching,
    pairs,
    several,
    whole,
)
from ircpoker.config.secret import Secret
from ircpoker.runtime.foreign import PROGRAM_VARIABLES

EMBEDDED = "embedded"
"""The host name of the server inside the bot."""
EMBEDDED_ADDRESS = "127.0.0.1"
CONSOLE_NETWORK = "console"
"""The console's name among the networks; no network may have it."""
MOST_CHANNEL_TABLES = 9
"""The most tables in a channel that an owner may allow: their numbers have one digit."""

_NICK_PATTERN = r"[A-Za-z\[\]\\`_^{|}][-A-Za-z0-9\[\]\\`_^{|}]{0,29}"
_NICK_WORDS = "a nick: a letter or one of []\\`_^{|}, then also digits and -, at most 30"
NICK = matching(_NICK_PATTERN, _NICK_WORDS)
_CHANNEL = matching(r"[#&+!][^\s,:\x00-\x20\x7f]{1,63}", "a channel")
_HOST = matching(r"[A-Za-z0-9_]([-A-Za-z0-9_.]{0,252})|[0-9A-Fa-f:.]{2,45}", "`embedded`, a host name or an address")


def _read_variable(text: str, _folder: Path) -> str:
    if text in PROGRAM_VARIABLES:
        raise BadValueError(text, expected="another variable: programs that play get this one", is_harmless=True)
    if not re.fullmatch(r"([A-Za-z_][A-Za-z0-9_]*)?", text):
        raise BadValueError(text)
    return text


_VARIABLE = Kind("the name of an environment variable", _read_variable)


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """One IRC network.

    Attributes:
        name: the name after `network:`; it must not change, because players are stored with it.
        host: `embedded`, a host name or an address.
        port: 1 to 65535.
        tls: whether the connection is encrypted and the certificate verified.
        channels: the channels to join.
        channel_keys_file: the file with the keys of channels.
        channel_ops: whether the operators of a channel may choose its settings.
        forwards: the channels in which the bot may be in place of others, where the server forwards it there.
        tables_per_channel: the most tables that may be open in a channel at once.
        nick: the bot's nick; `load_settings` fills in the nick of `[bot]` if the file has none.
        services: whether people there can have services accounts.
        sasl: "", "plain", "external", "scram-sha-256", or "nickserv" for a network without SASL.
        account: the services account for `sasl`.
        tls_certificate: the file with the bot's own certificate and its key, for `sasl = external`.
        password_env: the environment variable that holds the password.
        password_file: the file whose first line is the password.
        send_burst: lines that may be sent at once.
        send_interval: seconds between lines after a burst.
        answer: seconds within which a server must have answered.
        join_retry: seconds before the second attempt to join a channel; the least between two is a sixth of it.
        backoff_most: the most seconds between two attempts to connect, but after a ban.
        server_password_env: the environment variable that holds the server's own password.
        server_password_file: the file whose first line is that password.
        password: read from the variable or file; None without `sasl`.
        server_password: the server's, read likewise; None if it has none.
        channel_keys: the keys of channels by their names, read from the file.
    """

    name: str
    host: str = key(EMBEDDED, _HOST, doc="embedded (a server inside the bot, on 127.0.0.1), or a host name")
    port: int = key("6667", whole(1, 65535), doc="its port, usually 6697 with tls")
    tls: bool = key("off", SWITCH, doc="on: encrypted, with the server's certificate verified")
    channels: tuple[str, ...] = key(
        "", several(_CHANNEL, "channels such as #poker"), doc="channels to join, separated by commas"
    )
    channel_keys_file: Path | None = key(
        "", OPTIONAL_PATH, doc="a file with the keys of channels (mode +k), in lines such as `#poker KEY`", secret=True
    )
    forwards: tuple[tuple[str, str], ...] = key(
        "",
        pairs(_CHANNEL, "pairs such as `#poker ##poker`"),
        doc="where the bot may be instead, if the server forwards it: the channel, a blank, the other one",
    )
    channel_ops: bool = key(
        "on", SWITCH, doc="whether a channel's operators (@) may choose its settings with !channel; administrators may"
    )
    tables_per_channel: int = key(
        "1",
        whole(1, MOST_CHANNEL_TABLES),
        unit="tables",
        doc="the most tables in a channel at once; with more than 1, their lines begin with the table's number",
    )
    nick: str = key(
        "",
        matching(f"(?:{_NICK_PATTERN})?", f"nothing or {_NICK_WORDS}"),
        doc="the nick on this network, if it is another than [bot] nick",
    )
    services: bool = key("on", SWITCH, doc="off where people can have no services accounts, as on EFnet or a LAN")
    sasl: str = key(
        "",
        choice("", "plain", "external", "scram-sha-256", "nickserv"),
        doc="how to log in to services: plain, external, scram-sha-256, or nickserv (the server's own NICKSERV "
        "command); empty: not at all",
    )
    account: str = key("", matching(r"\S{0,64}", "a name without blanks"), doc="the services account to log in to")
    password_env: str = key(
        "",
        _VARIABLE,
        doc="the environment variable with its password",
        secret=True,
    )
    password_file: Path | None = key(
        "", OPTIONAL_PATH, doc="or a file with the password as its first line", secret=True
    )
    server_password_env: str = key(
        "",
        _VARIABLE,
        doc="the environment variable with the server's own password, if it has one",
        secret=True,
    )
    server_password_file: Path | None = key("", OPTIONAL_PATH, doc="or a file with it as its first line", secret=True)
    tls_certificate: Path | None = key(
        "", OPTIONAL_PATH, doc="for sasl = external: a file with the bot's certificate and its key"
    )
    send_burst: int = key("4", whole(1, 100), unit="lines", doc="lines sent at once, then one every send_interval")
    send_interval: float = seconds("1.0", 0.01, 60, doc="time between lines after a burst")
    answer: float = seconds("20", 1, 60, doc="the longest wait for an answer, then the bot looks whether it is in")
    join_retry: float = seconds(
        "60",
        60,
        600,
        doc="time before a channel is tried again, twice as long each time, up to 8 times this, 30 times after a ban",
    )
    backoff_most: float = seconds(
        "60",
        60,
        600,
        doc="the most time between attempts to connect, 30 times this after a ban; the pause begins anew after such a "
        "long stay",
    )
    password: Secret | None = None
    server_password: Secret | None = None
    channel_keys: Mapping[str, Secret] = field(default_factory=dict)

    @property
    def is_embedded(self) -> bool:
        """Whether the server is the one inside the bot."""
        return self.host.lower() == EMBEDDED

    @property
    def address(self) -> str:
        """The host to connect to."""
        return EMBEDDED_ADDRESS if self.is_embedded else self.host

    @property
    def is_local(self) -> bool:
        """Whether nothing that is sent leaves this machine."""
        try:
            return ipaddress.ip_address(self.address).is_loopback
        except ValueError:
            return self.address.lower() == "localhost"


def _check_network(network: NetworkSettings) -> Iterable[tuple[str, str]]:
    """Find conflicts between the keys of one network."""
    if network.name.lower() == CONSOLE_NETWORK:
        yield "", f"the name {CONSOLE_NETWORK} is taken by the console: choose another"
    if network.is_embedded and network.tls:
        yield "tls", "the embedded server has no TLS: expected off"
    if network.password_env and network.password_file:
        yield "password_file", "password_env is there as well: expected one of the two"
    if network.server_password_file is not None and network.server_password_env:
        yield "server_password_file", "server_password_env is there as well: expected one of the two"


def check_login(network: NetworkSettings) -> Iterable[tuple[str, str]]:
    """Find mistakes in the login keys of a network.

    Args:
        network: the network's settings.

    Yields:
        Pairs of key and complaint.
    """
    if network.is_embedded and network.sasl:
        yield "sasl", "the embedded server has no services: expected nothing"
    elif network.sasl in {"plain", "nickserv"} and not network.tls and not network.is_local:
        yield "sasl", f"{network.sasl} would send the password in the clear: expected tls = on"
    elif network.sasl == "external" and not (network.tls and network.tls_certificate):
        yield "sasl", "external shows a certificate: expected tls = on and a tls_certificate"
    if network.tls_certificate is not None and not _is_certificate(network.tls_certificate):
        yield "tls_certificate", "the file cannot be read: expected a certificate and its key in PEM form"
    if network.sasl and network.sasl != "external" and not network.account:
        yield "account", f"sasl = {network.sasl} needs the name of an account"


def _is_certificate(file: Path) -> bool:
    """Return whether a file can be shown as the bot's certificate."""
    import ssl  # noqa: PLC0415 - it takes long, and hardly anybody has such a file

    try:
        ssl.create_default_context().load_cert_chain(file, password="")  # an encrypted key would ask the terminal
    except (OSError, ValueError):
        return False
    return True


NETWORK = Section("network", NetworkSettings, "one IRC network", several=True, check=_check_network)
