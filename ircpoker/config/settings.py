"""The configuration as values, and with them the declaration of every key of config.ini.

Nothing here reads a file: see `ircpoker.config.loader`. How to add a section: `ircpoker.config.keys`.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from ircpoker.config.administration import ADMIN, FEED
from ircpoker.config.keys import Section, key
from ircpoker.config.kinds import (
    DATABASE,
    OPTIONAL_PATH,
    PATH,
    SWITCH,
    BadValueError,
    Kind,
    choice,
    matching,
    number,
    pairs,
    several,
    whole,
)
from ircpoker.config.secret import Secret
from ircpoker.config.web import WEB
from ircpoker.runtime.foreign import PROGRAM_VARIABLES
from ircpoker.words.languages import ENGLISH, LanguageError, languages, read_language

T = TypeVar("T")

EMBEDDED = "embedded"
"""The host name of the server inside the bot."""
EMBEDDED_ADDRESS = "127.0.0.1"
CONSOLE_NETWORK = "console"
"""The console's name among the networks; no network may have it."""
IN_MEMORY = "sqlite://"
"""The database that is lost with the process."""
MOST_CHANNEL_TABLES = 9
"""The most tables in a channel that an owner may allow: their numbers have one digit."""

_NICK_PATTERN = r"[A-Za-z\[\]\\`_^{|}][-A-Za-z0-9\[\]\\`_^{|}]{0,29}"
_NICK_WORDS = "a nick: a letter or one of []\\`_^{|}, then also digits and -, at most 30"
NICK = matching(_NICK_PATTERN, _NICK_WORDS)
_CHANNEL = matching(r"[#&+!][^\s,:\x00-\x20\x7f]{1,63}", "a channel")
_HOST = matching(r"[A-Za-z0-9_]([-A-Za-z0-9_.]{0,252})|[0-9A-Fa-f:.]{2,45}", "`embedded`, a host name or an address")
_MODULE = matching(r"[A-Za-z_][A-Za-z0-9_]{0,63}", "a module's name")


def _read_variable(text: str, _folder: Path) -> str:
    if text in PROGRAM_VARIABLES:
        raise BadValueError(text, expected="another variable: programs that play get this one", is_harmless=True)
    if not re.fullmatch(r"([A-Za-z_][A-Za-z0-9_]*)?", text):
        raise BadValueError(text)
    return text


_VARIABLE = Kind("the name of an environment variable", _read_variable)


def _read_language(text: str, _folder: Path) -> str:
    code = text.lower()
    if code not in languages():
        raise BadValueError(text)
    try:
        read_language(code)
    except LanguageError as error:
        expected = f"a file of the language without mistakes: {error}"
        raise BadValueError(text, expected=expected, is_harmless=True) from error
    return code


@dataclass(frozen=True, slots=True)
class BotSettings:
    """The bot itself, the same on all networks.

    Attributes:
        owner: the person who runs it, as a services account or a contact; may be empty on the embedded server.
        nick: the nick on networks without a nick of their own.
        prefix: the text before commands in channels.
        database: an SQLAlchemy URL, which may have a password, so show it only with `hide_password`.
        language: the language of the texts for players, one of `ircpoker.words.languages.languages`.
        cards: `ascii` or `unicode`, for cards in replies.
        colour: whether suits are coloured.
        history: the folder of hand histories and proofs.
        stats: `shared` or `all`, the deals that `!stats` of another player counts.
        plugins: the plugins to load, in this order.
        plugin_path: the folder with the user's own plugins and robots.
    """

    owner: str = key(
        "",
        matching(r".{0,64}", "at most 64 characters"),
        doc="who runs this bot (services account or contact); only needed on other networks than the embedded one",
    )
    nick: str = key("dealer", NICK, doc="the bot's nick")
    prefix: str = key(
        "!",
        matching(r"[!-.:-@\[-`{-~]{1,3}", "one to three signs such as ! or . but no letter, digit, blank or /"),
        doc="the text before commands in channels; `dealer: help` works, too",
    )
    database: str = key(
        "sqlite:///ircpoker.db",
        DATABASE,
        doc="any SQLAlchemy URL; postgresql+psycopg://user@host/name for several bots, its password in ~/.pgpass",
        secret=True,
    )
    language: str = key(
        ENGLISH,
        Kind(f"a language of the catalogue: {', '.join(languages())}", _read_language),
        doc="the language of the texts for players",
    )
    cards: str = key(
        "unicode", choice("unicode", "ascii"), doc="suits as signs (unicode, A♥) or as letters (ascii, Ah)"
    )
    colour: bool = key("on", SWITCH, doc="coloured suits")
    history: Path = key("history", PATH, doc="the folder for hand histories and proofs")
    stats: str = key(
        "shared",
        choice("shared", "all"),
        doc="the deals that !stats of another player counts: those that the person who asks has played, too, or all",
    )
    plugins: tuple[str, ...] = key(
        "parse, slots, videopoker, holdem, draw, tournaments, bank, help, admin",
        several(_MODULE, "names of plugins"),
        doc="the plugins to load",
    )
    plugin_path: Path | None = key("", OPTIONAL_PATH, doc="the folder of your own plugins and robots")

    @property
    def is_in_memory(self) -> bool:
        """Whether the database is lost with the process."""
        return self.database in {IN_MEMORY, f"{IN_MEMORY}/:memory:"}


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
    send_interval: float = key("1.0", number(0.01, 60), unit="seconds", doc="time between lines after a burst")
    answer: float = key(
        "20", number(1, 60), unit="seconds", doc="the longest wait for an answer, then the bot looks whether it is in"
    )
    join_retry: float = key(
        "60",
        number(60, 600),
        unit="seconds",
        doc="time before a channel is tried again, twice as long each time, up to 8 times this, 30 times after a ban",
    )
    backoff_most: float = key(
        "60",
        number(60, 600),
        unit="seconds",
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


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """The limits for one person; the console has none.

    Attributes:
        command_burst: commands at once.
        command_interval: seconds between commands after a burst.
        host_factor: the limit for all guests on one host, as a multiple of one person's; 0 for no such limit.
        accounts_per_hour: the most new guests from one host in an hour; ten times as many without services.
        most_seconds_a_hand: no table is opened, and no tournament takes more people, if a deal would take longer,
            because all tables share the lines of one network.
    """

    command_burst: int = key(
        "10",
        whole(1, 1000),
        unit="commands",
        doc="commands that one person may give at once, then one every command_interval",
    )
    command_interval: float = key("2.0", number(0.01, 3600), unit="seconds", doc="time between commands after a burst")
    host_factor: int = key(
        "4",
        whole(0, 1000),
        doc="all guests on one host, people without an account, may together give this many times as many; 0: no limit",
    )
    accounts_per_hour: int = key(
        "5",
        whole(1, 10**6),
        unit="guests",
        doc="the most new guests from one host in an hour; ten times as many with services = off",
    )
    most_seconds_a_hand: float = key(
        "180",
        number(10, 3600),
        unit="seconds",
        doc="no further table or entry if a deal would take longer: all tables of a network share its lines",
    )


@dataclass(frozen=True, slots=True)
class EconomySettings:
    """Chips that the house gives.

    Attributes:
        starting_chips: the chips of a new player.
        daily_chips: the chips that a player may collect once a day.
        gifts_per_day: the most chips that a player may give away in a day.
        gift_age: the days after which an account may give chips away.
        guest_chips: the most chips that a guest takes along to a services account.
        house_stake: the most chips that the house stakes in a day on robots that one person calls.
        refills: the most refills of a player in a day.
        given_per_host: the most chips that the house gives to the guests of one host in a day; 0 for no limit.
    """

    starting_chips: int = key("1000", whole(0, 10**9), unit="chips", doc="the first chips of a new player")
    daily_chips: int = key("100", whole(0, 10**9), unit="chips", doc="the chips that !daily gives")
    gifts_per_day: int = key(
        "1000", whole(0, 10**9), unit="chips", doc="the most chips that a player may give away in a day"
    )
    gift_age: int = key("7", whole(0, 36500), unit="days", doc="the age at which an account may give chips away")
    guest_chips: int = key(
        "10000",
        whole(0, 10**9),
        unit="chips",
        doc="the most chips that a guest who logs in takes along, once for each services account",
    )
    house_stake: int = key(
        "2000",
        whole(0, 10**9),
        unit="chips",
        doc="the most chips that the house stakes in a day on robots that one player calls",
    )
    refills: int = key(
        "5",
        whole(0, 1000),
        unit="refills",
        doc="how often in a day a player with hardly any chips is filled up to the least buy-in, once an hour",
    )
    given_per_host: int = key(
        "10000",
        whole(0, 10**9),
        unit="chips",
        doc="the most chips that the house gives to all guests of one host in a UTC day; 0: no limit",
    )


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


BOT = Section("bot", BotSettings, "the bot itself")
NETWORK = Section("network", NetworkSettings, "one IRC network", several=True, check=_check_network)
LIMITS = Section("limits", LimitSettings, "the limits for one person; the console has none")
ECONOMY = Section("economy", EconomySettings, "chips that the house gives")

SECTIONS: tuple[Section[Any], ...] = (BOT, NETWORK, LIMITS, ECONOMY, FEED, ADMIN, WEB)
"""The sections of every configuration."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A whole configuration.

    Attributes:
        bot: `[bot]`.
        networks: all `[network:NAME]`, in the order of the file.
        limits: `[limits]`.
        economy: `[economy]`.
        others: the settings of further sections by name, such as those of plugins.
        path: the file; None for the defaults.
    """

    bot: BotSettings = field(default_factory=BotSettings)
    networks: tuple[NetworkSettings, ...] = ()
    limits: LimitSettings = field(default_factory=LimitSettings)
    economy: EconomySettings = field(default_factory=EconomySettings)
    others: Mapping[str, object] = field(default_factory=dict)
    path: Path | None = None

    def section(self, declared: Section[T]) -> T:
        """Return the settings of a further section.

        Args:
            declared: the section's declaration.

        Returns:
            The settings in the file, or the defaults if the section was not read.
        """
        settings = self.others.get(declared.name)
        return declared.settings() if settings is None else cast(T, settings)
