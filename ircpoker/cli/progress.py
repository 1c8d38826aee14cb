"""Progress bars on standard error, if it is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID


def is_watched() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def make_progress(*, redirect_stdout: bool = True) -> Progress:
    """Return progress bars with the number done and the time left.

    Args:
        redirect_stdout: whether printed text goes above the bars.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=redirect_stdout)


@contextmanager
def progress_bar(title: str, total: int, done: int = 0) -> Iterator[Callable[[], object]]:
    """Show a progress bar; yield a function that advances it by one."""
    if not is_watched():
        yield lambda: None
        return
    with make_progress() as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda: progress.advance(task)


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], object]]:
    """Show a progress bar for each task; yield a function that takes its name, the number done and the total."""
    if not is_watched():
        yield lambda _name, _done, _total: None
        return
    with make_progress() as progress:
        tasks: dict[str, TaskID] = {}

        def report(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=total)
            progress.update(tasks[name], completed=done)

        yield report
