"""What is drawn of the screen at a moment: the scene, the bar, the machine."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Protocol

from ircpoker.screen.bar import BarNote
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.colours import palette_of
from ircpoker.screen.draw_screen import ScreenView
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.machine import TURN_SECONDS, MachineScene
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.screen.motion import BACKLOG_SECONDS, MOST_SCREENS, SPEEDS, Motion
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.feed.moments import TableMoment
    from ircpoker.screen.controls import Ui
    from ircpoker.screen.painter import Painter
    from ircpoker.screen.preferences import Options, ScreenSettings

    class ScreenUi(Ui, Protocol):
        """What is drawn of the screen."""

        painter: Painter
        options: Options
        preferences: ScreenSettings
        odds: str
        log_back: int
        spun_at: float | None


def scene_of(app: ScreenUi, moment: TableMoment | None) -> Scene:
    """Return the signs, colours and clocks of a moment."""
    is_ascii = app.options.is_ascii or app.preferences.ascii or app.player.client.bot.cards == "ascii"
    watched, marks = app.player.watched, ASCII if is_ascii else UNICODE
    palette = palette_of("terminal" if is_ascii else app.preferences.theme, app.options.depth)
    if watched is None or moment is None:
        return Scene(marks, app.say, palette=palette)
    chosen = frozenset(watched.chosen) if moment is watched.latest else frozenset[int]()
    return Scene(marks, app.say, moment.seconds("turn", watched.now()), chosen, palette, app.painter.is_shared)


def view_of(app: ScreenUi, moment: TableMoment | None) -> ScreenView:
    """Return all that is drawn with a moment of the table."""
    return ScreenView(app.player, scene_of(app, moment), _asked(app, moment), moment, app.log_back, _machine(app))


def draw_motion(
    app: ScreenUi, motion: Motion, canvas: Canvas, moments: tuple[TableMoment | None, TableMoment | None], now: float
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


def _speed(app: ScreenUi, before: TableMoment, moment: TableMoment, now: float) -> float:
    """Return how long the moves from one moment to another take; 0 if nothing may move then."""
    you = moment.table.you
    is_own_turn = you is not None and bool(you.turn)
    since = app.player.watched.since if app.player.watched is not None else now
    is_late = now - max(moment.at, since) > BACKLOG_SECONDS
    is_other = before.table.table != moment.table.table
    if is_own_turn or is_late or is_other or app.painter.screens > MOST_SCREENS:
        return 0.0
    return SPEEDS[app.preferences.motion]


def _machine(app: ScreenUi) -> MachineScene | None:
    shown, notice = app.player.machine, app.player.notice
    if shown is None:
        return None
    turned = 1.0 if app.spun_at is None else min(1.0, (monotonic() - app.spun_at) / TURN_SECONDS)
    lines = app.player.lines[: None if turned >= 1 else -1]  # The last one says how the reels stop.
    held = frozenset(app.controls.held)
    return MachineScene(shown, held, turned, notice, bool(notice), int(turned * 40), lines, app.log_back)


def _asked(app: ScreenUi, moment: TableMoment | None) -> BarNote:
    pending, player = app.controls.pending, app.player
    question = app.say(pending.question) if pending is not None else player.notice
    watched = player.watched
    may_show, is_last = watched is not None and watched.may_show, watched is not None and watched.is_closed
    held = _held(app, moment) if app.holds_end(moment) else None
    is_error = bool(question) and pending is None
    return BarNote(question, is_error, _odds(app), player.before, may_show, player.may_top_up, held, is_last)


def _held(app: ScreenUi, moment: TableMoment | None) -> tuple[float, float] | None:
    """Return the seconds for which the end of a deal is still held, and the share of all that they are."""
    watched = app.player.watched
    if watched is None or moment is None or watched.due is None or moment.table.deal:
        return None
    seconds = max(0.0, watched.due - watched.now())
    return seconds, seconds / (moment.hold or 1.0)


def _odds(app: ScreenUi) -> str:
    watched = app.player.watched
    if watched is None or not watched.turn:
        return ""
    if app.controls.has_odds and app.odds:
        return app.odds
    return app.say(Phrase("screen.odds_on" if app.controls.has_odds else "screen.odds_off"))
