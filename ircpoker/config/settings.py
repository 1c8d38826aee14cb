"""The configuration as values, and with them the declaration of every key of config.ini.

Nothing here reads a file: see `ircpoker.config.loader`. How to add a section: `ircpoker.config.keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from ircpoker.config.administration import ADMIN, FEED
from ircpoker.config.keys import Section, chips, key, seconds
from ircpoker.config.kinds import (
    DATABASE,
    OPTIONAL_PATH,
    PATH,
    SWITCH,
    BadValueError,
    Kind,
    choice,
    matching,
    several,
    whole,
)
from ircpoker.config.networks import NETWORK, NICK, NetworkSettings
from ircpoker.config.web import WEB
from ircpoker.words.languages import ENGLISH, LanguageError, languages, read_language

T = TypeVar("T")

IN_MEMORY = "sqlite://"
"""The database that is lost with the process."""
_MODULE = matching(r"[A-Za-z_][A-Za-z0-9_]{0,63}", "a module's name")


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
    command_interval: float = seconds("2.0", 0.01, 3600, doc="time between commands after a burst")
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
    most_seconds_a_hand: float = seconds(
        "180",
        10,
        3600,
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

    starting_chips: int = chips("1000", doc="the first chips of a new player")
    daily_chips: int = chips("100", doc="the chips that !daily gives")
    gifts_per_day: int = chips("1000", doc="the most chips that a player may give away in a day")
    gift_age: int = key("7", whole(0, 36500), unit="days", doc="the age at which an account may give chips away")
    guest_chips: int = chips(
        "10000", doc="the most chips that a guest who logs in takes along, once for each services account"
    )
    house_stake: int = chips(
        "2000", doc="the most chips that the house stakes in a day on robots that one player calls"
    )
    refills: int = key(
        "5",
        whole(0, 1000),
        unit="refills",
        doc="how often in a day a player with hardly any chips is filled up to the least buy-in, once an hour",
    )
    given_per_host: int = chips(
        "10000", doc="the most chips that the house gives to all guests of one host in a UTC day; 0: no limit"
    )


BOT = Section("bot", BotSettings, "the bot itself")
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
