"""Reads config.ini as `Settings`, or reports all its problems; and all keys as such a file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from ircpoker.config.administration import ADMIN, FEED, complaints
from ircpoker.config.ini import MOST_COMPLAINTS, Texts, parse_ini, quote_path, read_text
from ircpoker.config.keys import Key, Section
from ircpoker.config.kinds import BadValueError
from ircpoker.config.networks import NetworkSettings, check_login
from ircpoker.config.secret import Secret, read_channel_keys
from ircpoker.config.settings import BOT, SECTIONS, BotSettings, Settings
from ircpoker.errors import ConfigError, InvalidConfigError, quote
from ircpoker.words.nearest import meant, nearest

T = TypeVar("T")

_NETWORK_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
LONGEST_PASSWORD = 1000
"""In bytes."""


def load_settings(
    path: Path,
    *,
    sections: Iterable[Section[Any]] = SECTIONS,
    environment: Mapping[str, str] = os.environ,
    connecting: bool = True,
    others: bool = False,
) -> Settings:
    """Read and check a configuration.

    Args:
        path: the file; relative paths in it start at its folder.
        sections: the sections to read: `SECTIONS`, and those of plugins.
        environment: the environment variables, which may hold passwords.
        connecting: whether the bot will connect to networks, and so needs at least one, an owner and the passwords. The
            console does not.
        others: whether there may be other sections, which are left alone.

    Returns:
        The settings, defaults filled in.

    Raises:
        ConfigError: the file cannot be read.
        InvalidConfigError: the file has problems; the error lists them all.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100 - Path.resolve() would follow links away from the folder
    reader = _SettingsReader(tuple(sections), path.parent)
    settings = reader.read(read_text(path), path, others=others)
    if connecting:
        settings = reader.finish_networks(settings, environment)
    if reader.problems:
        raise InvalidConfigError(quote_path(path), tuple(reader.problems))
    return settings


def read_bot(path: Path) -> BotSettings:
    """Return `[bot]` of a configuration, with defaults in place of wrong values, to find the plugins."""
    reader = _SettingsReader((BOT,), Path(os.path.abspath(path)).parent)  # noqa: PTH100 - as above
    return reader.read_bot(read_text(path))


def default_settings(folder: Path, *, sections: Iterable[Section[Any]] = SECTIONS) -> Settings:
    """Return the settings of an empty configuration file in `folder`, without networks."""
    return _SettingsReader(tuple(sections), Path(os.path.abspath(folder))).read("", None)  # noqa: PTH100 - as above


class _SettingsReader:
    """Reads one configuration; every problem found goes to `problems`."""

    def __init__(self, sections: tuple[Section[Any], ...], folder: Path) -> None:
        self.sections = {section.name: section for section in sections}
        self.folder = folder
        self.problems: list[ConfigError] = []

    def read(self, text: str, path: Path | None, *, others: bool = False) -> Settings:
        """Return the settings, even if there are `problems`."""
        texts, problems = parse_ini(text)
        self.problems += problems
        for heading in () if others else texts:
            self._check_heading(heading)
        single = {
            name: self._read_section(section, name, texts.get(name, {}))
            for name, section in self.sections.items()
            if not section.several
        }
        bot: BotSettings = single.pop("bot")
        networks = [replace(network, nick=network.nick or bot.nick) for network in self._read_networks(texts)]
        return Settings(
            bot=bot,
            networks=tuple(networks),
            limits=single.pop("limits"),
            economy=single.pop("economy"),
            others=single,
            path=path,
        )

    def read_bot(self, text: str) -> BotSettings:
        """Return only `[bot]`."""
        return self._read_section(BOT, BOT.name, parse_ini(text)[0].get(BOT.name, {}))

    def finish_networks(self, settings: Settings, environment: Mapping[str, str]) -> Settings:
        """Return the settings with passwords, after the checks that matter only for connecting."""
        if not settings.networks and not any(problem.section.startswith("network") for problem in self.problems):
            self._complain("no [network:NAME] section: nothing to connect to", "network")
        outside = [network.name for network in settings.networks if not network.is_embedded]
        if outside and not settings.bot.owner:
            where = _heading("network", outside[0])
            self._complain(
                f"[bot] owner is empty: expected the person who answers for this bot, as {where} is a real network",
                "bot",
                "owner",
            )
        embedded = [network for network in settings.networks if network.is_embedded]
        for at, network in enumerate(embedded):
            if network.port in [other.port for other in embedded[:at]]:
                heading = _heading("network", network.name)
                self._complain(f"{heading} port = {network.port}: another embedded server has it", "network", "port")
        for section, key, complaint in complaints(settings.section(FEED), settings.section(ADMIN), settings.networks):
            self._complain(f"[{section}] {key}: {complaint}", section, key)
        networks = [self._finish_login(network, environment) for network in settings.networks]
        return replace(settings, networks=tuple(networks))

    def _finish_login(self, network: NetworkSettings, environment: Mapping[str, str]) -> NetworkSettings:
        """Return a network with its passwords, if it needs any."""
        if network.server_password_file or network.server_password_env:
            password = self._read_secret(network, lambda: _find_password(network, environment, "server_password"), None)
            network = replace(network, server_password=password)
        if (path := network.channel_keys_file) is not None:
            channel_keys = self._read_secret(network, lambda: read_channel_keys(path), dict[str, Secret]())
            network = replace(network, channel_keys=channel_keys)
        if not network.sasl:
            return network
        shown = _heading("network", network.name)
        heading = shown[1:-1]
        if not any(problem.section == heading for problem in self.problems):
            for name, complaint in check_login(network):
                self._complain(f"{shown} {name}: {complaint}", heading, name)
        if network.sasl == "external":
            return network
        password = self._read_secret(network, lambda: _find_password(network, environment, "password"), None)
        return replace(network, password=password)

    def _read_secret(self, network: NetworkSettings, read: Callable[[], T], otherwise: T) -> T:
        """Return what a file or a variable has that a network's keys name."""
        try:
            return read()
        except ConfigError as error:
            heading = _heading("network", network.name)
            self._complain(f"{heading} {error.key}: {error}", heading[1:-1], error.key)
            return otherwise

    def _complain(self, message: str, section: str, key: str = "") -> None:
        self.problems.append(ConfigError(message, section, key))

    def _check_heading(self, heading: str) -> None:
        """Complain about a section that does not exist."""
        base, colon, name = heading.partition(":")
        section = self.sections.get(base)
        if len(self.problems) > MOST_COMPLAINTS:
            return
        if section is not None and section.several == bool(colon):
            if colon and not _NETWORK_NAME.fullmatch(name):
                expected = "a name of letters, digits, _ . or -, at most 32"
                self._complain(f"{_heading(base, name)}: expected {expected} after the colon", heading)
            return
        near = nearest(base, self.sections)
        allowed = [declared.heading for declared in self.sections.values()]
        hint = f"did you mean {self.sections[near].heading}?" if near else f"expected {', '.join(allowed)}"
        self._complain(f"[{quote(heading)[1:-1]}] is not a section: {hint}", heading)

    def _read_networks(self, values: Texts) -> Iterator[NetworkSettings]:
        names: set[str] = set()
        for heading, texts in values.items():
            base, colon, name = heading.partition(":")
            if base == "network" and colon:
                if name.lower() in names:
                    self._complain(
                        f"{_heading(base, name)}: another network has the same name, except for case", heading
                    )
                names.add(name.lower())
                yield self._read_section(self.sections[base], heading, texts, name=name)

    def _read_section(self, section: Section[T], heading: str, texts: Mapping[str, str], **given: str) -> T:
        """Return the settings of one section, with defaults in place of wrong values."""
        keys = section.keys
        shown = f"[{quote(heading)[1:-1]}]"
        for name in texts:
            if name not in keys and len(self.problems) <= MOST_COMPLAINTS:
                elsewhere = [each.heading for each in self.sections.values() if name in each.keys]
                self._complain(f"{shown} {_unknown_key(name, keys, elsewhere)}", heading, name)
        known = len(self.problems)
        values = {key.field: self._read_key(key, heading, texts.get(key.name)) for key in keys.values()}
        settings = section.settings(**given, **values)
        if len(self.problems) == known:
            for name, complaint in section.check(settings):
                self._complain(f"{' '.join([shown, name]).rstrip()}: {complaint}", heading, name)
        return settings

    def _read_key(self, key: Key, heading: str, text: str | None) -> object:
        if text is not None:
            try:
                return _read_value(key, text, self.folder)
            except BadValueError as error:
                value = "" if key.is_secret and not error.is_harmless else f" = {quote(error.token)}"
                where = f"[{quote(heading)[1:-1]}] {key.name}"
                expected = error.expected or key.kind.expected
                self._complain(f"{where}{value}: expected {expected}", heading, key.name)
        return key.kind.read(key.default, self.folder)


def _heading(base: str, name: str) -> str:
    return f"[{base}:{quote(name)[1:-1]}]"


def _unknown_key(name: str, keys: Mapping[str, Key], elsewhere: Sequence[str]) -> str:
    """Return the complaint about an unknown key, without its value, which may be a password.

    Args:
        name: the key.
        keys: those of the section.
        elsewhere: the headings of the sections that have it.
    """
    shown = quote(name)[1:-1]
    if name == "password" and "password_env" in keys:
        return f"{shown}: a password may not be in the configuration: expected password_env or password_file"
    if elsewhere:
        return f"{shown} is not a key here: it belongs into {' or '.join(elsewhere)}"
    return f"{shown} is not a key here: {meant(name, keys)}"


def _read_value(key: Key, text: str, folder: Path) -> object:
    """Read the text after the `=`.

    Raises:
        BadValueError: the text is not of the key's kind, or has control characters.
    """
    # A value may continue on indented lines, because lists can be long.
    text = text.replace("\n", " ").strip()
    if not text.isprintable():
        raise BadValueError(text, expected="text without control characters")
    return key.kind.read(text, folder)


def _find_password(network: NetworkSettings, environment: Mapping[str, str], name: str) -> Secret | None:
    """Return the password from the variable or file that the network's keys name, `{name}_env` or `{name}_file`.

    Raises:
        ConfigError: the password is missing. The error has the key but not its value, which may be the password itself.
    """
    path: Path | None = getattr(network, f"{name}_file")
    variable: str = getattr(network, f"{name}_env")
    if path is not None:
        key = f"{name}_file"
        try:
            with path.open("rb") as file:
                content = file.readline(LONGEST_PASSWORD + 2).rstrip(b"\r\n")
        except (OSError, ValueError) as error:
            raise ConfigError("the file cannot be read: expected the password as its first line", key=key) from error
    elif variable:
        key = f"{name}_env"
        content = os.fsencode(environment.get(variable, ""))
    else:
        raise ConfigError(
            f"sasl = {network.sasl} needs a password: expected password_env or password_file", key="password_env"
        )
    try:
        password = content.decode()
    except UnicodeDecodeError as error:
        raise ConfigError("the password is not UTF-8 text", key=key) from error
    if not 0 < len(content) <= LONGEST_PASSWORD or "\0" in password:
        raise ConfigError(
            "there is no password: the variable is not set, or the first line is empty or too long", key=key
        )
    return Secret(password)


def format_reference(sections: Iterable[Section[Any]] = SECTIONS) -> str:
    """Return every section and key with its default, unit and allowed values, as a config.ini.

    Args:
        sections: the sections to show.

    Returns:
        Text that is a valid configuration file with all defaults.

    Examples:
        >>> from ircpoker.config.settings import LIMITS
        >>> print(format_reference([LIMITS]).splitlines()[3])
        command_burst = 10
    """
    return "\n".join("\n".join(_section_lines(section)) for section in sections)


def _section_lines(section: Section[Any]) -> Iterator[str]:
    yield f"; {section.doc}"
    yield section.heading
    for key in section.keys.values():
        yield f"; {_describe(key)}"
        yield f"{key.name} = {key.default}".rstrip()
    yield ""


def _describe(key: Key) -> str:
    unit = f", in {key.unit}" if key.unit else ""
    return f"{key.doc}; {key.kind.expected}{unit}"
