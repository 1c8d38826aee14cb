"""Draws the end of a tournament: the best three on the felt, all places beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.pieces import digits_wide, draw_felt, draw_shadow, put_digits
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.table_places import chips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.feed.data import Entrant
    from ircpoker.screen.draw_table import Scene

_COLUMNS = ((2, "face", "@black", 3), (1, "amber", "@black", 5), (3, "rail", "", 1))
"""The places from left to right, each with its ground, the ink on it, and how much higher it is than the lowest."""
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
    for column, (place, *look, more) in enumerate(_COLUMNS):
        if place <= len(entrants):
            high = min(most, 5 + (more if parts.size.is_small else 2 * more))
            step = Rect(left + column * wide, floor - high, wide - 1, high)
            _draw_step(canvas, step, place, look, scene)
            _draw_plate(canvas, step._replace(y=step.y - _PLATE, height=_PLATE), entrants[place - 1], scene)
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
