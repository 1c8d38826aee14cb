"""The line that stands in the terminal when the screen has been left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.screen.app import TableApp


async def last_line(app: TableApp, way: str) -> str:
    """Return what the person has won, whether their seat waits, and how they go on.

    Args:
        app: the screen.
        way: the name of the words that say how they go on.
    """
    player, parts = app.player, []
    if player.nets:
        parts.append(Phrase("screen.left_net", net=f"{sum(player.nets):+,}", n=len(player.nets)))
    await player.try_to(player.refresh())
    if player.who is not None and player.who.tables:
        parts.append(Phrase("screen.left_kept" if player.client.bot.keeps_tables else "screen.left_lost"))
    return " · ".join(map(app.say, [*parts, Phrase(f"screen.{way}")]))
