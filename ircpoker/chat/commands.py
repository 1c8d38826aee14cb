"""A command as data: its name, where it may be used, its handler, and examples.

A plugin puts `@command` on a function, or on the methods of a class; one object of the class is created:

    @command("hello", summary="says hello")
    def hello(message, arguments):
        return f"Hello, {message.sender.nick}!"

An example is help text, a row of the table in docs/commands.md and a test at once.

The commands that the bot knows, by their plugins.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from functools import partial
from types import ModuleType
from typing import Any, Literal, Self, TypeVar

from ircpoker.chat.message import Message, Reply
from ircpoker.errors import ConfigError, UsageError, quote
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue
from ircpoker.words.nearest import nearest
from ircpoker.words.understood.typed import bare_words, is_around

Line = str | Phrase | Reply
"""A line: text, a phrase of the catalogue, or a `Reply`."""
Answer = Line | Iterable[Line] | None
"""The result of a handler: a line, several lines, or nothing."""
Handler = Callable[[Message, str], Answer]
"""A function of the message and the text after the command's name, stripped."""

_F = TypeVar("_F", bound=Callable[..., Answer])
_MARK = "ircpoker_command"

Where = Literal["anywhere", "channel", "private"]
Price = Literal["lines", "help", "seat"]


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a command and its answer.

    Attributes:
        arguments: the text after the command's name.
        reply: the plain first line of the answer, or its beginning followed by `…`. For a command that only continues
            a game it is the next line of the game. Commands in it have the prefix `!`.
        before: the lines that must be said first; by somebody else if they begin with `<nick> `.
        where: the only place where the answer reads like this: "you" in private is a name in a channel.
    """

    arguments: str
    reply: str
    before: tuple[str, ...] = ()
    where: Where = "anywhere"

    def shown(self, prefix: str) -> str:
        """Return the reply with the prefix in use in front of its commands.

        Examples:
            >>> Example("", "Hello! !help lists what I can do").shown(".")
            'Hello! .help lists what I can do'
        """
        return re.sub("!(?=[a-z])", lambda _: prefix, self.reply)


@dataclass(frozen=True, slots=True)
class command:  # noqa: N801 - a decorator, as `property` is
    """Makes a function or a method the handler of a command.

    Attributes:
        name: the name that is typed, in small letters and digits.
        usage: the arguments, as help shows them: `[cards]`, or empty.
        summary: its purpose, in a few words without a full stop. Without one, the catalogue has both for its name.
        examples: examples, the best first.
        aliases: other names.
        where: where it may be typed.
        errors: the readers of its errors: only its author, or everybody who read the command.
        words: the words that its arguments may begin with, for completion; or a function that returns them, of the
            object whose method it is.
        guess: whether it may be suggested for a mistyped word; actions in a deal are never suggested.
        price: what it takes of its author's limit: a token for each line of its answer; `help`: one, if the answer is
            private; `seat`: nothing, for a burst of changes of one's own seat.
    """

    name: str
    _: KW_ONLY
    usage: str | Phrase = ""
    summary: str | Phrase | None = None
    examples: Sequence[Example] = ()
    aliases: tuple[str, ...] = ()
    where: Where = "anywhere"
    errors: Literal["public", "private"] = "private"
    words: Iterable[str] | Callable[..., Iterable[str]] = ()
    guess: bool = True
    price: Price = "lines"

    def __call__(self, function: _F) -> _F:
        """Note the command at its function."""
        setattr(function, _MARK, self)
        return function


@dataclass(frozen=True, slots=True)
class Command(command):
    """One command, whose handler answers it; the router words its errors."""

    handler: Handler = field(kw_only=True)

    @classmethod
    def of(cls, method: Handler, owner: object) -> Command:
        """Return the command of a decorated function, or of a method of an object."""
        noted: command = getattr(method, _MARK)
        traits = {each.name: getattr(noted, each.name) for each in fields(noted)}
        words = partial(noted.words, owner) if callable(noted.words) else noted.words
        return cls(**traits | {"words": words}, handler=method)

    def completions(self) -> tuple[str, ...]:
        """Return the words that its arguments may begin with."""
        return tuple(self.words() if callable(self.words) else self.words)

    @property
    def names(self) -> tuple[str, ...]:
        """The name, then its aliases."""
        return (self.name, *self.aliases)

    def described(self, words: Catalogue) -> Command:
        """Return the command with the usage and the summary that the catalogue has for its name.

        A command with a summary of its own in plain text stays as it is.
        """
        if isinstance(self.summary, str):
            return self
        usage, summary = Phrase(f"commands.{self.name}.usage"), Phrase(f"commands.{self.name}.summary")
        return replace(
            self,
            usage=self.usage or (usage if words.has(usage.key) else ""),
            summary=self.summary or (summary if words.has(summary.key) else None),
        )

    def form(self, words: Catalogue) -> str:
        """Return the command's form in a channel: `!parse [cards]`."""
        return f"{words.prefix}{self.name} {words.text(self.usage)}".rstrip()


def commands_in(module: ModuleType, bot: object) -> Iterator[Command]:
    """Yield the commands of a plugin, in the order of its source.

    Args:
        module: a module with decorated functions, or classes with decorated methods.
        bot: the argument for creating an object of each such class.

    Yields:
        The commands.
    """
    for member in vars(module).values():
        # Names that a plugin imports are not its own.
        if not f"{getattr(member, '__module__', '')}.".startswith(f"{module.__name__}."):
            continue
        if inspect.isfunction(member) and hasattr(member, _MARK):
            yield Command.of(member, module)
        elif inspect.isclass(member) and not inspect.isabstract(member) and _has_commands(member):
            make: Callable[[object], object] = member
            yield from commands_of(make(bot))


def commands_of(plugin: object) -> Iterator[Command]:
    """Yield the commands of an object: the decorated methods of its class, in the order of the source."""
    for name in dict.fromkeys(name for owner in reversed(type(plugin).__mro__) for name in vars(owner)):
        # The class is searched, because reading a property of the object may open the ledger.
        method = getattr(type(plugin), name, None)
        if inspect.isfunction(method) and hasattr(method, _MARK):
            yield Command.of(getattr(plugin, name), plugin)


def _has_commands(class_: type[Any]) -> bool:
    return any(hasattr(method, _MARK) for _, method in inspect.getmembers(class_, inspect.isfunction))


def replies(answer: Answer) -> Iterable[Reply]:
    """Return the answer of a handler as replies."""
    if answer is None:
        return ()
    return map(_reply, [answer] if isinstance(answer, str | Phrase | Reply) else answer)


def _reply(given: str | Phrase | Reply) -> Reply:
    return Reply((given,)) if isinstance(given, str | Phrase) else given


def check_nothing(arguments: str) -> None:
    """Raise UsageError if a command without arguments has some; `fold please` is allowed."""
    if not all(map(is_around, bare_words(arguments))):
        raise UsageError(Phrase("errors.too_much", token=quote(arguments)))


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
        self.plugins.pop(plugin, None)
        self._index()

    def save_commands(self) -> dict[str, list[Command]]:
        """Return what `restore_commands` takes."""
        return {name: list(commands) for name, commands in self.plugins.items()}

    def restore_commands(self, plugins: dict[str, list[Command]]) -> None:
        """Go back to the commands of before, by their plugins."""
        self.plugins = plugins
        self._index()

    def _index(self) -> None:
        known = [command for commands in self.plugins.values() for command in commands]
        self.commands = {command.name: command for command in known}
        self._by_name = {name: command for command in known for name in command.names}
