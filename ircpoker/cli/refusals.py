"""What was refused of files of histories: a line on standard error for each deal, and a summary by reasons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ircpoker.cli.main import complain
from ircpoker.errors import HistoryError

_MOST_REASONS = 10
_GENERAL = {
    r"'.*' is not a time": "the time is not one",
    r"'.*'": "an action",
    r"\bbyte \d+": "a byte",
    r"\bp\d+": "a player",
    r"\b[2-9TJQKA][cdhs]\b": "a card",
}
"""The parts of a problem with the actions that differ from deal to deal, and their replacement in the summary."""


class Refusals:
    """The deals refused, with their reasons.

    Attributes:
        count: how many.
    """

    def __init__(self) -> None:
        self.count = 0
        self._reasons: Counter[str] = Counter()

    def add(self, error: HistoryError, *, is_repeated: bool = False) -> None:
        """Count a deal that was refused, and say why.

        Args:
            error: the reason.
            is_repeated: whether so many deals may have this reason that it is named only once.
        """
        self.count += 1
        reason = _reason(error)
        self._reasons[reason] += 1
        if not is_repeated or self._reasons[reason] == 1:
            complain(error)

    def files(self, paths: Iterable[Path]) -> list[Path]:
        """Return the files of deals that paths name, folders with all below them; what cannot be read is refused."""
        from ircpoker.records.sections import RefusedHand, find_files

        files = []
        for entry in find_files(paths):
            if isinstance(entry, RefusedHand):
                self.add(entry.error)
            else:
                files.append(entry)
        return files

    def summarize(self, done: str, deals: int, files: int) -> None:
        """Say how many deals of how many files were done, how many refused, and why.

        Args:
            done: the verb, such as `replayed`.
            deals: the number of deals.
            files: the number of files; 0 if the deals are from elsewhere.
        """
        source = f" of {_count(files, 'file')}" if files else ""
        complain(f"{done} {_count(deals, 'deal')}{source}, refused {self.count}")
        for reason, count in self._reasons.most_common(_MOST_REASONS):
            complain(f"{count:>6} × {reason}")
        others = len(self._reasons) - _MOST_REASONS
        if others > 0:
            complain(f"       and {others} other reasons")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing if number == 1 else thing + 's'}"


def _reason(error: HistoryError) -> str:
    """Return the kind of problem, the same for all deals that have it."""
    field = error.field.partition("[")[0]
    if field != "actions" and (field or not error.line):
        return f"{field}: {error.problem}" if field else error.problem
    kind = error.problem
    for pattern, general in _GENERAL.items():
        kind = re.sub(pattern, general, kind)
    kind = kind.partition(": ")[0]
    return f"{field}: {kind}" if field else kind
