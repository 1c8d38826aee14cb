"""Progress bars on standard error, if it is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID

    from ircpoker.postflop.solution import Solution, SolvingProgress


def is_watched() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def _make_progress(*, redirect_stdout: bool = True) -> Progress:
    """Return progress bars with the number done and the time left."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=redirect_stdout)


@contextmanager
def progress_bar(title: str, total: int, *, redirect_stdout: bool = True) -> Iterator[Callable[[], object]]:
    """Show a progress bar, with printed text above it if wanted; yield a function that advances it by one."""
    if not is_watched():
        yield lambda: None
        return
    with _make_progress(redirect_stdout=redirect_stdout) as progress:
        task = progress.add_task(title, total=total)
        yield lambda: progress.advance(task)


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], object]]:
    """Show a progress bar for each task; yield a function that takes its name, the number done and the total."""
    if not is_watched():
        yield lambda _name, _done, _total: None
        return
    with _make_progress() as progress:
        tasks: dict[str, TaskID] = {}

        def report(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=total)
            progress.update(tasks[name], completed=done)

        yield report


@contextmanager
def solving_bar(solution: Solution) -> Iterator[Callable[[int, SolvingProgress | None], object]]:
    """Show a bar with the iteration, the gap in percent of the pot, the EV and the time left."""
    if not is_watched():
        yield lambda _done, _progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    from ircpoker.postflop.budget import cost_of
    from ircpoker.postflop.views import format_number

    columns = (
        TextColumn("iteration {task.completed}"), BarColumn(), TextColumn("{task.fields[result]}"),
        TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    expected = cost_of(solution).iterations
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("solving", total=expected, completed=solution.engine.done, result="")

        def report(done: int, progress: SolvingProgress | None) -> None:
            result = "" if progress is None else (
                f"gap {progress.gap:.3f} % of the pot, EV {' / '.join(map(format_number, progress.ev))}"
            )  # fmt: skip
            bars.update(task, completed=done, total=max(expected, done + 10), result=result)

        yield report
