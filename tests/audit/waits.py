"""How long others at a table have waited for one player beyond the time of a turn: a minute in an hour, at most."""

from __future__ import annotations

_MOST_SECONDS = 60.0
_HOUR = 3600.0


class Waits:
    """The time banks that were used at a table."""

    def __init__(self) -> None:
        self._waits: dict[str, list[tuple[float, float]]] = {}
        self._given = 0.0

    def left(self, who: str, at: float) -> float:
        """Return for how many seconds others still wait for somebody."""
        return _MOST_SECONDS - sum(seconds for until, seconds in self._waits.get(who, []) if until > at - _HOUR)

    def add(self, who: str, until: float, seconds: float) -> None:
        """Note seconds that were added to the turn of somebody, which now ends at a time."""
        self._given += seconds
        self._waits.setdefault(who, []).append((until, seconds))

    def spare(self, who: str, at: float, seconds: float) -> None:
        """End a turn; what was added and not needed of its last seconds is given back."""
        spared, waits = min(seconds, self._given), self._waits.get(who, [])
        while waits and spared > 0:
            until, last = waits.pop()
            if last > spared:
                waits.append((min(at, until), last - spared))
            spared -= last
        self._given = 0.0

    def forget(self, who: str) -> None:
        """Let somebody take a seat, for whom nobody has waited there."""
        self._waits.pop(who, None)
