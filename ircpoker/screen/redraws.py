"""When a screen is drawn: soon after a change, not too often, and again and again while something moves.

Of all screens of a process one is drawn after the other, first those whose players are to act.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from ircpoker.screen.machine import TURN_SECONDS

if TYPE_CHECKING:
    from textual.app import App

LEAST_PAUSE = 0.05
"""Seconds between two drawings: what changes in between is drawn with the next one."""
_SPIN_BEAT = 0.08
_FRAME, _SHARED_FRAME = 1 / 25, 1 / 12
"""Seconds between two redraws while something moves: on a terminal of this process, and where many share it."""


class Painter:
    """Takes wishes to draw, one of each screen at a time, and lets everything else of the loop run in between.

    Attributes:
        screens: how many screens there are.
        is_shared: whether they are those of many people, who sit at other terminals.
    """

    def __init__(self, *, is_shared: bool = False) -> None:
        self.screens = 0
        self.is_shared = is_shared
        self._first: dict[object, Callable[[], None]] = {}
        self._others: dict[object, Callable[[], None]] = {}
        self._is_due = False

    def ask(self, screen: object, draw: Callable[[], None], *, is_first: bool) -> None:
        """Draw a screen soon, once however often it is asked for until then.

        Args:
            screen: the screen.
            draw: draws it.
            is_first: whether it is drawn before all that are not.
        """
        draw = partial(copy_context().run, draw)  # Textual finds the app of a widget by its context.
        if is_first:
            self._others.pop(screen, None)
            self._first[screen] = draw
        elif screen not in self._first:
            self._others[screen] = draw
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._draw_one)

    def _draw_one(self) -> None:
        wishes = self._first or self._others
        draw = wishes.pop(next(iter(wishes)))
        self._is_due = bool(self._first or self._others)
        if self._is_due:
            asyncio.get_running_loop().call_soon(self._draw_one)
        draw()


class Redraws:
    """The drawings of one screen.

    Attributes:
        painter: takes the wishes to draw of all screens of the process.
        is_first: whether its player is to act, so that it is drawn before others.
        spun_at: when the reels began to turn; None if they stand.
    """

    def __init__(self, app: App[str], painter: Painter, draw: Callable[[], bool]) -> None:
        """Begin without a drawing.

        Args:
            app: the screen.
            painter: takes the wishes to draw.
            draw: draws the screen; returns whether something on it moves.
        """
        self.painter = painter
        self.is_first = False
        self.spun_at: float | None = None
        self._app = app
        self._draw = draw
        self._pause = _SHARED_FRAME if painter.is_shared else _FRAME
        self._drawn_at = 0.0
        self._is_due = False

    def draw_soon(self) -> None:
        """Draw the screen as soon as the last drawing is long enough ago."""
        if self._is_due or not self._app.is_running:
            return
        pause = self._drawn_at + LEAST_PAUSE - monotonic()
        self._is_due = True
        if pause <= 0:
            self._ask()
        else:
            self._app.set_timer(pause, self._ask)

    def _ask(self) -> None:
        self.painter.ask(self._app, self.draw_now, is_first=self.is_first)

    def draw_now(self) -> None:
        """Draw the screen, and the next frame later if something moves."""
        self._is_due = False
        if not self._app.is_running:
            return
        self._drawn_at = monotonic()
        if self._draw():
            self._is_due = True  # What changes until the next frame is drawn with it.
            self._app.set_timer(self._pause, self._ask)

    def spin(self) -> None:
        """Let the reels turn."""
        self.spun_at = monotonic()
        self._spin_on()

    def _spin_on(self) -> None:
        self.draw_now()
        if self.spun_at is not None and monotonic() - self.spun_at < TURN_SECONDS:
            self._app.set_timer(_SPIN_BEAT, self._spin_on)
        else:
            self.spun_at = None
            self.draw_now()
