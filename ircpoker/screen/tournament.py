"""Draws how the tournament of a table stands, and words those that the lobby lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import chips
from ircpoker.screen.text import cut
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.screen.draw_table import Scene, Snapshot


def tournament_lines(table: Snapshot, scene: Scene, seconds: float | None) -> list[str]:
    """Return the player's place, the level with the next one, and the average; nothing at another table.

    Args:
        table: the table.
        scene: words phrases.
        seconds: the seconds that the level or the break has left; None if it lasts a number of hands.
    """
    found = table.get("tournament")
    if not found:
        return []
    say = scene.say
    own = str((table.get("you") or {}).get("seat") or "")
    place = (found.get("places") or {}).get(own)
    stands = {"left": found["left"], "average": chips(found["average"])}
    if place is None:
        first = say(Phrase("screen.tournament_left", **stands))
    else:
        first = say(Phrase("screen.tournament_place", place=place, **stands))
    if seconds is None:
        left = say(Phrase("screen.tournament_hands", n=found.get("hands") or 0))
    else:
        left = say(Phrase("screen.tournament_minutes", minutes=round(seconds / 60)))
    if found.get("is_break"):
        second = [say(Phrase("screen.tournament_break", left=left))]
    else:
        second = [
            say(Phrase("screen.tournament_level", level=found["level"], blinds=found["blinds"])),
            say(Phrase("screen.tournament_next", blinds=found["next"], left=left)),
        ]
    prizes = ", ".join([chips(prize) for prize in found.get("prizes") or [] if prize])
    third = [say(Phrase("screen.tournament_prizes", prizes=prizes))] if prizes else []
    return [first, *second, *third]


def draw_tournament(canvas: Canvas, area: Rect, table: Snapshot, scene: Scene, seconds: float | None) -> Rect:
    """Draw how the tournament of a table stands; return the rest of the area."""
    lines = tournament_lines(table, scene, seconds)[: area.height]
    for y, line in enumerate(lines, area.y):
        text = cut(scene.marks.text(line), area.width, scene.marks.ellipsis)
        canvas.put(area.x, y, text, "own" if y == area.y else "")
    return Rect(area.x, area.y + len(lines), area.width, area.height - len(lines))


def listed_tournament(found: dict[str, Any]) -> Phrase:
    """Return a tournament of the list in words."""
    phase = found["phase"]
    facts = {"name": found["name"], "title": found["title"], "entries": found["entries"]}
    if phase == "playing":
        return Phrase("screen.tournament_runs", left=found["left"], level=found["level"], **facts)
    if phase == "registering":
        starts, wanted = found.get("starts"), found.get("wanted") or 0
        if starts is not None:
            return Phrase("screen.tournament_starts", minutes=round(starts / 60), **facts)
        return Phrase("screen.tournament_open", wanted=wanted, **facts)
    over = "tournament_over" if found["winner"] else "tournament_off"
    return Phrase(f"screen.{over}", who=found["winner"], **facts)
