"""Turns a person's line into replies: finds the command, calls its handler, and words errors.

The router sends nothing and knows no networks. Only here are all exceptions caught: a bug in a command is logged with
an incident number, the person gets the number, and the bot goes on.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from ircpoker.chat.commands import commands_of, replies
from ircpoker.chat.error_text import error_phrase
from ircpoker.chat.limits import CommandLimiter
from ircpoker.chat.message import Reply
from ircpoker.chat.news import Notice
from ircpoker.chat.players import catch_up, follow, player_of
from ircpoker.chat.preferences import NO_PREFERENCES
from ircpoker.chat.text import one_line, printable, strip_formatting, without_joiners
from ircpoker.errors import ConfigError, LedgerError, NotAllowedError, PokerError, SurroundingsError, UsageError, quote
from ircpoker.foreign import is_interrupt
from ircpoker.nearest import nearest
from ircpoker.quiet import OnceAMinute
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.chat.commands import Answer, Command, Line
    from ircpoker.chat.limits import Verdict
    from ircpoker.chat.message import Message
    from ircpoker.chat.services import Services
    from ircpoker.config import Section

LONGEST_LINE = 1000
"""The most characters of a message that are read."""
LONGEST_ERROR = 300
"""The most characters of an error that are shown."""
_LOGGED_TEXT = 200
_SIGNS = "!.,"
"""Signs that may follow a command's name: `call!`. A question mark may not: `fold?` is a question."""

_logger = logging.getLogger(__name__)
_T = TypeVar("_T")


class Router:
    """Knows the commands and answers messages with them; plugins know it as the bot.

    Attributes:
        services: the objects that plugins may use.
        prefix: the text before commands in a channel.
        commands: all commands by name, without aliases, in the order in which they were added.
        plugins: the commands of each plugin, in the order of loading.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        services.presence.follow = partial(follow, services)
        self.prefix = services.settings.bot.prefix
        self.commands: dict[str, Command] = {}
        self.plugins: dict[str, list[Command]] = {}
        self._plugin = ""
        self._by_name: dict[str, Command] = {}
        self._limiter = cache(CommandLimiter)
        # What stands in front of a private line about a channel.
        self._front = cache(lambda channel: services.words.text(Phrase("table.of_channel", channel=channel)))
        self._troubles = OnceAMinute(services.clock.monotonic)
        self._incidents = 0

    def add_plugin(self, plugin: str, register: Callable[[Router], None]) -> None:
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
            command: a command with new names.

        Raises:
            ConfigError: a name is taken already, or cannot be typed.
        """
        for name in command.names:
            if not name.replace("-", "").isalnum() or name != name.lower():
                raise ConfigError(f"{quote(name)} is not a name for a command: expected small letters and digits")
            if name in self._by_name:
                there = next(plugin for plugin, added in self.plugins.items() if self._by_name[name] in added)
                message = f"command {quote(name)} of plugin {quote(self._plugin)} exists already"
                raise ConfigError(f"{message}, from plugin {quote(there)}", "bot", "plugins")
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
        near = nearest(word, [name for name in self._by_name if len(name) > 1])
        return near if near and self._by_name[near].guess else ""

    # For plugins

    def section(self, declared: Section[_T]) -> _T:
        """Return the settings of a plugin's own section."""
        return self.services.settings.section(declared)

    def say(self, network: str, target: str, line: Line) -> None:
        """Say a line that nobody asked for.

        Args:
            network: the network's name in the configuration, as in `message.sender.network`.
            target: a channel that the bot is in; or a nick, and only this person reads the line.
            line: the line. A private `Reply` never goes to a channel.
        """
        for reply in replies(line):
            self.services.outbox.post(Notice(network, target, reply.worded(self.services.words), is_courtesy=True))

    def after(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        """Call a function once, after this many seconds.

        Args:
            seconds: the seconds.
            callback: the function; its exceptions are logged.

        Returns:
            A function that cancels it.
        """
        calls = self.services.scheduler.calls(f"plugin {callback.__module__}")
        calls.call_after(seconds, getattr(callback, "__qualname__", "a call"), callback)
        return calls.cancel_all

    def handle(self, message: Message) -> list[Reply]:
        """Answer a message, each private line with its channel and as its reader has chosen. Never raises."""
        answer = self._answer(message)
        if answer and message.channel is not None:
            # Clients then show it in that channel, although it is for one person.
            channel = self._front(message.channel)
            answer = [replace(reply, parts=(channel, *reply.parts)) if reply.private else reply for reply in answer]
        if answer and "ledger" in self.services.__dict__ and (message.channel is None or answer[0].private):
            with suppress(PokerError):
                chosen = self.services.preferences(player_of(message.sender))
                if chosen is not NO_PREFERENCES:
                    answer = [replace(reply, preferences=chosen) for reply in answer]
        return answer

    def _answer(self, message: Message) -> list[Reply]:
        """Answer a message. Never raises.

        Args:
            message: any line of any person.

        Returns:
            The replies in order, each one a printable line that is not empty; none if the message was not for the bot,
            or if the person has given too many commands and was warned already.
        """
        call = self._read(message)
        if call is None:
            return []
        name, arguments = call
        command = self._by_name.get(name) or self._by_name.get(name.rstrip(_SIGNS))
        if command is None and message.channel is not None:
            return []
        try:
            return self._run(message, command, name, arguments)
        except BaseException as error:
            if is_interrupt(error):
                raise
            wrong = self._log_fault(command.name if command is not None else name[:_LOGGED_TEXT], message)
            return [self._reply(wrong, private=command is not None and command.errors == "private")]

    def _run(self, message: Message, command: Command | None, name: str, arguments: str) -> list[Reply]:
        """Return the answer to a command, or to a private line that is not a command."""
        is_action = command is not None and self._acts_on_turn(command, message)
        verdict: Verdict = "allow" if is_action else self._count(message)
        if verdict != "allow":
            return self._refusal(verdict)
        if command is None:
            return [self._reply(self._guess(message, name) or self._no_command(name))]
        try:
            self._check_possible(command, message)
            catch_up(self.services, message.sender)
            text = command.handler(self._with_room(message), arguments)
            if text is None:
                return []  # As for an action, which is announced to everybody.
            answer = self._fit(message, text)
        except PokerError as error:
            if is_action and (verdict := self._count(message)) != "allow":
                return self._refusal(verdict)
            if isinstance(error, SurroundingsError):
                self._log_trouble(command, error)
            wrong = error_phrase(error, command, self.services.words)
            return [self._reply(wrong, private=command.errors == "private")]
        # A command has paid for its first line.
        self._charge(message, len(answer) if is_action else len(answer) - 1)
        return answer

    # The limits of commands

    def _acts_on_turn(self, command: Command, message: Message) -> bool:
        """Return whether a command is an action in a deal, and its author's turn: if it is legal, no limit counts."""
        tables = self.services.tables
        if command.guess or tables is None:
            return False
        try:
            return next(tables.turns(message.sender), None) is not None
        except PokerError:  # Nobody of such a name sits anywhere; the command's own answer says why.
            return False

    def _count(self, message: Message) -> Verdict:
        limits = message.limits.commands
        if limits is None:
            return "allow"
        return self._limiter(limits).check(message.sender, self.services.clock.monotonic(), message.connection)

    def _charge(self, message: Message, lines: int) -> None:
        """Count the further lines of an answer: people who cause many lines wait longer."""
        limits = message.limits.commands
        if limits is not None and lines > 0:
            self._limiter(limits).charge(message.sender, lines, self.services.clock.monotonic(), message.connection)

    def _refusal(self, verdict: Verdict) -> list[Reply]:
        return [self._reply(Phrase("router.too_many"), private=True)] if verdict == "warn" else []

    def _with_room(self, message: Message) -> Message:
        """Return a message whose answers can begin with the channel when they go only to the person."""
        limits = message.limits
        if message.channel is None or limits.line_bytes is None:
            return message
        room = limits.line_bytes - len(self._front(message.channel).encode())
        return message._replace(limits=replace(limits, line_bytes=max(room, 1)))

    def _read(self, message: Message) -> tuple[str, str] | None:
        """Return the name in small letters (or "") and the arguments; None if the message is not for the bot."""
        text = message.text
        if len(text) > LONGEST_LINE:
            text = text[:LONGEST_LINE]
        if not text.isprintable():
            text = without_joiners(strip_formatting(text))
        text = text.strip()
        called = _after_nick(text, message.bot_nick)
        if called is not None:
            text = called
        if text.startswith(self.prefix):
            text = text[len(self.prefix) :]
        elif called is None and message.channel is not None:
            return None
        # In a channel `! wow` is an exclamation: a command's name follows the prefix at once.
        if message.channel is not None and not text[:1].strip():
            return None
        words = text.split(None, 1)
        return words[0].lower() if words else "", words[1] if len(words) > 1 else ""

    def _check_possible(self, command: Command, message: Message) -> None:
        """Raise an error if the command cannot be given like this."""
        if len(message.text) > LONGEST_LINE:
            # The exact length is not always known, because transports cut long lines.
            raise UsageError(Phrase("router.long_line", most=LONGEST_LINE))
        if command.where == "channel" and message.channel is None:
            plays = "play" in self.commands
            raise NotAllowedError(
                Phrase("router.channel_only_table" if plays else "router.channel_only", command=command.name)
            )
        if command.where == "private" and message.channel is not None:
            raise NotAllowedError(Phrase("router.private_only", command=command.name))

    def _guess(self, message: Message, name: str) -> Phrase | None:
        with suppress(PokerError):
            return self.services.guess(message, name)
        return None

    def _no_command(self, name: str) -> Phrase:
        if not name:
            return Phrase("router.nothing_said")
        near = self.suggest(name)
        meant = Phrase("router.meant", near=near) if near else ""
        return Phrase("router.no_command", name=quote(name), meant=meant)

    def _reply(self, text: Phrase | str, *, private: bool = False) -> Reply:
        return Reply((one_line(self.services.words.text(text), LONGEST_ERROR),), private=private)

    def _fit(self, message: Message, answer: Answer) -> list[Reply]:
        """Return the answer as replies: worded, printable, without empty lines, and in private if they are many."""
        fitted, lines = [], 0
        line_bytes, most = message.limits.line_bytes, message.limits.public_lines
        for given in replies(answer):
            reply = given.worded(self.services.words)
            text = reply.text
            if not text.isprintable():
                reply = _printable(reply)
                text = reply.text
            if text.strip():
                fitted.append(reply)
                if not reply.private:
                    lines += -(-len(text.encode()) // line_bytes) if line_bytes else 1
        if message.channel is not None and most is not None and lines > most:
            return [replace(reply, private=True) for reply in fitted]
        return fitted

    def _log_trouble(self, command: Command, error: SurroundingsError) -> None:
        """Log an error that only the owner can fix."""
        if self._troubles.is_due(f"{command.name}: {error}"):
            # A failing database has given its reason, and may fail for hours.
            where = None if type(error) is LedgerError else error
            _logger.error("%s cannot be answered: %s", command.name, error, exc_info=where)

    def _log_fault(self, name: str, message: Message) -> Phrase:
        """Log the exception that is being handled; return the person's answer with a unique number."""
        self._incidents += 1
        incident = f"{self.services.clock.now():%Y%m%d-%H%M%S}-{self._incidents}"
        _logger.exception("incident %s: %a said %a", incident, message.sender.nick, message.text[:_LOGGED_TEXT])
        return Phrase("router.incident", command=name, incident=incident)


def _after_nick(text: str, nick: str) -> str | None:
    """Return what follows `nick:` or `nick,` at the start of the text, or None."""
    length = len(nick)
    if not nick or text[length : length + 1] not in {":", ","} or text[:length].casefold() != nick.casefold():
        return None
    return text[length + 1 :].lstrip()


def _printable(reply: Reply) -> Reply:
    return replace(reply, parts=tuple([printable(part) if isinstance(part, str) else part for part in reply.parts]))
