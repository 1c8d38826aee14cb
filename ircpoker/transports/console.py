"""The local console: each line is said to the bot in private; its answers, and what games have to say, are printed.

From a pipe plain lines, here; on a terminal `ircpoker.transports.terminal` adds history, completion and
colour, and is imported only then.
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
from ircpoker.errors import TransportError, quote
from ircpoker.transports.loop import run_scheduler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.news import Notice
    from ircpoker.chat.router import Router
    from ircpoker.config import BotSettings

LONGEST_LINE = 1 << 16
"""Bytes of an input line that are kept; the router refuses much shorter ones, an endless one must not fill memory."""
LONGEST_NICK = 30
COMMANDS = {"nick": "/nick NAME changes who speaks", "quit": "/quit leaves"}
"""What the console itself understands, and how it says so."""
_LEAVING = frozenset({"quit", "exit"})
"""What leaves without a slash, too."""
_LIMITS = TransportLimits(line_bytes=400)  # A few rows of a terminal.


class Console:
    """Who speaks, and what is answered.

    Attributes:
        router: answers.
        nick: who speaks; `/nick` changes it.
        output: where answers go.
        style: how they look.
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
        """Let games speak here while the body runs; at its end they say their last words if the bot ends with it."""
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

    def hear(self, line: str) -> None:
        """Say a line to the bot and print its answers and what they lead to at once.

        Args:
            line: without its end; with a slash it is for the console itself.

        Raises:
            OSError: the output cannot be written.
        """
        if line.lstrip().startswith("/") or line.strip().lower() in _LEAVING:
            self._obey(line.strip().removeprefix("/"))
            return
        services = self.router.services
        person = Person(CONSOLE_NETWORK, self.nick, self.nick.casefold())
        message = Message(person, line, bot_nick=services.settings.bot.nick, limits=_LIMITS)
        with services.outbox.held():
            for reply in self.router.handle(message):
                self.say(reply)
        services.scheduler.run_all_due()
        if self._failure is not None:
            raise self._failure

    def post(self, notice: Notice) -> None:
        """Print what a game says; to whom, if somebody else is speaking now."""
        reply, key = notice.reply, notice.target.casefold()
        if key not in self._spoken:
            delivery = Delivery.REFUSED
        else:
            if key != self.nick.casefold():
                reply = replace(reply, parts=(f"(to {notice.target}) ", *reply.parts))
            delivery = self._try_to_say(reply)
        if notice.on_delivery is not None:
            notice.on_delivery(delivery)

    def say(self, reply: Reply) -> None:
        """Print one line."""
        # A terminal or pipe with a small character set shows question marks rather than end the session.
        encoding = self.output.encoding or "utf-8"
        style = style_for(reply.preferences, self.style, self.style.colour)
        text = render(reply, style).encode(encoding, "replace").decode(encoding)
        self.output.write(f"{text}\n")
        self.output.flush()

    def _try_to_say(self, reply: Reply) -> Delivery:
        """Print one line; a failure is nothing that the game can mend, and is kept for whoever reads the lines."""
        try:
            self.say(reply)
        except OSError as error:
            self._failure = error
            return Delivery.REFUSED
        return Delivery.SENT

    def _obey(self, line: str) -> None:
        """Do what is for the console itself."""
        name, rest = (*line.strip().split(None, 1), "", "")[:2]
        match name.lower():
            case "quit" | "exit":
                self.running = False
                return
            case "nick" if not rest:
                answer = f"you are {self.nick}"
            case "nick" if is_nick(rest):
                self.nick = rest
                self._spoken.add(rest.casefold())
                answer = f"you are {rest} now"
            case "nick":
                answer = f"{quote(rest)} is no nick: expected one word of at most {LONGEST_NICK} characters"
            case _:
                answer = f"{quote('/' + name)} is not known here: {', '.join(COMMANDS.values())}"
        self.say(Reply((answer,)))


def is_nick(text: str) -> bool:
    """Tell whether somebody may be called this on the console."""
    return len(text) <= LONGEST_NICK and len(text.split()) == 1 and text.isprintable() and text == text.strip()


def choose_style(bot: BotSettings, encoding: str, *, on_terminal: bool) -> Style:
    """Return how cards are shown: with suit signs if the output has them, coloured only where a terminal wants it."""
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
    input: TextIO | None = None,  # noqa: A002 - the name that users of the function expect beside `output`
    output: TextIO | None = None,
) -> int:
    """Answer lines until `/quit` or the end of the input.

    Args:
        router: answers.
        nick: who speaks.
        first: a line that is said before any is read.
        input: where lines come from; standard input if not given. Its bytes are read where it has any,
            so that what is no UTF-8 does no harm.
        output: where answers go; standard output if not given.

    Returns:
        0, also if nobody reads the output any more.

    Raises:
        TransportError: the output cannot be written for another reason.
    """
    source, target = input or sys.stdin, output or sys.stdout
    if source is None or target is None:
        return 0
    on_terminal = source.isatty() and target.isatty()
    style = choose_style(router.services.settings.bot, target.encoding or "utf-8", on_terminal=on_terminal)
    console = Console(router, nick, target, style)
    if on_terminal:
        return asyncio.run(_alone_on_terminal(console, first))
    try:
        with console.open(is_alone=True):
            if first:
                console.hear(first)
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
    """Answer lines typed on the terminal beside whatever else the loop does.

    Args:
        router: answers.
        nick: who speaks.

    Returns:
        0 after `/quit`, Ctrl-D or a second Ctrl-C.

    Raises:
        TransportError: standard input and output are no terminal.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise TransportError("the console beside the bot needs a terminal")
    style = choose_style(router.services.settings.bot, sys.stdout.encoding or "utf-8", on_terminal=True)
    return await _on_terminal(Console(router, nick, sys.stdout, style), is_alone=False)


async def _alone_on_terminal(console: Console, first: str) -> int:
    """Converse, and let things happen in time: nobody else does it where there is no bot on IRC."""
    keeping_time = asyncio.create_task(run_scheduler(console.router.services.scheduler))
    try:
        return await _on_terminal(console, is_alone=True, first=first)
    finally:
        keeping_time.cancel()


async def _on_terminal(console: Console, *, is_alone: bool, first: str = "") -> int:
    from ircpoker.transports.terminal import converse  # noqa: PLC0415 - prompt_toolkit: 50 ms, for a terminal alone

    with console.open(is_alone=is_alone):
        if first:
            console.hear(first)
        await converse(console)
    return 0


def _read_lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines without their ends; of a line longer than `LONGEST_LINE` only the start."""
    readline = getattr(stream, "buffer", stream).readline
    while start := readline(LONGEST_LINE):
        rest = start
        while len(rest) == LONGEST_LINE and rest[-1:] not in {b"\n", "\n"}:
            rest = readline(LONGEST_LINE)
        # A byte order mark may stand in front of what some shells pipe.
        text = start.decode("utf-8-sig", "replace") if isinstance(start, bytes) else start
        yield text.rstrip("\r\n")


def _give_up(output: TextIO) -> None:
    """Let the rest of the output go nowhere, or Python complains when it flushes at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output.fileno())
        os.close(nowhere)
