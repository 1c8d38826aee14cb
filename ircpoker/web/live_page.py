"""Parts of a page that stay as they are in the bot, for all browsers that look at it by one connection to the feed.

While somebody looks, the page asks the bot every other second, once for all, and sends what has changed.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from ircpoker.runtime.json_text import to_json
from ircpoker.web.live_table import send_all

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from ircpoker.web.live_table import Browser

_logger = logging.getLogger(__name__)

LIST_SECONDS = 2.0
"""The time between two looks at the bot."""


class LivePage:
    """The parts of a page, from the first browser to the last.

    Attributes:
        browsers: those that look at it.
        is_closed: whether nothing more comes of it.
    """

    def __init__(self, read: Callable[[], Awaitable[Mapping[str, str]]], html: Mapping[str, str]) -> None:
        """Begin to ask the bot.

        Args:
            read: returns the parts as they are now, by the ids of their elements.
            html: the parts as they were just now.
        """
        self._read, self._html = read, html
        self.browsers: set[Browser] = set()
        self.is_closed = False
        self._reading = asyncio.create_task(self._follow())

    def take(self, browser: Browser) -> bytes:
        """Return what a browser gets next: frames, or all parts."""
        waiting = browser.take()
        if not browser.is_behind:
            return waiting
        browser.is_behind = False
        return _frame(self._html)

    def show(self, html: Mapping[str, str]) -> None:
        """Send the browsers what has changed, now that the parts are these."""
        changed = {part: text for part, text in html.items() if self._html.get(part) != text}
        self._html = html
        if changed:
            send_all(self.browsers, _frame(changed))

    def end_streams(self) -> None:
        """End the streams of all browsers, and ask no more."""
        self.is_closed = True
        self._reading.cancel()
        for browser in self.browsers:
            browser.close()

    async def _follow(self) -> None:
        try:
            await asyncio.sleep(LIST_SECONDS)
            while self.browsers:
                self.show(await self._read())
                await asyncio.sleep(LIST_SECONDS)
        except HTTPException:  # the bot is away, or there is no such thing any more
            pass
        except Exception:
            _logger.exception("a page could not be kept up to date")
        finally:
            self.end_streams()


def _frame(html: Mapping[str, str]) -> bytes:
    return f"data: {to_json(dict(html), ascii_only=False, compact=True)}\n\n".encode()
