"""Whole screens of each kind, sign by sign, with inks and grounds: `LOOK=write` writes them again; look at them."""

from __future__ import annotations

import asyncio
import os
import re
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from ircpoker.feed import FeedClient
from ircpoker.feed.data import Entrant
from ircpoker.feed.requests import PersonGiven
from ircpoker.screen.app import TableApp
from ircpoker.screen.canvas import Canvas
from ircpoker.screen.colours import names_of, palette_of
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.machine import MachineScene
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.screen.preferences import Options
from ircpoker.screen.tournament import draw_podium
from tests.screen.recorded import Script
from tests.screen.recorded import machine as recorded_machine
from tests.screen.test_look import SAY, drawn, ended, run_out, table

FOLDER = Path(__file__).parents[1] / "data" / "look"
FELT = palette_of("felt", "full")
RANGES = {"who": "hard", "action": "bet 20", "own": [60, 5] * 84 + [60], "opponents": [0, 80, 20] * 56 + [0]}
ANSWERS = {
    "robots": [{"is": "robots", "robots": []}],
    "why": [{"is": "why", "deal": "18", "lines": ["#18 hard, flop: checks; the pot was 20"], "ranges": [RANGES]}],
}


def machine(name):
    shown = recorded_machine(machine=name, stage="end", hand="Two Pair, Eights And Twos", payout=20)
    return drawn(table(), (80, 24), FELT, machine=MachineScene(shown, lines=("Stakes: 1 to 1000, 10 by default",)))


def podium(size, palette=FELT, marks=UNICODE, places=(1, 2, 3, 4, 5, 6)):
    prizes = (300, 150, 50, 0, 0, 0)
    names = ("ann", "wild", "hard", "tight", "regular", "loose")
    entrants = [
        Entrant(place, name, "robot", True, prize=prize)
        for place, name, prize in zip(places, names, prizes, strict=True)
    ]
    canvas = Canvas(*size, marks.ellipsis, palette)
    draw_podium(canvas, entrants, Scene(marks, SAY, 24.0, frozenset(), palette))
    return canvas


def panel(key, size):
    """Draw a panel above a recorded table."""

    async def run():
        script = Script(**ANSWERS)

        async def open_link():
            return script

        async with await FeedClient.start(open_link, person=PersonGiven("ann")) as client:
            app = TableApp(client, Options("ann"))
            async with app.run_test(size=size) as pilot:
                while app.player.watched is None:
                    await pilot.pause(0.005)
                await pilot.press(key)
                while not getattr(app.screen, "rows", None) or "One moment" in app.screen.rows[0].text:
                    await pilot.pause(0.005)
                return app.screen._draw(*size)

    return asyncio.run(run())


KINDS = {
    "table-120x40": lambda: drawn(table(), (120, 40), FELT),
    "table-80x24": lambda: drawn(table(), (80, 24), FELT),
    "table-200x60": lambda: drawn(table(), (200, 60), FELT),
    "run-out": lambda: drawn(run_out(), (120, 40), FELT),
    "end": lambda: drawn(ended(), (120, 40), FELT),
    "lobby": lambda: panel("l", (80, 24)),
    "why": lambda: panel("w", (120, 40)),
    "podium-120x40": lambda: podium((120, 40)),
    "podium-80x24": lambda: podium((80, 24)),
    "podium-ascii": lambda: podium((80, 24), palette_of("terminal", "none"), ASCII, places=(1, 2, 2, 4, 5, 6)),
    "slot": lambda: machine("slot"),
    "video-poker": lambda: machine("videopoker"),
    "ascii": lambda: drawn(table(), (120, 40), palette_of("terminal", "none"), ASCII),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_screen_looks_as_it_did(kind):
    canvas = KINDS[kind]()
    inks, grounds = ([names_of(getattr(row, part)) for row in canvas.rows()] for part in ("inks", "grounds"))
    looks = sha256(repr((inks, grounds)).encode()).hexdigest()
    text = "\n".join([*[line.rstrip() for line in canvas.lines()], f"inks and grounds: {looks}\n"])
    text = re.sub(r"renewed \d+ s", "renewed 0 s", text)
    file = FOLDER / f"{kind}.txt"
    if os.environ.get("LOOK") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_each_sign_is_sent_with_its_ink_and_ground(kind):
    canvas = KINDS[kind]()
    part = (canvas.width // 5, canvas.width // 2)
    for y, (first, end) in product(range(canvas.height), [(0, canvas.width), part]):
        sent = [(char, style) for text, style, _ in canvas.strip(y, first, end) for char in text]
        assert len(sent) == end - first
        for x, (char, style) in enumerate(sent, first):
            drawn_as, blank = canvas.palette.styles[canvas._inks[y][x], canvas._grounds[y][x]]
            assert char == canvas.chars[y][x]
            assert style is drawn_as or (char == " " and style.bgcolor == blank.bgcolor), (x, y, char)
