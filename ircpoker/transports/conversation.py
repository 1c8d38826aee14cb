"""A person's conversation with the bot on a console: each line is a private message, and what follows is printed.

`ircpoker.transports.console` reads the lines.
"""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.cards import SUIT_SIGNS
from ircpoker.chat.message import Message, Reply, TransportLimits
from ircpoker.chat.outgoing import PacedLines
from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.errors import PokerError, quote
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.style import Style, render, style_for
from ircpoker.words import Phrase
from ircpoker.words.plain_text import LONGEST_NICK, is_nick, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from ircpoker.chat.outgoing import Outgoing
    from ircpoker.chat.router import Router
    from ircpoker.config import BotSettings

COMMANDS = ("nick", "quit")
"""The console's own commands."""
_LEAVING = frozenset({"quit", "exit"})
"""Words that end the console without a slash, too."""
_BESIDE_LEAVING = frozenset({"now", "please", "pls", "then", "thanks"})
"""Words that may follow them; with others, as in `quit the table`, the bot is meant."""
LIMITS = TransportLimits(line_bytes=400)  # A few rows of a terminal.

_logger = logging.getLogger(__name__)


class Console:
    """One person's conversation with the bot.

    Attributes:
        router: answers the commands.
        nick: the person's nick; `/nick` changes it.
        output: where answers are printed.
        style: the style of the lines.
        running: False after `/quit`.
        is_operator: whether the person may give the orders of administrators: beside a running bot.
    """

    def __init__(self, router: Router, nick: str, output: TextIO, style: Style) -> None:
        self.router = router
        self.nick = nick
        self.output = output
        self.style = style
        self.running = True
        self.is_operator = False
        self._spoken = {nick.casefold()}
        self._failure: OSError | None = None
        self._paced = PacedLines(router.services.scheduler, "lines of the console", self._print)

    @contextmanager
    def open(self, *, is_alone: bool) -> Iterator[None]:
        """Print game messages here while the body runs; at its end also the last ones, if the bot ends with it."""
        services = self.router.services
        services.outbox.open(CONSOLE_NETWORK, self._paced.take)
        services.presence.connected(CONSOLE_NETWORK)
        services.scheduler.run_all_due()
        try:
            yield
            if is_alone:
                services.presence.closing()
        finally:
            self._paced.hurry()
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

        Whoever has kept a seat goes on there instead, and reads so if the line asks for certain opponents.

        Args:
            line: the bot's command `play`, with or without arguments.

        Raises:
            PokerError: the bot refused it.
            OSError: the output could not be written.
        """
        tables = self.router.tables
        if tables is None or not tables.is_seated(self.person):
            self._hear(line, must_work=True)
        elif " " in line:
            self.tell(Phrase("console.kept_seat", game=printable(line)))

    def _hear(self, line: str, *, must_work: bool = False) -> None:
        services = self.router.services
        message = Message(
            self.person, line, bot_nick=services.settings.bot.nick, limits=LIMITS, is_operator=self.is_operator
        )
        with services.outbox.held():
            for reply in self.router.handle(message):
                if must_work and reply.error is not None:
                    raise reply.error
                self.say(reply)
        services.scheduler.run_all_due()
        if self._failure is not None:
            raise self._failure

    def _print(self, line: Outgoing) -> Delivery:
        """Print a line of a game, with its reader's nick if that is not the person who speaks now."""
        reply, key = line.reply, line.reader.target.casefold()
        if key not in self._spoken:
            return Delivery.REFUSED
        if line.is_outdated:
            return Delivery.UNKNOWN
        try:
            if key != self.nick.casefold():
                reader = self.router.services.words.text(Phrase("console.to", nick=line.reader.target))
                reply = replace(reply, parts=(reader, *reply.parts))
            self.say(reply)
        except OSError as error:  # The game cannot fix it: it is kept for the loop that reads the lines.
            self._failure = error
            return Delivery.REFUSED
        except Exception:  # It must not lose the others.
            _logger.exception("a line to %a is lost", line.reader.target)
            return Delivery.UNKNOWN
        return Delivery.SENT

    def leave(self) -> None:
        """End the session."""
        self.running = False
        self.say_goodbye()

    def say_goodbye(self) -> None:
        """Print what becomes of the deal and the chips of the person who leaves, if they sit at a table."""
        tables = self.router.tables
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
