"""The best players of a network, for `!top` and for front-ends."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ircpoker.chat.networks import has_services

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.config import Settings
    from ircpoker.ledger import Ledger, Ranked, RankedBy
    from ircpoker.runtime.clock import Clock

COUNT_EVERY = 60.0
"""Seconds for which a list that is computed from many rows is kept."""
MOST = 100
"""The players of a list."""


class Standings:
    """The lists; those that are computed from many rows are kept for a minute."""

    def __init__(self, ledger: Ledger, clock: Clock, settings: Callable[[], Settings]) -> None:
        """Begin without any.

        Args:
            ledger: the ledger.
            clock: the time.
            settings: returns the configuration of now.
        """
        self._ledger, self._clock, self._settings = ledger, clock, settings
        self._kept: dict[tuple[RankedBy, str], tuple[float, tuple[Ranked, ...]]] = {}

    def top(self, by: RankedBy, network: str, most: int) -> tuple[Ranked, ...]:
        """Return the best players of a network.

        Args:
            by: by what they are ranked.
            network: the network.
            most: how many, at most `MOST`.
        """
        ledger, guests = self._ledger, self.ranks_guests(network)
        if by == "chips":
            return ledger.top(most, network=network, guests=guests)
        now = self._clock.monotonic()
        counted_at, found = self._kept.get((by, network), (-inf, ()))
        if now - counted_at >= COUNT_EVERY:
            found = ledger.top(MOST, network=network, by=by, guests=guests)
            self._kept[by, network] = now, found
        return found[:most]

    def ranks_guests(self, network: str) -> bool:
        """Return whether guests are ranked: where nobody can have an account of services."""
        return not has_services(self._settings(), network)
