"""The output of a command that makes a file: whole or not at all, and never in the place of another file."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ircpoker.cli.main import write
from ircpoker.config.ini import quote_path
from ircpoker.errors import UsageError
from ircpoker.runtime.private import open_private


def add_output_argument(parser: ArgumentParser) -> None:
    """Declare `-o`."""
    from pathlib import Path

    help_text = "the file to make, which must not exist (default: standard output)"
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help=help_text)


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
    if path.exists():
        raise UsageError(f"{quote_path(path)} exists: expected the name of a new file")
    part = path.with_name(f"{path.name}.part")
    try:
        with open_private(part, "w", encoding="utf-8") as file:
            yield file.write
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
