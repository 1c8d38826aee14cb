"""Buffers events of networks that are away."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.lobby.events import TableEvent

MOST_KEPT = 1000
"""Events that are kept while networks are away."""


class Postbox:
    """Lets news out; while its network is away, what nobody waits for is kept."""

    def __init__(self, emit: Callable[[TableEvent], None]) -> None:
        """Open it for all networks.

        Args:
            emit: takes news.
        """
        self._emit = emit
        self._closed: set[str] = set()
        self._kept: list[TableEvent] = []

    def emit(self, news: TableEvent) -> None:
        """Let news out, or keep it; what somebody waits for goes out in any case, to be refused."""
        if not self.is_closed(news.place.network) or news.receipt is not None:
            self._emit(news)
        elif len(self._kept) < MOST_KEPT:
            self._kept.append(news)

    def is_closed(self, network: str) -> bool:
        """Return whether a network is away."""
        return network in self._closed

    def close(self, network: str) -> None:
        """Keep news for a network from now on."""
        self._closed.add(network)

    def open(self, network: str) -> None:
        """Let news for a network out again, first what was kept."""
        self._closed.discard(network)
        kept = [news for news in self._kept if news.place.network == network]
        self._kept = [news for news in self._kept if news.place.network != network]
        for news in kept:
            self._emit(news)
