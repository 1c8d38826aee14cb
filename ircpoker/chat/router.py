"""Turns a person's line into replies: finds the command, calls its handler, and words errors.

The router sends nothing and knows no networks. It catches all exceptions of commands: a bug in one is logged with an
incident number, the person gets the number, and the bot goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from math import ceil
from typing import TypeVar

from ircpoker.chat.commands import Answer, Command, CommandRegistry, Line, replies
from ircpoker.chat.limits import CommandLimiter, Refusal
from ircpoker.chat.lines import LONGEST_LINE, HeardLine, error_phrase, read_line, with_fronts
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.chat.players import follow
from ircpoker.chat.preferences import NO_PREFERENCES
from ircpoker.chat.rights import admin_name, has_services
from ircpoker.chat.segments import private_front
from ircpoker.chat.services import LineReader, Services
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.config import Section
from ircpoker.errors import NotAllowedError, PokerError, UsageError, quote
from ircpoker.runtime.foreign import is_interrupt
from ircpoker.words import Phrase
from ircpoker.words.plain_text import hide_codes, one_line, printable
from ircpoker.words.understood.typed import is_for_bot

LONGEST_ERROR = 300
"""The most characters of an error that are shown."""
_LOGGED_TEXT = 200
_SIGNS = "!.,"
"""Signs that may follow a command's name: `call!`. A question mark may not: `fold?` is a question."""

_logger = logging.getLogger(__name__)
_T = TypeVar("_T")


class Router(CommandRegistry):
    """Answers messages with the commands that it knows; plugins know it as the bot.

    Attributes:
        services: the objects that plugins may use.
        prefix: the text before commands in a channel.
        tables: the tables, once a plugin has games that are played there.
        newcomers: understands lines that are not commands, and answers some that are not for the bot.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services.settings.bot.prefix, lambda: services.words)
        self.services = services
        services.presence.follow = partial(follow, services)
        self.tables: TableAdapter | None = None
        self.newcomers: LineReader | None = None
        services.knows = lambda name: name in self._by_name
        self._limiter = cache(CommandLimiter)

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
        with self.services.speaking(self.tables.language_at(network, target) if self.tables is not None else ""):
            for reply in replies(line):
                worded = reply.worded(self.services.words)
                self.services.outbox.post(Outgoing(Reader(network, target), worded, LineKind.COURTESY))

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

    def charge(self, message: Message, tokens: int) -> None:
        """Take tokens from the limit of a message's author: those who cause much work or many lines wait longer.

        Args:
            message: the command; it has paid one token.
            tokens: the further ones.
        """
        limits = message.limits.commands
        if limits is not None and tokens > 0:
            self._limiter(limits).charge(message.sender, tokens, self.services.clock.monotonic())

    def handle(self, message: Message) -> list[Reply]:
        """Answer a message, each private line with its channel and as its reader has chosen. Never raises."""
        services, tables, channel = self.services, self.tables, message.channel
        is_ignored = services.ignored.people and services.ignored.covers(message, services.clock)
        if is_ignored and not admin_name(services.settings, message):
            return []
        if tables is None or not channel:
            return self._handle(message)
        with services.speaking(tables.language_at(message.place_network, channel)):
            answer = self._handle(message)
        if tables.channels.is_closed(message.place_network, channel):
            return [replace(reply, private=True) for reply in answer]
        for hear in services.heard:
            hear(message)
        return answer

    def _handle(self, message: Message) -> list[Reply]:
        services = self.services
        services.asides.begin(message)
        try:
            answer = self._answer(message)
        finally:
            asides = services.asides.end()
        if asides:
            answer = [*[reply.worded(services.words) for reply in asides], *answer]
        is_public = message.channel is not None
        if is_public:
            for reply in answer:
                if reply.private or reply.table:
                    break
            else:
                return answer
            answer = list(with_fronts(services, message, answer))
        with suppress(PokerError):
            chosen = services.preferences.of(message.sender.id)
            if chosen is not NO_PREFERENCES:
                both = [(reply, reply.private or not is_public) for reply in answer]
                answer = [replace(reply, preferences=chosen) if is_own else reply for reply, is_own in both]
        return answer

    def _answer(self, message: Message) -> list[Reply]:
        """Answer a message. Never raises.

        Args:
            message: any line of any person.

        Returns:
            The replies in order, each one a printable line that is not empty; none if the message was not for the bot,
            or if the person has given too many commands and was warned already.
        """
        heard = read_line(message, self.prefix)
        if self.services.opened is not None:
            message = self._with_speaker(message)
        name, command = "", None
        try:
            if heard.to == "nobody" or (heard.to == "perhaps us" and not is_for_bot(heard.text)):
                if self.newcomers is None:
                    return []
                line = message if message.text == heard.text else message._replace(text=heard.text)
                overheard = self.newcomers.overhear(line)
                return self._fit(message, overheard) if overheard else []
            name, text = _split(heard.text)
            command, text = self._meaning(message, heard, name, text)
            if command is None and heard.to == "any bot" and not self._knows_speaker(message, name):
                return []
            return self._run(message, command, text)
        except BaseException as error:
            if is_interrupt(error):
                raise
            wrong = self._log_fault(command.name if command is not None else name[:_LOGGED_TEXT], message)
            is_private = command is None or command.errors == "private"
            return [self._reply(wrong, private=is_private)] if heard.to != "nobody" else []

    def _with_speaker(self, message: Message) -> Message:
        """Note that the author of a line is there, and return the line with their seats; once for each line.

        Never raises: a command reports what is wrong.
        """
        tables = self.tables
        try:
            self.services.identities.apply_pending(message.sender)
            if tables is not None and tables.is_open:
                return message._replace(speaker=tables.hear(message))
        except PokerError:
            pass
        except BaseException as error:
            if is_interrupt(error):
                raise
            if self.services.troubles.is_due("speaker"):
                _logger.exception("%a could not be noted as present", message.sender.nick)
        return message

    def _meaning(self, message: Message, heard: HeardLine, name: str, rest: str) -> tuple[Command | None, str]:
        """Return the command that a line means, with its arguments; None for a line without a command, with the line.

        A line that another bot may know has its meaning for people who do not use commands only if its author plays
        here.
        """
        text, command = heard.text, self._by_name.get(name) or self._by_name.get(name.rstrip(_SIGNS))
        if self.newcomers is not None and text and (heard.to != "any bot" or _plays_here(message)):
            meant = self.newcomers.meant(text, command)
            if meant is not None:
                name, rest = _split(meant)
                text, command = meant or text, self.find(name) if meant else None
        return command, text if command is None else rest

    def _knows_speaker(self, message: Message, name: str) -> bool:
        """Return whether an unknown word with the prefix is answered: to people who play here, once a word."""
        return self.newcomers is not None and self.newcomers.note_word(message, name) and _plays_here(message)

    def _run(self, message: Message, command: Command | None, arguments: str) -> list[Reply]:
        """Return the answer to a command with its arguments, or to a line without a command."""
        network, activity = message.sender.network, self.services.activity
        activity.commands[network] += 1
        # If an action is legal, no limit counts.
        is_action = command is not None and not command.guess and bool(message.speaker and message.speaker.turns)
        is_free = is_action or (command is not None and command.price == "seat" and self._takes_seat(message))
        refusal = None if is_free else self.count(message)
        if refusal is not None:
            return self._refusal(refusal, message)
        if command is None:
            return self._fit(message, self._helpful(message, arguments))
        try:
            self._check_possible(command, message)
            if not command.guess or command.price == "seat":  # an action, or a change of one's seat
                self.services.note_line(message.sender.id, message)
            text = command.handler(self._with_room(message), arguments)
            if text is None:
                return []  # As for an action, which is announced to everybody.
            answer = self._fit(message, text)
            if command.price == "seat" and message.channel is not None:
                table = self.tables.news_table(message) if self.tables is not None else ""
                answer = [reply if reply.private else replace(reply, news_of=table) for reply in answer]
        except PokerError as error:
            if is_free and (refusal := self.count(message)) is not None:
                return self._refusal(refusal, message)
            activity.failed[network] += 1
            self.services.log_trouble(command.name, error)
            wrong = error_phrase(error, command, self.services.words)
            is_private = error.is_private or command.errors == "private"
            return [self._reply(wrong, private=is_private, error=error)]
        if is_action or not is_free:
            # Another command than an action has paid for its first line.
            self.charge(message, _priced_lines(command, message, answer) - (not is_action))
        return answer

    # The limits of commands

    def count(self, message: Message) -> Refusal | None:
        """Count a command of a message's author; return the limit that it is over, if any."""
        limits = message.limits.commands
        if limits is None:
            return None
        return self._limiter(limits).check(message.sender, self.services.clock.monotonic())

    def _takes_seat(self, message: Message) -> bool:
        limits, now = message.limits.commands, self.services.clock.monotonic()
        return limits is None or self._limiter(limits).takes_seat(message.sender, now)

    def _refusal(self, refusal: Refusal, message: Message) -> list[Reply]:
        """Return the warning of a limit, if it is due; the owner reads of a host's limit in the log.

        A front-end asks, so it is always told: silence is for networks, where warnings would be a flood.
        """
        self.services.activity.refused[message.sender.network] += 1
        if not refusal.is_due and message.way is None:
            return []
        seconds = ceil(refusal.seconds)
        if not refusal.host:
            return [self._reply(Phrase("router.too_many", seconds=seconds), private=True)]
        network = message.sender.network
        if self.services.troubles.is_due(f"{network} {refusal.host}"):
            _logger.warning("guests of %s on %s have to wait: [limits] host_factor", refusal.host, network)
        login = Phrase("router.log_in") if has_services(self.services.settings, network) else ""
        wrong = Phrase("router.host_too_many", host=refusal.host, seconds=seconds, login=login)
        return [self._reply(wrong, private=True)]

    def _with_room(self, message: Message) -> Message:
        """Return a message whose answers can begin with the channel when they go only to the person."""
        limits = message.limits
        if message.channel is None or limits.line_bytes is None:
            return message
        speaker = message.speaker
        number = speaker.number if speaker is not None and speaker.is_seated_here else 0
        room = limits.line_bytes - len(private_front(message.channel, number).encode())
        return message._replace(limits=replace(limits, line_bytes=max(room, 1)))

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

    def _helpful(self, message: Message, text: str) -> list[Reply]:
        """Return the answer to a line without a command."""
        newcomers = self.newcomers
        known = newcomers.answer(self._with_room(message), text) if newcomers is not None else []
        if known:
            return known
        wrong = self._no_command(_split(text)[0])
        return [self._reply(wrong, private=message.channel is not None, error=UsageError(wrong))]

    def _no_command(self, name: str) -> Phrase:
        if not name:
            return Phrase("router.nothing_said")
        near = self.suggest(name.rstrip(_SIGNS))
        meant = Phrase("router.meant", near=near) if near else ""
        return Phrase("router.no_command", name=quote(name), meant=meant)

    def _reply(self, text: Phrase | str, *, private: bool = False, error: PokerError | None = None) -> Reply:
        return Reply((one_line(self.services.words.text(text), LONGEST_ERROR),), private=private, error=error)

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

    def _log_fault(self, name: str, message: Message) -> Phrase:
        """Log the exception that is being handled; return the person's answer with a unique number."""
        activity = self.services.activity
        activity.incidents += 1
        incident = f"{self.services.clock.now():%Y%m%d-%H%M%S}-{activity.incidents}"
        # Another line may have cards, a seed or a password that was meant for services.
        known = name if name in self._by_name else "a line"
        _logger.exception("incident %s: %s of %a failed", incident, known, message.sender.nick)
        _logger.debug("incident %s: the line was %a", incident, hide_codes(message.text)[:_LOGGED_TEXT])
        return Phrase("router.incident", command=name, incident=incident)


def _plays_here(message: Message) -> bool:
    """Return whether the author of a line sits at the table there."""
    return message.speaker is not None and message.speaker.is_seated_here


def _split(text: str) -> tuple[str, str]:
    """Return the first word in small letters, and the text after it; empty where there is none."""
    words = text.split(None, 1)
    return words[0].lower() if words else "", words[1] if len(words) > 1 else ""


def _priced_lines(command: Command, message: Message, answer: Sequence[Reply]) -> int:
    """Return the lines of an answer that cost a token each."""
    if command.price == "lines":
        return len(answer)
    return max(1, sum(message.channel is not None and not reply.private for reply in answer))


def _printable(reply: Reply) -> Reply:
    return replace(reply, parts=tuple([printable(part) if isinstance(part, str) else part for part in reply.parts]))
