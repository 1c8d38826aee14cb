"""The output of a command that makes a file: whole or not at all, and never in the place of another file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.main import write
from ircpoker.config.ini import quote_path
from ircpoker.errors import UsageError
from ircpoker.runtime.private import open_private

if TYPE_CHECKING:
    from rich.console import RenderableType


def add_output_argument(parser: ArgumentParser) -> None:
    """Declare `-o`."""
    help_text = "the file to make, which must not exist (default: standard output)"
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help=help_text)


def on_terminal() -> bool:
    """Return whether the output is read on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def ansi(parts: Iterable[RenderableType], width: int | None = None) -> str:
    """Return lines and tables as a terminal shows them, with colours unless it or NO_COLOR forbids them."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False, width=width)
    with console.capture() as capture:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, Text))
    return capture.get()


def format_mean(mean: float, interval: float | None) -> str:
    """Return a mean with half its interval, if there is one."""
    return f"{mean:+.1f}" + ("" if interval is None else f" ± {interval:.1f}")


def check_new(path: Path | None) -> None:
    """Check that a file can be made.

    Raises:
        UsageError: it exists.
    """
    if path is not None and path.exists():
        raise UsageError(f"{quote_path(path)} exists: expected the name of a new file")


@contextmanager
def open_output(path: Path | None) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text to a new file, or to standard output.

    The file gets its name when all is written; only its owner can read it, because it may hold hidden cards.

    Args:
        path: the file; None for standard output.

    Raises:
        UsageError: the file exists.
        OSError: it cannot be written.
    """
    if path is None:
        yield write
        return
    check_new(path)
    part = path.with_name(f"{path.name}.part")
    try:
        with open_private(part, "w", encoding="utf-8") as file:
            yield file.write
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
