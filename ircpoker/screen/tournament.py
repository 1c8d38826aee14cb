"""Draws how the tournament of a table stands, and its end; words those that the lobby lists."""

from __future__ import annotations

from collections.abc import Sequence

from ircpoker.feed.data import Entrant, ListedTournament
from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.pieces import digits_wide, draw_felt, draw_shadow, put_digits
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.table_places import chips
from ircpoker.screen.text import cut
from ircpoker.words import Phrase


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
    if not found.winner:
        return Phrase("screen.tournament_off", **facts)
    return Phrase("screen.tournament_over", who=found.winner, n=found.winner.count(" & ") + 1, **facts)


_STEPS = {1: ("amber", "@black", 5), 2: ("face", "@black", 3), 3: ("rail", "", 1)}
"""Of each place the ground, the ink on it, and how much higher it is than the lowest; players may share one."""
_PLATE = 3
"""The lines of a plate, which stands on each of them."""


def draw_podium(canvas: Canvas, entrants: Sequence[Entrant], scene: Scene) -> None:
    """Draw the best three, and the places below them, on all of a canvas but its first and last lines."""
    parts = lay_out(canvas.width, canvas.height - 1)
    canvas.fill(parts.felt, "room")
    top = int(not parts.size.is_small)
    felt = Rect(parts.felt.x, parts.felt.y + top, parts.felt.width, parts.felt.height - top)
    draw_felt(canvas, felt, parts.size, scene.marks)
    wide = min(24, (felt.width - 8) // 3)
    left, floor = felt.x + (felt.width - 3 * wide) // 2, felt.y + felt.height - 2
    most = floor - felt.y - 1 - _PLATE
    for column, entrant in zip((1, 0, 2), entrants, strict=False):
        *look, more = _STEPS[entrant.place]
        high = min(most, 5 + (more if parts.size.is_small else 2 * more))
        step = Rect(left + column * wide, floor - high, wide - 1, high)
        _draw_step(canvas, step, entrant.place, look, scene)
        _draw_plate(canvas, step._replace(y=step.y - _PLATE, height=_PLATE), entrant, scene)
    rest = parts.side if not parts.size.is_small else parts.log._replace(y=parts.bar.y, width=canvas.width - 2)
    for y, each in enumerate(entrants[3 if parts.size.is_small else 0 :], rest.y + top):
        if y < min(rest.y + rest.height + 2, canvas.height - 1):
            canvas.put(rest.x, y, f"{each.place:2}. {scene.marks.text(each.name)}", "bold" if each.prize else "")
            canvas.put_right(rest.x + rest.width, y, chips(each.prize) if each.prize else "", "good")


def _draw_step(canvas: Canvas, step: Rect, place: int, look: Sequence[str], scene: Scene) -> None:
    if canvas.palette.is_framed:
        canvas.fill(step, "panel")
        canvas.box(step, scene.marks.box)
        canvas.put_middle(step, step.y + 1, str(place), "bold")
        return
    draw_shadow(canvas, step)
    canvas.fill(step, look[0])
    put_digits(canvas, step.x + (step.width - digits_wide(place) + 1) // 2, step.y + 1, place, look[1])


def _draw_plate(canvas: Canvas, plate: Rect, entrant: Entrant, scene: Scene) -> None:
    canvas.fill(plate, "panel" if canvas.palette.is_framed else "plate")
    inner = plate._replace(x=plate.x + 1, width=plate.width - 2)
    canvas.put_middle(inner, plate.y, scene.marks.text(entrant.name), "bold")
    if entrant.prize:
        canvas.put_middle(inner, plate.y + 1, chips(entrant.prize), "good")
