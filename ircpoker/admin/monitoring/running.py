"""What runs beside the bot: the endpoint, the file of metrics, and the watch over the loop."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.admin.monitoring.endpoint import Endpoint, Page
from ircpoker.admin.monitoring.settings import METRICS
from ircpoker.admin.monitoring.status import StatusReader
from ircpoker.config import Settings
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.foreign import require
from ircpoker.runtime.recent import OnceAMinute

if TYPE_CHECKING:
    from ircpoker.admin.monitoring.exposition import MetricsText


LONGEST_AGE = 1.0
"""Seconds for which a page is given again: anybody on this machine may ask, as often as they like."""
_PULSE = 1.0
"""Seconds between two looks at the loop."""
_READABLE = 0o644
"""The mode of the file of metrics: another user's collector reads it, and it holds no secret."""

_MOST_FORMATS = 4
"""The forms of a page that are kept: clients that ask for others must not fill the memory."""

_logger = logging.getLogger(__name__)


@asynccontextmanager
async def monitored(settings: Settings, reader: StatusReader) -> AsyncIterator[None]:
    """Show the figures of a bot as `[metrics]` says, as long as the block runs.

    Args:
        settings: the configuration.
        reader: reads the figures, on this loop.

    Yields:
        Nothing.

    Raises:
        SurroundingsError: the package for metrics is not installed.
        TransportError: the port is taken.
    """
    metrics = settings.section(METRICS)
    tasks = [asyncio.create_task(watch_loop(reader.activity))]
    try:
        async with AsyncExitStack() as running:
            if metrics.port:
                text = _make_text(reader)
                pages = {"/metrics": _Kept(_metrics_page(text)), "/health": _Kept(_health_page(reader))}
                await running.enter_async_context(Endpoint(metrics.port, pages))
            if metrics.file is not None:
                tasks.append(asyncio.create_task(keep_file(metrics.file, metrics.interval, _make_text(reader).format)))
            yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def watch_loop(activity: Activity) -> None:
    """Measure once a second how late the loop is, until cancelled.

    Args:
        activity: takes the delays.
    """
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _PULSE
        await asyncio.sleep(_PULSE)
        activity.loop_delays.add(loop.time() - due)


async def keep_file(path: Path, interval: float, make: Callable[[], bytes]) -> None:
    """Write a file again and again, until cancelled; then remove it, as its figures would be of no moment.

    Args:
        path: the file; it is replaced in one step, so nobody reads half of it.
        interval: seconds between two versions.
        make: returns its content; called on the loop. It is written in a thread, as a disk may be slow.
    """
    loop = asyncio.get_running_loop()
    troubles = OnceAMinute(loop.time)
    try:
        with ThreadPoolExecutor(1) as writer:  # Its end waits for a version that is still being written.
            while True:
                try:
                    await loop.run_in_executor(writer, write_whole, path, make())
                except OSError as error:
                    if troubles.is_due("file"):
                        _logger.error("[metrics] file: it cannot be written: %s", error.strerror)  # noqa: TRY400 - no bug
                await asyncio.sleep(interval)
    finally:
        with suppress(OSError):
            path.unlink()


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step; everybody on this machine may read it.

    Args:
        path: the file.
        content: its content.

    Raises:
        OSError: it cannot be written.
    """
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        Path(name).chmod(_READABLE)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


class _Kept:
    """Makes a page, and gives the same one again for a moment."""

    def __init__(self, make: Callable[[str], Page]) -> None:
        self._make = make
        self._now = asyncio.get_running_loop().time
        self._pages: dict[str, Page] = {}
        self._made_at = -LONGEST_AGE

    def __call__(self, accept: str) -> Page:
        """Return the page; `accept` is the header of that name."""
        if self._now() - self._made_at >= LONGEST_AGE:
            self._pages.clear()
            self._made_at = self._now()
        page = self._pages.get(accept)
        if page is None:
            page = self._make(accept)
            if len(self._pages) < _MOST_FORMATS:
                self._pages[accept] = page
        return page


def _make_text(reader: StatusReader) -> MetricsText:
    """Return the metrics as text.

    Raises:
        SurroundingsError: the package for metrics is not installed.
    """
    require("prometheus_client")
    from ircpoker.admin.monitoring.exposition import MetricsText  # noqa: PLC0415 - only who wants metrics waits for it

    return MetricsText(reader)


def _metrics_page(text: MetricsText) -> Callable[[str], Page]:
    return lambda accept: Page(*text.negotiated(accept))


def _health_page(reader: StatusReader) -> Callable[[str], Page]:
    def make(_accept: str) -> Page:
        problems = reader.read().problems
        status = HTTPStatus.SERVICE_UNAVAILABLE if problems else HTTPStatus.OK
        return Page("".join(f"{line}\n" for line in problems or ("ok",)).encode(), status=status)

    return make
