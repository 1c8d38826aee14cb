"""Draws the whole screen but its input line: header, table or machine, bar, log."""

from __future__ import annotations

from typing import NamedTuple

from ircpoker.feed.moments import TableMoment
from ircpoker.screen.bar import BarNote, draw_bar, put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.draw_table import Scene, draw_table
from ircpoker.screen.machine import MachineScene, draw_machine
from ircpoker.screen.pieces import draw_felt
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.sidebar import draw_log, draw_results, draw_sidebar
from ircpoker.screen.table_places import chips
from ircpoker.screen.text import cut, width
from ircpoker.screen.tournament import draw_tournament
from ircpoker.screen.typed import PRIVATE, place_text
from ircpoker.screen.user import FeedUser
from ircpoker.words import Phrase


class ScreenView(NamedTuple):
    """What the drawing of the whole screen needs.

    Attributes:
        player: the person, with the table or the machine that they see.
        scene: signs and clocks.
        asked: what stands in the bar beside the actions.
        moment: the moment of the table that is drawn; None without a table.
        back: how many lines of the log the reader has scrolled back.
        machine: how the machine is shown; None at a table.
    """

    player: FeedUser
    scene: Scene
    asked: BarNote
    moment: TableMoment | None
    back: int = 0
    machine: MachineScene | None = None


def draw_face(columns: int, lines: int, view: ScreenView) -> Canvas:
    """Return the drawn screen."""
    player, scene = view.player, view.scene
    marks = scene.marks
    canvas = Canvas(columns, lines, marks.ellipsis, scene.palette)
    parts = lay_out(columns, lines)
    _draw_header(canvas, view)
    watched = player.watched
    moment = view.moment
    if view.machine is not None:
        draw_machine(canvas, parts, view.machine, scene)
        return canvas
    canvas.fill(parts.felt._replace(height=parts.felt.height if scene.palette.is_framed else 1), "room")
    if watched is not None and moment is not None:
        draw_table(canvas, parts.felt, parts.size, moment.table, scene)
        canvas.fill(parts.bar, "panel")
        draw_bar(canvas, parts.bar, moment.table, scene, view.asked)
        if not parts.size.is_small:
            draw_sidebar(canvas, parts.side, moment.table, scene)
        draw_log(canvas, parts.log, moment.log, scene, view.back)
        results = parts.side if parts.size.is_small else Rect(parts.side.x, 2, parts.side.width, 4)
        rest = draw_tournament(canvas, results, moment.table, scene, moment.seconds("tournament", watched.now()))
        draw_results(canvas, rest, moment.ended, moment.nets, scene)
    else:
        top = int(not parts.size.is_small)
        rect = Rect(parts.felt.x, parts.felt.y + top, parts.felt.width, parts.felt.height - top)
        draw_felt(canvas, rect, parts.size, marks)
        canvas.put_middle(parts.felt, parts.felt.y + parts.felt.height // 2, scene.words("no_table"), "dim")
        put_row(canvas, Rect(1, parts.bar.y, columns - 2, 1), [scene.say(Phrase("screen.way_lobby"))])
        draw_log(canvas, parts.log, player.lines, scene, view.back)
    return canvas


def _draw_header(canvas: Canvas, view: ScreenView) -> None:
    """Draw the first line: the place, the game, the deal; and the player with their chips."""
    player, scene = view.player, view.scene
    marks, say = scene.marks, scene.say
    name = player.who.nick if player.who is not None else ""
    bank = say(Phrase("screen.bank", who=name, chips=chips(player.chips)))
    right = marks.text(say(Phrase("screen.gone")) if player.is_gone else f"{bank} · {say(Phrase('screen.way_help'))}")
    canvas.put_right(canvas.width - 1, 0, right, "bad" if player.is_gone else "dim")
    canvas.spot(Rect(canvas.width - 1 - width(right), 0, width(right), 1), "?")
    if view.machine is not None:
        parts = [say(Phrase(f"screen.machine_{view.machine.shown.machine}"))]
    elif view.moment is None:
        parts = ["ircpoker"]
    else:
        table = view.moment.table
        number = f" {table.number}" if table.number > 1 else ""
        parts = [f"{place_text(table, say)}{number}", table.title]
        if table.deal:
            parts.append(say(Phrase("screen.deal", deal=table.deal)))
    room = canvas.width - width(right) - 9
    text = marks.text(" · ".join(filter(None, parts)))
    if width(text) > room and view.moment is not None and view.moment.table.place == PRIVATE:
        text = marks.text(" · ".join(filter(None, parts[1:])))
    x = 1
    if not marks.is_ascii:
        for ink, sign in zip(("bold", "bad", "own", "good"), "♠♥♦♣", strict=True):
            x = canvas.put(x, 0, sign, ink)
        x += 1
    canvas.put(x, 0, cut(text, room, marks.ellipsis), "bold")
