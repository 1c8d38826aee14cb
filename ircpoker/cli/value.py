"""`ircpoker value`: a hand in one of the number systems."""

from __future__ import annotations

from ircpoker.cli.lines import answer_lines, answer_one
from ircpoker.errors import printable
from ircpoker.systems import SYSTEMS, split_board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.systems import SystemValue

_WIDTH = max(map(len, SYSTEMS))
_TABLE = "\n".join(f"  {name:{_WIDTH}}  {system.summary} ({system.counts})" for name, system in SYSTEMS.items())
DESCRIPTION = f"""\
Prints a hand in one of the number systems that ircpoker grew from.

systems (and how many cards each takes):
{_TABLE}

For openholdem CARDS are the hole cards and BOARD is the board; draw takes no BOARD; for the other systems BOARD is just
more cards. Without CARDS, hands are read from standard input, one per line, as CARDS / BOARD or only CARDS; a bad line
is answered with error|MESSAGE| (--json: {{"error": "MESSAGE", "line": N}}). Bad CARDS are reported only on standard
error. The exit status is 1 if anything was bad.
"""
EXAMPLE = """\
  $ ircpoker value manual "7h 7d 6c 6s Ah"
  31716240000
  $ ircpoker value openholdem --json "As Ah" "Kc Kd 2s"
  {"system": "openholdem", "value": …
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker value SYSTEM [--json] [CARDS [BOARD]]"
    parser.add_argument("system", metavar="SYSTEM", choices=SYSTEMS, help=", ".join(SYSTEMS))
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument("cards", nargs="*", metavar="CARDS [BOARD]", help='each in quotes: "Ah Kd" "Qc Js Th"')
    parser.set_defaults(error=parser.error)


def run(arguments: Namespace) -> int:
    """Print the answers and return the exit status."""
    system = SYSTEMS[arguments.system]

    def show(value: SystemValue) -> str:
        if not arguments.json:
            return value.text
        from ircpoker.runtime.json_text import to_json

        return to_json(value.json)

    if len(arguments.cards) > 2:
        whole = printable(" ".join(arguments.cards)[:60])
        arguments.error(f'expected CARDS and at most one BOARD: put the cards in quotes, "{whole}"')
    if arguments.cards:
        # A single argument may have its board after a slash, as in the chat; two are read as one such line.
        return answer_one(lambda: show(system.value(*split_board(" / ".join(arguments.cards)))))
    return answer_lines(lambda line: show(system.value(*split_board(line))), as_json=arguments.json)
