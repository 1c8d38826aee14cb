"""The settings that channels choose for their tables: read, checked and kept."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from datetime import UTC
from types import MappingProxyType

from ircpoker.chat.services import Services
from ircpoker.config.networks import MOST_CHANNEL_TABLES
from ircpoker.errors import LedgerError, NotAllowedError, UsageError, quote
from ircpoker.ledger import SetChannelSetting
from ircpoker.lobby.opening import read_games
from ircpoker.lobby.settings import TABLE_SECTIONS, USUAL_RULES, ChannelRules, Pace, hours_text, stakes_text
from ircpoker.table import GAMES, ForcedBets, Stakes
from ircpoker.words import Phrase
from ircpoker.words.languages import languages
from ircpoker.words.nearest import nearest

SETTINGS = (
    "blinds",
    "ante",
    "pace",
    "games",
    "tables",
    "talk",
    "mixed",
    "language",
    "public",
    "play",
    "quiet",
    "lines",
    "daily",
)
"""The names of all settings."""
AT_ONCE = frozenset({"talk", "mixed", "language", "public", "play", "quiet", "lines", "daily"})
"""The settings that count for tables that are open, too."""
DEFAULT = "default"
"""The value that takes a choice back."""
_NORMAL_PACE = "normal"
_PACES = (_NORMAL_PACE, Pace.TURBO.value, Pace.SLOW.value)
_TALKS = ("full", "short")
_OFF = "off"
_SWITCH = ("on", _OFF)
_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"pace": _PACES, "talk": _TALKS, **dict.fromkeys(("public", "mixed", "play", "daily"), _SWITCH)}
)
"""The settings with a few fixed values."""
CLOSING = frozenset({"play", "quiet"})
"""The settings that end tables, so that nobody chooses them who plays there."""
_HOURS = re.compile(r"([01]?[0-9]|2[0-3])(?::00)? ?- ?([01]?[0-9]|2[0-4])(?::00)?")
_LINES = range(6, 61)
"""The most public lines a minute that a channel may choose: with fewer a deal would take minutes."""
_ALL = "all"
_SIZES = {"blinds": re.compile(r"([0-9]{1,10}) ?/ ?([0-9]{1,10})"), "ante": re.compile(r"([0-9]{1,10})")}
_FORCED_BETS = {"blinds": ForcedBets.BLINDS, "ante": ForcedBets.ANTES}
_RETRY_SECONDS = 60.0
_LONGEST_AUTHOR = 255

_logger = logging.getLogger(__name__)


class ChannelSettingsBook(dict[str, dict[str, ChannelRules]]):
    """The choices of channels by network and by channel in small letters; each network is read from the ledger once."""

    def __init__(self, services: Services, games: Sequence[str]) -> None:
        """Begin with none.

        Args:
            services: has the ledger and the owner's limits.
            games: the games that can be played, keys of `GAMES`; plugins add to them.
        """
        super().__init__()
        self._services = services
        self._games = games
        self._failed_at: dict[str, float] = {}

    def forget(self, network: str) -> None:
        """Read the settings of a network anew when they are needed next."""
        self.pop(network, None)
        self._failed_at.pop(network, None)

    def rules(self, network: str, channel: str) -> ChannelRules:
        """Return the choices of a channel, in any case; the usual ones while the ledger cannot be read."""
        return self[network].get(channel.lower(), USUAL_RULES)

    def hour(self) -> int:
        """Return the hour of the day, UTC."""
        return self._services.clock.now().astimezone(UTC).hour

    def is_closed(self, network: str, channel: str) -> bool:
        """Return whether a channel has chosen that nothing is played there now."""
        rules = self.rules(network, channel)
        return rules is not USUAL_RULES and rules.is_closed(self.hour())

    def __missing__(self, network: str) -> dict[str, ChannelRules]:
        """Read the choices of a network's channels; none for a while after the ledger has failed."""
        failed_at = self._failed_at.get(network)
        if failed_at is not None and self._services.clock.monotonic() < failed_at + _RETRY_SECONDS:
            return {}
        try:
            stored = self._services.ledger.channel_settings(network)
        except LedgerError as error:
            self._failed_at[network] = self._services.clock.monotonic()
            _logger.warning("%s: channels have the usual settings, because theirs cannot be read: %s", network, error)
            return {}
        self[network] = {channel: read_rules(chosen, self._games) for channel, chosen in stored.items()}
        return self[network]

    def names(self, network: str) -> list[str]:
        """Return the settings that can be chosen on a network."""
        left_out = {name for name in _FORCED_BETS if not self._having(name)}
        left_out |= {"games"} if len(self._games) < 2 else set()
        left_out |= {"tables", "mixed"} if self._most_tables(network) < 2 else set()
        left_out |= {"language"} if len(languages()) < 2 else set()
        return [name for name in SETTINGS if name not in left_out]

    def shown(self, network: str, channel: str) -> dict[str, str]:
        """Return the settings of a channel as they are typed, the usual ones too."""
        rules = self.rules(network, channel)
        return {name: self._value(name, rules, network) for name in self.names(network)}

    def check(self, network: str, name: str, value: str) -> tuple[str, str]:
        """Return a setting and its value in the form in which they are stored.

        Args:
            network: the network.
            name: the name of the setting, in any case.
            value: the value, or `default`.

        Returns:
            The name, and the value; empty for the usual one.

        Raises:
            UsageError: there is no such setting, or it has no such value.
            NotAllowedError: the owner allows no other value.
        """
        name, names = name.lower(), self.names(network)
        if name not in names:
            near = nearest(name, names)
            meant = Phrase("errors.meant", name=near) if near else Phrase("errors.choices", known=", ".join(names))
            raise UsageError(Phrase("errors.no_setting", name=quote(name), meant=meant))
        text = value.lower()
        return name, "" if text == DEFAULT else self._read_value(name, text, network)

    def set(self, network: str, channel: str, name: str, value: str, by: str) -> tuple[str, str]:
        """Store a setting of a channel; it is not checked here who may do that.

        Args:
            network: the network's name in the configuration.
            channel: the channel; it need not be one of the configuration.
            name: the name of the setting.
            value: the value, or `default`.
            by: who sets it, for the ledger and the log.

        Returns:
            The name and the value that counts now, as they are typed.

        Raises:
            UsageError: there is no such setting, or it has no such value.
            NotAllowedError: the owner allows no other value.
            LedgerError: the ledger failed.
        """
        name, value = self.check(network, name, value)
        channel = channel.lower()
        self._services.ledger.save(SetChannelSetting(network, channel, name, value, by[:_LONGEST_AUTHOR]))
        self.forget(network)
        shown = self.shown(network, channel)[name]
        _logger.info("%s %a: %s = %s, set by %a", network, channel, name, shown, by)
        return name, shown

    def note_daily(self, network: str, channel: str, day: str) -> None:
        """Store that a channel was asked the hand of a day.

        Raises:
            LedgerError: the ledger failed.
        """
        self._services.ledger.save(SetChannelSetting(network, channel, "daily", day, "daily"))
        self.forget(network)

    # Values

    def _having(self, name: str) -> list[str]:
        """Return the games with these forced bets."""
        return [game for game in self._games if GAMES[game].forced_bets is _FORCED_BETS[name]]

    def _stakes(self, game: str, sizes: tuple[int, ...] = ()) -> Stakes:
        return self._services.settings.section(TABLE_SECTIONS[GAMES[game].name]).stakes(GAMES[game], sizes)

    def _most_tables(self, network: str) -> int:
        networks = self._services.settings.networks
        return next((each.tables_per_channel for each in networks if each.name == network), 1)

    def _value(self, name: str, rules: ChannelRules, network: str) -> str:
        """Return a setting as it counts now."""
        match name:
            case "blinds" | "ante":
                usual = stakes_text(self._stakes(self._having(name)[0])).removeprefix("ante ")
                return "/".join(map(str, getattr(rules, name))) or usual
            case "pace":
                return rules.pace.value or _NORMAL_PACE
            case "games":
                return " ".join(rules.games) or _ALL
            case "tables":
                most = self._most_tables(network)
                return str(min(most, rules.tables or most))
            case "language":
                return rules.language or self._services.settings.bot.language
            case "public" | "mixed" | "play" | "daily":
                off = {"public": not rules.is_public, "mixed": not rules.is_mixed, "play": rules.is_off}
                return _SWITCH[off.get(name, not rules.daily)]
            case "quiet":
                return hours_text(rules.quiet) or _OFF
            case "lines":
                return str(rules.lines or _ALL)
            case _:
                return _TALKS[rules.is_short]

    def _read_value(self, name: str, text: str, network: str) -> str:
        """Return a value as it is stored; see `check`."""
        match name:
            case "blinds" | "ante":
                return self._read_sizes(name, text)
            case "games":
                return "" if text == _ALL else ",".join(read_games(text, self._games))
            case "quiet":
                hours = _read_hours(text)
                if hours or text == _OFF:
                    return "-".join(map(str, hours))
                raise _no_choice(name, text, Phrase("channel.expected_quiet"))
            case "lines":
                if text == _ALL:
                    return ""
                known = tuple(map(str, _LINES))
                expected: Phrase | str = Phrase("channel.expected_lines", least=_LINES[0], most=_LINES[-1])
            case _:
                usual = languages() if name == "language" else map(str, range(1, self._most_tables(network) + 1))
                known = _CHOICES.get(name) or tuple(usual)
                expected = ", ".join(known)
        if text not in known:
            raise _no_choice(name, text, expected)
        return text

    def _read_sizes(self, name: str, text: str) -> str:
        """Return blinds or an ante that at least one game may have."""
        sizes = _sizes(name, text)
        if not sizes:
            raise _no_choice(name, text, Phrase(f"channel.expected_{name}"))
        refusals: list[NotAllowedError | UsageError] = []
        for game in self._having(name):
            try:
                self._stakes(game, sizes)
            except (NotAllowedError, UsageError) as error:
                refusals.append(error)
            else:
                return "/".join(map(str, sizes))
        raise refusals[0]


def read_rules(stored: Mapping[str, str], games: Sequence[str]) -> ChannelRules:
    """Return stored settings as rules, without values of other versions.

    Args:
        stored: the values by name.
        games: the games that can be played now.

    Examples:
        >>> rules = read_rules({"blinds": "10/20", "games": "omaha,holdem", "pace": "warp"}, ["holdem", "omaha"])
        >>> rules.blinds, rules.games, rules.pace.value
        ((10, 20), ('omaha', 'holdem'), '')
    """
    tables = stored.get("tables", "")
    return ChannelRules(
        blinds=_sizes("blinds", stored.get("blinds", "")),
        ante=_sizes("ante", stored.get("ante", "")),
        pace=next((pace for pace in Pace if pace and pace.value == stored.get("pace")), Pace.NORMAL),
        games=tuple([game for game in stored.get("games", "").split(",") if game in games]),
        tables=int(tables) if tables in set(map(str, range(1, MOST_CHANNEL_TABLES + 1))) else 0,
        is_short=stored.get("talk") == "short",
        language=stored.get("language", ""),
        is_public=stored.get("public") != "off",
        is_mixed=stored.get("mixed") != "off",
        is_off=stored.get("play") == "off",
        quiet=_read_hours(stored.get("quiet", "")),
        daily=daily if (daily := stored.get("daily", "")) != _OFF else "",
        lines=int(lines) if (lines := stored.get("lines", "")) in set(map(str, _LINES)) else 0,
    )


def _sizes(name: str, text: str) -> tuple[int, ...]:
    match = _SIZES[name].fullmatch(text)
    return tuple(map(int, match.groups())) if match else ()


def _read_hours(text: str) -> tuple[int, ...]:
    """Return hours of the day, such as `22-8`; none for any other text."""
    match = _HOURS.fullmatch(text)
    hours = (int(match[1]), int(match[2]) % 24) if match else (0, 0)
    return hours if hours[0] != hours[1] else ()


def _no_choice(name: str, text: str, known: Phrase | str) -> UsageError:
    return UsageError(Phrase("errors.no_choice_for", value=quote(text), name=name, known=known))
