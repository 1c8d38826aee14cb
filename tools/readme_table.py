"""Write the table of commands into README.md, from the commands of our own plugins.

    python tools/readme_table.py [FILE]

Run it after a command was added or changed; a test fails until then.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from ircpoker.chat.command_table import command_table, with_table
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import default_settings

README = Path(__file__).resolve().parent.parent / "README.md"


def current_table() -> str:
    """Return the table of the plugins that are loaded where config.ini names none."""
    settings = default_settings(README.parent)
    router = Router(Services(settings, Random(0)), settings.bot.prefix)
    load_plugins(router, settings.bot.plugins)
    return command_table(router.commands.values(), router.prefix)


def main(arguments: list[str]) -> int:
    """Bring a page's table up to date.

    Args:
        arguments: the page's path, or nothing for README.md.

    Returns:
        0.
    """
    page = Path(arguments[0]) if arguments else README
    page.write_text(with_table(page.read_text(encoding="utf-8"), current_table()), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
