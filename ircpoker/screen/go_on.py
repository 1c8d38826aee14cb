"""Going on: the offer `[Enter] next hand` below the end of a deal, another game, and the line for who leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ircpoker.screen.user import FeedUser
from ircpoker.words import Phrase

LATE_SECONDS = 1.0
"""How long Enter still takes the offer after it has left the screen by itself: people see that late."""
_PAUSE = 0.1
"""Seconds between two questions whether a table has let somebody go, or its end was seen."""


class GoOnOffer:
    """Whether the offer is on the screen, or was until a moment ago, so that Enter is meant for it, not the chat."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin without it.

        Args:
            now: returns monotonic seconds.
        """
        self._now = now
        self._is_drawn = False
        self._late_until = 0.0

    def note_drawn(self, *, is_drawn: bool) -> None:
        """Note whether it is on the screen as it is drawn now."""
        if self._is_drawn and not is_drawn:
            self._late_until = self._now() + LATE_SECONDS
        self._is_drawn = is_drawn

    def takes(self, key: str) -> bool:
        """Return whether a key takes it; whoever has pressed a key looks at what came after it."""
        is_taken = self._is_drawn or (key == "enter" and self._now() < self._late_until)
        self._is_drawn, self._late_until = False, 0.0
        return is_taken


async def leave_table(player: FeedUser) -> None:
    """Leave the table that is watched; a tournament lets the person go only after the deal in progress."""
    if player.watched is None:
        return
    left = player.watched.id
    await player.try_to(player.say("leave", is_private=True))
    while not player.notice and player.who is not None and left in player.who.tables:
        await asyncio.sleep(_PAUSE)
        await player.try_to(player.refresh())


async def see_end(player: FeedUser, is_held: Callable[[], bool]) -> bool:
    """Wait until the end of a table was seen that has closed; return whether it is still the one that is watched."""
    closed = player.watched
    while player.watched is closed and is_held():
        await asyncio.sleep(_PAUSE)
    return player.watched is closed


async def last_line(player: FeedUser, say: Callable[[Phrase], str], way: str) -> str:
    """Return the line that stays on the terminal: what the person has won, whether their seat waits, how they go on.

    Args:
        player: the person.
        say: returns words in the language of the screen.
        way: the name of the words that say how they go on.
    """
    parts = []
    if player.nets:
        parts.append(Phrase("screen.left_net", net=f"{sum(player.nets):+,}", n=len(player.nets)))
    await player.try_to(player.refresh())
    if player.who is not None and player.who.tables:
        parts.append(Phrase("screen.left_kept" if player.client.bot.keeps_tables else "screen.left_lost"))
    return " · ".join(map(say, [*parts, Phrase(f"screen.{way}")]))
