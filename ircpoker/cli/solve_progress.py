"""The progress bar of `ircpoker solve`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ircpoker.cli.progress import is_watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ircpoker.postflop.solution import Solution, SolvingProgress


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
        TextColumn("iteration {task.completed}"), BarColumn(), TextColumn("{task.fields[found]}"),
        TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    expected = cost_of(solution).iterations
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("solving", total=expected, completed=solution.engine.done, found="")

        def report(done: int, progress: SolvingProgress | None) -> None:
            found = "" if progress is None else (
                f"gap {progress.gap:.3f} % of the pot, EV {' / '.join(map(format_number, progress.ev))}"
            )  # fmt: skip
            bars.update(task, completed=done, total=max(expected, done + 10), found=found)

        yield report
