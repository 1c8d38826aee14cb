"""The commands that the bot knows, by their plugins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from ircpoker.chat.commands import commands_of
from ircpoker.errors import ConfigError, quote
from ircpoker.words.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ircpoker.chat.commands import Command
    from ircpoker.words.catalogue import Catalogue


class KnownCommands(NamedTuple):
    """The commands at some time, for `CommandRegistry.restore_commands`."""

    plugins: Mapping[str, list[Command]]
    by_name: Mapping[str, Command]


class CommandRegistry:
    """The commands by name and by plugin.

    Attributes:
        prefix: the text before commands in a channel.
        commands: all commands by name, without aliases, in the order in which they were added.
        plugins: the commands of each plugin, in the order of loading.
    """

    def __init__(self, prefix: str, words: Callable[[], Catalogue]) -> None:
        """Begin without commands.

        Args:
            prefix: the text before commands in a channel.
            words: returns the catalogue, which may have the commands' summaries.
        """
        self.prefix = prefix
        self.commands: dict[str, Command] = {}
        self.plugins: dict[str, list[Command]] = {}
        self._words = words
        self._plugin = ""
        self._by_name: dict[str, Command] = {}

    def add_plugin(self, plugin: str, register: Callable[[Self], None]) -> None:
        """Let a plugin add its commands.

        Args:
            plugin: the plugin's name; commands that `register` adds belong to it.
            register: is called with this router; its exceptions go to the caller.
        """
        self._plugin = plugin
        self.plugins[plugin] = []
        register(self)

    def add(self, command: Command) -> None:
        """Add a command.

        Args:
            command: a command with new names; if it has no summary, the catalogue has it.

        Raises:
            ConfigError: a name is taken already, or cannot be typed, or there is no summary.
        """
        for name in command.names:
            if not name.replace("-", "").isalnum() or name != name.lower():
                raise ConfigError(f"{quote(name)} is not a name for a command: expected small letters and digits")
            if name in self._by_name:
                there = next(plugin for plugin, added in self.plugins.items() if self._by_name[name] in added)
                message = f"command {quote(name)} of plugin {quote(self._plugin)} exists already"
                raise ConfigError(f"{message}, from plugin {quote(there)}", "bot", "plugins")
        command = command.described(self._words())
        if command.summary is None:
            message = f"command {quote(command.name)} of plugin {quote(self._plugin)} has no summary"
            raise ConfigError(message, "bot", "plugins")
        self.commands[command.name] = command
        self._by_name.update(dict.fromkeys(command.names, command))
        self.plugins.setdefault(self._plugin, []).append(command)

    def add_all(self, plugin: object) -> None:
        """Add the commands of an object whose class has decorated methods."""
        for command in commands_of(plugin):
            self.add(command)

    def find(self, name: str) -> Command | None:
        """Return the command with a name or alias, in any case, with or without the prefix; None if there is none."""
        return self._by_name.get(name.removeprefix(self.prefix).lower())

    def suggest(self, word: str) -> str:
        """Return the command's name that `word` resembles, or nothing."""
        # The first letter of a mistyped name is mostly right: `limp` is not near `claim`.
        near = nearest(word, [name for name in self._by_name if len(name) > 1 and name[0] == word[:1].lower()])
        return near if near and self._by_name[near].guess else ""

    # Plugins come and go while the bot runs

    def remove_plugin(self, plugin: str) -> None:
        """Remove a plugin's commands; nothing happens if it is not there."""
        gone = self.plugins.pop(plugin, [])
        self._use({name: command for name, command in self._by_name.items() if command not in gone})

    def save_commands(self) -> KnownCommands:
        """Return what `restore_commands` takes."""
        return KnownCommands({name: list(commands) for name, commands in self.plugins.items()}, dict(self._by_name))

    def restore_commands(self, known: KnownCommands) -> None:
        """Go back to the commands of before."""
        self.plugins = {name: list(commands) for name, commands in known.plugins.items()}
        self._use(dict(known.by_name))

    def _use(self, by_name: dict[str, Command]) -> None:
        self._by_name = by_name
        self.commands = {command.name: command for command in by_name.values()}
