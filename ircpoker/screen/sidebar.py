"""Draws what stands beside a table or below it: the log, the last deal, what the player has won, the seal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ircpoker.feed.messages import TableSnapshot
from ircpoker.screen.bar import put_keyed
from ircpoker.screen.canvas import Canvas, PastedRow, Rect
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.marks import Marks, styled_cards
from ircpoker.screen.text import wrapped
from ircpoker.words import Phrase

_LONGEST_CURVE = 24
_STREET = re.compile("[A-Z]{4,7} .*[♣♦♥♠]")
"""A line that tells of a street."""


def draw_log(canvas: Canvas, area: Rect, lines: Sequence[str], scene: Scene, back: int = 0) -> None:
    """Draw the last lines of a log, the newest at the bottom.

    Args:
        canvas: where it is drawn.
        area: its place.
        lines: the lines, oldest first.
        scene: the signs.
        back: how many lines of the terminal the reader has scrolled back.
    """
    shown: list[str] = []
    for line in reversed(lines):
        shown[:0] = _shown(scene.marks, line, area.width)
        if len(shown) >= area.height + back:
            break
    end, ground = max(min(len(shown), area.height), len(shown) - back), canvas.grounds_at(area.x, area.y)[0]
    for number, line in enumerate(shown[max(0, end - area.height) : end]):
        canvas.paste(area.x, area.y + number, _row(line, area.width, ground))


@lru_cache(512)
def _row(line: str, columns: int, ground: str) -> tuple[PastedRow, ...]:
    """Return a shown line of the log as it is drawn."""
    canvas = Canvas(columns, 1, ground="row" if _STREET.match(line) else ground)
    put_cards(canvas, Rect(0, 0, columns, 1), line)
    return canvas.rows()


@lru_cache(512)
def _shown(marks: Marks, line: str, columns: int) -> list[str]:
    return wrapped(marks.line(line), columns)


def put_cards(canvas: Canvas, area: Rect, line: str, style: str = "") -> None:
    """Draw a shown line with its cards in their colours."""
    x = area.x
    for text, piece_style in styled_cards(line, style):
        x = canvas.put(x, area.y, text, piece_style, most=area.x + area.width - x)


def draw_sidebar(canvas: Canvas, side: Rect, table: TableSnapshot, scene: Scene) -> None:
    """Draw the titles beside a table, and the seal of the deck."""
    end = side.y + side.height
    if canvas.palette.is_framed:
        for y in range(side.y, end):
            canvas.put(side.x - 2, y, scene.marks.box[5], "frame")
    canvas.put(side.x, side.y, scene.words("side_session"), "bold")
    canvas.put(side.x, side.y + 5, scene.words("side_hand"), "bold")
    if table.sealed:
        canvas.put(side.x, end - 2, scene.words("side_seal", digits=table.sealed[:8]), "dim", most=side.width)
        put_keyed(canvas, side.x, end - 1, scene.words("side_proof"), "dim")


def draw_results(canvas: Canvas, area: Rect, ended: str, nets: Sequence[int], scene: Scene) -> None:
    """Draw how the last deal ended and what the player has won."""
    marks, say = scene.marks, scene.say
    y = area.y
    if ended:
        for line in _shown(marks, say(Phrase("screen.last", words=ended)), area.width)[: area.height - 1]:
            put_cards(canvas, Rect(area.x, y, area.width, 1), line, "dim")
            y += 1
    if nets and y < area.y + area.height:
        total = sum(nets)
        text = marks.text(say(Phrase("screen.results", net=f"{total:+,}", n=len(nets))))
        x = canvas.put(area.x, y, text, "good" if total > 0 else "lost" if total < 0 else "dim", most=area.width)
        sums = [0]
        for net in nets:
            sums.append(sums[-1] + net)
        room = min(_LONGEST_CURVE, area.x + area.width - x - 2)
        canvas.put(x + 2, y, marks.curve(sums, room), "own", most=max(0, room))
