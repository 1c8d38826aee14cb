"""Draws the whole screen but its input line: header, table or machine, bar, log; and what is drawn at a moment."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.feed.moments import TableMoment
from ircpoker.screen.bar import BarNote, draw_bar, put_row
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.colours import palette_of
from ircpoker.screen.draw_table import Scene, draw_table
from ircpoker.screen.machine import TURN_SECONDS, MachineScene, draw_machine
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.screen.motion import BACKLOG_SECONDS, MOST_SCREENS, SPEEDS, Motion
from ircpoker.screen.pieces import draw_felt
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.sidebar import draw_log, draw_results, draw_sidebar
from ircpoker.screen.table_places import chips
from ircpoker.screen.text import cut, width
from ircpoker.screen.tournament import draw_tournament
from ircpoker.screen.typed import PRIVATE, place_text
from ircpoker.screen.user import FeedUser
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.screen.app import TableApp


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
    player, scene, is_gone = view.player, view.scene, not view.player.client.is_connected
    marks, say = scene.marks, scene.say
    name = player.who.nick if player.who is not None else ""
    bank = say(Phrase("screen.bank", who=name, chips=chips(player.chips)))
    right = marks.text(say(Phrase("screen.gone")) if is_gone else f"{bank} · {say(Phrase('screen.way_help'))}")
    canvas.put_right(canvas.width - 1, 0, right, "bad" if is_gone else "dim")
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


def scene_of(app: TableApp, moment: TableMoment | None) -> Scene:
    """Return the signs, colours and clocks of a moment."""
    is_ascii = app.options.is_ascii or app.preferences.ascii or app.player.client.bot.cards == "ascii"
    watched, marks = app.player.watched, ASCII if is_ascii else UNICODE
    palette = palette_of("terminal" if is_ascii else app.preferences.theme, app.options.depth)
    if watched is None or moment is None:
        return Scene(marks, app.say, palette=palette)
    chosen = frozenset(watched.chosen) if moment is watched.latest else frozenset[int]()
    return Scene(marks, app.say, moment.seconds("turn", watched.now()), chosen, palette, app.redraws.painter.is_shared)


def view_of(app: TableApp, moment: TableMoment | None) -> ScreenView:
    """Return all that is drawn with a moment of the table."""
    return ScreenView(app.player, scene_of(app, moment), _asked(app, moment), moment, app.log_back, _machine(app))


def draw_motion(
    app: TableApp, motion: Motion, canvas: Canvas, moments: tuple[TableMoment | None, TableMoment | None], now: float
) -> None:
    """Draw what moves above a drawn screen, after the moment that was drawn before, and the one that is drawn now."""
    before, moment = moments
    if moment is None or app.player.machine is not None:
        motion.end()
        return
    if before is not None and before is not moment:
        size = Rect(0, 0, canvas.width, canvas.height)
        speed = 0.0 if canvas.palette.is_framed else _speed(app, before, moment, now)
        motion.begin(before.table, moment.table, size, now, speed)
    motion.draw(canvas, now, scene_of(app, moment).marks)


def _speed(app: TableApp, before: TableMoment, moment: TableMoment, now: float) -> float:
    """Return how long the moves from one moment to another take; 0 if nothing may move then."""
    you = moment.table.you
    is_own_turn = you is not None and bool(you.turn)
    since = app.player.watched.since if app.player.watched is not None else now
    is_late = now - max(moment.at, since) > BACKLOG_SECONDS
    is_other = before.table.table != moment.table.table
    if is_own_turn or is_late or is_other or app.redraws.painter.screens > MOST_SCREENS:
        return 0.0
    return SPEEDS[app.preferences.motion]


def _machine(app: TableApp) -> MachineScene | None:
    shown, notice = app.player.machine, app.player.notice
    if shown is None:
        return None
    turned = 1.0 if app.redraws.spun_at is None else min(1.0, (monotonic() - app.redraws.spun_at) / TURN_SECONDS)
    lines = app.player.lines[: None if turned >= 1 else -1]  # The last one says how the reels stop.
    held = frozenset(app.controls.held)
    return MachineScene(shown, held, turned, notice, lines, app.log_back)


def _asked(app: TableApp, moment: TableMoment | None) -> BarNote:
    pending, player = app.controls.pending, app.player
    question = app.say(pending.question) if pending is not None else player.notice
    watched = player.watched
    may_show, is_last = watched is not None and watched.may_show, watched is not None and watched.is_closed
    held = _held(app, moment) if app.holds_end(moment) else None
    is_error = bool(question) and pending is None
    return BarNote(question, is_error, app.odds.line, player.before, may_show, player.may_top_up, held, is_last)


def _held(app: TableApp, moment: TableMoment | None) -> tuple[float, float] | None:
    """Return the seconds for which the end of a deal is still held, and the share of all that they are."""
    watched = app.player.watched
    if watched is None or moment is None or watched.due is None or moment.table.deal:
        return None
    seconds = max(0.0, watched.due - watched.now())
    return seconds, seconds / (moment.hold or 1.0)
