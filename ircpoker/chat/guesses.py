"""Limits how often somebody may give a wrong code: codes cannot be guessed anyway, but nobody should try for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

MOST_WRONG = 5
"""The wrong codes that somebody may give in `MINUTES`."""
MINUTES = 10
_MOST_KNOWN = 10_000


class Guesses:
    """The wrong codes of the last minutes."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin without any.

        Args:
            now: returns the time in monotonic seconds.
        """
        self._now = now
        self._wrong: dict[Hashable, list[float]] = {}

    def check(self, who: Hashable) -> None:
        """Raise NotAllowedError if somebody, or their host, has given too many wrong codes."""
        if len(self._recent(who)) >= MOST_WRONG:
            raise NotAllowedError(Phrase("errors.many_guesses", minutes=MINUTES))

    def note_wrong(self, who: Hashable) -> None:
        """Count a wrong code."""
        recent = [*self._recent(who), self._now()]
        self._wrong.pop(who, None)
        self._wrong[who] = recent  # the latest is the last to be forgotten
        if len(self._wrong) > _MOST_KNOWN:
            del self._wrong[next(iter(self._wrong))]

    def _recent(self, who: Hashable) -> list[float]:
        since = self._now() - 60 * MINUTES
        return [at for at in self._wrong.get(who, ()) if at > since]
