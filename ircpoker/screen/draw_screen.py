"""Draws the whole screen but its input line: header, table or machine, bar, log."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.screen.bar import BarNote, after_deal, draw_bar, draw_ways, put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import chips, draw_felt
from ircpoker.screen.machine import draw_machine
from ircpoker.screen.sidebar import draw_log, draw_results
from ircpoker.screen.text import cut, width
from ircpoker.screen.tournament import draw_tournament
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.screen.draw_table import Scene
    from ircpoker.screen.machine import MachineScene
    from ircpoker.screen.user import FeedUser

_WIDE = 100
"""From this many columns on the log stands beside the table."""
_BAR_HIGH, _TALL_BAR = 2, 3
_TALL = 28
"""From this many lines on the bar has a third one, so that the keys of panels are always seen."""
_MOST_COLUMNS, _MOST_LINES = 120, 32
"""The largest table."""


class Layout(NamedTuple):
    """Where the parts of the screen are.

    Attributes:
        felt: the table.
        bar: the actions.
        log: the log.
        results: the last deal and what the player has won.
        rule: the line between the table and the log.
    """

    felt: Rect
    bar: Rect
    log: Rect
    results: Rect
    rule: Rect


def lay_out(columns: int, lines: int) -> Layout:
    """Return where the parts of a screen are, below its header and above its input line."""
    bar_high = _TALL_BAR if lines >= _TALL else _BAR_HIGH
    if columns >= _WIDE:
        side = min(60, 26 + (columns - _WIDE) * 35 // 100)
        left = columns - side - 1
        felt = Rect(0, 1, left, lines - 1 - bar_high)
        bar = Rect(0, lines - bar_high, left, bar_high)
        high = min(6, lines // 4)
        results = Rect(left + 2, 1, side - 2, high)
        log = Rect(left + 2, 1 + high, side - 2, lines - 1 - high)
        return Layout(felt, bar, log, results, Rect(left, 1, 1, lines - 1))
    log_high = 4 + max(0, (lines - 27) // 3)
    felt = Rect(0, 1, columns, lines - 1 - bar_high - 1 - log_high)
    bar = Rect(0, felt.y + felt.height, columns, bar_high)
    y = bar.y + bar_high
    log_wide = columns * 62 // 100
    log = Rect(1, y + 1, log_wide - 1, log_high)
    results = Rect(log_wide + 2, y + 1, columns - log_wide - 3, log_high)
    return Layout(felt, bar, log, results, Rect(0, y, columns, 1))


class ScreenView(NamedTuple):
    """What the drawing of the whole screen needs.

    Attributes:
        player: the person, with the table or the machine that they see.
        scene: signs and clocks.
        asked: what stands in the bar beside the actions.
        back: how many lines of the log the reader has scrolled back.
        machine: how the machine is shown; None at a table.
        holds: whether the end of a deal stays for a moment.
    """

    player: FeedUser
    scene: Scene
    asked: BarNote
    back: int = 0
    machine: MachineScene | None = None
    holds: bool = True


def draw_face(columns: int, lines: int, view: ScreenView) -> Canvas:
    """Return the drawn screen."""
    player, scene = view.player, view.scene
    marks = scene.marks
    canvas = Canvas(columns, lines, marks.ellipsis)
    parts = lay_out(columns, lines)
    _draw_header(canvas, view)
    watched = player.watched
    if view.machine is not None:
        draw_machine(canvas, parts.felt, parts.bar, view.machine, scene)
    elif watched is not None:
        draw_felt(canvas, _middle_of(parts.felt), watched.shown if view.holds else watched.table, scene)
        if view.holds and watched.is_held:
            labels = [Phrase("screen.go_on"), *after_deal(view.asked)]
            row = Rect(1, parts.bar.y, parts.bar.width - 2, 1)
            put_row(canvas, row, [marks.text(scene.say(label)) for label in labels])
            draw_ways(canvas, parts.bar, watched.table, scene)
        else:
            draw_bar(canvas, parts.bar, watched.table, scene, view.asked)
    else:
        canvas.put_middle(
            parts.felt, parts.felt.y + parts.felt.height // 2, scene.say(Phrase("screen.no_table")), "dim"
        )
        put_row(canvas, Rect(1, parts.bar.y, columns - 2, 1), [scene.say(Phrase("screen.way_lobby"))])
    if parts.rule.height == 1:
        canvas.put(0, parts.rule.y, marks.box[4] * columns, "frame")
        for y in range(parts.log.y, parts.log.y + parts.log.height):
            canvas.put(parts.results.x - 2, y, marks.box[5], "frame")
    else:
        for y in range(parts.rule.y, parts.rule.y + parts.rule.height):
            canvas.put(parts.rule.x, y, marks.box[5], "frame")
    at_table = watched if view.machine is None else None
    draw_log(canvas, parts.log, at_table.lines if at_table else player.lines, scene, view.back)
    if at_table is not None:
        rest = draw_tournament(canvas, parts.results, at_table.table, scene, at_table.seconds("tournament"))
        draw_results(canvas, rest, at_table.ended, at_table.nets, scene)
    return canvas


def _middle_of(area: Rect) -> Rect:
    """Return the part of an area that a table takes: it does not grow without end."""
    columns, lines = min(area.width, _MOST_COLUMNS), min(area.height, _MOST_LINES)
    return Rect(area.x + (area.width - columns) // 2, area.y + (area.height - lines) // 2, columns, lines)


def _draw_header(canvas: Canvas, view: ScreenView) -> None:
    """Draw the first line: the place, the game, the deal; and the player with their chips."""
    player, scene = view.player, view.scene
    marks, say = scene.marks, scene.say
    name = str(player.who.get("nick") or "")
    bank = say(Phrase("screen.bank", who=name, chips=chips(player.chips)))
    right = marks.text(say(Phrase("screen.gone")) if player.is_gone else f"{bank} · {say(Phrase('screen.way_help'))}")
    canvas.put_right(canvas.width - 1, 0, right, "error" if player.is_gone else "dim")
    canvas.spot(Rect(canvas.width - 1 - width(right), 0, width(right), 1), "?")
    watched = player.watched
    if view.machine is not None:
        parts = [say(Phrase(f"screen.machine_{view.machine.shown['machine']}"))]
    elif watched is None:
        parts = ["ircpoker"]
    else:
        table = watched.table
        private = say(Phrase("screen.private"))
        place = private if table["place"] == "private" else str(table["place"])
        number = f" {table['number']}" if (table.get("number") or 0) > 1 else ""
        parts = [f"{place}{number}", str(table.get("title") or "")]
        if deal := table.get("deal"):
            parts.append(say(Phrase("screen.deal", deal=deal)))
    text = marks.text(" · ".join(filter(None, parts)))
    canvas.put(1, 0, cut(text, canvas.width - width(right) - 4, marks.ellipsis), "title")
