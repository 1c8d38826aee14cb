"""Write the man page and the shells' completions from the parsers of the command line.

    python -m tools.shell_files             the files of packaging/share, which a wheel installs below share/

They are kept in the repository, so that a build needs neither of the libraries.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, HelpFormatter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import shtab
from argparse_manpage.manpage import Manpage

from ircpoker import __version__
from ircpoker.cli.main import COMMANDS, module_of
from ircpoker.cli.options import existing, existing_or_deal
from ircpoker.cli.parsers import help_of

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).resolve().parent.parent / "packaging" / "share"
COMPLETIONS = {
    "bash": Path("bash-completion/completions/ircpoker"),
    "zsh": Path("zsh/site-functions/_ircpoker"),
    "fish": Path("fish/vendor_completions.d/ircpoker.fish"),
}
MAN_PAGE = Path("man/man1/ircpoker.1")
_PROSE = "The poker bot for IRC and the terminal."


def make_parser() -> ArgumentParser:
    """Return one parser with all commands; the program itself makes only the one that it needs."""
    parser = ArgumentParser("ircpoker", description=_PROSE, allow_abbrev=False, formatter_class=HelpFormatter)
    parser.add_argument("-V", "--version", action="version", version=f"ircpoker {__version__}", help="show the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        module = import_module(module_of(name))
        command = commands.add_parser(name, help=summary, description=help_of(module.__doc__)[0], allow_abbrev=False)
        module.add_arguments(command)
        for action in command._actions:  # argparse has no other way to them
            if action.type in {Path, existing, existing_or_deal}:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # what shtab looks for
    return parser


def make_files() -> Iterator[tuple[Path, str]]:
    """Yield each file, as a path below share/, with its text."""
    for shell, path in COMPLETIONS.items():
        yield path, shtab.complete(make_parser(), shell)
    yield MAN_PAGE, make_man_page()


def make_man_page() -> str:
    """Return the man page."""
    about = {
        "prog": "ircpoker",
        "project_name": "ircpoker",
        "description": "poker bot for IRC and the terminal",
        "version": __version__,
        "manual_title": "ircpoker",
        "date": _date_of_version(),
    }
    page = str(Manpage(make_parser(), _data=about))
    return re.sub(r"^(?=\.[a-z]|')", r"\\&", page, flags=re.MULTILINE)  # text, though it begins as macros do


def _date_of_version() -> str:
    """Return the day of the newest version in CHANGELOG.md; or that it is not released."""
    changes = (FOLDER.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## \S+ \((.*)\)", changes, re.MULTILINE)
    return found[1] if found else "unreleased"


def main(folder: Path) -> None:
    """Write the files."""
    for path, text in make_files():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
