"""Questions and answers on a connection of the feed, while events come in between."""

from __future__ import annotations

import asyncio
from time import monotonic_ns
from typing import TYPE_CHECKING, Protocol

from ircpoker.errors import TransportError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.feed.lines import FeedMessage

PATIENCE = 30.0
"""Seconds after which an answer is no longer waited for."""


class Link(Protocol):
    """A connection of the feed: a socket, or the bot in the same process."""

    async def send(self, message: FeedMessage) -> None:
        """Send a message.

        Raises:
            TransportError: the bot is gone.
        """

    async def receive(self) -> FeedMessage | None:
        """Return the next message; None when the bot is gone."""


class RefusedError(Exception):
    """The bot has refused a request.

    Attributes:
        message: its answer, whose `text` says why.
    """

    def __init__(self, message: FeedMessage) -> None:
        super().__init__(str(message.get("text") or ""))
        self.message = message


class Dialog:
    """The questions that wait for an answer, and everything else that the bot says."""

    def __init__(self, link: Link, on_unasked: Callable[[FeedMessage], None]) -> None:
        """Begin without questions.

        Args:
            link: the connection.
            on_unasked: takes each message that is no answer, in order.
        """
        self._link = link
        self._on_unasked = on_unasked
        # Another dialog may have used this connection before: its numbers must not come again.
        self._last_id = monotonic_ns() // 1000
        self._waiting: dict[int, tuple[list[FeedMessage], asyncio.Future[list[FeedMessage]]]] = {}

    async def ask(self, do: str, **fields: object) -> list[FeedMessage]:
        """Send a request, and return its answers without the `done` after them.

        Raises:
            RefusedError: the bot has refused it.
            TransportError: the bot is gone, or does not answer.
        """
        self._last_id += 1
        number = self._last_id
        answer: asyncio.Future[list[FeedMessage]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = ([], answer)
        try:
            await self._link.send({"do": do, "id": number, **fields})
            async with asyncio.timeout(PATIENCE):
                return await answer
        except TimeoutError:
            raise TransportError("the bot does not answer") from None
        finally:
            self._waiting.pop(number, None)

    async def listen(self) -> None:
        """Take messages until the bot is gone; then all questions fail."""
        try:
            while (message := await self._link.receive()) is not None:
                self._take(message)
        finally:
            for _, answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(TransportError("the bot is gone"))

    def _take(self, message: FeedMessage) -> None:
        found = self._waiting.get(message.get("id") or 0)
        if found is None:
            self._on_unasked(message)
            return
        answers, answer = found
        kind = message.get("is")
        if answer.done():
            return
        if kind == "error":
            answer.set_exception(RefusedError(message))
        elif kind == "reply":
            answers.append(message)
        else:
            answer.set_result(answers if kind == "done" else [*answers, message])
