"""The options of `ircpoker solve`, and what they mean."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import MOST_JOBS, add_dask, add_number
from ircpoker.errors import UsageError, quote

if TYPE_CHECKING:
    from ircpoker.postflop.engine.engine import Rake
    from ircpoker.postflop.tree import TreeSetup

MOST_CHIPS = 10**6
MOST_THREADS = 64
_HALF = "50%"
_ALL_IN = Fraction(67, 100)
OF_NEW_SPOTS: dict[str, tuple[str, object]] = {
    "--hand": ("hand", None),
    "--pot": ("pot", None),
    "--stack": ("stack", None),
    "--bets": ("bets", []),
    "--raise": ("raises", []),
    "--donk": ("donk", []),
    "--allin": ("allin", _ALL_IN),
    "--rake": ("rake", 0),
    "--cap": ("cap", None),
    "--accuracy": ("accuracy", None),
    "--iterations": ("iterations", None),
    "--lock": ("lock", []),
    "--save": ("save", None),
    "--flops": ("flops", None),
    "--jobs": ("jobs", None),
    "--dask": ("dask", None),
}
"""Options that a stored solution does not take: where they are read, and their values if they are left out."""
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)%?")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker solve BOARD OOP IP --pot N --stack N [options]\n"
        "       ircpoker solve --hand FILE#N OOP IP [options]\n"
        "       ircpoker solve --load FILE [--line LINE] [--browse]\n"
        "       ircpoker solve report OOP IP --flops N|FILE --pot N --stack N [options]"
    )
    parser.add_argument("--hand", metavar="FILE#N", help="the spot of a deal in a file of hand histories")
    chips = 1, MOST_CHIPS, "chips"
    parser.add_argument("spot", nargs="*", metavar="BOARD OOP IP", help="the board, and the two ranges")
    add_number(parser, "--pot", chips, "the chips in the pot")
    add_number(parser, "--stack", chips, "the chips that each player has left")
    for option, name, text in (
        ("--bets", "bets", "the sizes of bets (default: 50%%)"),
        ("--raise", "raises", "those of raises (default: 50%%)"),
        ("--donk", "donk", "bets out of position after a call (default: as --bets)"),
    ):
        parser.add_argument(option, dest=name, action="append", default=[], metavar="SIZES", help=text)
    parser.add_argument("--allin", type=_percent, default=_ALL_IN, metavar="P", help="(default: 67%%)")
    parser.add_argument("--rake", type=_percent, default=Fraction(0), metavar="P", help="part of the pot nobody wins")
    add_number(parser, "--cap", chips, "the most chips of rake")
    parser.add_argument("--accuracy", type=_percent, metavar="P", help="in percent of the pot (default: 0.3)")
    add_number(parser, "--iterations", (1, 100_000, "iterations"), "stop after so many")
    add_number(parser, "--threads", (1, MOST_THREADS, "threads"), "(default: all cores)")
    parser.add_argument(
        "--lock", action="append", default=[], metavar="LINE=FILE", help="fix a decision; may be repeated"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="store the solution there, and go on with it")
    parser.add_argument("--load", type=Path, metavar="FILE", help="show a stored solution")
    parser.add_argument(
        "--line", action="append", metavar="LINE", help='the decision to show, such as "check, bet 94, call, 7c"'
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the solution there; - for standard output")
    parser.add_argument("--browse", action="store_true", help="read the prompt's lines from standard input")
    parser.add_argument("--dry-run", action="store_true", help="only say what it costs")
    parser.add_argument("--flops", metavar="N|FILE", help="for report: how many flops, 1 to 1755, or a file of flops")
    where = parser.add_mutually_exclusive_group()
    add_number(where, "--jobs", (1, MOST_JOBS, "processes"), "processes of a report")
    add_dask(where)


def _percent(text: str) -> Fraction:
    match = _PERCENT.fullmatch(text)
    if not match or not 0 <= Fraction(match[1]) <= 100:
        raise ArgumentTypeError(f"{quote(text)}: expected a percentage from 0 to 100")
    return Fraction(match[1]) / 100


def setup_of(arguments: Namespace) -> TreeSetup:
    """Return the chips and sizes of the arguments.

    Raises:
        UsageError: one is missing or impossible.
    """
    from ircpoker.postflop.sizes import DONKS, parse_sizes
    from ircpoker.postflop.tree import TreeSetup

    if arguments.pot is None or arguments.stack is None:
        raise UsageError("expected --pot and --stack")
    bets, raises = (
        parse_sizes(", ".join(texts or [_HALF]), option)
        for texts, option in ((arguments.bets, "--bets"), (arguments.raises, "--raise"))
    )
    donks = parse_sizes(", ".join(arguments.donk), "--donk", DONKS) if arguments.donk else None
    if not arguments.allin:
        raise UsageError("--allin: expected a percentage above 0")
    return TreeSetup(arguments.pot, arguments.stack, bets, raises, donks, arguments.allin)


def rake_of(arguments: Namespace) -> Rake:
    """Return the rake of the arguments."""
    from ircpoker.postflop.engine.engine import NO_CAP, Rake

    return Rake(float(arguments.rake), NO_CAP if arguments.cap is None else float(arguments.cap))


def gap_of(arguments: Namespace) -> float:
    """Return the wanted gap in percent of the pot."""
    return 0.3 if arguments.accuracy is None else float(100 * arguments.accuracy)


def read_locks(texts: list[str]) -> list[tuple[str, Path]]:
    """Return the lines and files of locks.

    Raises:
        UsageError: one has no file.
    """
    locks = []
    for text in dict.fromkeys(texts):
        line, equals, file = text.rpartition("=")
        if not equals or not file:
            raise UsageError(f"--lock {quote(text)}: expected a line and a file, such as 'check=frequencies.txt'")
        locks.append((line, Path(file)))
    return locks
