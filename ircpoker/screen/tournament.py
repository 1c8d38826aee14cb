"""Draws how the tournament of a table stands, and words those that the lobby lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.table_places import chips
from ircpoker.screen.text import cut
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.feed.data import ListedTournament
    from ircpoker.feed.messages import TableSnapshot


def tournament_lines(table: TableSnapshot, scene: Scene, seconds: float | None) -> list[str]:
    """Return the player's place, the level with the next one, and the average; nothing at another table.

    Args:
        table: the table.
        scene: words phrases.
        seconds: the seconds that the level or the break has left; None if it lasts a number of hands.
    """
    found = table.tournament
    if found is None:
        return []
    say = scene.say
    place = found.places.get(table.you.seat) if table.you is not None else None
    stands = {"left": found.left, "average": chips(found.average)}
    if place is None:
        first = say(Phrase("screen.tournament_left", **stands))
    else:
        first = say(Phrase("screen.tournament_place", place=place, **stands))
    if seconds is None:
        left = say(Phrase("screen.tournament_hands", n=found.hands or 0))
    else:
        left = say(Phrase("screen.tournament_minutes", minutes=round(seconds / 60)))
    if found.is_break:
        second = [say(Phrase("screen.tournament_break", left=left))]
    else:
        second = [
            say(Phrase("screen.tournament_level", level=found.level, blinds=found.blinds)),
            say(Phrase("screen.tournament_next", blinds=found.next, left=left)),
        ]
    prizes = ", ".join([chips(prize) for prize in found.prizes if prize])
    third = [say(Phrase("screen.tournament_prizes", prizes=prizes))] if prizes else []
    return [first, *second, *third]


def draw_tournament(canvas: Canvas, area: Rect, table: TableSnapshot, scene: Scene, seconds: float | None) -> Rect:
    """Draw how the tournament of a table stands; return the rest of the area."""
    lines = tournament_lines(table, scene, seconds)[: area.height]
    for y, line in enumerate(lines, area.y):
        text = cut(scene.marks.text(line), area.width, scene.marks.ellipsis)
        canvas.put(area.x, y, text, "own" if y == area.y else "")
    return Rect(area.x, area.y + len(lines), area.width, area.height - len(lines))


def listed_tournament(found: ListedTournament) -> Phrase:
    """Return a tournament of the list in words."""
    facts = {"name": found.name, "title": found.title, "entries": found.entries}
    if found.phase == "playing":
        return Phrase("screen.tournament_runs", left=found.left, level=found.level, **facts)
    if found.phase == "registering":
        if found.starts is not None:
            return Phrase("screen.tournament_starts", minutes=round(found.starts / 60), **facts)
        return Phrase("screen.tournament_open", wanted=found.wanted, **facts)
    over = "tournament_over" if found.winner else "tournament_off"
    return Phrase(f"screen.{over}", who=found.winner, **facts)
