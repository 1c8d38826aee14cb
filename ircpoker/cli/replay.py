"""`ircpoker replay`: recorded deals played again through the rules engine."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from pathlib import Path

from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.cli.progress import is_watched, make_progress
from ircpoker.config.ini import quote_path
from ircpoker.errors import HistoryError, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from rich.progress import Progress

    from ircpoker.history.replaying import Replay

DESCRIPTION = """\
Replays hand histories in the PHH format (.phh, and .phhs with many deals) through the rules of the bot's own tables,
and prints the final stacks of the players, in the order of the file. A folder is replayed with all folders below it.
Amounts may have decimals; they are counted exactly.

A file or a deal that cannot be replayed is reported on standard error; the others are replayed, and the exit status is
1. If there are several files, or anything was refused, a summary follows on standard error.
"""
EXAMPLE = """\
  $ ircpoker replay history/1.phh
  history/1.phh: deal 1: 510 490
  $ ircpoker replay --text history/1.phh
  history/1.phh: deal 1
    seats     BB caller 500 (?? ??) posts 10, BTN ann 500 (?? ??) posts 5
  …
  $ ircpoker replay --json history > stacks.jsonl
  ircpoker: history/7.phh, deal 7, actions[9]: 'p2 cbr 3' is not legal: p2 may fold, call 2 or raise to 4-50
  ircpoker: replayed 999 deals of 1000 files, refused 1
  ircpoker:     1 × actions: an action is not legal
"""
_FEWEST_FOR_BAR = 10
"""With fewer files a progress bar would disappear before anybody sees it."""
_MOST_REASONS = 10
_GENERAL = {r"'.*'": "an action", r"\bp\d+": "a player", r"\b[2-9TJQKA][cdhs]\b": "a card"}
"""The parts of a problem with the actions that differ from deal to deal, and their replacement in the summary."""
_CARD = re.compile("[2-9TJQKA][cdhs]")
_SUFFIXES = (".phh", ".phhs")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="hand histories, or folders of them")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object per deal")
    form.add_argument("--text", action="store_true", help="each deal in words, street by street")


def run(arguments: Namespace) -> int:
    """Replay all files, print the stacks and the summary, and return the exit status."""
    replays = _Replays(_format_json if arguments.json else _format_deal if arguments.text else _format_text)
    files = [file for path in arguments.files for file in replays.files_of(path)]
    is_large = len(files) >= _FEWEST_FOR_BAR or any(file.suffix == _SUFFIXES[1] for file in files)
    if is_large and is_watched():
        # The answers pass through the bar only if both are on the same terminal.
        is_shared = sys.stdout is not None and sys.stdout.isatty()
        with make_progress(redirect_stdout=is_shared) as progress:
            replays.show(progress, len(files))
            for file in files:
                replays.replay(file)
    else:
        for file in files:
            replays.replay(file)
    if len(files) > 1 or (replays.refused and replays.replayed):
        replays.summarize(len(files))
    return BAD_INPUT if replays.refused else DONE


class _Replays:
    """The number of deals replayed, and the deals refused with their reasons."""

    def __init__(self, form: Callable[[Replay], str]) -> None:
        self._form = form
        self.replayed = 0
        self.refused = 0
        self._reasons: Counter[str] = Counter()
        self._progress: Progress | None = None
        self._histories = 0

    def show(self, progress: Progress, files: int) -> None:
        """Show the progress on a bar; a file counts as one history until it is read."""
        self._progress = progress
        self._histories = files
        progress.add_task("Replaying", total=files)

    def _found(self, histories: int) -> None:
        self._histories += histories - 1
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], total=self._histories)

    def _advance(self) -> None:
        if self._progress is not None:
            self._progress.advance(self._progress.task_ids[0])

    def files_of(self, path: Path) -> list[Path]:
        """Return the histories in a folder and in all folders below it, sorted by name; or the file itself."""
        if not path.is_dir():
            return [path]
        found: list[Path] = []
        for folder, folders, names in os.walk(path, onerror=self._report_unreadable):
            folders.sort()
            found += [Path(folder, name) for name in sorted(names) if name.endswith(_SUFFIXES)]
        if not found:
            self._refuse(HistoryError("no .phh or .phhs file in this folder", str(path)))
        return found

    def replay(self, file: Path) -> None:
        """Replay the deals of one file."""
        from ircpoker.history import read_history_file, replay_history

        try:
            histories = read_history_file(file, self._refuse)
        except HistoryError as error:
            self._refuse(error)
            self._advance()
            return
        self._found(len(histories))
        for history in histories:
            self._advance()
            try:
                replay = replay_history(history)
            except HistoryError as error:
                self._refuse(error)
            else:
                self.replayed += 1
                write(self._form(replay))

    def _refuse(self, error: HistoryError) -> None:
        self.refused += 1
        self._reasons[_reason(error)] += 1
        complain(error)

    def _report_unreadable(self, error: OSError) -> None:
        self._refuse(HistoryError(error.strerror or "cannot be read", str(error.filename)))

    def summarize(self, files: int) -> None:
        """Report on standard error how many deals were replayed, how many refused, and why."""
        deals = f"{self.replayed} {'deal' if self.replayed == 1 else 'deals'}"
        complain(f"replayed {deals} of {files} {'file' if files == 1 else 'files'}, refused {self.refused}")
        for reason, count in self._reasons.most_common(_MOST_REASONS):
            complain(f"{count:>6} × {reason}")
        others = len(self._reasons) - _MOST_REASONS
        if others > 0:
            complain(f"       and {others} other reasons")


def _reason(error: HistoryError) -> str:
    """Return the kind of problem, the same for all deals that have it."""
    field = error.field.partition("[")[0]
    if field != "actions":
        return f"{field}: {error.problem}" if field else error.problem
    kind = error.problem.partition(": ")[0]
    for pattern, general in _GENERAL.items():
        kind = re.sub(pattern, general, kind)
    return f"actions: {kind}"


def _format_text(replay: Replay) -> str:
    stacks = " ".join(["inf" if stack is None else str(stack) for stack in replay.finishing_stacks])
    return f"{quote_path(Path(replay.history.file))}: deal {replay.history.deal}: {stacks}\n"


def _format_json(replay: Replay) -> str:
    return f"{replay.json}\n"


def _format_deal(replay: Replay) -> str:
    """Return a deal in words, with the cards that its file shows."""
    from ircpoker.cards import parse_cards
    from ircpoker.history.amounts import from_units
    from ircpoker.matches.deal_text import format_deal

    history = replay.history
    actions = [action.partition("#")[0] for action in history.actions]
    known = {parse_cards(card, fewest=1, most=1)[0] for action in actions for card in _CARD.findall(action)}
    names = history.players or tuple([f"p{number}" for number in range(1, len(history.stacks) + 1)])
    title = f"{quote_path(Path(history.file))}: deal {history.deal}"
    return format_deal(
        title,
        replay.deal,
        list(map(printable, names)),
        known=known,
        amount=lambda chips: from_units(chips, history.decimals),
    )
