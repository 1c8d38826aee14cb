"""From a line that somebody said to the replies: which command is meant, who answers it, and what if it fails.

Sends nothing and knows no network. The only place that catches every exception: a fault in one command is
logged under an incident number, the person is told the number, and the bot goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.chat.error_text import word_error
from ircpoker.chat.limits import CommandLimiter
from ircpoker.chat.message import Reply
from ircpoker.chat.text import one_line, printable, strip_formatting
from ircpoker.errors import ConfigError, LedgerError, NotAllowedError, PokerError, SurroundingsError, UsageError, quote
from ircpoker.foreign import is_interrupt
from ircpoker.nearest import nearest
from ircpoker.quiet import OnceAMinute

if TYPE_CHECKING:
    from ircpoker.chat.commands import Command
    from ircpoker.chat.limits import Verdict
    from ircpoker.chat.message import Message
    from ircpoker.chat.services import Services
    from ircpoker.config import LimitSettings

LONGEST_LINE = 1000
"""Characters of a message that are read."""
LONGEST_ERROR = 300
"""Characters of an error that are shown."""
_LOGGED_TEXT = 200
_WARNING = "Too many commands at once: I listen again in a few seconds."

_logger = logging.getLogger(__name__)


class Router:
    """Knows the commands and answers messages with them.

    Attributes:
        services: what plugins may use.
        prefix: what a command begins with in a channel.
    """

    def __init__(self, services: Services, prefix: str = "!") -> None:
        self.services = services
        self._troubles = OnceAMinute(services.clock.monotonic)
        self.prefix = prefix
        self._commands: dict[str, Command] = {}
        self._by_name: dict[str, Command] = {}
        self._plugins: dict[str, list[Command]] = {}
        self._plugin = ""
        self._limiters: dict[LimitSettings, CommandLimiter] = {}
        self._incidents = 0

    @property
    def commands(self) -> Mapping[str, Command]:
        """All commands by name, without aliases, in the order in which they were added."""
        return MappingProxyType(self._commands)

    @property
    def plugins(self) -> Mapping[str, tuple[Command, ...]]:
        """The commands of each plugin, in the order of loading."""
        return {plugin: tuple(commands) for plugin, commands in self._plugins.items()}

    def add_plugin(self, plugin: str, register: Callable[[Router], None]) -> None:
        """Let a plugin add its commands.

        Args:
            plugin: its name; what `register` adds is known as this plugin's.
            register: is called with this router. What it raises is the caller's.
        """
        self._plugins.setdefault(plugin, [])
        outer, self._plugin = self._plugin, plugin
        try:
            register(self)
        finally:
            self._plugin = outer

    def add(self, command: Command) -> None:
        """Add a command.

        Args:
            command: its name and aliases are new here.

        Raises:
            ConfigError: a name is taken already, or is none that can be typed.
        """
        for name in command.names:
            if not name.isalnum() or name != name.lower():
                raise ConfigError(f"{quote(name)} is no name for a command: expected small letters and digits")
            if name in self._by_name:
                first = f"plugin {quote(self._plugin_of(self._by_name[name]))}"
                message = f"command {quote(name)} of plugin {quote(self._plugin)} is there already, from {first}"
                raise ConfigError(message, "bot", "plugins")
        self._commands[command.name] = command
        self._by_name.update(dict.fromkeys(command.names, command))
        self._plugins.setdefault(self._plugin, []).append(command)

    def find(self, name: str) -> Command | None:
        """Return the command of this name or alias, with or without the prefix, in any case; None if there is none."""
        return self._by_name.get(name.removeprefix(self.prefix).lower())

    def handle(self, message: Message) -> list[Reply]:
        """Answer a message. Never raises.

        Args:
            message: anything that anybody said.

        Returns:
            The replies in order, each one printable line that is not empty; none if it was not for the bot, or if
            the person has asked too much and was told so.
        """
        call = self._read(message)
        if call is None:
            return []
        name, arguments = call
        command = self._by_name.get(name)
        if command is None and message.channel is not None:
            return []
        verdict = self._check_limit(message)
        if verdict != "allow":
            return [Reply((_WARNING,), private=True)] if verdict == "warn" else []
        if command is None:
            return [self._no_command(name)]
        try:
            _check_possible(command, message, self.prefix)
            return _fit(message, command.handler(message, arguments))
        except PokerError as error:
            if isinstance(error, SurroundingsError):
                self._log_trouble(command, error)
            wrong = one_line(word_error(error, command, self.prefix), LONGEST_ERROR)
        except BaseException as error:
            if is_interrupt(error):
                raise
            incident = self._next_incident()
            _logger.exception("incident %s: %a said %a", incident, message.sender.nick, message.text[:_LOGGED_TEXT])
            at = self.prefix
            wrong = f"something went wrong in {at}{command.name}: the owner finds it in the log as {incident}"
        return [Reply((wrong,), private=command.errors == "private")]

    def _log_trouble(self, command: Command, error: SurroundingsError) -> None:
        """Log what the person can do nothing about, but the owner can."""
        if self._troubles.is_due(f"{command.name}: {error}"):
            # A database that fails has said why, and may fail for hours.
            where = None if type(error) is LedgerError else error
            _logger.error("%s cannot be answered: %s", command.name, error, exc_info=where)

    def suggest(self, word: str) -> str:
        """Return the name that `word` is nearly, or nothing."""
        return nearest(word, self._by_name)

    def _read(self, message: Message) -> tuple[str, str] | None:
        """Return the name in small letters (or "") and the arguments, or None if the bot is not meant."""
        text = message.text
        if len(text) > LONGEST_LINE:
            text = text[:LONGEST_LINE]
        if not text.isprintable():
            text = strip_formatting(text)
        text = text.strip()
        called = _after_nick(text, message.bot_nick)
        if called is not None:
            text = called
        if text.startswith(self.prefix):
            text = text[len(self.prefix) :]
        elif called is None and message.channel is not None:
            return None
        words = text.split(None, 1)
        # In a channel `! wow` is an exclamation: the name follows the prefix at once.
        if message.channel is not None and (not words or text[0].isspace()):
            return None
        name = words[0].lower() if words else ""
        return name, words[1] if len(words) > 1 else ""

    def _check_limit(self, message: Message) -> Verdict:
        limits = message.limits.commands
        if limits is None:
            return "allow"
        limiter = self._limiters.get(limits)
        if limiter is None:
            limiter = self._limiters[limits] = CommandLimiter(limits)
        return limiter.check(message.sender, self.services.clock.monotonic())

    def _no_command(self, name: str) -> Reply:
        at = self.prefix
        if not name:
            return Reply((f"say {at}help for what I can do",))
        near = self.suggest(name)
        meant = f"did you mean {at}{near}? " if near else ""
        return Reply((f"{quote(name)} is no command: {meant}{at}help lists them all",))

    def _plugin_of(self, command: Command) -> str:
        return next(plugin for plugin, commands in self._plugins.items() if command in commands)

    def _next_incident(self) -> str:
        """Return a number that is easy to find in the log and never given twice."""
        self._incidents += 1
        return f"{self.services.clock.now():%Y%m%d-%H%M%S}-{self._incidents}"


def _after_nick(text: str, nick: str) -> str | None:
    """Return what follows `nick:` or `nick,` at the start of the text, or None."""
    length = len(nick)
    if not nick or text[length : length + 1] not in {":", ","} or text[:length].casefold() != nick.casefold():
        return None
    return text[length + 1 :].lstrip()


def _check_possible(command: Command, message: Message, prefix: str) -> None:
    """Raise the error that needs no handler."""
    if len(message.text) > LONGEST_LINE:
        # How many more is not known everywhere: who reads lines may have cut them.
        raise UsageError(f"the line is too long: expected at most {LONGEST_LINE} characters")
    if command.where == "channel" and message.channel is None:
        raise NotAllowedError(f"{prefix}{command.name} works in a channel only")
    if command.where == "private" and message.channel is not None:
        raise NotAllowedError(f"{prefix}{command.name} works in private only: say it to me alone")


def _fit(message: Message, replies: Iterable[Reply]) -> list[Reply]:
    """Return the replies as they may be said: printable, none empty, all in private if they are many."""
    said = []
    limits, public_lines = message.limits, 0
    for given in replies:
        reply = given if given.text.isprintable() else _printable(given)
        text = reply.text
        if not text or text.isspace():
            continue
        said.append(reply)
        if not reply.private:
            public_lines += -(-len(text.encode()) // limits.line_bytes) if limits.line_bytes else 1
    if message.channel is not None and limits.public_lines is not None and public_lines > limits.public_lines:
        return [replace(reply, private=True) for reply in said]
    return said


def _printable(reply: Reply) -> Reply:
    return replace(reply, parts=tuple([printable(part) if isinstance(part, str) else part for part in reply.parts]))
