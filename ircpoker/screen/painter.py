"""Draws the screens of a process one after the other: those whose players are to act first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from functools import partial


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
