"""What the commands that measure robots share: a folder of results, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ircpoker.cli.main import DONE, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Measurement = TypeVar("Measurement")


def measure(resume: Path | None, work: Callable[[Path], Measurement], describe: Callable[[Measurement], str]) -> int:
    """Measure, write the result and return the exit status.

    Args:
        resume: the folder for results; None for a temporary one.
        work: measures, with the results of the folder.
        describe: returns the text to write.
    """
    from ircpoker.lab.training.results import results_folder

    with results_folder(resume) as folder:
        found = work(folder)
    write(describe(found))
    return DONE
