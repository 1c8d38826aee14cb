"""The local console: each input line is a private message to the bot; answers and game messages are printed.

This module reads plain lines, for example from a pipe. On a terminal, `ircpoker.transports.terminal` adds history,
completion and colour; it is imported only then.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from ircpoker.cards import SUIT_SIGNS
from ircpoker.chat.message import Message, Person, Reply, TransportLimits
from ircpoker.chat.text import Style, render, style_for
from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.delivery import Delivery
from ircpoker.errors import PokerError, TransportError, quote
from ircpoker.transports.loop import run_scheduler
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.news import Notice
    from ircpoker.chat.router import Router
    from ircpoker.config import BotSettings

LONGEST_LINE = 1 << 16
"""Bytes kept of an input line: the router refuses much shorter ones, but an endless line must not fill the memory."""
LONGEST_NICK = 30
COMMANDS = ("nick", "quit")
"""The console's own commands."""
_LEAVING = frozenset({"quit", "exit"})
"""Words that end the console without a slash, too."""
_BESIDE_LEAVING = frozenset({"now", "please", "pls", "then", "thanks"})
"""Words that may follow them; with others, as in `quit the table`, the bot is meant."""
LIMITS = TransportLimits(line_bytes=400)  # A few rows of a terminal.


class Console:
    """One person's conversation with the bot.

    Attributes:
        router: answers the commands.
        nick: the person's nick; `/nick` changes it.
        output: where answers are printed.
        style: the style of the lines.
        running: False after `/quit`.
    """

    def __init__(self, router: Router, nick: str, output: TextIO, style: Style) -> None:
        self.router = router
        self.nick = nick
        self.output = output
        self.style = style
        self.running = True
        self._spoken = {nick.casefold()}
        self._failure: OSError | None = None

    @contextmanager
    def open(self, *, is_alone: bool) -> Iterator[None]:
        """Print game messages here while the body runs; at its end also the last ones, if the bot ends with it."""
        services = self.router.services
        services.outbox.open(CONSOLE_NETWORK, self.post)
        services.presence.connected(CONSOLE_NETWORK)
        services.scheduler.run_all_due()
        try:
            yield
            if is_alone:
                services.presence.closing()
        finally:
            services.presence.disconnected(CONSOLE_NETWORK)
            services.outbox.close(CONSOLE_NETWORK)

    @property
    def person(self) -> Person:
        """The person who speaks."""
        return Person(CONSOLE_NETWORK, self.nick, self.nick.casefold())

    def hear(self, line: str) -> None:
        """Pass a line to the bot; print its answers and all that follows from them at once.

        Args:
            line: without the line end; with a slash it is a command of the console itself.

        Raises:
            OSError: the output could not be written.
        """
        if leaves(line):
            self.leave()
        elif line.lstrip().startswith("/"):
            self._obey(line.strip().removeprefix("/"))
        else:
            self._hear(line)

    def begin(self, line: str) -> None:
        """Pass the line to the bot with which a command line begins the session.

        Args:
            line: a command of the bot.

        Raises:
            PokerError: the bot refused it.
            OSError: the output could not be written.
        """
        self._hear(line, must_work=True)

    def _hear(self, line: str, *, must_work: bool = False) -> None:
        services = self.router.services
        message = Message(self.person, line, bot_nick=services.settings.bot.nick, limits=LIMITS)
        with services.outbox.held():
            for reply in self.router.handle(message):
                if must_work and reply.error is not None:
                    raise reply.error
                self.say(reply)
        services.scheduler.run_all_due()
        if self._failure is not None:
            raise self._failure

    def post(self, notice: Notice) -> None:
        """Print a game message, with its reader's nick if that is not the person who speaks now."""
        reply, key = notice.reply, notice.target.casefold()
        if key not in self._spoken:
            delivery = Delivery.REFUSED
        else:
            if key != self.nick.casefold():
                reader = self.router.services.words.text(Phrase("console.to", nick=notice.target))
                reply = replace(reply, parts=(reader, *reply.parts))
            delivery = self._try_to_say(reply)
        if notice.on_delivery is not None:
            notice.on_delivery(delivery)

    def leave(self) -> None:
        """End the session."""
        self.running = False
        self.say_goodbye()

    def say_goodbye(self) -> None:
        """Print what becomes of the deal and the chips of the person who leaves, if they sit at a table."""
        tables = self.router.services.tables
        with suppress(PokerError):  # Without the ledger nobody knows.
            if tables is not None and tables.is_seated(self.person):
                self.tell(Phrase("console.deal_kept" if tables.outlives_bot else "console.deal_lost"))

    def say(self, reply: Reply) -> None:
        """Print one line."""
        # Where the character set is small, question marks are better than an error.
        encoding = self.output.encoding or "utf-8"
        style = style_for(reply.preferences, self.style, self.style.colour)
        text = render(reply, style).encode(encoding, "replace").decode(encoding)
        self.write(text)

    def tell(self, phrase: Phrase) -> None:
        """Print a line of the console's own."""
        self.say(Reply((phrase,)).worded(self.router.services.words))

    def write(self, text: str) -> None:
        """Print a line unchanged."""
        self.output.write(f"{text}\n")
        self.output.flush()

    def _try_to_say(self, reply: Reply) -> Delivery:
        """Print one line; an error is kept for the loop that reads the lines: the game cannot fix it."""
        try:
            self.say(reply)
        except OSError as error:
            self._failure = error
            return Delivery.REFUSED
        return Delivery.SENT

    def _obey(self, line: str) -> None:
        """Run one of the console's own commands."""
        name, rest = (*line.strip().split(None, 1), "", "")[:2]
        match name.lower():
            case "nick" if not rest:
                answer = Phrase("console.nick", nick=self.nick)
            case "nick" if is_nick(rest):
                self.nick = rest
                self._spoken.add(rest.casefold())
                answer = Phrase("console.nick_changed", nick=rest)
            case "nick":
                answer = Phrase("console.no_nick", token=quote(rest), most=LONGEST_NICK)
            case _ if self.router.find(name):
                # As in a chat client: `/help`.
                self.hear(line)
                return
            case _:
                answer = Phrase("console.no_command", name=quote("/" + name))
        self.tell(answer)


def leaves(line: str) -> bool:
    """Return whether a line ends the console.

    Examples:
        >>> leaves("/quit"), leaves("Quit now!"), leaves("quit the table"), leaves("!quit")
        (True, True, False, False)
    """
    first, _, rest = line.strip().lower().partition(" ")
    if first.startswith("/"):
        return first[1:] in _LEAVING
    return first.rstrip("!.") in _LEAVING and _BESIDE_LEAVING.issuperset(rest.rstrip("!. ").split())


def is_nick(text: str) -> bool:
    """Return whether this can be a nick on the console."""
    return len(text) <= LONGEST_NICK and len(text.split()) == 1 and text.isprintable() and text == text.strip()


def choose_style(bot: BotSettings, encoding: str, *, on_terminal: bool) -> Style:
    """Return how cards are shown: with suit signs if the output can show them, with colours only on a terminal."""
    wanted = bot.colour and on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(
        "unicode" if bot.cards == "unicode" and _has_suits(encoding) else "ascii", "ansi" if wanted else "none"
    )


def _has_suits(encoding: str) -> bool:
    try:
        "".join(SUIT_SIGNS).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def run_console(
    router: Router,
    *,
    nick: str,
    first: str = "",
    input: TextIO | None = None,  # noqa: A002 - callers expect this name beside `output`
    output: TextIO | None = None,
) -> int:
    """Answer lines until `/quit` or the end of the input.

    Args:
        router: answers the commands.
        nick: the person's nick.
        first: a command to give before any line is read; if the bot refuses it, the console ends.
        input: where lines are read from (default: standard input). Its bytes are read where it has any, so that
            invalid UTF-8 does no harm.
        output: where answers are printed (default: standard output).

    Returns:
        0, even if nobody reads the output any more.

    Raises:
        PokerError: the bot refused the first command.
        TransportError: the output could not be written for another reason.
    """
    source, target = input or sys.stdin, output or sys.stdout
    if source is None or target is None:
        return 0
    on_terminal = source.isatty() and target.isatty()
    style = choose_style(router.services.settings.bot, target.encoding or "utf-8", on_terminal=on_terminal)
    if on_terminal:
        return asyncio.run(_alone_on_terminal(router, nick, target, style, first))
    console = Console(router, nick, target, style)
    try:
        with console.open(is_alone=True):
            if first:
                console.begin(first)
            for line in _read_lines(source):
                console.hear(line)
                if not console.running:
                    break
    except BrokenPipeError:
        _give_up(target)
    except OSError as error:
        _give_up(target)
        raise TransportError(f"the console stopped: {error.strerror}") from error
    return 0


async def run_console_async(router: Router, *, nick: str) -> int:
    """Answer lines typed on the terminal while the loop does its other work.

    Args:
        router: answers the commands.
        nick: the person's nick.

    Returns:
        0 after `/quit`, Ctrl-D or a second Ctrl-C.

    Raises:
        TransportError: standard input or output is not a terminal.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise TransportError("the console beside the bot needs a terminal")
    style = choose_style(router.services.settings.bot, sys.stdout.encoding or "utf-8", on_terminal=True)
    from ircpoker.transports.terminal import TerminalConsole, converse  # noqa: PLC0415 - prompt_toolkit: 50 ms

    await converse(TerminalConsole(router, nick, sys.stdout, style, is_alone=False))
    return 0


async def _alone_on_terminal(router: Router, nick: str, output: TextIO, style: Style, first: str) -> int:
    """Answer lines and run the scheduler: where the bot is not on IRC, nothing else runs it."""
    from ircpoker.transports.terminal import TerminalConsole, converse  # noqa: PLC0415 - prompt_toolkit: 50 ms

    keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
    try:
        await converse(TerminalConsole(router, nick, output, style, is_alone=True), first)
        return 0
    finally:
        keeping_time.cancel()


def _read_lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines without their ends; of a line longer than `LONGEST_LINE` only the start."""
    readline = getattr(stream, "buffer", stream).readline
    while start := readline(LONGEST_LINE):
        rest = start
        while len(rest) == LONGEST_LINE and rest[-1:] not in {b"\n", "\n"}:
            rest = readline(LONGEST_LINE)
        # Some shells begin a pipe with a byte order mark.
        text = start.decode("utf-8-sig", "replace") if isinstance(start, bytes) else start
        yield text.rstrip("\r\n")


def _give_up(output: TextIO) -> None:
    """Discard the rest of the output; otherwise Python complains when it flushes at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output.fileno())
        os.close(nowhere)
