"""From the command line's arguments to a command and its exit status: the only place where a status is chosen.

0  done
1  the answer is no, or some input was bad and the rest was done
2  wrong usage or configuration, or something that the command needs is missing: a file, a package, a free port
128 + n  signal n ended it: 130 Ctrl-C, 143 SIGTERM, 129 SIGHUP (its terminal was closed), 141 nobody reads its output

A command returns 0 or 1; all else is raised, and has its status by its kind.
"""

from __future__ import annotations

import os
import signal
import sys
from errno import EBADF
from importlib import import_module

from ircpoker import errors
from ircpoker.cli.parsers import make_parser, make_top_parser, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

DONE, BAD_INPUT, WRONG_USAGE = 0, 1, 2
STOPPED = 128
"""Added to the number of the signal, as shells do."""
NOBODY_READS = 141
"""128 + SIGPIPE, as `yes | head -1` ends."""
_ANSWERS = (
    *(
        errors.InvalidCardError,
        errors.DuplicateCardError,
        errors.CardCountError,
        errors.InvalidRangeError,
        errors.HistoryError,
    ),
    *(errors.FeedError, errors.ProofError, errors.RobotError),
)
"""The errors that are an answer, bad input or no: their status is `BAD_INPUT`."""

GROUPS = {
    "Play": {
        "play": "sit down against robots at once, on this terminal",
        "console": "play and try the bot's commands on this terminal",
    },
    "Run a bot": {
        "run": "the IRC bot",
        "init": "write a configuration, with questions",
        "check": "validate a configuration and show what it would do",
        "status": "what the running bot is doing",
        "admin": "orders for the running bot",
        "tournament": "how a tournament stands, and organising one",
        "feed": "what happens at a table of the running bot, as JSON lines",
        "web": "the page beside the running bot: live tables, replays, proofs",
        "ssh": "tables by SSH, beside the running bot",
    },
    "Cards and odds": {
        "parse": "the best five-card hand, its name and its numbers",
        "value": "a hand in one of the number systems",
        "odds": "how often hands and ranges win against each other",
        "range": "a range of hands as a grid",
        "discards": "the best cards to keep of a five-card hand",
        "chart": "what a robot does with each hand before the flop",
        "solve": "the best play of a spot after the flop, for both players",
        "payback": "the exact return of the slot machine and video poker",
    },
    "Robots": {
        "match": "robots against each other on duplicate deals",
        "league": "all robots against all, as a table",
        "conformance": "test a robot that is a program against the protocol",
        "exploit": "how much a robot loses at limit hold'em to a best response",
        "lbr": "how much a robot loses at no-limit to a local best response",
        "train": "strategies for the robots limit, nolimit and ring",
    },
    "Hands and statistics": {
        "replay": "replay hand histories through the rules, to their final stacks",
        "stats": "the statistics of trackers, from hand histories or the ledger",
        "review": "what the decisions of a player have cost",
        "drill": "decisions to train with, graded at once",
        "export": "deals in the forms that trackers and replayers read",
        "import": "hand histories of other sites as PHH, checked by the rules",
        "verify": "check that a deal used the committed deck",
    },
    "Ledger": {
        "audit": "add up the ledger of chips",
        "backup": "copy the ledger of chips while the bot runs",
        "restore": "put a copy of the ledger back, while the bot is stopped",
    },
}
"""The commands, as `--help` shows them."""
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
"""The commands; `module_of` names the module of each."""
_HELP = "help"
"""`ircpoker help COMMAND` is `ircpoker COMMAND --help`."""
KEYWORDS = frozenset({"import"})
"""Commands whose names no module can have: theirs ends with an underscore."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: the arguments after the program's name; those of the process if not given.

    Returns:
        The exit status.

    Raises:
        ModuleNotFoundError: a part of ircpoker is missing.
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
    except KeyboardInterrupt:
        _flush_for_nobody()
        return STOPPED + stop.number
    except BrokenPipeError:
        _discard_output()
        return NOBODY_READS
    except errors.PokerError as error:
        complain(error)
        return BAD_INPUT if isinstance(error, _ANSWERS) else WRONG_USAGE
    except ModuleNotFoundError as error:
        # What is asked or started first needs it first (`packages.require`); this is for the rest.
        if not error.name or error.name.partition(".")[0] in {"ircpoker", "plugins"}:
            raise
        from ircpoker.runtime.foreign import not_installed

        complain(not_installed(error.name.partition(".")[0]))
        return WRONG_USAGE
    except OSError as error:
        _discard_output()
        name = f"{error.filename}: " if isinstance(error.filename, str) else ""
        complain(f"input or output failed: {name}{error.strerror or error}")
        return WRONG_USAGE
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
    if isinstance(problem, errors.InvalidConfigError):
        lines = [f"{problem.path}: {each}" for each in problem.problems]
    if sys.stderr is not None:
        # The name of a file can hold anything.
        sys.stderr.write("".join([f"ircpoker: {errors.printable(line)}\n" for line in lines]))


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


def json_line(data: object, *, ascii_only: bool = True) -> str:
    """Return data as a line of JSON; arguments and errors as in `to_json`."""
    from ircpoker.runtime.json_text import to_json

    return f"{to_json(data, ascii_only=ascii_only)}\n"


def _run(arguments: list[str]) -> int:
    """Run a command and return its exit status."""
    try:
        return _run_command(arguments)
    except SystemExit as end:  # argparse
        return end.code if isinstance(end.code, int) else DONE


def _run_command(arguments: list[str]) -> int:
    if arguments[:1] == [_HELP]:
        arguments = [*arguments[1:2], "--help", *arguments[2:]]
    if not arguments or arguments[0].startswith("-"):
        parser = make_top_parser(GROUPS)
        parse(parser, arguments)
        parser.print_usage(sys.stderr)
        return WRONG_USAGE
    name = arguments[0]
    if name not in COMMANDS:
        from ircpoker.words.nearest import meant

        complain(f"{errors.quote(name)} is not a command: {meant(name, [*COMMANDS, _HELP])}")
        return WRONG_USAGE
    command = import_module(module_of(name))
    parser = make_parser(name, command.__doc__)
    command.add_arguments(parser)
    status: int = command.run(parse(parser, arguments[1:]))
    return status


def _flush_for_nobody() -> None:
    """Flush standard output, of which perhaps nobody reads the rest any more."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        _discard_output()


def _discard_output() -> None:
    from ircpoker.runtime.stopping import discard

    discard(sys.stdout)
