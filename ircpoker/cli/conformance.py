"""`ircpoker conformance`: tests a program against the protocol of docs/own-robot.md.

Tries 50 cases on a robot that is a program, and prints a line for each failure. docs/own-robot.md describes the
protocol, JSON lines over standard input and output. Cases of games that the program does not name are left out.

The exit status is 0 if there was no failure, else 1.

  $ ircpoker conformance ./bot.py
  case 5, limit, first on the flop: bet 3 is not legal: fold, check or bet 2
  50 cases: 33 passed, 1 failed, 16 not played
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from ircpoker.cli.main import BAD_INPUT, DONE, json_line, write
from ircpoker.errors import printable, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ircpoker.lab.matches.conformance import Finding

_LONGEST_LIMIT = 3600.0


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker conformance PROGRAM [--seconds N] [--json]"
    parser.add_argument("program", metavar="PROGRAM", help="a path such as ./bot.py, or program:COMMAND")
    parser.add_argument(
        "--seconds",
        type=_read_seconds,
        default=5.0,
        metavar="N",
        help="the time for an answer (default: 5, as in a match)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a case")


def run(arguments: Namespace) -> int:
    """Try the cases, print the faults and return the exit status."""
    from ircpoker.lab.matches.conformance import examine
    from ircpoker.robots.program import Limits, read_command

    passed = failed = left_out = 0
    for finding in examine(read_command(arguments.program), Limits(move=arguments.seconds)):
        failed += bool(finding.fault)
        left_out += not finding.is_played
        passed += finding.is_played and not finding.fault
        if arguments.json:
            write(json_line(_json_data(finding)))
        elif finding.fault:
            write(f"case {finding.number}, {finding.title}: {printable(finding.fault)}\n")
    if not arguments.json:
        write(f"{passed + failed + left_out} cases: {passed} passed, {failed} failed, {left_out} not played\n")
    return BAD_INPUT if failed else DONE


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 0 < seconds <= _LONGEST_LIMIT:
        return seconds
    raise ArgumentTypeError(f"{quote(text)}: expected a number of seconds up to {_LONGEST_LIMIT:g}")


def _json_data(finding: Finding) -> dict[str, object]:
    outcome = "failed" if finding.fault else "passed" if finding.is_played else "not played"
    return {"case": finding.number, "title": finding.title, "outcome": outcome, "fault": finding.fault}
