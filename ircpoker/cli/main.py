"""From the command line's arguments to a command and its exit status.

0  done
1  some input was bad, the rest was done; or input or output failed
2  wrong usage or configuration
130, 143, 129  stopped by Ctrl-C, by SIGTERM, by SIGHUP (its terminal was closed)
141  standard output was closed
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from errno import EBADF
from importlib import import_module

from ircpoker import __version__
from ircpoker.errors import InvalidConfigError, PokerError, printable, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from types import FrameType
    from typing import Protocol

    class CommandModule(Protocol):
        """The contents of a command's module."""

        DESCRIPTION: str
        EXAMPLE: str

        def add_arguments(self, parser: ArgumentParser) -> None:
            """Declare the command's arguments."""

        def run(self, arguments: Namespace) -> int:
            """Run the command and return the exit status."""


DONE, BAD_INPUT, WRONG_USAGE = 0, 1, 2
STOPPED = 128
"""Added to the number of the signal, as shells do."""
NOBODY_READS = 141
"""128 + SIGPIPE, as `yes | head -1` ends."""

COMMANDS = {
    "parse": "the best five-card hand, its name and its numbers",
    "value": "a hand in one of the number systems",
    "play": "sit down against robots at once, on this terminal",
    "console": "play and try the bot's commands on this terminal",
    "run": "the IRC bot",
    "check": "validate a configuration and show what it would do",
    "init": "write a configuration, with questions",
    "admin": "orders for the running bot",
    "status": "what the running bot is doing",
    "web": "the page beside the running bot: live tables, replays, proofs",
    "ssh": "tables by SSH, beside the running bot",
    "feed": "what happens at a table of the running bot, as JSON lines",
    "tournament": "how a tournament stands, and organising one",
    "replay": "replay hand histories through the rules, to their final stacks",
    "export": "deals in the forms that trackers and replayers read",
    "import": "hand histories of PokerStars as PHH, checked by the rules",
    "stats": "the statistics of trackers, from hand histories or the ledger",
    "match": "robots against each other on duplicate deals",
    "league": "all robots against all, as a table",
    "conformance": "test a robot that is a program against the protocol",
    "exploit": "how much a robot loses at limit hold'em to a best response",
    "lbr": "how much a robot loses at no-limit to a local best response",
    "train": "a strategy for the robot limit",
    "solve": "the best play of a spot after the flop, for both players",
    "odds": "how often hands and ranges win against each other",
    "range": "a range of hands as a grid",
    "chart": "the hands with which the robot pushfold goes all-in, as a grid",
    "discards": "the best cards to keep of a five-card hand",
    "payback": "the exact return of the slot machine and video poker",
    "verify": "check that a deal used the committed deck",
    "audit": "add up the ledger of chips",
    "backup": "copy the ledger of chips while the bot runs",
    "restore": "put a copy of the ledger back, while the bot is stopped",
}
"""The commands; `module_of` names the module of each."""
KEYWORDS = frozenset({"import"})
"""Commands whose names no module can have: theirs ends with an underscore."""
_INDENT = "  "

_EXAMPLE = """\
example:
  $ ircpoker parse "Ah Td 4c 3s Js 7h"
  Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the arguments after the program's name; those of the process if not given.

    Returns:
        The exit status.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign gets a question mark, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    stop = _Stop()
    try:
        stop.listen()
        status = _run(list(sys.argv[1:] if argv is None else argv))
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as end:  # argparse
        return end.code if isinstance(end.code, int) else DONE
    except KeyboardInterrupt:
        return STOPPED + stop.number
    except BrokenPipeError:
        _discard_output()
        return NOBODY_READS
    except PokerError as error:
        complain(error)
        return WRONG_USAGE
    except OSError as error:
        _discard_output()
        complain(f"input or output failed: {error.strerror or error}")
        return BAD_INPUT
    return status


def module_of(command: str) -> str:
    """Return the name of a command's module.

    Examples:
        >>> module_of("parse"), module_of("import")
        ('ircpoker.cli.parse', 'ircpoker.cli.import_')
    """
    return f"ircpoker.cli.{command}{'_' * (command in KEYWORDS)}"


class _Stop:
    """Makes the signals that end a process end it as Ctrl-C does, so that nothing is left: no files, no processes.

    Attributes:
        number: the signal that came.
    """

    def __init__(self) -> None:
        self.number: int = signal.SIGINT

    def listen(self) -> None:
        """Listen, if this process would end: what its caller ignores (nohup) stays ignored."""
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, self._end)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.number = number
        signal.signal(number, signal.SIG_DFL)  # a second one ends the process at once
        # While a loop runs, Ctrl-C cancels its work, and nothing is torn apart.
        interrupt = signal.getsignal(signal.SIGINT)
        (interrupt if callable(interrupt) else signal.default_int_handler)(number, frame)


def complain(problem: object) -> None:
    """Write the problems to standard error, one printable line each."""
    lines = [str(problem)]
    if isinstance(problem, InvalidConfigError):
        lines = [f"{problem.path}: {each}" for each in problem.problems]
    if sys.stderr is not None:
        # The name of a file can hold anything.
        sys.stderr.write("".join([f"ircpoker: {printable(line)}\n" for line in lines]))


def write(text: str) -> None:
    """Write to standard output.

    Args:
        text: whole lines.

    Raises:
        OSError: it cannot be written, or the caller has closed standard output.
    """
    if sys.stdout is None:
        raise OSError(EBADF, os.strerror(EBADF))
    sys.stdout.write(text)


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        parser = _top_parser()
        _, unknown = parser.parse_known_args(arguments)
        if unknown:
            parser.error(f"unrecognized arguments: {' '.join(map(quote, unknown))}")
        parser.print_usage(sys.stderr)
        return WRONG_USAGE
    name = arguments[0]
    if name not in COMMANDS:
        from ircpoker.nearest import meant

        complain(f"{quote(name)} is not a command: {meant(name, COMMANDS)}")
        return WRONG_USAGE
    command: CommandModule = import_module(module_of(name))
    parser = _command_parser(name, command)
    return command.run(_parse(parser, arguments[1:]))


def _parse(parser: ArgumentParser, arguments: list[str]) -> Namespace:
    """Return the parsed arguments; wrong ones end the process."""
    if "--" in arguments or not any(word.startswith("-") for word in arguments):
        # Nothing after `--` is an option. Only plain parsing knows that, so here options come before the cards. Without
        # options both parse alike, but the other way first formats the usage, which costs a start 3 ms.
        parsed, unknown = parser.parse_known_args(arguments)
    else:
        # Options may stand anywhere among the cards.
        parsed, unknown = parser.parse_known_intermixed_args(arguments)
    if unknown:
        has_dash = any(word.startswith("-") and not word.startswith("--") for word in unknown)
        hint = "; put -- before cards that begin with a dash" if "cards" in parsed and has_dash else ""
        parser.error(f"unrecognized arguments: {' '.join(map(quote, unknown))}{hint}")
    return parsed


class _Formatter(RawDescriptionHelpFormatter):
    """Wraps all help at words: paragraphs are filled, rows of a table and examples continue below their last column."""

    def format_help(self) -> str:
        """Return the help, or only the usage, in lines that fit the terminal."""
        from textwrap import TextWrapper

        lines: list[str] = []
        for line in super().format_help().splitlines():
            if lines and _continues(line, lines[-1]):
                lines[-1] += f" {line.lstrip()}"
            else:
                lines.append(line)
        wrapper = TextWrapper(self._width, break_long_words=False, break_on_hyphens=False)
        shown = []
        for line in lines:
            wrapper.subsequent_indent = _column(line) * " "
            shown += wrapper.wrap(line) or [""]
        return "\n".join([*shown, ""])


def _continues(line: str, before: str) -> bool:
    """Return whether a line goes on with the paragraph, or with the last column, of the line before."""
    if _is_prose(line):
        return _is_prose(before)
    if before.startswith("usage:") and line.lstrip().startswith("ircpoker "):
        return False  # another way to use the command
    return len(line) - len(line.lstrip()) == _column(before) > 2 * len(_INDENT)


def _is_prose(line: str) -> bool:
    return bool(line) and not line.startswith((" ", "usage:")) and "  " not in line


def _column(line: str) -> int:
    """Return where a line goes on if it is wrapped: below its last column; two spaces or more divide columns."""
    if line.startswith("usage:"):
        return len("usage: ")
    text = line.lstrip()
    first, _, last = text.rpartition("  ")
    if first:
        return len(line) - len(last.lstrip())
    return len(line) - len(text) + len(_INDENT) if line.startswith(" ") else 0


def _top_parser() -> ArgumentParser:
    width = max(map(len, COMMANDS))
    commands = "".join(f"  {name:{width}}  {summary}\n" for name, summary in COMMANDS.items())
    parser = ArgumentParser(
        "ircpoker",
        usage="ircpoker [--help] [--version] COMMAND ...",
        description="The poker bot for IRC and the terminal.",
        epilog=f"commands (each has its own --help):\n{commands}\n{_EXAMPLE}",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ircpoker {__version__}")
    return parser


def _command_parser(name: str, command: CommandModule) -> ArgumentParser:
    parser = ArgumentParser(
        f"ircpoker {name}",
        description=command.DESCRIPTION,
        epilog=f"example:\n{command.EXAMPLE}",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser


def _discard_output() -> None:
    """Discard the rest of the buffer; otherwise Python complains when it flushes at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (AttributeError, OSError, ValueError):
        pass  # there is no file behind standard output, so there is nothing to flush
