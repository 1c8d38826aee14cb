"""`ircpoker replay`: recorded deals played again through the rules engine."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.config.ini import quote_path
from ircpoker.errors import HistoryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Sequence

    from ircpoker.history.replaying import Replay

DESCRIPTION = """\
Replays hand histories in the PHH format (.phh, and .phhs with many deals) through the rules of the bot's own
tables, and prints what each player has at the end, in the order of the file.

A file or a deal that cannot be replayed is told on standard error; the rest goes on, and the status is 1.
"""
EXAMPLE = """\
  $ ircpoker replay history/1.phh
  history/1.phh: deal 1: 510 490
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="hand histories")
    parser.add_argument("--json", action="store_true", help="one JSON object a deal")


def run(arguments: Namespace) -> int:
    """Replay all files, print the stacks and return the exit status."""
    from ircpoker.history import read_history_file, replay_history

    status = DONE

    def tell(error: HistoryError) -> None:
        nonlocal status
        status = BAD_INPUT
        complain(error)

    for file in _with_progress(arguments.files):
        try:
            histories = read_history_file(file, tell)
        except HistoryError as error:
            tell(error)
            continue
        for history in histories:
            try:
                replay = replay_history(history)
            except HistoryError as error:
                tell(error)
            else:
                write(_format_json(replay) if arguments.json else _format_text(replay))
    return status


def _with_progress(files: Sequence[Path]) -> Iterable[Path]:
    """Return the files; for many of them on a terminal, behind a progress bar."""
    is_shown = sys.stderr is not None and sys.stderr.isatty()
    has_answers = sys.stdout is not None and sys.stdout.isatty()
    if len(files) < 10 or not is_shown or has_answers:
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, "Replaying", console=Console(stderr=True), transient=True)


def _format_text(replay: Replay) -> str:
    stacks = " ".join(map(str, replay.finishing_stacks))
    return f"{quote_path(Path(replay.history.file))}: deal {replay.history.deal}: {stacks}\n"


def _format_json(replay: Replay) -> str:
    return f"{json.dumps(replay.json)}\n"
