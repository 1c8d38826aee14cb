"""Write the table of commands into docs/commands.md, from the commands of our own plugins.

    python tools/command_table.py [FILE]

Run it after adding or changing a command; a test fails until then.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import default_settings
from ircpoker.errors import ConfigError
from ircpoker.words.catalogue import load_catalogue
from ircpoker.words.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.chat.commands import Command

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "commands.md"
START = "<!-- commands: made by tools/command_table.py -->"
END = "<!-- end of commands -->"


def current_table() -> str:
    """Return the table of the plugins that are loaded by default."""
    settings = default_settings(ROOT)
    router = Router(Services(settings, Random(0)))
    load_plugins(router, settings.bot.plugins)
    return command_table(router.commands.values(), router.prefix)


def command_table(commands: Iterable[Command], prefix: str = "!") -> str:
    """Return the commands as a Markdown table, one row each.

    Args:
        commands: the commands in the order of the rows.
        prefix: the prefix shown before them.

    Returns:
        The lines of the table, each with its line end.
    """
    words = load_catalogue(ENGLISH, prefix)
    rows = ["| command | does | for example |", "|---|---|---|"]
    for command in commands:
        example = command.examples[0]
        command_line = f"{prefix}{command.name} {example.arguments}"
        cells = (
            _code(command.form(words)),
            _plain(words.text(command.summary)),
            _code(command_line) if example.arguments else "",
        )
        rows.append(f"| {' | '.join(cells)}".rstrip() + " |")
    return "".join(f"{row}\n" for row in rows)


def with_table(page: str, table: str) -> str:
    """Return `page` with `table` between its two marker lines.

    Args:
        page: Markdown with `START` and `END`, each once, on lines of their own.
        table: the lines to put between the markers.

    Returns:
        The page; the same as before if the table was up to date.

    Raises:
        ConfigError: the page does not have each marker once, in this order.
    """
    before, start, rest = page.partition(START + "\n")
    _, end, after = rest.partition(END)
    if not start or not end or START in rest or END in after:
        raise ConfigError(f"expected {START} and {END} once each, on lines of their own, in this order")
    return f"{before}{start}{table}{end}{after}"


def _plain(text: str) -> str:
    return text.replace("|", r"\|")


def _code(text: str) -> str:
    # A bar ends a cell of a table, even in code, unless it is escaped.
    return f"`{_plain(text)}`"


def main(arguments: list[str]) -> int:
    """Bring a page's table up to date.

    Args:
        arguments: the page's path, or nothing for docs/commands.md.

    Returns:
        0.
    """
    page = Path(arguments[0]) if arguments else PAGE
    page.write_text(with_table(page.read_text(encoding="utf-8"), current_table()), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
