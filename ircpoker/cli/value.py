"""`ircpoker value`: a hand in one of the number systems.

Prints a hand in one of the number systems that ircpoker grew from.

systems (and how many cards each takes):
  parsecards  arfer's parsecards: six numbers, the lower hand wins (5 to 52)
  manual      Poker Site Manual: evaluate's eleven digits (2, 5, 6 or 7)
  draw        Poker Site Manual: the draws of a board (3 to 5, the board)
  director    Director's Poker Evaluation: a property list and the values (5)
  kev         Cactus Kev's class, 1 to 7462, and the Swedish robot's strength (5 to 52)
  openholdem  OpenHoldem's pokerval, pcbits and symbols (0 to 2 hole cards and 0 to 5 of a board)

For openholdem CARDS are the hole cards and BOARD is the board; draw takes no BOARD; for the other systems BOARD is just
more cards. Without CARDS, hands are read from standard input, one per line; for openholdem a / comes before the board.
In parsecards, manual, director and kev a / separates hands, which are compared: a line for each, then the winner. A bad
line is answered with error|MESSAGE| (--json: {"error": "MESSAGE", "line": N}). Bad CARDS are reported only on
standard error. The exit status is 1 if anything was bad.

  $ ircpoker value manual "7h 7d 6c 6s Ah"
  31716240000
  $ ircpoker value kev "Ah Qc Td 5d 3s / Ad Qs Tc 6h 2c"
  6409 0.1411
  6407 0.1414
  B wins|class 6407 before 6409
  $ ircpoker value openholdem --json "As Ah" "Kc Kd 2s"
  {"system": "openholdem", "value": …
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ircpoker.cli.lines import answer_lines, answer_one
from ircpoker.errors import InvalidCardError, printable
from ircpoker.systems import SYSTEMS, System, SystemValue
from ircpoker.systems.comparing import Comparison


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

    def show(text: str) -> str:
        values, compared = _values(system, text)
        if not arguments.json:
            return "\n".join([*[value.text for value in values], *([str(compared)] if compared else [])])
        from ircpoker.runtime.json_text import to_json

        data = [value.json for value in values]
        return to_json({"hands": data, **compared.json} if compared else data[0])

    if len(arguments.cards) > 2 and not (system.compares and "/" in arguments.cards):
        whole = printable(" ".join(arguments.cards)[:60])
        arguments.error(f'expected CARDS and at most one BOARD: put the cards in quotes, "{whole}"')
    if arguments.cards:
        between = " " if system.compares else " / "
        return answer_one(lambda: show(between.join(arguments.cards)))
    return answer_lines(show, as_json=arguments.json)


def _values(system: System, text: str) -> tuple[list[SystemValue], Comparison | None]:
    """Return the hands of a text in a system; what is not one hand in an exact form is read by words."""
    if "/" not in text:
        try:
            return [system.value(text)], None
        except InvalidCardError:
            pass
    from ircpoker.words.understood.odds import understand_value

    return understand_value(system, text)
