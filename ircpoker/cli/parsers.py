"""The parsers of the command line: help that fits the terminal, and one form of refusal, with guesses.

What was wrong stands in the last line, as in every other refusal: `ircpoker: …`; the usage stands above it.
"""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from itertools import chain

from ircpoker import __version__
from ircpoker.errors import printable, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    from _typeshed import SupportsWrite

_INDENT = "  "
_EXAMPLE = """\
example:
  $ ircpoker parse "Ah Td 4c 3s Js 7h"
  Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11
"""
_STATUSES = """\
exit status:
  0        done
  1        the answer is no, or some input was bad and the rest was done
  2        wrong usage or configuration, or a missing file, package or port
  128 + n  signal n ended it; run and ssh, which it tells to stop, end with 0
"""


def make_top_parser(groups: Mapping[str, Mapping[str, str]]) -> ArgumentParser:
    """Return the parser of what stands before a command.

    Args:
        groups: the summary of each command, in groups with titles.
    """
    width = max(map(len, chain.from_iterable(groups.values())))
    lines = []
    for title, group in groups.items():
        lines += [f"{title}:", *(f"{_INDENT}{name:{width}}  {summary}" for name, summary in group.items()), ""]
    parser = _Parser(
        "ircpoker",
        usage="ircpoker [--help] [--version] COMMAND ...",
        description="The poker bot for IRC and the terminal.\n`ircpoker help COMMAND` explains a command.",
        epilog="\n".join([*lines, _STATUSES, _EXAMPLE]),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"ircpoker {__version__}")
    return parser


def help_of(text: str | None) -> tuple[str, str]:
    """Return what the docstring of a command's module says after its first line, and the example at its end."""
    _, _, rest = (text or "").partition("\n\n")
    description, prompt, example = rest.partition("\n\n  $ ")
    return description, prompt[2:] + example


def make_parser(name: str, text: str | None) -> ArgumentParser:
    """Return the parser of a command, without its arguments.

    Args:
        name: the command.
        text: the docstring of its module.
    """
    description, example = help_of(text)
    return _Parser(
        f"ircpoker {name}",
        description=description,
        epilog=f"example:\n{example}",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )


def parse(parser: ArgumentParser, arguments: Sequence[str]) -> Namespace:
    """Return the parsed arguments; wrong ones end the process."""
    if "--" in arguments or not any(word.startswith("-") for word in arguments):
        # Nothing after `--` is an option. Only plain parsing knows that, so here options come before the cards. Without
        # options both parse alike, but the other way first formats the usage, which costs a start 3 ms.
        parsed, unknown = parser.parse_known_args(arguments)
    else:
        # Options may stand anywhere among the cards.
        parsed, unknown = parser.parse_known_intermixed_args(arguments)
    if unknown:
        parser.error(_describe_unknown(parser, unknown, has_cards="cards" in parsed))
    return parsed


def _describe_unknown(parser: ArgumentParser, unknown: Sequence[str], *, has_cards: bool) -> str:
    from ircpoker.words.nearest import nearest

    option = next((word.partition("=")[0] for word in unknown if word.startswith("--")), "")
    known = [name[2:] for action in _shown(parser) for name in action.option_strings if name.startswith("--")]
    if near := nearest(option[2:], known):
        return f"{quote(option)} is not an option here: did you mean --{near}?"
    has_dash = has_cards and any(word.startswith("-") and not word.startswith("--") for word in unknown)
    hint = "; put -- before cards that begin with a dash" if has_dash else ""
    return f"unrecognized arguments: {' '.join(map(quote, unknown))}{hint}"


def _shown(parser: ArgumentParser) -> list[Action]:
    return [action for action in parser._actions if action.help is not SUPPRESS]  # argparse has no other way to them


class _Parser(ArgumentParser):
    """Refuses as the commands do."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Write, and let `main` know if nobody reads or the disk is full."""
        stream = file or sys.stderr
        if message and stream is not None:
            stream.write(message)

    def error(self, message: str) -> NoReturn:
        """Write the usage and what was wrong, and end the process."""
        if sys.stderr is not None:
            self.print_usage(sys.stderr)
        self.exit(2, f"ircpoker: {printable(message)}\n")

    def _check_value(self, action: Action, value: object) -> None:
        """Refuse a value that is none of the choices, and name the likeliest."""
        if action.choices is not None and value not in action.choices:
            from ircpoker.words.nearest import meant

            raise ArgumentError(action, f"{quote(str(value))}: {meant(str(value), map(str, action.choices))}")


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
