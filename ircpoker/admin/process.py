"""The running bot, as administrators steer it: its networks, its end or a new start, and a changed configuration."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from ircpoker.chat.loader import load_plugins, own_file
from ircpoker.chat.rights import admin_name, origin_of
from ircpoker.chat.services import Reloaded
from ircpoker.config import LimitSettings, Secret, Settings
from ircpoker.config.administration import ADMIN
from ircpoker.errors import ConfigError, LedgerError, NotAllowedError
from ircpoker.ledger import Ledger, NoteOrder, SetChannelSetting
from ircpoker.lobby import TABLE_SECTIONS
from ircpoker.words import Phrase
from ircpoker.words.plain_text import printable

if TYPE_CHECKING:
    from ircpoker.admin.bot_status import BotStatus
    from ircpoker.admin.monitoring.status import StatusReader
    from ircpoker.chat.message import Message
    from ircpoker.chat.services import Services


_RELOADABLE = frozenset({"limits", "economy", ADMIN.name, *TABLE_SECTIONS})
"""The sections that a reload takes over as a whole."""
_RELOADABLE_OF_BOT = frozenset({"language", "owner", "stats"})


_PRESENCE, _CHANNEL_KEY = "presence", "key"
"""The names, among a channel's stored settings, of what administrators chose with join and part."""
_JOINED, _PARTED = "joined", "parted"
_ANSWER_SECONDS = 0.1
"""Seconds in which the answer to the last order is sent."""

_logger = logging.getLogger(__name__)


def with_chosen_channels(settings: Settings, ledger: Ledger) -> Settings:
    """Return settings with the channels into which administrators have sent the bot, and without those it left.

    Raises:
        LedgerError: the ledger failed.
    """
    networks = []
    for network in settings.networks:
        chosen = ledger.channel_settings(network.name)
        parted = {name for name, values in chosen.items() if values.get(_PRESENCE) == _PARTED}
        joined = {name: values for name, values in chosen.items() if values.get(_PRESENCE) == _JOINED}
        here = tuple(name for name in network.channels if name.lower() not in {*parted, *joined})
        keys = {name: Secret(values[_CHANNEL_KEY]) for name, values in joined.items() if _CHANNEL_KEY in values}
        networks.append(replace(network, channels=(*here, *joined), channel_keys={**network.channel_keys, **keys}))
    return replace(settings, networks=tuple(networks))


def accept_invitation(services: Services, message: Message, channel: str) -> bool:
    """Return whether an administrator invites the bot into a channel; then it is noted, and holds after a restart."""
    who = admin_name(services.settings, message)
    if not who:
        return False
    network = message.sender.network
    wanted = SetChannelSetting(network, channel.lower(), _PRESENCE, _JOINED, who)
    try:
        services.ledger.save(wanted, NoteOrder(who, origin_of(message), f"invite {printable(channel)}", "done"))
    except LedgerError:
        _logger.exception("%s: the invitation of %s into %a is not kept", network, who, channel)
    return True


class RunningProcess:
    """The bot on its networks; see `ircpoker.chat.services.RunningBot`.

    Attributes:
        stopping: is set when the process is to end.
        starts_again: whether it is to be started anew then.
    """

    def __init__(self, reader: StatusReader, configured: Settings, read: Callable[[], Settings]) -> None:
        """Steer a bot.

        Args:
            reader: reads the figures of the bot.
            configured: the settings as they were read.
            read: reads the configuration again; may raise a ConfigError.
        """
        self.stopping = asyncio.Event()
        self.starts_again = False
        self._router = reader.router
        self._services = reader.router.services
        self._clients = {client.name: client for client in reader.clients}
        self._read = read
        self._reader = reader
        self._as_read = configured
        self._versions = _versions(self._as_read)

    def status(self) -> BotStatus:
        """Return the figures of this moment."""
        return self._reader.read()

    def join(self, network: str, channel: str, key: str, who: str) -> None:
        """Join a channel, also after a restart."""
        key_change = [SetChannelSetting(network, channel.lower(), _CHANNEL_KEY, key, who)] if key else []
        self._keep(network, channel, who, _JOINED, *key_change)
        self._clients[network].join(channel, key)

    def part(self, network: str, channel: str, who: str) -> None:
        """Leave a channel, also one of the configuration, for good."""
        self._keep(network, channel, who, _PARTED)
        self._clients[network].part(channel)

    def _keep(self, network: str, channel: str, who: str, presence: str, *changes: SetChannelSetting) -> None:
        """Store whether the bot wants to be in a channel."""
        self._services.ledger.save(SetChannelSetting(network, channel.lower(), _PRESENCE, presence, who), *changes)

    def restart(self) -> None:
        """End the process when the present line is answered, and start it anew."""
        self.starts_again = True
        self._end()

    def stop(self) -> None:
        """End the process when the present line is answered."""
        self.starts_again = False
        self._end()

    def _end(self) -> None:
        asyncio.get_running_loop().call_later(_ANSWER_SECONDS, self.stopping.set)

    def use_limits(self, limits: LimitSettings) -> None:
        """Use other limits for commands."""
        self._services.settings = replace(self._services.settings, limits=limits)
        for client in self._clients.values():
            client.use_limits(limits)

    def reload(self) -> Reloaded:
        """Read the configuration again, and take over what can be taken over while the bot runs.

        Raises:
            ConfigError: the configuration has problems, or a plugin cannot be loaded; nothing has changed.
            NotAllowedError: there is no configuration file.
        """
        services, old = self._services, self._services.settings
        if old.path is None:
            raise NotAllowedError(Phrase("admin.no_file"))
        new = self._read()
        keys, as_read, merged = list(_changed_keys(self._as_read, new)), _merged(self._as_read, new), _merged(old, new)
        self._use_plugins(merged)
        services.settings, self._as_read = merged, as_read
        services.forget_words()
        self.use_limits(merged.limits)
        if services.opened is not None:
            services.opened.economy = services.economy()
        if self._router.tables is not None:
            self._router.tables.use_settings(merged)
        needs_restart = set(_changed_keys(as_read, new))
        return Reloaded(
            tuple(f"[{section}] {key}" for section, key in keys if (section, key) not in needs_restart),
            tuple(f"[{section}] {key}" for section, key in keys if (section, key) in needs_restart),
        )

    def _use_plugins(self, settings: Settings) -> None:
        """Load new plugins, and those of the user's own folder that have changed.

        The plugins that come with the bot stay: people may be at their tables.

        Raises:
            ConfigError: one cannot be loaded; the commands are as before.
        """
        router, bot, versions = self._router, settings.bot, _versions(settings)
        kept = router.save_commands()
        try:
            for name in [name for name in router.plugins if name in self._versions]:
                if self._versions[name] != versions.get(name):
                    router.remove_plugin(name)
            for name in bot.plugins:
                if name not in router.plugins:
                    load_plugins(router, [name], bot.plugin_path)
        except ConfigError:
            router.restore_commands(kept)
            raise
        self._versions = versions


def _versions(settings: Settings) -> dict[str, tuple[int, int]]:
    """Return the time and the size of the file of each plugin in the user's own folder."""
    files = {name: own_file(name, settings.bot.plugin_path) for name in settings.bot.plugins}
    stats = {name: file.stat() for name, file in files.items() if file is not None}
    return {name: (stat.st_mtime_ns, stat.st_size) for name, stat in stats.items()}


def _sections(settings: Settings) -> dict[str, object]:
    """Return the settings of all sections by their headings."""
    networks = {f"network:{network.name}": network for network in settings.networks}
    named = {"bot": settings.bot, "limits": settings.limits, "economy": settings.economy}
    return {**named, **networks, **settings.others}


def _changed_keys(old: Settings, new: Settings) -> Iterator[tuple[str, str]]:
    """Yield the keys that differ, as pairs of section and key; a network that has come or gone as one of its name."""
    before, after = _sections(old), _sections(new)
    for heading in dict.fromkeys([*before, *after]):
        was, now = before.get(heading), after.get(heading)
        if was is None or now is None:
            yield heading, "(all)"
            continue
        for each in fields(was):  # type: ignore[arg-type]  # sections are dataclasses, which `Any` hides
            if getattr(was, each.name) != getattr(now, each.name):
                yield heading, each.name


def _merged(old: Settings, new: Settings) -> Settings:
    """Return the old settings with everything that can be reloaded."""
    bot = replace(old.bot, **{name: getattr(new.bot, name) for name in _RELOADABLE_OF_BOT})
    gone = [
        name for name in old.bot.plugins if name not in new.bot.plugins and own_file(name, old.bot.plugin_path) is None
    ]
    bot = replace(bot, plugins=(*new.bot.plugins, *gone))
    others = {
        name: new.others.get(name, section) if name in _RELOADABLE else section for name, section in old.others.items()
    }
    return replace(old, bot=bot, limits=new.limits, economy=new.economy, others=others)
